"""Step losses, which the owner assigns to units one by one, and the lines that explain the sum behind a roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Next
from gunki.series.forces_and_castles.state.position import ForcesPosition as G


def part(text: str, value: int, clause: str, **data: Any) -> dict[str, Any]:
    """Return one line of the sum behind a roll (docs/data/events.md, "Rolls").

    `data` holds names, not numbers, because it is shown as it is.
    """
    return {"text": text, "value": value, "clause": clause, "data": data}


def living(g: G, units: Iterable[int]) -> list[int]:
    return [u for u in units if g.at[u] >= 0]


def forces_of(g: G, units: Iterable[int]) -> list[int]:
    """Return the forces to which these units belong now. Their leader may have fallen in the meantime."""
    return sorted({g.leader[u] for u in units if g.at[u] >= 0})


def all_units(g: G, forces: Sequence[int]) -> tuple[int, ...]:
    return tuple(u for force in forces for u in g.members(force))


@dataclass(eq=False)
class StepLosses(AutoAnswering):
    """Some units lose a number of steps, and their owner chooses which.

    `fatal`: the owner must first choose a unit to be eliminated.
    """

    seat: int
    units: tuple[int, ...]
    count: int
    fatal: int
    clause: str

    def alive(self, g: G) -> list[int]:
        """Return the units that are still on the map."""
        return living(g, self.units)

    def choices(self, g: G, alive: list[int]) -> list[int]:
        """Return the units among which the owner chooses now."""
        return alive

    def order_clause(self) -> str:
        """Return the clause that says which units lose steps first."""
        return self.clause

    def start(self, g: G) -> Next:
        alive = self.alive(g)
        if self.count <= 0 or not alive:
            return None
        if self.count >= sum(g.steps[u] for u in alive):
            return "eliminate_all"
        if self.fatal:
            acts = list_eliminations(g, alive, self.count)
            if acts:
                return self._choice(g, acts, "eliminate_unit")
        return self._choice(g, [("lose", u) for u in self.choices(g, alive)], "lose_step")

    def _choice(self, g: G, acts: list[Act], then: str) -> Next:
        clause = self.bullet_clause() if then == "eliminate_unit" else self.clause
        return self.ask(
            g, self.seat, "losses", clause, acts, then, data=self.question_data(acts), verbs=("lose", "fall")
        )

    def question_data(self, acts: list[Act]) -> dict[str, int]:
        """Return the data of the decision."""
        return {"count": self.count, "unit": acts[0][1]}

    def bullet_clause(self) -> str:
        """Return the clause that demands the elimination of a unit."""
        return self.clause

    def mark_clause(self, g: G) -> str:
        """Return the clause that reasons about this elimination cite. A game may return the clause of its table."""
        return self.bullet_clause()

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        verb, unit = act
        alive = self.alive(g)
        chosen = list_eliminations(g, alive, self.count) if self.fatal else []
        if unit not in alive:
            other = g.seat(unit) != self.seat and g.setup.board_clauses.owner
            yield Reason(other or self.clause, "not_involved", {"unit": unit})
        elif verb == "lose":
            if chosen:
                yield Reason(self.mark_clause(g), "eliminate_first", {"unit": unit})
            elif unit not in self.choices(g, alive):
                yield Reason(self.order_clause(), "others_first", {"unit": unit})
        elif not chosen:
            yield Reason(self.mark_clause(g), "no_bullet", {"unit": unit})
        elif act not in chosen:
            yield Reason(self.mark_clause(g), "too_many_steps", {"unit": unit, "count": self.count})

    def eliminate_all(self, g: G) -> Next:
        steps = sum(g.steps[u] for u in self.alive(g))
        if g.log is not None and self.count > steps:
            g.emit("capped", self.clause, hits=self.count, count=steps, cap="all_lost")
        g.eliminate_all(self.units, self.clause)
        return None

    def eliminate_unit(self, g: G, act: Act) -> Next:
        self.fatal = 0
        for _ in range(g.steps[act[1]]):
            self.count -= 1
            g.lose_step(act[1], self.clause)
        return "start"

    def lose_step(self, g: G, act: Act) -> Next:
        self.count -= 1
        g.lose_step(act[1], self.clause)
        return "start"


def list_eliminations(g: G, units: list[int], count: int) -> list[Act]:
    """Return an act for each unit that `count` step losses can eliminate."""
    return [("fall", u) for u in units if g.steps[u] <= count]
