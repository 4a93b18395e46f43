"""Sections 6-2 and 7-4: events that allow movement and combat, also of greater daimyos (4-2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next
from gunki.games.honganji.rules.ordered_marches import movement, place
from gunki.games.honganji.setup import Card
from gunki.games.honganji.state.position import HonganjiPosition as G
from gunki.series.areas_and_cards.rules.card_events import Event, Order
from gunki.series.areas_and_cards.rules.continued_combat import ContinuedCombat
from gunki.series.areas_and_cards.rules.feasibility import can_attack, can_march
from gunki.series.areas_and_cards.rules.movement import UnitMovement


@dataclass(eq=False)
class SurpriseAttack(Order):
    """An attack without counterattack in its first combat."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        return movement(g, seat, must_fight=1, surprise=1)


@dataclass(eq=False)
class Charge(Order):
    """An attack with a raised military value."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        return movement(g, seat, must_fight=1, bonus=card.bonus, ceiling=card.most)


@dataclass(eq=False)
class ForcedMarch(Event):
    """A movement over more areas than usual."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not can_march(g, movement(g, seat, areas=card.areas)):
            yield Reason("6-2", "nobody_can_move")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        return Call(movement(g, self.seat, areas=self.data(g).areas), "finish")


@dataclass(eq=False)
class SurroundingNobunaga(Event):
    """Reinforces a greater daimyo whom the player may direct, or lets it move or fight (4-2, H-51)."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not any(next(direct_bars(g, seat, clan), None) is None for clan in g.setup.greater):
            yield Reason("6-2", "nobody_to_direct")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts: list[Act] = [("direct", clan) for clan in g.setup.greater]
        return Ask(self.seat, "greater", "4-2", acts, "take_daimyo", bars="clan_bars", data={"card": self.card})

    def clan_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return direct_bars(g, self.seat, act[1])

    def take_daimyo(self, g: G, act: Act) -> Next:
        g.directed = act[1]
        return "choose"

    def choose(self, g: G) -> Next:
        acts = [act for act in DEEDS if is_able(g, self.seat, g.directed, act[0])]
        if len(acts) == 1:
            return str(acts[0][0])
        data = {"card": self.card, "clan": g.directed}
        verbs = ("reinforcement", "movement", "combat")
        return Ask(
            self.seat, "event_action", "4-2", acts, "take_choice", bars="deed_bars", exact=True, data=data, verbs=verbs
        )

    def deed_bars(self, g: G, act: Act) -> Iterator[Reason]:
        clan = g.directed
        if is_able(g, self.seat, clan, act[0]):
            return
        if act[0] == "movement":
            yield Reason("7", "cannot_march", {"clan": clan})
        elif act[0] == "combat":
            yield Reason("6-6", "cannot_fight", {"clan": clan})
        elif not g.pool[clan]:
            yield Reason("1-2-2-1", "no_counters", {"clan": clan})
        else:
            yield Reason("4-2", "holds_nothing", {"clan": clan})

    def take_choice(self, g: G, act: Act) -> Next:
        return str(act[0])

    def reinforcement(self, g: G) -> Next:
        acts: list[Act] = [("reinforce", g.directed, area) for area in g.areas_of(g.directed)]
        return Ask(self.seat, "reinforce", "4-2", acts, "place_armies", bars="place_bars")

    def place_bars(self, g: G, act: Act) -> Iterator[Reason]:
        _, clan, area = act
        if clan != g.directed:
            yield Reason("4-2", "event_other_clan", {"clan": clan})
        elif g.control[area] != clan:
            yield Reason("4-2", "not_held", {"clan": clan, "area": area})

    def place_armies(self, g: G, act: Act) -> Next:
        place(g, act[1], act[2], self.data(g).armies, False, "4-2")
        return None

    def movement(self, g: G) -> Next:
        return Call(movement(g, self.seat), "finish")

    def combat(self, g: G) -> Next:
        return Call(ContinuedCombat(self.seat, g.own_clans(self.seat), 1), "finish")


DEEDS: tuple[Act, ...] = (("reinforcement",), ("movement",), ("combat",))


def direct_bars(g: G, seat: int, clan: int) -> Iterator[Reason]:
    if clan not in g.setup.directs[g.setup.seat_clan[seat]]:
        yield Reason("4-2", "not_on_list", {"clan": clan})
    if not any(present >> clan & 1 for present in g.present):
        yield Reason("4-2", "no_units_anywhere", {"clan": clan})
    elif not any(is_able(g, seat, clan, act[0]) for act in DEEDS):
        yield Reason("4-2", "can_do_nothing", {"clan": clan})


def is_able(g: G, seat: int, clan: int, deed: str) -> bool:
    """Return whether a directed daimyo could do a deed: be reinforced, move or fight."""
    if deed == "reinforcement":
        return bool(g.pool[clan] and g.areas_of(clan))
    previous, g.directed = g.directed, clan  # 4-6: while a card directs the daimyo, it counts as the player's own clan
    try:
        return can_march(g, movement(g, seat)) if deed == "movement" else can_attack(g, seat, 1 << clan)
    finally:
        g.directed = previous
