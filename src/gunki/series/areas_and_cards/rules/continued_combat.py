"""Sections 6-7 and 8-5: continued combat, and the discard of cards that pay for actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gunki.core.rules.decision import Act, Consequence, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.series.areas_and_cards.rules.combat import Combat
from gunki.series.areas_and_cards.state.position import bits

if TYPE_CHECKING:
    from gunki.series.areas_and_cards.state.position import AreaPosition as G


@dataclass(eq=False)
class ContinuedCombat(Procedure):
    """6-7, 8-5: a clan's ready units in an area fight. Each further combat costs one more card.

    No other action has more than one combat (8.p3). When the action ends, the attackers are spent.
    """

    seat: int
    allowed: int
    free: int  # 1: the first combat costs no card, because a card played as event has paid for it
    needs: int = -1
    value: int = 0
    bonus: int = 0
    ceiling: int = 9
    firearms: int = 0
    surprise: int = 0
    clan: int = -1
    area: int = -1

    def start(self, g: G) -> Next:
        return Ask(
            self.seat,
            "attack",
            g.setup.combat_clause,
            [*attack_candidates(g, self.allowed)],
            "take_choice",
            bars="attack_bars",
        )

    def attack_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return attack_bars(g, self.seat, self.allowed, self.needs, act[1], act[2])

    def consequence(self, g: G, act: Act) -> Consequence | None:
        """Return the consequence of an attack; None if an attack on some clan of the area would have no consequence."""
        if act[0] != "attack":
            return None
        consequences = [g.brings_attack(act[1], clan) for clan in bits(g.present[act[2]] & g.foes[act[1]])]
        return consequences[0] if consequences and None not in consequences else None

    def take_choice(self, g: G, act: Act) -> Next:
        _, self.clan, self.area = act
        return "fight"

    def fight(self, g: G) -> Next:
        """Start a combat; each one may have another target (nobunaga:8-5.p5, honganji:8-5.p4)."""
        combat = Combat(
            self.seat, self.clan, self.area, self.value, self.bonus, self.ceiling, self.firearms, self.surprise
        )
        self.firearms = self.surprise = 0  # these two effects hold for the first combat only
        return Call(combat, "pay")

    def pay(self, g: G) -> Next:
        if self.free or self.seat not in g.cards:  # H-32: a player who was knocked out pays nothing
            return "additional"
        self.free = 1
        return Call(Discard(self.seat, "8-6"), "additional")

    # 8-5: another combat for a card

    def additional(self, g: G) -> Next:
        able = g.ready_units(self.clan, self.area) and g.present[self.area] & g.foes[self.clan]
        if not able or not g.hand(self.seat):
            return "end"
        data = {"clan": self.clan, "area": self.area}
        return Ask(self.seat, "additional", "8-5", [("again",), ("stop",)], "take_answer", kind="confirm", data=data)

    def take_answer(self, g: G, act: Act) -> Next:
        """Let the player end, or discard a card and fight again. Each combat costs one card (honganji:6-6.p2)."""
        return Call(Discard(self.seat, "8-5"), "fight") if act[0] == "again" else "end"

    def end(self, g: G) -> Next:
        g.spend(self.clan, self.area, "8")
        return None


@dataclass(eq=False)
class Discard(Procedure):
    """Payment of an action with a card of the player's choice (6).

    The event of the card does not happen (nobunaga:6.p1b).
    """

    seat: int
    clause: str

    def start(self, g: G) -> Next:
        hand: list[Act] = [("discard", card) for card in g.hand(self.seat)]
        return Ask(self.seat, "discard", self.clause, hand, "take_choice", bars="discard_bars")

    def discard_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if g.cards[act[1]] != self.seat:
            yield Reason(self.clause, "not_in_hand", {"card": act[1]})

    def take_choice(self, g: G, act: Act) -> Next:
        g.discard(act[1], self.clause)
        return None


def attack_candidates(g: G, allowed: int) -> Iterator[Act]:
    """Yield an attack for every allowed clan in every area where it has foes."""
    for area, present in enumerate(g.present):
        if present & (present - 1):
            for clan in bits(present & allowed):
                if present & g.foes[clan]:
                    yield ("attack", clan, area)


def attack_bars(g: G, seat: int, allowed: int, needs: int, clan: int, area: int) -> Iterator[Reason]:
    """Yield the reasons why a clan's units in an area cannot attack (6-7, 8-1)."""
    clause = g.setup.combat_clause
    if not g.own_clans(seat) >> clan & 1:
        yield Reason(clause, "not_own", {"clan": clan})
        return
    if not allowed >> clan & 1:
        yield Reason("7-4", "event_other_clan", {"clan": clan})
    if not g.present[area] >> clan & 1:
        yield Reason(clause, "no_units", {"clan": clan, "area": area})
        return
    if not g.ready_units(clan, area):
        yield Reason(clause, "none_ready", {"clan": clan, "area": area})
    if not g.present[area] & g.foes[clan]:
        yield Reason("8-1-2", "nobody_to_fight", {"area": area})
    if needs >= 0 and (g.at[needs] != area or g.owner[needs] != clan or not g.up[needs]):
        yield Reason("7-4", "general_needed", {"general": needs})
