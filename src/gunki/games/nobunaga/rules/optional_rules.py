"""Chapter 11: optional rules that need procedures. The other optional rules are conditions in other chapters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Next, Procedure, Roll
from gunki.games.nobunaga.setup import ANTI_ODA, ODA
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.state.position import bits

#: The value of a bid that has not been made.
NO_BID = -999


@dataclass(eq=False)
class Bidding(Procedure):
    """Bidding: both players bid in secret, and the bids decide who plays Oda.

    They bid for the supply areas that Oda needs (11-1) or for bonus cards (11-2).
    """

    for_cards: int
    first_bid: int = NO_BID
    second_bid: int = NO_BID
    first_wish: int = -1

    def start(self, g: G) -> Next:
        return self._ask(g, ODA, "take_first_bid")

    def take_first_bid(self, g: G, act: Act) -> Next:
        self.first_bid = act[1]
        g.emit("bid_written", self._clause(), seat=ODA)
        return "ask_second_bid"

    def ask_second_bid(self, g: G) -> Next:
        return self._ask(g, ANTI_ODA, "take_second_bid")

    def _clause(self) -> str:
        return "11-2" if self.for_cards else "11-1"

    def bounds(self, g: G) -> tuple[int, int]:
        return g.setup.bid_cards if self.for_cards else g.setup.bid_supply

    def _ask(self, g: G, who: int, then: str) -> Ask:
        low, high = self.bounds(g)
        name = "bid_cards" if self.for_cards else "bid_supply"
        acts: list[Act] = [("bid", n) for n in range(low, high + 1)]
        return Ask(who, name, self._clause(), acts, then, bars="bid_bars", kind="amount")

    def bid_bars(self, g: G, act: Act) -> Iterator[Reason]:
        low, high = self.bounds(g)
        if not low <= act[1] <= high:
            yield Reason(self._clause(), "bid_range", {"low": low, "high": high})

    def take_second_bid(self, g: G, act: Act) -> Next:
        self.second_bid = act[1]
        g.barrier += 1  # the bids are revealed together
        g.emit(
            "bids", self._clause(), first_seat=ODA, first=self.first_bid, second_seat=ANTI_ODA, second=self.second_bid
        )
        return "compare"

    def compare(self, g: G) -> Next:
        """Set what the bids decide. The bonus cards are half the sum of the bids, as in 11-2.Ex (N-03)."""
        first, second = self.first_bid, self.second_bid
        if self.for_cards:
            total = first + second
            cards = abs(total) // 2  # 11-2.p1b: fractions are dropped
            g.bonus = [cards, 0] if total > 0 else [0, cards]
            g.emit("bonus", "11-2.p1b", seat=ODA if total > 0 else ANTI_ODA, count=cards)
        else:
            g.goal = max(first, second)
            g.emit("goal", "11-1", count=g.goal)
        if first == second:
            return "ask_first_wish"
        # The player with the larger bid of supply areas, or the smaller bid of bonus cards, plays Oda.
        return "finish" if (first > second) != bool(self.for_cards) else "exchange"

    # 11-1.p3: the bids are equal. N-04: the same rule holds under 11-2

    def ask_first_wish(self, g: G) -> Next:
        return self._ask_wish(ODA, "take_first_wish")

    def take_first_wish(self, g: G, act: Act) -> Next:
        self.first_wish = act[1]
        return "ask_second_wish"

    def ask_second_wish(self, g: G) -> Next:
        return self._ask_wish(ANTI_ODA, "take_second_wish")

    def _ask_wish(self, who: int, then: str) -> Ask:
        acts: list[Act] = [("side", n) for n in range(3)]
        return Ask(who, "sides", "11-1.p3", acts, then)

    def take_second_wish(self, g: G, act: Act) -> Next:
        if {self.first_wish, act[1]} == {ODA, ANTI_ODA}:
            return "finish" if self.first_wish == ODA else "exchange"
        return "toss"

    def toss(self, g: G) -> Next:
        return Roll("sides", "11-1.p3", 1, "take_roll")

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        return "finish" if dice[0] <= 3 else "exchange"

    def exchange(self, g: G) -> Next:
        g.exchanged = 1
        g.emit("exchanged", self._clause())
        return None

    def finish(self, g: G) -> Next:
        return None


def sample_bid(g: G, seat: int, rng: random.Random) -> None:
    """Draw anew the first player's bid and wish, if `seat` is the second player and must not know them yet."""
    top = g.stack[-1]
    if not isinstance(top, Bidding) or seat != ANTI_ODA:
        return
    if top.first_bid != NO_BID and top.second_bid == NO_BID:
        top.first_bid = rng.randint(*top.bounds(g))
    if top.first_wish >= 0:
        top.first_wish = rng.randrange(3)


def beside_units(g: G, verb: str, clans: int) -> Iterator[Act]:
    """Yield an act with this verb for each clan of the bit set `clans`, in each area where the clan has units."""
    for area, present in enumerate(g.present):
        if present & clans:
            for clan in bits(present & clans):
                yield (verb, clan, area)


def placing_bars(g: G, clan: int, area: int, clause: str) -> Iterator[Reason]:
    """Yield the reasons against placing an army of a clan in an area.

    By `clause` the area must hold a unit of the clan. By 1-2-2-1 a counter must be left.
    """
    if not g.present[area] >> clan & 1:
        yield Reason(clause, "no_units", {"clan": clan, "area": area})
    if not g.can_place(clan):
        yield Reason("1-2-2-1", "no_counters", {"clan": clan})


@dataclass(eq=False)
class PlaceArmies(Procedure):
    """Places armies from the pool; a successor general may come in place of one of them (11-3, N-49)."""

    seat: int
    clan: int
    area: int
    count: int
    ready: int
    clause: str

    def start(self, g: G) -> Next:
        if g.free_heir(self.clan) < 0:
            return "place"
        if not g.pool[self.clan]:
            return "succeed"
        acts: list[Act] = [("successor",), ("army",)]
        data = {"clan": self.clan, "area": self.area}
        return Ask(self.seat, "successor", "11-3", acts, "take_choice", kind="confirm", data=data)

    def take_choice(self, g: G, act: Act) -> Next:
        return "succeed" if act[0] == "successor" else "place"

    def succeed(self, g: G) -> Next:
        heir = g.free_heir(self.clan)
        g.enlist(heir, self.clan)
        g.place_general(heir, self.area, bool(self.ready), "11-3")
        self.count -= 1
        return "place"

    def place(self, g: G) -> Next:
        g.place_armies(self.clan, self.area, self.count, bool(self.ready), self.clause)
        g.intruded = 0  # 4-4, N-24: each placement is an action of its own, and provokes again
        g.handle_entry(self.clan, self.area)  # 4-4: placing counts as entering
        return None


def draw_counts(g: G) -> tuple[int, int]:
    """Return how many cards each side draws (3-1); under 11-4 at most three more than the other side (N-08)."""
    least = g.setup.least_hand
    oda, anti = max(g.supply_of(ODA), least), max(g.supply_of(ANTI_ODA), least)
    if g.setup.options["card_limit"]:
        most = min(oda, anti) + g.setup.card_limit
        return min(oda, most), min(anti, most)
    return oda, anti
