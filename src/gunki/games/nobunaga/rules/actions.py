"""Chapter 6: the action phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.games.nobunaga.rules.cards.effects import EVENTS, event_bars
from gunki.games.nobunaga.rules.control import ChangeOfControl
from gunki.games.nobunaga.rules.optional_rules import PlaceArmies, beside_units, placing_bars
from gunki.games.nobunaga.rules.ordered_marches import movement
from gunki.games.nobunaga.setup import ANTI_ODA, LEFT, NEUTRAL, ODA, RIGHT
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.rules.continued_combat import ContinuedCombat, Discard
from gunki.series.areas_and_cards.rules.feasibility import can_attack, can_march
from gunki.series.areas_and_cards.state.position import DISCARD, TABLE


@dataclass(eq=False)
class ActionPhase(Procedure):
    """6-1, 6-2: the players take action turns in alternation, until both pass in succession or neither has cards (6-9).

    3-3: every action except a pass costs a card.
    """

    seat: int = -1

    # 6-1: the player who holds Yamashiro chooses who begins

    def start(self, g: G) -> Next:
        return Ask(
            self._chooser(g),
            "order",
            "6-1",
            [("first",), ("second",)],
            "take_choice",
            kind="confirm",
            starts_order=True,
        )

    def _chooser(self, g: G) -> int:
        owner = g.control[g.setup.first_area]
        power = NEUTRAL if owner < 0 else g.power[owner]
        if power != NEUTRAL:
            return power
        ruled = g.setup.options["yamashiro_neutral"]  # N-16: neither player holds Yamashiro; the option decides
        return {"last": g.chooser, "oda": ODA, "anti_oda": ANTI_ODA}[str(ruled)]

    def take_choice(self, g: G, act: Act) -> Next:
        g.chooser = self._chooser(g)
        self.seat = g.chooser if act[0] == "first" else 1 - g.chooser
        g.passes = 0
        g.emit("order", "6-1", seat=self.seat)
        return "turn"

    def turn(self, g: G) -> Next:
        g.new_action_turn()
        if g.passes >= 2 or not (ODA in g.cards or ANTI_ODA in g.cards):
            g.passes = 0
            g.emit("phase_over", "6-9")
            return None
        if self.seat not in g.cards:  # 6-8: a player without cards passes automatically (N-18)
            g.passes += 1
            g.emit("passed", "6-8", seat=self.seat)
            return "next_player"
        return Call(ActionTurn(self.seat), "next_player")

    def next_player(self, g: G) -> Next:
        self.seat = 1 - self.seat
        return "turn"


@dataclass(eq=False)
class ActionTurn(Procedure):
    """6: one of six actions; all except the pass cost a card."""

    seat: int

    def start(self, g: G) -> Next:
        acts: list[Act] = [("event", card) for card in g.hand(self.seat)]
        acts += [("reinforcement",), ("diplomacy",), ("movement",), ("combat",), ("pass",)]
        return Ask(self.seat, "action", "6", acts, "take_choice", bars="action_bars", starts_order=True)

    def action_bars(self, g: G, act: Act) -> Iterator[Reason]:
        verb = act[0]
        if verb == "event":
            if g.cards[act[1]] != self.seat:
                yield Reason("6-3", "not_in_hand", {"card": act[1]})
            elif not g.setup.options["idle_events"]:  # N-19: an event needs an effect
                yield from event_bars(g, self.seat, act[1])
        elif verb == "reinforcement":
            acts = reinforce_candidates(g, self.seat)
            if all(next(reinforce_bars(g, self.seat, a), None) is not None for a in acts):
                yield Reason("6-4", "nobody_to_reinforce")
        elif verb == "diplomacy":
            if all(next(influence_bars(g, self.seat, a), None) is not None for a in influence_candidates(g)):
                yield Reason("6-5", "no_marker_to_move")
        elif verb == "movement":
            if not can_march(g, movement(g, self.seat)):
                yield Reason("6-6", "nobody_can_move")
        elif verb == "combat" and not can_attack(g, self.seat, g.own_clans(self.seat)):
            yield Reason("6-7", "nobody_can_fight")

    def take_choice(self, g: G, act: Act) -> Next:
        verb = act[0]
        if verb == "pass":
            g.passes += 1
            g.emit("passed", "6-8", seat=self.seat)
            return None
        g.passes = 0
        if verb == "event":
            card = act[1]
            g.emit("event", "6-3", seat=self.seat, card=card)
            effect = EVENTS[g.setup.card[card].effect]
            g.discard(card, "6-3", to=TABLE if effect.is_lasting(g, card) else DISCARD)
            return Call(effect(self.seat, card), "pay_for_size")
        if verb == "reinforcement":
            return Call(ArmyReinforcement(self.seat), "pay")
        if verb == "diplomacy":
            return Call(Diplomacy(self.seat), "pay")
        if verb == "movement":
            return Call(movement(g, self.seat), "pay")
        return Call(ContinuedCombat(self.seat, g.own_clans(self.seat), 0), "settle")

    def pay(self, g: G) -> Next:
        return Call(Discard(self.seat, "6"), "pay_for_size")

    def pay_for_size(self, g: G) -> Next:
        """Take a second card for a large march (11-5)."""
        if g.setup.options["move_limit"] and g.moved >= g.setup.two_cards_from:
            return Call(Discard(self.seat, "11-5"), "settle")
        return "settle"

    def settle(self, g: G) -> Next:
        for card, where in enumerate(g.cards) if TABLE in g.cards else ():
            if where == TABLE and not EVENTS[g.setup.card[card].effect].is_lasting_after_turn(g):
                g.cards[card] = DISCARD
        return Call(ChangeOfControl(self.seat), "finish")

    def settle_turn_end(self, g: G) -> None:
        ChangeOfControl(self.seat).settle(g)

    def finish(self, g: G) -> Next:
        return None


# 6-4: army reinforcement


@dataclass(eq=False)
class ArmyReinforcement(Procedure):
    """6-4: one spent army is placed beside a unit of the same daimyo."""

    seat: int

    def start(self, g: G) -> Next:
        acts = [*reinforce_candidates(g, self.seat)]
        return Ask(self.seat, "reinforce", "6-4", acts, "take_choice", bars="bars")

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        return reinforce_bars(g, self.seat, act)

    def take_choice(self, g: G, act: Act) -> Next:
        return Call(PlaceArmies(self.seat, act[1], act[2], 1, 0, "6-4"), "finish")

    def finish(self, g: G) -> Next:
        return None


def reinforce_candidates(g: G, seat: int) -> Iterator[Act]:
    """Yield a reinforcement beside each stack of the seat's own clans. Anti-Oda may reinforce greater daimyos too."""
    own = g.own_clans(seat)
    if seat == ANTI_ODA:  # FAQ-Q09, N-13: even while they are Neutral
        own |= sum([1 << c for c in g.setup.marked["greater"]])
    return beside_units(g, "reinforce", own)


def reinforce_bars(g: G, seat: int, act: Act) -> Iterator[Reason]:
    _, clan, area = act
    power = g.power[clan]
    # FAQ-Q09: Anti-Oda may reinforce a greater daimyo who is still Neutral
    courted = seat == ANTI_ODA and power == NEUTRAL and g.setup.rank[clan] == "greater"
    if power != seat and not courted:
        yield Reason("6-4", "not_own", {"clan": clan})
    yield from placing_bars(g, clan, area, "6-4")


# 6-5: diplomacy


@dataclass(eq=False)
class Diplomacy(Procedure):
    """6-5: one diplomacy marker moves by one box."""

    seat: int

    def start(self, g: G) -> Next:
        return Ask(self.seat, "diplomacy", "6-5", influence_candidates(g), "take_choice", bars="bars")

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        return influence_bars(g, self.seat, act)

    def take_choice(self, g: G, act: Act) -> Next:
        g.move_marker(act[1], act[2], 1, "6-5", "4-2(2)")
        return None


def influence_candidates(g: G) -> list[Act]:
    return [("influence", clan, direction) for clan in g.setup.markers for direction in (LEFT, RIGHT)]


def influence_bars(g: G, seat: int, act: Act) -> Iterator[Reason]:
    """Yield the reasons why a marker cannot move by diplomacy.

    The marker of a lesser daimyo may move in either direction (6-5.p2).
    """
    _, clan, direction = act
    if g.box[clan] < 0:
        yield Reason("4-1.p4", "no_marker", {"clan": clan})
        return
    if g.setup.rank[clan] == "greater":
        if g.power[clan] != NEUTRAL:
            yield Reason("4-3.p4", "stays_anti_oda", {"clan": clan})
        if direction == LEFT:
            yield Reason("6-5.p3", "only_right", {"clan": clan})
    if not g.room(clan, direction):
        yield Reason("4-2.p3", "end_of_track", {"clan": clan})
