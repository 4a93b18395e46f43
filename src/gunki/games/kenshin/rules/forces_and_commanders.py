"""Sections 6 and 10-1: forming forces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gunki.core.rules.decision import Act, Reason
from gunki.series.forces_and_castles.rules.regrouping import (  # fmt: skip
    Commanders,
    commanders_with_room,
    list_lead_acts,
    list_separate_acts,
    may_disband_force,
    regroup_bars,
)

if TYPE_CHECKING:
    from gunki.games.kenshin.state.troops import KenshinForces as G

#: The verbs that rearrange forces before movement.
FORMATION = ("lead", "alone", "garrison", "field")


def may_lead(g: G, chief: int, unit: int) -> bool:
    """Return whether `chief` may lead `unit`: it has a lower rank (6-1-5, 6-1-6) and the same clan (6-1-3).

    Six taisho may also lead units of minor clans on their side (6-1-8).
    """
    setup = g.setup
    return setup.rank[chief] > setup.rank[unit] and is_same_command(g, chief, unit)


def is_same_command(g: G, chief: int, unit: int) -> bool:
    clan = g.clan(unit)
    if clan == g.clan(chief):
        return True
    return chief in g.setup.leads_minor and g.setup.minor[clan] and g.side_of[unit] == g.side_of[chief] >= 0


def lead_bars(g: G, chief: int, unit: int) -> Iterator[Reason]:
    """Yield why `chief` cannot take `unit` under command (6-1).

    The command track of `chief` has a box for each unit that he may lead (6-1-1). Boxes may stay empty (6-1-2).
    """
    if g.may_take(chief, unit):
        return
    setup = g.setup
    if not setup.boxes[chief]:
        yield Reason("2-2-1(3)", "no_commander", {"unit": chief})
        return
    if g.leader[chief] != chief:
        yield Reason("6-1-6", "is_led", {"unit": chief, "leader_unit": g.leader[chief]})
    if setup.rank[chief] <= setup.rank[unit]:
        clause = "6-1-5" if setup.rank[unit] == setup.taisho else "6-1-6"
        yield Reason(clause, "rank", {"unit": unit, "leader_unit": chief})
    if not is_same_command(g, chief, unit):
        yield Reason("6-1-3", "other_clan", {"unit": unit, "leader_unit": chief})
    if g.leader.count(chief) > setup.boxes[chief]:
        yield Reason("6-1-1", "track_full", {"unit": chief, "count": setup.boxes[chief]})


# -- 10-1: rearranging before movement --------------------------------------------------------------------------------


def changes(g: G, seat: int) -> list[Act]:
    """Return the acts that can still rearrange forces, in every hex, castle and the Mori box (10-1-1, K-64).

    Forces do not change at any other time (6-3-3).
    """
    acts: list[Act] = []
    commanders = _commanders(g)
    for u, h in enumerate(g.at):
        if g.side_of[u] != seat or h < -1:
            continue
        if h >= 0 or g.leader[u] != u:
            acts += [act for act in list_separate_acts(g, u) if act[0] == "alone" or _can_pass(g, u)]
        elif may_disband_force(g, u) and not g.deployed[u] & g.ARRANGED["alone"]:
            acts.append(("alone", u))
        if commanders.get((h, g.inside[u])) is not None:
            acts += list_lead_acts(g, u, commanders)
    return acts


def _commanders(g: G) -> Commanders:
    commanders = commanders_with_room(g)
    for f in g.forces_in_box():
        if g.setup.boxes[f] and g.has_room(f):
            commanders.setdefault((g.at[f], 0), []).append(f)
    return commanders


def _can_pass(g: G, force: int) -> bool:
    """Return whether a force can pass the gate of a castle in its hex (K-43).

    The castle must be friendly, no enemy in the open may be there, and a force that enters needs room.
    """
    h = g.at[force]
    castle = g.setup.castle_at[h]
    if castle < 0 or g.holder[castle] != g.side_of[force] or g.closed_to[g.side_of[force]][h]:
        return False
    return bool(g.inside[force]) or g.fits(force)


def change_bars(g: G, seat: int, act: Act) -> Iterator[Reason]:
    """Yield why an act cannot rearrange forces."""
    verb, unit = act[0], act[1]
    if g.side_of[unit] != seat:
        yield Reason("1 sides", "not_yours", {"unit": unit})
    elif g.at[unit] < -1:
        yield Reason("10-1-1", "not_on_map", {"unit": unit})
    elif g.deployed[unit] & g.ARRANGED[verb]:
        yield Reason("10-1", "rearranged", {"unit": unit})
    elif verb in ("lead", "alone") or g.at[unit] >= 0:
        yield from regroup_bars(g, act, "10-1-1")
        if verb in ("garrison", "field") and g.leader[unit] == unit:
            yield from gate_bars(g, unit, verb == "garrison")
    else:
        yield Reason("8-2", "not_on_map", {"unit": unit})


def gate_bars(g: G, force: int, entering: bool) -> Iterator[Reason]:
    """Yield why a force cannot pass the gate of a castle before movement (K-43)."""
    h, side = g.at[force], g.side_of[force]
    castle = g.setup.castle_at[h]
    if castle < 0 or g.holder[castle] != side:
        return
    if g.closed_to[side][h]:
        yield Reason("8-2-3", "shut_in", {"hex": h})
    elif entering and not g.inside[force] and not g.fits(force):
        yield Reason("8-1", "no_room", {"castle": castle, "count": max(0, g.room(castle))})


def announce(g: G, act: Act) -> None:
    """Emit the event of a rearranged unit.

    A unit that now stands alone needs no event here, because `split` emits one.
    """
    verb, unit = act[0], act[1]
    if g.log is None or verb == "alone":
        return
    if verb == "lead":
        g.emit("regrouped", "10-1", unit=unit, leader_unit=act[2])
    else:
        kind = "entered_castle" if verb == "garrison" else "left_castle"
        g.emit(kind, "8-2", unit=unit, castle=g.castle_at(g.at[unit]))
