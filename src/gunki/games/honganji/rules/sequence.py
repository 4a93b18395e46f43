"""Chapters 2 and 3: preparation, the sequence of play, the end check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.aims import ANY_DIE, GAME_END
from gunki.core.rules.decision import Act, Consequence, Reason
from gunki.core.rules.procedure import Ask, Deal, Next, Procedure, Roll
from gunki.games.honganji.rules.actions import ActionPhase
from gunki.games.honganji.rules.ordered_marches import place
from gunki.games.honganji.state.position import GONE, REBEL, VASSAL
from gunki.games.honganji.state.position import HonganjiPosition as G
from gunki.series.areas_and_cards.rules import sequence
from gunki.series.areas_and_cards.state.position import DEAD, STACK


@dataclass(eq=False)
class Road(sequence.WholeGame):
    """The whole game: up to six turns (3)."""


@dataclass(eq=False)
class OrderDetermination(Procedure):
    """3-1: vassals are ordered by points; then rebels choose their places, the one with the fewest points first."""

    waiting: tuple[int, ...] = ()

    def start(self, g: G) -> Next:
        setup = g.setup
        vassals = [seat for seat in setup.vassal_rank if g.status[seat] == VASSAL]
        rebels = [seat for seat in setup.rebel_rank if g.status[seat] == REBEL]
        g.order = sorted(vassals, key=lambda seat: -g.order_points(seat))  # ties keep the order of `vassal_rank`
        self.waiting = tuple(sorted(rebels, key=g.order_points))
        return "cut_in"

    def cut_in(self, g: G) -> Next:
        if not self.waiting:
            return "finish"
        acts: list[Act] = [("slot", n) for n in range(1, len(g.order) + 2)]
        return Ask(
            self.waiting[0], "cut_in", "3-1.p2", acts, "place_rebel", bars="slot_bars", kind="amount", starts_order=True
        )

    def slot_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if not 1 <= act[1] <= len(g.order) + 1:
            yield Reason("3-1.p2", "no_such_slot", {"high": len(g.order) + 1})

    def place_rebel(self, g: G, act: Act) -> Next:
        before = act[1] - 1
        g.order = [*g.order[:before], self.waiting[0], *g.order[before:]]  # a new list: clones share the old one
        self.waiting = self.waiting[1:]
        return "cut_in"

    def finish(self, g: G) -> Next:
        g.emit("order", "3-1", seats=g.order[:])
        return None


@dataclass(eq=False)
class CardDraw(Procedure):
    """3-2: each player draws four cards from the common stack."""

    place: int = 0

    def start(self, g: G) -> Next:
        if self.place == len(g.order):
            return None
        pile = draw_pile(g)
        return Deal(g.order[self.place], "3-2", pile, min(g.setup.hand_size, len(pile)), "take_cards")

    def take_cards(self, g: G, cards: tuple[int, ...]) -> Next:
        for card in cards:
            g.cards[card] = g.order[self.place]
        self.place += 1
        return "start"


def draw_pile(g: G) -> tuple[int, ...]:
    return tuple(card for card, where in enumerate(g.cards) if where == STACK)


@dataclass(eq=False)
class Petitions(Procedure):
    """3-3: each vassal rolls one die, or more under 11-1. Each die may bring a card or reinforcements."""

    place: int = 0
    rolled: int = 0
    result: int = 0

    def start(self, g: G) -> Next:
        while self.place < len(g.order):
            if self.rolled < self._dice(g, g.order[self.place]):
                return "roll"
            self.place += 1
            self.rolled = 0
        return None

    def _dice(self, g: G, seat: int) -> int:
        """Return how many dice a seat rolls: one, and under 11-1 one more for each lost vassal (11-1.Ex).

        A vassal is lost by rebelling or being knocked out. A seat that may not petition rolls no die.
        """
        if g.status[seat] != VASSAL or g.slandered >> seat & 1:
            return 0
        # H-55: under the option, petitions end with Nobunaga's death
        if g.setup.options["no_petition_after_nobunaga"] and g.at[g.setup.leader] == DEAD:
            return 0
        lost = sum(status != VASSAL for status in g.status)
        return 1 + lost if g.setup.options["more_petitions"] else 1  # 11-1, H-54: a die more for each lost vassal

    def roll(self, g: G) -> Next:
        return Roll("petition", "3-3", 1, "take_roll", data={"seat": g.order[self.place], "chart": "petition"})

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.rolled += 1
        self.result = dice[0]
        return {"card": "card", "own": "armies", "greater": "armies"}[g.setup.petition[self.result]]

    def card(self, g: G) -> Next:
        pile = draw_pile(g)
        return Deal(g.order[self.place], "3-3", pile, 1, "take_cards") if pile else "lose_petition"

    def take_cards(self, g: G, cards: tuple[int, ...]) -> Next:
        g.cards[cards[0]] = g.order[self.place]
        return "start"

    def armies(self, g: G) -> Next:
        acts = [act for act in self._places(g) if next(self.bars(g, act), None) is None]
        if not acts:  # H-30: a petition that cannot be carried out is lost
            return "lose_petition"
        data = {"seat": g.order[self.place], "die": self.result}
        return Ask(
            g.order[self.place],
            "petition",
            "3-3",
            acts,
            "place_army",
            bars="bars",
            exact=True,
            data=data,
            starts_order=True,
        )

    def lose_petition(self, g: G) -> Next:
        g.emit("petition_lost", "3-3", seat=g.order[self.place])
        return "start"

    def _clans(self, g: G) -> tuple[int, ...]:
        own = g.setup.seat_clan[g.order[self.place]]
        return (own,) if g.setup.petition[self.result] == "own" else g.setup.directs[own]

    def _places(self, g: G) -> Iterator[Act]:
        for clan in self._clans(g):
            for area in g.areas_of(clan):
                yield ("armies", clan, area)

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        _, clan, area = act
        if clan not in self._clans(g):
            yield Reason("3-3", "not_rolled", {"clan": clan})
        if g.control[area] != clan:
            yield Reason("3-3", "not_held", {"clan": clan, "area": area})
        if not g.pool[clan]:
            yield Reason("1-2-2-1", "no_counters", {"clan": clan})

    def consequence(self, g: G, act: Act) -> Consequence | None:
        """Return whose army is placed: the player's own, or a greater daimyo's, which only a card can direct (4-2)."""
        if act[0] != "armies":
            return None
        seat, clan = g.order[self.place], act[1]
        if clan == g.setup.seat_clan[seat]:
            return Consequence("3-3", "own_army", {"clan": clan})
        others = [s for s, own in enumerate(g.setup.seat_clan) if s != seat and clan in g.setup.directs[own]]
        return Consequence("4-2", "greater_army" if others else "greater_army_alone", {"clan": clan, "seats": others})

    def place_army(self, g: G, act: Act) -> Next:
        place(g, act[1], act[2], 1, True, "3-3")
        return "start"


@dataclass(eq=False)
class EndPhase(Procedure):
    """3-5: from turn four on a die may end the game. If the game goes on, cards are shuffled and units become ready."""

    def start(self, g: G) -> Next:
        """Check the endings. Then roll if a die may end the game after this turn, by the chart (3-5.chart)."""
        over = g.judge()
        if over is not None:
            return over
        _, highest = g.closing()
        if highest >= ANY_DIE:
            return g.find_outcome(GAME_END)
        return Roll("game_end", "3-5", 1, "take_roll", data={"value": highest}) if highest else "next_turn"

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        return g.find_outcome(GAME_END) if dice[0] <= g.closing()[1] else "next_turn"

    def next_turn(self, g: G) -> Next:
        """Shuffle all cards, also those face up (6-9); make all units ready; move the turn marker on (1-1-3)."""
        g.cards = [where if where == GONE else STACK for where in g.cards]
        g.refresh("3-5")
        g.turn += 1
        return None


#: The sequence of play (3).
TURN: sequence.Turn = (
    ("order", OrderDetermination),
    ("draw", CardDraw),
    ("petition", Petitions),
    ("action", ActionPhase),
    ("end", EndPhase),
)
