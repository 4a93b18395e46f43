"""Section 6-2: events of cunning: turning generals, replacing Neutral units, desertion, slander, the adviser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Next, Roll
from gunki.games.honganji.setup import Card
from gunki.games.honganji.state.position import GONE, OUT, VASSAL
from gunki.games.honganji.state.position import HonganjiPosition as G
from gunki.series.areas_and_cards.rules.card_events import Event
from gunki.series.areas_and_cards.state.position import DEAD, bits


@dataclass(eq=False)
class Opportunism(Event):
    """A roll that may turn a red-named general into a Neutral defending general (H-66)."""

    general: int = -1

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not any(next(turn_bars(g, seat, u), None) is None for u in bits(g.setup.red)):
            yield Reason("6-2", "nobody_to_turn")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts: list[Act] = [("turn", u) for u in bits(g.setup.red)]
        return Ask(self.seat, "opportunism", "6-2", acts, "take_choice", bars="general_bars", data={"card": self.card})

    def general_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return turn_bars(g, self.seat, act[1])

    def take_choice(self, g: G, act: Act) -> Next:
        self.general = act[1]
        return "roll"

    def roll(self, g: G) -> Next:
        return Roll("opportunism", "6-2", 1, "take_roll", data={"general": self.general, "value": self.data(g).success})

    def luck(self, g: G, wait: Roll) -> Luck | None:
        success = self.data(g).success
        return Luck(self.seat, lambda die: int(die <= success))

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        if dice[0] <= self.data(g).success:
            g.enlist(self.general, g.setup.neutral_clan)
            g.fixed |= 1 << self.general
            g.emit("turned", "CS.legend", general=self.general, area=g.at[self.general])
        return None


def turn_bars(g: G, seat: int, general: int) -> Iterator[Reason]:
    clan = g.owner[general]
    if not g.setup.red >> general & 1:
        yield Reason("CS.legend", "not_red", {"general": general})
    if g.at[general] < 0:
        yield Reason("6-2", "general_absent", {"general": general})
    elif clan == g.setup.seat_clan[seat] or clan == g.setup.neutral_clan or g.clan_status(clan) == OUT:
        yield Reason("6-2", "not_a_target", {"general": general})


@dataclass(eq=False)
class ChiefAdviser(Event):
    """Gives a point to a player who controls the capital, once Nobunaga is dead (9-2(5))."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if g.at[g.setup.leader] != DEAD:
            yield Reason("9-2(5)", "nobunaga_alive")
        if g.control[g.setup.capital] != g.setup.seat_clan[seat]:
            yield Reason("9-2(5)", "not_controlled", {"area": g.setup.capital})

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        g.adviser = self.seat
        g.cards[self.card] = GONE
        g.emit("adviser", "9-2(5)", seat=self.seat)
        return None


@dataclass(eq=False)
class Desertion(Event):
    """Removes half of a clan's armies in an area, at least one."""

    clan: int = -1
    area: int = -1

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not any(True for _ in desertions(g, seat)):
            yield Reason("6-2", "nobody_to_desert")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts = [*desertions(g, self.seat)]
        return Ask(self.seat, "desertion", "6-2", acts, "take_choice", bars="army_bars", data={"card": self.card})

    def army_bars(self, g: G, act: Act) -> Iterator[Reason]:
        _, clan, area = act
        if clan == g.setup.seat_clan[self.seat]:
            yield Reason("6-2", "own_clan", {"clan": clan})
        elif not g.armies(clan, area):
            yield Reason("6-2", "no_army", {"clan": clan, "area": area})

    def take_choice(self, g: G, act: Act) -> Next:
        _, self.clan, self.area = act
        return "losses"

    def _bounds(self, g: G) -> tuple[int, int, int]:
        i = self.clan * len(g.control) + self.area
        ready, spent = g.ready[i], g.spent[i]
        lost = max(1, (ready + spent) // 2)
        return max(0, lost - spent), min(lost, ready), lost

    def losses(self, g: G) -> Next:
        low, high, lost = self._bounds(g)
        who = g.decider(self.clan, self.seat)
        if low == high or who < 0:
            return "run"
        acts: list[Act] = [("lose", n) for n in range(low, high + 1)]
        data = {"clan": self.clan, "area": self.area, "count": lost}
        return Ask(who, "losses", "8-4", acts, "take_losses", bars="loss_bars", exact=True, kind="amount", data=data)

    def loss_bars(self, g: G, act: Act) -> Iterator[Reason]:
        low, high, _ = self._bounds(g)
        if not low <= act[1] <= high:
            yield Reason("8-4", "losses_range", {"low": low, "high": high})

    def run(self, g: G) -> Next:
        return self._leave(g, self._bounds(g)[0])

    def take_losses(self, g: G, act: Act) -> Next:
        return self._leave(g, act[1])

    def _leave(self, g: G, ready: int) -> Next:
        g.remove_armies(self.clan, self.area, ready, self._bounds(g)[2] - ready, "6-2")
        return None


def desertions(g: G, seat: int) -> Iterator[Act]:
    own = g.setup.seat_clan[seat]
    for area, present in enumerate(g.present):
        for clan in bits(present & ~(1 << own)):
            if g.armies(clan, area):
                yield ("desert", clan, area)


@dataclass(eq=False)
class Slander(Event):
    """A roll that may keep another vassal from petitioning for the rest of the game."""

    clan: int = -1

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if g.status[seat] != VASSAL:
            yield Reason("6-2", "vassals_only")
        if g.at[g.setup.leader] < 0:
            yield Reason("6-2", "nobunaga_gone")
        if not any(next(slander_bars(g, seat, clan), None) is None for clan in g.setup.seat_clan):
            yield Reason("6-2", "nobody_to_slander")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts: list[Act] = [("slander", clan) for clan in g.setup.seat_clan]
        return Ask(self.seat, "slander", "6-2", acts, "take_choice", bars="clan_bars", data={"card": self.card})

    def clan_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return slander_bars(g, self.seat, act[1])

    def take_choice(self, g: G, act: Act) -> Next:
        self.clan = act[1]
        return "roll"

    def roll(self, g: G) -> Next:
        return Roll("slander", "6-2", 1, "take_roll", data={"clan": self.clan, "value": g.cunning(self.seat)})

    def luck(self, g: G, wait: Roll) -> Luck | None:
        cunning = g.cunning(self.seat)
        return Luck(self.seat, lambda die: int(die <= cunning))

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        if dice[0] <= g.cunning(self.seat):
            g.slandered |= 1 << g.setup.clan_seat[self.clan]
            g.emit("slandered", "6-2", seat=g.setup.clan_seat[self.clan])
        return None


def slander_bars(g: G, seat: int, clan: int) -> Iterator[Reason]:
    target = g.setup.clan_seat[clan]
    if target < 0 or g.status[target] != VASSAL:
        yield Reason("6-2", "not_a_vassal", {"clan": clan})
    elif target == seat:
        yield Reason("6-2", "own_clan", {"clan": clan})
    elif g.slandered >> target & 1:
        yield Reason("6-2", "already_slandered", {"clan": clan})


@dataclass(eq=False)
class Scheming(Event):
    """A roll that may replace a Neutral unit next to an area of the player by one of the player's armies."""

    general: int = -1
    area: int = -1
    flipped: int = 0  # 1: the unit to be replaced is a flipped Oda army

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        own = g.setup.seat_clan[seat]
        if not g.pool[own]:
            yield Reason("1-2-2-1", "no_counters", {"clan": own})
        if not any(True for _ in schemes(g, seat)):
            yield Reason("6-2", "nobody_to_scheme")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts = [*schemes(g, self.seat)]
        verbs = ("scheme_army", "scheme_general")
        data = {"card": self.card}
        return Ask(
            self.seat, "scheme", "6-2", acts, "take_choice", bars="unit_bars", exact=True, data=data, verbs=verbs
        )

    def unit_bars(self, g: G, act: Act) -> Iterator[Reason]:
        neutral = g.setup.neutral_clan
        if act[0] == "scheme_general":
            general = act[1]
            if g.at[general] < 0 or g.owner[general] != neutral:
                yield Reason("6-2", "not_neutral", {"general": general})
                return
            area = g.at[general]
        else:
            area = act[1]
            if not g.armies(neutral, area):
                yield Reason("6-2", "no_army", {"clan": neutral, "area": area})
        if not is_beside_own(g, self.seat, area):
            yield Reason("6-2", "not_beside_own", {"area": area})

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "scheme_general":
            self.general, self.area = act[1], g.at[act[1]]
            return "roll"
        self.area = act[1]
        return "ask_kind"

    def ask_kind(self, g: G) -> Next:
        """Let the player choose between a plain Neutral army and a flipped Oda army, if both are there (H-25)."""
        flipped = g.flipped[self.area]
        if not 0 < flipped < g.armies(g.setup.neutral_clan, self.area):
            return "take_only_kind"
        acts: list[Act] = [("plain_army",), ("flipped_army",)]
        return Ask(self.seat, "neutral_army", "6-2", acts, "take_kind", data={"card": self.card, "area": self.area})

    def take_only_kind(self, g: G) -> Next:
        self.flipped = int(g.flipped[self.area] > 0)
        return "roll"

    def take_kind(self, g: G, act: Act) -> Next:
        self.flipped = int(act[0] == "flipped_army")
        return "roll"

    def _high(self, g: G) -> int:
        bonus: int = self.data(g).bonus
        return g.cunning(self.seat) + bonus

    def roll(self, g: G) -> Next:
        return Roll("scheme", "6-2", 1, "take_roll", data={"area": self.area, "value": self._high(g)})

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        if dice[0] > self._high(g):
            return None
        neutral = g.setup.neutral_clan
        if self.general >= 0:
            g.remove_general(self.general, "6-2")
        else:
            ready = min(1, g.ready[neutral * len(g.control) + self.area])
            g.remove_neutral(self.area, ready, 1 - ready, self.flipped, "6-2")
        g.place_armies(g.setup.seat_clan[self.seat], self.area, 1, False, "6-2")
        return None


def is_beside_own(g: G, seat: int, area: int) -> bool:
    own = g.setup.seat_clan[seat]
    return any(g.control[near] == own for near in g.setup.map.neighbours[area])


def schemes(g: G, seat: int) -> Iterator[Act]:
    neutral = g.setup.neutral_clan
    for area, present in enumerate(g.present):
        if present >> neutral & 1 and is_beside_own(g, seat, area):
            if g.armies(neutral, area):
                yield ("scheme_army", area)
            for general in g.generals_in(neutral, area):
                yield ("scheme_general", general)
