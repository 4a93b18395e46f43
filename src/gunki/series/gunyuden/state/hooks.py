"""Hooks of the basic rules: methods of the position that a game may override. By default they add nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from gunki.board.kernel import Travel
from gunki.core.rules.decision import Reason
from gunki.series.forces_and_castles.state.position import ForcesPositionOf
from gunki.series.gunyuden.setup import GunyudenSetup

SetupT = TypeVar("SetupT", bound=GunyudenSetup, covariant=True)


class GunyudenHooks(ForcesPositionOf[SetupT]):
    """The part of the position that the rules call and games override."""

    __slots__ = ()

    def may_lead_other_army(self, chief: int, unit: int) -> bool:
        """Return whether a scenario lets a commander lead units of another army (9-2-6)."""
        return False

    def command_bars(self, chief: int, unit: int) -> Iterator[Reason]:
        """Yield a game's own reasons why a commander may not lead a unit."""
        yield from ()

    def line_travel(self, army: int) -> Travel:
        """Return the costs of a line of the army (11-2)."""
        return self.setup.lines[self.weather]

    def cut_bars(self, force: int) -> Iterator[Reason]:
        """Yield a game's own causes that cut a line (11-1-3)."""
        yield from ()

    def convoy(self, force: int) -> tuple[int, ...]:
        """Return the other forces that act as one force with this one at the moment."""
        return ()

    def company(self, force: int) -> tuple[int, ...]:
        """Return a force and the forces that act as one with it. What ties one of these forces ties all of them."""
        return (force, *self.convoy(force))

    def neutral_bars(self, force: int) -> Iterator[Reason]:
        """Yield why a force that nobody plays does not act."""
        yield Reason("12.0", "not_own", {"unit": force})

    def begin_action(self, force: int) -> None:
        """React to a force that begins its action (12-1-2)."""

    def fight(self, attackers: Iterable[int], defenders: Iterable[int]) -> None:
        """React to units drawn into a fight, in the open or for a castle."""

    def win_battle(self, winners: Iterable[int], losers: Iterable[int]) -> None:
        """React to the end of a decisive battle between these units (24-2-5)."""

    def win_skirmish(self, winners: Iterable[int], losers: Iterable[int]) -> None:
        """React to the end of a skirmish: the losers have retreated or are gone (23)."""

    def check_layout(self) -> None:
        """Raise `PositionError` for units of a composed position that no play could bring about."""

    def deaf_bars(self, castle: int) -> Iterator[Reason]:
        """Yield why a castle cannot be called upon to surrender at this time."""
        yield from ()

    def has_spoils(self) -> bool:
        """Return whether a garrison that surrenders restores steps of its captor (20-3)."""
        return True

    def relays(self, army: int) -> frozenset[int]:
        """Return the armies whose forces and castles relay the lines of an army (11-1-1)."""
        return frozenset((army,))

    def main_castles(self, army: int) -> tuple[tuple[int, int, frozenset[int]], ...]:
        """Return the ends of an army's lines: the castle (-1: none), its hex, and a set of armies (8-3).

        A line may end at the castle only while an army of this set owns it.
        """
        return self.setup.main_castles[army]

    def is_main_castle(self, force: int, castle: int) -> bool:
        """Return whether a castle is a main castle of the force's own army, not of an ally that protects it (8-3-2)."""
        army = self.setup.army[force]
        return any(main == castle and army in owners for main, _, owners in self.main_castles(army))

    def keeps(self, force: int, owner: int) -> bool:
        """Return whether the castles of `owner` count as those of the force's own army.

        The force may replenish them (14-3-2), and goes to them before an ally's when a castle opens its gates (20-3).
        """
        return owner == self.setup.army[force]

    def needs_line(self, force: int) -> bool:
        """Return whether the lack of a line harms a force (11-4)."""
        return True

    def target_bars(self, force: int, h: int) -> Iterator[Reason]:
        """Yield a scenario's reasons against an attack on the enemies in a hex."""
        yield from ()

    def list_departing_armies(self, army: int) -> frozenset[int]:
        """Return the armies that cannot be on the map when a sodaisho of this army is dead (25-2)."""
        return self.followers(army)

    def followers(self, army: int) -> frozenset[int]:
        """Return the armies that leave the map when a sodaisho of this army is killed (25-2)."""
        return frozenset((army,))

    def is_watched(self, force: int) -> bool:
        """Return whether a scenario needs to know the hexes through which this force marches."""
        return False

    def record_passage(self, force: int, way: Iterable[int]) -> None:
        """Record that a watched force has come through these hexes."""

    def truce_bars(self, force: int, h: int) -> Iterator[Reason]:
        """Yield the scenario's reasons against an attack on a hex: the forces there are not enemies."""
        yield from ()

    def castle_truce_bars(self, force: int) -> Iterator[Reason]:
        """Yield the scenario's reasons against a siege of the castle in a force's hex: its owner is not an enemy."""
        yield from ()

    def has_other_supplies(self, force: int) -> bool:
        """Return whether a scenario lets a commander replenish something besides troops and castle (14-1)."""
        return False

    def other_supply_bars(self, force: int) -> Iterator[Reason]:
        """Yield why a commander cannot, at this time, replenish the supplies that `has_other_supplies` allows."""
        yield from ()

    def ruin_bars(self, force: int, castle: int) -> Iterator[Reason]:
        """Yield why a force needs a line to restore a ruin (8-3-2)."""
        yield from ()

    def replenishment_bars(self, force: int) -> Iterator[Reason]:
        """Yield a scenario's reasons against replenishment."""
        yield from ()

    def replenishment_table(self, force: int) -> str:
        """Return the name of the table on which a force rolls (14-2-1)."""
        raise NotImplementedError

    def replenishment_column(self, force: int) -> str:
        """Return the column of the replenishment table for a force: "home" or "away" (14-2-1)."""
        raise NotImplementedError

    def replenishment_shift(self, force: int) -> int:
        """Return the number added to the result of a replenishment roll because of the force's place."""
        return 0

    def ruin_clauses(self, last: bool) -> tuple[str, ...]:
        """Return the clauses by which an army may restore a ruined main castle without a line; empty if it may not.

        `last`: no main castle of the army is left. The basic rules allow such a restoration only then (8-3-2).
        """
        return ("8-3-2",) if last else ()

    def restorer(self, castle: int, force: int) -> int:
        """Return the army that gets an abandoned castle when it is restored (21-1, 21-2-1).

        It is the army that had the castle at the start, if that army is a friend. Else it is the army of `force`.
        """
        first, army = self.setup.castle_owner[castle], self.setup.army[force]
        return first if first >= 0 and self.army_side(first) == self.army_side(army) else army
