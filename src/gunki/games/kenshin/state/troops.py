"""The state of a position, all that is derived from it, and the verbs of forces (6 to 8, 10, 13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Self

from gunki.core.rules.decision import Act, Reason
from gunki.games.kenshin.rules import engagement, forces_and_commanders, fortification, zones_of_control
from gunki.games.kenshin.rules.sieges import garrisons
from gunki.games.kenshin.setup import ODA, UESUGI, KenshinSetup
from gunki.games.kenshin.state.state_fields import REBEL_CLAN, REBEL_INDEPENDENT, STATE
from gunki.series.forces_and_castles.rules.march_terms import Terms
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.forces_and_castles.state.position import DEAD, GONE, OFF, ForcesPositionOf
from gunki.series.forces_and_castles.state.state_fields import FULL

#: Places of units off the map: in the Mori box (9-3-1), not yet in play, or aboard a ship (16-4).
BOX, UNDEPLOYED, ABOARD = OFF, -4, -5
#: Places of ships that are in no coastal hex (16-2-1): yet to come, in a sea area or the box, sunk, or removed.
NOT_YET, SETO, PACIFIC, SHIP_BOX, SUNK, SHIP_GONE = -1, -2, -3, -4, -5, -6
#: The sea areas by name.
AREA_PLACES = {"seto": SETO, "pacific": PACIFIC, "box": SHIP_BOX}
#: Values of `done`: the force has moved, checked or built in this phase, or it has landed (16-4-1).
MOVED, LANDED = 1, 2


class KenshinForces(ForcesPositionOf[KenshinSetup]):
    """The state of a position: units stand in forces (chapter 6, 6-2).

    A unit has two steps, one on its back side (2-2-1(6)). A force is named by its leader (6-2(1), 6-2(2)), a side by
    its seat. Phase, turn and score are numbers (2-1-3(1), 2-1-3(2), 2-1-3(3)). The markers of castles and garrisons
    are numbers too (8-1-3, 8-2-2, 2-2-2(8)).

    Chapter 7: a force in the open controls the hexes around it (7-1). A castle that is not invested controls its own
    hex (7-2-2(1)) and those around (7-2, 7-2-2(2)), not across water (7-2-1). Control restricts marches and lines
    (7-1-3).

    Four layers hold control for each side. `strong` counts control that costs a march (10-5) and blocks supply. `weak`
    counts the rings of castles, which only block supply (7-2-2). `occupied` counts forces in a hex, in the open or
    inside: they cancel the cost (10-5-5) and the block (9-4-2, 9-4-3). `closed_to` closes a hex to the enemy of forces
    in the open (10-6-3), and to both sides for neutrals (20).
    """

    __slots__ = (
        "araki_rebellion", "bound", "cargo", "demanded", "done", "event", "exposed", "fell_last_turn", "fell_this_turn",
        "fortified", "fought", "hojo_invasion", "holder", "kyoto_kenshin", "kyoto_unit", "lowered", "oda_castles",
        "oda_kills", "pinned", "score", "ship_at", "ship_bound", "ship_done", "ship_steps", "stormed",
        "uesugi_castles", "uesugi_kills", "ukita_defection", "yoshiaki_uprising",
    )  # fmt: skip

    STATE = STATE
    DERIVED = ForcesPositionOf.DERIVED | {"owner"}
    FATES: ClassVar[Mapping[str, int]] = {"dead": DEAD, "removed": GONE, "box": BOX, "undeployed": UNDEPLOYED}
    BREAKS_UP = True
    #: 10-1: a unit may leave a force and then join another, so that units of two full tracks can change places.
    ARRANGED: ClassVar[Mapping[str, int]] = {**ForcesPositionOf.ARRANGED, "alone": 8}
    BESIDE = (*ForcesPositionOf.BESIDE, "done", "landed")

    score: int
    #: 21: how often each side has scored for each castle, and for each unit that it killed; then how often the Uesugi
    #: side has scored for Kyoto.
    uesugi_castles: bytes
    oda_castles: bytes
    uesugi_kills: bytes
    oda_kills: bytes
    kyoto_unit: int
    kyoto_kenshin: int
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
    #: For each force: whether it has moved, checked, built or landed in this phase; whether it has attacked in this
    #: Combat Phase; the hex it must attack; whether an enemy Engagement marker lies on it.
    done: bytearray
    fought: bytes
    bound: tuple[int, ...]
    pinned: bytes
    #: The sides with a fortification in each hex, one bit for each side.
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
        self.score = self.event = self.fell_this_turn = self.fell_last_turn = self.kyoto_unit = self.kyoto_kenshin = 0
        self.uesugi_castles = self.oda_castles = bytes(castles)
        self.uesugi_kills = self.oda_kills = bytes(units)
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
        new.uesugi_castles, new.oda_castles = self.uesugi_castles, self.oda_castles
        new.uesugi_kills, new.oda_kills = self.uesugi_kills, self.oda_kills
        new.kyoto_unit, new.kyoto_kenshin = self.kyoto_unit, self.kyoto_kenshin
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

    # -- derived state ------------------------------------------------------------------------------------------------

    def derive(self) -> None:
        self.owner = self._owners()
        super().derive()

    def _owners(self) -> tuple[int, ...]:
        """Return the clan that owns each castle (K-105).

        It is the first owner while that clan's side holds the castle, else the leading clan of the side that holds it.
        """
        setup, owners = self.setup, []
        for castle, holder in enumerate(self.holder):
            first = setup.castle_owner[castle]
            rebel, traitor = setup.rebel_castles.get(castle, (-1, -1))
            if rebel >= 0 and self.araki_rebellion == REBEL_CLAN:
                rebel = setup.araki
            turned = rebel >= 0 and self.at[traitor] not in (UNDEPLOYED, GONE)
            if turned and self.seat_of[rebel] == holder:  # 9-2: a castle that a rebel has made his
                owners.append(rebel)
            else:
                owners.append(first if self.seat_of[first] == holder else setup.leading[holder])
        return tuple(owners)

    def _appear(self, force: int, sign: int = 1) -> None:
        """Add or remove a force in the layers of its hex.

        A force in the open controls the hexes around it (7-1). A force inside a castle does not (7-1-2, K-46).
        """
        self.forces_cache = None
        self.clear_caches()
        if not self.layers_owned:
            self._own_layers()
        side, h = self.side_of[force], self.at[force]
        if side < 0:  # 20: a neutral force closes its hex to both sides
            for shut in self.closed_to:
                shut[h] += sign
            return
        self.occupied[side][h] += sign
        if not self.inside[force]:
            zones_of_control.change_force_zone(self, side, h, sign)
            self.closed_to[1 - side][h] += sign

    def _compute_exerts(self, castle: int) -> int:
        return zones_of_control.find_castle_zone(self, castle)

    def _exert(self, castle: int, sign: int = 1) -> None:
        zones_of_control.change_castle_zone(self, castle, sign)

    # -- sides, clans, castles ----------------------------------------------------------------------------------------

    def clan(self, unit: int) -> int:
        """Return the present clan of a unit.

        A rebel is of Araki's clan. While the rebels are independent of Araki, each is of a clan of its own (9-2).
        """
        army = self.setup.army[unit]
        independent = army == self.setup.araki and self.araki_rebellion == REBEL_INDEPENDENT
        return self.setup.alone[unit] if independent else army

    def is_neutral(self, army: int) -> bool:
        return self.seat_of[army] < 0 and army in self.setup.may_be_neutral

    def closes_hex(self, army: int) -> bool:
        """Return True, because no unit may enter the hex of a neutral force (20)."""
        return True

    def castle_side(self, castle: int) -> int:
        return self.holder[castle]

    def is_friendly_castle(self, castle: int, army: int) -> bool:
        """Return whether a castle is friendly to a clan: held by any clan of its side (8-2).

        To a neutral only its own castle is friendly.
        """
        side, holder = self.seat_of[army], self.holder[castle]
        return holder == side if side >= 0 else holder < 0 and self.setup.castle_owner[castle] == army

    def inside_units(self, castle: int) -> list[int]:
        return garrisons.inside_units(self, castle)

    def room(self, castle: int) -> int:
        return garrisons.room(self, castle)

    def fits(self, force: int) -> bool:
        return garrisons.fits(self, force)

    def is_shut_in(self, force: int) -> bool:
        return garrisons.is_shut_in(self, force)

    def besiegers(self, castle: int) -> list[int]:
        return garrisons.besiegers(self, castle)

    def is_outnumbered(self, castle: int) -> bool:
        return garrisons.is_outnumbered(self, castle)

    # -- forces -------------------------------------------------------------------------------------------------------

    def strength(self, force: int) -> int:
        """Return the steps of a force (12-2)."""
        return self.sum_steps(force)

    def strength_to_invest(self, castle: int) -> int:
        return garrisons.strength_to_invest(self, castle)

    def may_lead(self, chief: int, unit: int) -> bool:
        return forces_and_commanders.may_lead(self, chief, unit)

    def lead_bars(self, chief: int, unit: int) -> Iterator[Reason]:
        return forces_and_commanders.lead_bars(self, chief, unit)

    def precedence(self, unit: int) -> tuple[int, int]:
        return self.setup.rank[unit], self.setup.ability[unit]

    def terms(self, force: int, kind: int) -> Terms:
        return zones_of_control.terms(self, force)

    def toll(self, side: int, h: int) -> int:
        return zones_of_control.toll(self, side, h)

    def forces_in_box(self) -> list[int]:
        """Return the forces in the Mori box (9-3-1)."""
        return [u for u in self.units_in(BOX) if self.leader[u] == u]

    def entries(self, force: int) -> dict[int, int]:
        """Return the hexes of the west edge, which a force enters from the box at the cost of their terrain (K-81)."""
        costs = ((h, self.setup.enter_cost(h, self.weather)) for h in self.setup.west_edge)
        return {h: cost for h, cost in costs if cost is not None}

    def is_engaged(self, force: int) -> bool:
        return engagement.is_engaged(self, force)

    def is_anybody_bound(self) -> bool:
        return engagement.is_anybody_bound(self)

    def is_target(self, h: int, side: int) -> bool:
        return engagement.is_target(self, h, side)

    # -- verbs: forces ------------------------------------------------------------------------------------------------

    def report_regrouping(self, act: Act) -> None:
        forces_and_commanders.announce(self, act)

    def split(self, unit: int) -> None:
        force = self.leader[unit]
        super().split(unit)
        if self.log is not None:
            self.emit("separated", "6-2(3)", unit=unit, from_unit=force)

    def hand_on(self, force: int, unit: int) -> None:
        """Give the marks of a force to a unit that leaves it (K-91)."""
        self.inside[unit], self.done[unit] = self.inside[force], self.done[force]
        self._set_marks(unit, self.fought[force], self.bound[force], self.pinned[force])

    def marks(self, unit: int) -> tuple[int, int, int, int]:
        """Return what a force has done in this phase, and what binds it."""
        return self.done[unit], self.fought[unit], self.bound[unit], self.pinned[unit]

    def unmark(self, unit: int) -> None:
        self.done[unit] = 0
        self._set_marks(unit, 0, -1, 0)

    def _set_marks(self, unit: int, fought: int, bound: int, pinned: int) -> None:
        if self.fought[unit] != fought:
            self.fought = replace_value(self.fought, unit, fought)
        if self.bound[unit] != bound:
            self.bound = replace_value(self.bound, unit, bound)
        if self.pinned[unit] != pinned:
            self.pinned = replace_value(self.pinned, unit, pinned)

    def handle_arrival(self, force: int, was: int) -> None:
        """Review the sieges in the old hex and the new one (13-1-5).

        A force that leaves a hex is no longer bound to attack (K-59).
        """
        h = self.at[force]
        if was != h:
            self.release(force)
            if was >= 0:
                self.handle_departure(was)
        elif self.inside[force]:
            self.release(force)
            self.lapse(h)
        if h == self.setup.kyoto and was != h and self.side_of[force] == UESUGI and self.log is not None:
            self.emit("kyoto_entered", "21 Kyoto unit", unit=force)
        self.review(h)

    def release(self, force: int) -> None:
        engagement.release(self, force)

    def lapse(self, h: int) -> None:
        engagement.lapse(self, h)

    def _unpin(self, h: int) -> None:
        engagement.unpin(self, h)

    def handle_departure(self, h: int) -> None:
        """Review a hex that units have left: fortifications go with the last force (10-8-1), sieges may end."""
        if self.fortified[h]:
            for side in (UESUGI, ODA):
                if self.has_fort(h, side) and not self.occupied[side][h]:
                    self.raze(h, side)
        self.lapse(h)
        self.review(h)

    def join(self, unit: int, force: int) -> None:
        """Put a unit under command of another force in the same place (6-1-4). Units that it led stand alone."""
        if self.leader[unit] == unit:
            self.disband(unit)
            if self.at[unit] >= 0:
                self._appear(unit, -1)
        self.leader[unit] = force
        self.inside[unit] = self.inside[force]
        self.unmark(unit)  # 6-2-1: the leader bears the marks of the force

    def move_off_map(self, unit: int, place: int) -> None:
        """Move a unit to a place off the map. Units that it led stand alone (K-91)."""
        self.disband(unit)
        if self.bound[unit] >= 0:
            self.release(unit)
        was = self.at[unit]
        if self.leader[unit] != unit:
            self.leader[unit] = unit
            self.clear_caches()
        elif was >= 0:
            self._appear(unit, -1)
        self.at[unit], self.inside[unit] = place, 0
        self.unmark(unit)
        if was >= 0:
            self.handle_departure(was)

    def mark_attack(self, units: Iterable[int], h: int) -> None:
        engagement.mark_attack(self, units, h)

    def owes_attack(self, force: int) -> bool:
        return engagement.owes_attack(self, force)

    def bind(self, force: int, h: int, only: int = -1, clause: str = "10-7-1") -> None:
        engagement.bind(self, force, h, only, clause)

    def fortify(self, force: int) -> None:
        fortification.fortify(self, force)

    def raze(self, h: int, side: int) -> None:
        fortification.raze(self, h, side)

    def has_fort(self, h: int, side: int) -> bool:
        return fortification.has_fort(self, h, side)

    def forts(self, side: int) -> list[int]:
        return fortification.forts(self, side)

    # -- verbs: investments (13-1) ------------------------------------------------------------------------------------

    def invest(self, castle: int) -> None:
        garrisons.invest(self, castle)

    def lift(self, castle: int, *clauses: str) -> None:
        garrisons.lift(self, castle, *clauses)

    def review(self, h: int) -> None:
        garrisons.review(self, h)
