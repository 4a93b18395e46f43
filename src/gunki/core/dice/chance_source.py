"""The chance source of a match: it decides the rolls and deals of one action."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from gunki.core.errors import DiceError
from gunki.core.matches.record_entries import ChanceResult
from gunki.core.rules.procedure import Deal, Roll

if TYPE_CHECKING:
    from gunki.core.matches.match import Match
    from gunki.core.state.position import Position

#: A function that is called for each roll, with the position before the roll, the roll and its dice.
RollListener: TypeAlias = "Callable[[Position, Roll, tuple[int, ...]], None]"


class ChanceSource:
    """Decides the rolls and deals of one action, and keeps the results.

    The results come from a record, from given dice or from the generator.
    """

    def __init__(self, match: Match, recorded: Iterable[ChanceResult] = (), *, complete: bool = False) -> None:
        """Prepare for one action. If `complete` is true, `recorded` must hold every result that is needed."""
        self._match = match
        self._recorded = list(recorded)
        self._complete = complete
        self.dice_used = match._dice_used
        self.results: list[ChanceResult] = []

    def __call__(self, g: Any, wait: Roll | Deal) -> tuple[int, ...] | None:
        kind = "roll" if isinstance(wait, Roll) else "deal"
        result = self._answer(g, wait, kind)
        if result is not None:
            self.results.append((kind, result))
            if self._match.on_roll is not None and isinstance(wait, Roll):
                self._match.on_roll(g, wait, result)
        return result

    def require_used_up(self) -> None:
        """Raise DiceError if the record has more results of chance than the action needed."""
        if self._recorded:
            raise DiceError(f"the record has more answers of chance than were asked for: {len(self._recorded)}")

    def _answer(self, g: Any, wait: Roll | Deal, kind: str) -> tuple[int, ...] | None:
        if self._recorded:
            was, values = self._recorded.pop(0)
            if was == "deal":
                cards = self._match.setup.lexicon
                values = tuple(cards.number("card", v) if isinstance(v, str) else v for v in values)
            fits = was == kind and len(values) == wait.count
            if isinstance(wait, Roll):
                fits = fits and all(1 <= v <= wait.sides for v in values)
            else:
                fits = fits and len(set(values)) == len(values) and set(values) <= set(wait.pool)
            if not fits:
                raise DiceError(f"recorded chance does not fit: {kind} of {wait.count} expected, {was} {values} found")
            return values
        match = self._match
        if isinstance(wait, Roll):
            if match._has_typed_dice:
                return None
            if match._dice_list is not None:
                values = match._dice_list[self.dice_used : self.dice_used + wait.count]
                if len(values) < wait.count:
                    raise DiceError(
                        f"the given dice ran dry: {wait.count} needed for {wait.name} "
                        f"({match.game.cite(wait.clause)}), {len(values)} left"
                    )
                if max(values) > wait.sides:
                    raise DiceError(f"given die {max(values)}: {wait.name} is rolled with dice of {wait.sides} sides")
                self.dice_used += wait.count
                return values
        if self._complete:
            raise DiceError(f"the record has no answer of chance to what is asked for ({match.game.cite(wait.clause)})")
        return match._generator(g, wait)
