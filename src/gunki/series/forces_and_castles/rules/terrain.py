"""The terrain of a hex game, for every weather: step costs, the reach of zones, and closed hexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, ClassVar, Self, TypeVar

from gunki.board.costs import step_costs, zone_sides
from gunki.board.hexmap import SIDES, HexMap
from gunki.board.kernel import Control, Travel, reach_points
from gunki.core.definition.lexicon import NONE
from gunki.core.definition.setup import OptionValue, Setup
from gunki.series.forces_and_castles.state.layers import BoundedCache

#: How many sets of goals are cached, each with the distance from every hex.
MAX_NEAREST_CACHED = 64
#: The number of the usual weather; each game defines the others.
NORMAL = 0

T = TypeVar("T")


class ByWeather(dict[int, T]):
    """A value for each weather, made when it is first needed."""

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, weather: int) -> T:
        self[weather] = made_value = self._make(weather)
        return made_value


class TerrainSetup(Setup):
    """The map with the effects of its terrain.

    A game reads these effects in `lay_ground`, which is called again when an experiment changes the ground.
    """

    map: HexMap
    #: The names of the weathers; most games have only one.
    weathers: ClassVar[tuple[str, ...]] = ("normal",)
    #: Terrain that zones do not extend into.
    zones_end_at: ClassVar[tuple[str, ...]] = ("sea", "lake", "marsh")
    #: Hexes that a force may enter but not leave; distances for bots do not go through them.
    blind: tuple[int, ...] = ()
    #: Terrain, hexsides and provinces that an experiment has changed, in the form of a composed position.
    other_ground: Mapping[str, Mapping[str, str]] = {}
    #: Movement costs in each weather.
    normal: ByWeather[Travel]

    def __init__(
        self, scenario: str, options: Mapping[str, OptionValue], raw: Mapping[str, Any], board: HexMap
    ) -> None:
        super().__init__(scenario, options, raw)
        self.map = board
        self._ways: dict[int, list[int]] = {}
        #: The drawn counters of scenes, by unit, steps and whether the unit is spent. All matches share them.
        self.counters: dict[tuple[int, int, bool], dict[str, Any]] = {}
        self._nearest: BoundedCache[tuple[int, ...], list[int]] = BoundedCache(MAX_NEAREST_CACHED)

    def read_ground(self, closed: tuple[bytes, bytes]) -> None:
        """Prepare step costs and zones. `closed`: for each coalition the hexes that it never enters."""
        board = self.map
        self.around = Control(board.grid, b"\1" * (6 * board.size))
        self.closed = closed
        self.nowhere = bytes(board.size)
        self.moves = ByWeather(lambda weather: self._costs(weather, "move"))
        self.controls = ByWeather(self._control)
        self._relax_cache: dict[str, Self] = {}

    def lay_ground(self) -> None:
        """Call `read_ground` with the values of the game's tables."""
        raise NotImplementedError

    def hex_times(self, weather: int) -> bytes | None:
        """Return, for each hex, the factor on the cost of a march into it; None if all costs are normal."""
        return None

    def line_times(self, weather: int) -> bytes | None:
        """Return, for each hex, the factor on the cost of a line into it; None if all costs are normal."""
        return self.hex_times(weather)

    def river_times(self, weather: int) -> int:
        """Return the factor on the cost of crossing a river."""
        return 1

    def unfit_hexes(self, weather: int) -> bytes | None:
        """Return the hexes that neither zones nor lines can enter in this weather; None if there are no such hexes."""
        return None

    def describe_weathers(self) -> dict[str, Any]:
        """Return the hexes where each weather changes something, for drawings of the map."""
        return {}

    def spots(self) -> list[dict[str, Any]]:
        """Return places beside the hexes, in the form of the board document (docs/data/board.md, "Spots")."""
        return []

    def _costs(self, weather: int, key: str) -> bytes:
        """Return the cost of each step in a weather. `key`: `move`, `strategic` or `communication`."""
        effects, river = self.tables["terrain"], self.tables["river"]
        ground = {name: effects[name][key] for name in self.map.terrains if key in effects[name]}
        crossing = {"river": river[key], "ford": river[key]}
        times = self.line_times(weather) if key == "communication" else self.hex_times(weather)
        again = self.river_times(weather)
        return step_costs(self.map, ground, crossing, times=times, side_times=again)

    def _control(self, weather: int) -> Control:
        """Return where zones reach in a weather."""
        return Control(self.map.grid, zone_sides(self.map, not_into=self.zones_end_at, shut=self.unfit_hexes(weather)))

    def _modifiers(self, effects: Mapping[str, Mapping[str, int]], key: str) -> list[int]:
        """Return, for each hex, the modifier that its terrain gives to a roll."""
        by_terrain = [effects[name].get(key, 0) for name in self.map.terrains]
        return [by_terrain[t] for t in self.map.terrain]

    def alter_ground(
        self, terrain: Mapping[int, str], sides: Mapping[tuple[int, int], str], provinces: Mapping[int, str]
    ) -> Self:
        """Return a setup with other ground, for experiments.

        `terrain` and `provinces` are given by hex, `sides` by the two hexes of each side. Units are deployed where the
        printed scenario says.
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
        other._ways, other._nearest = {}, BoundedCache(MAX_NEAREST_CACHED)
        numbers = board.numbers
        other.other_ground = {
            "terrain": {numbers[h]: name for h, name in terrain.items()},
            "sides": {f"{numbers[a]}-{numbers[b]}": kind or NONE for (a, b), kind in sides.items()},
            "provinces": {numbers[h]: name.lower() for h, name in provinces.items()},
        }
        other.lay_ground()
        return other

    def relax(self, what: str) -> Self:
        """Return a setup in which one kind of obstacle does not bar lines: `water`, `marsh`, or a word of a game."""
        setup = self._relax_cache.get(what)
        if setup is None:
            setup = self._relax_cache[what] = self._relax(what)
        return setup

    def _relax(self, what: str) -> Self:
        board, size = self.map, self.map.size
        if what == "marsh":
            return self.alter_ground({h: "flat" for h in range(size) if board.terrain_at(h) == "marsh"}, {}, {})
        if what == "water":
            water = {h: "flat" for h in range(size) if board.terrain_at(h) in ("sea", "lake")}
            shores = {(h, b): "" for h in range(size) for b in board.around(h) if board.side(h, b) == "water"}
            return self.alter_ground(water, shores, {})
        raise ValueError(what)

    def enter_cost(self, h: int, weather: int) -> int | None:
        """Return the cost of entering the map in a hex; None if it cannot be entered."""
        cost: int | None = self.tables["terrain"][self.map.terrain_at(h)].get("move")
        return cost

    # -- questions ----------------------------------------------------------------------------------------------------

    def is_river_between(self, a: int, b: int) -> bool:
        """Return whether a river lies between two hexes, bridged or not: a bridge helps movement only, not combat."""
        return a != b and self.map.side(a, b) in ("river", "ford", "bridge")

    def is_water_between(self, a: int, b: int) -> bool:
        return a != b and self.map.side(a, b) == "water"

    def way(self, goal: int) -> list[int]:
        """Return the movement points from each hex to a goal in normal weather, for bots; 99 if it is far."""
        distances = self._ways.get(goal)
        if distances is None:
            closed = bytearray(self.closed[0])
            for h in self.blind:
                closed[h] = 1
            near = reach_points(self.normal[NORMAL], goal, 98, closed)
            distances = [near.get(h, 99) for h in range(self.map.size)]
            self._ways[goal] = distances
        return distances

    def nearest(self, goals: tuple[int, ...]) -> list[int]:
        """Return the distance from each hex to the nearest of several goals."""
        distances = self._nearest.get(goals)
        if distances is None:
            ways = [self.way(goal) for goal in goals] or [[99] * self.map.size]
            distances = self._nearest[goals] = [min(points) for points in zip(*ways, strict=True)]
        return distances
