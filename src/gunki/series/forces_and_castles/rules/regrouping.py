"""Regrouping forces in their hex, without dice or points: who leads a unit, and whether it is inside a castle.

Each of the two is changed at most once for a unit (`g.deployed`), so that regrouping comes to an end.
"""

from __future__ import annotations

from collections.abc import Iterator

from gunki.core.rules.decision import Act, Reason
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.forces_and_castles.state.position import ForcesPosition as G

#: Commanders, by their hex and the side of its gate on which they are (0: outside, 1: inside the castle).
Commanders = dict[tuple[int, int], list[int]]


def regroup(g: G, act: Act) -> None:
    """Carry out `lead`, `alone`, `garrison` or `field`."""
    verb, unit = act[0], act[1]
    record_arrangement(g, verb, unit)
    if verb == "lead":
        g.join(unit, act[2])
    elif verb == "alone" and g.leader[unit] == unit:
        g.disband(unit)
    elif verb == "alone":
        g.split(unit)
    else:
        g.put(unit, g.at[unit], int(verb == "garrison"))
    g.report_regrouping(act)


def record_arrangement(g: G, verb: str, unit: int) -> None:
    """Record that this kind of change has been made to a unit."""
    g.deployed = replace_value(g.deployed, unit, g.deployed[unit] | g.ARRANGED[verb])


# -- possible changes -------------------------------------------------------------------------------------------------


def commanders_with_room(g: G) -> Commanders:
    """Return the commanders who have room on their command track."""
    commanders: Commanders = {}
    boxes = g.setup.boxes
    for f in g.forces():
        if boxes[f] and g.has_room(f):
            commanders.setdefault((g.at[f], g.inside[f]), []).append(f)
    return commanders


def list_separate_acts(g: G, unit: int) -> list[Act]:
    """Return the acts that take a unit out of its force, or a force through the gate of a castle.

    Changes that were already made to the unit are left out.
    """
    done = g.deployed[unit]
    if g.leader[unit] != unit:
        return [] if done & g.ARRANGED["alone"] else [("alone", unit)]
    if g.BREAKS_UP and may_disband_force(g, unit):
        apart: list[Act] = [] if done & g.ARRANGED["alone"] else [("alone", unit)]
        return [*apart, *_list_gate_acts(g, unit)]
    return _list_gate_acts(g, unit)


def may_disband_force(g: G, unit: int) -> bool:
    """Return whether a commander may release all the units he leads at once."""
    return g.BREAKS_UP and g.leader.count(unit) > 1


def _list_gate_acts(g: G, unit: int) -> list[Act]:
    if g.deployed[unit] & g.ARRANGED["field"] or g.setup.castle_at[g.at[unit]] < 0:
        return []
    return [("field" if g.inside[unit] else "garrison", unit)]


def list_lead_acts(g: G, unit: int, commanders: Commanders) -> list[Act]:
    """Return the acts that put a unit under another commander in its hex, if rank and army allow it."""
    near = commanders.get((g.at[unit], g.inside[unit]))
    if near is None or g.deployed[unit] & g.ARRANGED["lead"]:
        return []
    leader = g.leader[unit]
    return [("lead", unit, f) for f in near if f != unit and f != leader and g.may_lead(f, unit)]


# -- bars -------------------------------------------------------------------------------------------------------------


def unit_bar(g: G, verb: str, unit: int, own: bool, clause: str) -> Reason | None:
    """Return why a kind of change is not possible for a unit at all. `own`: whether the player may change the unit."""
    if not own:
        return Reason(g.setup.board_clauses.owner or clause, "not_own", {"unit": unit})
    if g.at[unit] < 0:
        return Reason(clause, "not_on_map", {"unit": unit})
    if g.deployed[unit] & g.ARRANGED[verb]:
        return Reason(clause, "already_placed", {"unit": unit})
    return None


def regroup_bars(g: G, act: Act, clause: str) -> Iterator[Reason]:
    """Yield why a unit on the map cannot be regrouped in this way."""
    verb, unit = act[0], act[1]
    if verb == "lead":
        yield from _lead_bars(g, unit, act[2], clause)
    elif verb == "alone":
        if g.leader[unit] == unit and not may_disband_force(g, unit):
            yield Reason(clause, "already_alone", {"unit": unit})
    else:
        yield from _gate_bars(g, unit, int(verb == "garrison"), clause)


def _lead_bars(g: G, unit: int, chief: int, clause: str) -> Iterator[Reason]:
    if g.at[chief] != g.at[unit]:
        yield Reason(g.setup.board_clauses.together or clause, "other_hex", {"unit": chief})
    elif g.leader[unit] == chief:
        yield Reason(clause, "in_force", {"unit": unit})
    elif g.inside[g.leader[unit]] != g.inside[chief]:
        yield Reason(clause, "other_side_of_gate", {"unit": unit})
    else:
        yield from g.lead_bars(chief, unit)


def is_at_own_castle(g: G, unit: int) -> bool:
    """Return whether a unit stands at a castle of its side."""
    castle = g.castle_at(g.at[unit])
    return castle >= 0 and g.castle_side(castle) == g.side(unit)


def _gate_bars(g: G, unit: int, inside: int, clause: str) -> Iterator[Reason]:
    at = g.at[unit]
    if g.leader[unit] != unit:
        yield Reason(clause, "under_command", {"unit": unit, "leader_unit": g.leader[unit]})
    elif not is_at_own_castle(g, unit):
        yield Reason(g.setup.board_clauses.gate_of or clause, "no_castle", {"hex": at})
    elif g.is_always_inside(unit, at):
        yield from g.inside_bars(unit, at)
    elif g.inside[unit] == inside:
        yield Reason(clause, "already_so", {"unit": unit})
