"""Shares and their intervals: Wilson's for games, and from pairs where games are not independent."""

from __future__ import annotations

import random

import pytest

from gunki.lab.analysis.intervals import pair_interval, wilson_interval


def test_wilsons_interval_is_the_textbooks() -> None:
    found = wilson_interval(90, 100)
    assert (found.share, round(found.low, 4), round(found.high, 4)) == (0.9, 0.8256, 0.9448)
    assert (wilson_interval(0, 0).low, wilson_interval(0, 0).high) == (0.0, 1.0)


def test_opposite_results_in_pairs_narrow_the_interval() -> None:
    """The good seat always wins, so each player wins one game of each pair."""
    split = pair_interval([(1.0, 2)] * 50)
    assert split is not None
    alone = wilson_interval(50, 100)
    assert split.share == alone.share == 0.5
    assert split.high - split.low < (alone.high - alone.low) / 3


def test_equal_results_in_pairs_widen_the_interval() -> None:
    together = pair_interval([(2.0, 2), (0.0, 2)] * 25)
    alone = wilson_interval(50, 100)
    assert together is not None
    assert together.high - together.low > (alone.high - alone.low) * 1.3


def test_a_few_equal_pairs_give_a_wide_interval() -> None:
    assert pair_interval([(1.0, 2)]) is None
    two = pair_interval([(1.0, 2)] * 2)
    assert two is not None
    assert two.high - two.low > 0.3
    won = pair_interval([(2.0, 2)] * 4)
    assert won is not None
    assert won.share == won.high == 1.0
    assert won.low < 0.8


@pytest.mark.parametrize("seat", [0.0, 0.3])
@pytest.mark.parametrize("share", [0.5, 0.65])
def test_the_interval_from_pairs_holds_the_true_share_as_often_as_it_says(share: float, seat: float) -> None:
    """20 pairs; a player wins more often on the good seat and as much less often on the other."""
    rng, held, times = random.Random(5), 0, 2000
    for _ in range(times):
        pairs = [((rng.random() < share + seat) + (rng.random() < share - seat) + 0.0, 2) for _ in range(20)]
        found = pair_interval(pairs)
        assert found is not None
        held += found.low <= share <= found.high
    assert 0.93 <= held / times <= 0.98
