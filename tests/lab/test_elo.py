"""Ratings: exact where the answer is known, finite for a player that won everything, wider with fewer games."""

from __future__ import annotations

import random
from math import isclose

import pytest

from gunki.lab.analysis.elo import ANCHORED_AT, Duel, duels, ratings
from gunki.lab.studies.rows import Row


def make_row(seating: dict[str, str], winners: tuple[str, ...]) -> Row:
    points = dict.fromkeys(seating, 0)
    return Row(0, 0, 1, seating, winners, "points", "x:1", points, 5, 10, 0.1, "d")


def make_duels(one: str, other: str, won: int, lost: int, drawn: int = 0) -> list[list[list[Duel]]]:
    scores = [1.0] * won + [0.0] * lost + [0.5] * drawn
    return [[[(one, other, score)]] for score in scores]


def test_winning_three_of_four_is_191_points() -> None:
    """10^(191/400) = 3; the one draw that each player is given hardly counts among so many games."""
    found = ratings(make_duels("a", "random", 3000, 1000))
    assert found["random"].elo == ANCHORED_AT
    assert found["a"].elo == pytest.approx(ANCHORED_AT + 190.8, abs=0.5)
    deviation = 400 / 2.302585 / (4000 * 0.75 * 0.25) ** 0.5
    assert (found["a"].high - found["a"].low) / 2 == pytest.approx(1.96 * deviation, rel=0.02)


def test_rating_differences_add_up() -> None:
    """Player a beats b three to one and b beats c three to one: a and c never met, and are 382 points apart."""
    found = ratings([*make_duels("a", "b", 3000, 1000), *make_duels("b", "c", 3000, 1000)])
    assert list(found) == ["a", "b", "c"]
    assert found["a"].elo - found["c"].elo == pytest.approx(381.7, abs=1)
    assert sum(rating.elo for rating in found.values()) / 3 == pytest.approx(ANCHORED_AT, abs=0.01)


def test_a_player_that_won_everything_has_a_finite_rating_with_a_wide_interval() -> None:
    few, many = ratings(make_duels("a", "random", 4, 0)), ratings(make_duels("a", "random", 40, 0))
    assert ANCHORED_AT < few["a"].elo < many["a"].elo < ANCHORED_AT + 2000
    assert few["a"].high - few["a"].low > 400
    assert many["a"].low > few["a"].low


def test_draws_and_common_losses_count_half() -> None:
    drawn = ratings(make_duels("a", "b", 0, 0, 10))
    assert isclose(drawn["a"].elo, drawn["b"].elo)
    lost = make_row({"x": "a", "y": "b", "z": "a"}, ())
    assert duels(lost) == [("a", "b", 0.5), ("b", "a", 0.5)]
    shared = make_row({"x": "a", "y": "b"}, ("x", "y"))
    assert duels(shared) == [("a", "b", 0.5)]


def test_with_three_seats_every_pair_of_different_players_is_a_duel() -> None:
    assert duels(make_row({"x": "a", "y": "b", "z": "b"}, ("y",))) == [("a", "b", 0.0), ("a", "b", 0.5)]


def test_one_pair_alone_has_a_wide_interval() -> None:
    """The same seat always wins, so the two games of a pair cancel out; one pair does not show that."""
    pair = [[("a", "b", 1.0)], [("a", "b", 0.0)]]
    one, many = ratings([pair]), ratings([pair] * 100)
    assert one["a"].high - one["a"].low > 400
    assert many["a"].high - many["a"].low < 40
    single = ratings([[game] for game in pair * 100])
    assert single["a"].high - single["a"].low > 3 * (many["a"].high - many["a"].low)


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    rng, held, times = random.Random(5), 0, 300
    for _ in range(times):
        pairs = []
        for _ in range(40):
            seat = rng.random() < 0.5  # a seed that favours one seat, for both games
            chances = (0.9, 0.3) if seat else (0.6, 0.6)
            pairs.append([[("a", "random", float(rng.random() < chance))] for chance in chances])
        found = ratings(pairs)["a"]
        held += found.low <= ANCHORED_AT + 70.4 <= found.high  # 0.6: 10^(70.4/400) = 1.5
    assert 0.92 * times <= held <= 0.99 * times


def test_no_games_give_no_ratings() -> None:
    assert ratings([]) == {}
