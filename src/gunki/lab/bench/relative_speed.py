"""A game beside the one that it names as its yardstick, and the chores that it offers to be timed."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gunki.core.state.position import Position
from gunki.lab.bench.timing import ROUNDS, Spread, timed


@dataclass(frozen=True)
class Beside:
    """Decisions per second of each scenario, divided by those of the yardstick."""

    yardstick: str
    scenarios: Mapping[str, Spread]

    @property
    def worst(self) -> str:
        return min(self.scenarios, key=lambda name: self.scenarios[name].median)

    def to_dict(self) -> dict[str, Any]:
        found = {name: round(spread.median, 3) for name, spread in self.scenarios.items()}
        return {"yardstick": self.yardstick, "worst": self.worst, "scenarios": found}


def chores(
    positions: Sequence[Position], of: Callable[[Any], Mapping[str, Callable[[], Any]]], rounds: int = ROUNDS
) -> dict[str, float]:
    """Milliseconds of what the game says it does at one stroke (`Game.chores`): the median of some positions."""
    found: dict[str, list[float]] = {}
    for position in positions:
        for name, do in of(position).items():
            found.setdefault(f"{name}_ms", []).append(statistics.median(timed(do, 5) for _ in range(rounds)) / 1000)
    return {name: statistics.median(times) for name, times in found.items()}
