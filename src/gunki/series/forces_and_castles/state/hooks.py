"""What the rules of a game answer about forces and castles: a part of the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Procedure
from gunki.core.state.position import Position
from gunki.series.forces_and_castles.rules.march_terms import Terms


class ForcesHooks(Position):
    """What every game must say, and what most of them have not: by default nothing."""

    __slots__ = ()

    def may_lead(self, chief: int, unit: int) -> bool:
        """Whether rank and army let a commander lead a unit."""
        raise NotImplementedError

    def lead_bars(self, chief: int, unit: int) -> Iterator[Reason]:
        """Why a commander cannot take a unit under his command, if he cannot."""
        raise NotImplementedError

    def precedence(self, unit: int) -> tuple[int, int]:
        """Who leads before others: rank, then worth."""
        raise NotImplementedError

    def strength(self, force: int) -> int:
        """What a force is worth in battle."""
        raise NotImplementedError

    def strength_to_invest(self, castle: int) -> int:
        """The strength that can invest a castle as it is now."""
        raise NotImplementedError

    def join(self, unit: int, force: int) -> None:
        """A unit comes under command of another force in its hex."""
        raise NotImplementedError

    def lose_step(self, unit: int, *clauses: str) -> None:
        """A step is lost; a unit that has none left is gone."""
        raise NotImplementedError

    def eliminate_all(self, units: Iterable[int], *clauses: str) -> None:
        """Units are lost at one stroke."""
        raise NotImplementedError

    def is_neutral(self, army: int) -> bool:
        """Whether an army is on the map and takes no part."""
        return False

    def has_left(self, army: int) -> bool:
        """Whether an army that nobody plays now was in the war before, and keeps what it took."""
        return False

    def closes_hex(self, army: int) -> bool:
        """Whether the forces of a neutral army close their hex to everybody, in the open and in garrison."""
        return False

    def report_regrouping(self, act: Act) -> None:
        """What is told of a unit that was rearranged so; most games tell nothing."""

    def is_idle(self, force: int) -> bool:
        """Whether a force may not act now, though its phase has come; most games hold nobody back."""
        return type(self).idle_bars != ForcesHooks.idle_bars and next(self.idle_bars(force), None) is not None

    def idle_bars(self, force: int) -> Iterator[Reason]:
        """Why it may not."""
        yield from ()

    def free_to_act(self, forces: list[int]) -> list[int]:
        """Of some forces those whom no `idle_bars` hold back, found at once."""
        if type(self).idle_bars == ForcesHooks.idle_bars:  # most games hold nobody back
            return forces
        return [f for f in forces if not self.is_idle(f)]

    def is_always_inside(self, force: int, h: int) -> bool:
        """Whether a force in this hex is in garrison by itself."""
        return False

    def inside_bars(self, force: int, h: int) -> Iterator[Reason]:
        """Why such a force neither goes in nor out."""
        yield from ()

    def terms(self, force: int, kind: int) -> Terms:
        """On what terms a force on the map moves; `kind`: of movement, as the rules count them."""
        raise NotImplementedError

    def gate_cost(self, force: int) -> int:
        """What it takes a force to leave the castle it is in."""
        return 0

    def toll(self, side: int, h: int) -> int:
        """What the enemy's zones add for who enters the map in a hex."""
        return 0

    def may_react(self, force: int) -> bool:
        """Whether there is anybody who could interrupt a march of this force."""
        return False

    def keeps_trail(self, force: int) -> bool:
        """Whether the hexes of its march matter to a force: it could be driven back along them."""
        return self.may_react(force)

    def may_react_beside(self, force: int, way: Sequence[int]) -> bool:
        """Whether one of them might do so in a hex of this way; then the march is made hex by hex."""
        return True

    def reaction(self, force: int, trail: tuple[int, ...]) -> Procedure | None:
        """What interrupts a force that has come by these hexes to the one where it stands."""
        return None

    def is_held_up(self, force: int) -> bool:
        """Whether what interrupted it has ended its march."""
        return False

    def ban_bars(self, force: int, goal: int) -> Iterator[Reason]:
        """Why a hex is closed to a force besides who holds it."""
        yield from ()

    def trap_hexes(self, force: int) -> bytes | None:
        """Hexes that a force may enter, but not leave again."""
        return None

    def forget(self, seat: int) -> None:
        """Take out of it what a seat does not know."""

    def ban_hexes(self, force: int) -> bytes | None:
        """Hexes closed to this force alone."""
        return None
