"""Chapter 6: the action phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.games.honganji.rules.cards.effects import EVENTS, event_bars
from gunki.games.honganji.rules.control import ChangeOfControl
from gunki.games.honganji.rules.ordered_marches import movement, place
from gunki.games.honganji.state.position import OUT, VASSAL
from gunki.games.honganji.state.position import HonganjiPosition as G
from gunki.series.areas_and_cards.rules.continued_combat import ContinuedCombat, Discard
from gunki.series.areas_and_cards.rules.feasibility import can_attack, can_march

#: Actions that cost a card of the player's choice. The option `payment` says whether the card is discarded
#: before or after the action (H-49).
PAID_ACTIONS = ("reinforcement", "oda_transfer", "movement", "combat")


@dataclass(eq=False)
class ActionPhase(Procedure):
    """6-1: the players take action turns in their order, round after round, until no player has cards (6-8)."""

    place: int = -1  # the acting player's place in the order

    def start(self, g: G) -> Next:
        return "next_player"

    def next_player(self, g: G) -> Next:
        if not any(seat in g.cards and g.status[seat] != OUT for seat in g.order):
            g.emit("phase_over", "6-8")
            return None
        self.place = (self.place + 1) % len(g.order)
        return "turn"

    def turn(self, g: G) -> Next:
        seat = g.order[self.place]
        if seat not in g.cards or g.status[seat] == OUT:
            return "next_player"
        g.new_action_turn()
        return Call(ActionTurn(seat), "next_player")


@dataclass(eq=False)
class ActionTurn(Procedure):
    """6: the player takes any number of actions, and must use at least one card."""

    seat: int
    doing: str = ""

    def start(self, g: G) -> Next:
        if self.seat not in g.cards:  # no cards left, or knocked out (H-32)
            return "over"
        acts: list[Act] = [("event", card) for card in g.hand(self.seat)]
        acts += [(verb,) for verb in (*PAID_ACTIONS, "throw", "end")]
        return Ask(self.seat, "action", "6", acts, "take_choice", bars="action_bars", starts_order=True)

    def action_bars(self, g: G, act: Act) -> Iterator[Reason]:
        verb = act[0]
        if verb == "event":
            if g.cards[act[1]] != self.seat:
                yield Reason("6-2", "not_in_hand", {"card": act[1]})
            else:
                yield from event_bars(g, self.seat, act[1])
        elif verb == "reinforcement":
            if not any(is_legal(g, self.seat, act) for act in reinforce_candidates(g, self.seat)):
                yield Reason("6-3", "nobody_to_reinforce")
        elif verb == "oda_transfer":
            if g.status[self.seat] != VASSAL:
                yield Reason("6-4", "vassals_only")
            if not any(True for _ in transfers(g)):
                yield Reason("6-4", "nothing_to_transfer")
        elif verb == "movement":
            if not can_march(g, movement(g, self.seat)):
                yield Reason("6-5", "nobody_can_move")
        elif verb == "combat":
            if not can_attack(g, self.seat, g.own_clans(self.seat)):
                yield Reason("6-6", "nobody_can_fight")
        elif verb == "end" and not g.used:
            yield Reason("6", "card_first")

    def take_choice(self, g: G, act: Act) -> Next:
        verb = act[0]
        if verb == "end":
            return "over"
        g.used = 1
        if verb == "event":
            card = act[1]
            g.emit("event", "6-2", seat=self.seat, card=card)
            g.discard(card, "6-2")
            return Call(EVENTS[g.setup.card[card].effect](self.seat, card), "judge_action")
        if verb == "throw":
            return Call(Throw(self.seat), "over")
        self.doing = verb
        return Call(Discard(self.seat, "6"), "act") if is_paid_first(g) else "act"

    def act(self, g: G) -> Next:
        if self.doing == "reinforcement":
            return Call(ArmyReinforcement(self.seat), "pay")
        if self.doing == "oda_transfer":
            return Call(OdaTransfer(self.seat), "pay")
        if self.doing == "movement":
            return Call(movement(g, self.seat), "pay")
        return Call(ContinuedCombat(self.seat, g.own_clans(self.seat), int(is_paid_first(g))), "judge_action")

    def pay(self, g: G) -> Next:
        if is_paid_first(g) or self.seat not in g.cards:  # H-32: a player who was knocked out pays nothing
            return "judge_action"
        return Call(Discard(self.seat, "6"), "judge_action")

    def judge_action(self, g: G) -> Next:
        """End the game if an ending applies (9-1); else go on with the action turn (6.p2)."""
        g.directed = -1
        return g.judge() or "start"

    def over(self, g: G) -> Next:
        return Call(ChangeOfControl(self.seat), "finish")

    def settle_turn_end(self, g: G) -> None:
        ChangeOfControl(self.seat).settle(g)

    def finish(self, g: G) -> Next:
        return None


def is_paid_first(g: G) -> bool:
    """Return whether a card is discarded when the action starts, as the option `payment` allows (H-49)."""
    return g.setup.options["payment"] == "before"


# 6-3: army reinforcement


@dataclass(eq=False)
class ArmyReinforcement(Procedure):
    """6-3: a spent army is placed in an area of the player (6-3-1), or a Neutral army beside a Neutral unit (6-3-2)."""

    seat: int

    def start(self, g: G) -> Next:
        acts = [*reinforce_candidates(g, self.seat)]
        return Ask(self.seat, "reinforce", "6-3", acts, "take_choice", bars="bars", verbs=("reinforce",))

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        return reinforce_bars(g, self.seat, act)

    def take_choice(self, g: G, act: Act) -> Next:
        _, clan, area = act
        neutral = clan == g.setup.neutral_clan
        place(g, clan, area, 1, neutral, "6-3-2" if neutral else "6-3-1")
        return None


def reinforce_candidates(g: G, seat: int) -> Iterator[Act]:
    own, neutral = g.setup.seat_clan[seat], g.setup.neutral_clan
    for area, owner in enumerate(g.control):
        if owner == own:
            yield ("reinforce", own, area)
        if g.present[area] >> neutral & 1:
            yield ("reinforce", neutral, area)


def reinforce_bars(g: G, seat: int, act: Act) -> Iterator[Reason]:
    _, clan, area = act
    if clan == g.setup.neutral_clan:
        if not g.present[area] >> clan & 1:
            yield Reason("6-3-2", "no_units", {"clan": clan, "area": area})
    elif clan != g.setup.seat_clan[seat]:
        yield Reason("6-3-1", "not_own", {"clan": clan})
    elif g.control[area] != clan:
        yield Reason("6-3-1", "not_controlled", {"area": area})
    if not g.pool[clan]:
        yield Reason("1-2-2-1", "no_counters", {"clan": clan})


def is_legal(g: G, seat: int, act: Act) -> bool:
    return next(reinforce_bars(g, seat, act), None) is None


# 6-4: transfer of Oda armies


@dataclass(eq=False)
class OdaTransfer(Procedure):
    """6-4, H-27: one Oda army moves to another area of Oda. It stays ready or spent, and there is no combat (10-3)."""

    seat: int

    def start(self, g: G) -> Next:
        return Ask(self.seat, "transfer", "6-4", [*transfers(g)], "take_choice", bars="bars")

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        _, origin, area = act
        oda = g.setup.oda
        if not g.armies(oda, origin):
            yield Reason("6-4", "no_army", {"clan": oda, "area": origin})
        if g.control[area] != oda:
            yield Reason("6-4", "not_odas", {"area": area})
        if origin == area:
            yield Reason("6-4", "same_area", {"area": area})

    def take_choice(self, g: G, act: Act) -> Next:
        _, origin, area = act
        oda = g.setup.oda
        ready = min(1, g.ready[oda * len(g.control) + origin])
        g.take_armies(oda, origin, ready, 1 - ready)
        g.give_armies(oda, area, ready, 1 - ready)
        g.emit("transferred", "6-4", clan=oda, from_area=origin, to_area=area)
        return None


def transfers(g: G) -> Iterator[Act]:
    oda = g.setup.oda
    for origin in range(len(g.control)):
        if g.armies(oda, origin):
            for area, owner in enumerate(g.control):
                if owner == oda and area != origin:
                    yield ("transfer", origin, area)


# 6-7: discard


@dataclass(eq=False)
class Throw(Procedure):
    """6-7: the player discards one or more cards, and the action turn is over."""

    seat: int
    thrown: int = 0

    def start(self, g: G) -> Next:
        acts: list[Act] = [("discard", card) for card in g.hand(self.seat)]
        if not acts:
            return None
        if self.thrown:
            acts.append(("done",))
        return Ask(
            self.seat, "throw", "6-7", acts, "take_choice", bars="throw_bars", exact=True, verbs=("discard", "done")
        )

    def throw_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "done":
            if not self.thrown:
                yield Reason("6-7", "throw_one")
        elif g.cards[act[1]] != self.seat:
            yield Reason("6-7", "not_in_hand", {"card": act[1]})

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "done":
            return None
        g.discard(act[1], "6-7")
        self.thrown = 1
        return "start"
