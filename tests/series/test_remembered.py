"""What setups remember of positions has an end: strangers compose as many as they like."""

from __future__ import annotations

from gunki.series.forces_and_castles.state.layers import MOST_REMEMBERED, Remembered


def test_it_never_holds_more_than_it_may_and_keeps_what_came_last() -> None:
    found: Remembered[int, int] = Remembered()
    for i in range(3 * MOST_REMEMBERED):
        found[i] = 2 * i
        assert len(found) <= MOST_REMEMBERED
        assert found[i] == 2 * i
