"""The floors of the benchmarks: the values that figures and ratios must reach, by build and kind of game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: The key of a limit for every kind of game.
ANY = ""
AREAS, HEXES = "areas", "hexes"


@dataclass(frozen=True)
class Floor:
    """Limits by kind of game, for compiled rules and for plain rules. A kind that is not listed has no limit."""

    compiled: Mapping[str, float]
    plain: Mapping[str, float]
    is_ceiling: bool = False
    needs_kernel: bool = False

    def limit(self, kind: str, compiled: bool) -> float | None:
        """Return the limit for a kind of game, for compiled or plain rules. Return None if there is none."""
        limits = self.compiled if compiled else self.plain
        return limits.get(kind, limits.get(ANY))

    def describe(self, limit: float) -> str:
        """Return the limit in words."""
        return f"floor < {limit:g}" if self.is_ceiling else f"floor {limit}"

    def holds(self, limit: float, value: float) -> bool:
        """Return whether a value reaches the limit, or stays below it if the limit is a ceiling."""
        return value < limit if self.is_ceiling else value >= limit


def at_least(limit: float) -> Floor:
    """Return a floor for every build and every kind of game."""
    return Floor({ANY: limit}, {ANY: limit})


def below(limit: float, *, needs_kernel: bool = False) -> Floor:
    """Return a ceiling for every build, or for every build with the compiled hex kernel."""
    return Floor({ANY: limit}, {ANY: limit}, is_ceiling=True, needs_kernel=needs_kernel)


#: The floor of each figure or ratio. Plain rules of hex games are about as fast as catanatron and chess, sometimes
#: faster and sometimes slower. So for hex games only compiled rules have a floor.
FLOORS: dict[str, Floor] = {
    "decisions_vs_catanatron": Floor({AREAS: 3.2, HEXES: 1.8}, {AREAS: 1.0}),
    "decisions_vs_chess": Floor({ANY: 1.0}, {AREAS: 1.0}),
    "clone_vs_catanatron": Floor({ANY: 30.0}, {ANY: 8.0}),
    "mcts_vs_plain": Floor({AREAS: 2.3, HEXES: 1.5}, {}),
    "clone_us": below(10),
    "start_ms": below(300),
    "growth": below(1),
    "decisions_vs_yardstick": at_least(0.6),
    "clone_largest_us": below(5),
    "lines_of_a_side_ms": below(1, needs_kernel=True),
    "supply_of_a_side_ms": below(1, needs_kernel=True),
    "lab_two_vs_one": at_least(1.8),
    "lab_ray_vs_pool": at_least(0.9),
}
