"""6-6 and 7-4: marches and attacks, as the action and the events of this game order them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gunki.core.decision import Bar
from gunki.games.nobunaga.position import NobunagaPosition as G
from gunki.series.areas_and_cards.combat import attack_bars, attack_candidates
from gunki.series.areas_and_cards.movement import UnitMovement, march_bars, march_candidates

NO_LIMIT = 999


def movement(g: G, seat: int, *, event: bool = False, **special: Any) -> UnitMovement:
    """A unit movement of the seat's own army; an event gives what differs."""
    allowed = special.pop("allowed", g.own_clans(seat))
    areas = special.pop("areas", g.setup.march_areas)
    return UnitMovement(seat, allowed, areas, size_limit(g, seat, event), **special)


def size_limit(g: G, seat: int, event: bool) -> int:
    """11-5: how many more units may move in this action turn, by the cards that could pay for them (N-50)."""
    setup = g.setup
    if not setup.options["move_limit"]:
        return NO_LIMIT
    enough = g.cards.count(seat) >= (1 if event else 2)
    return max(0, (setup.most_units if enough else setup.two_cards_from - 1) - g.moved)


def can_march(g: G, m: UnitMovement) -> bool:
    key = (m.allowed, m.areas, m.most, m.sea_open, m.by_sea, m.needs, m.not_from)
    return _remembered(g, key, lambda: _open(march_bars(g, m, a[1], a[2]) for a in march_candidates(g, m)))


def can_attack(g: G, seat: int, allowed: int, needs: int = -1) -> bool:
    def answer() -> bool:
        return _open(attack_bars(g, seat, allowed, needs, a[1], a[2]) for a in attack_candidates(g, allowed))

    return _remembered(g, (allowed, needs), answer)


def _open(candidates: Iterator[Iterator[Bar]]) -> bool:
    """Whether any candidate has no bar."""
    return any(next(bars, None) is None for bars in candidates)


def _remembered(g: G, key: tuple[int, ...], answer: Callable[[], bool]) -> bool:
    """Several options ask the same while they are listed."""
    if g.memo is None:
        return answer()
    if key not in g.memo:
        g.memo[key] = answer()
    return bool(g.memo[key])
