"""The probabilities of every end of a play."""

from __future__ import annotations

import random

import pytest

from gunki.core.dice.chance import Chance
from gunki.core.rules.procedure import Deal, Roll
from gunki.core.show.odds import Ends, each_end

DIE = Roll("die", "", 1, "")
TWO = Roll("dice", "", 2, "")


def roll_pair(chance: Chance) -> int:
    """Roll a die; on a six roll two more."""
    first = chance(None, DIE)
    assert first is not None
    if first[0] < 6:
        return first[0]
    more = chance(None, TWO)
    assert more is not None
    return 6 + sum(more)


def test_every_end_has_its_probability() -> None:
    ends = each_end(roll_pair, 50)
    assert ends is not None
    assert len(ends) == 5 + 36
    assert sum(likely for _, likely in ends) == pytest.approx(1)
    assert sum(likely for end, likely in ends if end == 3) == pytest.approx(1 / 6)
    assert sum(likely for end, likely in ends if end == 6 + 7) == pytest.approx(1 / 36)


def test_answers_with_the_same_effect_are_played_once() -> None:
    """Only the sum of the two dice matters: eleven ends instead of 36, each with the probability of all its pairs."""
    ends = each_end(roll_pair, 50, lambda g, wait, answer: sum(answer))
    assert ends is not None
    assert len(ends) == 5 + 11
    plain = each_end(roll_pair, 50)
    assert plain is not None
    for value in range(1, 19):
        assert sum(likely for end, likely in ends if end == value) == pytest.approx(
            sum(likely for end, likely in plain if end == value)
        )


def test_deals_are_counted_as_hands() -> None:
    ends = each_end(lambda chance: chance(None, Deal(0, "", (4, 2, 9), 2, "")), 50)
    assert ends is not None
    assert sorted(end for end, _ in ends if end) == [(2, 4), (2, 9), (4, 9)]
    assert {likely for _, likely in ends} == {1 / 3}


@pytest.mark.parametrize("wait", [Roll("dice", "", 4, ""), Deal(0, "", tuple(range(20)), 5, "")])
def test_a_wait_with_too_many_answers_is_not_counted(wait: Roll | Deal) -> None:
    assert each_end(lambda chance: chance(None, wait), 300) is None


def test_counting_stops_early_at_too_many_ends() -> None:
    played = 0

    def long(chance: Chance) -> int:
        nonlocal played
        played += 1
        return sum(sum(chance(None, DIE) or ()) for _ in range(6))

    assert each_end(long, 300) is None
    assert played < 60


def test_a_play_that_may_never_end_is_sampled() -> None:
    def until_six(chance: Chance) -> int:
        thrown = 1
        while chance(None, DIE) != (6,):
            thrown += 1
        return thrown

    assert each_end(until_six, 300) is None
    assert Ends(until_six, random.Random(1), 300).trials == 300


def test_ends_without_a_value_are_left_out() -> None:
    ends = Ends(lambda chance: end if (end := roll_pair(chance)) % 2 else None, random.Random(1), 3000)
    assert ends.trials == 0
    assert ends.chance(lambda end: end % 2 == 0) == 0
    assert sum(ends.likely(lambda end: (end,)).values()) == pytest.approx(1, abs=0.01)
    assert not Ends(lambda chance: None, random.Random(1), 300)


def test_a_row_has_the_chance_of_each_amount_and_the_mean() -> None:
    ends = Ends(lambda chance: chance(None, DIE), random.Random(1), 300)
    row = ends.row(["overlay", "own_steps"], True, lambda end: max(0, end[0] - 4))
    assert row == {
        "name": ["overlay", "own_steps"],
        "own": True,
        "mean": 0.5,
        "chances": [0.6667, 0.1667, 0.1667],
    }


def test_samples_come_near_exact_counts() -> None:
    def many(chance: Chance) -> int:
        return sum(sum(chance(None, DIE) or ()) for _ in range(6))

    ends = Ends(many, random.Random(1), 2000)
    assert ends.trials == 2000
    assert ends.row(["overlay", "own_steps"], True, lambda end: end)["mean"] == pytest.approx(21, abs=0.5)
