"""The luck of rolls: which seat profits from high worths, the worth of each result, and the spread of results."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple


class Luck(NamedTuple):
    """How much the results of a roll are worth to `seat`; more is better.

    `worth` takes the sum of the dice. If `each` is true, it takes one die, and the worths of all dice are added.
    """

    seat: int
    worth: Callable[[int], int]
    each: bool = False


class Spread(NamedTuple):
    """How a roll came out among all its possible results.

    `rank` is the share of results that are worse, plus half the share of results that are equally good. Its mean is a
    half, its variance is `rank_variance`.
    """

    got: int
    mean: float
    variance: float
    rank: float
    rank_variance: float
    #: The least and the greatest worth that the roll could have had.
    least: int
    most: int


def spread(luck: Luck, dice: tuple[int, ...], sides: int) -> Spread:
    """Return the spread of a roll, computed exactly from the chances of all results."""
    chances = _worths(luck, len(dice), sides)
    got = sum(map(luck.worth, dice)) if luck.each else luck.worth(sum(dice))
    mean = sum(worth * chance for worth, chance in chances.items())
    variance = sum((worth - mean) ** 2 * chance for worth, chance in chances.items())
    ranks, below = {}, 0.0
    for worth in sorted(chances):
        ranks[worth] = below + chances[worth] / 2
        below += chances[worth]
    strays = sum((ranks[worth] - 0.5) ** 2 * chance for worth, chance in chances.items())
    return Spread(got, mean, variance, ranks[got], strays, min(chances), max(chances))


def _worths(luck: Luck, count: int, sides: int) -> dict[int, float]:
    if not luck.each:
        chances: dict[int, float] = {}
        for total, chance in _sums(tuple(range(1, sides + 1)), count).items():
            worth = luck.worth(total)
            chances[worth] = chances.get(worth, 0.0) + chance
        return chances
    return _sums(tuple(luck.worth(face) for face in range(1, sides + 1)), count)


@lru_cache(maxsize=512)
def _sums(faces: tuple[int, ...], count: int) -> dict[int, float]:
    """Return the chance of every sum of `count` dice with these faces."""
    chances = {0: 1.0}
    for _ in range(count):
        more: dict[int, float] = {}
        for total, chance in chances.items():
            for face in faces:
                more[total + face] = more.get(total + face, 0.0) + chance / len(faces)
        chances = more
    return chances


def normal(z: float) -> float:
    """Return the share of a normal distribution that lies below the mean plus `z` standard deviations."""
    return (1 + erf(z / sqrt(2))) / 2
