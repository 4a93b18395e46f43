"""Movement points along the cheapest way, with a game's terrain costs: only to check that a map can be marched on."""

import heapq
from collections.abc import Mapping
from typing import Any

from maps.board import Board
from maps.hexes import Cell


def step_cost(board: Board, costs: Mapping[str, Any], here: Cell, near: Cell) -> int:
    side = board.side(here, near)
    river = side is not None and side.kind == "river" and side.crossing != "bridge"
    return int(costs[board.hexes[near].terrain]) + (int(costs["river"]) if river else 0)


def cheapest(board: Board, costs: Mapping[str, Any], start: Cell, goal: Cell) -> tuple[int, list[Cell]] | None:
    """Points spent and the hexes passed, or nothing if there is no way."""
    best, before, queue = {start: 0}, {start: start}, [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here == goal:
            path = [goal]
            while path[-1] != start:
                path.append(before[path[-1]])
            return spent, path[::-1]
        if spent > best[here]:
            continue
        for near in board.steps(here):
            total = spent + step_cost(board, costs, here, near)
            if total < best.get(near, 1 << 30):
                best[near], before[near] = total, here
                heapq.heappush(queue, (total, near))
    return None
