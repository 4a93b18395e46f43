"""The position of Kenshin's Arrival in Kyoto: the verbs that change units, ships, castles and clans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from gunki.core.show.fights import loss
from gunki.games.kenshin.rules import death_of_leaders
from gunki.games.kenshin.rules.naval import ships
from gunki.games.kenshin.setup import ODA, UESUGI
from gunki.games.kenshin.state import old_steps
from gunki.games.kenshin.state.state_fields import CASTLES_SCORED, MAX_LOWERED, MAX_TIMES
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
from gunki.series.forces_and_castles.state.position import GONE

__all__ = [
    "ABOARD", "AREA_PLACES", "BOX", "LANDED", "MOVED", "NOT_YET", "PACIFIC", "SETO", "SHIP_BOX", "SHIP_GONE", "SUNK",
    "UNDEPLOYED", "KenshinPosition",
]  # fmt: skip


class KenshinPosition(KenshinForces):
    """A position, changed by rules only through its verbs, which keep zones, investments, markers and points right."""

    OLD_STEPS: ClassVar[Mapping[str, str]] = old_steps.OLD_STEPS

    __slots__ = ()

    # -- verbs: losses (12-3, 15) -------------------------------------------------------------------------------------

    def gain_step(self, unit: int, *clauses: str) -> None:
        """Restore a step of a unit (9-5-3)."""
        self.steps = replace_value(self.steps, unit, self.steps[unit] + 1)
        self.emit("step_gained", *clauses, unit=unit)

    def lose_step(self, unit: int, *clauses: str) -> None:
        """Take a step from a unit (12-3). A unit that loses its last step is eliminated (12-3-2)."""
        if self.steps[unit] > 1:
            self.steps = replace_value(self.steps, unit, self.steps[unit] - 1)
            if self.log is not None:
                lost = loss("unit", self.setup.units[unit], left=self.steps[unit])
                self.emit("step_lost", *clauses, unit=unit, left=self.steps[unit], loss=lost)
        else:
            self.eliminate_all([unit], *clauses)

    def eliminate_all(self, units: Iterable[int], *clauses: str) -> None:
        death_of_leaders.eliminate_all(self, units, *clauses)

    def _kill(self, unit: int, *clauses: str) -> None:
        death_of_leaders.kill(self, unit, *clauses)

    def remove(self, unit: int, fate: int) -> None:
        death_of_leaders.remove(self, unit, fate)

    def _remove_leaderless(self, army: int) -> None:
        death_of_leaders.remove_leaderless(self, army)

    def dismiss_ships(self, army: int, *clauses: str) -> None:
        death_of_leaders.dismiss_ships(self, army, *clauses)

    # -- verbs: ships (16) --------------------------------------------------------------------------------------------

    def ship_side(self, ship: int) -> int:
        return ships.ship_side(self, ship)

    def is_in_the_open(self, ship: int) -> bool:
        return ships.is_in_the_open(self, ship)

    def waters_at(self, place: int) -> set[int]:
        return ships.waters_at(self, place)

    def has_fallen(self, unit: int) -> bool:
        return death_of_leaders.has_fallen(self, unit)

    def is_in_the_game(self, army: int) -> bool:
        return death_of_leaders.is_in_the_game(self, army)

    def has_clan_left(self, army: int) -> bool:
        return death_of_leaders.has_clan_left(self, army)

    def set_ship(self, layer: str, ship: int, value: int) -> None:
        """Set `ship_done`, `ship_bound` or `exposed` of a ship."""
        setattr(self, layer, replace_value(getattr(self, layer), ship, value))
        self.clear_caches()

    def move_ship(self, ship: int, place: int) -> None:
        ships.move_ship(self, ship, place)

    def embark(self, unit: int, ship: int) -> None:
        ships.embark(self, unit, ship)

    def disembark(self, ship: int, place: int, inside: int) -> None:
        ships.disembark(self, ship, place, inside)

    def remove_ship(self, ship: int, fate: int) -> None:
        ships.remove_ship(self, ship, fate)

    def gain(self, side: int, points: int, *clauses: str) -> None:
        """Move the score marker, right for the Uesugi side and left for the Oda side (chapter 21)."""
        value = points if side == UESUGI else -points
        self.score += value
        if self.log is not None and value:
            self.emit("score", *clauses, value=value, score=self.score)

    def _count_score(self, layer: str, thing: int) -> None:
        """Count a castle or a unit that has scored, for the parts of the score (games/kenshin/rules/points.py)."""
        counts = getattr(self, layer)
        setattr(self, layer, replace_value(counts, thing, min(counts[thing] + 1, MAX_TIMES)))

    def count_kyoto(self, word: str) -> None:
        """Count points for Kyoto, for the parts of the score; `word` is `kyoto_unit` or `kyoto_kenshin`."""
        setattr(self, word, min(getattr(self, word) + 1, MAX_TIMES))

    # -- verbs: castles (8, 13) ---------------------------------------------------------------------------------------

    def set_durability(self, castle: int, value: int, *clauses: str) -> None:
        self.durability = replace_value(self.durability, castle, value)
        if self.log is not None:
            self.emit("durability", *clauses, castle=castle, count=value)

    def lower_morale(self, castle: int, by: int, *clauses: str) -> None:
        """Lower the morale of an invested castle (9-1-1)."""
        self.lowered = replace_value(self.lowered, castle, min(self.lowered[castle] + by, MAX_LOWERED))
        self.emit("morale", *clauses, castle=castle, count=self.lowered[castle])

    def set_holder(self, castle: int, side: int) -> None:
        """Give a castle to a side, which ends its investment."""
        self.holder = replace_value(self.holder, castle, side)
        self.besieged, self.lowered = replace_value(self.besieged, castle, 0), replace_value(self.lowered, castle, 0)
        self.owner = self._owners()
        self.castle_changed(castle)

    def fall(self, castle: int, side: int, *clauses: str) -> None:
        """Let a castle fall to a side (9-1-3, 13-5-3).

        Its garrison is lost, its durability is the printed one again (8-1-4), and it scores for its captor (21).
        """
        self.eliminate_all(self.inside_units(castle), *clauses)
        self.durability = replace_value(self.durability, castle, self.setup.max_durability(castle))
        self.set_holder(castle, side)
        self.emit("castle_fell", *clauses, castle=castle, seat=side)
        if self.setup.castle_hex[castle] in self.setup.watched:  # 9-3, K-20: modifies the Mori deployment
            self.fell_this_turn |= 1 << side
        self.gain(side, self.setup.castle_points[castle], self.setup.castle_clause(castle))
        self._count_score(CASTLES_SCORED[side], castle)
        self._lose_port(castle, side)

    def _lose_port(self, castle: int, side: int) -> None:
        """Let the captor's ships attack enemy ships in a fallen port, which shelters them no more (16-3 fall, K-73)."""
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
        """Change the side of a clan; -1 makes it neutral (9-2). Its castles change one by one (`set_holder`)."""
        self.seat_of = replace_value(self.seat_of, army, side)
        self.derive()

    def turn_castle(self, castle: int, side: int, *clauses: str) -> None:
        """Give a castle to the side that its clan or rebel joined, as it is and without points (9-2, K-24, K-25)."""
        self.emit("castle_turned", *clauses, castle=castle, seat=side)
        if self.besieged[castle]:
            self.lift(castle, *clauses)
        self.set_holder(castle, side)

    # -- verbs: what an event does with a unit (9-2, 9-3) -------------------------------------------------------------

    def deploy(self, unit: int, *clauses: str) -> None:
        """Put a unit that has not come yet into the Mori box (9-3-1 box)."""
        self.at[unit] = BOX
        self.clear_caches()
        self.emit("deployed", *clauses, unit=unit)

    def detach(self, unit: int) -> None:
        """Make a unit stand alone: it leaves its leader, and the units it led stand alone too."""
        if self.leader[unit] != unit:
            self.split(unit)
        else:
            self.disband(unit)

    def displace(self, force: int, h: int, inside: int, *clauses: str) -> None:
        """Move a force to another hex because a rule demands it. It may come from the map, a ship or the box."""
        was = max(self.at[force], -1)
        if self.at[force] == ABOARD:
            self.cargo = replace_value(self.cargo, self.cargo.index(force), -1)
        if was != h:
            self.emit("displaced", *clauses, unit=force, from_hex=was, to_hex=h)
        self.put(force, h, inside)

    def exchange(self, unit: int, other: int, h: int, inside: int) -> None:
        """Replace a unit by another counter of the same man, which takes over his steps (9-2 Araki Rebellion, K-24)."""
        steps = self.steps[unit]
        self.remove(unit, GONE)
        self.steps = replace_value(self.steps, other, steps)
        self.put(other, h, inside)
        self.owner = self._owners()

    def rebuild(self, unit: int, h: int, inside: int) -> None:
        """Bring a killed unit of the Ikki back (9-5-6)."""
        self.steps = replace_value(self.steps, unit, self.setup.rebuilt_steps)
        self.emit("rebuilt", "9-5-6 ikki", unit=unit, hex=h)
        self.put(unit, h, inside)

    def put_to_sea(self, ship: int, place: int, *clauses: str) -> None:
        ships.put_to_sea(self, ship, place, *clauses)
