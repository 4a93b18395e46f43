"""How the cost of a decision grows with the number of units: the largest scenario, thinned out step by step."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gunki
from gunki.core.dice.chance import searcher_chance

#: The shares of the units that stay on the map in the successive measurements.
SHARES = (0.25, 0.5, 0.75, 1.0)
ROUNDS = 5
SEED = 7


@dataclass(frozen=True)
class Point:
    """The median cost of a decision with this many units on the map."""

    units: int
    decisions: int
    microseconds: float


@dataclass(frozen=True)
class Curve:
    """The costs of a decision by the number of units.

    `exponent` is 1 if the cost doubles when the units double, and 0 if the units do not change the cost.
    """

    scenario: str
    points: tuple[Point, ...]
    exponent: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        rows = [
            {"units": point.units, "decisions": point.decisions, "decision_us": round(point.microseconds, 2)}
            for point in self.points
        ]
        return {"scenario": self.scenario, "points": rows, "exponent": round(self.exponent, 3)}


def measure_growth(game_id: str, decisions: int = 2000) -> Curve | None:
    """Measure the cost of a decision in random play, with each of `SHARES` of the units on the map.

    In each round `decisions` decisions are played with each share, in turn. Return None for a game whose positions do
    not describe single units.
    """
    everywhere = {name: _on_map(gunki.new(game_id, name, seed=SEED)) for name in gunki.game(game_id).scenarios}
    scenario = max(everywhere, key=lambda name: len(everywhere[name]))
    units = everywhere[scenario]
    if not units:
        return None
    matches = [_thin_out(game_id, scenario, units, share) for share in SHARES]
    costs: list[list[float]] = [[] for _ in SHARES]
    for turn in range(ROUNDS):
        for match, match_costs in zip(matches, costs, strict=True):
            match_costs.append(_cost(match, decisions, random.Random(SEED + turn)))
    points = tuple(
        Point(len(_on_map(match)), decisions * ROUNDS, statistics.median(match_costs))
        for match, match_costs in zip(matches, costs, strict=True)
    )
    return Curve(scenario, points, exponent(points))


def _on_map(match: gunki.Match) -> list[str]:
    """Return the units that are on the map, by their names in the position's document."""
    entries = match.describe().get("units", {})
    return [name for name, entry in entries.items() if isinstance(entry, dict)]


def _thin_out(game_id: str, scenario: str, units: list[str], share: float) -> gunki.Match:
    document = gunki.new(game_id, scenario, seed=SEED).describe()
    leave = random.Random(SEED).sample(units, len(units) - round(len(units) * share))
    for name in leave:
        document["units"][name] = "removed"
    for entry in document["units"].values():
        if isinstance(entry, dict) and entry.get("leader") in leave:
            del entry["leader"]
    for entry in document.get("castles", {}).values():
        entry.pop("marker", None)  # drop investments, because too few besiegers might be left
    return gunki.compose(game_id, scenario, document, seed=SEED)


def _cost(match: gunki.Match, decisions: int, rng: random.Random) -> float:
    """Return the microseconds of CPU time that a decision takes: to list its options and to apply one of them."""
    chance, position, done = searcher_chance(rng), match.position.clone(), 0
    begin = time.process_time()
    while done < decisions:
        if position.wait is None:
            position = match.position.clone()
        options = position.options()
        position.apply(options[int(rng.random() * len(options))], chance)
        done += 1
    return (time.process_time() - begin) / done * 1e6


def exponent(points: Sequence[Point]) -> float:
    """Return the slope of the regression line through the points in logarithmic coordinates."""
    x = [math.log(point.units) for point in points]
    y = [math.log(point.microseconds) for point in points]
    return statistics.linear_regression(x, y).slope
