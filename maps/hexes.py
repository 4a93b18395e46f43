"""The numbered grid of flat-top hexes (docs/maps.md).

Numbers are CCRR, column and row; every other column is shifted down by half a hex.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

COLUMN = math.sqrt(3) / 2  # the distance from one column to the next; the unit is the height of a hex
RADIUS = 1 / math.sqrt(3)  # the distance from the centre to a corner

Cell = tuple[int, int]  # column, row
Point = tuple[float, float]


def code(cell: Cell) -> str:
    return f"{cell[0]:02d}{cell[1]:02d}"


def cell(code: str) -> Cell:
    if len(code) != 4 or not code.isdigit():
        raise ValueError(f"hex {code!r}: expected four digits, column and row, as in 0417")
    return int(code[:2]), int(code[2:])


@dataclass(frozen=True)
class Grid:
    columns: int
    rows: int
    shifted: str  # "even" or "odd": these columns are half a hex lower

    @property
    def size(self) -> Point:
        return (self.columns - 1) * COLUMN + 2 * RADIUS, self.rows + 0.5

    def is_shifted(self, column: int) -> bool:
        return column % 2 == (0 if self.shifted == "even" else 1)

    def centre(self, cell: Cell) -> Point:
        column, row = cell
        return (column - 1) * COLUMN + RADIUS, row - 0.5 + (0.5 if self.is_shifted(column) else 0.0)

    def corners(self, cell: Cell) -> list[Point]:
        x, y = self.centre(cell)
        # the steps from the centre to each corner: to the right in radii, down in hex heights
        around = ((1.0, 0.0), (0.5, 0.5), (-0.5, 0.5), (-1.0, 0.0), (-0.5, -0.5), (0.5, -0.5))
        return [(round(x + across * RADIUS, 6), round(y + down, 6)) for across, down in around]

    def __contains__(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= self.columns and 1 <= cell[1] <= self.rows

    def __iter__(self) -> Iterator[Cell]:
        return ((c, r) for c in range(1, self.columns + 1) for r in range(1, self.rows + 1))

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the neighbours clockwise from the hex above, without those beyond the map's edge."""
        c, r = cell
        d = 1 if self.is_shifted(c) else 0
        around = ((c, r - 1), (c + 1, r - 1 + d), (c + 1, r + d), (c, r + 1), (c - 1, r + d), (c - 1, r - 1 + d))
        return [n for n in around if n in self]

    def side(self, a: Cell, b: Cell) -> tuple[Point, Point]:
        """Return the two corners that neighbours a and b share."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        mx, my, dx, dy = (ax + bx) / 2, (ay + by) / 2, (bx - ax) * RADIUS / 2, (by - ay) * RADIUS / 2
        return (round(mx - dy, 6), round(my + dx, 6)), (round(mx + dy, 6), round(my - dx, 6))

    def at(self, x: float, y: float) -> Cell | None:
        """Return the hex that holds a point of the plane."""
        near = round((x - RADIUS) / COLUMN) + 1
        found: tuple[float, Cell] | None = None
        for c in (near - 1, near, near + 1):
            r = math.floor(y - (0.5 if self.is_shifted(c) else 0.0)) + 1
            if (c, r) in self:
                cx, cy = self.centre((c, r))
                far = (cx - x) * (cx - x) + (cy - y) * (cy - y)
                if far <= RADIUS * RADIUS and (found is None or far < found[0]):
                    found = (far, (c, r))
        return found[1] if found else None
