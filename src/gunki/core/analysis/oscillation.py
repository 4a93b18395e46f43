"""Things that players pull back and forth: how often in one turn, and which way not once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gunki.core.definition.game import Tug
from gunki.core.rules.events import Event


class Tugs:
    """By thing, in one turn: the way it was pulled last, and how often that had changed by then."""

    def __init__(self, tugged: Callable[[Event], Tug | None]) -> None:
        self._tugged = tugged
        self.last: dict[str, str] = {}
        self.turns: dict[str, int] = {}
        self._ways: dict[str, set[str]] = {}

    def add(self, events: Iterable[Event]) -> Tugs:
        for event in events:
            tug = self._tugged(event)
            if tug is not None:
                thing, way = tug
                self.turns[thing] = self.turns.get(thing, 0) + (self.last.get(thing, way) != way)
                self.last[thing] = way
                self._ways.setdefault(thing, set()).add(way)
        return self

    @property
    def most(self) -> int:
        """How often the thing was turned back that was turned most often."""
        return max(self.turns.values(), default=0)

    def weary(self) -> frozenset[Tug]:
        """What was turned back once is not turned back again: the ways it was pulled before its last one."""
        return frozenset(
            (thing, way)
            for thing, count in self.turns.items()
            if count
            for way in self._ways[thing]
            if way != self.last[thing]
        )
