"""The report of a benchmark: its figures and ratios, by scenario and for the worst scenario, and their floors.

A floor is the value that a figure or ratio must reach.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from gunki.lab.bench.cost_growth import Curve
from gunki.lab.bench.machine import has_compiled_kernel
from gunki.lab.bench.relative_speed import RelativeSpeed
from gunki.lab.bench.speed_floors import ANY, FLOORS
from gunki.lab.bench.timing import Spread

EQUAL, DIFFERENT, NOT_COMPARED = "equal", "different", "not compared: plain"
#: The text printed instead of a value for a floor that only compiled rules must reach, if the rules are not compiled.
NOT_MEASURED = "not measured: plain"


@dataclass
class ScenarioFigures:
    """The figures of one scenario, and its ratios with their spreads.

    `digest` says whether compiled and plain rules play alike.
    """

    figures: dict[str, float] = field(default_factory=dict)
    ratios: dict[str, Spread] = field(default_factory=dict)
    digest: str = NOT_COMPARED

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **{name: round(value, 3) for name, value in self.figures.items()},
            "ratios": {name: round(ratio.median, 3) for name, ratio in self.ratios.items()},
            "ratio_ranges": {name: [round(r.low, 3), round(r.high, 3)] for name, r in self.ratios.items()},
            "digest": self.digest,
        }


@dataclass
class BenchReport:
    """The benchmark of one game, or of one part of the program.

    `figures` and `ratios` hold the values that are measured once. If a value is measured in each scenario, they hold
    the worst one, and `worst` names its scenario.
    """

    game: str
    header: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)
    peers: dict[str, dict[str, Any] | None] = field(default_factory=dict)
    ratios: dict[str, Spread] = field(default_factory=dict)
    scenarios: dict[str, ScenarioFigures] = field(default_factory=dict)
    worst: dict[str, str] = field(default_factory=dict)
    #: `kind`: "areas" or "hexes" for a game. `compiled`: whether the measured rules are compiled.
    kind: str = ANY
    compiled: bool = False
    growth: Curve | None = None
    relative_speed: RelativeSpeed | None = None
    rounds: int = 0
    seconds: float = 0.0

    def take_worst(self) -> None:
        """Take each figure and ratio from the scenario where it is worst."""
        for name in _names(entry.figures for entry in self.scenarios.values()):
            values = {s: entry.figures[name] for s, entry in self.scenarios.items() if name in entry.figures}
            worst = min(values, key=values.__getitem__) if _is_rate(name) else max(values, key=values.__getitem__)
            self.figures[name], self.worst[name] = values[worst], worst
        for name in _names(entry.ratios for entry in self.scenarios.values()):
            spreads = {s: entry.ratios[name] for s, entry in self.scenarios.items() if name in entry.ratios}
            worst = min(spreads, key=lambda scenario: spreads[scenario].median)
            self.ratios[name], self.worst[name] = spreads[worst], worst

    @property
    def digest(self) -> str:
        """Whether compiled and plain rules played alike in every scenario."""
        if self.different:
            return DIFFERENT
        return EQUAL if {entry.digest for entry in self.scenarios.values()} == {EQUAL} else NOT_COMPARED

    @property
    def different(self) -> list[str]:
        """The scenarios that compiled and plain rules play differently."""
        return [name for name, entry in self.scenarios.items() if entry.digest == DIFFERENT]

    def value(self, name: str) -> float | None:
        """Return a figure, or the median of a ratio, by its name. Return None if it was not measured."""
        return self.ratios[name].median if name in self.ratios else self.figures.get(name)

    def floor(self, name: str) -> tuple[str, bool] | None:
        """Return the floor of a figure or ratio, and whether it is reached.

        Return None if the figure or ratio has no floor, or was not measured.
        """
        value, floor = self.value(name), FLOORS.get(name)
        limit = None if floor is None else floor.limit(self.kind, self.compiled)
        if floor is None or limit is None or value is None or (floor.needs_kernel and not has_compiled_kernel()):
            return None
        return floor.describe(limit), floor.holds(limit, value)

    @property
    def floors_missed(self) -> list[str]:
        """The names of the floors that are not reached."""
        return [name for name in FLOORS if (floor := self.floor(name)) is not None and not floor[1]]

    @property
    def not_measured(self) -> list[str]:
        """The floors that only a compiled build of this game must reach. Empty if the measured build is compiled."""
        if self.compiled or not self.scenarios:
            return []
        limits = {name: (floor.limit(self.kind, True), floor.limit(self.kind, False)) for name, floor in FLOORS.items()}
        return [name for name, (compiled, plain) in limits.items() if compiled is not None and compiled != plain]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        document: dict[str, Any] = {
            "game": self.game,
            **self.header,
            "warnings": self.warnings,
            **{name: round(value, 3) for name, value in self.figures.items() if name != "growth"},
            "peers": {name: peer or "not installed" for name, peer in self.peers.items()},
            "ratios": {name: round(ratio.median, 3) for name, ratio in self.ratios.items()},
            "ratio_ranges": {name: [round(r.low, 3), round(r.high, 3)] for name, r in self.ratios.items()},
            "beside": None if self.relative_speed is None else self.relative_speed.to_dict(),
            "growth": None if self.growth is None else self.growth.to_dict(),
            "rounds": self.rounds,
            "floors_missed": self.floors_missed,
            "seconds": round(self.seconds, 1),
        }
        if self.scenarios:
            document |= {
                "kind": self.kind,
                "compiled": self.compiled,
                "digest": self.digest,
                "floors_not_measured": dict.fromkeys(self.not_measured, NOT_MEASURED),
                "worst": self.worst,
                "scenarios": {name: scenario.to_dict() for name, scenario in self.scenarios.items()},
            }
        return document


def _names(tables: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(name for table in tables for name in table))


def _is_rate(name: str) -> bool:
    """Return whether a figure is a rate, for which more is better. All other figures are times."""
    return name.endswith("_per_s")
