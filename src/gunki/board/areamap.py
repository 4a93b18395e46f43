"""A board of areas: which areas touch, and which areas a march can reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

NO_WAY = 999


class AreaMap:
    """The areas of a map, each with an index. `neighbours[a]` holds the neighbours of area a, sorted by index."""

    def __init__(self, names: Sequence[str], edges: Sequence[tuple[str, str]]) -> None:
        self.names = tuple(names)
        index = {name: i for i, name in enumerate(names)}
        linked: list[set[int]] = [set() for _ in names]
        for a, b in edges:
            linked[index[a]].add(index[b])
            linked[index[b]].add(index[a])
        self.neighbours = tuple(tuple(sorted(near)) for near in linked)
        self.near_bits = tuple(sum(1 << b for b in near) for near in self.neighbours)

        self._distances = [self._distances_from(start) for start in range(len(self.names))]

    def _distances_from(self, start: int) -> list[int]:
        steps = {start: 0}
        for area in (queue := [start]):  # the list grows during the loop
            for near in self.neighbours[area]:
                if near not in steps:
                    steps[near] = steps[area] + 1
                    queue.append(near)
        return [steps.get(area, NO_WAY) for area in range(len(self.names))]

    def distance(self, start: int, goal: int) -> int:
        """Return the number of steps between two areas if all areas are open, or NO_WAY if no way connects them."""
        return self._distances[start][goal]


#: What a march pays on its way to an area: the tolls as a bit set, and the areas where they are paid.
Way = tuple[int, tuple[int, ...]]
FREE: list[Way] = [(0, ())]


def reach(
    area_map: AreaMap,
    start: int,
    steps: int,
    closed: int,
    stops: Sequence[int],
    stopper: int,
    toll: Mapping[int, int],
    begin: Way = (0, ()),
) -> dict[int, list[Way]]:
    """Return the areas within `steps` of `start`, each with its ways.

    `closed` is the bit set of areas that may not be entered. A march cannot go on from an area where
    `stops[area] & stopper` is not 0. `toll` gives, for some areas, what entering the area costs: a bit set of tolls.
    Each toll is paid only once on a way. An area has one way for each set of tolls paid, the shortest way first.
    """
    if begin[0] or any(not stops[area] & stopper for area in toll):
        return _reach_by_tolls(area_map, start, steps, closed, stops, stopper, toll, begin)
    # No way leads on from an area with a toll, so the shortest way to each area is enough.
    near = area_map.near_bits
    ways_by_area: dict[int, list[Way]] = {}
    visited = closed | 1 << start
    ring = [start]
    for _ in range(steps):
        new = 0
        for origin in ring:
            new |= near[origin]
        new &= ~visited
        if not new:
            break
        visited |= new
        ring = []
        while new:
            low = new & -new
            new ^= low
            area = low.bit_length() - 1
            ways_by_area[area] = [(toll[area], (area,))] if area in toll else FREE
            if not stops[area] & stopper:
                ring.append(area)
    return ways_by_area


def _reach_by_tolls(
    area_map: AreaMap,
    start: int,
    steps: int,
    closed: int,
    stops: Sequence[int],
    stopper: int,
    toll: Mapping[int, int],
    begin: Way,
) -> dict[int, list[Way]]:
    ways_by_area: dict[int, list[Way]] = {}
    ring: list[tuple[int, Way]] = [(start, begin)]
    for _ in range(steps):
        following: list[tuple[int, Way]] = []
        for origin, (paid, at) in ring:
            for area in area_map.neighbours[origin]:
                if closed >> area & 1 or area == start:
                    continue
                cost = toll.get(area, 0)
                way = (paid | cost, (*at, area)) if cost & ~paid else (paid, at)
                ways = ways_by_area.setdefault(area, [])
                if any(tolls == way[0] for tolls, _ in ways):
                    continue
                ways.append(way)
                if not stops[area] & stopper:
                    following.append((area, way))
        ring = following
    return ways_by_area
