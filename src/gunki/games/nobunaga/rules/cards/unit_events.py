"""Section 6-3: events that place, replace, ready or spend units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next
from gunki.games.nobunaga.rules.optional_rules import PlaceArmies, beside_units, placing_bars
from gunki.games.nobunaga.setup import ANTI_ODA, NEUTRAL, ODA, Card
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.rules.card_events import Event, absence_reasons
from gunki.series.areas_and_cards.state.position import bits


@dataclass(eq=False)
class Recruit(Event):
    """Places spent armies beside a unit of a daimyo of the player's own power (FAQ-Q09)."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not any(next(recruit_bars(g, seat, act), None) is None for act in recruit_candidates(g, seat)):
            yield Reason("6-3", "nobody_to_reinforce")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts = [*recruit_candidates(g, self.seat)]
        return Ask(self.seat, "recruit", "6-3", acts, "take_choice", bars="place_bars", data={"card": self.card})

    def place_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return recruit_bars(g, self.seat, act)

    def take_choice(self, g: G, act: Act) -> Next:
        return Call(PlaceArmies(self.seat, act[1], act[2], self.data(g).armies, 0, "6-3"), "finish")


def recruit_candidates(g: G, seat: int) -> Iterator[Act]:
    return beside_units(g, "recruit", g.own_clans(seat))


def recruit_bars(g: G, seat: int, act: Act) -> Iterator[Reason]:
    _, clan, area = act
    if g.power[clan] == NEUTRAL and seat == ANTI_ODA and g.setup.rank[clan] == "greater":
        yield Reason("FAQ-Q09", "not_anti_oda", {"clan": clan})
    elif g.power[clan] != seat:
        yield Reason("6-3", "not_own", {"clan": clan})
    yield from placing_bars(g, clan, area, "6-3")


def joining_bars(g: G, card: Card) -> Iterator[Reason]:
    """Yield the reasons why no Oda army can be placed with the card's general."""
    yield from absence_reasons(g, card.general)
    if not g.pool[g.setup.oda]:
        yield Reason("1-2-2-1", "no_counters", {"clan": g.setup.oda})


@dataclass(eq=False)
class Formation(Event):
    """Places ready Oda armies in the area of the card's general."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        yield from joining_bars(g, card)

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        card = self.data(g)
        return Call(PlaceArmies(self.seat, g.setup.oda, g.at[card.general], card.armies, 1, "6-3"), "finish")


@dataclass(eq=False)
class SupplyLine(Event):
    """Makes all spent Oda units in the area of the card's general ready, the general included (FAQ-Q11, N-53)."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        yield from absence_reasons(g, card.general)
        area = g.at[card.general]
        if area >= 0 and g.units(g.setup.oda, area) == g.ready_units(g.setup.oda, area):
            yield Reason("6-3", "nobody_spent", {"area": area})

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        oda, area = g.setup.oda, g.at[self.data(g).general]
        i = oda * len(g.control) + area
        g.ready[i] += g.spent[i]
        g.spent[i] = 0
        for general in g.generals_in(oda, area):
            g.up[general] = 1
        g.emit("readied", "6-3", clan=oda, area=area)
        return None


@dataclass(eq=False)
class FeignIllness(Event):
    """Makes a ready general of an Oda power spent."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        if not any(next(feign_bars(g, u), None) is None for u in range(len(g.at))):
            yield Reason("6-3", "no_ready_general")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts: list[Act] = [("feign", u) for u in range(len(g.at)) if g.at[u] >= 0]
        return Ask(self.seat, "feign", "6-3", acts, "take_choice", bars="general_bars", data={"card": self.card})

    def general_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return feign_bars(g, act[1])

    def take_choice(self, g: G, act: Act) -> Next:
        g.up[act[1]] = 0
        g.emit("general_spent", "6-3", general=act[1], area=g.at[act[1]])
        return None


def feign_bars(g: G, general: int) -> Iterator[Reason]:
    if g.at[general] < 0:
        yield Reason("6-3", "general_absent", {"general": general})
    elif g.power[g.owner[general]] != ODA:
        yield Reason("6-3", "not_oda_power", {"general": general})
    elif not g.up[general]:
        yield Reason("6-3", "general_spent", {"general": general})


@dataclass(eq=False)
class Uprising(Event):
    """Places spent Honganji armies in or next to an area with Honganji units."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        clan = bits(card.clans)[0]
        if not any(present & card.clans for present in g.present):
            yield Reason("6-3", "no_units_anywhere", {"clan": clan})
        if not g.can_place(clan):
            yield Reason("1-2-2-1", "no_counters", {"clan": clan})

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        clan_areas = [area for area, present in enumerate(g.present) if present & self.data(g).clans]
        near = sorted({a for area in clan_areas for a in (area, *g.setup.map.neighbours[area])} - {g.setup.sea})
        acts: list[Act] = [("rise", area) for area in near]
        data = {"card": self.card}
        return Ask(self.seat, "uprising", "6-3", acts, "take_choice", bars="area_bars", exact=True, data=data)

    def area_bars(self, g: G, act: Act) -> Iterator[Reason]:
        area, clans = act[1], self.data(g).clans
        if area == g.setup.sea:
            yield Reason("6-3", "not_at_sea", {"area": area})
        elif not any(g.present[a] & clans for a in (area, *g.setup.map.neighbours[area])):
            yield Reason("6-3", "too_far_from_units", {"area": area})

    def take_choice(self, g: G, act: Act) -> Next:
        card = self.data(g)
        return Call(PlaceArmies(self.seat, bits(card.clans)[0], act[1], card.armies, 0, "6-3"), "finish")


@dataclass(eq=False)
class Scheme(Event):
    """Replaces an army of another power, near the card's general, by a spent Oda army (FAQ-Q01 to Q04, N-52)."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Reason]:
        yield from joining_bars(g, card)
        if not any(next(scheme_bars(g, card, act), None) is None for act in scheme_candidates(g, card)):
            yield Reason("6-3", "nobody_to_scheme")

    def start(self, g: G) -> Next:
        if self.is_idle(g):
            return None
        acts = [*scheme_candidates(g, self.data(g))]
        return Ask(self.seat, "scheme", "6-3", acts, "take_choice", bars="army_bars", data={"card": self.card})

    def army_bars(self, g: G, act: Act) -> Iterator[Reason]:
        return scheme_bars(g, self.data(g), act)

    def take_choice(self, g: G, act: Act) -> Next:
        _, clan, area = act
        if g.setup.options["scheming"] == "replace":
            ready = min(1, g.ready[clan * len(g.control) + area])  # a ready army is removed if there is one
            g.remove_armies(clan, area, ready, 1 - ready, "6-3")
        return Call(PlaceArmies(self.seat, g.setup.oda, area, 1, 0, "6-3"), "finish")


def scheme_candidates(g: G, card: Card) -> Iterator[Act]:
    near = g.at[card.general]
    for area in (near, *g.setup.map.neighbours[near]) if near >= 0 else ():
        for clan in bits(g.present[area] & ~g.own_clans(ODA)):
            yield ("scheme", clan, area)


def scheme_bars(g: G, card: Card, act: Act) -> Iterator[Reason]:
    """Yield the reasons why an army cannot be replaced.

    Armies of Neutral daimyos can be replaced too (FAQ-Q02), and armies at sea (FAQ-Q04), but no generals (FAQ-Q03).
    """
    _, clan, area = act
    near = g.at[card.general]
    if near >= 0 and area != near and area not in g.setup.map.neighbours[near]:
        yield Reason("6-3", "too_far_from_general", {"general": card.general, "area": area})
    if g.power[clan] == ODA:
        yield Reason("FAQ-naming", "is_oda_power", {"clan": clan})
    if not g.armies(clan, area):
        yield Reason("FAQ-Q03", "no_army", {"clan": clan, "area": area})
    if g.setup.options["honganji_unschemed"] and g.setup.clans[clan] == "honganji":
        yield Reason("11-7", "not_honganji")
