"""Things that players pull back and forth: how often in one turn, and which way not once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gunki.core.definition.game import OscillatingMove
from gunki.core.rules.events import Event


class OscillationTracker:
    """By thing, in one turn: the way it was pulled last, and how often that had changed by then."""

    def __init__(self, oscillating_move: Callable[[Event], OscillatingMove | None]) -> None:
        self._oscillating_move = oscillating_move
        self.last: dict[str, str] = {}
        self.reversals: dict[str, int] = {}
        self._ways: dict[str, set[str]] = {}

    def add(self, events: Iterable[Event]) -> OscillationTracker:
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
        """How often the thing was turned back that was turned most often."""
        return max(self.reversals.values(), default=0)

    def moves_to_avoid(self) -> frozenset[OscillatingMove]:
        """What was turned back once is not turned back again: the ways it was pulled before its last one."""
        return frozenset(
            (thing, way)
            for thing, count in self.reversals.items()
            if count
            for way in self._ways[thing]
            if way != self.last[thing]
        )
