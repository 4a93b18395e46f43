"""Decisions, their options, and the reasons why other actions are refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gunki.core.rules.old_names import warn_of_old_name

#: An action as the rules hold it: a verb, and indices into the game's tables. `Lexicon` converts it to names and back.
Act = tuple[Any, ...]

CHANCE = "chance"


class Action(tuple[Any, ...]):
    """An action with names: `(verb, *args)`. `str()` returns it as one line of text."""

    __slots__ = ()

    def __new__(cls, verb: str, *args: str | int) -> Action:
        return tuple.__new__(cls, (verb, *args))

    @property
    def verb(self) -> str:
        return str(self[0])

    @property
    def args(self) -> tuple[str | int, ...]:
        return tuple(self[1:])

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


class Reason(NamedTuple):
    """One reason why an action is refused, and the clause that says so."""

    clause: str
    what: str
    data: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return f"{self.what} ({self.clause})"


class Consequence(NamedTuple):
    """A consequence of an answer that players cannot see from its text (section `brings` of the texts).

    `irreversible` marks an important consequence that can never be reversed in the game.
    """

    clause: str
    what: str
    data: Mapping[str, Any] = {}
    irreversible: bool = False


class Refusal(NamedTuple):
    """A refused action with its reasons. `others` is how many more actions on the same thing have the same reasons."""

    action: str
    bars: list[Reason]
    others: int = 0


@dataclass(frozen=True, slots=True)
class Option:
    """An action that is allowed now, the things to highlight on the table for it (`lights`), and its cost."""

    action: Action
    lights: tuple[str, ...] = ()
    cost: int | None = None

    def __str__(self) -> str:
        return str(self.action)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of one seat. `options` is complete: every other action is refused with a clause."""

    who: str
    name: str
    clause: str
    kind: str
    options: Sequence[Option]
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def texts(self) -> list[str]:
        """The options as texts."""
        return [str(option) for option in self.options]

    def __str__(self) -> str:
        return f"{self.who}: {self.name} ({self.clause}), {len(self.options)} options"


def __getattr__(name: str) -> Any:
    """Return `Reason` or `Consequence` for its old name, and warn."""
    old_names = {"Bar": "Reason", "Brings": "Consequence"}
    if name not in old_names:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn_of_old_name(f"{__name__}.{name}", old_names[name])
    return globals()[old_names[name]]
