"""The tables of a game of the series, checked and turned into numbers (2, 8, 15, 18 to 20, 22, charts)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Self

from gunki.board.hexmap import HexMap
from gunki.board.kernel import BARRED, UNLIMITED, Travel
from gunki.core.definition.data_tables import Row, Tables
from gunki.core.definition.setup import OptionValue
from gunki.core.rules.decision import Act
from gunki.series.forces_and_castles.rules.terrain import ByWeather
from gunki.series.forces_and_castles.setup import BoardClauses, Chart, ForcesSetup
from gunki.series.forces_and_castles.state.layers import BoundedCache
from gunki.series.gunyuden import table_cells
from gunki.series.gunyuden.rules.sieges.castles import Castle

if TYPE_CHECKING:
    from gunki.series.gunyuden.editions import Edition

#: Kinds of relays in a line of communication (11-2-2).
FORCE, CASTLE = 0, 1
#: Codes of a unit in a stage (12-2-4, 13-2-3). `ALONE`: it can act by its own activation points. `WITH_PARTNERS`: it is
#: a commander without points, and can act only with others that have points.
ALONE, WITH_PARTNERS = 2, 1


class GunyudenSetup(ForcesSetup):
    """The setup of a match of the series. The names of its fields follow the tables."""

    board_clauses: ClassVar[BoardClauses] = BoardClauses(
        command="9-2",
        track="9-2-2",
        gate="13-2, 16-1-2",
        garrison="16.0",
        ruin="21-1",
        ground="15-2",
        enemies="15-6-2",
    )
    #: The main castles of each army: the number of the castle (-1: none), its hex, and a set of armies. An army of this
    #: set must own the castle (8-3).
    main_castles: tuple[tuple[tuple[int, int, frozenset[int]], ...], ...]
    #: Pairs (commander, unit): the commander may lead the unit, although ranks alone would not allow it.
    may_also_lead: frozenset[tuple[int, int]] = frozenset()
    #: The kinds of armies. The first is the kind of the great armies.
    army_kinds: ClassVar[tuple[str, ...]] = ("great", "clan", "warlord")
    #: The name of the table with the lengths of lines.
    lengths_table: str = "communication"

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, OptionValue],
        raw: Mapping[str, Any],
        board: HexMap,
        rules: Edition,
    ) -> None:
        super().__init__(scenario, options, raw, board)
        self.rules = rules
        self._activity_cache: BoundedCache[tuple[int, tuple[int, ...], int], bytes] = BoundedCache()
        self._castles_of: BoundedCache[tuple[frozenset[int], tuple[int, ...], bytes], list[int]] = BoundedCache()

    def activity_codes(self, phase: int, seat_of: tuple[int, ...], stage: int) -> bytes:
        """Return a code for each unit: `ALONE` or `WITH_PARTNERS` if it may act in a stage of a phase, else 0."""
        key = phase, seat_of, stage
        codes = self._activity_cache.get(key)
        if codes is None:
            acting, points, boxes = self.acting_in(phase, seat_of), self.activation, self.boxes
            codes = self._activity_cache[key] = bytes(
                (ALONE if points[u] >= stage else WITH_PARTNERS if boxes[u] else 0) if acts else 0
                for u, acts in enumerate(acting)
            )
        return codes

    def castles_of(self, armies: frozenset[int], owner: tuple[int, ...], durability: bytes) -> list[int]:
        """Return the hexes of the castles that some armies own; ruins are left out.

        The list is shared: do not change it.
        """
        key = armies, owner, durability
        hexes = self._castles_of.get(key)
        if hexes is None:
            places = zip(self.castle_hex, owner, durability, strict=True)
            hexes = self._castles_of[key] = [h for h, of, stands in places if stands and of in armies]
        return hexes

    # -- units and armies (2-2, 9-2) ----------------------------------------------------------------------------------

    def read_armies(self, tables: Tables) -> None:
        """Read the armies, to which the units belong (7.0, 7-1); a great army has a home territory (7-2).

        Armies of one player, or of players whom the scenario allies, are on one side (7-1-1, 7-1-2), but stay separate
        (7-1-3).
        """
        super().read_armies(tables)
        rows = tables.rows("army")
        self.great = tuple(row.word("kind", self.army_kinds) == self.army_kinds[0] for row in rows)
        self.territory = tuple(frozenset(self.provinces_named(row, "territory")) for row in rows)
        self.replenishment_of = tuple(row.word("replenishment") for row in rows)

    def read_units(self, tables: Tables) -> None:
        """Read the units: each bears its leader's name (2-2-1(1)); commanders have a command track as well (2-1-4)."""
        super().read_units(tables)
        rows = self.unit_rows
        reduced = tables.row("reduced").sub("strength")
        full = [row.integer("strength", 1, 9) for row in rows]
        #: Combat strength by steps left (2-2-1(5)).
        self.strength = tuple((0, reduced.integer(str(n), 0, n), n) for n in full)
        self.modifier = tuple(row.integer("modifier", 0, 9) for row in rows)
        self.activation = tuple(row.integer("activation", 0, 4) for row in rows)
        self.stars = tuple(row.integer("stars", 0, 2) for row in rows)
        #: The act by which each unit is chosen to act. It is made once, because it is needed often.
        self.to_act: tuple[Act, ...] = tuple(("act", u) for u in range(len(rows)))
        for row, stars, boxes in zip(rows, self.stars, self.boxes, strict=True):
            if bool(stars) != bool(boxes):
                raise row.bad("boxes", "a command track exactly for units with stars (9-2-1)")

    def free_starts(self, at: Row, army: int) -> tuple[int, ...]:
        """Return the hexes of the army's own castles in its provinces of free deployment, its main castle first."""
        if self.army_seat[army] < 0:
            raise at.bad(self.scenario, "a hex: nobody plays this army")
        seat = self.seats[self.army_seat[army]]
        provinces = set(self.provinces_named(self.scene_row.sub("free"), seat))
        main = {h for _, h, _ in self.main_castles[army]}
        fit = [
            h for c, h in enumerate(self.castle_hex)
            if self.castle_owner[c] == army and self.map.province[h] in provinces
        ]  # fmt: skip
        if not fit:
            raise at.bad(self.scenario, f"a hex: {self.armies[army]} have no castle to deploy in")
        return tuple(sorted(fit, key=lambda h: h not in main))

    # -- charts -------------------------------------------------------------------------------------------------------

    def read_charts(self, tables: Tables) -> None:
        #: A result of a field battle: the losses, and whether at least one unit is eliminated.
        self.field = Chart(*table_cells.field_battle(tables))
        self.assault = Chart(*table_cells.assault(tables))
        self._siege, self.siege_bonus = table_cells.siege(tables)
        self.surrender, self.rank_modifiers = table_cells.surrender(tables, self.full_durability)
        self.replenish_first, self.replenishment = table_cells.replenishment(tables)
        self.rout = table_cells.decisive_retreat(tables)
        table_cells.check_ground(tables, self.map.terrains)

    def read_numbers(self, tables: Tables) -> None:
        """Read the numbers of the rules, among them the durability with which castles begin (8-2-1)."""
        moving, gates = tables.row("movement"), tables.row("garrison")
        self.allowance = moving.integer("points", 1, 99)
        self.zone_costs = (moving.integer("enter_strong", 0, 9), moving.integer("leave_strong", 0, 9))
        self.gate, self.gate_out = gates.integer("enter", 0, 9), gates.integer("leave", 0, 9)
        self.castle_extra = moving.integer("enter_enemy_castle", 0, 9)
        self.sortie, self.against_sortie = gates.integer("attack", -9, 9), gates.integer("counterattack", -9, 9)
        self.full_durability = tables.row("durability").integer("full", 1, 99)
        morale = tables.row("morale")
        self.lowest_morale = -morale.integer("lowest", -9, -1)
        self.cut_off, self.shaken_per_hex = (
            -morale.integer(field, -9, 0) for field in ("no_communication", "retreat_per_hex")
        )
        self.recovery = morale.integer("recovery", 1, 9)
        self.farthest_retreat = tables.row("retreat").integer("longest", 1, 9)
        self.last_stage = tables.row("sequence").integer("stages", 1, 9)
        self.phases = tuple(tables.row("sequence").words("phases"))
        investment = tables.row("investment")
        self.invest_per_level, self.invest_least = (
            investment.integer("per_level", 1, 99),
            investment.integer("level_0", 1, 99),
        )
        lengths = tables.row(self.lengths_table)
        ends = ("force", "castle")
        #: 11-2-2: the longest stretch of a line, by the kinds of its two ends.
        self.lengths = tuple(tuple(lengths.integer(f"{a}_to_{b}", 1, 99) for b in ends) for a in ends)

    # -- the ground ---------------------------------------------------------------------------------------------------

    def read_ground(self, closed: tuple[bytes, bytes]) -> None:
        """Compute the step costs by weather, the reach of zones, and the closed hexes (15-2, 15-3, 11-2).

        Hexes and hexsides each have a terrain (2-1-1, 2-1-2). A river costs more, except at a bridge (15-2-4). Zones
        cross no water (5-2, 5-2(1)) and end at marsh and sea (5-2(2)).
        """
        super().read_ground(closed)
        effects: Mapping[str, Mapping[str, int]] = self.tables["terrain"]
        self.attack_terrain = self._modifiers(effects, "attack")
        self.counter_terrain = self._modifiers(effects, "counterattack")
        self.assault_terrain = self._modifiers(effects, "assault")
        river, grid = self.tables["river"], self.map.grid
        self.river_attack, self.river_counter = river["attack"], river["counterattack"]
        enter, leave = self.zone_costs
        stacked = (enter + self.castle_extra, leave)  # G-06, an option: a castle costs extra
        self.normal = ByWeather(lambda weather: Travel(grid, self.moves[weather], self.zone_costs, stacked))
        self.strategic_moves = ByWeather(lambda weather: self._costs(weather, "strategic"))
        self.strategic = ByWeather(lambda weather: Travel(grid, self.strategic_moves[weather]))
        self.lines = ByWeather(self._lines)

    def river_modifiers(self, weather: int) -> tuple[int, int, str]:
        """Return the modifiers of a river for attack and counterattack, and the clause if weather changes them."""
        return self.river_attack, self.river_counter, ""

    def ground_notes(self) -> list[dict[str, Any]]:
        """Return the notes that a game adds below the chart of the terrain."""
        return []

    def line_costs(self, weather: int) -> bytes:
        """Return the cost of each step for a line (11-2-3), in movement points as in a march (11-2-1)."""
        costs, unfit = bytearray(self._costs(weather, "communication")), self.unfit_hexes(weather)
        if unfit is not None:
            for step, b in enumerate(self.map.neighbours):
                if b >= 0 and unfit[b]:
                    costs[step] = BARRED
        return bytes(costs)

    def _lines(self, weather: int) -> Travel:
        """Return the costs of a line in a weather. A line neither enters nor leaves an enemy zone (11-1-3)."""
        barred = (BARRED, 0)
        return Travel(self.map.grid, self.line_costs(weather), barred, barred)

    def _relax(self, what: str) -> Self:
        if what != "length":
            return super()._relax(what)
        other = copy(self)
        other.lengths = ((UNLIMITED, UNLIMITED), (UNLIMITED, UNLIMITED))
        return other

    def lay_castles(self) -> None:
        """Give every castle its rules, and every hex the castles that can be besieged from it."""
        self.castle_rules = tuple(self.castle_kind(castle) for castle in range(len(self.castles)))
        castles_by_hex: dict[int, tuple[int, ...]] = {}
        for rules in self.castle_rules:
            for h in dict.fromkeys((*rules.siege_hexes, rules.hex)):
                # a castle beside a hex is besieged before the castle in the hex
                near = h != rules.hex
                castles_by_hex[h] = (
                    (rules.castle, *castles_by_hex.get(h, ())) if near else (*castles_by_hex.get(h, ()), rules.castle)
                )
        self.besieged_from = castles_by_hex

    def castle_kind(self, castle: int) -> Castle:
        """Return the rules of a castle. A game returns other rules for its own kinds of castles."""
        return Castle(self, castle)

    # -- questions ----------------------------------------------------------------------------------------------------

    def lookup_surrender(self, durability: int, die: int) -> str:
        """Return the answer of a castle of this durability to a call for surrender (20-3)."""
        row = self.surrender[self.surrender_band(durability)]
        if "surrender" in row and die >= row["surrender"]:
            return "surrender"
        return "opens_the_gates" if die >= row["opens"] else "rejected"

    def surrender_band(self, durability: int) -> int:
        """Return the column of the table for a castle of this durability."""
        bands = (row["durability"] for row in self.surrender)
        return next(i for i, (least, most) in enumerate(bands) if least <= durability <= most)

    def siege_result(self, die: int, units: int = 0, level: int = 0) -> str:
        """Return the result of a siege die (18-2-1): "morale", "durability" or "none"."""
        return self._siege.get(die, "none")
