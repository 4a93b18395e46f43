"""The tables of a game of the series, checked and turned into numbers (2, 8, 15, 18 to 20, 22, charts)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, Self, TypeVar

from gunki.board.costs import step_costs, steps_touching, zone_sides
from gunki.board.hexmap import SIDES, HexMap
from gunki.board.kernel import BARRED, UNLIMITED, Control, Travel, reach_points
from gunki.core.data import Row, Tables
from gunki.core.game import OptionValue, Setup
from gunki.core.lexicon import NONE, Lexicon
from gunki.series.gunyuden import printed

#: The weather of a turn (32); games without snow know the first only.
WEATHERS = ("normal", "snow", "thaw")
NORMAL, SNOW, THAW = 0, 1, 2
#: Kinds of relays in a line of communication (11-2-2).
FORCE, CASTLE = 0, 1


class Chart:
    """A printed table: columns by strength, rows by the modified die; beyond its ends the last cell counts (G-52)."""

    def __init__(self, columns: Sequence[int], first: int, cells: Sequence[Sequence[Any]]) -> None:
        self.columns = tuple(columns)
        self.first = first
        self.cells = tuple(tuple(row) for row in cells)

    def column(self, strength: int) -> int:
        return sum(strength >= least for least in self.columns) - 1

    def row(self, die: int) -> int:
        return min(max(die - self.first, 0), len(self.cells) - 1)

    def __call__(self, strength: int, die: int) -> Any:
        return self.cells[self.row(die)][max(self.column(strength), 0)]


def _back(step: int, goal: int) -> int:
    """The step that leads back from where a step leads."""
    return 6 * goal + (step + 3) % 6


T = TypeVar("T")


class ByWeather(dict[int, T]):
    """Something for each weather, made when it is first needed."""

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, weather: int) -> T:
        self[weather] = found = self._make(weather)
        return found


class GunyudenSetup(Setup):
    """Names of the fields follow the tables."""

    map: HexMap
    lexicon: Lexicon

    #: What the games of the series read beyond this: turns, and the weather of each; who plays which army (-1: nobody),
    #: and the coalition of each seat; castles at the start; and by army its main castles (castle or -1, hex, owners).
    turns: int
    weather: Sequence[int]
    army_seat: tuple[int, ...]
    coalition: tuple[int, ...]
    castle_owner: tuple[int, ...]
    main_castles: tuple[tuple[tuple[int, int, frozenset[int]], ...], ...]
    #: The turn in which a unit comes (0: it is there from the start), and where units start.
    arrival: Sequence[int]
    starts: Sequence[tuple[int, ...]]
    #: Terrain, hexsides and provinces that an experiment has changed, as they are written in a position.
    other_ground: Mapping[str, Mapping[str, str]] = {}
    #: (commander, unit) pairs that ranks alone would not allow (30-5).
    may_also_lead: frozenset[tuple[int, int]] = frozenset()

    def __init__(
        self, scenario: str, options: Mapping[str, OptionValue], raw: Mapping[str, Any], board: HexMap
    ) -> None:
        super().__init__(scenario, options, raw)
        self.map = board
        self._ways: dict[int, list[int]] = {}
        self._nearest: dict[tuple[int, ...], list[int]] = {}
        self._acting_in: dict[tuple[int, tuple[int, ...]], bytes] = {}

    # -- units, armies, castles ---------------------------------------------------------------------------------------

    def read_armies(self, tables: Tables) -> None:
        rows = tables.rows("army")
        self.armies = tuple(row.word("id") for row in rows)
        self._army = {name: i for i, name in enumerate(self.armies)}
        self.colours = {row.word("id"): (row.word("colour"), row.word("pattern")) for row in rows}
        self.great = tuple(row.word("kind", ("great", "clan", "warlord")) == "great" for row in rows)
        self.territory = tuple(frozenset(self.provinces_named(row, "territory")) for row in rows)
        self.sea = tuple(row.flag("sea") for row in rows)
        self.replenishment_of = tuple(row.word("replenishment") for row in rows)

    def provinces_named(self, row: Row, field: str) -> list[int]:
        """Provinces as the map counts them, by the names of the data."""
        known = {name.lower(): i for i, name in enumerate(self.map.provinces) if name}
        return [known[name] for name in row.words(field, known)]

    def read_units(self, tables: Tables) -> None:
        rows = tables.rows("unit")
        if len(rows) > 255:
            raise rows[-1].bad("id", "at most 255 units")
        self.units = tuple(row.word("id") for row in rows)
        self._unit = {name: i for i, name in enumerate(self.units)}
        self.army = tuple(self._army[row.word("army", self._army)] for row in rows)
        reduced = tables.row("reduced").sub("strength")
        full = [row.integer("strength", 1, 9) for row in rows]
        #: Combat strength by steps left (2-2-1(5)).
        self.strength = tuple((0, reduced.integer(str(n), 0, n), n) for n in full)
        self.modifier = tuple(row.integer("modifier", 0, 9) for row in rows)
        self.activation = tuple(row.integer("activation", 0, 4) for row in rows)
        self.stars = tuple(row.integer("stars", 0, 2) for row in rows)
        self.boxes = tuple(row.integer("boxes", 0, 30) for row in rows)
        for row, stars, boxes in zip(rows, self.stars, self.boxes, strict=True):
            if bool(stars) != bool(boxes):
                raise row.bad("boxes", "a command track exactly for units with stars (9-2-1)")

    def read_castles(self, tables: Tables) -> None:
        rows = tables.rows("castle")
        self.castles = tuple(row.word("id") for row in rows)
        self._castle = {name: i for i, name in enumerate(self.castles)}
        self.castle_hex = tuple(self.map.hex(row.word("hex", self.map.index)) for row in rows)
        self.level = tuple(row.integer("level", 0, 9) for row in rows)
        self.castle_at = [-1] * self.map.size
        for castle, h in enumerate(self.castle_hex):
            if self.castle_at[h] >= 0:
                raise rows[castle].bad("hex", "a hex without another castle")
            self.castle_at[h] = castle

    # -- charts -------------------------------------------------------------------------------------------------------

    def read_charts(self, tables: Tables) -> None:
        #: Losses, and whether one unit at least is eliminated.
        self.field = Chart(*printed.field_battle(tables))
        self.assault = Chart(*printed.assault(tables))
        self._siege, self.siege_bonus = printed.siege(tables)
        self.surrender, self.rank_modifiers = printed.surrender(tables, self.full_durability)
        self.replenish_first, self.replenishment = printed.replenishment(tables)
        self.rout = printed.decisive_retreat(tables)
        printed.check_ground(tables, self.map.terrains)

    def read_numbers(self, tables: Tables) -> None:
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
        lengths = tables.row("communication")
        ends = ("force", "castle")
        #: 11-2-2: by the kinds of the two ends.
        self.lengths = tuple(tuple(lengths.integer(f"{a}_to_{b}", 1, 99) for b in ends) for a in ends)
        self.sea_hex = lengths.integer("sea_hex", 1, 99)

    # -- the ground ---------------------------------------------------------------------------------------------------

    #: What snow and thaw multiply (32), and what a thawing river takes from an attack and a counterattack (32-2-3).
    snow_times: int = 1
    thaw_times: int = 1
    thaw_attack: int = 0
    thaw_counter: int = 0
    #: Hexes that lead nowhere: whoever enters them stays there.
    blind: tuple[int, ...] = ()

    def read_ground(self, snow: bytes, closed: tuple[bytes, bytes]) -> None:
        """15-2, 15-3, 11-2, 32: what a step costs in each weather; where zones reach; which hexes are never entered."""
        effects: Mapping[str, Mapping[str, int]] = self.tables["terrain"]
        self.attack_terrain = self._modifiers(effects, "attack")
        self.counter_terrain = self._modifiers(effects, "counterattack")
        self.assault_terrain = self._modifiers(effects, "assault")
        board, river = self.map, self.tables["river"]
        self.river_attack, self.river_counter = river["attack"], river["counterattack"]
        self.around = Control(board.grid, b"\1" * (6 * board.size))
        self.closed, self.snow = closed, snow
        self._cold_hills = bytes(cold and board.terrain_at(h) == "foothills" for h, cold in enumerate(snow))
        barred = (BARRED, 0)
        enter, leave = self.zone_costs
        stacked = (enter + self.castle_extra, leave)  # G-06, as an option: the castle's own surcharge besides
        grid = board.grid
        self.moves = ByWeather(lambda weather: self._costs(weather, "move"))
        self.normal = ByWeather(lambda weather: Travel(grid, self.moves[weather], self.zone_costs, stacked))
        self.strategic_moves = ByWeather(lambda weather: self._costs(weather, "strategic"))
        self.strategic = ByWeather(lambda weather: Travel(grid, self.strategic_moves[weather]))
        self.lines = ByWeather(lambda weather: Travel(grid, self._land(weather), barred, barred))
        #: The castles on the shore.
        self.coastal = [
            c for c, h in enumerate(self.castle_hex) if any(board.terrain_at(b) == "sea" for b in board.around(h))
        ]
        self._sea: dict[tuple[int, tuple[int, ...]], Travel] = {}
        self._lifted: dict[str, Self] = {}
        self._open_sea = ByWeather(self._opened)
        self.controls = ByWeather(self._control)

    def _costs(self, weather: int, key: str) -> bytes:
        """What each step costs in a weather: `move`, `strategic` or `communication`."""
        effects, river = self.tables["terrain"], self.tables["river"]
        times = bytes(self.snow_times if cold else 1 for cold in self.snow) if weather == SNOW else None
        ground = {name: effects[name][key] for name in self.map.terrains if key in effects[name]}
        crossing = {"river": river[key], "ford": river[key]}
        again = self.thaw_times if weather == THAW else 1
        return step_costs(self.map, ground, crossing, times=times, side_times=again)

    def _land(self, weather: int) -> bytes:
        """11-2-3, 32-1-2, 32-1-3."""
        costs = bytearray(self._costs(weather, "communication"))
        if weather == SNOW:
            for step, b in enumerate(self.map.neighbours):
                if b >= 0 and self._cold_hills[b]:
                    costs[step] = BARRED
        return bytes(costs)

    def _control(self, weather: int) -> Control:
        """5-2, 32-1-4."""
        shut = self._cold_hills if weather == SNOW else None
        return Control(self.map.grid, zone_sides(self.map, not_into=("sea", "lake", "marsh"), shut=shut))

    def _modifiers(self, effects: Mapping[str, Mapping[str, int]], key: str) -> list[int]:
        """A terrain's modifier to a roll, by hex."""
        by_terrain = [effects[name].get(key, 0) for name in self.map.terrains]
        return [by_terrain[t] for t in self.map.terrain]

    def sea_travel(self, weather: int, coast: tuple[int, ...]) -> Travel:
        """33, T-21: the same with the sea open at a price, heeding nobody on its shores but the enemy castles there."""
        found = self._sea.get((weather, coast))
        if found is None:
            near, (open_costs, embarking, free) = self.map.neighbours, self._open_sea[weather]
            costs = bytearray(open_costs)
            for step, h in ((step, near[step]) for shore in coast for step in range(6 * shore, 6 * shore + 6)):
                if h >= 0 and free[step]:
                    costs[_back(step, h)] = BARRED
            least: dict[tuple[int, int], int] = {}
            for shore, ways in embarking.items():
                if shore not in coast:
                    for inland, h, cost in ways:
                        least[inland, h] = min(least.get((inland, h), BARRED), cost)
            links = [(inland, h, cost) for (inland, h), cost in least.items()]
            barred = (BARRED, 0)
            found = self._sea[weather, coast] = Travel(self.map.grid, bytes(costs), barred, barred, links, free)
        return found

    def _opened(self, weather: int) -> tuple[bytes, dict[int, list[tuple[int, int, int]]], bytes]:
        """33, with no castle on any shore: what each step costs; by shore hex the ways from land over it to sea at one
        stroke, since only who goes on by land heeds enemies there (33-3); and which steps touch the sea.

        Nothing comes ashore or embarks in a hex that is not in use (35.0(2), T-39).
        """
        board, near, closed = self.map, self.map.neighbours, self.closed[0]
        sea = board.of_terrain("sea")
        at_sea, costs = board.layer(sea), bytearray(self._land(weather))
        for step, h in ((step, near[step]) for s in sea for step in range(6 * s, 6 * s + 6)):
            if h >= 0:
                costs[_back(step, h)] = self.sea_hex
                if closed[h] and not at_sea[h]:
                    costs[step] = BARRED
        embarking: dict[int, list[tuple[int, int, int]]] = {}
        for shore in board.coast():
            around = [(step, near[step]) for step in range(6 * shore, 6 * shore + 6) if near[step] >= 0]
            water = [h for _, h in around if at_sea[h] and not closed[shore]]
            embarking[shore] = [
                (inland, h, cost + self.sea_hex)
                for step, inland in around
                for h in water
                if not at_sea[inland]
                and (cost := costs[_back(step, inland)]) < BARRED - self.sea_hex
                and board.direction(inland, h) < 0  # else it embarks itself
            ]
        return bytes(costs), embarking, steps_touching(board, ("sea",))

    def altered(
        self, terrain: Mapping[int, str], sides: Mapping[tuple[int, int], str], provinces: Mapping[int, str]
    ) -> Self:
        """The same on other ground, for experiments: terrain by hex, hexsides by their two hexes, provinces by hex.

        Where units are deployed stays as it is printed (35.0(5)).
        """
        board = copy(self.map)
        ground, edges, lands = bytearray(board.terrain), bytearray(board.sides), bytearray(board.province)
        for h, name in terrain.items():
            ground[h] = board.terrains.index(name)
        for (a, b), kind in sides.items():
            edges[6 * a + board.direction(a, b)] = edges[6 * b + board.direction(b, a)] = SIDES.index(kind)
        for h, name in provinces.items():
            lands[h] = board.provinces.index(name)
        board.terrain, board.sides, board.province = bytes(ground), bytes(edges), bytes(lands)
        other = copy(self)
        other.map = board
        other._ways, other._nearest = {}, {}
        numbers = board.numbers
        other.other_ground = {
            "terrain": {numbers[h]: name for h, name in terrain.items()},
            "sides": {f"{numbers[a]}-{numbers[b]}": kind or NONE for (a, b), kind in sides.items()},
            "provinces": {numbers[h]: name.lower() for h, name in provinces.items()},
        }
        other.lay_ground()
        return other

    def lifted(self, what: str) -> Self:
        """The same where one thing does not bar lines: `water`, `marsh`, `snow` or their `length`."""
        found = self._lifted.get(what)
        if found is None:
            found = self._lifted[what] = self._lift(what)
        return found

    def _lift(self, what: str) -> Self:
        board, size = self.map, self.map.size
        if what == "marsh":
            return self.altered({h: "flat" for h in range(size) if board.terrain_at(h) == "marsh"}, {}, {})
        if what == "water":
            water = {h: "flat" for h in range(size) if board.terrain_at(h) in ("sea", "lake")}
            shores = {(h, b): "" for h in range(size) for b in board.around(h) if board.side(h, b) == "water"}
            return self.altered(water, shores, {})
        other = copy(self)
        if what == "length":
            other.lengths = ((UNLIMITED, UNLIMITED), (UNLIMITED, UNLIMITED))
            return other
        barred = (BARRED, 0)
        other._cold_hills = bytes(size)
        other.lines = ByWeather(lambda weather: Travel(board.grid, other._land(weather), barred, barred))
        other._open_sea, other._sea = ByWeather(other._opened), {}
        return other

    def lay_ground(self) -> None:
        """Call `read_ground` with what the game's tables say."""
        raise NotImplementedError

    # -- questions ----------------------------------------------------------------------------------------------------

    def river_between(self, a: int, b: int) -> bool:
        """G-16: a bridge helps who moves, never who fights."""
        return a != b and self.map.side(a, b) in ("river", "ford", "bridge")

    def water_between(self, a: int, b: int) -> bool:
        return a != b and self.map.side(a, b) == "water"

    def lookup_surrender(self, durability: int, die: int) -> str:
        """20-3: what a castle of this durability answers."""
        row = self.surrender[self.surrender_band(durability)]
        if "surrender" in row and die >= row["surrender"]:
            return "surrender"
        return "opens_the_gates" if die >= row["opens"] else "rejected"

    def surrender_band(self, durability: int) -> int:
        """The column of the table in which a castle of this durability is looked up."""
        bands = (row["durability"] for row in self.surrender)
        return next(i for i, (least, most) in enumerate(bands) if least <= durability <= most)

    def siege_result(self, die: int) -> str:
        """18-2-1: what a siege does, "morale", "durability" or "none"."""
        return self._siege.get(die, "none")

    def phase_of(self, army: int, seat_of: Sequence[int]) -> int:
        """The operations phase in which an army acts, -1 for none (29)."""
        raise NotImplementedError

    def acting_in(self, phase: int, seat_of: tuple[int, ...]) -> bytes:
        """By unit whether its army acts in an operations phase."""
        key = phase, seat_of
        found = self._acting_in.get(key)
        if found is None:
            found = self._acting_in[key] = bytes(self.phase_of(army, seat_of) == phase for army in self.army)
        return found

    def way(self, goal: int) -> list[int]:
        """How many movement points a hex is from a goal in fair weather, for whoever plans; far ones have 99."""
        found = self._ways.get(goal)
        if found is None:
            closed = bytearray(self.closed[0])
            for h in self.blind:
                closed[h] = 1
            near = reach_points(self.normal[NORMAL], goal, 98, closed)
            found = [near.get(h, 99) for h in range(self.map.size)]
            self._ways[goal] = found
        return found

    def nearest(self, goals: tuple[int, ...]) -> list[int]:
        """The same to the nearest of several goals."""
        found = self._nearest.get(goals)
        if found is None:
            if len(self._nearest) > 64:
                self._nearest.clear()
            ways = [self.way(goal) for goal in goals] or [[99] * self.map.size]
            found = self._nearest[goals] = [min(points) for points in zip(*ways, strict=True)]
        return found
