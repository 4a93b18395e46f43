"""Sections 6-3 and 7-4: events that order movement and combat under special conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next
from gunki.games.nobunaga.rules.ordered_marches import movement
from gunki.games.nobunaga.setup import Card
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.rules.card_events import Event, Order, absence_reasons, order_bars
from gunki.series.areas_and_cards.rules.feasibility import can_march
from gunki.series.areas_and_cards.rules.movement import UnitMovement
from gunki.series.areas_and_cards.state.position import DISCARD, TABLE


@dataclass(eq=False)
class NamedOrder(Order):
    """An order that needs a certain general, who must be ready."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        yield from absence_reasons(g, card.general, ready=True)
        yield from order_bars(g, seat, cls.march(g, seat, card))


@dataclass(eq=False)
class ChargeOrder(NamedOrder):
    """Attacks with a fixed military value; some cards need a certain general (8-1-3, FAQ-Q10, N-38)."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        allowed = g.own_clans(seat) if card.general < 0 else 1 << g.setup.oda
        return movement(g, seat, event=True, allowed=allowed, needs=card.general, value=card.value)


@dataclass(eq=False)
class Firearms(NamedOrder):
    """Nobunaga must take part; a general of the target makes a death check before the first dice."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        return movement(g, seat, event=True, allowed=1 << g.setup.oda, needs=card.general, firearms=1)


@dataclass(eq=False)
class SwiftAsWind(Order):
    """Takeda or Uesugi attack with a raised military value."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        """Return the movement. The two clans are Anti-Oda only after they have entered the war (FAQ-Q08)."""
        allowed = card.clans & g.own_clans(seat)
        return movement(g, seat, event=True, allowed=allowed, bonus=card.bonus, ceiling=card.most)


@dataclass(eq=False)
class Warships(Event):
    """One movement that may use the Seto Sea; under 11-8 the sea stays open for the rest of the turn (N-54)."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        return movement(g, seat, event=True, sea_open=1)

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        yield from absence_reasons(g, card.general)
        if not can_march(g, cls.march(g, seat, card)) and not g.setup.options["long_warships"]:
            yield Reason("6-3", "nobody_can_move")

    @classmethod
    def is_lasting(cls, g: G, card: int) -> bool:
        return bool(g.setup.options["long_warships"])

    @classmethod
    def is_lasting_after_turn(cls, g: G) -> bool:
        return True

    def start(self, g: G) -> Next:
        march = self.march(g, self.seat, self.data(g))
        return Call(march, "finish") if can_march(g, march) else None


@dataclass(eq=False)
class MurakamiNavy(Event):
    """One long movement that must touch the sea; the card also ends the lasting effect of Warships."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        return movement(g, seat, event=True, areas=card.areas, by_sea=1)

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not can_march(g, cls.march(g, seat, card)) and not g.is_in_effect("warships"):
            yield Reason("6-3", "nobody_can_move")

    def start(self, g: G) -> Next:
        for card, where in enumerate(g.cards):
            if where == TABLE and g.setup.card[card].effect == "warships":
                g.cards[card] = DISCARD
                g.emit("effect_over", "6-10", card=card)
        march = self.march(g, self.seat, self.data(g))
        return Call(march, "finish") if can_march(g, march) else None


@dataclass(eq=False)
class TwoMoves(Event):
    """One or two movements; the second one is by another clan or from another area."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        if g.march_clan < 0:
            return movement(g, seat, event=True)
        if card.different == "clan":
            return movement(g, seat, event=True, allowed=g.own_clans(seat) & ~(1 << g.march_clan))
        return movement(g, seat, event=True, not_from=g.march_origin)

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not can_march(g, cls.march(g, seat, card)):
            yield Reason("6-3", "nobody_can_move")

    def start(self, g: G) -> Next:
        return "first_move"

    def first_move(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        return Call(self.march(g, self.seat, self.data(g)), "second_move")

    def second_move(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts: list[Act] = [("movement",), ("skip",)]
        return Ask(self.seat, "second_move", "7-4", acts, "take_choice", kind="confirm", data={"card": self.card})

    def take_choice(self, g: G, act: Act) -> Next:
        return "move" if act[0] == "movement" else None

    def move(self, g: G) -> Next:
        return Call(self.march(g, self.seat, self.data(g)), "finish")


@dataclass(eq=False)
class Paradise(TwoMoves):
    """Raises the military values of Honganji, and allows one daimyo a movement (FAQ-Q14, N-51)."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        return movement(g, seat, event=True)

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        return iter(())

    @classmethod
    def is_lasting(cls, g: G, card: int) -> bool:
        return True

    @classmethod
    def is_lasting_after_turn(cls, g: G) -> bool:
        return not g.setup.options["short_paradise"]  # 11-6: the effect ends with the action turn

    def first_move(self, g: G) -> Next:
        return "second_move" if can_march(g, self.march(g, self.seat, self.data(g))) else None
