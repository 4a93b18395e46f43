"""Overlays of the board: zones, lines, reach, threatened castles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gunki.series.forces_and_castles.rules.reach import destinations
from gunki.series.forces_and_castles.state.position import ForcesPosition as G

#: How many hexes away enemies may be and still threaten a castle.
THREAT_DISTANCE = 2


def overlay(name: str, places: dict[str, Any], lines: list[Any] | None = None, *notes: str) -> dict[str, Any]:
    note_rows = [{"text": note, "data": {}, "clauses": []} for note in notes]
    return {"overlay": name, "places": places, "lines": lines or [], "notes": note_rows}


def zones(g: G, side: int) -> dict[str, Any]:
    """Return the enemy's strong and weak zones.

    Weak zones are left out in hexes where the side has a force or a castle: they have no effect there (5-4-1).
    """
    foe, names = 1 - side, g.setup.map.numbers
    places: dict[str, Any] = {}
    for h in range(g.setup.map.size):
        if g.strong[foe][h]:
            places[names[h]] = {"tone": "bad", "name": ["overlay", "strong_zone"]}
        elif g.weak[foe][h] and not g.occupied[side][h]:
            places[names[h]] = {"tone": "neutral", "name": ["overlay", "weak_zone"]}
    return overlay("zoc", places)


def supply(g: G, lines: Iterable[tuple[int, Mapping[int, int], str]]) -> dict[str, Any]:
    """Return the overlay of lines of communication: the lines of forces in the open, and the forces without one.

    `lines`: for each army, its number; for each force that has a line, the hex to which the line goes on; and the key
    of the text (section `overlay`) for the army's forces without a line.
    """
    names, setup = g.setup.map.numbers, g.setup
    places: dict[str, Any] = {}
    drawn = []
    for army, connected, cut in lines:
        for f in g.forces():
            if setup.army[f] != army or g.inside[f]:
                continue
            here = names[g.at[f]]
            if f in connected:
                places.setdefault(here, {"tone": "good", "name": ["overlay", "has_line"]})
                drawn.append({"from": here, "to": names[connected[f]], "tone": "good"})
            else:
                places[here] = {"tone": "bad", "name": ["overlay", cut]}
    return overlay("supply", places, drawn)


def threat(g: G, side: int) -> dict[str, Any]:
    """Return a side's castles that are invested or near enemies. The tone is bad if the enemies suffice to invest."""
    setup, foe = g.setup, 1 - side
    places: dict[str, Any] = {}
    for castle, h in enumerate(setup.castle_hex):
        if g.castle_side(castle) != side or not g.durability[castle]:
            continue
        near = [f for f in g.forces() if g.side(f) == foe and not g.inside[f]]
        near = [f for f in near if setup.map.distance(g.at[f], h) <= THREAT_DISTANCE]
        strength = g.sum_strength(near)
        if g.besieged[castle]:
            places[setup.map.numbers[h]] = {"tone": "bad", "value": strength, "name": ["overlay", "invested"]}
        elif strength:
            tone = "bad" if strength >= g.strength_to_invest(castle) else "neutral"
            places[setup.map.numbers[h]] = {"tone": tone, "value": strength, "name": ["overlay", "threatened"]}
    return overlay("threat", places, None, *([] if places else ["no_threat"]))


def find_force(g: G, place: tuple[str, int] | None, marching: int = -1) -> int:
    """Return the force that an overlay is about, -1 for none.

    If `place` is a unit on the map, return the force of this unit. Else return `marching`, the force on the march. For
    a neutral force, return -1.
    """
    if place is not None and place[0] == "unit" and g.at[place[1]] >= 0:
        marching = g.leader[place[1]]
    return marching if marching >= 0 and g.side(marching) >= 0 else -1


def empty_reach() -> dict[str, Any]:
    """Return the reach overlay for no force: it asks the player to choose one."""
    return overlay("reach", {}, None, "choose_force")


def reach(g: G, force: int, kind: int, left: int) -> dict[str, Any]:
    """Return where a force could go with the points that it has left.

    `kind`: the number of the kind of movement in the rules.
    """
    out = g.gate_cost(force) if g.inside[force] else 0
    names = g.setup.map.numbers
    goals = destinations(g, force, kind, left)
    return overlay("reach", {names[h]: {"tone": "good", "value": cost + out} for h, cost in goals.items()})
