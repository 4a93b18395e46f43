"""The corners of a grid as a graph: rivers and borders run from corner to corner along the sides of hexes."""

from collections import defaultdict
from functools import cached_property

from maps.board import Pair, pair
from maps.hexes import RADIUS, Cell, Grid, Point

Corner = tuple[int, int]  # whole numbers: steps of half a radius to the right, and steps of half a hex down
Edge = tuple[Corner, Corner]  # a side as its two corners, the smaller first


def corner_key(point: Point) -> Corner:
    return round(point[0] / (RADIUS / 2)), round(point[1] / 0.5)


def position(corner: Corner) -> Point:
    return corner[0] * RADIUS / 2, corner[1] * 0.5


def edge(a: Corner, b: Corner) -> Edge:
    return (a, b) if a < b else (b, a)


class Corners:
    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.cells: dict[Edge, list[Cell]] = defaultdict(list)  # the two hexes at each side; only one at the rim
        self.next: dict[Corner, set[Corner]] = defaultdict(set)
        for cell in grid:
            around = [corner_key(point) for point in grid.corners(cell)]
            for a, b in zip(around, around[1:] + around[:1], strict=True):
                self.cells[edge(a, b)].append(cell)
                self.next[a].add(b)
                self.next[b].add(a)

    @cached_property
    def edges(self) -> list[Edge]:
        return sorted(self.cells)

    @cached_property
    def middles(self) -> list[Point]:
        return [((a[0] + b[0]) * RADIUS / 4, (a[1] + b[1]) * 0.25) for a, b in self.edges]

    def of(self, a: Cell, b: Cell) -> Edge:
        """Return the side between two neighbours."""
        start, end = self.grid.side(a, b)
        return edge(corner_key(start), corner_key(end))

    def pair(self, side: Edge) -> Pair | None:
        """Return the two hexes of a side, or None if it is at the rim of the map."""
        cells = self.cells[side]
        return pair(*cells) if len(cells) == 2 else None


def chains(edges: list[Edge]) -> list[list[Corner]]:
    """Join sides into lines. A line ends at a fork or where no side follows. A line without ends is closed."""
    links: dict[Corner, list[Corner]] = defaultdict(list)
    for a, b in sorted(edges):
        links[a].append(b)
        links[b].append(a)
    left = set(edges)
    result: list[list[Corner]] = []

    def follow(start: Corner, then: Corner) -> None:
        line = [start, then]
        left.discard(edge(start, then))
        while len(links[line[-1]]) == 2:
            onward = next((n for n in links[line[-1]] if edge(line[-1], n) in left), None)
            if onward is None:
                break
            left.discard(edge(line[-1], onward))
            line.append(onward)
        result.append(line)

    for corner in sorted(links):
        if len(links[corner]) != 2:
            for near in links[corner]:
                if edge(corner, near) in left:
                    follow(corner, near)
    while left:  # only closed rings remain
        start, then = min(left)
        follow(start, then)
    return result
