"""Elo ratings of players from the games among them: the most likely ratings, with intervals.

The model is that of Bradley and Terry: a player beats another with the chance 1 / (1 + 10^(-difference / 400)). A draw
counts as half a victory of each player. A game that all players lose, which some games allow, counts in the same way.
In games of three or four seats, each pair of seats with different players is compared by which of the two won. Each
player is given one more draw against a player of average strength, so that a player who won every game has a finite
rating.

Games of one pair share their dice, and their seatings balance each other. The intervals therefore come from the
differences between pairs, not between single games (the "sandwich" estimator for clustered observations).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log
from typing import Any

from gunki.lab.analysis.intervals import Z
from gunki.lab.studies.rows import Row

#: Elo points for one unit of the logarithm of the odds.
POINTS = 400 / log(10)
#: The bot whose rating is fixed if it takes part, and this rating.
ANCHOR, ANCHORED_AT = "random", 1000
ROUNDS = 200

#: Two players, and the score of the first against the second: 1, 0.5 or 0.
Duel = tuple[str, str, float]


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player with its 95 % interval, and the number of its games."""

    elo: float
    low: float
    high: float
    games: int
    #: `score`: the number of comparisons won; a draw or a common loss counts half. `duels`: the number of all
    #: comparisons.
    score: float
    duels: int

    def to_dict(self) -> dict[str, Any]:
        return {"elo": round(self.elo), "low": round(self.low), "high": round(self.high), "games": self.games,
                "score": round(self.score, 1), "duels": self.duels}  # fmt: skip


def duels(row: Row) -> list[Duel]:
    """Return the duels of a game: one for each pair of seats that have different players."""
    return [
        (row.seating[one], row.seating[other], 0.5 + 0.5 * ((one in row.winners) - (other in row.winners)))
        for one, other in combinations(row.seating, 2)
        if row.seating[one] != row.seating[other]
    ]


def ratings(pairs: Iterable[Sequence[Sequence[Duel]]]) -> dict[str, Rating]:
    """Return the rating of each player, the strongest first.

    `pairs` holds pairs of games, each game as its duels.
    """
    pair_list = [list(pair) for pair in pairs]
    clusters = [[duel for game in pair for duel in game] for pair in pair_list]
    score, fought = _counts(clusters)
    games = Counter(name for pair in pair_list for game in pair for name in {n for duel in game for n in duel[:2]})
    names = sorted(fought)
    if not names:
        return {}
    place = {name: number for number, name in enumerate(names)}
    numbered_clusters = [[(place[one], place[other], won) for one, other, won in cluster] for cluster in clusters]
    strength = _most_likely(numbered_clusters, len(names))
    spread = _spread(numbered_clusters, strength)
    # A rating is a difference from a fixed point: from the anchor if it takes part, else from the average of all
    # players.
    level = [float(name == ANCHOR) if ANCHOR in place else 1 / len(names) for name in names]
    ratings_by_name = {}
    for name, i in place.items():
        weights = [float(k == i) - share for k, share in enumerate(level)]
        at = ANCHORED_AT + POINTS * sum(weight * value for weight, value in zip(weights, strength, strict=True))
        variance = sum(one * other * spread[k][m] for k, one in enumerate(weights) for m, other in enumerate(weights))
        half = Z * POINTS * max(0.0, variance) ** 0.5
        ratings_by_name[name] = Rating(at, at - half, at + half, games[name], score[name], fought[name])
    return dict(sorted(ratings_by_name.items(), key=lambda entry: (-entry[1].elo, entry[0])))


def _counts(clusters: Iterable[Sequence[Duel]]) -> tuple[dict[str, float], dict[str, int]]:
    score: dict[str, float] = {}
    fought: dict[str, int] = {}
    for cluster in clusters:
        for one, other, won in cluster:
            for name, share in ((one, won), (other, 1 - won)):
                score[name] = score.get(name, 0.0) + share
                fought[name] = fought.get(name, 0) + 1
    return score, fought


def win_chance(difference: float) -> float:
    """Return the chance to win. `difference` is the lead in rating, in units of `POINTS` Elo points."""
    return 1 / (1 + exp(-difference)) if difference > -700 else 0.0


NumberedClusters = Sequence[Sequence[tuple[int, int, float]]]


def _most_likely(clusters: NumberedClusters, count: int) -> list[float]:
    """Return the strengths with the greatest likelihood, found by Newton's method.

    The likelihood has only one maximum.
    """
    strength = [0.0] * count
    for _ in range(ROUNDS):
        slope, bend = _derivatives(clusters, strength)
        step = _solve(bend, slope)
        largest = max(map(abs, step))
        factor = min(1.0, 2.0 / largest) if largest else 1.0
        strength = [value + factor * change for value, change in zip(strength, step, strict=True)]
        if largest < 1e-10:
            break
    return strength


def _derivatives(clusters: NumberedClusters, strength: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """Return the gradient of the log-likelihood, and its negated matrix of second derivatives."""
    count = len(strength)
    # Each player has one more draw, against an average player, so that the ratings stay finite.
    slope = [0.5 - win_chance(value) for value in strength]
    bend = [[0.0] * count for _ in range(count)]
    for i, value in enumerate(strength):
        bend[i][i] = win_chance(value) * (1 - win_chance(value))
    for cluster in clusters:
        for i, j, won in cluster:
            chance = win_chance(strength[i] - strength[j])
            slope[i] += won - chance
            slope[j] -= won - chance
            weight = chance * (1 - chance)
            bend[i][i] += weight
            bend[j][j] += weight
            bend[i][j] -= weight
            bend[j][i] -= weight
    return slope, bend


def _spread(clusters: NumberedClusters, strength: Sequence[float]) -> list[list[float]]:
    """Return the covariance of the strengths, by the sandwich estimator.

    It multiplies the observed variation of pairs on both sides by the inverse matrix of second derivatives.
    """
    count = len(strength)
    bend = _derivatives(clusters, strength)[1]
    middle = [[0.0] * count for _ in range(count)]
    for i, value in enumerate(strength):
        middle[i][i] = win_chance(value) * (1 - win_chance(value))
    groups: dict[frozenset[int], list[Sequence[tuple[int, int, float]]]] = {}
    for cluster in clusters:
        groups.setdefault(frozenset(who for i, j, _ in cluster for who in (i, j)), []).append(cluster)
    for those in groups.values():
        _add_strays(those, strength, middle)
    inverse = [_solve(bend, [float(i == j) for i in range(count)]) for j in range(count)]
    half = [[sum(inverse[i][k] * middle[k][j] for k in range(count)) for j in range(count)] for i in range(count)]
    return [[sum(half[i][k] * inverse[k][j] for k in range(count)) for j in range(count)] for i in range(count)]


def _add_strays(clusters: NumberedClusters, strength: Sequence[float], middle: list[list[float]]) -> None:
    """Add the observed variation of pairs of the same players to `middle`.

    The variation of one more pair of independent games is added too. Otherwise a few pairs with equal results would
    look certain.
    """
    count = len(strength)
    for cluster in clusters:
        pull = [0.0] * count
        for i, j, won in cluster:
            chance = win_chance(strength[i] - strength[j])
            pull[i] += won - chance
            pull[j] -= won - chance
            weight = chance * (1 - chance) / len(clusters)
            for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                middle[a][b] += sign * weight
        for i in range(count):
            for j in range(count):
                middle[i][j] += pull[i] * pull[j]


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a system of linear equations by elimination. The matrix must be positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    count = len(rows)
    for i in range(count):
        best = max(range(i, count), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(count):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [value - factor * top for value, top in zip(rows[k], rows[i], strict=True)]
    return [rows[i][count] / rows[i][i] for i in range(count)]


def rating_table(by_name: Mapping[str, Rating]) -> dict[str, dict[str, Any]]:
    """Return the ratings of all players as plain data."""
    return {name: rating.to_dict() for name, rating in by_name.items()}
