"""Filters that keep the promising options, for bots. Each game says which options are promising."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask
from gunki.series.forces_and_castles.bot import evaluation
from gunki.series.forces_and_castles.bot.evaluation import Goal, GoalAssignment, Weights
from gunki.series.forces_and_castles.state.position import ForcesPosition as G

#: For each decision, a function that takes the position, the seat and all options, and returns the promising ones.
OptionFilters = Mapping[str, Callable[[Any, int, Sequence[Act]], list[Act]]]


def filter_candidates(g: G, ways: OptionFilters) -> Sequence[Act] | None:
    """Return the promising options of the current decision; None if the game has no filter for it.

    If the decision is part of a series of orders, the option that ends the series is kept.
    """
    wait = g.wait
    assert isinstance(wait, Ask)
    narrow = ways.get(wait.name)
    if narrow is None:
        return None
    options = g.options()
    candidates = narrow(g, wait.who, options)
    if candidates and wait.starts_order and wait.end_option is not None and wait.end_option not in candidates:
        candidates.append(wait.end_option)
    return candidates or options


class CandidateContext:
    """The distance of each force of a side from its goal, calculated before the side moves.

    `ours`: the side's strength in the open, by hex. `settled`: the forces that are already where they should be, each
    with the number that counts as its distance from a goal.
    """

    def __init__(
        self,
        g: G,
        side: int,
        strength: list[int],
        ours: Mapping[int, int],
        goals: Collection[Goal],
        settled: Mapping[int, int],
        w: Weights,
    ) -> None:
        massed = evaluation.sum_nearby_strength(g, ours, w["together"])
        forces = [f for f in g.forces() if g.side_of[f] == side]
        self.strength, self._aims = strength, GoalAssignment(g, goals, massed, w)
        self._chosen = self._aims.assign_goals(forces, evaluation.might(g, forces, strength, massed), strength, settled)

    def way(self, f: int, h: int) -> int:
        """Return the distance from a hex to the goal of a force."""
        way = self._way(f)
        return self._aims.near(self.strength[f], h) if way is None else way[h]

    def _way(self, f: int) -> Sequence[int] | None:
        """Return the distance from each hex to the goal of a force; None if the force has no goal of its own."""
        raise NotImplementedError
