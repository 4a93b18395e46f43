"""The table as a picture needs it (docs/server.md): hexes, forces with their command tracks, castles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gunki.core.lexicon import NONE
from gunki.core.score import conditions_count
from gunki.series.gunyuden.document import WAITS
from gunki.series.gunyuden.setup import GunyudenSetup


def _value(glyph: str, number: int) -> dict[str, Any]:
    return {"glyph": glyph, "value": number}


def scene(setup: GunyudenSetup, view: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "headline": _headline(setup, view),
        "phases": _phases(setup, view),
        "weather": view["weather"],
        "sides": sides(setup),
        "serves": {army: side for army, side in view["sides"].items() if side in setup.seats},
        "places": _places(setup, view),
        "tracks": [],
        "hands": [],
        "piles": [],
        "counts": _counts(view),
        "boxes": _boxes(setup, view),
    }


def _counts(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The points with where they come from, and what a side must do besides."""
    points = [
        {"name": ["seat", seat], "side": seat, "value": value, "parts": view["scoring"][seat]}
        for seat, value in view["points"].items()
    ]
    return [{"name": ["scene", "points"], "rows": points}, *conditions_count(view["conditions"])]


def _headline(setup: GunyudenSetup, view: Mapping[str, Any]) -> list[dict[str, Any]]:
    time = [
        {"text": "turn", "data": {"turn": view["turn"], "last": setup.turns}},
        {"text": "stage", "data": {"stage": view["stage"]}},
    ]
    sky = [{"text": f"weather_{view['weather']}", "data": {}}] if len(setup.weathers) > 1 else []
    return [*(time if view["stage"] else ()), *sky]


def _phases(setup: GunyudenSetup, view: Mapping[str, Any]) -> dict[str, Any]:
    """The phases of a stage that somebody plays. Nobody decides in the initial stage: at 0 all is still set up."""
    sides = [view["sides"][army] for army in setup.armies]
    seat_of = [setup.seats.index(side) if side in setup.seats else -1 for side in sides]
    played = {setup.phase_of(army, seat_of) for army in range(len(setup.armies))}
    phases = [name for p, name in enumerate(setup.phases) if p in played or name == view["phase"]]
    if not view["stage"]:
        return {"now": "before", "all": ["before", *phases]}
    now = view["phase"] if view["phase"] in phases else phases[-1]  # when the game is over the last one is over too
    return {"now": now, "all": phases}


def sides(setup: GunyudenSetup) -> dict[str, Any]:
    """A seat wears the colours of the army it is named after, or of the one that the setup says."""
    worn = {seat: setup.colours[setup.wears.get(seat, seat)] for seat in setup.seats}
    found = {seat: dict(zip(("colour", "pattern"), colours, strict=True)) for seat, colours in worn.items()}
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

    forces = _forces(view)
    before = _before_castles(setup, view, forces)
    for name, castle in view["castles"].items():
        c = setup.castles.index(name)
        here = place(setup.map.numbers[setup.castle_hex[c]])
        owner = None if castle["owner"] == NONE else castle["owner"]
        here |= {"owner": owner, "side": view["sides"][owner] if owner else None}
        here["marks"] = _castle_marks(setup, c, castle)
        here["facts"] = _castle_facts(setup, view, c, castle, forces, before.get(c, []))
    besieged = {leader: c for c, leaders in before.items() for leader in leaders}
    for leader, names in forces.items():
        chief = view["units"][leader]
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
                "facts": _force_facts(setup, view, u, names, besieged.get(leader, -1)),
            }
        )
    return places


def _forces(view: Mapping[str, Any]) -> dict[str, list[str]]:
    """Units on the map by who leads them, the leader first."""
    forces: dict[str, list[str]] = {}
    for name, unit in view["units"].items():
        if not isinstance(unit, str):
            forces.setdefault(unit.get("leader", name), []).append(name)
    for leader, names in forces.items():
        names.sort(key=lambda name: name != leader)
    return forces


# -- one thing closely ------------------------------------------------------------------------------------------------


def _fact(text: str, value: int | None = None, **more: Any) -> dict[str, Any]:
    """`of`: what the value can be at most; `least`: how far it can fall below 0; `names`: who or what is meant."""
    return {"text": text, **({} if value is None else {"value": value}), **more}


def _side_fact(view: Mapping[str, Any], army: str) -> dict[str, Any]:
    """Colours tell the army; whom it fights for may change."""
    return _fact("side", names=[["seat", view["sides"][army]]])


def _strength(setup: GunyudenSetup, view: Mapping[str, Any], names: list[str]) -> int:
    return sum(setup.strength[setup.units.index(name)][view["units"][name]["steps"]] for name in names)


def _before_castles(
    setup: GunyudenSetup, view: Mapping[str, Any], forces: Mapping[str, list[str]]
) -> dict[int, list[str]]:
    """Who invests which castle: that of the hex, else the besieged one beside it."""
    found: dict[int, list[str]] = {}
    besieged = {setup.castles.index(name) for name, castle in view["castles"].items() if castle.get("besieged")}
    for leader in forces:
        unit = view["units"][leader]
        if unit.get("invests"):
            h = setup.map.hex(unit["hex"])
            near = [setup.castle_at[b] for b in (h, *setup.map.around(h)) if setup.castle_at[b] in besieged]
            if near:
                found.setdefault(near[0], []).append(leader)
    return found


def _castle_facts(
    setup: GunyudenSetup,
    view: Mapping[str, Any],
    castle: int,
    state: Mapping[str, Any],
    forces: Mapping[str, list[str]],
    before: list[str],
) -> list[dict[str, Any]]:
    """2-2-2, 8-2, 10-4, 18: a castle with its garrison, and with whoever invests it."""
    here = setup.map.numbers[setup.castle_hex[castle]]
    inside = [n for n in forces if view["units"][n]["hex"] == here and view["units"][n].get("inside")]
    facts = [
        _fact("level", setup.level[castle]),
        _fact("durability", state["durability"], of=setup.full_durability),
    ]
    if state["owner"] != NONE:
        shaken = [view["units"][n].get("morale", 0) for n in inside] or [state.get("morale", 0)]
        facts.append(_fact("morale", min(shaken), least=-setup.lowest_morale))
        facts.append(_side_fact(view, state["owner"]))
        units = [name for n in inside for name in forces[n]]
        names = [["unit", n] for n in inside]
        facts.append(_fact("garrison", _strength(setup, view, units), names=names) if inside else _fact("no_garrison"))
    if before:
        strength = _strength(setup, view, [name for n in before for name in forces[n]])
        facts.append(_fact("invested", strength, names=[["unit", n] for n in before], tone="bad"))
    return facts


def _force_facts(
    setup: GunyudenSetup, view: Mapping[str, Any], leader: int, names: list[str], castle: int
) -> list[dict[str, Any]]:
    """9-2, 10, 12-2: what a force is worth, and whether it can still act."""
    units = view["units"]
    chief = units[names[0]]
    facts = [
        _fact("strength", _strength(setup, view, names)),
        _fact("steps", sum(units[name]["steps"] for name in names), of=2 * len(names)),
        _fact("modifier", setup.modifier[leader]),
        _fact("activation", setup.activation[leader], of=setup.last_stage),
        _fact("morale", chief.get("morale", 0), least=-setup.lowest_morale),
    ]
    if setup.boxes[leader]:
        facts.append(_fact("leadership", len(names) - 1, of=setup.boxes[leader]))
    facts.append(_side_fact(view, setup.armies[setup.army[leader]]))
    if chief.get("inside"):
        facts.append(_fact("inside", names=[["castle", setup.castles[setup.castle_at[setup.map.hex(chief["hex"])]]]]))
    if castle >= 0:
        facts.append(_fact("invests", names=[["castle", setup.castles[castle]]]))
    if chief.get("acted"):
        facts.append(_fact("acted", tone="bad"))
    return facts


# -- signs ------------------------------------------------------------------------------------------------------------


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
    """Units beside the map: who is still to come, and when; who fell, who was removed."""
    coming: dict[int, list[str]] = {}
    for name, unit in view["units"].items():
        turn = setup.arrival[setup.units.index(name)]
        if unit in ("off", WAITS) and turn:
            coming.setdefault(turn, []).append(name)
    fates = {
        "dead": [n for n, unit in view["units"].items() if unit == "dead"],
        "removed": [n for n, unit in view["units"].items() if unit == "removed" and setup.starts[setup.units.index(n)]],
    }
    return [
        *(
            {
                "name": ["scene", "coming"],
                "note": {"text": "coming_on" if turn > view["turn"] else "coming_now", "data": {"turn": turn}},
                "pieces": [_piece(setup, n, None) for n in names],
            }
            for turn, names in sorted(coming.items())
        ),
        *({"name": ["scene", key], "pieces": [_piece(setup, n, None) for n in found]} for key, found in fates.items()),
    ]


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
        "weathers": setup.weathers_shown(),
        "clans": {name: {"colour": c, "pattern": p} for name, (c, p) in setup.colours.items()},
    }
