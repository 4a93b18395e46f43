"""Chapters 2 and 3: preparation and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gunki.core.rules.aims import GAME_END, TURN_END
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Deal, Next, Procedure, Roll
from gunki.games.nobunaga.rules.actions import ActionPhase
from gunki.games.nobunaga.rules.optional_rules import Bidding, PlaceArmies, draw_counts, placing_bars
from gunki.games.nobunaga.setup import ANTI_ODA, ODA, RIGHT
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.rules import sequence
from gunki.series.areas_and_cards.state.position import DEAD, OFF, STACK, AreaPosition

#: In a proposed deployment one general is enough for this many armies.
ARMIES_PER_GENERAL = 3


@dataclass(eq=False)
class Campaign(sequence.WholeGame):
    """The whole game: up to ten turns (3), with a bidding before them if an option of chapter 11 asks for it."""

    def start(self, g: AreaPosition) -> Next:
        options = g.setup.options
        if options["bid_supply_areas"] or options["bid_bonus_cards"]:
            return Call(Bidding(int(bool(options["bid_bonus_cards"]))), "next_phase")
        return "next_phase"


@dataclass(eq=False)
class CardDraw(Procedure):
    """3-1: each side draws a card for each supply area it controls, but never fewer than four."""

    seat: int = ODA

    def start(self, g: G) -> Next:
        return "deal"

    def deal(self, g: G) -> Next:
        pile = g.draw_pile(self.seat)
        base = min(draw_counts(g)[self.seat], len(pile))
        # 11-2.p2: bonus cards that cannot be drawn now come in later turns.
        return Deal(self.seat, "3-1", pile, base + min(g.bonus[self.seat], len(pile) - base), "take_cards")

    def take_cards(self, g: G, cards: tuple[int, ...]) -> Next:
        base = min(draw_counts(g)[self.seat], len(g.draw_pile(self.seat)))
        g.bonus = [bonus - (len(cards) - base) * (seat == self.seat) for seat, bonus in enumerate(g.bonus)]
        for card in cards:
            g.cards[card] = self.seat
        if self.seat == ANTI_ODA:
            return None
        self.seat = ANTI_ODA
        return "deal"


@dataclass(eq=False)
class Reinforcement(Procedure):
    """3-2: reinforcements for Oda, then for Anti-Oda."""

    first_die: int = 0
    second_die: int = 0

    # 3-2-1, 2-2.p2: the reinforcements of Oda

    def start(self, g: G) -> Next:
        return "deploy" if g.turn == 1 else "roll_oda"

    def deploy(self, g: G) -> Next:
        waiting = [u for u in g.generals_of(g.setup.oda) if g.at[u] == OFF]
        areas = [a for a in range(len(g.control)) if g.armies(g.setup.oda, a)]
        if not waiting or not areas:
            return "roll_anti_oda"
        acts: list[Act] = [("deploy", waiting[0], area) for area in areas]
        all_of_them = len([u for u in g.generals_of(g.setup.oda) if g.at[u] != DEAD])
        data = {"general": waiting[0], "number": all_of_them - len(waiting) + 1, "count": all_of_them}
        return Ask(
            ODA, "deploy", "2-2.p2", acts, "deploy_general", bars="deploy_bars", data=data, starts_order=True,
            is_setup=True,
        )  # fmt: skip

    def propose_acts(self, g: G) -> Sequence[Act]:
        """Return a proposal for the waiting generals: each goes where the most armies lack a general (2-2.p2)."""
        oda = g.setup.oda
        without = {a: g.armies(oda, a) for a in range(len(g.control)) if g.armies(oda, a)}
        for u in g.generals_of(oda):
            if g.at[u] in without:
                without[g.at[u]] -= ARMIES_PER_GENERAL
        acts: list[Act] = []
        for u in g.generals_of(oda):
            if g.at[u] == OFF:
                area = max(without, key=lambda a: (without[a], -a))
                without[area] -= ARMIES_PER_GENERAL
                acts.append(("deploy", u, area))
        return acts

    def deploy_bars(self, g: G, act: Act) -> Iterator[Reason]:
        _, general, area = act
        waiting = next(u for u in g.generals_of(g.setup.oda) if g.at[u] == OFF)
        if general != waiting:
            yield Reason("2-2.p2", "other_general_first", {"general": waiting})
        if not g.armies(g.setup.oda, area):
            yield Reason("2-2.p2", "no_oda_army", {"area": area})

    def deploy_general(self, g: G, act: Act) -> Next:
        g.place_general(act[1], act[2], True, "2-2.p2", "3-2-1.p2")
        return "deploy"

    def roll_oda(self, g: G) -> Next:
        return Roll("oda_reinforcement", "3-2-1", 1, "take_oda_roll", data={"chart": "oda_reinforcement"})

    def take_oda_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        setup = g.setup
        general = setup.oda_chart[dice[0]]
        if g.at[general] < 0:  # 3-2-1.p1b: the general is not on the board
            g.emit("no_reinforcement", "3-2-1.p1b", general=general)
            return "roll_anti_oda"
        return Call(PlaceArmies(ODA, setup.oda, g.at[general], setup.oda_armies, 1, "3-2-1"), "roll_anti_oda")

    # 3-2-2: Anti-Oda, who chooses after both dice are rolled (3-2-2.p3)

    def roll_anti_oda(self, g: G) -> Next:
        return Roll(
            "anti_oda_reinforcement", "3-2-2", 2, "take_anti_oda_roll", data={"chart": "anti_oda_reinforcement"}
        )

    def take_anti_oda_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        self.first_die, self.second_die = dice
        return "choose"

    def choose(self, g: G) -> Next:
        acts = [act for act in self._choices(g) if next(self.reinforcement_bars(g, act), None) is None]
        if not acts:
            return None
        data = {"dice": [die for die in (self.first_die, self.second_die) if die]}
        verbs = ("marker", "armies")
        return Ask(
            ANTI_ODA,
            "reinforcements",
            "3-2-2",
            acts,
            "take_choice",
            bars="reinforcement_bars",
            exact=True,
            data=data,
            verbs=verbs,
            starts_order=True,
        )

    def _choices(self, g: G) -> list[Act]:
        acts: list[Act] = []
        for die in dict.fromkeys((self.first_die, self.second_die)):
            for clan in g.setup.anti_chart[die]:
                acts.append(("marker", clan))
                acts += [("armies", clan, area) for area, present in enumerate(g.present) if present >> clan & 1]
        return acts

    def reinforcement_bars(self, g: G, act: Act) -> Iterator[Reason]:
        clan = act[1]
        setup = g.setup
        if not any(clan in setup.anti_chart[die] for die in (self.first_die, self.second_die)):
            yield Reason("3-2-2", "not_rolled", {"clan": clan})
        if act[0] == "marker":
            if g.box[clan] < 0:
                yield Reason("3-2-2(1)", "no_marker", {"clan": clan})
            elif g.power[clan] == ANTI_ODA:
                yield Reason("3-2-2(1)", "already_at_war", {"clan": clan})
            return
        if setup.rank[clan] == "lesser" and g.power[clan] != ANTI_ODA:
            yield Reason("3-2-2(2)", "not_anti_oda", {"clan": clan})
        yield from placing_bars(g, clan, act[2], "3-2-2(2)")

    def take_choice(self, g: G, act: Act) -> Next:
        """Carry out one choice and use up its die.

        The dice are used one after the other: with a double, a daimyo can enter the war by the first and be reinforced
        by the second (3-2-2.Ex).
        """
        clan, setup = act[1], g.setup
        die = self.first_die if clan in setup.anti_chart[self.first_die] else self.second_die
        if die == self.first_die:
            self.first_die = 0
        else:
            self.second_die = 0
        if act[0] == "marker":
            g.move_marker(clan, RIGHT, 1, "3-2-2(1)", "4-2(1)")
            return "choose"
        return Call(PlaceArmies(ANTI_ODA, clan, act[2], setup.anti_armies[die], 1, "3-2-2(2)"), "choose")


@dataclass(eq=False)
class EndPhase(Procedure):
    """3-4 and chapter 9: the check for victory, then a new turn."""

    def start(self, g: G) -> Next:
        """End the game if an ending applies; else move the turn marker on (1-1-3)."""
        # N-47: the endings of a turn are checked in every turn, those of the game only after the last turn
        over = g.find_outcome(TURN_END, GAME_END) if g.closing()[1] else g.find_outcome(TURN_END)
        if over is not None:
            return over
        g.cards = [STACK] * len(g.cards)  # 6-10, N-58: all cards go back into their decks, also those in hands
        g.refresh("3-4")
        g.turn += 1
        return None


#: The sequence of play (3).
TURN: sequence.Turn = (
    ("draw", CardDraw),
    ("reinforcement", Reinforcement),
    ("action", ActionPhase),
    ("end", EndPhase),
)
