"""A described position, and the values that the book computes from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from gunki.core.definition.setup import Setup
from gunki.series.gunyuden.oracle.board import NOBODY, Castle, Force, Table, Unit
from gunki.series.gunyuden.oracle.chart_results import look_up_call
from gunki.series.gunyuden.oracle.ground import Ground
from gunki.series.gunyuden.oracle.lines import Lines, Ranges
from gunki.series.gunyuden.oracle.reach import Reach
from gunki.series.gunyuden.oracle.zones import Zones

if TYPE_CHECKING:
    from gunki.series.gunyuden.oracle.strengths import Fight


class Model:
    """A position. Subclasses add the rules of their game's own book."""

    reach_kind: ClassVar[type[Reach]] = Reach

    def __init__(self, setup: Setup, document: Mapping[str, Any]) -> None:
        self.setup = setup
        self.document = document
        self.state: Mapping[str, Any] = document.get("state", {})
        scenarios = {row["id"]: row for row in setup.tables["scenario"]}
        self.scenario: Mapping[str, Any] = scenarios[setup.scenario]
        self.armies: Mapping[str, Any] = {row["id"]: row for row in setup.tables["army"]}
        self.table = self.read_table()
        self.ground = self.read_ground()
        self._zones: dict[int, Zones] = {}

    # -- reading --------------------------------------------------------------------------------------------------

    def read_ground(self) -> Ground:
        """Return the ground of the position."""
        raise NotImplementedError

    def read_seats(self) -> dict[str, str]:
        """Return the seat that plays each army now."""
        raise NotImplementedError

    def read_friends(self) -> list[set[str]]:
        """Return the groups of players who are friends."""
        raise NotImplementedError

    def read_table(self) -> Table:
        """Read units and castles."""
        name = self.setup.scenario
        units = [self.read_unit(row) for row in self.setup.tables["unit"]]
        castles = [
            Castle(row["id"], row["hex"], self.read_level(row), row["owner"].get(name, NOBODY), name in row["main"])
            for row in self.setup.tables["castle"]
        ]
        table = self.make_table(units, castles)
        table.lay_out(self.document)
        return table

    def read_level(self, row: Mapping[str, Any]) -> int:
        """Read the level of a castle. It may depend on the scenario."""
        level = row["level"]
        return int(level if isinstance(level, int) else level[self.setup.scenario])

    def make_table(self, units: list[Unit], castles: list[Castle]) -> Table:
        """Return a table with the pieces, not laid out yet."""
        return Table(units, castles, self.read_seats(), self.read_friends())

    def read_unit(self, row: Mapping[str, Any]) -> Unit:
        """Read the printed values of a unit."""
        army = row["army"]
        if not isinstance(army, str):
            army = army.get(self.setup.scenario, NOBODY)
        return Unit(row["id"], army, row["strength"], row["modifier"], row["activation"], row["stars"])

    # -- values that change with every move -----------------------------------------------------------------------

    def forget(self) -> None:
        """Forget the computed zones, because a piece has moved."""
        self._zones.clear()

    def change_weather(self, weather: str) -> None:
        """Change the weather, and read the ground again."""
        self.document = {**self.document, "weather": weather}
        self.ground = self.read_ground()

    def zones_against(self, side: int) -> Zones:
        """Return the zones that a group of friends meets, from the cache if possible."""
        if side not in self._zones:
            self._zones[side] = self.make_zones(side)
        return self._zones[side]

    def make_zones(self, side: int) -> Zones:
        """Calculate the zones that a group of friends meets."""
        return Zones(self.table, self.ground, side)

    # -- movement -------------------------------------------------------------------------------------------------

    @cached_property
    def provinces(self) -> frozenset[str]:
        """The provinces in use."""
        return frozenset(self.scenario["provinces"])

    def is_out_of_use(self, number: str) -> bool:
        """Return whether a hex of land lies in a province that the scenario does not use (T-39)."""
        province = self.ground.province[number]
        return bool(province) and province not in self.provinces

    def is_closed(self, number: str, force: Force) -> bool:
        """Return whether a hex is closed to a force, not counting enemies."""
        return self.is_out_of_use(number)

    def is_step_closed(self, a: str, b: str, force: Force) -> bool:
        """Return whether a force may not go from one hex into another, not counting enemies."""
        return self.is_closed(b, force)

    def is_closed_to_lines(self, number: str) -> bool:
        """Return whether no line may pass a hex, not counting enemies."""
        return self.is_out_of_use(number)

    def reach_of(self, force: Force) -> Reach:
        """Return the `Reach` of a force."""
        zones = self.zones_against(self.table.side_of(force.army))
        return self.reach_kind(self.table, self.ground, zones, force, lambda a, b: self.is_step_closed(a, b, force))

    # -- lines ----------------------------------------------------------------------------------------------------

    def ranges(self) -> Ranges:
        """Return the longest distances allowed between the relays of a line."""
        return Ranges()

    def may_go_by_sea(self, army: str) -> bool:
        """Return whether an army may trace lines over the sea."""
        return False

    def relays_of(self, army: str) -> tuple[list[Force], list[Castle]]:
        """Return the forces and castles that relay the lines of an army, which are its own (11-1-1, G-41)."""
        forces = [force for force in self.table.forces() if force.army == army]
        castles = [castle for castle in self.table.castles.values() if castle.owner == army and not castle.is_ruin]
        return forces, castles

    def goals_of(self, army: str) -> list[str]:
        """Return the hexes where the lines of an army may end: its main castles while it owns them (8-3)."""
        castles = self.table.castles.values()
        return [c.hex for c in castles if c.is_main and c.first_owner == army == c.owner and not c.is_ruin]

    def find_connected(self, army: str) -> set[str]:
        """Return the forces of an army that have a line of communication."""
        zones = self.zones_against(self.table.side_of(army))
        lines = Lines(self.table, self.ground, zones, self.is_closed_to_lines, self.ranges(), self.may_go_by_sea(army))
        forces, castles = self.relays_of(army)
        connected = lines.find_connected(forces, castles, self.goals_of(army))
        return {force.name for force in forces if force.name in connected and force.army == army}

    def needs_line(self, force: Force) -> bool:
        """Return whether a force needs a line in the check of a turn. A force in a castle needs none (11-1-6, 16-4)."""
        return not force.inside and self.side_of(force) >= 0

    def has_line(self, force: Force) -> bool:
        """Return whether a force has a line of communication."""
        return force.name in self.find_connected(force.army)

    # -- battles and sieges ---------------------------------------------------------------------------------------

    def is_investing(self, force: Force) -> bool:
        """Return whether a force takes part in an investment that stands (18-4)."""
        castle = self.table.castle_at.get(force.hex)
        return force.lead.invests and not force.inside and castle is not None and self.table.is_invested(castle)

    def is_home_castle(self, force: Force) -> bool:
        """Return whether the castle around a force is its army's own and was never an enemy's (23-7-1, G-54)."""
        castle = self.table.castle_at[force.hex]
        return castle.owner == force.army and castle.first_owner in (force.army, NOBODY)

    def river_part(self, counter: bool) -> tuple[str, int]:
        """Return the modifier for a river between both sides (23-2-1(3), 23-6-2(2))."""
        return ("23-6-2(2)", -2) if counter else ("23-2-1(3)", -2)

    def sortie_part(self, force: Force) -> tuple[str, int]:
        """Return the modifier of an attack out of a castle (23-7-2)."""
        return "23-7-2", -1

    def storm_terrain(self, castle: Castle) -> str:
        """Return the terrain that counts in an assault (19-3-3)."""
        return self.ground.terrain[castle.hex]

    def decisive_parts(self, fight: Fight) -> list[tuple[str, int]]:
        """Return the modifiers of a roll in a decisive battle: only leaders and morale count (24-2-3)."""
        ours, theirs = fight.forces(fight.living(fight.attackers)), fight.forces(fight.living(fight.targets))
        leaders = fight.best_commander(ours) - fight.best_commander(theirs)
        morale = fight.lowest_morale(ours) - fight.lowest_morale(theirs)
        return sorted(part for part in (("24-2-3", leaders), ("24-2-3", morale)) if part[1])

    def sortie_strength(self, fight: Fight) -> int:
        """Return the strength of an attack that may be a sortie (23-2). Some games count a sortie otherwise."""
        return fight.attack_strength()

    def widen_counter(self, fight: Fight) -> None:
        """Add forces that may strike back although they were not attacked. The basic rules have no such forces."""

    def targets_of(self, force: Force) -> set[str]:
        """Return the hexes that a force may attack: around it or, from a castle, its own (22-1-2, 22-1-5, 23-7)."""
        zones = self.zones_against(self.table.side_of(force.army))
        if force.inside:
            return {force.hex} & zones.foes
        around = self.ground.around[force.hex]
        return {near for near in around if near in zones.foes and not self.ground.is_water_between(force.hex, near)}

    def find_besieged_castle(self, force: Force) -> Castle | None:
        """Return the enemy castle in the hex of a force, if the force is outside it (17-1-1); None if there is none."""
        castle = self.table.castle_at.get(force.hex)
        if castle is None or castle.is_ruin or force.inside:
            return None
        return castle if self.table.are_enemies(self.side_of(force), self.table.side_of(castle.owner)) else None

    def side_of(self, force: Force) -> int:
        """Return the group of friends a force belongs to."""
        return self.table.side_of(force.army)

    @property
    def castles_called(self) -> set[str]:
        """The castles that have been called upon in this phase (20-1-1, 20-1-2)."""
        return set(self.state.get("called", ()))

    @property
    def castles_stormed(self) -> set[str]:
        """The castles that have been assaulted in this phase (20-1-1)."""
        return set(self.state.get("stormed", ()))

    def may_invest(self, forces: list[Force], castle: Castle) -> bool:
        """Return whether forces can invest, together with those that already do (18-1, 18-1-1, 18-1-4)."""
        joined = {force.name: force for force in (*forces, *self.table.besiegers_of(castle))}
        strength = sum(force.strength for force in joined.values())
        return not all(f.lead.invests for f in forces) and strength >= max(10, 10 * castle.level)

    def may_assault(self, forces: list[Force], castle: Castle) -> bool:
        """Return whether forces are stronger than the garrison (19-1-3, G-29)."""
        inside = sum(force.strength for force in self.table.garrison_of(castle))
        return sum(force.strength for force in forces) > inside

    def may_call(self, force: Force, castle: Castle) -> bool:
        """Return whether a force may call for surrender: it invests, and its leader is a commander (20-1)."""
        return self.is_investing(force) and force.lead.stars > 0

    def may_fight(self, force: Force) -> bool | None:
        """Return whether a force may attack; None if that depends on the forces that join it."""
        return bool(self.targets_of(force))

    def siege_parts(self, castle: Castle) -> list[tuple[str, int]]:
        """Return the modifiers of a siege die: 1 for a soudaishou inside the castle (18-2-2)."""
        stars = [unit.stars for force in self.table.garrison_of(castle) for unit in force.units]
        return [("18-2-2", 1)] if 2 in stars else []

    def siege_event(self, castle: Castle, die: int) -> tuple[str, ...]:
        """Return the kinds of events that may report the result of a siege die (18-2-1, G-20)."""
        if die == 1:
            return ("morale", "castle_morale", "castle_fell", "removed")
        return ("durability",) if die <= 3 else ("siege_without_effect",)

    def answer_call(self, durability: int, die: int) -> str:
        """Return how a castle answers a call for surrender (20-3)."""
        return look_up_call(self.setup.tables["surrender"], durability, die)

    def replenishing_column(self, force: Force) -> str:
        """Return the column of the replenishment table for a force: home or away (14-2-1)."""
        raise NotImplementedError
