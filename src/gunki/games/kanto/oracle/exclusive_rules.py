"""The exclusive rules of Conquest of Kanto for the oracle, the second calculation of results."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from gunki.series.gunyuden.oracle.board import Castle, Force, Table, Unit
from gunki.series.gunyuden.oracle.compare import GunyudenOracle
from gunki.series.gunyuden.oracle.ground import Ground
from gunki.series.gunyuden.oracle.model import Model
from gunki.series.gunyuden.oracle.reach import Reach
from gunki.series.gunyuden.oracle.strengths import Fight

MAP = Path(__file__).parents[1] / "map"
ODAWARA = "odawara"
ODAWARA_HEX = "2237"
#: The hexes from which Odawara is invested, with the misprinted one corrected (31-2, T-02).
RING = ("2137", "2138", "2236", "2337")
RING_STRENGTH = 50
SNOW, THAW = "snow", "thaw"
#: The provinces where all hexes have snow, and those where only the foothills have it (32-1-1).
SNOWY = ("echigo", "shinano", "kai", "mutsu")
SNOWY_FOOTHILLS = ("kozuke", "shimotsuke")
#: Warlords whose main castle is the Uesugi's Umayabashi (30-4-2).
UMAYABASHI = ("ogo", "yamagami", "wada", "kuragano", "sakai")
#: The entry hexes of the Satake, which serve as their main castle (T-12).
SATAKE = ("4010", "4011", "4012", "4013", "4014", "4015")
#: Armies that may trace lines over the sea (33).
NAVIES = ("hojo", "satomi")


class KantoGround(Ground):
    """The terrain in snow and thaw (32)."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        super().__init__(MAP, document)
        self.weather = document.get("weather", "normal")
        if not any(document.get(change) for change in ("terrain", "sides", "provinces")):
            self.line_steps = share_line_steps(self.weather)

    def has_snow(self, number: str) -> bool:
        """Return whether snow lies in a hex (32-1-1)."""
        if self.weather != SNOW:
            return False
        province = self.province[number]
        return province in SNOWY or (province in SNOWY_FOOTHILLS and self.terrain[number] == "foothills")

    def multiply_step(self, number: str, way: str) -> int:
        return 2 if self.has_snow(number) else 1

    def multiply_river(self) -> int:
        return 2 if self.weather == THAW else 1

    def lets_zones_in(self, number: str) -> bool:
        return super().lets_zones_in(number) and not (self.has_snow(number) and self.terrain[number] == "foothills")

    def lets_lines_in(self, number: str) -> bool:
        return super().lets_lines_in(number) and not (self.has_snow(number) and self.terrain[number] == "foothills")


@cache
def share_line_steps(weather: str) -> dict[str, list[tuple[str, int, bool]]]:
    """Return the cache of the steps that lines can take on the printed map in one weather. It begins empty."""
    return {}


class KantoReach(Reach):
    """Movement, with Odawara: a unit that enters it is inside at once (31-1-1, T-04)."""

    def is_open_town(self, number: str) -> bool:
        return number == ODAWARA_HEX


class KantoTable(Table):
    """The board, with Odawara: it is invested as soon as the forces in its ring have strength 50 (31-2-1, T-06)."""

    def __init__(self, *args: Any, automatic: bool, declined: set[str]) -> None:
        super().__init__(*args)
        self.automatic = automatic
        self.declined = declined

    def besiegers_of(self, castle: Castle) -> list[Force]:
        if castle.name != ODAWARA:
            return super().besiegers_of(castle)
        side = self.side_of(castle.owner)
        around = [force for number in RING for force in self.forces_at(number)]
        hostile = [f for f in around if not f.inside and self.are_enemies(self.side_of(f.army), side)]
        if self.automatic:
            return [force for force in hostile if force.name not in self.declined]
        return [force for force in hostile if force.lead.invests]

    def is_invested(self, castle: Castle) -> bool:
        if castle.name != ODAWARA:
            return super().is_invested(castle)
        besiegers = self.besiegers_of(castle)
        is_ring_closed = {force.hex for force in besiegers} == set(RING)
        return is_ring_closed and not castle.is_ruin and sum(force.strength for force in besiegers) >= RING_STRENGTH


class KantoModel(Model):
    """A position of Conquest of Kanto."""

    reach_kind: ClassVar[type[Reach]] = KantoReach

    def read_ground(self) -> Ground:
        return KantoGround(self.document)

    def read_seats(self) -> dict[str, str]:
        return {**self.scenario["sides"], **self.state.get("seat_of", {})}

    def read_friends(self) -> list[set[str]]:
        return [set(group) for group in self.scenario["coalitions"]]

    def read_unit(self, row: Mapping[str, Any]) -> Unit:
        unit = super().read_unit(row)
        if self.setup.options["warlord_values"] == "list" and "list_values" in row:
            unit.full, unit.modifier, unit.activation = row["list_values"]
        return unit

    def make_table(self, units: list[Unit], castles: list[Castle]) -> Table:
        automatic = self.setup.options["odawara_auto_invest"] is True
        declined = set(self.state.get("declined", ()))
        seats, friends = self.read_seats(), self.read_friends()
        return KantoTable(units, castles, seats, friends, automatic=automatic, declined=declined)

    def is_closed(self, number: str, force: Force) -> bool:
        table = self.table
        castle = table.castle_at.get(number)
        if castle is not None and not castle.is_ruin:
            owner = table.side_of(castle.owner)
            if owner == -1:
                return True  # T-16: a neutral's castle is closed to all units
            if castle.name == ODAWARA and table.are_enemies(owner, table.side_of(force.army)):
                return True  # 31-1-2: no enemy enters Odawara's hex
        barred = force.army in self.scenario.get("barred_bank", ()) and number in self.setup.tables["tone"]["barred"]
        return barred or self.is_out_of_use(number)

    def may_go_by_sea(self, army: str) -> bool:
        return army in NAVIES

    def goals_of(self, army: str) -> list[str]:
        if army == "satake":
            return list(SATAKE) if self.setup.options["satake_source"] == "entry hexes" else []
        if army in UMAYABASHI:
            castle = self.table.castles["umayabashi"]
            return [castle.hex] if castle.owner == "uesugi" and not castle.is_ruin else []
        return super().goals_of(army)

    # -- Odawara (31) ---------------------------------------------------------------------------------------------

    def is_investing(self, force: Force) -> bool:
        odawara = self.table.castles[ODAWARA]
        if force.hex in RING and self.table.is_invested(odawara):
            return any(force.name == other.name for other in self.table.besiegers_of(odawara))
        return super().is_investing(force)

    def find_besieged_castle(self, force: Force) -> Castle | None:
        """Return the enemy castle that a force can besiege; for a force in Odawara's ring, Odawara (31-2, 31-3-1)."""
        odawara = self.table.castles[ODAWARA]
        hostile = self.table.are_enemies(self.side_of(force), self.table.side_of(odawara.owner))
        if force.hex in RING and hostile and not force.inside and not odawara.is_ruin:
            return odawara
        return super().find_besieged_castle(force)

    def may_invest(self, forces: list[Force], castle: Castle) -> bool:
        """Return whether forces may invest a castle.

        The investment of Odawara is automatic, so only forces that have stopped investing may start again.
        """
        if castle.name == ODAWARA:
            odawara = isinstance(self.table, KantoTable) and self.table.automatic and self.table.is_invested(castle)
            return odawara and not all(self.is_investing(force) for force in forces)
        return super().may_invest(forces, castle)

    def river_part(self, counter: bool) -> tuple[str, int]:
        if self.ground.multiply_river() == 2:
            return ("32-2-3", -2) if counter else ("32-2-3", -4)
        return super().river_part(counter)

    def sortie_part(self, force: Force) -> tuple[str, int]:
        return ("31-4-2", -2) if force.hex == ODAWARA_HEX else super().sortie_part(force)

    def sortie_strength(self, fight: Fight) -> int:
        strength = super().sortie_strength(fight)
        return strength // 2 if self.is_from_odawara(fight) else strength

    def is_from_odawara(self, fight: Fight) -> bool:
        """Return whether an attack is a sortie from Odawara (31-4)."""
        return fight.is_sortie and fight.living(fight.attackers)[0].hex == ODAWARA_HEX

    def widen_counter(self, fight: Fight) -> None:
        """Let all forces of the attacked hex counterattack a sortie from Odawara (31-4-3)."""
        if self.is_from_odawara(fight) and fight.defenders_left():
            forces_outside = [force for force in self.table.forces_at(fight.hex) if not force.inside]
            fight.targets = [unit.name for force in forces_outside for unit in force.units]

    def may_fight(self, force: Force) -> bool | None:
        if force.inside and force.hex == ODAWARA_HEX and force.strength < 2:
            # Half of this strength is rounded down to 0, so the force can attack only together with others (31-4-1).
            return None
        return super().may_fight(force)

    def targets_of(self, force: Force) -> set[str]:
        if force.inside and force.hex == ODAWARA_HEX:
            return set(RING) & self.zones_against(self.table.side_of(force.army)).foes
        return super().targets_of(force)

    def replenishing_column(self, force: Force) -> str:
        """Return the replenishment column for a force (14-2-1, T-23).

        For the great clans the province decides. For all others the column depends on whether the force is in the hex
        of its main castle.
        """
        if self.armies[force.army]["kind"] == "great":
            home = self.ground.province[force.hex] in self.armies[force.army]["territory"]
        else:
            home = force.hex in self.goals_of(force.army)
        return "home" if home else "away"


class KantoOracle(GunyudenOracle):
    """The oracle of Conquest of Kanto."""

    model_kind: ClassVar[type[Model]] = KantoModel
