"""Errors, one class per cause. Every message says what is wrong and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gunki.core.matches.match import Match
    from gunki.core.rules.decision import Reason


class GunkiError(Exception):
    """Whatever a user, a file or a request got wrong. Never a fault of the engine itself."""


class ActionError(GunkiError):
    """A text that is no action: unknown verb, unknown name, wrong number of words."""


class IllegalAction(GunkiError):
    """A proper action that the rules do not allow now; `bars` says why."""

    def __init__(self, message: str, bars: Sequence[Reason] = ()) -> None:
        super().__init__(message)
        self.bars = tuple(bars)


class DiceError(GunkiError):
    """Given dice ran dry, or typed dice do not fit the roll."""


class UndoError(GunkiError):
    """Nothing to take back, or a revealed die or card stands in between and not everyone agrees."""


class AbsentError(GunkiError):
    """Something of a resumed match that lies before what it holds."""


class OptionError(GunkiError):
    """An unknown game, scenario, seat or match option, or a value it does not take."""


class PositionError(GunkiError):
    """A composed position with a bad entry, named by its path."""


class EndlessError(PositionError):
    """An action that would keep the rules busy without end."""


class DataError(GunkiError):
    """A data file with a bad entry: names file, table, field and what was expected."""


class SaveError(GunkiError):
    """A save that cannot be read, or whose actions the rules refuse; then `match` is what could be replayed."""

    def __init__(self, message: str, match: Match | None = None) -> None:
        super().__init__(message)
        self.match = match
