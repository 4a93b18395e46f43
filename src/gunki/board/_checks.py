"""Checks that both versions of the hex kernel share, so that they refuse the same input with the same message."""

from __future__ import annotations

from collections.abc import Sequence

#: The cost of a step that is not possible. As a surcharge of a zone, it also makes a step impossible.
BARRED = 255
#: The largest budget or limit, in points or steps. No way on any map is longer.
UNLIMITED = 1_000_000
#: The largest number of kinds of relays in one trace.
KINDS = 4

Link = tuple[int, int, int]


def check_grid(neighbours: Sequence[int], xs: Sequence[int], ys: Sequence[int]) -> None:
    size = len(xs)
    if not 0 < size <= 10_000 or len(ys) != size or len(neighbours) != 6 * size:
        raise ValueError("a grid has 1 to 10000 hexes, two coordinates and six neighbours each")
    for i, b in enumerate(neighbours):
        if not -1 <= b < size or (b >= 0 and neighbours[6 * b + (i + 3) % 6] != i // 6):
            raise ValueError(f"neighbour {i % 6} of hex {i // 6}: {b} is no hex, or does not lead back")


def check_travel(size: int, costs: bytes, strong: tuple[int, int], weak: tuple[int, int], free: bytes) -> int:
    """Check the tables of a `Travel`; return the largest cost of one step, with surcharges."""
    if len(costs) != 6 * size or len(free) != 6 * size:
        raise ValueError(f"costs and free have {6 * size} bytes, six a hex")
    if any(not 0 <= toll <= BARRED for toll in (*strong, *weak)):
        raise ValueError(f"a surcharge is 0 to {BARRED}")
    dearest: int = max(cost for cost in {0, *costs} if cost != BARRED)
    tolls = [max(a % BARRED, b % BARRED) for a, b in zip(strong, weak, strict=True)]
    return dearest + sum(tolls)


def check_links(size: int, links: Sequence[Link]) -> int:
    """Check links; return the cost of the dearest link."""
    for a, b, cost in links:
        if not (0 <= a < size and 0 <= b < size and 0 <= cost < BARRED):
            raise ValueError(f"link {a}, {b}, {cost}: expected two hexes and a cost of 0 to {BARRED - 1}")
    return max((cost for _, _, cost in links), default=0)


def free_steps(neighbours: Sequence[int], costs: bytes, free: bytes) -> list[Link]:
    if not any(free):
        return []
    return [(i // 6, b, costs[i]) for i, b in enumerate(neighbours) if free[i] and b >= 0 and costs[i] != BARRED]


def check_trace(
    size: int,
    at: Sequence[int],
    kinds: bytes,
    sources: Sequence[int],
    limits: Sequence[Sequence[int]],
    goals: Sequence[int],
) -> None:
    count, sorts = len(at), len(limits)
    if not 0 < sorts <= KINDS or any(len(row) != sorts for row in limits):
        raise ValueError(f"limits is a square table of up to {KINDS} kinds")
    if any(not -1 <= limit <= UNLIMITED for row in limits for limit in row):
        raise ValueError(f"a limit is -1 to {UNLIMITED}")
    if len(kinds) != count or (count and max(kinds) >= sorts):
        raise ValueError("every relay has a kind, and every kind its limits")
    if count and not (min(at) >= 0 and max(at) < size):
        raise ValueError("a relay stands in no hex")
    if sources and not (min(sources) >= 0 and max(sources) < count):
        raise ValueError("a source is the number of a relay")
    if goals and not (min(goals) >= 0 and max(goals) < count):
        raise ValueError("a goal is the number of a relay")


def check_retreat(size: int, start: int, away: Sequence[int], length: int, most: int) -> None:
    if not away:
        raise ValueError("a retreat leads away from at least one hex")
    if not (min(start, *away) >= 0 and max(start, *away) < size):
        raise ValueError("a retreat leads from hex to hex")
    if not 0 <= length <= UNLIMITED or not 0 <= most <= BARRED:
        raise ValueError("the length of a retreat or its cost by step is out of range")


def longest_first(limits: Sequence[Sequence[int]], onward: bool) -> list[int]:
    """Return the kinds of relays, those with the longest legs first.

    If these search first, the other kinds have the least work.
    """
    legs = limits if onward else list(zip(*limits, strict=True))
    return sorted(range(len(limits)), key=lambda kind: -max(legs[kind]))


def check_union(layers: Sequence[bytes | bytearray]) -> None:
    if not layers:
        raise ValueError("a union is one of at least one layer")
    for layer in layers:
        if not isinstance(layer, (bytes, bytearray)):
            raise TypeError("a layer is bytes or a bytearray")
        if len(layer) != len(layers[0]):
            raise ValueError("the layers of a union have one size")
