"""Sections 32 and 33: snow, thaw, and lines of communication over the sea."""

from __future__ import annotations

from copy import copy
from typing import Any, ClassVar, Self

from gunki.board.costs import steps_touching
from gunki.board.kernel import BARRED, Travel
from gunki.core.definition.data_tables import Row, Tables
from gunki.core.show.charts import note
from gunki.series.forces_and_castles.rules.terrain import NORMAL, ByWeather
from gunki.series.gunyuden.setup import GunyudenSetup

__all__ = ["NORMAL", "SNOW", "THAW", "WEATHERS", "KantoGround"]

#: The kinds of weather; each turn has one (32).
WEATHERS = ("normal", "snow", "thaw")
SNOW, THAW = 1, 2


def _back(step: int, goal: int) -> int:
    """Return the opposite step: from the hex `goal` back to where `step` begins."""
    return 6 * goal + (step + 3) % 6


class KantoGround(GunyudenSetup):
    """The terrain of the game: that of the series, with weather and sea."""

    weathers: ClassVar[tuple[str, ...]] = WEATHERS
    #: Whether each hex has snow in winter (32-1-1).
    snow: bytes

    def read_weather(self, tables: Tables) -> None:
        self._snowy, thaw = tables.row("snow"), tables.row("thaw")
        self.snow_times, self.thaw_times = self._snowy.integer("cost_times", 1, 9), thaw.integer("river_times", 1, 9)
        self.thaw_attack, self.thaw_counter = thaw.integer("attack", -9, 0), thaw.integer("counterattack", -9, 0)
        self.sea = tuple(row.is_true("sea") for row in tables.rows("army"))
        self.sea_hex = tables.row("communication").integer("sea_hex", 1, 99)

    def read_ground(self, closed: tuple[bytes, bytes]) -> None:
        board = self.map
        self.snow = self._snow(self._snowy)
        self._cold_hills = bytes(cold and board.terrain_at(h) == "foothills" for h, cold in enumerate(self.snow))
        super().read_ground(closed)
        #: The castles on the coast.
        self.coastal = [
            c for c, h in enumerate(self.castle_hex) if any(board.terrain_at(b) == "sea" for b in board.around(h))
        ]
        self._sea: dict[tuple[int, tuple[int, ...]], Travel] = {}
        self._open_sea = ByWeather(self._build_sea_steps)

    # -- 32 -----------------------------------------------------------------------------------------------------------

    def _snow(self, row: Row) -> bytes:
        """Return for each hex whether it has snow in winter (32-1-1).

        In the northern provinces all hexes have it (32-1-1(1)), in others only foothills (32-1-1(2)).
        """
        whole, hills = set(self.provinces_named(row, "whole")), set(self.provinces_named(row, "foothills"))
        return bytes(
            p in whole or (p in hills and self.map.terrain_at(h) == "foothills")
            for h, p in enumerate(self.map.province)
        )

    def hex_times(self, weather: int) -> bytes | None:
        """Return the factor on the cost of each hex: snow doubles terrain, but not rivers (32-1, 32-1-2)."""
        return bytes(self.snow_times if cold else 1 for cold in self.snow) if weather == SNOW else None

    def river_times(self, weather: int) -> int:
        """Return the factor on the cost of rivers, also for lines (32-2-2)."""
        return self.thaw_times if weather == THAW else 1

    def unfit_hexes(self, weather: int) -> bytes | None:
        """Return the foothills under snow, which neither zones nor lines enter (32-1-3, 32-1-4)."""
        return self._cold_hills if weather == SNOW else None

    def enter_cost(self, h: int, weather: int) -> int | None:
        """Return the cost of entering the map in a hex, with snow (32-1-1)."""
        cost = super().enter_cost(h, weather)
        return cost * self.snow_times if cost is not None and weather == SNOW and self.snow[h] else cost

    def river_modifiers(self, weather: int) -> tuple[int, int, str]:
        """Return the river modifiers for attack and for counterattack, and in thaw their clause (32-2-3)."""
        return (self.thaw_attack, self.thaw_counter, "32-2-3") if weather == THAW else super().river_modifiers(weather)

    def describe_weathers(self) -> dict[str, Any]:
        """Return the hexes and rivers that weather changes, for pictures (32-1-1, 32-2-1)."""
        snowed = [self.map.numbers[h] for h, cold in enumerate(self.snow) if cold]
        weathers: dict[str, Any] = {WEATHERS[SNOW]: {"places": snowed}} if snowed else {}
        return {**weathers, WEATHERS[THAW]: {"rivers": True}} if self.thaw_times > 1 else weathers

    def ground_notes(self) -> list[dict[str, Any]]:
        notes = []
        if self.snow_times > 1:
            notes.append(note("snow", "32-1", count=self.snow_times))
        if self.thaw_times > 1:
            data = {"count": self.thaw_times, "attack": self.thaw_attack, "counter": self.thaw_counter}
            notes.append(note("thaw", "32-2", "32-2-3", **data))
        return notes

    def _relax(self, what: str) -> Self:
        if what != "snow":
            return super()._relax(what)
        other = copy(self)
        other._cold_hills = bytes(self.map.size)
        other.lines = ByWeather(other._lines)
        other._open_sea, other._sea = ByWeather(other._build_sea_steps), {}
        return other

    # -- 33 -----------------------------------------------------------------------------------------------------------

    def sea_travel(self, weather: int, coast: tuple[int, ...]) -> Travel:
        """Return the costs of the lines of an army that may also cross the sea (33, T-21).

        Enemies on the shores do not bar such a line, but enemy castles there do. `coast`: the hexes of enemy castles on
        a shore.
        """
        travel = self._sea.get((weather, coast))
        if travel is None:
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
            travel = self._sea[weather, coast] = Travel(self.map.grid, bytes(costs), barred, barred, links, free)
        return travel

    def _build_sea_steps(self, weather: int) -> tuple[bytes, dict[int, list[tuple[int, int, int]]], bytes]:
        """Return the costs of lines over the sea, with no castle on any shore (33).

        The result has three parts: the cost of each step; for each shore hex, the links from land across it to a sea
        hex; the steps that touch the sea. A sea hex has a fixed cost (33-1). A line may change between land and sea any
        number of times (33-4). A link crosses the shore hex in one piece, because enemies there bar only lines that go
        on by land (33-3). A line can neither land nor embark in a hex that is not in use (35.0(2), T-39).
        """
        board, near, closed = self.map, self.map.neighbours, self.closed[0]
        sea = board.of_terrain("sea")
        at_sea, costs = board.layer(sea), bytearray(self.line_costs(weather))
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
                and board.direction(inland, h) < 0  # otherwise the inland hex itself touches the sea
            ]
        return bytes(costs), embarking, steps_touching(board, ("sea",))
