"""What setups remember of positions has an end: strangers compose as many as they like."""

from __future__ import annotations

from gunki.series.forces_and_castles.state.layers import MAX_CACHED, BoundedCache


def test_it_never_holds_more_than_it_may_and_keeps_what_came_last() -> None:
    found: BoundedCache[int, int] = BoundedCache()
    for i in range(3 * MAX_CACHED):
        found[i] = 2 * i
        assert len(found) <= MAX_CACHED
        assert found[i] == 2 * i
