"""A base class of the position: questions about forces and castles that the rules of each game answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Procedure
from gunki.core.state.position import Position
from gunki.series.forces_and_castles.rules.march_terms import Terms


class ForcesHooks(Position):
    """Questions about forces and castles. Some must be answered by every game; the others have a default answer."""

    __slots__ = ()

    def may_lead(self, chief: int, unit: int) -> bool:
        """Return whether rank and army let a commander lead a unit."""
        raise NotImplementedError

    def lead_bars(self, chief: int, unit: int) -> Iterator[Reason]:
        """Yield why a commander cannot take a unit under his command."""
        raise NotImplementedError

    def precedence(self, unit: int) -> tuple[int, int]:
        """Return the key by which units are ranked as leaders: the rank, then the value. The largest key leads."""
        raise NotImplementedError

    def strength(self, force: int) -> int:
        """Return the strength of a force in battle."""
        raise NotImplementedError

    def strength_to_invest(self, castle: int) -> int:
        """Return the strength that is needed to invest a castle as it is now."""
        raise NotImplementedError

    def join(self, unit: int, force: int) -> None:
        """Put a unit under command of another force in its hex."""
        raise NotImplementedError

    def lose_step(self, unit: int, *clauses: str) -> None:
        """Take a step from a unit; a unit without steps is eliminated."""
        raise NotImplementedError

    def eliminate_all(self, units: Iterable[int], *clauses: str) -> None:
        """Eliminate several units at once."""
        raise NotImplementedError

    def is_neutral(self, army: int) -> bool:
        """Return whether an army is on the map and takes no part."""
        return False

    def has_left(self, army: int) -> bool:
        """Return whether an army has left the war: nobody plays it any more, but it keeps the castles that it took."""
        return False

    def closes_hex(self, army: int) -> bool:
        """Return whether the forces of a neutral army close their hex to all others, in the open and in garrison."""
        return False

    def report_regrouping(self, act: Act) -> None:
        """Emit events about a regrouping; most games emit none."""

    def is_idle(self, force: int) -> bool:
        """Return whether a force may not act now, although its phase has come. In most games, every force may act."""
        return type(self).idle_bars != ForcesHooks.idle_bars and next(self.idle_bars(force), None) is not None

    def idle_bars(self, force: int) -> Iterator[Reason]:
        """Yield why a force may not act now."""
        yield from ()

    def free_to_act(self, forces: list[int]) -> list[int]:
        """Return the forces in a list that `idle_bars` does not hold back. This is faster than testing each of them."""
        if type(self).idle_bars == ForcesHooks.idle_bars:  # the game has no such reasons, like most games
            return forces
        return [f for f in forces if not self.is_idle(f)]

    def is_always_inside(self, force: int, h: int) -> bool:
        """Return whether a force in this hex counts as garrison without entering."""
        return False

    def inside_bars(self, force: int, h: int) -> Iterator[Reason]:
        """Yield why a force that always counts as garrison here can neither go in nor out."""
        yield from ()

    def terms(self, force: int, kind: int) -> Terms:
        """Return the terms on which a force on the map moves.

        `kind`: the number of the kind of movement in the rules.
        """
        raise NotImplementedError

    def gate_cost(self, force: int) -> int:
        """Return the points that a force needs to leave its castle."""
        return 0

    def toll(self, side: int, h: int) -> int:
        """Return the points that enemy zones add for entering the map in a hex."""
        return 0

    def may_react(self, force: int) -> bool:
        """Return whether any enemy could interrupt a march of this force."""
        return False

    def keeps_trail(self, force: int) -> bool:
        """Return whether the hexes of a force's march are kept, because it could be driven back along them."""
        return self.may_react(force)

    def may_react_beside(self, force: int, way: Sequence[int]) -> bool:
        """Return whether an enemy might interrupt the march in a hex of this way.

        If so, the force marches hex by hex.
        """
        return True

    def reaction(self, force: int, trail: tuple[int, ...]) -> Procedure | None:
        """Return the procedure that interrupts a march in the force's hex. `trail`: the hexes that it came through."""
        return None

    def is_held_up(self, force: int) -> bool:
        """Return whether an interruption has ended a force's march."""
        return False

    def ban_bars(self, force: int, goal: int) -> Iterator[Reason]:
        """Yield why a hex is closed to a force, apart from the forces and castles there."""
        yield from ()

    def trap_hexes(self, force: int) -> bytes | None:
        """Return hexes that a force may enter, but not leave again."""
        return None

    def forget(self, seat: int) -> None:
        """Remove from the position everything that a seat does not know."""

    def ban_hexes(self, force: int) -> bytes | None:
        """Return the hexes that are closed to this force alone."""
        return None
