"""The position of Kenshin's Arrival in Kyoto: its state, and the verbs that change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Self

from gunki.core.decision import Act, Bar
from gunki.games.kenshin import formation, zones
from gunki.games.kenshin.setup import ODA, UESUGI, KenshinSetup
from gunki.games.kenshin.state import MOST_LOWERED, REBEL_CLAN, REBEL_INDEPENDENT, STATE
from gunki.series.forces_and_castles.layers import altered
from gunki.series.forces_and_castles.position import DEAD, GONE, OFF, ForcesPositionOf
from gunki.series.forces_and_castles.state import FULL
from gunki.series.forces_and_castles.terms import Terms

#: A unit beside the map stands in the Mori box (9-3-1); others are not yet in play, or aboard a ship (16-4).
BOX, UNDEPLOYED, ABOARD = OFF, -4, -5
#: Where a ship is that is in no coastal hex (16-2-1); it may have yet to come, be sunk or have left.
NOT_YET, SETO, PACIFIC, SHIP_BOX, SUNK, SHIP_GONE = -1, -2, -3, -4, -5, -6
#: The sea areas by name.
AREA_PLACES = {"seto": SETO, "pacific": PACIFIC, "box": SHIP_BOX}
#: How a castle counts in the zones (7-2): not at all, held by the one or the other side, or closed by a neutral (20).
NEUTRAL_CASTLE = 3
#: How `done` a force is: it has moved, checked or built in this phase, or come ashore (16-4-1).
MOVED, LANDED = 1, 2
#: The bits of a hex in which both sides have fortified themselves: the one inside a castle, the other before it.
BOTH_FORTS = 3
#: 21: by rank the clause under which its death scores.
RANK_CLAUSES = ("21 busho", "21 samuraidaisho", "21 taisho")


class KenshinPosition(ForcesPositionOf[KenshinSetup]):
    """Rules change a position through its verbs only; they keep zones, investments, markers and points right. 2-2-1(6):
    a unit has two steps, one on its back side; chapter 6, 6-2: units stand in forces, each named by who leads it
    (6-2(1), 6-2(2)). 2-1-3(1), 2-1-3(2), 2-1-3(3): phase, turn and score are numbers; 8-1-3, 8-2-2, 2-2-2(8): so is
    what markers say of castles and garrisons.

    A side is a seat. Chapter 7: a force in the open controls the hexes around it (7-1), an uninvested castle its own
    hex (7-2-2(1)) and those around (7-2, 7-2-2(2)), not across water (7-2-1); that restricts marches and lines (7-1-3).
    `strong` counts what costs a march (10-5) and blocks supply, `weak` the rings of castles, which only block supply
    (7-2-2). `held` counts the forces of a side in a hex, in the open or inside: they waive the one (10-5-5) and cancel
    the other (9-4-2, 9-4-3). `shut` closes a hex: to the enemy of who stands there in the open (10-6-3), to both where
    neutrals are (20).
    """

    __slots__ = (
        "araki_rebellion", "bound", "cargo", "demanded", "done", "event", "exposed", "fell_last_turn", "fell_this_turn",
        "fortified", "fought", "hojo_invasion", "holder", "lowered", "pinned", "score", "ship_at", "ship_bound",
        "ship_done", "ship_steps", "stormed", "ukita_defection", "yoshiaki_uprising",
    )  # fmt: skip

    STATE = STATE
    DERIVED = ForcesPositionOf.DERIVED | {"owner"}
    FATES: ClassVar[Mapping[str, int]] = {"dead": DEAD, "removed": GONE, "box": BOX, "undeployed": UNDEPLOYED}
    BREAKS_UP = True
    #: 10-1: a unit may leave one force and come under another commander, so that men of two full tracks change places.
    ARRANGED: ClassVar[Mapping[str, int]] = {**ForcesPositionOf.ARRANGED, "alone": 8}
    BESIDE = (*ForcesPositionOf.BESIDE, "done", "landed")

    score: int
    hojo_invasion: int
    yoshiaki_uprising: int
    ukita_defection: int
    araki_rebellion: int
    event: int
    fell_this_turn: int
    fell_last_turn: int
    demanded: tuple[int, ...]
    holder: tuple[int, ...]
    lowered: bytes
    stormed: bytes
    #: Per force: whether it has moved, checked, built or landed in this phase; whether it has attacked in this Combat
    #: Phase; the hex it must attack; whether an enemy's marker lies on it.
    done: bytearray
    fought: bytes
    bound: tuple[int, ...]
    pinned: bytes
    #: Whose fortifications stand in each hex, one bit for each side.
    fortified: bytes
    ship_at: tuple[int, ...]
    ship_steps: bytes
    cargo: tuple[int, ...]
    ship_done: bytes
    ship_bound: bytes
    exposed: bytes

    def begin(self) -> None:
        setup = self.setup
        units, castles, ships = len(setup.units), len(setup.castles), len(setup.ships)
        self.score = self.event = self.fell_this_turn = self.fell_last_turn = 0
        self.hojo_invasion = self.yoshiaki_uprising = self.ukita_defection = self.araki_rebellion = 0
        self.demanded = ()
        self.holder = tuple(setup.castle_holder)
        self.lowered = self.stormed = bytes(castles)
        self.done, self.fought, self.pinned = bytearray(units), bytes(units), bytes(units)
        self.bound = (-1,) * units
        self.fortified = bytes(setup.map.size)
        self.ship_at, self.ship_steps = (NOT_YET,) * ships, bytes([FULL]) * ships
        self.cargo = (-1,) * ships
        self.ship_done = self.ship_bound = self.exposed = bytes(ships)
        super().begin()

    def clone(self) -> Self:
        new = super().clone()
        new.score, new.event, new.demanded = self.score, self.event, self.demanded
        new.hojo_invasion, new.yoshiaki_uprising = self.hojo_invasion, self.yoshiaki_uprising
        new.ukita_defection, new.araki_rebellion = self.ukita_defection, self.araki_rebellion
        new.fell_this_turn, new.fell_last_turn = self.fell_this_turn, self.fell_last_turn
        new.holder, new.lowered, new.stormed = self.holder, self.lowered, self.stormed
        new.done, new.fought, new.bound, new.pinned = self.done[:], self.fought, self.bound, self.pinned
        new.fortified, new.ship_at, new.ship_steps, new.cargo = (
            self.fortified,
            self.ship_at,
            self.ship_steps,
            self.cargo,
        )
        new.ship_done, new.ship_bound, new.exposed = self.ship_done, self.ship_bound, self.exposed
        return new

    # -- what is derived ----------------------------------------------------------------------------------------------

    def derive(self) -> None:
        self.owner = self._owners()
        super().derive()

    def _owners(self) -> tuple[int, ...]:
        """K-105: a castle is its first clan's while that clan's side holds it, else the holder's leading clan's."""
        setup, found = self.setup, []
        for castle, holder in enumerate(self.holder):
            first = setup.castle_owner[castle]
            rebel, traitor = setup.rebel_castles.get(castle, (-1, -1))
            if rebel >= 0 and self.araki_rebellion == REBEL_CLAN:
                rebel = setup.araki
            turned = rebel >= 0 and self.at[traitor] not in (UNDEPLOYED, GONE)
            if turned and self.seat_of[rebel] == holder:  # 9-2: what Araki and the others have made theirs
                found.append(rebel)
            else:
                found.append(first if self.seat_of[first] == holder else setup.leading[holder])
        return tuple(found)

    def _appear(self, force: int, sign: int = 1) -> None:
        """7-1: a force in the open controls the hexes around; 7-1-2, K-46: one inside a castle does not."""
        self.known = None
        self.find_anew()
        if not self.apart:
            self._part()
        side, h = self.side_of[force], self.at[force]
        if side < 0:  # 20
            for shut in self.shut:
                shut[h] += sign
            return
        self.held[side][h] += sign
        if self.inside[force]:
            return
        zone, strong = self.setup.controls[self.weather], self.strong[side]
        (zone.put if sign > 0 else zone.take)(strong, strong, h)
        self.shut[1 - side][h] += sign

    def _exerted(self, castle: int) -> int:
        """7-2: the side whose zone a castle exerts, plus 1, while nobody has invested it (7-2-3); 20: or that it is a
        neutral's, and closed."""
        holder = self.holder[castle]
        return NEUTRAL_CASTLE if holder < 0 else 0 if self.besieged[castle] else 1 + holder

    def _exert(self, castle: int, sign: int = 1) -> None:
        kind, h = self.exerts[castle], self.setup.castle_hex[castle]
        if kind == NEUTRAL_CASTLE:
            for shut in self.shut:
                shut[h] += sign
        elif kind:
            zone, side = self.setup.controls[self.weather], kind - 1
            (zone.put if sign > 0 else zone.take)(self.hold[side], self.weak[side], h)
            self.strong[side][h] += sign

    # -- sides, clans, castles ----------------------------------------------------------------------------------------

    def clan(self, unit: int) -> int:
        """The clan a unit belongs to now: whoever rebelled with Araki is his, or his own if Araki came back (9-2)."""
        army = self.setup.army[unit]
        independent = army == self.setup.araki and self.araki_rebellion == REBEL_INDEPENDENT
        return self.setup.alone[unit] if independent else army

    def neutral(self, army: int) -> bool:
        return self.seat_of[army] < 0 and army in self.setup.may_be_neutral

    def closes_hex(self, army: int) -> bool:
        """20: nobody enters the hex of a neutral force."""
        return True

    def castle_side(self, castle: int) -> int:
        return self.holder[castle]

    def friendly_castle(self, castle: int, army: int) -> bool:
        """8-2: one of the own side, also of another clan; a neutral's own."""
        side, holder = self.seat_of[army], self.holder[castle]
        return holder == side if side >= 0 else holder < 0 and self.setup.castle_owner[castle] == army

    def inside_units(self, castle: int) -> list[int]:
        """The land units of a garrison."""
        h = self.setup.castle_hex[castle]
        return [u for u in self.units_in(h) if self.inside[u]]

    def room(self, castle: int) -> int:
        """8-1, 8-1-1, K-43: so many more units go inside; the printed durability counts, whatever is left of it."""
        return self.setup.printed_durability(castle) - len(self.inside_units(castle))

    def fits(self, force: int) -> bool:
        """K-43: whether a force can go into the friendly castle of its hex: whole forces only."""
        castle = self.setup.castle_at[self.at[force]]
        if castle < 0 or self.inside[force] or not self.friendly_castle(castle, self.setup.army[force]):
            return False
        return self.leader.count(force) <= self.room(castle)

    def shut_in(self, force: int) -> bool:
        """13-1-3, K-42: inside a castle with an enemy before it."""
        return bool(self.inside[force]) and bool(self.outside(self.at[force], 1 - self.side_of[force]))

    def besiegers(self, castle: int) -> list[int]:
        """13-1, K-45: the units in the open before a castle that count: not those whose force has attacked (K-48)."""
        h, foe = self.setup.castle_hex[castle], 1 - self.holder[castle]
        return [u for f in self.outside(h, foe) if not self.fought[f] for u in self.members(f)]

    def outnumbered(self, castle: int) -> bool:
        """13-1: whether more units are before a castle than inside."""
        return self.holder[castle] >= 0 and len(self.besiegers(castle)) > len(self.inside_units(castle))

    # -- forces -------------------------------------------------------------------------------------------------------

    def strength(self, force: int) -> int:
        """12-2: the steps of its units."""
        return self.sum_steps(force)

    def strength_to_invest(self, castle: int) -> int:
        """13-1: in units, not in steps."""
        return len(self.inside_units(castle)) + 1

    def may_lead(self, chief: int, unit: int) -> bool:
        return formation.may_lead(self, chief, unit)

    def lead_bars(self, chief: int, unit: int) -> Iterator[Bar]:
        return formation.lead_bars(self, chief, unit)

    def precedence(self, unit: int) -> tuple[int, int]:
        return self.setup.rank[unit], self.setup.ability[unit]

    def terms(self, force: int, kind: int) -> Terms:
        return zones.terms(self, force)

    def toll(self, side: int, h: int) -> int:
        return zones.toll(self, side, h)

    def boxed(self) -> list[int]:
        """The forces in the Mori box (9-3-1)."""
        return self.forces_in(BOX)

    def entries(self, force: int) -> dict[int, int]:
        """K-81: from the box by the west edge, at the cost of the first hex's terrain."""
        found = ((h, self.setup.enter_cost(h, self.weather)) for h in self.setup.west_edge)
        return {h: cost for h, cost in found if cost is not None}

    def engaged(self, force: int) -> bool:
        """10-6-4, 10-7-2: whether a force owes an attack, or carries the marker of one that is still owed (K-59)."""
        if self.bound[force] >= 0:
            return True
        return bool(self.pinned[force]) and self.is_target(self.at[force], 1 - self.side_of[force])

    def anybody_bound(self) -> bool:
        """Whether any marker lies on the map; mostly none does."""
        return self.bound.count(-1) < len(self.bound) or 1 in self.pinned

    def is_target(self, h: int, side: int) -> bool:
        """Whether a force of a side owes an attack on a hex."""
        if h not in self.bound:
            return False
        return any(b == h and self.at[f] >= 0 and self.side_of[f] == side for f, b in enumerate(self.bound))

    # -- verbs: forces ------------------------------------------------------------------------------------------------

    def regrouped(self, act: Act) -> None:
        formation.announce(self, act)

    def split(self, unit: int) -> None:
        force = self.leader[unit]
        super().split(unit)
        if self.log is not None:
            self.tell("separated", "6-2(3)", unit=unit, from_unit=force)

    def hand_on(self, force: int, unit: int) -> None:
        """K-91: what bound a force binds who comes out of it."""
        self.inside[unit], self.done[unit] = self.inside[force], self.done[force]
        self._set_marks(unit, self.fought[force], self.bound[force], self.pinned[force])

    def marks(self, unit: int) -> tuple[int, int, int, int]:
        """What a force has done in this phase, and what binds it."""
        return self.done[unit], self.fought[unit], self.bound[unit], self.pinned[unit]

    def unmark(self, unit: int) -> None:
        self.done[unit] = 0
        self._set_marks(unit, 0, -1, 0)

    def _set_marks(self, unit: int, fought: int, bound: int, pinned: int) -> None:
        if self.fought[unit] != fought:
            self.fought = altered(self.fought, unit, fought)
        if self.bound[unit] != bound:
            self.bound = altered(self.bound, unit, bound)
        if self.pinned[unit] != pinned:
            self.pinned = altered(self.pinned, unit, pinned)

    def came(self, force: int, was: int) -> None:
        """13-1-5: sieges here and there are reviewed; who leaves a hex leaves what he owed there (K-59)."""
        h = self.at[force]
        if was != h:
            self.release(force)
            if was >= 0:
                self.left(was)
        elif self.inside[force]:
            self.release(force)
            self.lapse(h)
        if h == self.setup.kyoto and was != h and self.side_of[force] == UESUGI and self.log is not None:
            self.tell("kyoto_entered", "21 Kyoto unit", unit=force)
        self.review(h)

    def release(self, force: int) -> None:
        """10-7-3, K-59: what a force owed has lapsed, and no marker lies on it."""
        if not self.anybody_bound():
            return
        target = self.bound[force]
        for u in self.members(force):
            self._set_marks(u, self.fought[u], -1, 0)
        if target >= 0:
            self.tell("marker_off", "10-7-3", unit=force, hex=target)
            self._unpin(target)

    def lapse(self, h: int) -> None:
        """K-59: whoever was to attack a hex in which no enemy is left in the open owes nothing more."""
        if h in self.bound:
            for f in self.forces():
                if self.bound[f] == h and not self.outside(h, 1 - self.side_of[f]):
                    self.release(f)

    def _unpin(self, h: int) -> None:
        """Markers for which nobody owes an attack any more are taken off."""
        for f in self.forces_in(h):
            if self.pinned[f] and not self.is_target(h, 1 - self.side_of[f]):
                self._set_marks(f, self.fought[f], self.bound[f], 0)

    def left(self, h: int) -> None:
        """What follows when units are no longer in a hex: fortifications go with the last (10-8-1), sieges may end."""
        if self.fortified[h]:
            for side in (UESUGI, ODA):
                if self.has_fort(h, side) and not self.held[side][h]:
                    self.raze(h, side)
        self.lapse(h)
        self.review(h)

    def join(self, unit: int, force: int) -> None:
        """6-1-4: a unit comes under command of another force in its place; whom it led is on his own."""
        if self.leader[unit] == unit:
            self.disband(unit)
            if self.at[unit] >= 0:
                self._appear(unit, -1)
        self.leader[unit] = force
        self.inside[unit] = self.inside[force]
        self.unmark(unit)  # 6-2-1: what a force has done its leader bears

    def away(self, unit: int, place: int) -> None:
        """A unit goes to a place off the map; whom it led stands alone (K-91)."""
        self.disband(unit)
        if self.bound[unit] >= 0:
            self.release(unit)
        was = self.at[unit]
        if self.leader[unit] != unit:
            self.leader[unit] = unit
            self.find_anew()
        elif was >= 0:
            self._appear(unit, -1)
        self.at[unit], self.inside[unit] = place, 0
        self.unmark(unit)
        if was >= 0:
            self.left(was)

    def attacks(self, units: Iterable[int], h: int) -> None:
        """12-1-4: these have attacked in this Combat Phase, and what they owed is paid (10-7-3); 13-1-7, K-48: they do
        not count as besiegers until its end."""
        forces = sorted({self.leader[u] for u in units})
        for f in forces:
            self._set_marks(f, 1, -1, self.pinned[f])
        self._unpin(h)
        for home in sorted({self.at[f] for f in forces}):
            self.review(home)

    def owes(self, force: int) -> bool:
        """10-7-3: whether a force must attack, and still can: K-59: whoever it was to attack may have left."""
        h = self.bound[force]
        return h >= 0 and bool(self.outside(h, 1 - self.side_of[force]))

    def bind(self, force: int, h: int, only: int = -1, clause: str = "10-7-1") -> None:
        """10-7: a force places an Engagement marker on who stands in the open in a hex, or on one of them (K-56)."""
        self.bound = altered(self.bound, force, h)
        for f in (only,) if only >= 0 else self.outside(h, 1 - self.side_of[force]):
            self.pinned = altered(self.pinned, f, 1)
        self.tell("engaged", clause, unit=force, hex=h)

    def fortify(self, force: int) -> None:
        """10-8."""
        h = self.at[force]
        self.fortified = altered(self.fortified, h, self.fortified[h] | 1 << self.side_of[force])
        self.tell("fortified", "10-8", unit=force, hex=h)

    def raze(self, h: int, side: int) -> None:
        """10-8-1: a fortification goes with the last force of its side, or when its player likes."""
        self.fortified = altered(self.fortified, h, self.fortified[h] & ~(1 << side))
        self.tell("fortification_gone", "10-8-1", hex=h)

    def has_fort(self, h: int, side: int) -> bool:
        return bool(self.fortified[h] >> side & 1)

    def forts(self, side: int) -> list[int]:
        """The hexes with fortifications of a side."""
        layer, found = self.fortified, list[int]()
        for bits in (1 << side, BOTH_FORTS):
            h = -1
            while (h := layer.find(bits, h + 1)) >= 0:
                found.append(h)
        return sorted(found)

    # -- verbs: losses (12-3, 15) -------------------------------------------------------------------------------------

    def gain_step(self, unit: int, *clauses: str) -> None:
        """9-5-3."""
        self.steps = altered(self.steps, unit, self.steps[unit] + 1)
        self.tell("step_gained", *clauses, unit=unit)

    def lose_step(self, unit: int, *clauses: str) -> None:
        """12-3: a unit that loses its last step is eliminated (12-3-2)."""
        if self.steps[unit] > 1:
            self.steps = altered(self.steps, unit, self.steps[unit] - 1)
            if self.log is not None:
                self.tell("step_lost", *clauses, unit=unit, left=self.steps[unit])
        else:
            self.eliminate_all([unit], *clauses)

    def eliminate_all(self, units: Iterable[int], *clauses: str) -> None:
        """Chapter 15, chapter 21: land units are killed in action, and score; with a taisho his clan goes (15-2), but
        for the two with whose death the game ends first (22-1, K-79)."""
        lost = [u for u in units if self.at[u] >= 0 or self.at[u] in (BOX, ABOARD)]
        for u in sorted(lost, key=lambda u: self.leader[u] == u):
            self._kill(u, *clauses)
        for u in lost:
            if self.setup.rank[u] == self.setup.taisho and u not in self.setup.sudden_units:
                self._leaderless(self.setup.army[u])

    def _kill(self, unit: int, *clauses: str) -> None:
        side = self.side_of[unit]
        if self.log is not None:
            self.tell("killed", *clauses, unit=unit, hex=self.at[unit] if self.at[unit] >= 0 else -1)
        self.remove(unit, DEAD)
        if side >= 0:
            rank = self.setup.rank[unit]
            self.gain(1 - side, self.setup.rank_points[rank], RANK_CLAUSES[rank])

    def remove(self, unit: int, fate: int) -> None:
        """A unit leaves play, from wherever it is."""
        if self.at[unit] == ABOARD:
            ship = self.cargo.index(unit)
            self.cargo = altered(self.cargo, ship, -1)
        self.away(unit, fate)
        self.steps = altered(self.steps, unit, 0)

    def _leaderless(self, army: int) -> None:
        """15-2, K-79: the whole clan leaves with its taisho: who is on the map, in the box or at sea as killed in
        action, who has not come yet and its ships without points. 15-2 castles: these stay as they are."""
        self.tell("clan_gone", "15-2", army=army)
        for u, own in enumerate(self.setup.army):
            if own == army and self.at[u] != DEAD and self.at[u] != GONE:
                if self.at[u] == UNDEPLOYED:
                    self.remove(u, GONE)
                else:
                    self._kill(u, "15-2")
        self.dismiss_ships(army, "15-2")

    def dismiss_ships(self, army: int, *clauses: str) -> None:
        """K-21, K-79: the ships of a clan that has left the game go; one with a stranger aboard lands him first."""
        for ship, own in enumerate(self.setup.ship_army):
            if own == army and self.cargo[ship] < 0 and self.ship_at[ship] not in (SUNK, SHIP_GONE):
                self.ship_leaves(ship, SHIP_GONE)
                self.tell("ship_removed", *clauses, ship=ship)

    # -- verbs: ships (16) --------------------------------------------------------------------------------------------

    def ship_side(self, ship: int) -> int:
        return self.seat_of[self.setup.ship_army[ship]]

    def in_the_open(self, ship: int) -> bool:
        """16-2-5: whether a ship is not in the shelter of a port castle of its side."""
        at = self.ship_at[ship]
        castle = self.setup.castle_at[at] if at >= 0 else -1
        if castle < 0 or self.setup.port[castle] < 0 or self.holder[castle] != self.ship_side(ship):
            return True
        return bool(self.exposed[ship])

    def waters_at(self, place: int) -> set[int]:
        """The waters of the naval lines (K-67) that a ship's place belongs to."""
        setup = self.setup
        if place < 0:
            return {w for w, area in enumerate(setup.area_of_water) if area == (-2 - place if place != SHIP_BOX else 0)}
        return {w for w, area in enumerate(setup.area_of_water) if area >= 0 and place in setup.coast[area]}

    def clan_gone(self, army: int) -> bool:
        """15-2, 9-2: whether a clan has left the game, with its taisho or by defecting."""
        setup = self.setup
        if self.ukita_defection and army in setup.chances.defects:
            return True
        return any(self.at[u] == DEAD for u in setup.taisho_of[army])

    def set_ship(self, layer: str, ship: int, value: int) -> None:
        """Change what is marked on a ship: `ship_done`, `ship_bound` or `exposed`."""
        setattr(self, layer, altered(getattr(self, layer), ship, value))
        self.find_anew()

    def move_ship(self, ship: int, place: int) -> None:
        self.ship_at = altered(self.ship_at, ship, place)
        self.find_anew()
        self.set_ship("exposed", ship, 0)

    def embark(self, unit: int, ship: int) -> None:
        """16-4-1."""
        self.away(unit, ABOARD)
        self.cargo = altered(self.cargo, ship, unit)

    def disembark(self, ship: int, place: int, inside: int) -> None:
        """Its cargo comes ashore as a force of its own, in a hex or in the box."""
        unit = self.cargo[ship]
        self.cargo = altered(self.cargo, ship, -1)
        if place < 0:
            self.at[unit] = place
            self.find_anew()
        else:
            self.put(unit, place, inside)

    def ship_leaves(self, ship: int, fate: int) -> None:
        """A ship is out of the game: sunk, or gone with its clan; nobody scores for it (16-3 score)."""
        place = self.ship_at[ship]
        self.ship_at = altered(self.ship_at, ship, fate)
        self.ship_bound, self.exposed = altered(self.ship_bound, ship, 0), altered(self.exposed, ship, 0)
        self.ship_steps = altered(self.ship_steps, ship, 0)
        self.find_anew()
        here = [s for s, at in enumerate(self.ship_at) if at == place]
        if len({self.ship_side(s) for s in here if self.in_the_open(s)}) == 1:  # K-59: nobody is left to fight there
            for s in here:
                self.set_ship("ship_bound", s, 0)
                self.set_ship("exposed", s, 0)

    def gain(self, side: int, points: int, *clauses: str) -> None:
        """Chapter 21: the marker moves to the right for the Uesugi side, to the left for the Oda side."""
        value = points if side == UESUGI else -points
        self.score += value
        if self.log is not None and value:
            self.tell("score", *clauses, value=value, score=self.score)

    # -- verbs: castles (8, 13) ---------------------------------------------------------------------------------------

    def set_durability(self, castle: int, value: int, *clauses: str) -> None:
        self.durability = altered(self.durability, castle, value)
        if self.log is not None:
            self.tell("durability", *clauses, castle=castle, count=value)

    def invest(self, castle: int) -> None:
        """13-1-2: the marker begins with 0."""
        self.besieged, self.lowered = altered(self.besieged, castle, 1), altered(self.lowered, castle, 0)
        self.castle_changed(castle)
        self.tell("invested", "13-1-2", castle=castle)

    def lift(self, castle: int, *clauses: str) -> None:
        """13-1-5: and with it all morale penalties."""
        self.besieged, self.lowered = altered(self.besieged, castle, 0), altered(self.lowered, castle, 0)
        self.castle_changed(castle)
        self.tell("lifted", *clauses, castle=castle)

    def review(self, h: int) -> None:
        """13-1-5, 13-1-6: an investment stands while more units are before the castle than inside."""
        castle = self.setup.castle_at[h]
        if castle >= 0 and self.besieged[castle] and not self.outnumbered(castle):
            self.lift(castle, "13-1-5")

    def lower_morale(self, castle: int, by: int, *clauses: str) -> None:
        """9-1-1."""
        self.lowered = altered(self.lowered, castle, min(self.lowered[castle] + by, MOST_LOWERED))
        self.tell("morale", *clauses, castle=castle, count=self.lowered[castle])

    def set_holder(self, castle: int, side: int) -> None:
        """A castle changes hands: a siege of it is over."""
        self.holder = altered(self.holder, castle, side)
        self.besieged, self.lowered = altered(self.besieged, castle, 0), altered(self.lowered, castle, 0)
        self.owner = self._owners()
        self.castle_changed(castle)

    def fall(self, castle: int, side: int, *clauses: str) -> None:
        """9-1-3, 13-5-3: a castle is taken: its garrison is lost, its durability the printed one again (8-1-4), and it
        scores for who takes it (21)."""
        self.eliminate_all(self.inside_units(castle), *clauses)
        self.durability = altered(self.durability, castle, self.setup.printed_durability(castle))
        self.set_holder(castle, side)
        self.tell("castle_fell", *clauses, castle=castle, seat=side)
        if self.setup.castle_hex[castle] in self.setup.watched:  # 9-3, K-20
            self.fell_this_turn |= 1 << side
        self.gain(side, self.setup.castle_points[castle], self.setup.castle_clause(castle))
        self._port_fell(castle, side)

    def _port_fell(self, castle: int, side: int) -> None:
        """16-3 fall, K-73: ships in a port that falls lie in the open; those of the captor there attack them."""
        here = [s for s, at in enumerate(self.ship_at) if at == self.setup.castle_hex[castle]]
        if {self.ship_side(s) for s in here} == {UESUGI, ODA}:
            own = [s for s in here if self.ship_side(s) == side]
            for ship in own:
                self.set_ship("exposed", ship, 1)
                self.set_ship("ship_bound", ship, 1)
            self.tell("ships_meet", "16-3 fall", ship=own[0], area=-1, hex=self.ship_at[own[0]])
        for ship in here:
            if self.ship_side(ship) != side:
                self.set_ship("exposed", ship, 0)

    # -- verbs: sides -------------------------------------------------------------------------------------------------

    def take_side(self, army: int, side: int) -> None:
        """9-2: a clan fights for somebody else, or for nobody; castles are told one by one (`set_holder`)."""
        self.seat_of = altered(self.seat_of, army, side)
        self.derive()

    def turn_castle(self, castle: int, side: int, *clauses: str) -> None:
        """9-2: a castle goes over with its clan or its rebel, as it is and without points (K-24, K-25)."""
        if self.besieged[castle]:
            self.lift(castle, *clauses)
        self.set_holder(castle, side)
        self.tell("castle_turned", *clauses, castle=castle, seat=side)

    # -- verbs: what an event does with a unit (9-2, 9-3) -------------------------------------------------------------

    def deploy(self, unit: int, *clauses: str) -> None:
        """9-3-1 box: a unit that has not come yet appears in the Mori box."""
        self.at[unit] = BOX
        self.find_anew()
        self.tell("deployed", *clauses, unit=unit)

    def detach(self, unit: int) -> None:
        """A unit stands alone: it leaves who led it, and whom it led it leaves."""
        if self.leader[unit] != unit:
            self.split(unit)
        else:
            self.disband(unit)

    def displace(self, force: int, h: int, inside: int, *clauses: str) -> None:
        """A rule puts a force into another hex, from the map, a ship or the box."""
        was = max(self.at[force], -1)
        if self.at[force] == ABOARD:
            self.cargo = altered(self.cargo, self.cargo.index(force), -1)
        self.put(force, h, inside)
        if was != h:
            self.tell("displaced", *clauses, unit=force, from_hex=was, to_hex=h)

    def exchange(self, unit: int, other: int, h: int, inside: int) -> None:
        """9-2 Araki Rebellion: another counter of the same man, with his steps (K-24), takes his place."""
        steps = self.steps[unit]
        self.remove(unit, GONE)
        self.steps = altered(self.steps, other, steps)
        self.put(other, h, inside)
        self.owner = self._owners()

    def rebuild(self, unit: int, h: int, inside: int) -> None:
        """9-5-6: a unit of the Ikki that was killed comes back."""
        self.steps = altered(self.steps, unit, self.setup.rebuilt_steps)
        self.put(unit, h, inside)
        self.tell("rebuilt", "9-5-6 ikki", unit=unit, hex=h)

    def put_to_sea(self, ship: int, place: int, *clauses: str) -> None:
        """K-24, K-33, K-72: a ship that has no port any more goes to the sea before it; it meets whom it finds there
        (16-2-4)."""
        was, area = max(self.ship_at[ship], -1), -2 - place
        self.move_ship(ship, place)
        self.tell("sailed", *clauses, ship=ship, from_area=-1, from_hex=was, area=area, hex=-1)
        side = self.ship_side(ship)
        foes = [s for s, at in enumerate(self.ship_at) if at == place and self.ship_side(s) == 1 - side]
        self.set_ship("ship_bound", ship, 0)
        if foes and not any(self.ship_bound[foe] for foe in foes):
            self.set_ship("ship_bound", ship, 1)
            self.tell("ships_meet", "16-2-4", ship=ship, area=area, hex=-1)
