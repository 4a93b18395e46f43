"""The parts of a record: the header of a match, its entries and its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.events import Event


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. `winner` is None when nobody wins or several share the victory; `winners` are all who win."""

    winner: str | None
    points: tuple[int, ...]
    reason: str
    clause: str
    winners: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return the result as plain data, as views hold it."""
        return {
            "winner": self.winner,
            "winners": list(self.winners),
            "points": list(self.points),
            "reason": self.reason,
            "clause": self.clause,
        }


#: What chance answered: "roll" and the dice, or "deal" and the cards (in a save by name, in a match by number).
ChanceResult = tuple[str, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One line of the record: who did what, and what chance answered before the next question."""

    who: str
    act: str
    chance: tuple[ChanceResult, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """How a match began. Header and entries are enough to replay the match."""

    game: str
    scenario: str
    options: Mapping[str, Any]
    seed: int
    rules_version: int
    composed: Mapping[str, Any] | None = None
    tables: Mapping[str, Any] | None = None
    #: "typed" when dice are typed in by a person.
    dice: str | None = None
    #: How the seed was agreed upon (`gunki.core.dice.fairness`), once it may be known.
    fairness: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """What a composed position did by itself before its first decision. It may have ended phases, turns or the game."""

    events: tuple[Event, ...]

    @classmethod
    def of(cls, events: Sequence[Event]) -> PlayedOn | None:
        """Return what these events did; None if there are none."""
        return cls(tuple(events)) if events else None

    def __str__(self) -> str:
        """Return one line: how many events, and the first of them with their clauses."""
        first = [f"{event.kind} ({', '.join(event.clauses)})" for event in self.events[:4]]
        more = [] if len(self.events) <= len(first) else [f"{len(self.events) - len(first)} more"]
        return f"played on by itself: {', '.join(first + more)}"
