"""The position of Kenshin's Arrival in Kyoto: what happens to units, ships, castles and clans, verb by verb."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from gunki.core.show.fights import loss
from gunki.games.kenshin.setup import ODA, UESUGI
from gunki.games.kenshin.state import old_steps
from gunki.games.kenshin.state.state_fields import CASTLES_SCORED, KILLS_SCORED, MAX_LOWERED, MAX_TIMES
from gunki.games.kenshin.state.troops import (
    ABOARD,
    AREA_PLACES,
    BOX,
    LANDED,
    MOVED,
    NOT_YET,
    PACIFIC,
    SETO,
    SHIP_BOX,
    SHIP_GONE,
    SUNK,
    UNDEPLOYED,
    KenshinForces,
)
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.forces_and_castles.state.position import DEAD, GONE

__all__ = [
    "ABOARD", "AREA_PLACES", "BOX", "LANDED", "MOVED", "NOT_YET", "PACIFIC", "SETO", "SHIP_BOX", "SHIP_GONE", "SUNK",
    "UNDEPLOYED", "KenshinPosition",
]  # fmt: skip

#: 21: by rank the clause under which its death scores.
RANK_CLAUSES = ("21 busho", "21 samuraidaisho", "21 taisho")


class KenshinPosition(KenshinForces):
    """Rules change a position through its verbs only; they keep zones, investments, markers and points right."""

    OLD_STEPS: ClassVar[Mapping[str, str]] = old_steps.OLD_STEPS

    __slots__ = ()

    # -- verbs: losses (12-3, 15) -------------------------------------------------------------------------------------

    def gain_step(self, unit: int, *clauses: str) -> None:
        """9-5-3."""
        self.steps = replace_value(self.steps, unit, self.steps[unit] + 1)
        self.emit("step_gained", *clauses, unit=unit)

    def lose_step(self, unit: int, *clauses: str) -> None:
        """12-3: a unit that loses its last step is eliminated (12-3-2)."""
        if self.steps[unit] > 1:
            self.steps = replace_value(self.steps, unit, self.steps[unit] - 1)
            if self.log is not None:
                lost = loss("unit", self.setup.units[unit], left=self.steps[unit])
                self.emit("step_lost", *clauses, unit=unit, left=self.steps[unit], loss=lost)
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
                self._remove_leaderless(self.setup.army[u])

    def _kill(self, unit: int, *clauses: str) -> None:
        side = self.side_of[unit]
        if self.log is not None:
            lost = loss("unit", self.setup.units[unit], count=self.steps[unit])
            self.emit("killed", *clauses, unit=unit, hex=self.at[unit] if self.at[unit] >= 0 else -1, loss=lost)
        self.remove(unit, DEAD)
        if side >= 0:
            rank = self.setup.rank[unit]
            self.gain(1 - side, self.setup.rank_points[rank], RANK_CLAUSES[rank])
            self._count_score(KILLS_SCORED[1 - side], unit)

    def remove(self, unit: int, fate: int) -> None:
        """A unit leaves play, from wherever it is."""
        if self.at[unit] == ABOARD:
            ship = self.cargo.index(unit)
            self.cargo = replace_value(self.cargo, ship, -1)
        self.move_off_map(unit, fate)
        self.steps = replace_value(self.steps, unit, 0)

    def _remove_leaderless(self, army: int) -> None:
        """15-2, K-79: the whole clan leaves with its taisho: who is on the map, in the box or at sea as killed in
        action, who has not come yet and its ships without points. 15-2 castles: these stay as they are."""
        self.emit("clan_gone", "15-2", army=army)
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
                self.remove_ship(ship, SHIP_GONE)
                self.emit("ship_removed", *clauses, ship=ship)

    # -- verbs: ships (16) --------------------------------------------------------------------------------------------

    def ship_side(self, ship: int) -> int:
        return self.seat_of[self.setup.ship_army[ship]]

    def is_in_the_open(self, ship: int) -> bool:
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

    def has_fallen(self, unit: int) -> bool:
        """22-1: whether a unit was killed, or removed from play; who is missing on an empty board was not."""
        return self.at[unit] == DEAD or (self.at[unit] == GONE and not self.steps[unit])

    def is_in_the_game(self, army: int) -> bool:
        """K-67: whether a clan has not left the game (15-2, 9-2), and has come if an event must bring it: the Mori are
        there from the start (3(2)), the Ukita from Yoshiaki's Uprising on."""
        if self.has_clan_left(army):
            return False
        units = zip(self.setup.army, self.at, strict=True)
        return army not in self.setup.by_uprising or any(
            own == army and (at >= BOX or at in (ABOARD, DEAD)) for own, at in units
        )

    def has_clan_left(self, army: int) -> bool:
        """15-2, 9-2: whether a clan has left the game, with its taisho or by defecting."""
        setup = self.setup
        if self.ukita_defection and army in setup.event_tables.defects:
            return True
        return any(self.at[u] == DEAD for u in setup.taisho_of[army])

    def set_ship(self, layer: str, ship: int, value: int) -> None:
        """Change what is marked on a ship: `ship_done`, `ship_bound` or `exposed`."""
        setattr(self, layer, replace_value(getattr(self, layer), ship, value))
        self.clear_caches()

    def move_ship(self, ship: int, place: int) -> None:
        self.ship_at = replace_value(self.ship_at, ship, place)
        self.clear_caches()
        self.set_ship("exposed", ship, 0)

    def embark(self, unit: int, ship: int) -> None:
        """16-4-1."""
        self.move_off_map(unit, ABOARD)
        self.cargo = replace_value(self.cargo, ship, unit)

    def disembark(self, ship: int, place: int, inside: int) -> None:
        """Its cargo comes ashore as a force of its own, in a hex or in the box."""
        unit = self.cargo[ship]
        self.cargo = replace_value(self.cargo, ship, -1)
        if place < 0:
            self.at[unit] = place
            self.clear_caches()
        else:
            self.put(unit, place, inside)

    def remove_ship(self, ship: int, fate: int) -> None:
        """A ship is out of the game: sunk, or gone with its clan; nobody scores for it (16-3 score)."""
        place = self.ship_at[ship]
        self.ship_at = replace_value(self.ship_at, ship, fate)
        self.ship_bound, self.exposed = replace_value(self.ship_bound, ship, 0), replace_value(self.exposed, ship, 0)
        self.ship_steps = replace_value(self.ship_steps, ship, 0)
        self.clear_caches()
        ships = [s for s, at in enumerate(self.ship_at) if at == place]
        if (
            len({self.ship_side(s) for s in ships if self.is_in_the_open(s)}) == 1
        ):  # K-59: nobody is left to fight there
            for s in ships:
                self.set_ship("ship_bound", s, 0)
                self.set_ship("exposed", s, 0)

    def gain(self, side: int, points: int, *clauses: str) -> None:
        """Chapter 21: the marker moves to the right for the Uesugi side, to the left for the Oda side."""
        value = points if side == UESUGI else -points
        self.score += value
        if self.log is not None and value:
            self.emit("score", *clauses, value=value, score=self.score)

    def _count_score(self, layer: str, thing: int) -> None:
        """What the score is made of (games/kenshin/rules/points.py)."""
        counts = getattr(self, layer)
        setattr(self, layer, replace_value(counts, thing, min(counts[thing] + 1, MAX_TIMES)))

    def count_kyoto(self, word: str) -> None:
        """The same for Kyoto: `kyoto_unit` or `kyoto_kenshin`."""
        setattr(self, word, min(getattr(self, word) + 1, MAX_TIMES))

    # -- verbs: castles (8, 13) ---------------------------------------------------------------------------------------

    def set_durability(self, castle: int, value: int, *clauses: str) -> None:
        self.durability = replace_value(self.durability, castle, value)
        if self.log is not None:
            self.emit("durability", *clauses, castle=castle, count=value)

    def lower_morale(self, castle: int, by: int, *clauses: str) -> None:
        """9-1-1."""
        self.lowered = replace_value(self.lowered, castle, min(self.lowered[castle] + by, MAX_LOWERED))
        self.emit("morale", *clauses, castle=castle, count=self.lowered[castle])

    def set_holder(self, castle: int, side: int) -> None:
        """A castle changes hands: a siege of it is over."""
        self.holder = replace_value(self.holder, castle, side)
        self.besieged, self.lowered = replace_value(self.besieged, castle, 0), replace_value(self.lowered, castle, 0)
        self.owner = self._owners()
        self.castle_changed(castle)

    def fall(self, castle: int, side: int, *clauses: str) -> None:
        """9-1-3, 13-5-3: a castle is taken: its garrison is lost, its durability the printed one again (8-1-4), and it
        scores for who takes it (21)."""
        self.eliminate_all(self.inside_units(castle), *clauses)
        self.durability = replace_value(self.durability, castle, self.setup.max_durability(castle))
        self.set_holder(castle, side)
        self.emit("castle_fell", *clauses, castle=castle, seat=side)
        if self.setup.castle_hex[castle] in self.setup.watched:  # 9-3, K-20
            self.fell_this_turn |= 1 << side
        self.gain(side, self.setup.castle_points[castle], self.setup.castle_clause(castle))
        self._count_score(CASTLES_SCORED[side], castle)
        self._lose_port(castle, side)

    def _lose_port(self, castle: int, side: int) -> None:
        """16-3 fall, K-73: ships in a port that falls lie in the open; those of the captor there attack them."""
        ships = [s for s, at in enumerate(self.ship_at) if at == self.setup.castle_hex[castle]]
        if {self.ship_side(s) for s in ships} == {UESUGI, ODA}:
            own = [s for s in ships if self.ship_side(s) == side]
            for ship in own:
                self.set_ship("exposed", ship, 1)
                self.set_ship("ship_bound", ship, 1)
            self.emit("ships_meet", "16-3 fall", ship=own[0], area=-1, hex=self.ship_at[own[0]])
        for ship in ships:
            if self.ship_side(ship) != side:
                self.set_ship("exposed", ship, 0)

    # -- verbs: sides -------------------------------------------------------------------------------------------------

    def take_side(self, army: int, side: int) -> None:
        """9-2: a clan fights for somebody else, or for nobody; castles are told one by one (`set_holder`)."""
        self.seat_of = replace_value(self.seat_of, army, side)
        self.derive()

    def turn_castle(self, castle: int, side: int, *clauses: str) -> None:
        """9-2: a castle goes over with its clan or its rebel, as it is and without points (K-24, K-25)."""
        self.emit("castle_turned", *clauses, castle=castle, seat=side)
        if self.besieged[castle]:
            self.lift(castle, *clauses)
        self.set_holder(castle, side)

    # -- verbs: what an event does with a unit (9-2, 9-3) -------------------------------------------------------------

    def deploy(self, unit: int, *clauses: str) -> None:
        """9-3-1 box: a unit that has not come yet appears in the Mori box."""
        self.at[unit] = BOX
        self.clear_caches()
        self.emit("deployed", *clauses, unit=unit)

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
            self.cargo = replace_value(self.cargo, self.cargo.index(force), -1)
        if was != h:
            self.emit("displaced", *clauses, unit=force, from_hex=was, to_hex=h)
        self.put(force, h, inside)

    def exchange(self, unit: int, other: int, h: int, inside: int) -> None:
        """9-2 Araki Rebellion: another counter of the same man, with his steps (K-24), takes his place."""
        steps = self.steps[unit]
        self.remove(unit, GONE)
        self.steps = replace_value(self.steps, other, steps)
        self.put(other, h, inside)
        self.owner = self._owners()

    def rebuild(self, unit: int, h: int, inside: int) -> None:
        """9-5-6: a unit of the Ikki that was killed comes back."""
        self.steps = replace_value(self.steps, unit, self.setup.rebuilt_steps)
        self.emit("rebuilt", "9-5-6 ikki", unit=unit, hex=h)
        self.put(unit, h, inside)

    def put_to_sea(self, ship: int, place: int, *clauses: str) -> None:
        """K-24, K-33, K-72: a ship that has no port any more goes to the sea before it; it meets whom it finds there
        (16-2-4)."""
        was, area = max(self.ship_at[ship], -1), -2 - place
        self.move_ship(ship, place)
        self.emit("sailed", *clauses, ship=ship, from_area=-1, from_hex=was, area=area, hex=-1)
        side = self.ship_side(ship)
        foes = [s for s, at in enumerate(self.ship_at) if at == place and self.ship_side(s) == 1 - side]
        self.set_ship("ship_bound", ship, 0)
        if foes and not any(self.ship_bound[foe] for foe in foes):
            self.set_ship("ship_bound", ship, 1)
            self.emit("ships_meet", "16-2-4", ship=ship, area=area, hex=-1)
