"""Shares of victories with their 95 % intervals, from independent games and from pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

#: This many standard deviations on either side of the mean hold 95 % of a normal distribution.
Z = 1.96


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimated value (a share, or a mean) with the ends of its 95 % interval."""

    share: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        return {"share": round(self.share, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


def wilson_interval(wins: float, games: float) -> Interval:
    """Return Wilson's interval for the share of `wins` in `games` independent games."""
    if games <= 0:
        return Interval(0.0, 0.0, 1.0)
    p, n, z = wins / games, games, Z
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * ((p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5) / (1 + z * z / n)
    return Interval(p, max(0.0, middle - half), min(1.0, middle + half))


def pair_interval(pairs: Iterable[tuple[float, int]]) -> Interval | None:
    """Return the interval for the share of victories in pairs of games. Return None for fewer than two pairs.

    Each pair is given as its number of victories and its number of games. Games of one pair are not independent. The
    variation between pairs tells how many independent games they are worth, and Wilson's interval is taken for that
    number. If seats matter more than players, the games of a pair balance each other. The interval is then far narrower
    than that of the same number of single games. The variation of one more pair of independent games is added.
    Otherwise a few pairs with equal results would look certain.
    """
    scores = [(wins / games, games) for wins, games in pairs if games]
    if len(scores) < 2:
        return None
    count = len(scores)
    games = sum(each for _, each in scores)
    share = sum(score * each for score, each in scores) / games
    spread = share * (1 - share)
    if spread <= 0:  # if all games were won, or none, the variation between pairs is unknown
        return wilson_interval(share * games, games)
    strays = sum((score - share) ** 2 for score, _ in scores) + spread * count / games
    worth = count * count * spread / strays
    return wilson_interval(share * worth, worth)


def mean_interval(values: Sequence[float]) -> Interval | None:
    """Return the mean of independent values with Student's interval.

    Return None for fewer than four values. Return None if all values are equal, because their variation is unknown
    then.
    """
    count = len(values)
    if count < 4 or min(values) == max(values):
        return None
    mean, half = fmean(values), student(count - 1) * stdev(values) / count**0.5
    return Interval(mean, mean - half, mean + half)


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution with `freedom` degrees of freedom.

    It is computed by the expansion of Cornish and Fisher. From three degrees on, the error is at most 1 %.
    """
    z = Z
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
