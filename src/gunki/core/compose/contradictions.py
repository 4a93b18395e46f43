"""Contradictions in composed positions. Some are found only in play; the action that leads to one is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.core.errors import GunkiError, PositionError
from gunki.core.matches.record_entries import MatchHeader
from gunki.core.rules.procedure import Ask
from gunki.core.show import views
from gunki.core.state.position import Position

if TYPE_CHECKING:
    from gunki.core.matches.match import Match


class blame_composed_position:
    """Context that turns an unexpected error in a match from a composed position into a PositionError.

    The position may contradict itself in a way that is found only in play. Then its document is wrong, not the engine.
    This is a class, because a generator would be slower, and the context is entered several times for every action.
    """

    __slots__ = ("_header",)

    def __init__(self, header: MatchHeader) -> None:
        self._header = header

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if self._header.composed is None or isinstance(error, GunkiError) or not isinstance(error, Exception):
            return
        why = f"{type(error).__name__}: {error}"[:200]
        raise PositionError(f"the composed position contradicts itself here: {why}") from error


def validate_composed(match: Match, position: Position) -> None:
    """Raise PositionError if the next decision or the views of a position cannot be made.

    The position is checked only if the match began in a composed position whose document has a stack.
    """
    if match.header.composed is None or "stack" not in match.header.composed:
        return
    wait = position.wait
    if isinstance(wait, Ask):
        if not 0 <= wait.who < len(match.seats) or not position.options():
            raise PositionError(f"the composed position contradicts itself here: nobody can answer {wait.name}")
        match.setup.lexicon.names(wait.data)
        for act in position.options():
            match.setup.lexicon.make_option(act, position.cost(act))
    elif wait is None and position.outcome is None:
        raise PositionError("the composed position contradicts itself here: the game ends without an end")
    match.game.view(position, None)
    views.aims_by_seat(match.game, match.setup, position, range(len(match.seats)))
    for seat in range(len(match.seats)):
        match.game.own_view(position, seat)
    for raw_event in position.log or ():
        match._public_event(raw_event)
