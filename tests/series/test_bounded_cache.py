"""The bound of what setups cache of positions: clients may compose any number of them."""

from __future__ import annotations

from gunki.series.forces_and_castles.state.layers import MAX_CACHED, BoundedCache


def test_the_cache_keeps_its_bound_and_the_latest_entry() -> None:
    found: BoundedCache[int, int] = BoundedCache()
    for i in range(3 * MAX_CACHED):
        found[i] = 2 * i
        assert len(found) <= MAX_CACHED
        assert found[i] == 2 * i
