"""The ground by the terrain chart: neighbours, hexsides, and the cost of a step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from gunki.board.mapfiles import read_map

#: Movement points to enter a terrain: ordinary march, strategic march, line of communication (terrain chart). A terrain
#: that is not listed cannot be entered that way.
STEP = {
    "move": {"flat": 1, "rough": 2, "foothills": 4, "marsh": 4},
    "strategic": {"flat": 1, "rough": 1, "foothills": 3},
    "line": {"flat": 1, "rough": 1, "foothills": 3},
}
#: The modifiers of an attack, a counterattack and an assault, by the terrain of the attacked hex (terrain chart).
ATTACK = {"rough": -1, "foothills": -2, "marsh": -1}
COUNTER = {"foothills": -1, "marsh": -1}
ASSAULT = {"rough": -1, "foothills": -2}
BRIDGE, WATER = "bridge", "water"

Key = TypeVar("Key")


@dataclass(frozen=True)
class Printed:
    """The map as it is printed."""

    terrain: Mapping[str, str]
    province: Mapping[str, str]
    sides: Mapping[tuple[str, str], str]
    around: Mapping[str, tuple[str, ...]]


@cache
def read_printed(folder: Path) -> Printed:
    """Read the files of a map. Its even columns lie half a hex lower (T-02)."""
    files = read_map(folder)
    terrain = {row.hex: row.terrain for row in files.hexes}
    sides = {}
    for side in files.sides:
        sides[side.a, side.b] = sides[side.b, side.a] = side.crossing or side.kind
    around = {number: tuple(list_neighbours(number, terrain)) for number in terrain}
    return Printed(terrain, {row.hex: row.province.lower() for row in files.hexes}, sides, around)


def list_neighbours(number: str, numbers: Mapping[str, Any]) -> Iterable[str]:
    """Yield the hexes around a hex. Even columns lie half a hex lower."""
    column, row = int(number[:2]), int(number[2:])
    rows = (row - 1, row) if column % 2 else (row, row + 1)
    places = [(column, row - 1), (column, row + 1)]
    places += [(near, line) for near in (column - 1, column + 1) for line in rows]
    for near, line in places:
        if f"{near:02}{line:02}" in numbers:
            yield f"{near:02}{line:02}"


def lay_over(printed: Mapping[Key, str], changes: Mapping[Key, str] | None) -> Mapping[Key, str]:
    """Return the printed values, replaced by those of a document where it has any."""
    return {**printed, **changes} if changes else printed


def measure(a: str, b: str) -> int:
    """Return the distance between two hexes in steps, regardless of the terrain."""
    columns = int(a[:2]), int(b[:2])
    slants = [int(number[2:]) - (column + 1) // 2 for number, column in zip((a, b), columns, strict=True)]
    across, down = columns[0] - columns[1], slants[0] - slants[1]
    return max(abs(across), abs(down), abs(across + down))


class Ground:
    """The ground of one position: the printed map with the document's changes."""

    def __init__(self, folder: Path, document: Mapping[str, Any]) -> None:
        self.printed = read_printed(folder)
        self.terrain = lay_over(self.printed.terrain, document.get("terrain"))
        self.province = lay_over(self.printed.province, document.get("provinces"))
        changed = {}
        for pair, kind in document.get("sides", {}).items():
            a, b = pair.split("-")
            changed[a, b] = changed[b, a] = "" if kind == "none" else kind
        self.sides = lay_over(self.printed.sides, changed)
        self.around = self.printed.around
        self.line_steps: dict[str, list[tuple[str, int, bool]]] = {}

    # -- values that weather may change ---------------------------------------------------------------------------

    def multiply_step(self, number: str, way: str) -> int:
        """Return the factor by which the terrain cost of a hex is multiplied."""
        return 1

    def multiply_river(self) -> int:
        """Return the factor by which the cost of a river is multiplied."""
        return 1

    def lets_zones_in(self, number: str) -> bool:
        """Return whether zones of control reach into a hex: not into water or marsh (5-2(2))."""
        return self.terrain[number] not in ("sea", "lake", "marsh")

    def lets_lines_in(self, number: str) -> bool:
        """Return whether the terrain of a hex lets a line of communication in (terrain chart)."""
        return self.terrain[number] in STEP["line"]

    # -- steps ----------------------------------------------------------------------------------------------------

    def is_water_between(self, a: str, b: str) -> bool:
        """Return whether the side between two hexes is sea or lake (15-6-1)."""
        return self.sides.get((a, b)) == WATER

    def is_river_between(self, a: str, b: str) -> bool:
        """Return whether a river lies between two hexes; for combat a bridge does not help (15-2-4, G-16)."""
        return self.sides.get((a, b), "") not in ("", WATER)

    def is_ford_between(self, a: str, b: str) -> bool:
        """Return whether a river without a bridge must be crossed between two hexes (15-2-4)."""
        return self.is_river_between(a, b) and self.sides[a, b] != BRIDGE

    def cost(self, a: str, b: str, way: str) -> int | None:
        """Return the cost of a step by terrain and river alone; None if they bar the step (15-2-2, 15-2-4)."""
        points = STEP[way].get(self.terrain[b])
        if points is None or self.is_water_between(a, b) or (way == "line" and not self.lets_lines_in(b)):
            return None
        points *= self.multiply_step(b, way)
        return points + (self.multiply_river() if self.is_ford_between(a, b) else 0)

    def list_line_steps(self, number: str) -> list[tuple[str, int, bool]]:
        """Return the steps of a line into a land hex.

        Each is the hex before it, the cost, and whether the hex before it is sea.
        """
        if number not in self.line_steps:
            near = [(a, self.cost(a, number, "line"), self.terrain[a] == "sea") for a in self.around[number]]
            self.line_steps[number] = [(a, points, sea) for a, points, sea in near if points is not None]
        return self.line_steps[number]
