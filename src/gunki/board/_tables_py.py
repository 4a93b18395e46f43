"""The tables of the hex kernel in plain Python: the grid, step costs, zones of control."""

from __future__ import annotations

from collections.abc import Sequence

from gunki.board._checks import BARRED, Link, check_grid, check_links, check_travel, check_union, free_steps

Layer = bytes | bytearray | None
Layers = tuple[bytes | bytearray, bytes | bytearray, bytes | bytearray, bytes | bytearray]
Rows = list[tuple[tuple[int, int], ...]]
Free = dict[int, tuple[tuple[int, int], ...]]


def union(*layers: bytes | bytearray) -> bytes:
    """Return a layer that is set in each hex where at least one of these layers is set."""
    check_union(layers)
    total = 0
    for layer in layers:
        total |= int.from_bytes(layer, "little")
    return total.to_bytes(len(layers[0]), "little")


class Grid:
    """The hexes of a map: which ones touch, and how far apart they are.

    `neighbours` has six entries for each hex, one for each direction; the entry is -1 if there is no hex. The opposite
    of direction d is (d + 3) % 6. `xs` holds the column of each hex, and `ys` twice its row, plus one in a shifted
    column.
    """

    __slots__ = ("neighbours", "size", "xs", "ys", "zeros")

    def __init__(self, neighbours: Sequence[int], xs: Sequence[int], ys: Sequence[int]) -> None:
        check_grid(neighbours, xs, ys)
        self.size = len(xs)
        self.neighbours = list(neighbours)
        self.xs = list(xs)
        self.ys = list(ys)
        self.zeros = bytes(self.size)

    def distance(self, a: int, b: int) -> int:
        """Return the distance from a to b in hexes."""
        self.check(a)
        self.check(b)
        dx = abs(self.xs[a] - self.xs[b])
        dy = abs(self.ys[a] - self.ys[b])
        return dx if dy <= dx else (dx + dy) // 2

    def check(self, h: int) -> None:
        if not 0 <= h < self.size:
            raise ValueError(f"no hex has the index {h}")

    def layer(self, given: Layer) -> bytes | bytearray:
        if given is None:
            return self.zeros
        if not isinstance(given, (bytes, bytearray)):
            raise TypeError("a layer is bytes, a bytearray or None")
        if len(given) != self.size:
            raise ValueError(f"a layer has {self.size} bytes, one a hex")
        return given

    def layers(self, strong: Layer, weak: Layer, waive: Layer, stop: Layer) -> Layers:
        """Return the layers of strong zones and of all zones, `waive` and `stop`. None becomes a layer of zeros."""
        inner, outer = self.layer(strong), self.layer(weak)
        return inner, inner if weak is None else union(inner, outer), self.layer(waive), self.layer(stop)


class Travel:
    """The costs of travel: of each step, and of zones of control.

    `costs` has a byte for each hex and direction. `strong` and `weak` are the surcharges (entering, leaving) of the two
    kinds of zones; a hex in both counts as strong. Steps marked in `free`, and `links` (from, to, cost), ignore closed
    hexes and zones; sea routes are an example.
    """

    __slots__ = ("_costs", "_into", "enter", "grid", "into_free", "least", "leave", "out", "out_free", "widest")

    def __init__(
        self,
        grid: Grid,
        costs: bytes,
        strong: tuple[int, int] = (0, 0),
        weak: tuple[int, int] = (0, 0),
        links: Sequence[Link] = (),
        free: bytes | None = None,
    ) -> None:
        free = bytes(6 * grid.size) if free is None else free
        self.widest = check_travel(grid.size, costs, strong, weak, free)
        self.grid = grid
        self.enter = (strong[0], weak[0])
        self.leave = (strong[1], weak[1])
        self.least = min(costs)
        self.out = self._rows(costs, free, 0)
        self._into: Rows = []
        self._costs = (costs, free)
        self.out_free: Free = {}
        self.into_free: Free = {}
        self._add(free_steps(grid.neighbours, costs, free))
        self._add(links)

    def _rows(self, costs: bytes, free: bytes, turn: int) -> Rows:
        """Return for each hex the steps out of it (or into it, if `turn` is 3): the other hex and the cost of each."""
        near = self.grid.neighbours
        rows: Rows = []
        for a in range(self.grid.size):
            row = []
            for d in range(6):
                b = near[6 * a + d]
                step = 6 * b + (d + 3) % 6 if turn else 6 * a + d
                if b >= 0 and costs[step] != BARRED and not free[step]:
                    row.append((b, costs[step]))
            rows.append(tuple(row))
        return rows

    @property
    def into(self) -> Rows:
        """The steps into each hex. They are made when first needed, because only a trace searches backwards."""
        if not self._into:
            self._into += self._rows(*self._costs, 3)
        return self._into

    def with_links(self, links: Sequence[Link]) -> Travel:
        """Return a copy with more links, such as those of a position. It shares the tables of the original."""
        other: Travel = object.__new__(Travel)
        other.grid, other.enter, other.leave, other.widest = self.grid, self.enter, self.leave, self.widest
        other.out, other.least, other._into, other._costs = self.out, self.least, self._into, self._costs
        other.out_free, other.into_free = self.out_free.copy(), self.into_free.copy()
        other._add(links)
        return other

    def _add(self, links: Sequence[Link]) -> None:
        self.widest = max(self.widest, check_links(self.grid.size, links))
        for a, b, cost in links:
            self.out_free[a] = ((b, cost), *self.out_free.get(a, ()))
            self.into_free[b] = ((a, cost), *self.into_free.get(b, ()))


class Control:
    """The neighbours that the zone of a hex reaches.

    `sides` has a byte for each hex and direction; it is 0 if the zone does not reach the neighbour in that direction.
    """

    __slots__ = ("grid", "rows")

    def __init__(self, grid: Grid, sides: bytes) -> None:
        if len(sides) != 6 * grid.size:
            raise ValueError(f"sides has {6 * grid.size} bytes, six a hex")
        self.grid = grid
        near = grid.neighbours
        self.rows = [
            tuple(near[i] for i in range(6 * h, 6 * h + 6) if sides[i] and near[i] >= 0) for h in range(grid.size)
        ]

    def put(self, core: bytearray, ring: bytearray, h: int) -> None:
        """Add a source of control: count it in `core` for its hex, in `ring` for neighbours that its zone reaches."""
        self._change(core, ring, h, 1, 255)

    def take(self, core: bytearray, ring: bytearray, h: int) -> None:
        """Remove a source of control from a hex."""
        self._change(core, ring, h, -1, 0)

    def _change(self, core: bytearray, ring: bytearray, h: int, by: int, end: int) -> None:
        grid = self.grid
        grid.check(h)
        if not (isinstance(core, bytearray) and isinstance(ring, bytearray)):
            raise TypeError("the counts of a zone are bytearrays")
        if len(core) != grid.size or len(ring) != grid.size:
            raise ValueError(f"a layer has {grid.size} bytes, one a hex")
        row = self.rows[h]
        if core[h] == end or any(ring[b] == end for b in row):
            raise ValueError("a zone is counted from 0 to 255")
        core[h] += by
        for b in row:
            ring[b] += by
