"""Chapters 4, 9 and 10: the position of the game, with vassals and rebels, points, and players knocked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

from gunki.core.rules.aims import AT_ONCE
from gunki.core.rules.decision import Consequence
from gunki.core.rules.procedure import GameOver, Next
from gunki.core.show.score import Source
from gunki.games.honganji.setup import HonganjiSetup
from gunki.games.honganji.state import old_steps
from gunki.games.honganji.state.state_fields import STATE
from gunki.series.areas_and_cards.state.position import DEAD, DISCARD, OFF, AreaPositionOf, bits, with_value

#: The status of a player (4, 10-1).
VASSAL, REBEL, OUT = 0, 1, 2
#: A card that has left the game.
GONE = -4


class HonganjiPosition(AreaPositionOf[HonganjiSetup]):
    __slots__ = (
        "adviser", "assailant", "directed", "fallen", "flipped", "killed_by", "killer", "order", "prey", "revenge",
        "slandered", "slayer", "status", "used",
    )  # fmt: skip

    STATE = STATE
    OLD_STEPS: ClassVar[Mapping[str, str]] = old_steps.OLD_STEPS

    #: The status of each seat (VASSAL, REBEL or OUT), and the seats in the order of this turn.
    status: list[int]
    order: list[int]
    #: The clan that killed Nobunaga; the seat that has the Chief adviser's point; the seat that has the revenge point
    #: (each is -1 if there is none).
    killer: int
    adviser: int
    revenge: int
    #: The bit set of seats that may not petition; for each seat the clan that knocked it out (-1: none); for each
    #: general the clan that killed him (-1: none).
    slandered: int
    killed_by: list[int]
    slayer: list[int]
    #: How many of the Neutral armies in each area are flipped Oda armies; then how many flipped Oda armies have left
    #: the game.
    flipped: list[int]
    fallen: int
    #: In this action turn: for each area the clan that attacked there last, and the clan that it attacked; whether a
    #: card was used; and the greater daimyo that a card directs (-1: none).
    assailant: list[int]
    prey: list[int]
    used: int
    directed: int

    def begin(self) -> None:
        """Set the first turn, with the players in their first order (2-3)."""
        super().begin()
        setup = self.setup
        seats, areas = len(setup.seat_clan), len(setup.map.names)
        self.status, self.order = [VASSAL] * seats, list(setup.vassal_rank)
        self.killer = self.adviser = self.revenge = self.directed = -1
        self.slandered = self.fallen = self.used = 0
        self.killed_by, self.slayer = [-1] * seats, [-1] * len(setup.generals)
        self.flipped, self.assailant, self.prey = [0] * areas, [-1] * areas, [-1] * areas
        self.sort_clans()

    def clone(self) -> Self:
        new = super().clone()
        # Lists that seldom change are shared; a change replaces them by a new list.
        new.status, new.order = self.status, self.order
        new.killer, new.adviser, new.revenge = self.killer, self.adviser, self.revenge
        new.slandered, new.fallen, new.used, new.directed = self.slandered, self.fallen, self.used, self.directed
        new.killed_by, new.slayer, new.flipped = self.killed_by, self.slayer, self.flipped
        new.assailant, new.prey = self.assailant[:], self.prey[:]
        return new

    def derive(self) -> None:
        super().derive()
        self.sort_clans()

    def new_action_turn(self) -> None:
        areas = len(self.control)
        self.assailant, self.prey = [-1] * areas, [-1] * areas
        self.used, self.moved, self.directed = 0, 0, -1

    # -- 4: sides and foes ----------------------------------------------------------------------------------------

    def clan_status(self, clan: int) -> int:
        """Return the status of a player's clan; -1 for the clans that no player has."""
        seat = self.setup.clan_seat[clan]
        return self.status[seat] if seat >= 0 else -1

    def sort_clans(self) -> None:
        """Set for each clan the clans that it fights, that stop it and that pin it (4-5, 4-6, 7-2(2), 7-5)."""
        setup = self.setup
        everyone = (1 << len(setup.clans)) - 1
        of_status = [0, 0, 0]
        for seat, status in enumerate(self.status):
            of_status[status] |= 1 << setup.seat_clan[seat]
        lords = of_status[VASSAL] | 1 << setup.oda
        free = of_status[REBEL] | setup.greater_bits
        self.foes, self.stops, self.pins = self.foes[:], self.stops[:], self.pins[:]  # clones share the old ones
        for clan in range(len(setup.clans)):
            others = everyone & ~(1 << clan)
            status = self.clan_status(clan)
            self.foes[clan] = others
            # 7-5: Oda and vassals do not stop vassals. 7-2(2).Exc: rebels and greater daimyos do not pin each other.
            self.stops[clan] = others & ~lords if status == VASSAL else others
            if status == REBEL:
                self.pins[clan] = others & ~free
            elif clan in setup.greater:
                self.pins[clan] = others & ~of_status[REBEL]
            else:
                self.pins[clan] = others

    def side_of(self, clan: int) -> int:
        """Return the side of a clan: Oda (0), Anti-Oda (1) or Neutral (2) (4, 4-1 to 4-4, 10-1).

        Chapter 4: every clan is on one side. Oda's own clan is always on Oda's side (4-3). The units of a player who
        was knocked out stay a clan of their own, apart from the Neutral armies (10-1.p2).
        """
        if clan == self.setup.oda or self.clan_status(clan) == VASSAL:
            return 0
        return 1 if clan in self.setup.greater or self.clan_status(clan) == REBEL else 2

    def own_clans(self, seat: int) -> int:
        """Return the clan that the acting player commands as its own, as a bit set.

        While a card directs a greater daimyo, this is the daimyo's clan (4-6). Meanwhile even the player's own units
        belong to another clan (4-6.Ex1, 4-6.Ex2): they stop the daimyo's march and are fought (7.Ex2).
        """
        return 1 << (self.directed if self.directed >= 0 else self.setup.seat_clan[seat])

    def decider(self, clan: int, attacker: int) -> int:
        """Return the seat that decides for a clan: its player, or the attacker for a daimyo directed by a card.

        Return -1 for all other clans: there the policy of H-23 decides.
        """
        if clan == self.directed:
            return attacker
        seat = self.setup.clan_seat[clan]
        return seat if seat >= 0 and self.status[seat] != OUT else -1

    # -- 4-1: rebellion -------------------------------------------------------------------------------------------

    def rebel(self, clan: int, *clauses: str) -> None:
        """Make a player's clan a rebel: its order marker is flipped (4-1.p3), and never back again (4-1.p4)."""
        seat = self.setup.clan_seat[clan]
        self.status = with_value(self.status, seat, REBEL)
        self.sort_clans()
        self.emit("rebelled", *clauses, seat=seat)

    def _lieges(self, clan: int) -> int:
        """Return the bit set of Oda and the other vassals."""
        vassals = [self.setup.seat_clan[seat] for seat, status in enumerate(self.status) if status == VASSAL]
        return (1 << self.setup.oda | sum(1 << c for c in vassals)) & ~(1 << clan)

    def handle_arrival(self, clan: int, area: int) -> None:
        """Make a vassal a rebel if its march ends among units of Oda or of vassals (4-1(1), 4-1(2)).

        This happens before the combat (H-33). A vassal who only passes such units stays a vassal (7.Ex1).
        """
        if clause := self._rebellion_clause(clan, area):
            self.rebel(clan, clause)

    def _rebellion_clause(self, clan: int, area: int) -> str:
        """Return the clause that makes the end of a march in an area a rebellion, or "" if it is none."""
        lieges = self.present[area] & self._lieges(clan) if self.clan_status(clan) == VASSAL else 0
        return "" if not lieges else "4-1(1)" if lieges >> self.setup.oda & 1 else "4-1(2)"

    def _is_rebellion(self, clan: int, target: int) -> bool:
        """Return whether an attack is a rebellion (H-36)."""
        attacks_lord = self.clan_status(clan) == VASSAL and self._lieges(clan) >> target & 1
        return bool(attacks_lord) and not self.setup.options["strict_rebellion_list"]

    def brings_arrival(self, clan: int, area: int) -> Consequence | None:
        clause = self._rebellion_clause(clan, area)
        return Consequence(clause, "rebellion", {"clan": clan}, irreversible=True) if clause else None

    def brings_attack(self, clan: int, target: int) -> Consequence | None:
        return (
            Consequence("4-1", "rebellion", {"clan": clan}, irreversible=True)
            if self._is_rebellion(clan, target)
            else None
        )

    def handle_attack(self, clan: int, target: int, area: int) -> None:
        self.assailant[area], self.prey[area] = clan, target
        if self._is_rebellion(clan, target):
            self.rebel(clan, "4-1")

    # -- answers to the series ------------------------------------------------------------------------------------

    def closed_areas(self, clan: int, sea_open: bool) -> int:
        return 0  # 1-1-1: the Seto Sea is like any area

    def tolls(self, clan: int) -> Mapping[int, int]:
        return {}

    def too_many(self, most: int) -> str:
        return "7"

    def may_serve(self, general: int, clan: int) -> bool:
        return clan == self.setup.neutral_clan and bool(self.setup.red >> general & 1)  # H-66: a general who was turned

    def refuges(self, clan: int, battle: int) -> list[int]:
        """Return the other areas of the clan to which a general may flee (8-4-2-2, FAQ-Q8, H-21, H-22)."""
        areas = [area for area, owner in enumerate(self.control) if owner == clan and area != battle]
        if self.setup.options["flee_to"] == "own_units":
            areas = [area for area in areas if self.present[area] >> clan & 1]
        return areas

    def expendable(self, general: int) -> tuple[int, ...]:
        """Return the sort key by which the policy gives up generals (H-23): the lowest value first, Nobunaga last.

        If values are equal, the order of the ids decides.
        """
        rank = self.setup.general_rank[general]
        return int(general == self.setup.leader), self.general_value(general), rank

    def remove_armies(self, clan: int, area: int, ready: int, spent: int, *clauses: str) -> None:
        """Remove armies. Oda armies become Neutral instead (8-4-1); armies that were flipped leave the game (H-25)."""
        setup, count = self.setup, ready + spent
        if clan == setup.oda:
            self.take_armies(clan, area, ready, spent)
            self.flipped = with_value(self.flipped, area, self.flipped[area] + count)
            self.give_armies(setup.neutral_clan, area, ready, spent)
            self.emit("flipped", "8-4-1", clan=clan, area=area, count=count)
            return
        if clan == setup.neutral_clan:  # plain Neutral armies are lost before flipped ones
            plain = self.armies(clan, area) - self.flipped[area]
            self.remove_neutral(area, ready, spent, max(0, count - plain), *clauses)
            return
        super().remove_armies(clan, area, ready, spent, *clauses)
        if self.clan_status(clan) == OUT:
            self.pool[clan] = 0  # H-31: armies of a player who is out leave the game

    def remove_neutral(self, area: int, ready: int, spent: int, flipped: int, *clauses: str) -> None:
        """Remove Neutral armies; `flipped` of them are flipped Oda armies, which leave the game for good (H-25)."""
        if flipped:
            self.flipped = with_value(self.flipped, area, self.flipped[area] - flipped)
        self.fallen += flipped
        self.pool[self.setup.neutral_clan] -= flipped  # the call below puts all of them into the pool
        super().remove_armies(self.setup.neutral_clan, area, ready, spent, *clauses)

    def after_death(self, general: int, killer: int) -> None:
        self.slayer = with_value(self.slayer, general, killer)
        clan = self.owner[general]
        if self.setup.castles >> general & 1 and self.clan_status(clan) in (VASSAL, REBEL):
            self.at[general] = OFF  # FAQ-Q5: a castle can be built again

    def after_combat(self) -> Next:
        return self.judge()

    # -- 9-1, 10-1: knock-outs and the end of the game ------------------------------------------------------------

    def judge(self) -> GameOver | None:
        """Settle Nobunaga's death and knock-outs; then return the end of the game by the first ending that applies.

        The order is ruled by H-16 and H-59. A player is out as soon as the player's leader dies (1-2-1-1).
        """
        self._settle_fallen()
        return self.find_outcome(AT_ONCE)

    def position_for(self, when: str) -> Self:
        new = self.clone() if when == AT_ONCE else super().position_for(when)
        new._settle_fallen()
        return new

    def aims_cache_key(self) -> tuple[Any, ...]:
        names = ("status", "killer", "adviser", "revenge", "killed_by", "slayer", "assailant", "prey", "directed")
        own = [getattr(self, name) for name in names]
        # H-32: in the action turn of a player who is out, control goes to the clan with the most units.
        units = (bytes(self.ready), bytes(self.spent), self.present_generals[:]) if OUT in self.status else ()
        return *super().aims_cache_key(), *(value[:] if isinstance(value, list) else value for value in own), *units

    def closing(self) -> tuple[int, int]:
        return self.turn, self.setup.ends[self.turn]  # 3-5: the highest die that ends the game

    def last_turns(self) -> tuple[tuple[int, int], ...]:
        return self.setup.last_turns

    def _settle_fallen(self) -> None:
        """Settle the deaths since the last call: of Nobunaga (9-2(3)), and of players' leaders (10-1)."""
        setup = self.setup
        if self.killer < 0 and self.at[setup.leader] == DEAD and self.slayer[setup.leader] >= 0:
            self.killer = self.slayer[setup.leader]
            self.emit("nobunaga_fell", "9-2(3)", clan=self.killer)
        leaders = [setup.leaders[clan] for clan in setup.seat_clan]
        fallen = [s for s, leader in enumerate(leaders) if self.status[s] != OUT and self.at[leader] == DEAD]
        for seat in fallen:
            self._knock_out(seat, self.slayer[leaders[seat]])
        # H-17: players who fall at the same time do not avenge Nobunaga.
        for seat in fallen:
            self._avenge(seat)

    def seats_alive(self) -> list[int]:
        """Return the players who are not knocked out (10-1)."""
        return [seat for seat, status in enumerate(self.status) if status != OUT]

    def count_greater_gone(self) -> int:
        """Return how many of the greater daimyos have no unit left (9-1(2))."""
        everywhere = 0
        for present in self.present:
            everywhere |= present
        return sum(not everywhere >> clan & 1 for clan in self.setup.greater)

    def _knock_out(self, seat: int, killer: int) -> None:
        clan = self.setup.seat_clan[seat]
        self.status = with_value(self.status, seat, OUT)
        self.killed_by = with_value(self.killed_by, seat, killer)
        self.fixed |= self.roster[clan]
        self.pool[clan] = 0  # H-31: armies of a player who is out leave the game
        for card in self.hand(seat):
            self.cards[card] = DISCARD
        self.sort_clans()
        self.emit("knocked_out", "10-1", seat=seat)

    def _avenge(self, seat: int) -> None:
        """If this seat killed Nobunaga, give the revenge point to the player who knocked it out (9-2(4), H-20)."""
        setup, slayer = self.setup, self.killed_by[seat]
        avenger = setup.clan_seat[slayer] if slayer >= 0 else -1
        if setup.seat_clan[seat] == self.killer and avenger >= 0 and self.status[avenger] != OUT:
            self.revenge = avenger
            self.emit("revenge", "9-2(4)", seat=avenger)

    # -- 9-2, 9-3: points -----------------------------------------------------------------------------------------

    def points(self, seat: int) -> int:
        """Return the points of a seat if the game ended now."""
        return sum(value for _, _, value in self.sources(seat))

    def order_points(self, seat: int) -> int:
        """Return the points that set the order (3-1, H-47).

        Areas of clans that the player has knocked out count only at the end of the game (11-2).
        """
        return sum(value for _, _, value in self.sources(seat, inherited=False))

    def sources(self, seat: int, *, inherited: bool = True) -> Iterator[Source]:
        """Yield the sources of a seat's points: the kind, the area (-1: none), and the points.

        The capital counts more (9-2(1)) than the other areas. The sea counts like any area (9-2(2)).
        """
        setup = self.setup
        if self.status[seat] == OUT:  # 10-1-1: a player who is out has no points
            return
        own = setup.seat_clan[seat]
        clans = self._heritage(seat) if inherited and setup.options["inherited_areas"] else 1 << own
        for area, owner in enumerate(self.control):
            if owner >= 0 and clans >> owner & 1:
                what = "capital" if area == setup.capital else "areas" if owner == own else "inherited"
                yield what, area, setup.area_points[area]
        if self.killer == own:
            yield "killed_nobunaga", -1, setup.kill_points
        if self.revenge == seat:
            yield "revenge", -1, setup.revenge_points
        if self.adviser == seat:
            yield "adviser", -1, setup.adviser_points

    def _heritage(self, seat: int) -> int:
        """Return the bit set of clans whose areas count for a seat (11-2).

        They are its own clan, the clans of players it knocked out, and the clans that these had knocked out (11-2.Ex).
        """
        clans = 0
        heirs = [seat]
        for heir in heirs:  # the loop below adds to this list
            clan = self.setup.seat_clan[heir]
            clans |= 1 << clan
            heirs += [s for s, killer in enumerate(self.killed_by) if killer == clan and s not in heirs]
        return clans

    def all_points(self) -> tuple[int, ...]:
        return tuple(self.points(seat) for seat in range(len(self.status)))

    def best_seats(self, seats: list[int]) -> tuple[int, ...]:
        """Return the best of some seats: those with the most points; ties are broken by the tiebreakers (9-3).

        The tiebreakers are: the point for killing or avenging Nobunaga (9-3(1), 9-3.Ex), then the adviser's point
        (9-3(2)), then the points for the capital (9-3(3)). Seats that are still equal share the victory (H-60).
        """
        ranks = {seat: self.rank(seat) for seat in seats}
        best = max(ranks.values(), default=None)
        return tuple(seat for seat in seats if ranks[seat] == best)

    def rank(self, seat: int) -> tuple[int, bool, bool, bool]:
        """Return the points and tiebreakers of a seat (9-3(1) to 9-3(3)); an inherited capital counts too (11-2)."""
        avenged = self.killer == self.setup.seat_clan[seat] or self.revenge == seat
        parts = list(self.sources(seat))
        has_capital = any(what == "capital" for what, _, _ in parts)
        return sum(value for _, _, value in parts), avenged, self.adviser == seat, has_capital

    # -- 1-2-1(3), 1-2-2-1 ----------------------------------------------------------------------------------------

    def cunning(self, seat: int) -> int:
        """Return the cunning of a player: the stars of the clan's generals on the map (H-50)."""
        own = self.setup.seat_clan[seat]
        return sum(self.setup.cunning[u] for u in bits(self.roster[own]) if self.at[u] >= 0)

    def areas_of(self, clan: int) -> list[int]:
        """Return the areas that a clan controls."""
        return [area for area, owner in enumerate(self.control) if owner == clan]
