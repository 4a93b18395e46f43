"""The ground of a hex game: what steps cost, where zones reach, which hexes are closed, in every weather it knows."""

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

#: Sets of goals that are remembered with the way to them from every hex.
MAX_NEAREST_CACHED = 64
#: The weather of most turns; what else there is a game says.
NORMAL = 0

T = TypeVar("T")


class ByWeather(dict[int, T]):
    """Something for each weather, made when it is first needed."""

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, weather: int) -> T:
        self[weather] = made_value = self._make(weather)
        return made_value


class TerrainSetup(Setup):
    """The map with the numbers of its terrain. A game lays it (`lay_ground`), also anew on other ground."""

    map: HexMap
    #: The names of the weathers; most games know one only.
    weathers: ClassVar[tuple[str, ...]] = ("normal",)
    #: Terrain that zones do not reach into.
    zones_end_at: ClassVar[tuple[str, ...]] = ("sea", "lake", "marsh")
    #: Hexes that lead nowhere: whoever enters them stays there.
    blind: tuple[int, ...] = ()
    #: Terrain, hexsides and provinces that an experiment has changed, as they are written in a position.
    other_ground: Mapping[str, Mapping[str, str]] = {}
    #: How forces march in each weather.
    normal: ByWeather[Travel]

    def __init__(
        self, scenario: str, options: Mapping[str, OptionValue], raw: Mapping[str, Any], board: HexMap
    ) -> None:
        super().__init__(scenario, options, raw)
        self.map = board
        self._ways: dict[int, list[int]] = {}
        self._nearest: BoundedCache[tuple[int, ...], list[int]] = BoundedCache(MAX_NEAREST_CACHED)

    def read_ground(self, closed: tuple[bytes, bytes]) -> None:
        """`closed`: by coalition the hexes that are never entered."""
        board = self.map
        self.around = Control(board.grid, b"\1" * (6 * board.size))
        self.closed = closed
        self.nowhere = bytes(board.size)
        self.moves = ByWeather(lambda weather: self._costs(weather, "move"))
        self.controls = ByWeather(self._control)
        self._relax_cache: dict[str, Self] = {}

    def lay_ground(self) -> None:
        """Call `read_ground` with what the game's tables say."""
        raise NotImplementedError

    def hex_times(self, weather: int) -> bytes | None:
        """How many times its usual cost each hex takes to enter; None where nothing is special."""
        return None

    def line_times(self, weather: int) -> bytes | None:
        """The same for lines of communication."""
        return self.hex_times(weather)

    def river_times(self, weather: int) -> int:
        """The same of rivers."""
        return 1

    def unfit_hexes(self, weather: int) -> bytes | None:
        """Hexes into which neither zones reach nor lines go in this weather."""
        return None

    def describe_weathers(self) -> dict[str, Any]:
        """For pictures: what each weather lies on, where it changes anything."""
        return {}

    def spots(self) -> list[dict[str, Any]]:
        """Places that are no hexes, as the board tells them (docs/server.md)."""
        return []

    def _costs(self, weather: int, key: str) -> bytes:
        """What each step costs in a weather: `move`, `strategic` or `communication`."""
        effects, river = self.tables["terrain"], self.tables["river"]
        ground = {name: effects[name][key] for name in self.map.terrains if key in effects[name]}
        crossing = {"river": river[key], "ford": river[key]}
        times = self.line_times(weather) if key == "communication" else self.hex_times(weather)
        again = self.river_times(weather)
        return step_costs(self.map, ground, crossing, times=times, side_times=again)

    def _control(self, weather: int) -> Control:
        """Where zones reach."""
        return Control(self.map.grid, zone_sides(self.map, not_into=self.zones_end_at, shut=self.unfit_hexes(weather)))

    def _modifiers(self, effects: Mapping[str, Mapping[str, int]], key: str) -> list[int]:
        """A terrain's modifier to a roll, by hex."""
        by_terrain = [effects[name].get(key, 0) for name in self.map.terrains]
        return [by_terrain[t] for t in self.map.terrain]

    def alter_ground(
        self, terrain: Mapping[int, str], sides: Mapping[tuple[int, int], str], provinces: Mapping[int, str]
    ) -> Self:
        """The same on other ground, for experiments: terrain by hex, hexsides by their two hexes, provinces by hex.

        Where units are deployed stays as it is printed.
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
        """The same where one thing does not bar lines: `water`, `marsh`, or what a game adds."""
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
        """What it costs to come onto the map in a hex; None where nobody can."""
        cost: int | None = self.tables["terrain"][self.map.terrain_at(h)].get("move")
        return cost

    # -- questions ----------------------------------------------------------------------------------------------------

    def is_river_between(self, a: int, b: int) -> bool:
        """A bridge helps who moves, never who fights."""
        return a != b and self.map.side(a, b) in ("river", "ford", "bridge")

    def is_water_between(self, a: int, b: int) -> bool:
        return a != b and self.map.side(a, b) == "water"

    def way(self, goal: int) -> list[int]:
        """How many movement points a hex is from a goal in fair weather, for whoever plans; far ones have 99."""
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
        """The same to the nearest of several goals."""
        distances = self._nearest.get(goals)
        if distances is None:
            ways = [self.way(goal) for goal in goals] or [[99] * self.map.size]
            distances = self._nearest[goals] = [min(points) for points in zip(*ways, strict=True)]
        return distances
