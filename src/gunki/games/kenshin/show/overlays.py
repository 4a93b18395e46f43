"""The overlays of the board: control, supply lines and what cuts them, reach, threats, naval lines, odds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gunki.core.rules.decision import Act
from gunki.core.show.charts import note
from gunki.games.kenshin.rules.movement import MOVEMENT, March, MovementPhase, move_bars
from gunki.games.kenshin.setup import UESUGI
from gunki.games.kenshin.show import naval_overlay, supply_overlay
from gunki.games.kenshin.show.odds import odds
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.reach import destinations
from gunki.series.forces_and_castles.show import overlays
from gunki.series.forces_and_castles.show.overlays import find_force

OVERLAYS = ("reach", "zoc", "supply", "naval", "threat", "odds")
#: The faces of the die of an action check (10-2-1).
FACES = 6


def overlay(g: G, seat: int | None, name: str, place: tuple[str, int] | None, act: Act | None) -> dict[str, Any]:
    """Return an overlay as `seat` sees it. A spectator sees the overlay of the Uesugi side."""
    side = UESUGI if seat is None else seat
    if name == "zoc":
        return control(g, side)
    if name == "supply":
        return supply_overlay.supply(g, side, place)
    if name == "naval":
        return naval_overlay.naval(g, side)
    if name == "threat":
        return threat(g, side)
    if name == "reach":
        return reach(g, place)
    return odds(g, seat, act)


# -- 7: zones of control ----------------------------------------------------------------------------------------------


def control(g: G, side: int) -> dict[str, Any]:
    """Return the control that affects a side.

    Enemy forces (7-1), and the hex of an enemy castle (7-2-2(1)), make marches cost more and block supply. The hexes
    around a castle only block supply (7-2-2(2)).
    """
    foe, setup = 1 - side, g.setup
    castles = {h for castle, h in enumerate(setup.castle_hex) if g.exerts[castle] == 1 + foe}
    places: dict[str, Any] = {}
    for h, name in enumerate(setup.map.numbers):
        if h in castles:
            places[name] = {"tone": "bad", "name": ["overlay", "castle_hex"]}
        elif g.strong[foe][h]:
            places[name] = {"tone": "bad", "name": ["overlay", "force_control"]}
        elif g.weak[foe][h]:
            places[name] = {"tone": "neutral", "name": ["overlay", "castle_control"]}
    return overlays.overlay("zoc", places)


# -- 10: reach --------------------------------------------------------------------------------------------------------


def reach(g: G, place: tuple[str, int] | None) -> dict[str, Any]:
    """Return the hexes a force can march to, from the box too (10-4).

    During its march, the force has the points that are left. At other times it has its whole allowance.
    """
    march = next((frame for frame in g.stack if isinstance(frame, March)), None)
    force = _force_meant(g, place, -1 if march is None else march.force)
    if force < 0:
        return overlays.empty_reach()
    under_way = march is not None and march.force == force
    left = g.setup.allowance - (march.spent if march is not None and under_way else 0)
    reach_overlay = overlays.reach(g, force, 0, left)
    if not under_way:
        reach_overlay["notes"] = list(_check_notes(g, force))
    return reach_overlay


def _force_meant(g: G, place: tuple[str, int] | None, marching: int) -> int:
    if place is not None and place[0] == "unit":
        unit = place[1]
        if g.leader[unit] in g.forces_in_box():
            return g.leader[unit]
    return find_force(g, place, marching)


def _check_notes(g: G, force: int) -> Iterable[dict[str, Any]]:
    """Yield why a force cannot move. If it can, but needs an action check, yield the chance of the check (10-2)."""
    phase = next((frame for frame in g.stack if isinstance(frame, MovementPhase)), None)
    if phase is None or g.side_of[force] != phase.seat:
        return
    bar = next(move_bars(g, phase.seat, phase.kind, force), None)
    if bar is not None:
        yield note("cannot_move", bar.clause)
    elif phase.kind != MOVEMENT:
        action = min(g.setup.action[force], FACES)
        yield note("check_needed", "10-2-1", unit=g.setup.units[force], count=action, value=round(100 * action / FACES))


# -- 13: threatened castles -------------------------------------------------------------------------------------------


def threat(g: G, side: int) -> dict[str, Any]:
    """Return the side's castles that are invested or that enemies could reach in one move (13-1).

    A castle is marked as bad if more enemy units could come than there are inside. For the Oda side Kyoto is shown too
    (21).
    """
    setup, foe = g.setup, 1 - side
    coming = _coming(g, foe)
    places: dict[str, Any] = {}
    for castle, h in enumerate(setup.castle_hex):
        if g.holder[castle] != side:
            continue
        if g.besieged[castle]:
            value, name, bad = len(g.besiegers(castle)), "invested", True
        else:
            value, name = coming.get(h, 0), "could_come"
            bad = value >= g.strength_to_invest(castle)
        if value:
            places[setup.map.numbers[h]] = _threat(name, value, bad)
    if foe == UESUGI and coming.get(setup.kyoto):
        places[setup.map.numbers[setup.kyoto]] = _threat("kyoto_open", coming[setup.kyoto], True)
    return overlays.overlay("threat", places, None, *([] if places else ["no_threat"]))


def _threat(name: str, value: int, bad: bool) -> dict[str, Any]:
    return {"tone": "bad" if bad else "neutral", "value": value, "name": ["overlay", name]}


def _coming(g: G, side: int) -> dict[int, int]:
    """Return for each hex how many units of a side could stand there in the open after one move.

    Units that are already there count.
    """
    units_by_hex: dict[int, int] = {}
    forces = [f for f in g.forces() if g.side_of[f] == side]
    for force in (*forces, *(f for f in g.forces_in_box() if g.side_of[f] == side)):
        hexes = [] if g.is_engaged(force) else list(destinations(g, force, 0, g.setup.allowance))
        own_hex = [g.at[force]] if g.at[force] >= 0 and not g.inside[force] else []
        for h in (*own_hex, *hexes):
            units_by_hex[h] = units_by_hex.get(h, 0) + len(g.members(force))
    return units_by_hex
