"""Whether anybody could march or attack: what actions and events ask before they are offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gunki.core.decision import Bar
from gunki.series.areas_and_cards.combat import attack_bars, attack_candidates
from gunki.series.areas_and_cards.movement import UnitMovement, march_bars, march_candidates
from gunki.series.areas_and_cards.position import AreaPosition as G


def can_march(g: G, m: UnitMovement) -> bool:
    key = (m.allowed, m.areas, m.most, m.sea_open, m.by_sea, m.needs, m.not_from, m.must_fight)
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
