"""Movement points along the cheapest way, with a game's terrain costs; used only to check maps."""

import heapq
from collections.abc import Collection, Mapping
from typing import Any

from maps.board import Board
from maps.hexes import Cell

SNOW_TIMES = 2  # how many times as much terrain costs in snow (kanto 32-1); only kanto has snow


def step_cost(board: Board, costs: Mapping[str, Any], here: Cell, near: Cell, *, snow: bool = False) -> int | None:
    """Return the cost of a step, or None if the step is not possible.

    If `snow` is true, hexes with snow cost twice as much, and foothills with snow cannot be entered. These are the
    rules for lines of communication (kanto 32-1-2, 32-1-3).
    """
    ground = board.hexes[near]
    if ground.terrain not in costs or (snow and ground.snow and ground.terrain == "foothills"):
        return None
    side = board.side(here, near)
    crossing = 0
    if side is not None and side.kind == "river":
        crossing = int(costs.get("bridge", 0) if side.crossing == "bridge" else costs["river"])
    return int(costs[ground.terrain]) * (SNOW_TIMES if snow and ground.snow else 1) + crossing


def reach(
    board: Board,
    costs: Mapping[str, Any],
    starts: Mapping[Cell, int],
    *,
    closed: Collection[Cell] = (),
    snow: bool = False,
) -> tuple[dict[Cell, int], dict[Cell, Cell]]:
    """Return, for each hex, the lowest cost of reaching it, and the hex before it on the way.

    `starts` gives the points already spent at each starting hex.
    """
    best, before = dict(starts), {start: start for start in starts}
    queue = [(spent, start) for start, spent in starts.items()]
    heapq.heapify(queue)
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here]:
            continue
        for near in board.steps(here):
            cost = step_cost(board, costs, here, near, snow=snow)
            if cost is not None and near not in closed and spent + cost < best.get(near, 1 << 30):
                best[near], before[near] = spent + cost, here
                heapq.heappush(queue, (spent + cost, near))
    return best, before


def cheapest(
    board: Board, costs: Mapping[str, Any], start: Cell, goal: Cell, via: Collection[Cell] = ()
) -> tuple[int, list[Cell]] | None:
    """Return the points spent and the hexes passed, or None if there is no way."""
    total, way = 0, [start]
    for end in (*via, goal):
        best, before = reach(board, costs, {way[-1]: 0})
        if end not in best:
            return None
        path = [end]
        while path[-1] != way[-1]:
            path.append(before[path[-1]])
        total, way = total + best[end], way + path[-2::-1]
    return total, way
