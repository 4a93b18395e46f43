"""Of many options those worth a thought, for bots: what hex games share. Which they are is the game's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask
from gunki.series.forces_and_castles.bot import evaluation
from gunki.series.forces_and_castles.bot.evaluation import Goal, GoalAssignment, Weights
from gunki.series.forces_and_castles.state.position import ForcesPosition as G

#: By question what of its options is worth a thought: of the position, the seat and the options.
OptionFilters = Mapping[str, Callable[[Any, int, Sequence[Act]], list[Act]]]


def filter_candidates(g: G, ways: OptionFilters) -> Sequence[Act] | None:
    """The options worth a thought, where the game itself tells; None where it does not. Of a series of orders the end
    stays possible."""
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
    """What a side sees before it moves: for each force how far it is from what is left for it to take, and the way.

    `ours`: by hex how strong it is in the open; `settled`: forces that are where they should be (`Aims.assign_goals`).
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
        """How far a hex is from where a force should go."""
        way = self._way(f)
        return self._aims.near(self.strength[f], h) if way is None else way[h]

    def _way(self, f: int) -> Sequence[int] | None:
        """The way to what is left for it; None where it may go anywhere."""
        raise NotImplementedError
