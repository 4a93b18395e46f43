"""A board of areas: neighbours, and which areas a march can reach."""

from __future__ import annotations

from collections.abc import Sequence


class AreaMap:
    """Areas by index; `neighbours[a]` in the order of the map."""

    def __init__(self, names: Sequence[str], edges: Sequence[tuple[str, str]]) -> None:
        self.names = tuple(names)
        index = {name: i for i, name in enumerate(names)}
        linked: list[set[int]] = [set() for _ in names]
        for a, b in edges:
            linked[index[a]].add(index[b])
            linked[index[b]].add(index[a])
        self.neighbours = tuple(tuple(sorted(near)) for near in linked)

    def distance(self, start: int, goal: int) -> int:
        """Steps between two areas, whatever stands between; -1 if there is no way."""
        seen, ring, steps = {start}, [start], 0
        while ring:
            if goal in ring:
                return steps
            ring = [b for a in ring for b in self.neighbours[a] if b not in seen]
            ring = list(dict.fromkeys(ring))
            seen.update(ring)
            steps += 1
        return -1


#: A way to an area: which toll bits it costs, and the areas that cost them.
Way = tuple[int, tuple[int, ...]]


def reach(
    area_map: AreaMap,
    start: int,
    steps: int,
    closed: int,
    stops: Sequence[int],
    stopper: int,
    toll: Sequence[int],
    begin: Way = (0, ()),
) -> dict[int, list[Way]]:
    """Areas within `steps` of `start`, each with its ways.

    `closed`: bit set of areas that may not be entered. A march ends in an area where `stops[area] & stopper`.
    `toll[area]`: bits that entering costs once; there is one way for each set of tolls, the least first found.
    """
    neighbours = area_map.neighbours
    found: dict[int, list[Way]] = {}
    ring: list[tuple[int, Way]] = [(start, begin)]
    for _ in range(steps):
        following: list[tuple[int, Way]] = []
        for here, (paid, at) in ring:
            for area in neighbours[here]:
                if closed >> area & 1 or area == start:
                    continue
                cost = toll[area]
                way = (paid | cost, (*at, area)) if cost & ~paid else (paid, at)
                ways = found.get(area)
                if ways is None:
                    found[area] = [way]
                elif any(known == way[0] for known, _ in ways):
                    continue
                else:
                    ways.append(way)
                if not stops[area] & stopper:
                    following.append((area, way))
        if not following:
            break
        ring = following
    return found
