"""Counts of how often a legal act enters each procedure of the rules, and with what outcome (`gunki fuzz --seen`).

A visit lasts from the call of a procedure to its return. A visit counts only if an act led into it. Procedures that are
on the stack when a game begins do not count. The outcome of a visit consists of its last step, the verbs of the answers
that it took, the procedures that it called, and the kinds of its own events. The words of an event (a result, a reason)
belong to the outcome, but its names and numbers do not. So two assaults with different dice and the same result have
the same outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from gunki.core.dice.chance import Chance
from gunki.core.rules.decision import Act
from gunki.core.rules.events import RawEvent, Trace
from gunki.core.rules.procedure import Ask, Procedure
from gunki.core.state.position import Position

#: The name of the last step of a visit that lasts until the game ends.
END = "the end"


@dataclass
class ProcedureCounts:
    """Counts of the visits in many games."""

    entered: Counter[str] = field(default_factory=Counter)
    outcomes: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, other: ProcedureCounts) -> None:
        """Add the counts of another instance."""
        self.entered.update(other.entered)
        for procedure, outcomes in other.outcomes.items():
            self.outcomes.setdefault(procedure, Counter()).update(outcomes)

    def of(self, procedures: Iterable[str]) -> dict[str, dict[str, Any]]:
        """Return for each procedure how often an act entered it, and how often each outcome occurred."""
        return {
            name: {"entered": self.entered[name], "outcomes": dict(self.outcomes.get(name, Counter()).most_common())}
            for name in procedures
        }


@dataclass
class Visit:
    """A visit under way. `by_act` is false if the procedure was on the stack at the beginning."""

    procedure: str
    by_act: bool
    marks: set[str] = field(default_factory=set)
    clauses: set[str] = field(default_factory=set)


class ProcedureWatcher:
    """Follows one game act by act. Each act is repeated on a copy, whose log notes the procedures."""

    def __init__(self, position: Position) -> None:
        self.visits = ProcedureCounts()
        #: Visits that the last act ended.
        self.ended_visits: list[Visit] = []
        self.under_way = [Visit(type(frame).__name__, False) for frame in position.stack]

    def follow(self, before: Position, act: Act, chance: Chance) -> None:
        """Count the procedures that an act entered and left. `before` is the position in which the act was made."""
        position = before.clone()
        position.log = trace = Trace()
        self.ended_visits = []
        top = self.under_way[-1]
        top.marks.add(act[0])
        if isinstance(before.wait, Ask):
            top.clauses.add(before.wait.clause)
        position.apply(act, chance)
        place = 0
        for until, procedure, step in trace.moments:
            self._hear(trace[place:until])
            place = until
            if step:
                self._leave(step)
            else:
                self._enter(procedure)
        self._hear(trace[place:])
        if position.outcome is not None:
            while self.under_way:
                self._leave(END)

    def _enter(self, procedure: str) -> None:
        if self.under_way:
            self.under_way[-1].marks.add(procedure)
        self.under_way.append(Visit(procedure, True))
        self.visits.entered[procedure] += 1

    def _leave(self, step: str) -> None:
        visit = self.under_way.pop()
        if visit.by_act:
            outcome = f"{step}: {', '.join(sorted(visit.marks))}"
            self.visits.outcomes.setdefault(visit.procedure, Counter())[outcome] += 1
            self.ended_visits.append(visit)

    def _hear(self, happenings: Iterable[RawEvent]) -> None:
        if self.under_way:
            visit = self.under_way[-1]
            for happening in happenings:
                visit.marks.add(event_pattern(happening))
                visit.clauses.update(happening.clauses)


def event_pattern(happening: RawEvent) -> str:
    """Return the kind of an event with its words, but without names and numbers.

    Inside the rules, names are numbers.
    """
    words = (f"{name}={value}" for name, value in sorted(happening.data.items()) if isinstance(value, bool | str))
    return " ".join((happening.kind, *words))


def procedures(start: Position) -> list[str]:
    """Return the procedures that an act can enter: all except the game itself and classes without a first step."""
    game = type(start.stack[0]).__name__
    return sorted(name for name, cls in start.procedures.items() if name != game and cls.start is not Procedure.start)
