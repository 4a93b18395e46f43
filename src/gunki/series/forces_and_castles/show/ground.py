"""The places of a scene: the inputs from which they are made, and the forces in them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple


class Ground(NamedTuple):
    """The inputs from which the places of a scene are made."""

    common: tuple[Any, ...]
    units: Mapping[str, Any]
    castles: Mapping[str, Any]
    #: The castle that each investing force invests, by the leader of the force.
    invested: dict[str, int]
    #: The leaders of the forces at each place.
    stacks: dict[str, list[str]]
    marked: set[str]


def make_place(parts: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the row of a place, made from its parts: a site, a castle, stacks, works."""
    row: dict[str, Any] = {"owner": None, "side": None, "stacks": [], "marks": []}
    for name, part in parts:
        if name == "stack":
            row["stacks"].append(part)
        elif name == "works":
            row["marks"] = [*row["marks"], *part]
        else:
            row |= part
    return row


def group_by_place(units: Mapping[str, Any], forces: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return the leaders of the forces at each place, by place."""
    stacks: dict[str, list[str]] = {}
    for leader in forces:
        stacks.setdefault(units[leader]["hex"], []).append(leader)
    return stacks


def find_forces_inside(units: Mapping[str, Any], forces: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return the forces inside castles, by the hex of the castle."""
    inside: dict[str, list[str]] = {}
    for leader in forces:
        if units[leader].get("inside"):
            inside.setdefault(units[leader]["hex"], []).append(leader)
    return inside


def find_forces(units: Mapping[str, Any], places: Collection[str]) -> tuple[dict[str, list[str]], dict[str, Any]]:
    """Return the units of each force in some places, its leader first; and the entries of all other units."""
    forces: dict[str, list[str]] = {}
    others: dict[str, Any] = {}
    for name, unit in units.items():
        if isinstance(unit, str) or unit["hex"] not in places:
            others[name] = unit
        else:
            forces.setdefault(unit.get("leader", name), []).append(name)
    for leader, names in forces.items():
        if names[0] != leader:
            names.sort(key=lambda name: name != leader)
    return forces, others
