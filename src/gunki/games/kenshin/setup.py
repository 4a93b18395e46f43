"""The tables of Kenshin's Arrival in Kyoto, checked and numbered (2, 3, 6, 8 to 10, 16, 21, the charts)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, ClassVar, Self

from gunki.board.costs import step_costs
from gunki.board.hexmap import HexMap
from gunki.board.kernel import BARRED, Travel
from gunki.core.definition.data_tables import Row, Tables
from gunki.core.definition.setup import OptionValue
from gunki.games.kenshin.rules.action_words import VERBS
from gunki.games.kenshin.rules.turn_start.event_tables import EventTables
from gunki.series.forces_and_castles.rules.terrain import ByWeather
from gunki.series.forces_and_castles.setup import BoardClauses, Chart, ForcesSetup, ScenarioClauses
from gunki.series.forces_and_castles.state.layers import BoundedCache

UESUGI, ODA = 0, 1
SEATS = ("uesugi", "oda")
#: Ranks, the lowest first (12-2-2).
RANKS = ("busho", "samuraidaisho", "taisho")
BUSHO, SAMURAIDAISHO, TAISHO = range(3)
#: The words for units that begin beside the map.
BESIDE_WORDS = ("undeployed", "uprising", "rebellion")
#: The clause that keeps a unit beside the map, for each of these words. Optional units stay away unless agreed (23,
#: K-83).
ABSENT_BY = {"undeployed": "9-3", "uprising": "9-2 Yoshiaki's Uprising placement", "rebellion": "9-2 Araki Rebellion"}
NOT_AGREED = "23"
#: The upper limits of durability and of other printed values, for the tables and for documents.
MAX_DURABILITY = 30
MAX_VALUE = 9
#: The clause (21) of each class of castles, by printed durability.
CASTLE_CLAUSES = ("21 castle3", "21 castle4-6", "21 castle7-10", "21 castle11")
#: The sea areas (16-2-1), in the order of the places of ships.
AREAS = ("seto", "pacific", "box")


class KenshinSetup(ForcesSetup):
    """The checked tables: hexes with terrain (2-1-1(1), 2-1-1(2)), any number of units in a hex (chapter 5).

    Fields are named after the tables. A unit has the colour of its clan (2-2-1(7)).
    """

    beside_words: ClassVar[tuple[str, ...]] = BESIDE_WORDS
    #: 3(2), 6-3-1: each unit is set up in its hex, and its player may form forces there (K-99).
    scenario_clauses: ClassVar[ScenarioClauses] = ScenarioClauses(
        deployment="3(2)", places="3(2) Kaga Ikki", arrivals="9-3", ground="2-1-1(1)", armies="2-2-1(7)",
        castles="2-1-1(3)", neutrals="20 entry",
    )  # fmt: skip
    board_clauses: ClassVar[BoardClauses] = BoardClauses(
        command="6-1-5",
        track="6-1-1",
        gate="8-2",
        garrison="8-2",
        ruin="8-1-4",
        ground="10-6-2",
        enemies="10-6-3",
        owner="1 sides",
        together="6-3-2",
        gate_of="8-2",
        water="10-6-1",
    )
    #: 7-1-1, K-55: zones of control end at water, not at mountains.
    zones_end_at: ClassVar[tuple[str, ...]] = ("sea", "lake")
    lookup_words: ClassVar[Mapping[str, tuple[str, ...]]] = {"RANK": ("none", *RANKS)}
    #: Printed values that an experiment replaces: by table and entry, then by number of the unit, ship or castle.
    other_values: Mapping[tuple[str, str], Mapping[int, Any]] = {}
    other_levels: Mapping[int, tuple[int, int]] = {}

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, OptionValue],
        raw: Mapping[str, Any],
        origin: Mapping[str, str],
        board: HexMap,
    ) -> None:
        super().__init__(scenario, options, raw, board)
        tables = Tables(raw, origin)
        self.seats, self.coalition = SEATS, (UESUGI, ODA)
        self.read_numbers(tables)
        self.read_armies(tables)
        self.read_units(tables)
        self.read_castles(tables)
        self._read_sides(tables)
        self._read_mains(tables)
        self._read_charts(tables)
        self._read_time()
        self._read_places(tables)
        self.read_deployment()
        self._read_commands(tables)
        self._read_ships(tables)
        self._read_sea(tables)
        self._read_events(tables)
        self.lay_ground()
        self.name_things(VERBS)

    def other_things(self) -> Mapping[str, Sequence[str]]:
        return {"ship": self.ships, "area": AREAS}

    # -- numbers (4, 10, 12, 13, 21) ----------------------------------------------------------------------------------

    def read_numbers(self, tables: Tables) -> None:
        self.phases = tuple(tables.row("sequence").words("phases"))
        moving = tables.row("movement")
        self.allowance = moving.integer("points", 1, 99)  # 10-4-1: movement points of a force
        self.zone_cost = moving.integer("zone", 0, 9)  # 10-5-1, 10-5-2, K-55: at most once per hex
        self.engage_cost = moving.integer("engage", 0, 9)  # 10-7-1: points for placing an Engagement marker
        self.fortify_cost = moving.integer("fortify", 1, 99)  # 10-8: points for building a fortification
        battle, siege = tables.row("field_battle"), tables.row("assault")
        self.fort_defence = battle.sub("fortified").integer("defence", -9, 9)  # K-04: on the roll of the defender
        fort_attack = battle.sub("fortified").integer("attack", -9, 9)
        self.fort_attack = int(self.options["fortification_attacker"]) or fort_attack
        self.river_attack = tables.row("river").integer("attack", -9, 9)  # 12-2-1 A(2): for an attack across a river
        self.river_defence = int(self.options["river_defender"])  # 12-2-1 D(2), K-01: for a defender behind a river
        self.retreat_least, self.retreat_most = battle.bounds("retreat", 1, 9)  # 12-4-3: hexes of a retreat
        self.assault_cap = siege.integer("cap", 1, 99)  # 13-3-3: times the printed durability
        self.castle_adds = siege.integer("castle", 0, 99)  # 13-3-4: strength that the castle adds
        self.assault_better = siege.integer("better", 0, 9)  # 13-3-5: for the better leader
        self.assault_retreat = siege.integer("retreat", 1, 9)  # 13-5: hexes of a retreat
        again = tables.row("replenishing")
        self.durability_per_point = again.integer("durability", 1, 99)  # 9-5-7: restored by one point
        self.rebuilt_steps = again.integer("rebuilt", 1, 2)  # 9-5-6: of a unit that comes back
        points = tables.row("points")
        self.rank_points = tuple(points.integer(rank, 0, 99) for rank in RANKS)
        #: 21: the least printed durability of each class of castles, and its points.
        self.castle_classes = list(
            zip(points.steps("durability_min", 0, 99), points.numbers("castle", 0, 99, 4), strict=True)
        )
        victory = tables.row("victory")
        self.score_to_win = victory.integer("least", -999, 999)  # 22-2: the least with which the Uesugi side wins

        #: The greatest durability that a document may give; the printed one differs from castle to castle (8-1).
        self.full_durability = MAX_DURABILITY

    def castle_class(self, durability: int) -> int:
        """Return the points for a castle of this printed durability (21, K-28); the last class has no upper limit."""
        return max((points for least, points in self.castle_classes if durability >= least), default=0)

    def castle_clause(self, castle: int) -> str:
        """Return the line of 21 under which a castle scores."""
        return CASTLE_CLAUSES[sum(self.printed[castle] >= least for least, _ in self.castle_classes) - 1]

    # -- clans, units, castles (2, 6, 8) ------------------------------------------------------------------------------

    def read_armies(self, tables: Tables) -> None:
        super().read_armies(tables)
        rows = tables.rows("army")
        kinds = [row.word("kind", ("great", "minor", "rebel")) for row in rows]
        #: 6-1-8, K-80: whether each clan is minor (rebels are); then the clans that can be neutral.
        self.minor = tuple(kind != "great" for kind in kinds)
        self.may_be_neutral = frozenset(army for army, kind in enumerate(kinds) if kind == "minor")
        self.rebels = tuple(army for army, kind in enumerate(kinds) if kind == "rebel")
        self.araki, self.followers = self.rebels[0], self.rebels[1:]
        self.leading = {-1: -1, **{seat: self._army[name] for seat, name in enumerate(SEATS)}}
        side_names = (*SEATS, "neutral")
        sides = [row.word("side", side_names) for row in rows]
        self.army_seat = tuple(
            -1 if side == "neutral" or kind == "rebel" else SEATS.index(side)
            for side, kind in zip(sides, kinds, strict=True)
        )

    def army_named(self, row: Row, field: str) -> int:
        return self._army[row.word(field, self._army)]

    def unit_named(self, row: Row, field: str) -> int:
        return self._unit[row.word(field, self._unit)]

    def castle_named(self, row: Row, field: str) -> int:
        return self._castle[row.word(field, self._castle)]

    def hex_named(self, row: Row, field: str) -> int:
        return self.map.hex(row.word(field, self.map.index))

    def read_deployment(self) -> None:
        """Read where units begin; optional units come only by agreement (chapter 23, K-83, 2-2-1(2))."""
        super().read_deployment()
        self.absent_by = [ABSENT_BY.get(word, NOT_AGREED) for word in self.beside]
        #: The clans that only Yoshiaki's Uprising brings into play (9-2).
        self.by_uprising = frozenset(
            army for army, word in zip(self.army, self.beside, strict=True) if word == "uprising"
        )
        if not self.options["optional_units"]:
            for u, row in enumerate(self.unit_rows):
                if row.has("optional") and row.is_true("optional"):
                    self.starts[u], self.beside[u] = (), BESIDE_WORDS[0]

    def read_units(self, tables: Tables) -> None:
        """Read ranks (2-2-1(1)), ability and action points (2-2-1(4), 2-2-1(5)) and boxes of command tracks (2-1-4)."""
        super().read_units(tables)
        rows = self.unit_rows
        self.taisho = TAISHO
        self.rank = tuple(RANKS.index(row.word("rank", RANKS)) for row in rows)
        self.ability = tuple(row.integer("ability", 0, MAX_VALUE) for row in rows)
        self.action = tuple(row.integer("action", 0, MAX_VALUE) for row in rows)
        for row, rank, boxes in zip(rows, self.rank, self.boxes, strict=True):
            if bool(rank) != bool(boxes):
                raise row.bad("boxes", "a command track exactly for commanders (2-2-1(3), K-80)")
        #: The taisho of each clan (15-2); most clans have none.
        self.taisho_of = tuple(
            tuple(u for u, own in enumerate(self.army) if own == army and self.rank[u] == TAISHO)
            for army in range(len(self.armies))
        )
        leaders = tables.row("minor_leaders").words("units", self._unit)
        #: 6-1-8: the commanders who may lead units of minor clans on their side.
        self.leads_minor = frozenset(self._unit[name] for name in leaders)
        nephew = tables.row("terumoto")
        uncles = frozenset(self._unit[name] for name in nephew.words("uncles", self._unit))
        #: 17: Terumoto, and the uncles whose ability he may use.
        self.terumoto = self.unit_named(nephew, "unit"), uncles

    def read_castles(self, tables: Tables) -> None:
        """Read the castles, whose strength (8-3, 8-3-1) and water (2-1-1(3) port) never change."""
        rows = tables.rows("castle")
        self.printed = tuple(row.integer("durability", 1, MAX_DURABILITY) for row in rows)
        self.castle_strength = tuple(row.integer("strength", 0, MAX_VALUE) for row in rows)
        waters = (*self.map.coasts, "")
        self.water = tuple(row.word("water", waters) for row in rows)
        super().read_castles(tables)

    def castle_levels(self, rows: Sequence[Row]) -> tuple[int, ...]:
        """Return the printed durabilities: a castle has no other level (2-1-1(3))."""
        return self.printed

    def max_durability(self, castle: int) -> int:
        return self.printed[castle]

    def _read_sides(self, tables: Tables) -> None:
        #: The side that holds each castle at the start; -1 for castles of neutral clans.
        self.castle_holder = tuple(self.army_seat[army] for army in self.castle_owner)
        self.castle_points = tuple(self.castle_class(durability) for durability in self.printed)

    def _read_mains(self, tables: Tables) -> None:
        """Read the ends of supply lines and the row of replenishment of each clan (9-4).

        Ends are main castles, hexes that count as such (K-37), or the west edge; some clans need no line (9-4-5).
        """
        rows = tables.rows("army")
        self.mains = tuple(tuple(self._castle[c] for c in row.words("main", self._castle)) for row in rows)
        self.main_hexes = tuple(self.hexes(row, "main_hexes") for row in rows)
        kinds = [row.word("supply", ("castle", "west_edge", "never")) for row in rows]
        self.by_edge = tuple(kind == "west_edge" for kind in kinds)
        self.needs_no_line = tuple(kind == "never" for kind in kinds)
        self.replenished_as = tuple(row.word("replenishment") for row in rows)
        rebuilds = tables.row("replenishing").words("rebuilds", self._army)
        self.rebuilds = frozenset(self._army[name] for name in rebuilds)

    # -- charts -------------------------------------------------------------------------------------------------------

    def _read_charts(self, tables: Tables) -> None:
        combat = tables.row("combat")
        rows = combat.steps("row_min", 1, 999)
        #: TBL-CRT: rows by strength, columns by the modified roll.
        losses = combat.array("losses", 0, 99, len(rows), None)
        turned = [list(column) for column in zip(*losses, strict=True)]
        self.combat = Chart(rows, combat.integer("first_column", -9, 9), turned)
        #: The printed names of the rows of TBL-CRT, after `0` for a strength below the first row (K-71).
        self.combat_rows = ("0", *row_names(rows))
        siege = tables.row("siege")
        #: TBL-SIEGE: losses of morale. Row 0 is for an empty castle. Then follows a row for each highest rank inside.
        self.siege = tuple(tuple(siege.numbers(name, 0, 9, 6)) for name in ("none", *RANKS))
        #: The columns of TBL-SIEGE as printed, the highest rank first.
        self.siege_columns = (*reversed(RANKS), "none")
        always = siege.sub("always")
        self.siege_always = {self.castle_named(always, "castle"): 1 + RANKS.index(always.word("rank", RANKS))}
        wear = tables.row("attrition")
        kinds = ("none", "tenth_down", "tenth_up")
        self.attrition = tuple(kinds.index(word) for word in wear.words("results", kinds))
        if len(self.attrition) != 6:
            raise wear.bad("results", "six results, one for each die")
        self.attrition_divisor = wear.integer("divisor", 1, 99)
        self.isolated_adds = wear.integer("isolated", 0, 9)
        again = tables.row("replenishment")
        #: TBL-REPL: points of each die, by side and row.
        self.replenishment = tuple(
            {name: tuple(again.sub(seat).numbers(name, 0, 9, 6)) for name in again.sub(seat).entries_all()}
            for seat in SEATS
        )

    def combat_row(self, strength: int) -> str:
        return self.combat_rows[1 + self.combat.column(strength)]

    def hits(self, strength: int, roll: int) -> int:
        """Return the hits of a modified roll (12-2); strength 0 never hits (K-71)."""
        return int(self.combat(strength, roll)) if strength else 0

    def can_escape(self, better: int, die: int) -> bool:
        """Return whether a side whose ability is greater by `better` escapes pursuit (12-5-1(3), K-10)."""
        return better < die if self.options["pursuit_literal"] else die <= better

    def replenishment_row(self, army: int, side: int) -> tuple[int, ...] | None:
        """Return a clan's row in TBL-REPL while it is on this side; None if the clan receives nothing (9-5-1, K-95)."""
        name, rows = self.replenished_as[army], self.replenishment[side]
        return None if name == "none" else rows[name if name in rows else "others"]

    def replenishment_column(self, army: int, side: int) -> int:
        """Return the number of a clan's row among the rows of both sides. The rows of the Uesugi side come first."""
        name, rows = self.replenished_as[army], list(self.replenishment[side])
        return len(self.replenishment[UESUGI]) * side + rows.index(name if name in rows else "others")

    # -- time and places ----------------------------------------------------------------------------------------------

    def _read_time(self) -> None:
        row = self.scene_row
        self.turns = row.integer("turns", 1, 99)
        days = row.array("calendar", 1, 12, self.turns, 2)
        self.calendar = [(month, third) for month, third in days]
        self.weather = (0,) * self.turns
        self.first_score = row.integer("score", -999, 999)

    def _read_places(self, tables: Tables) -> None:
        kyoto = tables.row("kyoto")
        self.kyoto = self.hex_named(kyoto, "hex")
        self.kenshin = self.unit_named(kyoto, "unit")
        self.kyoto_points = kyoto.integer("any_unit", 0, 99), kyoto.integer("with_unit", 0, 99)
        sudden = [
            (self.unit_named(row, "unit"), SEATS.index(row.word("winner", SEATS)))
            for row in tables.row("victory").subs("sudden")
        ]
        #: 22-1: the units whose death ends the game, each with the side that wins then.
        self.sudden = tuple(sudden)
        self.sudden_units = frozenset(unit for unit, _ in sudden)
        edge = tables.row("west_edge").word("edge", self.map.edges)
        self.west_edge = self.map.edges[edge]
        mori = tables.row("mori_deployment")
        fell = mori.sub("castle_fell")
        watched = set(self.provinces_named(fell, "provinces"))
        #: 9-3, K-20: the hexes of provinces in which the fall of a castle modifies the Mori deployment.
        self.watched = frozenset(h for h, province in enumerate(self.map.province) if province in watched)

    def phase_of(self, army: int, seat_of: Sequence[int]) -> int:
        """Return -1: phases belong to sides, not to clans (4)."""
        return -1

    # -- set-up (3, 6-3-1) --------------------------------------------------------------------------------------------

    def _read_commands(self, tables: Tables) -> None:
        """Read which units begin inside castles and the forces proposed for the start (K-99).

        Only units in an invested castle begin inside (3(2), K-90).
        """
        row = tables.row("start_forces")
        leads: dict[int, list[int]] = {}
        for field in ("leads", "leads_optional") if self.options["optional_units"] else ("leads",):
            part = row.sub(field)
            for name in part.entries_all():
                if name not in self._unit:
                    raise part.bad(name, "a unit")
                leads.setdefault(self._unit[name], []).extend(self._unit[u] for u in part.words(name, self._unit))
        self.start_leads = {chief: tuple(units) for chief, units in leads.items()}
        self.inside_first = frozenset(self._unit[u] for u in self._unit_words("garrisoned"))
        self.outside_first = frozenset(range(len(self.units))) - self.inside_first
        self.start_sieges = tuple(self.castle_named(r, "castle") for r in self.scene_row.subs("invested"))

    def _read_ships(self, tables: Tables) -> None:
        """Read the ships (16, 3(2))."""
        rows = tables.rows("ship")
        self.ships = tuple(row.word("id") for row in rows)
        self.ship_army = tuple(self.army_named(row, "army") for row in rows)
        self.ship_ability = tuple(row.integer("ability", 0, MAX_VALUE) for row in rows)
        self.ironclad = tuple(row.word("kind", ("suigun", "tetsusen")) == "tetsusen" for row in rows)
        self.ship_turn = tuple(row.integer("turn", 1, 99) for row in rows)
        self.ship_start = tuple(row.sub("at").word(self.scenario, (*self.map.index, *AREAS)) for row in rows)

    def ships_of(self, seat: int, seat_of: Sequence[int]) -> list[int]:
        return [ship for ship, army in enumerate(self.ship_army) if seat_of[army] == seat]

    def _read_sea(self, tables: Tables) -> None:
        """Read coasts and ports (16-1, 16-2-1); those of the Sea of Japan only with `japan_sea_ports` (K-68)."""
        rows = {row.word("id", AREAS): row for row in tables.rows("sea_area")}
        areas = {name: row.word("coast", (*self.map.coasts, "")) for name, row in rows.items()}
        self.area_boxes = {name: _display_box(row) for name, row in rows.items()}
        self.area_water = areas
        #: The coastal hexes of each sea area, in the order of `AREAS`.
        self.coast = tuple(self.map.coasts[areas[name]] if areas[name] else () for name in AREAS)
        steps = tables.row("sea_steps").subs("steps")
        #: 16-2-1: pairs of adjacent areas, as places of ships; 16-2-6 limits who may sail between them.
        self.sea_steps = frozenset(frozenset(-2 - AREAS.index(a) for a in row.words("areas", AREAS)) for row in steps)
        line = tables.row("naval_line")
        water_names = tuple(self.map.coasts)
        off = set(line.words("by_option", water_names)) if not self.options["japan_sea_ports"] else set()
        waters = [name for name in line.words("waters", water_names) if name not in off]
        self.port = tuple(waters.index(water) if water in waters else -1 for water in self.water)
        self.waters = tuple(waters)
        self.ports = tuple(castle for castle, water in enumerate(self.port) if water >= 0)
        #: K-67: naval lines of a side treat some waters as one. For each side and water: the first water of its group.
        self.joined_waters = tuple(self._join_waters(line, waters, seat) for seat in SEATS)
        self.box_water = waters.index(line.word("box_water", waters))
        #: The sea area of each water, as a number of `AREAS`; -1 for waters without ships (K-68).
        self.area_of_water = tuple(AREAS.index(w) if w in AREAS else -1 for w in waters)
        sailing = tables.row("sailing")
        self.carrier_steps = sailing.integer("carrier_steps", 1, 2)

    def spots(self) -> list[dict[str, Any]]:
        """Return the sea areas with their hexes (16-2-1), and the box beside the map (9-3-1 box)."""
        return [
            {
                "id": name,
                "domain": "area",
                "name": ["area", name],
                "kind": "sea" if water else "box",
                "at": list(self.area_boxes[name][0]),
                "size": list(self.area_boxes[name][1]),
                "hexes": [self.map.numbers[h] for h in self.map.seas.get(water, ())],
            }
            for name, water in self.area_water.items()
        ]

    @staticmethod
    def _join_waters(line: Row, waters: list[str], seat: str) -> tuple[int, ...]:
        groups = list(range(len(waters)))
        for row in line.subs("joined"):
            if row.word("side", SEATS) == seat:
                first, *others = sorted(waters.index(water) for water in row.words("waters", waters))
                for other in others:
                    groups[other] = first
        return tuple(groups)

    def _read_events(self, tables: Tables) -> None:
        """Read the tables of events, minor daimyo and the Mori (9-2, 9-3), see `event_tables`."""
        self.event_tables = EventTables(self, tables)
        #: 9-2, K-24: the clan of each traitor's counter if the rebels are independent.
        self.alone = {rebel.traitor: rebel.alone for rebel in self.event_tables.rebels}
        #: The units that can belong to each clan.
        self.units_of = tuple(
            tuple(u for u, own in enumerate(self.army) if clan in (own, self.alone.get(u, own)))
            for clan in range(len(self.armies))
        )
        #: For each castle of a rebel: the rebel's clan if the rebels are independent, and his counter as a traitor.
        self.rebel_castles = {
            c: (rebel.alone, rebel.traitor) for rebel in self.event_tables.rebels for c in rebel.castles
        }

    # -- the ground (TBL-TERRAIN) -------------------------------------------------------------------------------------

    def lay_ground(self) -> None:
        size = self.map.size
        self.read_ground((bytes(size), bytes(size)))

    def read_ground(self, closed: tuple[bytes, bytes]) -> None:
        super().read_ground(closed)
        effects: Mapping[str, Mapping[str, int]] = self.tables["terrain"]
        self.attack_terrain = self._modifiers(effects, "attack")
        self.defence_terrain = self._modifiers(effects, "defence")
        grid, enter = self.map.grid, (self.zone_cost, 0)
        self.normal = ByWeather(lambda weather: Travel(grid, self.moves[weather], enter))
        passable = {name: 1 for name in self.map.terrains if "move" in effects[name]}
        barred = (BARRED, 0)
        #: 9-4-1: the steps of supply lines by hex and direction, not over water or mountains. `lines` adds that enemy
        #: control bars supply lines too.
        self.line_steps = step_costs(self.map, passable)
        self.lines = Travel(grid, self.line_steps, barred, barred)

    def _costs(self, weather: int, key: str) -> bytes:
        """Return the cost of each step; `key` names the costs in the terrain tables (10-4-2).

        Fords and bridges cost as much as rivers (K-98).
        """
        effects, river = self.tables["terrain"], self.tables["river"]
        ground = {name: effects[name][key] for name in self.map.terrains if key in effects[name]}
        return step_costs(self.map, ground, dict.fromkeys(("river", "ford", "bridge"), river[key]))

    # -- experiments --------------------------------------------------------------------------------------------------

    def with_values(self, values: Mapping[tuple[str, str], Mapping[int, Any]]) -> Self:
        """Return a copy with other printed values, for experiments.

        `values` holds them by table and entry, then by number.
        """
        other = copy(self)
        other._ways, other._nearest = {}, BoundedCache(64)
        none: Mapping[int, Any] = {}
        ability, action = values.get(("units", "ability"), none), values.get(("units", "action"), none)
        other.ability = tuple(ability.get(u, n) for u, n in enumerate(self.ability))
        other.action = tuple(action.get(u, n) for u, n in enumerate(self.action))
        at_sea = values.get(("ships", "ability"), none)
        other.ship_ability = tuple(at_sea.get(s, n) for s, n in enumerate(self.ship_ability))
        other.other_levels = levels = values.get(("castles", "level"), none)
        other.printed = tuple(levels[c][0] if c in levels else n for c, n in enumerate(self.printed))
        other.level = other.printed
        other.castle_strength = tuple(levels[c][1] if c in levels else n for c, n in enumerate(self.castle_strength))
        other.castle_points = tuple(other.castle_class(durability) for durability in other.printed)
        other.other_values = values
        return other


def _display_box(row: Row) -> tuple[list[int], list[int]]:
    """Return where a sea area is drawn: column and row, then width and height in hexes."""
    return row.numbers("at", -9, 99, 2), row.numbers("size", 1, 20, 2)


def row_names(least: Sequence[int]) -> list[str]:
    """Return the printed names of rows, given the least strength of each: `1`, `3-4`, `81+`."""
    most = [n - 1 for n in least[1:]]
    return [str(low) if low == high else f"{low}-{high}" for low, high in zip(least, most, strict=False)] + [
        f"{least[-1]}+"
    ]
