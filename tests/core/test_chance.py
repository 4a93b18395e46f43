"""The generator: fair, stable on every machine, and a function of seed and counter alone."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from gunki.core.dice.chance import Generator, searcher_chance
from gunki.core.rules.procedure import Deal, Roll


def at(counter: int) -> Any:
    return SimpleNamespace(chances=counter)


def roll(count: int = 1, sides: int = 6) -> Roll:
    return Roll("test", "1", count, "then", sides=sides)


def deal(pool: int, count: int) -> Deal:
    return Deal(0, "1", tuple(range(pool)), count, "then")


def chi_square(counts: Counter[Any], cells: int) -> float:
    expected = counts.total() / cells
    return sum((count - expected) ** 2 / expected for count in counts.values()) + (cells - len(counts)) * expected


# The 99.9th percentiles of chi-square for the degrees of freedom below: with a fixed seed nothing is left to luck.
LIMIT = {5: 20.5, 19: 43.8, 35: 66.6, 9: 27.9}


def test_dice_are_fair() -> None:
    generator = Generator(7)
    counts = Counter(generator(at(i), roll())[0] for i in range(12_000))
    assert set(counts) == set(range(1, 7))
    assert chi_square(counts, 6) < LIMIT[5]


def test_dice_of_one_throw_do_not_depend_on_each_other() -> None:
    generator = Generator(8)
    counts: Counter[Any] = Counter(generator(at(i), roll(2)) for i in range(18_000))
    assert chi_square(counts, 36) < LIMIT[35]


def test_throws_in_succession_do_not_depend_on_each_other() -> None:
    generator = Generator(9)
    dice = [generator(at(i), roll())[0] for i in range(18_001)]
    counts: Counter[Any] = Counter(pairwise(dice))
    assert chi_square(counts, 36) < LIMIT[35]


def test_the_first_dice_of_neighbouring_seeds_are_fair() -> None:
    counts = Counter(Generator(seed)(at(0), roll())[0] for seed in range(6_000))
    assert chi_square(counts, 6) < LIMIT[5]


def test_dice_with_other_sides_are_fair() -> None:
    generator = Generator(10)
    counts = Counter(generator(at(i), roll(sides=10))[0] for i in range(10_000))
    assert set(counts) == set(range(1, 11))
    assert chi_square(counts, 10) < LIMIT[9]


def test_deals_are_fair() -> None:
    generator = Generator(11)
    counts: Counter[Any] = Counter(generator(at(i), deal(6, 3)) for i in range(10_000))
    assert chi_square(counts, 20) < LIMIT[19]  # 20 ways to draw three of six


def test_deals_are_sorted_and_never_twice_the_same_card() -> None:
    generator = Generator(12)
    for i in range(200):
        cards = generator(at(i), deal(24, 9))
        assert list(cards) == sorted(set(cards))
    assert generator(at(0), deal(5, 5)) == (0, 1, 2, 3, 4)
    assert generator(at(0), deal(5, 0)) == ()


def test_the_first_values_of_a_seed_never_change() -> None:
    """Old saves and published seeds depend on it."""
    generator = Generator(7)
    assert [generator(at(i), roll(3)) for i in range(4)] == GOLDEN_DICE
    assert [generator(at(i), deal(24, 5)) for i in range(3)] == GOLDEN_DEALS


GOLDEN_DICE = [(5, 5, 6), (6, 1, 3), (6, 4, 5), (1, 1, 1)]
GOLDEN_DEALS = [(2, 3, 18, 20, 22), (5, 11, 12, 17, 23), (0, 5, 10, 18, 20)]


def test_the_answer_depends_on_seed_and_counter_alone() -> None:
    one, other = Generator(5), Generator(5)
    one(at(3), roll(4))
    assert one(at(9), roll(4)) == other(at(9), roll(4))
    assert Generator(5)(at(1), roll(20)) != Generator(6)(at(1), roll(20))
    assert Generator(5)(at(1), roll(20)) != Generator(5)(at(2), roll(20))


def test_large_seeds_count_in_full() -> None:
    assert Generator(2**63 - 1)(at(0), roll(30)) != Generator(2**63 - 2)(at(0), roll(30))


@pytest.mark.parametrize("sides", [2, 6, 10, 100])
def test_quick_chance_stays_in_range_and_uses_the_callers_generator(sides: int) -> None:
    chance = searcher_chance(random.Random(3))
    dice = [chance(None, roll(2, sides)) for _ in range(2000)]
    assert {die for pair in dice for die in pair or ()} == set(range(1, sides + 1))
    assert dice[:5] == [
        chance(None, roll(2, sides)) for chance in [searcher_chance(random.Random(3))] for _ in range(5)
    ]
    cards = chance(None, deal(10, 4))
    assert cards is not None
    assert len(set(cards)) == 4
