"""The table as a picture needs it (docs/server.md): hexes, forces with their command tracks, castles, charts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunki.core.lexicon import NONE
from gunki.series.gunyuden.setup import GunyudenSetup


def _value(glyph: str, number: int) -> dict[str, Any]:
    return {"glyph": glyph, "value": number}


def scene(setup: GunyudenSetup, view: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "headline": [
            {"text": "turn", "data": {"turn": view["turn"], "last": setup.turns}},
            {"text": "stage", "data": {"stage": view["stage"]}},
            {"text": f"weather_{view['weather']}", "data": {}},
        ],
        "phases": {"now": view["phase"], "all": ["communication", *setup.phases]},
        "sides": sides(setup),
        "places": _places(setup, view),
        "tracks": [],
        "hands": [],
        "piles": [],
        "counts": [
            {
                "name": ["scene", "points"],
                "rows": [
                    {"name": ["seat", seat], "side": seat, "value": points} for seat, points in view["points"].items()
                ],
            }
        ],
        "boxes": _boxes(setup, view),
    }


def sides(setup: GunyudenSetup) -> dict[str, Any]:
    """A seat wears the colours of the army it is named after."""
    found = {seat: dict(zip(("colour", "pattern"), setup.colours[seat], strict=True)) for seat in setup.seats}
    return {**found, "neutral": {"colour": "#8a8577", "pattern": "solid"}}


def _piece(setup: GunyudenSetup, name: str, unit: Mapping[str, Any] | None) -> dict[str, Any]:
    u = setup.units.index(name)
    steps = 2 if unit is None else int(unit["steps"])
    values = [
        _value("strength", setup.strength[u][steps]),
        _value("modifier", setup.modifier[u]),
        _value("activation", setup.activation[u]),
    ]
    if setup.stars[u]:
        values.append(_value("star", setup.stars[u]))
    marks = []
    if unit is not None and steps == 1:
        marks.append({"glyph": "reduced"})
    return {
        "thing": f"unit:{name}",
        "kind": "unit",
        "clan": setup.armies[setup.army[u]],
        "name": ["unit", name],
        "count": 1,
        "state": "spent" if unit is not None and unit.get("acted") else "ready",
        "values": values,
        "marks": marks,
    }


def _places(setup: GunyudenSetup, view: Mapping[str, Any]) -> dict[str, Any]:
    places: dict[str, Any] = {}

    def place(h: str) -> dict[str, Any]:
        here: dict[str, Any] = places.setdefault(h, {"owner": None, "side": None, "stacks": [], "marks": []})
        return here

    for name, castle in view["castles"].items():
        c = setup.castles.index(name)
        here = place(setup.map.numbers[setup.castle_hex[c]])
        owner = None if castle["owner"] == NONE else castle["owner"]
        here |= {"owner": owner, "side": view["sides"][owner] if owner else None}
        here["marks"] = _castle_marks(setup, c, castle)
    forces: dict[str, list[str]] = {}
    for name, unit in view["units"].items():
        if not isinstance(unit, str):
            forces.setdefault(unit.get("leader", name), []).append(name)
    for leader, names in forces.items():
        chief = view["units"][leader]
        names.sort(key=lambda name: name != leader)
        pieces = [_piece(setup, name, view["units"][name]) for name in names]
        pieces[0]["marks"] += _force_marks(chief)
        u = setup.units.index(leader)
        place(chief["hex"])["stacks"].append(
            {
                "clan": setup.armies[setup.army[u]],
                "force": f"unit:{leader}",
                "boxes": setup.boxes[u],
                "inside": bool(chief.get("inside")),
                "pieces": pieces,
            }
        )
    return places


def _castle_marks(setup: GunyudenSetup, castle: int, state: Mapping[str, Any]) -> list[dict[str, Any]]:
    name = ["castle", setup.castles[castle]]
    marks: list[dict[str, Any]] = [{"glyph": "castle", "name": name, "value": setup.level[castle]}]
    if state["durability"] < setup.full_durability:
        marks.append(_value("durability", state["durability"]))
    if state.get("morale"):
        marks.append(_value("morale", state["morale"]))
    if state.get("besieged"):
        marks.append({"glyph": "invested"})
    return marks


def _force_marks(chief: Mapping[str, Any]) -> list[dict[str, Any]]:
    marks: list[dict[str, Any]] = []
    if chief.get("morale"):
        marks.append(_value("morale", chief["morale"]))
    if chief.get("inside"):
        marks.append({"glyph": "garrison"})
    if chief.get("invests"):
        marks.append({"glyph": "invests"})
    return marks


def _boxes(setup: GunyudenSetup, view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Units beside the map: who is still to come, who fell, who was removed."""
    coming = [n for n, unit in view["units"].items() if unit == "off" and setup.arrival[setup.units.index(n)]]
    fates = {
        "coming": coming,
        "dead": [n for n, unit in view["units"].items() if unit == "dead"],
        "removed": [n for n, unit in view["units"].items() if unit == "removed" and setup.starts[setup.units.index(n)]],
    }
    return [{"name": ["scene", key], "pieces": [_piece(setup, n, None) for n in names]} for key, names in fates.items()]


def board(setup: GunyudenSetup) -> dict[str, Any]:
    grid = setup.map
    return {
        "kind": "hexes",
        "domain": "hex",
        "shifted": grid.shifted,
        "columns": grid.columns,
        "rows": grid.rows,
        "places": [
            {
                "id": number,
                "at": [int(number[:2]), int(number[2:])],
                "terrain": grid.terrain_at(h),
                "province": grid.province_at(h),
                "closed": bool(setup.closed[0][h]),
            }
            for h, number in enumerate(grid.numbers)
        ],
        "sides": [
            {
                "a": grid.numbers[step // 6],
                "b": grid.numbers[b],
                "kind": "water" if kind == "water" else "river",
                "crossing": kind if kind in ("ford", "bridge") else "",
            }
            for step, b in enumerate(grid.neighbours)
            if b > step // 6 and (kind := grid.side(step // 6, b))
        ],
        "clans": {name: {"colour": c, "pattern": p} for name, (c, p) in setup.colours.items()},
    }


def charts(setup: GunyudenSetup) -> list[dict[str, Any]]:
    """The printed tables, row by row of the die; `columns` by strength or durability."""
    field, assault = setup.field, setup.assault
    bullet = "•"
    return [
        {
            "id": "field_battle",
            "name": ["table", "field_battle"],
            "columns": [f"{n}+" for n in field.columns],
            "rows": [
                {"die": field.first + i, "cells": [f"{n}{bullet if fatal else ''}" for n, fatal in row]}
                for i, row in enumerate(field.cells)
            ],
        },
        {
            "id": "assault",
            "name": ["table", "assault"],
            "columns": [f"{n}+" for n in assault.columns],
            "rows": [
                {"die": assault.first + i, "cells": [f"{a}/{b}{bullet if fatal else ''}" for a, b, fatal in row]}
                for i, row in enumerate(assault.cells)
            ],
        },
        {
            "id": "siege",
            "name": ["table", "siege"],
            "rows": [{"die": die, "result": setup.siege_result(die)} for die in range(1, 8)],
        },
        {
            "id": "surrender",
            "name": ["table", "surrender"],
            "columns": [str(n) for n in range(setup.full_durability + 1)],
            "rows": [
                {"die": die, "cells": [setup.lookup_surrender(n, die) for n in range(setup.full_durability + 1)]}
                for die in range(1, 11)
            ],
        },
    ]
