"""The events of the combat cards (6-3): one class for each effect; what a copy needs is in the data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from gunki.core.decision import Act, Bar
from gunki.core.procedure import Ask, Call, Deal, Next, Procedure
from gunki.games.nobunaga.marching import can_attack, can_march, movement
from gunki.games.nobunaga.optional import PlaceArmies
from gunki.games.nobunaga.position import NobunagaPosition as G
from gunki.games.nobunaga.setup import ANTI_ODA, NEUTRAL, ODA, Card
from gunki.series.areas_and_cards.combat import ContinuedCombat, clans_in
from gunki.series.areas_and_cards.movement import UnitMovement
from gunki.series.areas_and_cards.position import DISCARD, TABLE


@dataclass(eq=False)
class Event(Procedure):
    """A card played as event. `bars` tells why it would have no effect (N-19)."""

    seat: int
    card: int

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        """What keeps the card from having any effect."""
        raise NotImplementedError

    @classmethod
    def lasts(cls, g: G, card: int) -> bool:
        """Whether the card lies face up beside the board while its effect lasts (6-10)."""
        return False

    @classmethod
    def outlasts(cls, g: G) -> bool:
        """Whether a lasting effect goes on after its action turn."""
        return False

    def data(self, g: G) -> Card:
        return g.setup.card[self.card]

    def idle(self, g: G) -> bool:
        return next(event_bars(g, self.seat, self.card), None) is not None

    def done(self, g: G) -> Next:
        return None


def event_bars(g: G, seat: int, card: int) -> Iterator[Bar]:
    data = g.setup.card[card]
    return EVENTS[data.effect].bars(g, seat, data)


def absent(g: G, general: int, *, ready: bool = False) -> Iterator[Bar]:
    """A card that needs a general: he is on the map, and ready if it demands so."""
    if general < 0:
        return
    if g.at[general] < 0:
        yield Bar("6-3", "general_absent", {"general": general})
    elif ready and not g.up[general]:
        yield Bar("6-3", "general_spent", {"general": general})


# -- movement and combat under special conditions (7-4) -------------------------------------------------------------


@dataclass(eq=False)
class Order(Event):
    """One unit movement or one continued combat, with something special about it."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        raise NotImplementedError

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        yield from absent(g, card.general, ready=True)
        march = cls.march(g, seat, card)
        if not can_march(g, march) and not can_attack(g, seat, march.allowed, march.needs):
            yield Bar("6-3", "nobody_can_move")

    def start(self, g: G) -> Next:
        march = self.march(g, self.seat, self.data(g))
        ways: list[Act] = []
        if can_march(g, march):
            ways.append(("movement",))
        if can_attack(g, self.seat, march.allowed, march.needs):
            ways.append(("combat",))
        if not ways:
            return None
        if len(ways) == 1:
            return "move" if ways[0][0] == "movement" else "fight"
        return Ask(self.seat, "event_action", "7-4", ways, "chosen", data={"card": self.card})

    def chosen(self, g: G, act: Act) -> Next:
        return "move" if act[0] == "movement" else "fight"

    def move(self, g: G) -> Next:
        return Call(self.march(g, self.seat, self.data(g)), "done")

    def fight(self, g: G) -> Next:
        m = self.march(g, self.seat, self.data(g))
        return Call(ContinuedCombat(self.seat, m.allowed, 1, m.needs, m.value, m.bonus, m.ceiling, m.firearms), "done")


@dataclass(eq=False)
class ChargeOrder(Order):
    """Attacks at a fixed value, with or without a general (8-1-3, FAQ-Q10, N-38)."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        allowed = g.own_clans(seat) if card.general < 0 else 1 << g.setup.oda
        return movement(g, seat, event=True, allowed=allowed, needs=card.general, value=card.value)


@dataclass(eq=False)
class Firearms(Order):
    """Nobunaga takes part; a general of the target makes a death check before the first dice."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        return movement(g, seat, event=True, allowed=1 << g.setup.oda, needs=card.general, firearms=1)


@dataclass(eq=False)
class SwiftAsWind(Order):
    """Takeda or Uesugi attack at a raised value."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        allowed = card.clans & g.own_clans(seat)
        return movement(g, seat, event=True, allowed=allowed, bonus=card.bonus, ceiling=card.most)


@dataclass(eq=False)
class Warships(Event):
    """One movement that may use the Seto Sea; under 11-8 the sea stays open for the rest of the turn (N-54)."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        return movement(g, seat, event=True, sea_open=1)

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        yield from absent(g, card.general)
        if not can_march(g, cls.march(g, seat, card)) and not g.setup.options["long_warships"]:
            yield Bar("6-3", "nobody_can_move")

    @classmethod
    def lasts(cls, g: G, card: int) -> bool:
        return bool(g.setup.options["long_warships"])

    @classmethod
    def outlasts(cls, g: G) -> bool:
        return True

    def start(self, g: G) -> Next:
        march = self.march(g, self.seat, self.data(g))
        return Call(march, "done") if can_march(g, march) else None


@dataclass(eq=False)
class MurakamiNavy(Event):
    """A far movement over the sea; it ends lasting Warships."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        return movement(g, seat, event=True, areas=card.areas, by_sea=1)

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        if not can_march(g, cls.march(g, seat, card)) and not g.lasting("warships"):
            yield Bar("6-3", "nobody_can_move")

    def start(self, g: G) -> Next:
        for card, where in enumerate(g.cards):
            if where == TABLE and g.setup.card[card].effect == "warships":
                g.cards[card] = DISCARD
                g.tell("effect_over", "6-10", card=card)
        march = self.march(g, self.seat, self.data(g))
        return Call(march, "done") if can_march(g, march) else None


@dataclass(eq=False)
class TwoMoves(Event):
    """One or two movements, the second by another clan or from another area."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        if g.march_clan < 0:
            return movement(g, seat, event=True)
        if card.different == "clan":
            return movement(g, seat, event=True, allowed=g.own_clans(seat) & ~(1 << g.march_clan))
        return movement(g, seat, event=True, not_from=g.march_origin)

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        if not can_march(g, cls.march(g, seat, card)):
            yield Bar("6-3", "nobody_can_move")

    def start(self, g: G) -> Next:
        return "first_move"

    def first_move(self, g: G) -> Next:
        if self.idle(g):
            return None
        return Call(self.march(g, self.seat, self.data(g)), "second_move")

    def second_move(self, g: G) -> Next:
        if self.idle(g):
            return None
        acts: list[Act] = [("movement",), ("skip",)]
        return Ask(self.seat, "second_move", "7-4", acts, "chosen", kind="confirm", data={"card": self.card})

    def chosen(self, g: G, act: Act) -> Next:
        return "move" if act[0] == "movement" else None

    def move(self, g: G) -> Next:
        return Call(self.march(g, self.seat, self.data(g)), "done")


@dataclass(eq=False)
class Paradise(TwoMoves):
    """Honganji fight better, and one daimyo may move (FAQ-Q14, N-51)."""

    @classmethod
    def march(cls, g: G, seat: int, card: Card) -> UnitMovement:
        return movement(g, seat, event=True)

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        return iter(())

    @classmethod
    def lasts(cls, g: G, card: int) -> bool:
        return True

    @classmethod
    def outlasts(cls, g: G) -> bool:
        return not g.setup.options["short_paradise"]  # 11-6

    def first_move(self, g: G) -> Next:
        return "second_move" if can_march(g, self.march(g, self.seat, self.data(g))) else None


# -- markers ----------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Shift(Event):
    """Gifts, schemes, letters and requests: diplomacy markers move (4-2(3))."""

    made: int = 0

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        if not any(next(shift_bars(g, card, clan, card.least), None) is None for clan in g.setup.markers):
            yield Bar("6-3", "no_marker_to_move")

    def start(self, g: G) -> Next:
        card = self.data(g)
        if self.made == card.times or self.idle(g):
            return "draw" if card.draw and self.made else None
        sizes = range(card.least, card.most + 1)
        acts: list[Act] = [("shift", clan, boxes) for clan in g.setup.markers for boxes in sizes]
        return Ask(self.seat, "shift", "4-2(3)", acts, "shifted", bars="marker_bars", data={"card": self.card})

    def marker_bars(self, g: G, act: Act) -> Iterator[Bar]:
        return shift_bars(g, self.data(g), act[1], act[2])

    def shifted(self, g: G, act: Act) -> Next:
        self.made += 1
        g.move_marker(act[1], self.data(g).direction, act[2], "4-2(3)")
        return "start"

    def draw(self, g: G) -> Next:
        pile = g.draw_pile(self.seat)
        return Deal(self.seat, "6-3", pile, min(self.data(g).draw, len(pile)), "drawn") if pile else None

    def drawn(self, g: G, cards: tuple[int, ...]) -> Next:
        for card in cards:
            g.cards[card] = self.seat
        return None


def shift_bars(g: G, card: Card, clan: int, boxes: int) -> Iterator[Bar]:
    if g.box[clan] < 0:
        yield Bar("4-1.p4", "no_marker", {"clan": clan})
        return
    rank = g.setup.rank[clan]
    if card.rank not in ("any", rank):
        yield Bar("6-3", "wrong_rank", {"clan": clan})
    if rank == "greater" and g.power[clan] != NEUTRAL:
        yield Bar("4-3.p4", "stays_anti_oda", {"clan": clan})
    elif not g.room(clan, card.direction):
        yield Bar("4-2.p3", "end_of_track", {"clan": clan})
    if not card.least <= boxes <= card.most:
        yield Bar("6-3", "wrong_boxes", {"low": card.least, "high": card.most})


# -- armies and generals --------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Recruit(Event):
    """Spent armies beside a unit of a daimyo of one's own power (FAQ-Q09)."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        if not any(next(recruit_bars(g, seat, act), None) is None for act in recruit_candidates(g, seat)):
            yield Bar("6-3", "nobody_to_reinforce")

    def start(self, g: G) -> Next:
        if self.idle(g):
            return None
        acts = recruit_candidates(g, self.seat)
        return Ask(self.seat, "recruit", "6-3", acts, "chosen", bars="place_bars", data={"card": self.card})

    def place_bars(self, g: G, act: Act) -> Iterator[Bar]:
        return recruit_bars(g, self.seat, act)

    def chosen(self, g: G, act: Act) -> Next:
        return Call(PlaceArmies(self.seat, act[1], act[2], self.data(g).armies, 0, "6-3"), "done")


def recruit_candidates(g: G, seat: int) -> list[Act]:
    own = g.own_clans(seat)
    return [("recruit", clan, area) for area, here in enumerate(g.present) for clan in clans_in(here & own)]


def recruit_bars(g: G, seat: int, act: Act) -> Iterator[Bar]:
    _, clan, area = act
    if g.power[clan] == NEUTRAL and seat == ANTI_ODA and g.setup.rank[clan] == "greater":
        yield Bar("FAQ-Q09", "not_anti_oda", {"clan": clan})
    elif g.power[clan] != seat:
        yield Bar("6-3", "not_own", {"clan": clan})
    if not g.present[area] >> clan & 1:
        yield Bar("6-3", "no_units", {"clan": clan, "area": area})
    if not g.can_place(clan):
        yield Bar("1-2-2-1", "no_counters", {"clan": clan})


@dataclass(eq=False)
class Formation(Event):
    """Ready Oda armies join a general."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        yield from absent(g, card.general)
        if not g.pool[g.setup.oda]:
            yield Bar("1-2-2-1", "no_counters", {"clan": g.setup.oda})

    def start(self, g: G) -> Next:
        if self.idle(g):
            return None
        card = self.data(g)
        return Call(PlaceArmies(self.seat, g.setup.oda, g.at[card.general], card.armies, 1, "6-3"), "done")


@dataclass(eq=False)
class SupplyLine(Event):
    """Spent Oda units beside a general become ready, himself included (FAQ-Q11, N-53)."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        yield from absent(g, card.general)
        area = g.at[card.general]
        if area >= 0 and g.units(g.setup.oda, area) == g.ready_units(g.setup.oda, area):
            yield Bar("6-3", "nobody_spent", {"area": area})

    def start(self, g: G) -> Next:
        if self.idle(g):
            return None
        oda, area = g.setup.oda, g.at[self.data(g).general]
        i = oda * len(g.control) + area
        g.ready[i] += g.spent[i]
        g.spent[i] = 0
        for general in g.generals_in(oda, area):
            g.up[general] = 1
        g.tell("readied", "6-3", clan=oda, area=area)
        return None


@dataclass(eq=False)
class FeignIllness(Event):
    """A ready general of an Oda power becomes spent."""

    targets: ClassVar[int] = ODA

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        if not any(next(feign_bars(g, u), None) is None for u in range(len(g.at))):
            yield Bar("6-3", "no_ready_general")

    def start(self, g: G) -> Next:
        if self.idle(g):
            return None
        acts: list[Act] = [("feign", u) for u in range(len(g.at)) if g.at[u] >= 0]
        return Ask(self.seat, "feign", "6-3", acts, "chosen", bars="general_bars", data={"card": self.card})

    def general_bars(self, g: G, act: Act) -> Iterator[Bar]:
        return feign_bars(g, act[1])

    def chosen(self, g: G, act: Act) -> Next:
        g.up[act[1]] = 0
        g.tell("general_spent", "6-3", general=act[1], area=g.at[act[1]])
        return None


def feign_bars(g: G, general: int) -> Iterator[Bar]:
    if g.at[general] < 0:
        yield Bar("6-3", "general_absent", {"general": general})
    elif g.power[g.clan_of(general)] != ODA:
        yield Bar("6-3", "not_oda_power", {"general": general})
    elif not g.up[general]:
        yield Bar("6-3", "general_spent", {"general": general})


@dataclass(eq=False)
class Uprising(Event):
    """Spent Honganji armies rise in or beside an area with Honganji units."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        clan = clans_in(card.clans)[0]
        if not any(here & card.clans for here in g.present):
            yield Bar("6-3", "no_units_anywhere", {"clan": clan})
        if not g.can_place(clan):
            yield Bar("1-2-2-1", "no_counters", {"clan": clan})

    def start(self, g: G) -> Next:
        if self.idle(g):
            return None
        acts: list[Act] = [("rise", area) for area in range(len(g.control))]
        return Ask(self.seat, "uprising", "6-3", acts, "chosen", bars="area_bars", data={"card": self.card})

    def area_bars(self, g: G, act: Act) -> Iterator[Bar]:
        area, clans = act[1], self.data(g).clans
        if area == g.setup.sea:
            yield Bar("6-3", "not_at_sea", {"area": area})
        elif not any(g.present[a] & clans for a in (area, *g.setup.map.neighbours[area])):
            yield Bar("6-3", "too_far_from_units", {"area": area})

    def chosen(self, g: G, act: Act) -> Next:
        card = self.data(g)
        return Call(PlaceArmies(self.seat, clans_in(card.clans)[0], act[1], card.armies, 0, "6-3"), "done")


@dataclass(eq=False)
class Scheme(Event):
    """An army of another power near a general gives way to a spent Oda army (FAQ-Q01 to Q04, N-52)."""

    @classmethod
    def bars(cls, g: G, seat: int, card: Card) -> Iterator[Bar]:
        yield from absent(g, card.general)
        if not g.pool[g.setup.oda]:
            yield Bar("1-2-2-1", "no_counters", {"clan": g.setup.oda})
        if not any(next(scheme_bars(g, card, act), None) is None for act in scheme_candidates(g)):
            yield Bar("6-3", "nobody_to_scheme")

    def start(self, g: G) -> Next:
        if self.idle(g):
            return None
        acts = scheme_candidates(g)
        return Ask(self.seat, "scheme", "6-3", acts, "chosen", bars="army_bars", data={"card": self.card})

    def army_bars(self, g: G, act: Act) -> Iterator[Bar]:
        return scheme_bars(g, self.data(g), act)

    def chosen(self, g: G, act: Act) -> Next:
        _, clan, area = act
        if g.setup.options["scheming"] == "replace":
            ready = min(1, g.ready[clan * len(g.control) + area])  # the schemer takes a ready one if he can
            g.remove_armies(clan, area, ready, 1 - ready, "6-3")
        return Call(PlaceArmies(self.seat, g.setup.oda, area, 1, 0, "6-3"), "done")


def scheme_candidates(g: G) -> list[Act]:
    return [("scheme", clan, area) for area, here in enumerate(g.present) for clan in clans_in(here)]


def scheme_bars(g: G, card: Card, act: Act) -> Iterator[Bar]:
    _, clan, area = act
    near = g.at[card.general]
    if near >= 0 and area != near and area not in g.setup.map.neighbours[near]:
        yield Bar("6-3", "too_far_from_general", {"general": card.general, "area": area})
    if g.power[clan] == ODA:
        yield Bar("FAQ-naming", "is_oda_power", {"clan": clan})
    if not g.armies(clan, area):
        yield Bar("FAQ-Q03", "no_army", {"clan": clan, "area": area})
    if g.setup.options["honganji_unschemed"] and g.setup.clans[clan] == "honganji":
        yield Bar("11-7", "not_honganji")


EVENTS: dict[str, type[Event]] = {
    "charge": ChargeOrder,
    "scheme": Scheme,
    "supply_line": SupplyLine,
    "formation": Formation,
    "warships": Warships,
    "two_moves": TwoMoves,
    "shift": Shift,
    "recruit": Recruit,
    "firearms": Firearms,
    "feign": FeignIllness,
    "paradise": Paradise,
    "uprising": Uprising,
    "swift": SwiftAsWind,
    "navy": MurakamiNavy,
}
