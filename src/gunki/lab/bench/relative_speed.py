"""The speed of a game relative to its `benchmark_reference`, and the times of the game's own benchmark tasks."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gunki.core.state.position import Position
from gunki.lab.bench.timing import ROUNDS, Spread, time_call


@dataclass(frozen=True)
class RelativeSpeed:
    """Decisions per second of each scenario, divided by the decisions per second of the reference scenario.

    The reference scenario is named in `Game.benchmark_reference`.
    """

    yardstick: str
    scenarios: Mapping[str, Spread]

    @property
    def worst(self) -> str:
        """The scenario with the lowest median."""
        return min(self.scenarios, key=lambda name: self.scenarios[name].median)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        medians = {name: round(spread.median, 3) for name, spread in self.scenarios.items()}
        return {"yardstick": self.yardstick, "worst": self.worst, "scenarios": medians}


def benchmark_task_times(
    positions: Sequence[Position], of: Callable[[Any], Mapping[str, Callable[[], Any]]], rounds: int = ROUNDS
) -> dict[str, float]:
    """Return the milliseconds of the tasks that a game names (`Game.benchmark_tasks`), as medians over `positions`."""
    times_by_task: dict[str, list[float]] = {}
    for position in positions:
        for name, do in of(position).items():
            times_by_task.setdefault(f"{name}_ms", []).append(
                statistics.median(time_call(do, 5) for _ in range(rounds)) / 1000
            )
    return {name: statistics.median(times) for name, times in times_by_task.items()}
