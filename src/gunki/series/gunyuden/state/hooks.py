"""What a game answers for itself, beyond the basic rules: by default nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from gunki.board.kernel import Travel
from gunki.core.rules.decision import Reason
from gunki.series.forces_and_castles.state.position import ForcesPositionOf
from gunki.series.gunyuden.setup import GunyudenSetup

SetupT = TypeVar("SetupT", bound=GunyudenSetup, covariant=True)


class GunyudenHooks(ForcesPositionOf[SetupT]):
    """A part of the position: rules ask it, and games override it."""

    __slots__ = ()

    def may_lead_other_army(self, chief: int, unit: int) -> bool:
        """Whether a scenario lets a commander lead units of another army (9-2-6)."""
        return False

    def command_bars(self, chief: int, unit: int) -> Iterator[Reason]:
        """What a game says itself about a commander who may not lead a unit."""
        yield from ()

    def line_travel(self, army: int) -> Travel:
        """What a line of the army costs (11-2)."""
        return self.setup.lines[self.weather]

    def cut_bars(self, force: int) -> Iterator[Reason]:
        """What a game has that can cut a line besides (11-1-3)."""
        yield from ()

    def convoy(self, force: int) -> tuple[int, ...]:
        """The other forces that act with this one as one force, while they do."""
        return ()

    def company(self, force: int) -> tuple[int, ...]:
        """A force and those that act with it as one force: what binds one of them binds all."""
        return (force, *self.convoy(force))

    def neutral_bars(self, force: int) -> Iterator[Reason]:
        """Why a force that nobody plays does not act."""
        yield Reason("12.0", "not_own", {"unit": force})

    def begin_action(self, force: int) -> None:
        """A force begins its action (12-1-2)."""

    def fight(self, attackers: Iterable[int], defenders: Iterable[int]) -> None:
        """Units are drawn into a fight, in the open or for a castle."""

    def win_battle(self, winners: Iterable[int], losers: Iterable[int]) -> None:
        """A decisive battle is decided between these units (24-2-5)."""

    def win_skirmish(self, winners: Iterable[int], losers: Iterable[int]) -> None:
        """A skirmish is won by these units: the others have retreated or are gone (23)."""

    def check_layout(self) -> None:
        """Refuse what a composed position says of units that no play could bring about."""

    def deaf_bars(self, castle: int) -> Iterator[Reason]:
        """Why a castle is not called upon to surrender at this time."""
        yield from ()

    def has_spoils(self) -> bool:
        """Return whether a garrison that surrenders restores steps of its captor (20-3)."""
        return True

    def relays(self, army: int) -> frozenset[int]:
        """11-1-1: whose forces and castles relay the lines of an army."""
        return frozenset((army,))

    def main_castles(self, army: int) -> tuple[tuple[int, int, frozenset[int]], ...]:
        """8-3: where its lines end: castle or -1, hex, and the armies that must own it."""
        return self.setup.main_castles[army]

    def is_main_castle(self, force: int, castle: int) -> bool:
        """Whether a castle is a main castle of the force's own army, not an ally's on which it leans (8-3-2)."""
        army = self.setup.army[force]
        return any(main == castle and army in owners for main, _, owners in self.main_castles(army))

    def keeps(self, force: int, owner: int) -> bool:
        """Whether the castles of `owner` are those of the force's own army: it may replenish them (14-3-2), and goes to
        them before an ally's when it is let out of another (20-3)."""
        return owner == self.setup.army[force]

    def needs_line(self, force: int) -> bool:
        """Whether a force misses a line that it does not have (11-4)."""
        return True

    def target_bars(self, force: int, h: int) -> Iterator[Reason]:
        """What a scenario has against an attack on the enemies in a hex."""
        yield from ()

    def list_departing_armies(self, army: int) -> frozenset[int]:
        """25-2: the armies that cannot be on the map when a sodaisho of this one is dead."""
        return self.followers(army)

    def followers(self, army: int) -> frozenset[int]:
        """25-2: the armies that leave the map with a sodaisho of this one."""
        return frozenset((army,))

    def is_watched(self, force: int) -> bool:
        """Whether a scenario asks where this force passes on its march."""
        return False

    def record_passage(self, force: int, way: Iterable[int]) -> None:
        """A force that is watched has come through these hexes."""

    def truce_bars(self, force: int, h: int) -> Iterator[Reason]:
        """What a scenario has against an attack on those in a hex who are no enemies."""
        yield from ()

    def castle_truce_bars(self, force: int) -> Iterator[Reason]:
        """What it has against a siege of the castle where a force stands, though it is no enemy's."""
        yield from ()

    def has_other_supplies(self, force: int) -> bool:
        """Whether a scenario lets a commander replenish something besides troops and castle (14-1)."""
        return False

    def other_supply_bars(self, force: int) -> Iterator[Reason]:
        """Why it does not let one whom it could."""
        yield from ()

    def ruin_bars(self, force: int, castle: int) -> Iterator[Reason]:
        """Why a force needs a line to restore a ruin (8-3-2)."""
        yield from ()

    def replenishment_bars(self, force: int) -> Iterator[Reason]:
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

    def ruin_clauses(self, last: bool) -> tuple[str, ...]:
        """By which clause an army restores its ruined main castle without a line, if it may; `last`: no main castle of
        the army is left. 8-3-2: only then."""
        return ("8-3-2",) if last else ()

    def restorer(self, castle: int, force: int) -> int:
        """21-1, 21-2-1: whose an abandoned castle is when it is restored: his who had it at the start, if a friend."""
        first, army = self.setup.castle_owner[castle], self.setup.army[force]
        return first if first >= 0 and self.army_side(first) == self.army_side(army) else army
