"""Section 6-2: events that place, move, ready or remove the players' own units and castles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.games.honganji.rules.ordered_marches import place
from gunki.games.honganji.setup import Card
from gunki.games.honganji.state.position import OUT
from gunki.games.honganji.state.position import HonganjiPosition as G
from gunki.series.areas_and_cards.rules.card_events import Event
from gunki.series.areas_and_cards.state.position import DEAD, OFF, bits


@dataclass(eq=False)
class Fortification(Event):
    """Builds the castle of the player's clan in an area of the clan, or moves it there (FAQ-Q2, Q5, Q6, H-65)."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        areas = range(len(g.control))
        if not any(next(fortify_bars(g, seat, area), None) is None for area in areas):
            yield Reason("6-2", "nowhere_to_build")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts: list[Act] = [("fortify", area) for area in range(len(g.control))]
        return Ask(self.seat, "fortify", "FAQ-Q2", acts, "take_choice", bars="area_bars", data={"card": self.card})

    def area_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return fortify_bars(g, self.seat, act[1])

    def take_choice(self, g: G, act: Act) -> Next:
        castle = g.setup.castle[g.setup.seat_clan[self.seat]]
        g.place_general(castle, act[1], False, "FAQ-Q2")
        return None


def fortify_bars(g: G, seat: int, area: int) -> Iterator[Reason]:
    clan = g.setup.seat_clan[seat]
    castle = g.setup.castle[clan]
    if castle < 0:
        yield Reason("FAQ-Q1", "no_castle")
    if g.control[area] != clan:
        yield Reason("FAQ-Q2", "not_controlled", {"area": area})
    if castle >= 0 and g.at[castle] == area:
        yield Reason("FAQ-Q6", "castle_there", {"area": area})


@dataclass(eq=False)
class Surrender(Event):
    """Removes another player's castle from the board, if units of the player are near it (FAQ-Q1)."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not any(next(surrender_bars(g, seat, castle), None) is None for castle in bits(g.setup.castles)):
            yield Reason("6-2", "no_castle_near")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts: list[Act] = [("surrender", castle) for castle in bits(g.setup.castles)]
        return Ask(self.seat, "surrender", "FAQ-Q1", acts, "take_choice", bars="castle_bars", data={"card": self.card})

    def castle_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return surrender_bars(g, self.seat, act[1])

    def take_choice(self, g: G, act: Act) -> Next:
        out = g.clan_status(g.owner[act[1]]) == OUT
        g.remove_general(act[1], "FAQ-Q5", to=DEAD if out else OFF)
        return None


def surrender_bars(g: G, seat: int, castle: int) -> Iterator[Reason]:
    own = g.setup.seat_clan[seat]
    if not g.setup.castles >> castle & 1:
        yield Reason("FAQ-Q1", "not_a_castle", {"general": castle})
    elif g.owner[castle] == own:
        yield Reason("6-2", "own_clan", {"clan": own})
    elif (area := g.at[castle]) < 0:
        yield Reason("6-2", "general_absent", {"general": castle})
    elif not any(g.present[a] >> own & 1 for a in (area, *g.setup.map.neighbours[area])):
        yield Reason("6-2", "too_far_from_units", {"area": area})


@dataclass(eq=False)
class Recruitment(Event):
    """Places spent armies in an area of the player."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        own = g.setup.seat_clan[seat]
        if not g.pool[own]:
            yield Reason("1-2-2-1", "no_counters", {"clan": own})
        if not g.areas_of(own):
            yield Reason("6-2", "no_area")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        own = g.setup.seat_clan[self.seat]
        acts: list[Act] = [("recruit", own, area) for area in g.areas_of(own)]
        return Ask(self.seat, "recruit", "6-2", acts, "take_choice", bars="place_bars", data={"card": self.card})

    def place_bars(self, g: G, act: Act) -> Iterator[Reason]:
        _, clan, area = act
        if clan != g.setup.seat_clan[self.seat]:
            yield Reason("6-2", "not_own", {"clan": clan})
        elif g.control[area] != clan:
            yield Reason("6-2", "not_controlled", {"area": area})

    def take_choice(self, g: G, act: Act) -> Next:
        place(g, act[1], act[2], self.data(g).armies, False, "6-2")
        return None


@dataclass(eq=False)
class SupplyLine(Event):
    """Makes up to four spent units in an area of the player ready."""

    area: int = -1
    made: int = 0

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not any(next(supply_bars(g, seat, area), None) is None for area in range(len(g.control))):
            yield Reason("6-2", "nobody_spent_there")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts: list[Act] = [("supply", area) for area in range(len(g.control))]
        return Ask(self.seat, "supply", "6-2", acts, "take_choice", bars="area_bars", data={"card": self.card})

    def area_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return supply_bars(g, self.seat, act[1])

    def take_choice(self, g: G, act: Act) -> Next:
        self.area = act[1]
        clan = g.setup.seat_clan[self.seat]
        return "ready_all" if count_spent_units(g, clan, self.area) <= self.data(g).most else "ready"

    def ready_all(self, g: G) -> Next:
        clan = g.setup.seat_clan[self.seat]
        i = clan * len(g.control) + self.area
        g.ready[i] += g.spent[i]
        g.spent[i] = 0
        for general in g.generals_in(clan, self.area):
            g.up[general] = 1
        g.emit("readied", "6-2", clan=clan, area=self.area)
        return None

    def ready(self, g: G) -> Next:
        clan = g.setup.seat_clan[self.seat]
        acts: list[Act] = [("ready_general", u) for u in g.generals_in(clan, self.area) if not g.up[u]]
        if g.spent[clan * len(g.control) + self.area]:
            acts.append(("ready_army",))
        if self.made:
            acts.append(("done",))
        data = {"clan": clan, "area": self.area}
        verbs = ("ready_general", "ready_army", "done")
        return Ask(self.seat, "ready", "6-2", acts, "ready_unit", bars="ready_bars", exact=True, data=data, verbs=verbs)

    def ready_bars(self, g: G, act: Act) -> Iterator[Reason]:
        clan = g.setup.seat_clan[self.seat]
        if act[0] == "done":
            if not self.made:
                yield Reason("6-2", "ready_one")
        elif act[0] == "ready_army":
            if not g.spent[clan * len(g.control) + self.area]:
                yield Reason("6-2", "no_spent_army", {"area": self.area})
        elif act[1] not in g.generals_in(clan, self.area):
            yield Reason("6-2", "not_in_stack", {"general": act[1]})
        elif g.up[act[1]]:
            yield Reason("6-2", "not_spent", {"general": act[1]})

    def ready_unit(self, g: G, act: Act) -> Next:
        clan = g.setup.seat_clan[self.seat]
        if act[0] == "done":
            return "finish_readying"
        if act[0] == "ready_general":
            g.up[act[1]] = 1
        else:
            i = clan * len(g.control) + self.area
            g.ready[i] += 1
            g.spent[i] -= 1
        self.made += 1
        return "ready" if self.made < self.data(g).most else "finish_readying"

    def finish_readying(self, g: G) -> Next:
        g.emit("readied", "6-2", clan=g.setup.seat_clan[self.seat], area=self.area)
        return None


def count_spent_units(g: G, clan: int, area: int) -> int:
    return g.units(clan, area) - g.ready_units(clan, area)


def supply_bars(g: G, seat: int, area: int) -> Iterator[Reason]:
    clan = g.setup.seat_clan[seat]
    if g.control[area] != clan:
        yield Reason("6-2", "not_controlled", {"area": area})
    if not count_spent_units(g, clan, area):
        yield Reason("6-2", "nobody_spent", {"area": area})


@dataclass(eq=False)
class Fief(Event):
    """Moves units of the player from one of the player's areas to another, at any distance (10-3)."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not any(True for _ in fiefs(g, seat)):
            yield Reason("6-2", "nothing_to_transfer")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts = [*fiefs(g, self.seat)]
        return Ask(self.seat, "fief", "10-3", acts, "take_choice", bars="area_bars", data={"card": self.card})

    def area_bars(self, g: G, act: Act) -> Iterator[Reason]:
        _, origin, area = act
        own = g.setup.seat_clan[self.seat]
        for a in (origin, area):
            if g.control[a] != own:
                yield Reason("6-2", "not_controlled", {"area": a})
        if origin == area:
            yield Reason("6-2", "same_area", {"area": area})
        elif g.units(own, origin) < 2:
            yield Reason("6-2", "leave_one", {"area": origin})
        elif not count_transferable(g, own, origin):
            yield Reason("6-2", "nothing_to_transfer")

    def take_choice(self, g: G, act: Act) -> Next:
        return Call(ChangeOfFief(self.seat, g.setup.seat_clan[self.seat], act[1], act[2]), "finish")


def count_transferable(g: G, clan: int, area: int) -> int:
    """Return the number of a clan's units in an area without its defending generals, who cannot move."""
    return g.armies(clan, area) + (g.chiefs(clan, area) & ~g.fixed).bit_count()


def fiefs(g: G, seat: int) -> Iterator[Act]:
    own = g.setup.seat_clan[seat]
    areas = g.areas_of(own)
    for origin in areas:
        if g.units(own, origin) > 1 and count_transferable(g, own, origin):
            for area in areas:
                if area != origin:
                    yield ("fief", origin, area)


@dataclass(eq=False)
class ChangeOfFief(Procedure):
    """The choice of the units that change areas: generals, ready armies, spent armies. One unit stays behind."""

    seat: int
    clan: int
    origin: int
    area: int
    taken: int = 0
    moved: int = 0  # the number of armies that have gone; armies go as soon as they are chosen

    def _units_left(self, g: G) -> int:
        """Return how many more units may go."""
        return g.units(self.clan, self.origin) - self.taken.bit_count() - 1

    def start(self, g: G) -> Next:
        movable = g.chiefs(self.clan, self.origin) & ~g.fixed & ~self.taken
        if not movable or not self._units_left(g):
            return "strength"
        acts: list[Act] = [("take", u) for u in bits(movable)]
        if self.taken or g.armies(self.clan, self.origin):
            acts.append(("done",))
        data = {"clan": self.clan, "area": self.origin}
        verbs = ("take", "done")
        return Ask(
            self.seat,
            "generals",
            "10-3",
            acts,
            "take_general",
            bars="general_bars",
            exact=True,
            data=data,
            verbs=verbs,
        )

    def general_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "done":
            if not self.taken and not g.armies(self.clan, self.origin):
                yield Reason("10-3", "nobody_taken")
            return
        general = act[1]
        if self.taken >> general & 1 or general not in g.generals_in(self.clan, self.origin):
            yield Reason("10-3", "not_in_stack", {"general": general})
            return
        if g.fixed >> general & 1:
            yield Reason("1-2-1-2", "cannot_move", {"general": general})
        if not self._units_left(g):
            yield Reason("10-3", "leave_one", {"area": self.origin})

    def take_general(self, g: G, act: Act) -> Next:
        if act[0] == "done":
            return "strength"
        self.taken |= 1 << act[1]
        return "start"

    def _range(self, g: G, spent: bool) -> tuple[int, int]:
        i = self.clan * len(g.control) + self.origin
        count, later = (g.spent[i], 0) if spent else (g.ready[i], g.spent[i])
        least = int(not self.taken and not self.moved and not later)
        return min(least, count), min(count, self._units_left(g))

    def strength(self, g: G) -> Next:
        low, high = self._range(g, spent=False)
        if low >= high:
            return "move_all_ready"
        acts: list[Act] = [("with", n) for n in range(low, high + 1)]
        data = {"clan": self.clan, "area": self.origin}
        return Ask(
            self.seat,
            "strength",
            "10-3",
            acts,
            "take_ready",
            bars="ready_range",
            exact=True,
            kind="amount",
            data=data,
        )

    def ready_range(self, g: G, act: Act) -> Iterator[Reason]:
        yield from self._out_of_range(g, act, spent=False)

    def spent_range(self, g: G, act: Act) -> Iterator[Reason]:
        yield from self._out_of_range(g, act, spent=True)

    def _out_of_range(self, g: G, act: Act, spent: bool) -> Iterator[Reason]:
        low, high = self._range(g, spent)
        if not low <= act[1] <= high:
            yield Reason("10-3", "amount_range", {"low": low, "high": high})

    def move_all_ready(self, g: G) -> Next:
        return self._move_armies(g, self._range(g, spent=False)[1], 0, "spent_strength")

    def take_ready(self, g: G, act: Act) -> Next:
        return self._move_armies(g, act[1], 0, "spent_strength")

    def spent_strength(self, g: G) -> Next:
        low, high = self._range(g, spent=True)
        if low >= high:
            return "move_all_spent"
        acts: list[Act] = [("with_spent", n) for n in range(low, high + 1)]
        data = {"clan": self.clan, "area": self.origin}
        return Ask(
            self.seat,
            "spent_strength",
            "10-3",
            acts,
            "take_spent",
            bars="spent_range",
            exact=True,
            kind="amount",
            data=data,
        )

    def move_all_spent(self, g: G) -> Next:
        return self._move_armies(g, 0, self._range(g, spent=True)[1], "generals")

    def take_spent(self, g: G, act: Act) -> Next:
        return self._move_armies(g, 0, act[1], "generals")

    def _move_armies(self, g: G, ready: int, spent: int, then: str) -> Next:
        self.moved += ready + spent
        g.take_armies(self.clan, self.origin, ready, spent)
        g.give_armies(self.clan, self.area, ready, spent)
        return then

    def generals(self, g: G) -> Next:
        for general in bits(self.taken):
            g.place_general(general, self.area, bool(g.up[general]), "10-3")
        g.emit("transferred", "10-3", clan=self.clan, from_area=self.origin, to_area=self.area)
        return None
