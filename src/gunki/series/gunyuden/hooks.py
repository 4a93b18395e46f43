"""What a game answers for itself, beyond the basic rules: by default nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from gunki.board.kernel import Travel
from gunki.core.decision import Bar
from gunki.series.forces_and_castles.position import ForcesPositionOf
from gunki.series.gunyuden.setup import GunyudenSetup

SetupT = TypeVar("SetupT", bound=GunyudenSetup, covariant=True)


class GunyudenHooks(ForcesPositionOf[SetupT]):
    """A part of the position: rules ask it, and games override it."""

    __slots__ = ()

    def commands_others(self, chief: int, unit: int) -> bool:
        """Whether a scenario lets a commander lead units of another army (9-2-6)."""
        return False

    def command_bars(self, chief: int, unit: int) -> Iterator[Bar]:
        """What a game says itself about a commander who may not lead a unit."""
        yield from ()

    def line_travel(self, army: int) -> Travel:
        """What a line of the army costs (11-2)."""
        return self.setup.lines[self.weather]

    def cut_bars(self, force: int) -> Iterator[Bar]:
        """What a game has that can cut a line besides (11-1-3)."""
        yield from ()

    def watched(self, force: int) -> bool:
        """Whether a scenario asks where this force passes on its march."""
        return False

    def passed(self, force: int, way: Iterable[int]) -> None:
        """A force that is watched has come through these hexes."""

    def truce_bars(self, force: int, h: int) -> Iterator[Bar]:
        """What a scenario has against an attack on those in a hex who are no enemies."""
        yield from ()

    def castle_truce_bars(self, force: int) -> Iterator[Bar]:
        """What it has against a siege of the castle where a force stands, though it is no enemy's."""
        yield from ()

    def replenishment_bars(self, force: int) -> Iterator[Bar]:
        """What a scenario has against replenishment."""
        yield from ()

    def replenishment_table(self, force: int) -> str:
        """The table on which a force rolls (14-2-1), by its name."""
        raise NotImplementedError

    def replenishment_column(self, force: int) -> str:
        """The column of that table: "home" or "away" (14-2-1)."""
        raise NotImplementedError

    def replenishment_shift(self, force: int) -> int:
        """What the result is raised by where the force stands."""
        return 0

    def restorer(self, castle: int, force: int) -> int:
        """21-1, 21-2-1: whose an abandoned castle is when it is restored: his who had it at the start, if a friend."""
        first, army = self.setup.castle_owner[castle], self.setup.army[force]
        return first if first >= 0 and self.army_side(first) == self.army_side(army) else army
