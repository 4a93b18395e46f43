"""Errors, one class per cause. Every message says what is wrong and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gunki.core.matches.match import Match
    from gunki.core.rules.decision import Reason


class GunkiError(Exception):
    """The base class of errors in what a user, a file or a request gives; never a fault of the engine itself."""


class ActionError(GunkiError):
    """A text that is not an action: an unknown verb, an unknown name or a wrong number of words."""


class IllegalAction(GunkiError):
    """A well-formed action that the rules do not allow now; `bars` holds the reasons."""

    def __init__(self, message: str, bars: Sequence[Reason] = ()) -> None:
        super().__init__(message)
        self.bars = tuple(bars)


class DiceError(GunkiError):
    """Given dice ran out, or typed or recorded results of chance do not fit."""


class UndoError(GunkiError):
    """No decision can be taken back, or a die or card was revealed since and not every seat agrees."""


class AbsentError(GunkiError):
    """A ply of a resumed match that lies before the first one that the match holds."""


class OptionError(GunkiError):
    """An unknown game, scenario, seat or match option, or a value that an option does not take."""


class PositionError(GunkiError):
    """A composed position with a bad entry; the message names the path of the entry."""


class EndlessError(PositionError):
    """An action after which the procedures would run in a circle without end."""


class DataError(GunkiError):
    """A data file with a bad entry; the message names file, table, field and what was expected."""


class SaveError(GunkiError):
    """A save that cannot be read, or whose actions the rules refuse; then `match` holds the part that was replayed."""

    def __init__(self, message: str, match: Match | None = None) -> None:
        super().__init__(message)
        self.match = match
