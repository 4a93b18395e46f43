"""What dice are rolled for: whom they serve, what each result is worth to him, and how results are spread."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple


class Luck(NamedTuple):
    """More is better for `seat`. `worth` is that of the sum of the dice, or with `each` that of every die by itself."""

    seat: int
    worth: Callable[[int], int]
    each: bool = False


class Spread(NamedTuple):
    """How a roll came out among all the ways in which it could: `rank` is the share of results that are worse, those
    that are as good counted by half; its mean is a half, and `rank_variance` how far it strays from that."""

    got: int
    mean: float
    variance: float
    rank: float
    rank_variance: float
    #: What it could be worth at least and at most.
    least: int
    most: int


def spread(luck: Luck, dice: tuple[int, ...], sides: int) -> Spread:
    """Exactly, from the chances of every result."""
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
    """The chance of every sum of so many equal dice."""
    chances = {0: 1.0}
    for _ in range(count):
        more: dict[int, float] = {}
        for total, chance in chances.items():
            for face in faces:
                more[total + face] = more.get(total + face, 0.0) + chance / len(faces)
        chances = more
    return chances


def normal(z: float) -> float:
    """The share of a normal spread that lies below."""
    return (1 + erf(z / sqrt(2))) / 2
