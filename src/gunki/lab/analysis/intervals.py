"""Shares of victory with their 95 % intervals, from games that count each for itself and from pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

#: Nineteen of twenty intervals hold the true share.
Z = 1.96


@dataclass(frozen=True, slots=True)
class Interval:
    share: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        return {"share": round(self.share, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


def wilson_interval(wins: float, games: float) -> Interval:
    """Wilson's interval: every game counts for itself."""
    if games <= 0:
        return Interval(0.0, 0.0, 1.0)
    p, n, z = wins / games, games, Z
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * ((p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5) / (1 + z * z / n)
    return Interval(p, max(0.0, middle - half), min(1.0, middle + half))


def pair_interval(pairs: Iterable[tuple[float, int]]) -> Interval | None:
    """The interval from pairs, each with its victories and games: games of one pair are not independent of each other.

    How far the pairs differ tells how many independent games they are worth, and Wilson's interval is taken for so
    many. Where seats weigh more than players, the games of a pair make up for each other, and the interval is far
    narrower than that of as many single games. So that a few pairs which happen to be equal do not look certain, one
    more pair of independent games is counted into how far they differ. None for fewer than two pairs.
    """
    scores = [(wins / games, games) for wins, games in pairs if games]
    if len(scores) < 2:
        return None
    count = len(scores)
    games = sum(each for _, each in scores)
    share = sum(score * each for score, each in scores) / games
    spread = share * (1 - share)
    if spread <= 0:  # all won, or none: nothing tells how far pairs differ
        return wilson_interval(share * games, games)
    strays = sum((score - share) ** 2 for score, _ in scores) + spread * count / games
    worth = count * count * spread / strays
    return wilson_interval(share * worth, worth)


def mean_interval(values: Sequence[float]) -> Interval | None:
    """The mean of independent values with Student's interval; None for fewer than four, or if all are equal: nothing
    tells then how far they stray."""
    count = len(values)
    if count < 4 or min(values) == max(values):
        return None
    mean, half = fmean(values), student(count - 1) * stdev(values) / count**0.5
    return Interval(mean, mean - half, mean + half)


def student(freedom: int) -> float:
    """How many deviations from the mean nineteen of twenty lie, estimated with so many degrees of freedom (Cornish and
    Fisher's expansion: right to 1 % from three on)."""
    z = Z
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
