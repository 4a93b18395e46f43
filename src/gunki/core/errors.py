"""Errors, one class for each cause. Every message says what is wrong, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gunki.core.matches.match import Match
    from gunki.core.rules.decision import Reason


class GunkiError(Exception):
    """The base class of errors that a user, a file or a request causes, not the engine itself."""


class ActionError(GunkiError):
    """A text that is not an action: an unknown verb, an unknown name or a wrong number of words."""


class IllegalAction(GunkiError):
    """A well-formed action that the rules do not allow now; `bars` holds the reasons."""

    def __init__(self, message: str, bars: Sequence[Reason] = ()) -> None:
        super().__init__(message)
        self.bars = tuple(bars)


class DiceError(GunkiError):
    """A list of given dice is too short, or a typed or recorded result does not fit the roll or deal."""


class UndoError(GunkiError):
    """A take-back that is not possible: there is no decision to take back, or not every seat agrees.

    All seats must agree if a die or a card has been revealed since the decision.
    """


class AbsentError(GunkiError):
    """A request for a ply that the match does not hold, because it was resumed at a later one."""


class OptionError(GunkiError):
    """An unknown game, scenario, seat or match option, or a value that an option does not take."""


class PositionError(GunkiError):
    """A composed position with a bad entry; the message names the path of the entry."""


class EndlessError(PositionError):
    """An action after which the procedures would call each other without end."""


class DataError(GunkiError):
    """A data file with a bad entry; the message names file, table, field and what was expected."""


class SaveError(GunkiError):
    """A save that cannot be read, or whose actions the rules refuse.

    If the rules refuse an action, `match` holds the match up to that action.
    """

    def __init__(self, message: str, match: Match | None = None) -> None:
        super().__init__(message)
        self.match = match
