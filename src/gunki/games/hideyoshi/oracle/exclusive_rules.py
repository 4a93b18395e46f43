"""The additions of the exclusive rules of Hideyoshi's War Chronicle to the second calculation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from gunki.series.gunyuden.oracle.board import NEUTRAL, NOBODY, Castle, Force, Unit
from gunki.series.gunyuden.oracle.compare import GunyudenOracle
from gunki.series.gunyuden.oracle.ground import Ground, measure
from gunki.series.gunyuden.oracle.lines import Ranges
from gunki.series.gunyuden.oracle.model import Model
from gunki.series.gunyuden.oracle.rolls import Rolls
from gunki.series.gunyuden_revised.oracle.revised_rules import RevisedModel, RevisedRolls

MAP = Path(__file__).parents[1] / "map"
NOBUNAGA = "oda"
#: The sons of Nobunaga, whose rank is an option (Y-43).
SONS = ("kitabatake_nobukatsu", "kobe_nobutaka")
#: The revised ranges: a force relays over eight points, a castle over thirty, towards the main castle (R-10).
REVISED = Ranges(force_to_force=8, force_to_castle=8, castle_to_castle=30, castle_to_force=30)
#: The steps of lines on the printed ground, filled when needed. No weather changes them.
LINE_STEPS: dict[str, list[tuple[str, int, bool]]] = {}


class HideyoshiGround(Ground):
    """The ground with the unrest in Iga (35.8(7))."""

    def __init__(self, document: Mapping[str, Any], costs: list[Mapping[str, Any]]) -> None:
        super().__init__(MAP, document)
        self.costs = {row["province"]: row["times"] for row in costs}
        if not any(document.get(change) for change in ("terrain", "sides", "provinces")):
            self.line_steps = LINE_STEPS

    def multiply_step(self, number: str, way: str) -> int:
        return 1 if way == "line" else self.costs.get(self.province[number], 1)


class HideyoshiModel(RevisedModel):
    """A position of Hideyoshi's War Chronicle."""

    def read_ground(self) -> Ground:
        return HideyoshiGround(self.document, self.scenario.get("costs", []))

    def read_seats(self) -> dict[str, str]:
        return {**self.scenario["sides"], **self.document.get("clans", {}), **self.state.get("seat_of", {})}

    def read_friends(self) -> list[set[str]]:
        return [{"hashiba"}, {"anti_hashiba"}]

    def read_unit(self, row: Mapping[str, Any]) -> Unit:
        unit = super().read_unit(row)
        if unit.name in SONS:
            unit.stars = int(self.setup.options["oda_sons_stars"])
        return unit

    def army_of(self, clan: str) -> str:
        """Return the major clan whose army a clan belongs to (30-1-2, Y-55)."""
        joined = {"hashiba": "hashiba", "anti_hashiba": "akechi"}
        if self.scenario["sides"].get(clan) == NEUTRAL:
            return joined.get(self.table.seats.get(clan, NEUTRAL), clan)
        return str(self.scenario["serves"].get(clan, clan))

    # -- closed hexes ---------------------------------------------------------------------------------------------

    def has_come(self, flag: str) -> bool:
        """Return whether the event that ends a restriction has happened."""
        return bool(self.state.get(flag, 0))

    def is_closed(self, number: str, force: Force) -> bool:
        seat = self.table.seats.get(force.army)
        for ban in self.scenario.get("bans", ()):
            if ban["seat"] == seat and not self.has_come(ban["until"]):
                near = "around" in ban and measure(number, ban["around"]) <= ban["hexes"]
                if near or self.ground.province[number] == ban.get("province"):
                    return True
        return self.is_closed_to_lines(number)

    def is_step_closed(self, a: str, b: str, force: Force) -> bool:
        province = self.ground.province
        for lock in self.scenario.get("locks", ()):
            is_locked = any(unit.army in lock["armies"] for unit in force.units) and not self.has_come(lock["until"])
            if is_locked and province[a] == lock["province"] != province[b]:
                return True
        return self.is_closed(b, force)

    def is_closed_to_lines(self, number: str) -> bool:
        """Return whether a hex is out of use or holds neutrals (35.8(4), Y-24)."""
        neutral = any(self.side_of(force) == -1 for force in self.table.forces_at(number))
        return neutral or self.is_out_of_use(number)

    # -- lines ----------------------------------------------------------------------------------------------------

    def ranges(self) -> Ranges:
        return REVISED if self.setup.options["communication_range"] == "revised 8" else Ranges()

    def relays_of(self, army: str) -> tuple[list[Force], list[Castle]]:
        """Return the forces and castles that relay the lines of an army: those of its whole side (30-3)."""
        side = self.table.side_of(army)
        forces = [force for force in self.table.forces() if self.side_of(force) == side]
        castles = self.table.castles.values()
        return forces, [c for c in castles if self.table.side_of(c.owner) == side and not c.is_ruin]

    def goals_of(self, army: str) -> list[str]:
        clans = {army}
        if self.setup.options["lesser_main_castle"] == "own or overlord":
            clans.add(self.army_of(army))
        goals: list[str] = []
        for clan in clans:
            goals += super().goals_of(clan)
            for row in (self.setup.tables["mori_edge"], self.setup.tables["kii_edge"]):
                goals += row["hexes"] if clan in row["armies"] else []
            for row in (self.setup.tables["maeda"], self.setup.tables["takigawa"]):
                castle = self.table.castles[row["castle"]]
                if (clan, self.setup.scenario) == (row["army"], row["scenario"]) and not castle.is_ruin:
                    goals += [castle.hex] if self.table.side_of(castle.owner) == self.table.side_of(army) else []
        return goals

    def has_line(self, force: Force) -> bool:
        return force.army == NOBUNAGA or super().has_line(force)

    def needs_line(self, force: Force) -> bool:
        return force.army != NOBUNAGA and super().needs_line(force)

    def may_assault(self, forces: list[Force], castle: Castle) -> bool:
        """Return whether a castle may be assaulted. Takamatsu may not be before the peace (35.8(3)-3)."""
        spared = [row for row in self.scenario.get("no_assault", ()) if row["castle"] == castle.name]
        return all(self.has_come(row["until"]) for row in spared) and super().may_assault(forces, castle)

    def may_call(self, force: Force, castle: Castle) -> bool:
        """Return whether a castle may be called to surrender. It may not be while a refusal lasts (R-6)."""
        quiet = self.document["castles"][castle.name].get("quiet", 0)
        return bool(quiet < self.document["turn"]) and super().may_call(force, castle)

    def is_spared(self, force: Force, attacker: Force) -> bool:
        """Return whether a force may not be attacked yet, such as Shibata's forces in Echizen (36.7-7)."""
        for row in self.scenario.get("no_attack", ()):
            bound = row["seat"] == self.table.seats.get(attacker.army)
            if bound and not any(self.has_come(flag) for flag in row["until"]):
                return force.army in row["on"] and self.ground.province[force.hex] == row["province"]
        return False

    def targets_of(self, force: Force) -> set[str]:
        targets = super().targets_of(force)
        side = self.side_of(force)
        return {
            number
            for number in targets
            if any(
                not foe.inside and self.table.are_enemies(side, self.side_of(foe)) and not self.is_spared(foe, force)
                for foe in self.table.forces_at(number)
            )
        }

    # -- battles and castles --------------------------------------------------------------------------------------

    def is_home_castle(self, force: Force) -> bool:
        """Return whether the castle around a force belongs to its army and was never an enemy's (Y-56, G-54).

        A castle that an enemy had for a time counts too, if its present owner had it at the start.
        """
        castle = self.table.castle_at[force.hex]
        if castle.owner == NOBODY or self.army_of(castle.owner) != self.army_of(force.army):
            return False
        former = self.state.get("former_owners", {}).get(castle.name, ())
        return castle.owner == castle.first_owner or not former

    def replenishing_column(self, force: Force) -> str:
        """Return the replenishment column for a force, "home" or "away" (14-2-1, Y-17, 33).

        For Saika and Negoro "home" is Kii. For all others it is the hex of a friendly castle.
        """
        if force.army in ("saika", "negoro"):
            return "home" if self.ground.province[force.hex] == "kii" else "away"
        castle = self.table.castle_at.get(force.hex)
        friendly = castle is not None and not castle.is_ruin and self.table.side_of(castle.owner) == self.side_of(force)
        return "home" if friendly else "away"


class HideyoshiOracle(GunyudenOracle):
    """The oracle of Hideyoshi's War Chronicle."""

    model_kind: ClassVar[type[Model]] = HideyoshiModel
    rolls_kind: ClassVar[type[Rolls]] = RevisedRolls
