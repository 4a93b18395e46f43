"""The parts of a record: the header of a match, its entries and its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.events import Event


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. `winners` are the seats that win; `winner` is None if there is not exactly one."""

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


#: A result of chance: "roll" and the dice, or "deal" and the cards. Saves hold cards by name, matches by number.
ChanceResult = tuple[str, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One line of the record: a seat, its action, and the results of rolls and deals before the next decision."""

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
    #: "typed" if a person types the dice in.
    dice: str | None = None
    #: The dice commitment: how the seed was agreed upon (`gunki.core.dice.fairness`). None if there is none.
    fairness: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """What happened in a composed position before its first decision. Phases, turns or the game may have ended."""

    events: tuple[Event, ...]

    @classmethod
    def of(cls, events: Sequence[Event]) -> PlayedOn | None:
        """Return an instance with these events, or None if there are no events."""
        return cls(tuple(events)) if events else None

    def __str__(self) -> str:
        """Return one line: the first events with their clauses, and how many more there are."""
        first = [f"{event.kind} ({', '.join(event.clauses)})" for event in self.events[:4]]
        more = [] if len(self.events) <= len(first) else [f"{len(self.events) - len(first)} more"]
        return f"played on by itself: {', '.join(first + more)}"
