"""Oscillations: moves back and forth within a turn, and the moves that a bot should avoid because of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gunki.core.definition.game import OscillatingMove
from gunki.core.rules.events import Event


class OscillationTracker:
    """For each thing that moved in one turn, its directions so far, and how often it has reversed its direction."""

    def __init__(self, oscillating_move: Callable[[Event], OscillatingMove | None]) -> None:
        self._oscillating_move = oscillating_move
        self.last: dict[str, str] = {}
        self.reversals: dict[str, int] = {}
        self._ways: dict[str, set[str]] = {}

    def add(self, events: Iterable[Event]) -> OscillationTracker:
        """Count the moves in some events, and return the tracker itself."""
        for event in events:
            move = self._oscillating_move(event)
            if move is not None:
                thing, way = move
                self.reversals[thing] = self.reversals.get(thing, 0) + (self.last.get(thing, way) != way)
                self.last[thing] = way
                self._ways.setdefault(thing, set()).add(way)
        return self

    @property
    def most_reversals(self) -> int:
        """How often the thing with the most reversals has reversed its direction."""
        return max(self.reversals.values(), default=0)

    def moves_to_avoid(self) -> frozenset[OscillatingMove]:
        """Return the moves that would once more reverse a thing that has reversed its direction before.

        For each such thing, these are the directions that it has taken, except its last one.
        """
        return frozenset(
            (thing, way)
            for thing, count in self.reversals.items()
            if count
            for way in self._ways[thing]
            if way != self.last[thing]
        )
