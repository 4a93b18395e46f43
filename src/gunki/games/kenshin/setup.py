"""The tables of Kenshin's Arrival in Kyoto, checked and turned into numbers (2, 3, 6, 8 to 10, 16, 21, the charts)."""

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
#: Where units begin that are not on the map.
BESIDE_WORDS = ("undeployed", "uprising", "rebellion")
#: By these words the rule that keeps them away; 23, K-83: optional units stay away by agreement.
ABSENT_BY = {"undeployed": "9-3", "uprising": "9-2 Yoshiaki's Uprising placement", "rebellion": "9-2 Araki Rebellion"}
NOT_AGREED = "23"
#: More durability or strength than any castle has.
MAX_DURABILITY = 30
MAX_VALUE = 9
#: 21: by class of printed durability.
CASTLE_CLAUSES = ("21 castle3", "21 castle4-6", "21 castle7-10", "21 castle11")
#: The areas of the sea (16-2-1), in the order of the ships' places.
AREAS = ("seto", "pacific", "box")


class KenshinSetup(ForcesSetup):
    """Names of the fields follow the tables. 2-1-1(1), 2-1-1(2): hexes with their terrain; chapter 5: as many units in
    one as like. 2-2-1(7): a unit's colour is its clan's."""

    beside_words: ClassVar[tuple[str, ...]] = BESIDE_WORDS
    #: 3(2), 6-3-1: everybody is laid out in his hex, and his player may form forces there (K-99).
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
    #: 7-1-1, K-55: zones end at the water, not at mountains.
    zones_end_at: ClassVar[tuple[str, ...]] = ("sea", "lake")
    lookup_words: ClassVar[Mapping[str, tuple[str, ...]]] = {"RANK": ("none", *RANKS)}
    #: What an experiment has changed of what is printed on counters and castles: by table and entry, by number.
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
        self.allowance = moving.integer("points", 1, 99)  # 10-4-1
        self.zone_cost = moving.integer("zone", 0, 9)  # 10-5-1, 10-5-2, K-55: once at most
        self.engage_cost = moving.integer("engage", 0, 9)  # 10-7-1
        self.fortify_cost = moving.integer("fortify", 1, 99)  # 10-8
        battle, siege = tables.row("field_battle"), tables.row("assault")
        self.fort_defence = battle.sub("fortified").integer("defence", -9, 9)  # K-04
        fort_attack = battle.sub("fortified").integer("attack", -9, 9)
        self.fort_attack = int(self.options["fortification_attacker"]) or fort_attack
        self.river_attack = tables.row("river").integer("attack", -9, 9)  # 12-2-1 A(2)
        self.river_defence = int(self.options["river_defender"])  # 12-2-1 D(2), K-01
        self.retreat_least, self.retreat_most = battle.bounds("retreat", 1, 9)  # 12-4-3
        self.assault_cap = siege.integer("cap", 1, 99)  # 13-3-3
        self.castle_adds = siege.integer("castle", 0, 99)  # 13-3-4
        self.assault_better = siege.integer("better", 0, 9)  # 13-3-5
        self.assault_retreat = siege.integer("retreat", 1, 9)  # 13-5
        again = tables.row("replenishing")
        self.durability_per_point = again.integer("durability", 1, 99)  # 9-5-7
        self.rebuilt_steps = again.integer("rebuilt", 1, 2)  # 9-5-6
        points = tables.row("points")
        self.rank_points = tuple(points.integer(rank, 0, 99) for rank in RANKS)
        #: 21: the least printed durability of each class of castles, and its points.
        self.castle_classes = list(
            zip(points.steps("durability_min", 0, 99), points.numbers("castle", 0, 99, 4), strict=True)
        )
        victory = tables.row("victory")
        self.score_to_win = victory.integer("least", -999, 999)  # 22-2
        #: 8-1: durability is printed castle by castle; what a document may say at most.
        self.full_durability = MAX_DURABILITY

    def castle_class(self, durability: int) -> int:
        """21, K-28: the points for a castle of this printed durability; the last class is open."""
        return max((points for least, points in self.castle_classes if durability >= least), default=0)

    def castle_clause(self, castle: int) -> str:
        """The line of 21 under which a castle scores."""
        return CASTLE_CLAUSES[sum(self.printed[castle] >= least for least, _ in self.castle_classes) - 1]

    # -- clans, units, castles (2, 6, 8) ------------------------------------------------------------------------------

    def read_armies(self, tables: Tables) -> None:
        super().read_armies(tables)
        rows = tables.rows("army")
        kinds = [row.word("kind", ("great", "minor", "rebel")) for row in rows]
        #: 6-1-8, K-80: minor clans, rebels among them; and those that can stand aside as neutrals.
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
        """Chapter 23, K-83: optional units are used by agreement (2-2-1(2)); else they never come."""
        super().read_deployment()
        self.absent_by = [ABSENT_BY.get(word, NOT_AGREED) for word in self.beside]
        #: The clans that Yoshiaki's Uprising brings, if anything does (9-2).
        self.by_uprising = frozenset(
            army for army, word in zip(self.army, self.beside, strict=True) if word == "uprising"
        )
        if not self.options["optional_units"]:
            for u, row in enumerate(self.unit_rows):
                if row.has("optional") and row.is_true("optional"):
                    self.starts[u], self.beside[u] = (), BESIDE_WORDS[0]

    def read_units(self, tables: Tables) -> None:
        """2-2-1(1): taisho, samuraidaisho, busho; 2-2-1(4), 2-2-1(5): their ability and action points; 2-1-4: the boxes
        of a commander's track."""
        super().read_units(tables)
        rows = self.unit_rows
        self.taisho = TAISHO
        self.rank = tuple(RANKS.index(row.word("rank", RANKS)) for row in rows)
        self.ability = tuple(row.integer("ability", 0, MAX_VALUE) for row in rows)
        self.action = tuple(row.integer("action", 0, MAX_VALUE) for row in rows)
        for row, rank, boxes in zip(rows, self.rank, self.boxes, strict=True):
            if bool(rank) != bool(boxes):
                raise row.bad("boxes", "a command track exactly for commanders (2-2-1(3), K-80)")
        #: By clan its taisho (15-2); most have none.
        self.taisho_of = tuple(
            tuple(u for u, own in enumerate(self.army) if own == army and self.rank[u] == TAISHO)
            for army in range(len(self.armies))
        )
        leaders = tables.row("minor_leaders").words("units", self._unit)
        #: 6-1-8: who may lead units of minor clans on his side.
        self.leads_minor = frozenset(self._unit[name] for name in leaders)
        nephew = tables.row("terumoto")
        uncles = frozenset(self._unit[name] for name in nephew.words("uncles", self._unit))
        #: 17: who may use the ability of whom.
        self.terumoto = self.unit_named(nephew, "unit"), uncles

    def read_castles(self, tables: Tables) -> None:
        """8-3, 8-3-1: castle strength is printed and never changes; 2-1-1(3) port: so is whether it is a port."""
        rows = tables.rows("castle")
        self.printed = tuple(row.integer("durability", 1, MAX_DURABILITY) for row in rows)
        self.castle_strength = tuple(row.integer("strength", 0, MAX_VALUE) for row in rows)
        waters = (*self.map.coasts, "")
        self.water = tuple(row.word("water", waters) for row in rows)
        super().read_castles(tables)

    def castle_levels(self, rows: Sequence[Row]) -> tuple[int, ...]:
        """2-1-1(3): a castle has no level besides its durability."""
        return self.printed

    def max_durability(self, castle: int) -> int:
        return self.printed[castle]

    def _read_sides(self, tables: Tables) -> None:
        #: The side that holds each castle as the game begins, -1 for neutrals.
        self.castle_holder = tuple(self.army_seat[army] for army in self.castle_owner)
        self.castle_points = tuple(self.castle_class(durability) for durability in self.printed)

    def _read_mains(self, tables: Tables) -> None:
        """9-4: the main castles of each clan; hexes that are treated as such (K-37); who goes by the map's edge; who
        needs no line (9-4-5)."""
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
        #: Its rows as they are printed; strength 0 is below the first (K-71).
        self.combat_rows = ("0", *row_names(rows))
        siege = tables.row("siege")
        #: TBL-SIEGE: by rank plus 1, 0 for an empty castle.
        self.siege = tuple(tuple(siege.numbers(name, 0, 9, 6)) for name in ("none", *RANKS))
        #: Its columns as they are printed, the highest rank first.
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
        #: TBL-REPL: by side and row.
        self.replenishment = tuple(
            {name: tuple(again.sub(seat).numbers(name, 0, 9, 6)) for name in again.sub(seat).entries_all()}
            for seat in SEATS
        )

    def combat_row(self, strength: int) -> str:
        return self.combat_rows[1 + self.combat.column(strength)]

    def hits(self, strength: int, roll: int) -> int:
        """12-2; K-71: nothing without strength."""
        return int(self.combat(strength, roll)) if strength else 0

    def can_escape(self, better: int, die: int) -> bool:
        """12-5-1(3), K-10: whether who is better by so much escapes his pursuers."""
        return better < die if self.options["pursuit_literal"] else die <= better

    def replenishment_row(self, army: int, side: int) -> tuple[int, ...] | None:
        """9-5-1, K-95: the row of a clan on its side; None for who receives nothing."""
        name, rows = self.replenished_as[army], self.replenishment[side]
        return None if name == "none" else rows[name if name in rows else "others"]

    def replenishment_column(self, army: int, side: int) -> int:
        """Where that row stands among those of both sides, the Uesugi side's first."""
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
        #: 22-1: whose death ends the game, and who wins by it.
        self.sudden = tuple(sudden)
        self.sudden_units = frozenset(unit for unit, _ in sudden)
        edge = tables.row("west_edge").word("edge", self.map.edges)
        self.west_edge = self.map.edges[edge]
        mori = tables.row("mori_deployment")
        fell = mori.sub("castle_fell")
        watched = set(self.provinces_named(fell, "provinces"))
        #: 9-3, K-20: hexes of the provinces in which the fall of a castle counts for the Mori.
        self.watched = frozenset(h for h, province in enumerate(self.map.province) if province in watched)

    def phase_of(self, army: int, seat_of: Sequence[int]) -> int:
        """4: players act by sides, not by clans."""
        return -1

    # -- set-up (3, 6-3-1) --------------------------------------------------------------------------------------------

    def _read_commands(self, tables: Tables) -> None:
        """3(2), K-90: nobody begins inside a castle but the invested; who leads whom is a proposal (K-99)."""
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
        """16, 3(2)."""
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
        """16-1, 16-2-1: coasts and ports; K-68: ports of the Sea of Japan count by option only."""
        rows = {row.word("id", AREAS): row for row in tables.rows("sea_area")}
        areas = {name: row.word("coast", (*self.map.coasts, "")) for name, row in rows.items()}
        self.area_boxes = {name: _display_box(row) for name, row in rows.items()}
        self.area_water = areas
        #: By sea area, as ships' places count them: its coastal hexes.
        self.coast = tuple(self.map.coasts[areas[name]] if areas[name] else () for name in AREAS)
        steps = tables.row("sea_steps").subs("steps")
        #: 16-2-1: areas beside each other, by the places of ships there; who sails between them the rules say (16-2-6).
        self.sea_steps = frozenset(frozenset(-2 - AREAS.index(a) for a in row.words("areas", AREAS)) for row in steps)
        line = tables.row("naval_line")
        water_names = tuple(self.map.coasts)
        off = set(line.words("by_option", water_names)) if not self.options["japan_sea_ports"] else set()
        waters = [name for name in line.words("waters", water_names) if name not in off]
        self.port = tuple(waters.index(water) if water in waters else -1 for water in self.water)
        self.waters = tuple(waters)
        self.ports = tuple(castle for castle, water in enumerate(self.port) if water >= 0)
        #: K-67: by side and water the first of those that are one for its lines.
        self.joined_waters = tuple(self._join_waters(line, waters, seat) for seat in SEATS)
        self.box_water = waters.index(line.word("box_water", waters))
        #: Waters where ships may be, by the place of a ship there; others have none (K-68).
        self.area_of_water = tuple(AREAS.index(w) if w in AREAS else -1 for w in waters)
        sailing = tables.row("sailing")
        self.carrier_steps = sailing.integer("carrier_steps", 1, 2)

    def spots(self) -> list[dict[str, Any]]:
        """16-2-1, 9-3-1 box: the areas of the sea, with their hexes, and the box beside the map."""
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
        """9-2, 9-3: what events, minor daimyo and the Mori do; read in `event_tables`."""
        self.event_tables = EventTables(self, tables)
        #: 9-2, K-24: castles that become a rebel's: the clan he is when he stands alone, and his counter as a traitor.
        self.alone = {rebel.traitor: rebel.alone for rebel in self.event_tables.rebels}
        #: By clan the units that can be its.
        self.units_of = tuple(
            tuple(u for u, own in enumerate(self.army) if clan in (own, self.alone.get(u, own)))
            for clan in range(len(self.armies))
        )
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
        #: 9-4-1: supply crosses neither water nor mountains, nor enemy control; by hex and direction where it does.
        self.line_steps = step_costs(self.map, passable)
        self.lines = Travel(grid, self.line_steps, barred, barred)

    def _costs(self, weather: int, key: str) -> bytes:
        """10-4-2; K-98: every river counts, by a ford or a bridge too."""
        effects, river = self.tables["terrain"], self.tables["river"]
        ground = {name: effects[name][key] for name in self.map.terrains if key in effects[name]}
        return step_costs(self.map, ground, dict.fromkeys(("river", "ford", "bridge"), river[key]))

    # -- experiments --------------------------------------------------------------------------------------------------

    def with_values(self, values: Mapping[tuple[str, str], Mapping[int, Any]]) -> Self:
        """The same with other numbers on counters and castles, for experiments: by table and entry."""
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
    """Where a sea area is shown: column and row, width and height in hexes."""
    return row.numbers("at", -9, 99, 2), row.numbers("size", 1, 20, 2)


def row_names(least: Sequence[int]) -> list[str]:
    """The rows of a table by the least strength of each: `1`, `3-4`, `81+`."""
    most = [n - 1 for n in least[1:]]
    return [str(low) if low == high else f"{low}-{high}" for low, high in zip(least, most, strict=False)] + [
        f"{least[-1]}+"
    ]
