"""A hex map: its printed numbers (`0417`), and the indices used inside. docs/maps.md describes its files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gunki.board.kernel import Grid
from gunki.board.mapfiles import Castle, HexRow, MapFiles, SideRow, read_map
from gunki.core.errors import DataError

#: Directions 0 to 5: up, then clockwise. The opposite of d is (d + 3) % 6.
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
#: The same directions as steps of (x, y), where y counts half hexes.
STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
#: The kinds of hexsides; a ford or a bridge is over a river, and water cannot be crossed.
SIDES = ("", "river", "ford", "bridge", "water")
WATER = ("sea", "lake")


class HexMap:
    """Geometry and terrain of one map. Nothing in it changes during a game."""

    def __init__(self, files: MapFiles) -> None:
        self.game = files.game
        self.columns, self.rows, self.shifted = files.columns, files.rows, files.shifted
        self._odd = files.shifted == "odd"
        self.numbers: tuple[str, ...] = tuple(row.hex for row in files.hexes)
        self.index: Mapping[str, int] = {number: h for h, number in enumerate(self.numbers)}
        self.size = len(self.numbers)
        #: The column of each hex, and its distance from the top in half hexes.
        self.xs = tuple(int(number[:2]) for number in self.numbers)
        self.ys = tuple(2 * int(number[2:]) + (int(number[:2]) % 2 == self._odd) for number in self.numbers)
        self._at = {place: h for h, place in enumerate(zip(self.xs, self.ys, strict=True))}
        #: The six neighbours of each hex, by direction; -1 stands for a neighbour that is not on the map.
        self.neighbours: tuple[int, ...] = tuple(
            self._at.get((x + dx, y + dy), -1) for x, y in self._at for dx, dy in STEPS
        )
        self.grid = Grid(self.neighbours, self.xs, self.ys)
        self._ground(files.terrains, files.hexes)
        self._sides(files.sides)
        self.castles: tuple[Castle, ...] = tuple(files.castles)
        self.castle_at: Mapping[int, Castle] = {self.index[castle.hex]: castle for castle in self.castles}
        self.places: Mapping[str, int] = {name: self.index[number] for name, number in files.places.items()}
        self.edges: Mapping[str, tuple[int, ...]] = self._index_groups(files.edges)
        self.rings: Mapping[str, tuple[int, ...]] = self._index_groups(files.rings)
        self.regions: Mapping[str, tuple[int, ...]] = self._index_groups(files.regions)
        #: Three tables by the name of a sea or lake: its own hexes, the land hexes on its shore, and the hexes with its
        #: ports.
        self.seas: Mapping[str, tuple[int, ...]] = self._index_groups(files.seas)
        self.coasts: Mapping[str, tuple[int, ...]] = self._index_groups(files.coasts)
        self.ports: Mapping[str, tuple[int, ...]] = self._index_groups(files.ports)

    @classmethod
    def load(cls, folder: Path, replace: Path | None = None) -> HexMap:
        """Load the map of a folder. `hexes.csv` and `sides.csv` in the folder `replace` hold corrections of the map."""
        return cls(read_map(folder, replace))

    def _ground(self, terrains: Sequence[str], rows: Sequence[HexRow]) -> None:
        self.terrains = tuple(terrains)
        #: For each hex: the index of its terrain in `terrains`, the index of its province in `provinces`, whether
        #: winter closes it, and its mean height in metres.
        self.terrain = bytes(terrains.index(row.terrain) for row in rows)
        self.provinces = ("", *sorted({row.province for row in rows} - {""}))
        self.province = bytes(self.provinces.index(row.province) for row in rows)
        self.snow = bytes(row.snow for row in rows)
        self.height = tuple(row.height for row in rows)

    def _sides(self, rows: Sequence[SideRow]) -> None:
        sides = bytearray(6 * self.size)
        self.side_names: dict[int, str] = {}
        for row in rows:
            a, b = self.index[row.a], self.index[row.b]
            d = self.direction(a, b)
            if d < 0:
                raise DataError(f"{row.where}: field 'b': expected a neighbour of {row.a}, found {row.b!r}")
            for side in (6 * a + d, 6 * b + (d + 3) % 6):
                sides[side] = SIDES.index(row.crossing or row.kind)
                self.side_names[side] = row.name
        #: The kind of each hexside, as its index in `SIDES`. A hexside is at the place 6 * hex + direction.
        #: `side_names` has the names of rivers by these places.
        self.sides = bytes(sides)

    def _index_groups(self, groups: Mapping[str, Sequence[str]]) -> dict[str, tuple[int, ...]]:
        return {name: tuple(self.index[number] for number in numbers) for name, numbers in groups.items()}

    # -- single hexes -------------------------------------------------------------------------------------------------

    def hex(self, number: str) -> int:
        """Return the index of a printed number."""
        index = self.index.get(number)
        if index is None:
            raise DataError(
                f"hex {number[:20]!r}: not on the map of {self.game}; a hex is written like {self.numbers[0]}"
            )
        return index

    def terrain_at(self, h: int) -> str:
        return self.terrains[self.terrain[h]]

    def province_at(self, h: int) -> str:
        """Return the province of a hex, or an empty text on water."""
        return self.provinces[self.province[h]]

    def around(self, h: int) -> list[int]:
        """Return the neighbours of a hex that are on the map."""
        return [b for b in self.neighbours[6 * h : 6 * h + 6] if b >= 0]

    # -- two hexes ----------------------------------------------------------------------------------------------------

    def distance(self, a: int, b: int) -> int:
        return self.grid.distance(a, b)

    def direction(self, a: int, b: int) -> int:
        """Return the direction from a to its neighbour b, or -1 if they do not touch."""
        near = self.neighbours[6 * a : 6 * a + 6]
        return near.index(b) if b >= 0 and b in near else -1

    def side(self, a: int, b: int) -> str:
        """Return the kind of the hexside between two neighbours: a word of `SIDES`."""
        d = self.direction(a, b)
        if d < 0:
            raise ValueError(f"{self.numbers[a]} and {self.numbers[b]} do not touch")
        return SIDES[self.sides[6 * a + d]]

    def line(self, a: int, b: int) -> list[int]:
        """Return the hexes on the straight line between the centres of two hexes, both included.

        The hexes from a to b are the same as from b to a. Where the line runs along a hexside, only one of the two
        hexes beside it counts, one that is on the map if possible. Hexes that are not on the map are left out.
        """
        length = self.distance(a, b)
        (ax, ay), (bx, by) = self._place(a), self._place(b)
        scale = 1000 * max(1, length)
        hexes = []
        for i in range(length + 1):
            # Cube coordinates times `scale`, moved a little to one side so that the line never runs along a hexside.
            q = (scale - 1000 * i) * ax + 1000 * i * bx
            r = (scale - 1000 * i) * ay + 1000 * i * by
            for hair in (1, -1):
                h = self._at.get(self._nearest(q + hair, r + 2 * hair, scale))
                if h is not None:
                    hexes.append(h)
                    break
        return hexes

    def _place(self, h: int) -> tuple[int, int]:
        """Return the first two cube coordinates of a hex; the third is minus their sum."""
        return self.xs[h], (self.ys[h] - self.xs[h]) // 2

    def _nearest(self, q: int, r: int, scale: int) -> tuple[int, int]:
        exact = (q, r, -q - r)
        near = [(2 * value + scale) // (2 * scale) for value in exact]
        off = [abs(n * scale - value) for n, value in zip(near, exact, strict=True)]
        worst = off.index(max(off))
        if worst < 2:
            near[worst] = -sum(near) + near[worst]
        return near[0], 2 * near[1] + near[0] + (not self._odd)

    # -- many hexes ---------------------------------------------------------------------------------------------------

    def within(self, h: int, radius: int) -> list[int]:
        """Return the hexes at most `radius` away, in the order of their indices."""
        return [b for b in range(self.size) if self.distance(h, b) <= radius]

    def hexes_of(self, province: str) -> tuple[int, ...]:
        if province not in self.provinces[1:]:
            raise DataError(f"province {province[:40]!r}: not on the map of {self.game}")
        code = self.provinces.index(province)
        return tuple(h for h in range(self.size) if self.province[h] == code)

    def of_terrain(self, *terrains: str) -> tuple[int, ...]:
        return tuple(h for h in range(self.size) if self.terrain_at(h) in terrains)

    def coast(self, water: str = "sea") -> tuple[int, ...]:
        """Return the land hexes that touch a sea hex (or a lake hex)."""
        return tuple(
            h
            for h in range(self.size)
            if self.terrain_at(h) not in WATER and any(self.terrain_at(b) == water for b in self.around(h))
        )

    def layer(self, hexes: Iterable[int]) -> bytearray:
        """Return a layer for the kernel with these hexes set."""
        mask = bytearray(self.size)
        for h in hexes:
            mask[h] = 1
        return mask
