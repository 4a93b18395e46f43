"""Chapters 6 to 8: whether any unit could march or attack. Actions and events check it before they are offered."""

from __future__ import annotations

from gunki.series.areas_and_cards.rules.continued_combat import attack_bars, attack_candidates
from gunki.series.areas_and_cards.rules.movement import UnitMovement, march_bars, march_candidates
from gunki.series.areas_and_cards.state.position import AreaPosition as G


def can_march(g: G, m: UnitMovement) -> bool:
    """Return whether any stack could make a unit movement."""
    memo = g.memo
    key = (m.allowed, m.areas, m.most, m.sea_open, m.by_sea, m.needs, m.not_from, m.must_fight)
    if memo is not None and key in memo:
        return bool(memo[key])
    possible = False
    for _, clan, area in march_candidates(g, m):
        if next(march_bars(g, m, clan, area), None) is None:
            possible = True
            break
    if memo is not None:  # kept while options are listed, because several of them need the same answer
        memo[key] = possible
    return possible


def can_attack(g: G, seat: int, allowed: int, needs: int = -1) -> bool:
    """Return whether any stack of the `allowed` clans could attack.

    `needs`: the general that the stack must have, -1 for none.
    """
    memo, key = g.memo, (allowed, needs)
    if memo is not None and key in memo:
        return bool(memo[key])
    possible = False
    for _, clan, area in attack_candidates(g, allowed):
        if next(attack_bars(g, seat, allowed, needs, clan, area), None) is None:
            possible = True
            break
    if memo is not None:
        memo[key] = possible
    return possible
