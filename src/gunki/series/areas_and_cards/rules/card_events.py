"""Chapter 6: cards played as events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.series.areas_and_cards.rules.continued_combat import ContinuedCombat
from gunki.series.areas_and_cards.rules.feasibility import can_attack, can_march
from gunki.series.areas_and_cards.rules.movement import UnitMovement


@dataclass(eq=False)
class Event(Procedure):
    """A card played as event. `bars` yields the reasons why it would have no effect (N-19, H-70)."""

    seat: int
    card: int

    @classmethod
    def bars(cls, g: Any, seat: int, card: Any) -> Iterator[Reason]:
        """Yield the reasons why the card would have no effect; `card` is the card's data in the setup."""
        raise NotImplementedError

    @classmethod
    def is_lasting(cls, g: Any, card: int) -> bool:
        """Return whether the card is laid face up beside the board, because its effect lasts (6-10)."""
        return False

    @classmethod
    def is_lasting_after_turn(cls, g: Any) -> bool:
        """Return whether a lasting effect goes on after the action turn in which the card was played."""
        return False

    def data(self, g: Any) -> Any:
        """Return the card's data in the setup."""
        return g.setup.card[self.card]

    def is_idle(self, g: Any) -> bool:
        """Return whether the card would have no effect now."""
        return next(self.bars(g, self.seat, self.data(g)), None) is not None

    def finish(self, g: Any) -> Next:
        return None


@dataclass(eq=False)
class Order(Event):
    """An event that allows one unit movement or one continued combat under special conditions."""

    @classmethod
    def march(cls, g: Any, seat: int, card: Any) -> UnitMovement:
        """Return a unit movement with the event's special conditions. A continued combat has the same conditions."""
        raise NotImplementedError

    @classmethod
    def bars(cls, g: Any, seat: int, card: Any) -> Iterator[Reason]:
        return order_bars(g, seat, cls.march(g, seat, card))

    def start(self, g: Any) -> Next:
        march = self.march(g, self.seat, self.data(g))
        ways: list[Act] = []
        if can_march(g, march):
            ways.append(("movement",))
        if can_attack(g, self.seat, march.allowed, march.needs):
            ways.append(("combat",))
        if not ways:
            return None
        if len(ways) == 1:
            return "move" if ways[0][0] == "movement" else "fight"
        return Ask(self.seat, "event_action", "7-4", ways, "take_choice", data={"card": self.card})

    def take_choice(self, g: Any, act: Act) -> Next:
        return "move" if act[0] == "movement" else "fight"

    def move(self, g: Any) -> Next:
        return Call(self.march(g, self.seat, self.data(g)), "finish")

    def fight(self, g: Any) -> Next:
        m = self.march(g, self.seat, self.data(g))
        return Call(
            ContinuedCombat(self.seat, m.allowed, 1, m.needs, m.value, m.bonus, m.ceiling, m.firearms, m.surprise),
            "finish",
        )


def order_bars(g: Any, seat: int, march: UnitMovement) -> Iterator[Reason]:
    """Yield the reason why an order would have no effect: none of its clans can march or attack."""
    if not can_march(g, march) and not can_attack(g, seat, march.allowed, march.needs):
        yield Reason(g.setup.event_clause, "nobody_can_move")


def absence_reasons(g: Any, general: int, *, ready: bool = False) -> Iterator[Reason]:
    """Yield why a card cannot use its general: the general is off the map or, if `ready` is set, spent."""
    if general < 0:
        return
    if g.at[general] < 0:
        yield Reason(g.setup.event_clause, "general_absent", {"general": general})
    elif ready and not g.up[general]:
        yield Reason(g.setup.event_clause, "general_spent", {"general": general})


def no_effect_reasons(g: Any, card: int, bars: Iterator[Reason]) -> Iterator[Reason]:
    """Yield the reasons why an event would have no effect (N-19, H-70).

    The first reason always cites the clause of events. If `bars` begins with a reason of another clause, a reason with
    the clause of events is put before it.
    """
    introduced = False
    for bar in bars:
        if bar.clause != g.setup.event_clause and not introduced:
            yield Reason(g.setup.event_clause, "no_effect", {"card": card})
        introduced = True
        yield bar
