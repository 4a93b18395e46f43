"""The hex kernel in plain Python: the twin of `_kernel.pyx`, with the same names and the same results.

Hexes are indices 0..size-1. A layer is `bytes` or a `bytearray` with one byte for each hex, 0 meaning "no"; None stands
for a layer of zeros. Change both files together: tests/board/test_twins.py compares them on thousands of queries.
"""

from __future__ import annotations

from collections.abc import Sequence

from gunki.board._checks import BARRED, UNLIMITED, check_retreat, check_trace, longest_first
from gunki.board._tables_py import Control as Control
from gunki.board._tables_py import Free, Layers, Rows
from gunki.board._tables_py import Grid as Grid
from gunki.board._tables_py import Layer as Layer
from gunki.board._tables_py import Travel as Travel
from gunki.board._tables_py import union as union

#: A cost that stands for "not reached"; it is larger than any budget.
FAR = UNLIMITED + 1


# -- moving -----------------------------------------------------------------------------------------------------------


def reach(
    travel: Travel,
    start: int,
    budget: int,
    closed: Layer = None,
    strong: Layer = None,
    weak: Layer = None,
    waive: Layer = None,
    stop: Layer = None,
) -> list[int]:
    """Return every hex within the budget, cheapest first, beginning with the start.

    `closed` hexes cannot be entered. Zones cost nothing where `waive` is set. A way cannot lead on from a `stop` hex.
    """
    return _forward(travel, start, budget, closed, strong, weak, waive, stop, -1, [], {})


def reach_points(
    travel: Travel,
    start: int,
    budget: int,
    closed: Layer = None,
    strong: Layer = None,
    weak: Layer = None,
    waive: Layer = None,
    stop: Layer = None,
) -> dict[int, int]:
    """Return the hexes that `reach` returns, in the same order, each with the lowest cost of reaching it."""
    best: list[int] = []
    order = _forward(travel, start, budget, closed, strong, weak, waive, stop, -1, best, {})
    return {h: best[h] for h in order}


def path(
    travel: Travel,
    start: int,
    target: int,
    budget: int,
    closed: Layer = None,
    strong: Layer = None,
    weak: Layer = None,
    waive: Layer = None,
    stop: Layer = None,
) -> list[int]:
    """Return the hexes of a cheapest way from start to target, both included, or no hexes if none is cheap enough."""
    travel.grid.check(target)
    before: dict[int, int] = {}
    order = _forward(travel, start, budget, closed, strong, weak, waive, stop, target, [], before)
    return _way(before, start, target) if order[-1] == target else []


def points(
    travel: Travel,
    start: int,
    target: int,
    budget: int,
    closed: Layer = None,
    strong: Layer = None,
    weak: Layer = None,
    waive: Layer = None,
    stop: Layer = None,
) -> int:
    """Return the cost of a cheapest way from start to target, or -1 if none is within the budget."""
    travel.grid.check(target)
    best: list[int] = []
    order = _forward(travel, start, budget, closed, strong, weak, waive, stop, target, best, {})
    return best[target] if order[-1] == target else -1


def _way(before: dict[int, int], start: int, target: int) -> list[int]:
    way = [target]
    while way[-1] != start:
        way.append(before[way[-1]])
    way.reverse()
    return way


def _forward(
    travel: Travel,
    start: int,
    budget: int,
    closed: Layer,
    strong: Layer,
    weak: Layer,
    waive: Layer,
    stop: Layer,
    target: int,
    best: list[int],
    before: dict[int, int],
) -> list[int]:
    grid = travel.grid
    grid.check(start)
    if not 0 <= budget <= UNLIMITED:
        raise ValueError(f"a budget is 0 to {UNLIMITED}")
    best += [budget + 1] * grid.size
    rows, tolls = (travel.out, travel.out_free), (travel.leave, travel.enter)
    layers = grid.layers(strong, weak, waive, stop)
    return _sweep(
        rows,
        (travel.least, travel.widest),
        tolls,
        [start],
        budget,
        grid.zeros,
        grid.layer(closed),
        layers,
        target,
        best,
        before,
    )


def _sweep(
    rows: tuple[Rows, Free],
    steps: tuple[int, int],
    tolls: tuple[tuple[int, int], tuple[int, int]],
    starts: list[int],
    budget: int,
    shut_here: bytes | bytearray,
    shut_there: bytes | bytearray,
    layers: Layers,
    target: int,
    best: list[int],
    before: dict[int, int],
) -> list[int]:
    """Search by Dijkstra's algorithm with a ring of buckets; return the hexes in the order in which they were settled.

    The search continues from a hex only if it lowers `best` there. In the names of parameters, "here" is the hex from
    which the search goes on, and "there" is the next hex. A step costs the surcharges for leaving one hex and entering
    the other. If the search runs against the direction of travel (in a trace), "here" is the hex that is entered.
    Therefore the surcharges (`tolls`) and the closed hexes are given for both hexes.
    """
    regular, loose = rows
    (strong_here, weak_here), (strong_there, weak_there) = tolls
    strong, zone, waive, stop = layers
    least, size = steps[0], steps[1] + 1
    ring: list[list[int]] = [[] for _ in range(size)]
    ring[0] += starts
    for start in starts:
        best[start] = 0
    order: list[int] = []
    spent, last = 0, 0
    while spent <= last:
        bucket = ring[spent % size]
        while bucket:
            a = bucket.pop()
            if best[a] < spent:
                continue
            order.append(a)
            if a == target:
                return order
            if stop[a] and len(order) > 1:
                continue
            base = spent
            if zone[a] and not waive[a]:
                toll = strong_here if strong[a] else weak_here
                base = FAR if toll == BARRED else spent + toll
            if base + least <= budget and not shut_here[a]:
                for b, cost in regular[a]:
                    new = base + cost
                    if new >= best[b] or new > budget or shut_there[b]:
                        continue
                    if zone[b] and not waive[b]:
                        toll = strong_there if strong[b] else weak_there
                        new += toll
                        if toll == BARRED or new >= best[b] or new > budget:
                            continue
                    best[b] = new
                    before[b] = a
                    ring[new % size].append(b)
                    if new > last:
                        last = new
            if not loose:
                continue
            for b, cost in loose.get(a, ()):
                new = spent + cost
                if new < best[b] and new <= budget:
                    best[b] = new
                    before[b] = a
                    ring[new % size].append(b)
                    if new > last:
                        last = new
        spent += 1
    return order


# -- communication ----------------------------------------------------------------------------------------------------


def trace(
    travel: Travel,
    at: Sequence[int],
    kinds: bytes,
    sources: Sequence[int],
    limits: Sequence[Sequence[int]],
    closed: Layer = None,
    strong: Layer = None,
    weak: Layer = None,
    waive: Layer = None,
) -> list[int]:
    """Return the lines of communication: for each relay, the next relay on its way to a source.

    The next relay of a source is the source itself. For a relay without a line, the result is -1. Relay i stands in hex
    `at[i]` and is of kind `kinds[i]`; `sources` are numbers of relays. A leg from a relay of kind s to one of kind t
    costs at most `limits[s][t]` points, counted like a move from the first relay to the second. If this limit is -1,
    there are no such legs. The hex where a leg begins may be closed or in a zone; the hexes that it enters may not.
    """
    return _spread(travel, at, kinds, sources, limits, (closed, strong, weak, waive), False, (), range(len(limits)))


def connect_relays(
    travel: Travel,
    at: Sequence[int],
    kinds: bytes,
    sources: Sequence[int],
    limits: Sequence[Sequence[int]],
    closed: Layer = None,
    strong: Layer = None,
    weak: Layer = None,
    waive: Layer = None,
    onward: bool = False,
    goals: Sequence[int] = (),
) -> list[int]:
    """Return, for each relay, a relay that connects it with a source.

    The result for a source is the source itself, and for a relay without a connection -1. The legs are not always the
    shortest, so that the search is faster than `trace`. If `onward` is true, legs lead from a source to the relay, not
    from the relay to a source. The search stops at the first of the `goals` (numbers of relays) that it reaches. Then
    the result for other relays may be -1 although they are connected.
    """
    turns, layers = longest_first(limits, onward), (closed, strong, weak, waive)
    return _spread(travel, at, kinds, sources, limits, layers, onward, goals, turns)


def _spread(
    travel: Travel,
    at: Sequence[int],
    kinds: bytes,
    sources: Sequence[int],
    limits: Sequence[Sequence[int]],
    masks: tuple[Layer, Layer, Layer, Layer],
    onward: bool,
    goals: Sequence[int],
    turns: Sequence[int],
) -> list[int]:
    """Return, for each relay, a relay that connects it with a source, as `trace` and `connect_relays` do.

    `turns` holds the kinds of relays in the order in which they search.
    """
    grid = travel.grid
    check_trace(grid.size, at, kinds, sources, limits, goals)
    layers, steps = grid.layers(*masks[1:], None), (travel.least, travel.widest)
    here_shut, there_shut = grid.layer(masks[0]), grid.layer(None)
    rows, tolls = (travel.into, travel.into_free), (travel.enter, travel.leave)
    if onward:
        here_shut, there_shut = there_shut, here_shut
        rows, tolls = (travel.out, travel.out_free), (travel.leave, travel.enter)
    relays_at: dict[int, list[int]] = {}
    for i, h in enumerate(at):
        relays_at.setdefault(h, []).append(i)
    via, wanted = [-1] * len(at), frozenset(goals)
    missing = [kinds.count(kind) for kind in range(len(limits))]
    joined: list[list[int]] = [[] for _ in limits]
    for i in dict.fromkeys(sources):
        via[i] = i
        missing[kinds[i]] -= 1
        joined[kinds[i]].append(i)
        if i in wanted:
            return via
    # For each kind of relay, a table of the distance from each hex to the nearest connected relay of this kind. Newly
    # connected relays of one kind search together, and only in hexes to which they are nearer than all relays that were
    # connected before them.
    nearest = [[FAR] * grid.size for _ in limits]
    while any(joined):
        kind = next(kind for kind in turns if joined[kind])
        best, allowed = nearest[kind], list(limits[kind]) if onward else [row[kind] for row in limits]
        owner: dict[int, int] = {}
        for r in joined[kind]:
            if best[at[r]] != 0:
                owner.setdefault(at[r], r)
        joined[kind] = []
        furthest = max(limit if missing[s] else -1 for s, limit in enumerate(allowed))
        if furthest < 0 or not owner:
            continue
        before: dict[int, int] = {}
        for h in _sweep(rows, steps, tolls, list(owner), furthest, here_shut, there_shut, layers, -1, best, before):
            for i in relays_at.get(h, ()):
                if via[i] < 0 and best[h] <= allowed[kinds[i]]:
                    root = h
                    while root not in owner:
                        root = before[root]
                    via[i] = owner[root]
                    if i in wanted:
                        return via
                    missing[kinds[i]] -= 1
                    joined[kinds[i]].append(i)
    return via


# -- retreats ---------------------------------------------------------------------------------------------------------


def retreat(
    travel: Travel,
    start: int,
    away: Sequence[int],
    length: int,
    most: int = BARRED,
    closed: Layer = None,
    strong: Layer = None,
    weak: Layer = None,
    waive: Layer = None,
) -> dict[int, int]:
    """Return the hexes that a retreat of up to `length` steps can reach, with the lowest cost of each.

    Each step leads farther from every hex of `away`. A step costs as much as in `travel`, but at most `most`. Links and
    free steps are not used.
    """
    return _fall_back(travel, start, away, length, most, closed, strong, weak, waive)[0]


def retreat_path(
    travel: Travel,
    start: int,
    target: int,
    away: Sequence[int],
    length: int,
    most: int = BARRED,
    closed: Layer = None,
    strong: Layer = None,
    weak: Layer = None,
    waive: Layer = None,
) -> list[int]:
    """Return the hexes of a cheapest retreat from start to target, both included, or no hexes if there is none."""
    travel.grid.check(target)
    reached, before = _fall_back(travel, start, away, length, most, closed, strong, weak, waive)
    return _way(before, start, target) if target in reached else []


def _fall_back(
    travel: Travel,
    start: int,
    away: Sequence[int],
    length: int,
    most: int,
    closed: Layer,
    strong: Layer,
    weak: Layer,
    waive: Layer,
) -> tuple[dict[int, int], dict[int, int]]:
    grid = travel.grid
    check_retreat(grid.size, start, away, length, most)
    shut, strong, weak, waive = (grid.layer(layer) for layer in (closed, strong, weak, waive))
    xs, ys, out = grid.xs, grid.ys, travel.out
    reached: dict[int, int] = {}
    before: dict[int, int] = {}
    # Each step leads exactly one hex farther away, so all ways to a hex have the same number of steps.
    level = {start: 0}
    foes = [(xs[h], ys[h], grid.distance(start, h)) for h in away]
    for _ in range(length):
        ahead: dict[int, int] = {}
        foes = [(x, y, d + 1) for x, y, d in foes]
        for a, paid in level.items():
            leaving = 0
            if (strong[a] or weak[a]) and not waive[a]:
                leaving = travel.leave[0 if strong[a] else 1]
            if leaving == BARRED:
                continue
            for b, cost in out[a]:
                if shut[b]:
                    continue
                nearer = False
                for x, y, d in foes:
                    dx, dy = abs(xs[b] - x), abs(ys[b] - y)
                    if (dx if dy <= dx else (dx + dy) // 2) != d:
                        nearer = True
                        break
                if nearer:
                    continue
                entering = 0
                if (strong[b] or weak[b]) and not waive[b]:
                    entering = travel.enter[0 if strong[b] else 1]
                if entering == BARRED:
                    continue
                new = paid + min(cost + leaving + entering, most)
                if new < ahead.get(b, FAR):
                    ahead[b] = new
                    before[b] = a
        if not ahead:
            break
        reached |= ahead
        level = ahead
    return reached, before
