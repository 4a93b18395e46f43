"""Geometry of flat-top hexes in the drawing plane.

Corners are on a lattice of whole numbers, so that corners shared by hexes are equal.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

Corner = tuple[int, int]
Point = tuple[float, float]

ACROSS = math.sqrt(3) / 6  # one step of the lattice in x; a step in y is half a hex

#: The steps from a centre to its six corners, clockwise from the right corner; y grows downwards.
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
#: The two corners of the side towards n, ne, se, s, sw, nw.
SIDES = ((4, 5), (5, 0), (0, 1), (1, 2), (2, 3), (3, 4))


class HexPlane:
    """The places of the hexes of a map. `shifted` ("even" or "odd") says which columns are half a hex lower."""

    def __init__(self, shifted: str) -> None:
        self._odd = 1 if shifted == "odd" else 0

    def middle(self, number: str) -> Corner:
        column, row = int(number[:2]), int(number[2:])
        return 3 * (column - 1) + 2, 2 * (row - 1) + 1 + (column % 2 == self._odd)

    def centre(self, number: str) -> Point:
        return place(self.middle(number))

    def corners(self, number: str) -> list[Point]:
        x, y = self.middle(number)
        return [place((x + dx, y + dy)) for dx, dy in CORNERS]

    def side(self, number: str, direction: int) -> tuple[Corner, Corner]:
        """Return the two corners of a side, the smaller first, so that both hexes of the side give the same result."""
        x, y = self.middle(number)
        a, b = ((x + CORNERS[k][0], y + CORNERS[k][1]) for k in SIDES[direction])
        return (a, b) if a < b else (b, a)


def place(corner: Corner) -> Point:
    return corner[0] * ACROSS, corner[1] * 0.5


def chains(sides: Iterable[tuple[Corner, Corner]]) -> list[list[Point]]:
    """Join sides into lines. Each line runs from an end or a fork to the next one, or is closed."""
    near: dict[Corner, list[Corner]] = defaultdict(list)
    for a, b in sorted(set(sides)):
        near[a].append(b)
        near[b].append(a)
    done: set[tuple[Corner, Corner]] = set()
    lines = []
    ends = [corner for corner in sorted(near) if len(near[corner]) != 2]
    for start in [*ends, *sorted(near)]:  # after the open lines only closed rings are left
        for step in near[start]:
            if (start, step) in done:
                continue
            line = [start, step]
            done.update(((start, step), (step, start)))
            while len(near[line[-1]]) == 2 and line[-1] != start:
                onward = next(corner for corner in near[line[-1]] if corner != line[-2])
                done.update(((line[-1], onward), (onward, line[-1])))
                line.append(onward)
            lines.append([place(corner) for corner in line])
    return lines


class Inside:
    """Tells whether points are inside a set of rings, by the even-odd rule. Edges are kept in bands of y for speed."""

    BAND = 0.25

    def __init__(self, rings: Iterable[Sequence[Sequence[float]]]) -> None:
        self._bands: dict[int, list[tuple[float, float, float, float]]] = defaultdict(list)
        for ring in rings:
            for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
                if ay != by:
                    low, high = min(ay, by), max(ay, by)
                    for band in range(math.floor(low / self.BAND), math.floor(high / self.BAND) + 1):
                        self._bands[band].append((ax, ay, bx, by))

    def __call__(self, x: float, y: float) -> bool:
        crossed = False
        for ax, ay, bx, by in self._bands.get(math.floor(y / self.BAND), ()):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                crossed = not crossed
        return crossed
