"""The questions to the hex kernel, answered by SciPy and NetworkX in the quickest way that their documents show."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

try:
    import networkx as nx
except ImportError:  # an optional package
    nx = None
try:
    import numpy
    from scipy import sparse
    from scipy.sparse import csgraph
except ImportError:  # optional packages
    numpy = None  # type: ignore[assignment]

#: The cost of an impossible step, the same number as in the kernel.
BARRED = 255
BUDGET = 8
#: The length of a retreat in hexes.
LENGTH = 4
#: A supply line may cost at most this many points, by the kinds of its two ends. Kind 0 is a castle, kind 1 a force.
LIMITS = ((30, 30), (30, 10))
CASTLE, FORCE = 0, 1


@dataclass(frozen=True)
class Ground:
    """A map in the kernel's format.

    `move`, `line` and `back` are the costs of steps in movement, supply lines and retreats.
    """

    name: str
    neighbours: Sequence[int]
    xs: Sequence[int]
    ys: Sequence[int]
    move: bytes
    line: bytes
    back: bytes
    control: bytes
    land: Sequence[int]
    castles: Sequence[int]

    @property
    def size(self) -> int:
        return len(self.xs)


@dataclass
class Scene:
    """Two armies on a map. Force n stands in own[n] beside an enemy. Enemy n could move to aside[n]."""

    own: list[int]
    foes: list[int]
    aside: list[int]
    foe_beside: list[int]
    at: list[int]
    kinds: list[int]
    closed: bytearray
    waive: bytearray
    occupied: bytearray
    strong: bytes

    def source(self, n: int) -> int:
        """Return the relay that serves as the main castle in question n.

        Successive questions take one castle after the other.
        """
        return n % self.kinds.count(CASTLE)

    @classmethod
    def of(cls, ground: Ground, rng: random.Random, forces: int) -> Scene:
        """Return a random scene with `forces` forces on each side.

        The forces stand on open ground, mostly near castles as in a game. Two castles in three belong to our side.
        """
        near = [
            h
            for h in ground.land
            if any(
                abs(ground.xs[h] - ground.xs[c]) < 5 and abs(ground.ys[h] - ground.ys[c]) < 10 for c in ground.castles
            )
        ]
        castles = rng.sample(list(ground.castles), len(ground.castles) * 2 // 3)
        places = [h for h in near if h not in set(ground.castles)]
        spots = rng.sample(places, 2 * forces)
        own, foes = spots[:forces], spots[forces:]
        used_hexes, land = set(spots) | set(ground.castles), set(ground.land)

        def beside(h: int) -> list[int]:
            return [b for b in ground.neighbours[6 * h : 6 * h + 6] if b >= 0 and b in land and b not in used_hexes]

        aside = [rng.choice(beside(h) or [h]) for h in foes]
        foe_beside = [rng.choice([b for b in ground.neighbours[6 * h : 6 * h + 6] if b >= 0]) for h in own]
        closed, waive = bytearray(ground.size), bytearray(ground.size)
        for h in foes:
            closed[h] = 1
        for h in own:
            waive[h] = 1
        occupied = bytearray(waive)
        for h in castles:
            occupied[h] = 1
        kinds = [CASTLE] * len(castles) + [FORCE] * forces
        strong = bytearray(ground.size)
        for h in foes:
            strong[h] += 1
            for i in range(6 * h, 6 * h + 6):
                if ground.neighbours[i] >= 0 and ground.control[i]:
                    strong[ground.neighbours[i]] += 1
        return cls(own, foes, aside, foe_beside, castles + own, kinds, closed, waive, occupied, bytes(strong))


def version_of(name: str) -> str | None:
    """Return the version of an installed package. Return None if the package is not installed."""
    try:
        import_module(name)
        return version(name)
    except (ImportError, PackageNotFoundError):
        return None


class SciPy:
    """The peer that uses scipy.sparse.csgraph.dijkstra over a CSR matrix made with NumPy."""

    @staticmethod
    def version() -> str | None:
        return version_of("scipy")

    def __init__(self, ground: Ground, scene: Scene) -> None:
        self.np: Any = numpy
        self.sparse: Any = sparse
        self.dijkstra: Any = csgraph.dijkstra
        np = self.np
        self.ground, self.scene = ground, scene
        near = np.array(ground.neighbours)
        self.a, self.b = np.repeat(np.arange(ground.size), 6), near
        self.control = np.frombuffer(ground.control, np.uint8).astype(bool)
        self.closed = np.frombuffer(bytes(scene.closed), np.uint8).astype(bool)
        self.waive = np.frombuffer(bytes(scene.waive), np.uint8).astype(bool)
        self.occupied = np.frombuffer(bytes(scene.occupied), np.uint8).astype(bool)
        self.strong = np.frombuffer(scene.strong, np.uint8).astype(np.int32)
        self.xs, self.ys = np.array(ground.xs), np.array(ground.ys)
        self.at, self.kinds, self.limits = np.array(scene.at), np.array(scene.kinds), np.array(LIMITS)
        self.move = self.steps(ground.move)
        self.back = self.steps(ground.back)
        self.graph = self.matrix(self.strong)
        a, b, cost = self.steps(ground.line)
        stay = ~self.closed[b] & ~((self.strong[b] > 0) & ~self.occupied[b])
        # supply goes from the main castle outwards, so the direction of the steps is reversed
        self.lines = self.sparse.csr_matrix((cost[stay], (b[stay], a[stay])), shape=(ground.size, ground.size))

    def steps(self, costs: bytes) -> tuple[Any, Any, Any]:
        cost = self.np.frombuffer(costs, self.np.uint8)
        edges = self.np.flatnonzero((self.b >= 0) & (cost != BARRED))
        edges = edges[self.np.lexsort((self.b[edges], self.a[edges]))]  # sort them in the order of a CSR matrix
        return self.a[edges], self.b[edges], cost[edges].astype(float)

    def weights(self, strong: Any) -> tuple[Any, Any]:
        a, b, cost = self.move
        zone = (strong > 0) & ~self.waive
        return cost + zone[a] + zone[b], ~self.closed[b]

    def matrix(self, strong: Any) -> Any:
        a, b, _ = self.move
        weights, stay = self.weights(strong)
        size = self.ground.size
        return self.sparse.csr_matrix((weights[stay], (a[stay], b[stay])), shape=(size, size))

    def distances_from(self, graph: Any, n: int) -> Distances:
        return Distances(self.dijkstra(graph, indices=self.scene.own[n], limit=BUDGET))

    def reach(self, n: int) -> Distances:
        return self.distances_from(self.graph, n)

    def zones_after_move(self, n: int) -> Any:
        """Return the zones after enemy n has moved one hex."""
        strong = self.strong.copy()
        for h, by in ((self.scene.foes[n], -1), (self.scene.aside[n], 1)):
            around = self.b[6 * h : 6 * h + 6][self.control[6 * h : 6 * h + 6]]
            strong[h] += by
            strong[around[around >= 0]] += by
        return strong

    def change(self, n: int) -> Distances:
        return self.distances_from(self.matrix(self.zones_after_move(n)), n)

    def change_in_place(self, n: int) -> Distances:
        weights, stay = self.weights(self.zones_after_move(n))
        self.graph.data[:] = weights[stay]
        distances = self.distances_from(self.graph, n)
        weights, stay = self.weights(self.strong)
        self.graph.data[:] = weights[stay]
        return distances

    def supply(self, n: int) -> list[bool]:
        """Return which relays are supplied.

        Each call of `dijkstra` searches from all newly supplied relays of one kind.
        """
        np = self.np
        connected = np.zeros(len(self.at), bool)
        connected[self.scene.source(n)] = True
        new, joined = np.array([self.scene.source(n)]), np.zeros(len(self.at), bool)
        while len(new):
            for kind in (CASTLE, FORCE):
                sources = self.at[new[self.kinds[new] == kind]]
                if len(sources):
                    reach = max(row[kind] for row in LIMITS)
                    away = self.dijkstra(self.lines, indices=sources, limit=reach, min_only=True)
                    joined |= away[self.at] <= self.limits[self.kinds, kind]
            new = np.flatnonzero(joined & ~connected)
            connected |= joined
        return [bool(value) for value in connected]

    def retreat(self, n: int) -> Distances:
        np, start, foe = self.np, self.scene.own[n], self.scene.foe_beside[n]
        dx, dy = np.abs(self.xs - self.xs[foe]), np.abs(self.ys - self.ys[foe])
        far = dx + np.maximum(0, (dy - dx) // 2)
        a, b, cost = self.back
        zone = (self.strong > 0) & ~self.waive
        stay = (far[b] == far[a] + 1) & (far[b] <= far[start] + LENGTH) & ~self.closed[b]
        # a weight of 0 would mean that there is no step, so a step weighs 1, and 16 more if it costs a loss
        weights = 16 * np.minimum(1, cost + zone[b]) + 1
        graph = self.sparse.csr_matrix((weights[stay], (a[stay], b[stay])), shape=(self.ground.size, self.ground.size))
        return Distances(self.dijkstra(graph, indices=start), 16, start)


class Distances:
    """An array of distances. Its table of reached hexes is made only for comparison, outside the timing."""

    def __init__(self, away: Any, unit: int = 1, without: int = -1) -> None:
        self.away, self.unit, self.without = away, unit, without

    def table(self) -> dict[int, int]:
        """Return the reached hexes with their points."""
        np: Any = numpy
        hexes = np.flatnonzero(np.isfinite(self.away))
        return {int(h): int(self.away[h]) // self.unit for h in hexes if h != self.without}


class NetworkX:
    """The peer that uses networkx.single_source_dijkstra_path_length over a DiGraph."""

    @staticmethod
    def version() -> str | None:
        return version_of("networkx")

    def __init__(self, ground: Ground, scene: Scene) -> None:
        self.nx: Any = nx
        self.lengths: Any = self.nx.single_source_dijkstra_path_length
        self.ground, self.scene = ground, scene
        self.strong = list(scene.strong)
        self.graph = self.build(ground.move, self.strong)
        self.lines = self.nx.DiGraph()
        for a, b, cost in self.steps(ground.line):
            if not (self.strong[b] and not scene.occupied[b]):
                self.lines.add_edge(b, a, weight=cost)

    def steps(self, costs: bytes) -> list[tuple[int, int, int]]:
        closed = self.scene.closed
        return [
            (i // 6, b, costs[i])
            for i, b in enumerate(self.ground.neighbours)
            if b >= 0 and costs[i] != BARRED and not closed[b]
        ]

    def build(self, costs: bytes, strong: Sequence[int]) -> Any:
        waive = self.scene.waive
        zone = [strong[h] > 0 and not waive[h] for h in range(self.ground.size)]
        graph = self.nx.DiGraph()
        graph.add_weighted_edges_from((a, b, cost + zone[a] + zone[b]) for a, b, cost in self.steps(costs))
        return graph

    def reach(self, n: int) -> Any:
        return self.lengths(self.graph, self.scene.own[n], cutoff=BUDGET)

    def change(self, n: int) -> Any:
        strong, near = self.strong[:], self.ground.neighbours
        for h, by in ((self.scene.foes[n], -1), (self.scene.aside[n], 1)):
            strong[h] += by
            for i in range(6 * h, 6 * h + 6):
                if near[i] >= 0 and self.ground.control[i]:
                    strong[near[i]] += by
        return self.lengths(self.build(self.ground.move, strong), self.scene.own[n], cutoff=BUDGET)

    def supply(self, n: int) -> list[bool]:
        at, kinds = self.scene.at, self.scene.kinds
        connected, new = {self.scene.source(n)}, [self.scene.source(n)]
        while new:
            joined: set[int] = set()
            for kind in (CASTLE, FORCE):
                sources = {at[i] for i in new if kinds[i] == kind} & set(self.lines)
                if sources:
                    reach = max(row[kind] for row in LIMITS)
                    away = self.nx.multi_source_dijkstra_path_length(self.lines, sources, cutoff=reach)
                    joined |= {i for i, h in enumerate(at) if away.get(h, reach + 1) <= LIMITS[kinds[i]][kind]}
            new = sorted(joined - connected)
            connected |= joined
        return [i in connected for i in range(len(at))]

    def retreat(self, n: int) -> Any:
        ground, start, foe = self.ground, self.scene.own[n], self.scene.foe_beside[n]
        waive = self.scene.waive

        def far(h: int) -> int:
            dx, dy = abs(ground.xs[h] - ground.xs[foe]), abs(ground.ys[h] - ground.ys[foe])
            return dx + max(0, (dy - dx) // 2)

        graph = self.nx.DiGraph()
        graph.add_node(start)
        level = {start}
        for distance in range(far(start) + 1, far(start) + 1 + LENGTH):
            ahead = set()
            for a in level:
                for i in range(6 * a, 6 * a + 6):
                    b = ground.neighbours[i]
                    if b >= 0 and ground.back[i] != BARRED and not self.scene.closed[b] and far(b) == distance:
                        loss = min(1, ground.back[i] + (self.strong[b] > 0 and not waive[b]))
                        graph.add_edge(a, b, weight=loss)
                        ahead.add(b)
            level = ahead
        distances = dict(self.lengths(graph, start))
        del distances[start]
        return distances
