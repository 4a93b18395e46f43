"""The map: neighbours, rivers, waters, and the cost of a hex (2-1-1, 10-4-2, TBL-TERRAIN)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gunki.board.mapfiles import read_map
from gunki.games.kenshin.oracle.roster import FOLDER

#: Points to enter a hex; other terrain cannot be entered (10-6-1, 10-6-2).
COSTS = {"flat": 1, "rough": 2, "foothills": 3}
RIVER = 1
KYOTO = "2024"
BOX = "box"


def pair(a: str, b: str) -> tuple[str, str]:
    """Name a hexside by its two hexes, the lower one first."""
    return (a, b) if a < b else (b, a)


class Ground:
    """One map; a composed document may change terrain, hexsides and provinces."""

    def __init__(self, terrain: Mapping[str, str], sides: Mapping[str, str], provinces: Mapping[str, str]) -> None:
        files = read_map(FOLDER / "map")
        self.columns, self.rows = files.columns, files.rows
        self.terrain = {row.hex: row.terrain for row in files.hexes} | dict(terrain)
        self.province = {row.hex: row.province.lower() for row in files.hexes} | dict(provinces)
        self.sides = {pair(row.a, row.b): row.kind for row in files.sides}
        for name, kind in sides.items():
            a, _, b = name.partition("-")
            self.sides[pair(a, b)] = "river" if kind in ("river", "ford", "bridge") else kind
        self.west = files.edges["west"]
        self.coasts = {name: frozenset(files.coasts[name]) for name in ("seto", "pacific")}
        near = {number: self._around(number) for number in self.terrain}
        #: The hexes that are adjacent to each hex without water in between.
        self.joined = {
            number: tuple(beside for beside in around if not self.is_water_between(number, beside))
            for number, around in near.items()
        }
        #: The hexes that land forces can enter (10-6-1, 10-6-2).
        self.land = {number for number, terrain in self.terrain.items() if terrain in COSTS}

    def _around(self, number: str) -> list[str]:
        """Return the hexes beside a hex; odd columns lie half a hex lower."""
        column, row = int(number[:2]), int(number[2:])
        upper = row if column % 2 else row - 1
        beside = [(column, row - 1), (column, row + 1)]
        beside += [(column + step, upper + down) for step in (-1, 1) for down in (0, 1)]
        return [name for c, r in beside if (name := f"{c:02}{r:02}") in self.terrain]

    def is_water_between(self, a: str, b: str) -> bool:
        """Return whether sea or lake lies between two adjacent hexes (7-1-1, 10-6-1, K-98)."""
        return self.sides.get(pair(a, b)) == "water"

    def is_river_between(self, a: str, b: str) -> bool:
        """Return whether a river lies between two adjacent hexes; fords and bridges count (K-98)."""
        return self.sides.get(pair(a, b)) == "river"

    def distance(self, a: str, b: str) -> int:
        """Return the distance between two hexes, in hexes."""
        (ax, ay), (bx, by) = self._cube(a), self._cube(b)
        return max(abs(ax - bx), abs(ay - by), abs(ax + ay - bx - by))

    @staticmethod
    def _cube(number: str) -> tuple[int, int]:
        column, row = int(number[:2]), int(number[2:])
        return column, row - column // 2


@lru_cache(maxsize=4)
def _ground(terrain: tuple[Any, ...], sides: tuple[Any, ...], provinces: tuple[Any, ...]) -> Ground:
    return Ground(dict(terrain), dict(sides), dict(provinces))


def ground_of(document: Mapping[str, Any]) -> Ground:
    """Return the map of a described position."""
    changed = [tuple(sorted(document.get(name, {}).items())) for name in ("terrain", "sides", "provinces")]
    return _ground(*changed)
