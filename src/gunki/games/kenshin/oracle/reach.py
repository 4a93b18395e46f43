"""The hexes a force can march to, and their costs (10-3 to 10-8, 14, K-45, K-81)."""

from __future__ import annotations

import heapq

from gunki.games.kenshin.oracle.board import Board, Man
from gunki.games.kenshin.oracle.ground import BOX, COSTS, RIVER
from gunki.games.kenshin.oracle.zones import Zones

POINTS = 6


def terrain_and_river(board: Board, start: str, goal: str) -> int:
    """Return the cost of terrain and a river side, without enemy control (10-4-2, TBL-TERRAIN river)."""
    return COSTS[board.ground.terrain[goal]] + (RIVER if board.ground.is_river_between(start, goal) else 0)


def reach(board: Board, mover: Man, points: int, zones: Zones | None = None) -> dict[str, int]:
    """Return the least cost of each hex that a force can march to. A force in the box can only enter the map."""
    ground = board.ground
    zones = zones or Zones(board, board.side(mover))
    best: dict[str, int] = {}
    queue: list[tuple[int, str]] = []

    def offer(where: str, cost: int) -> None:
        if cost <= points and cost < best.get(where, points + 1):
            best[where] = cost
            heapq.heappush(queue, (cost, where))

    if mover.place == BOX:  # the cost counts the entry hex and enemy control, but no river (9-3-1 entry, K-81)
        for where in ground.west:
            if not zones.is_closed(where):
                best[where] = COSTS[ground.terrain[where]] + zones.surcharge(where, mover.id)
        return best
    offer(mover.place, 0)
    while queue:
        cost, where = heapq.heappop(queue)
        if cost > best[where]:
            continue
        for near in ground.joined[where]:
            if not zones.is_closed(near):
                offer(near, cost + terrain_and_river(board, where, near) + zones.surcharge(near, mover.id))
    best.pop(mover.place, None)
    return best


def march_options(board: Board, mover: Man, points: int) -> dict[str, int]:
    """Return every option of a march, with its cost."""
    ground = board.ground
    zones = Zones(board, board.side(mover))
    costs = {f"to {where}": cost for where, cost in reach(board, mover, points, zones).items()}
    if mover.place != BOX:
        for near in ground.joined[mover.place]:
            if near in zones.enemies:
                if points >= 1:  # 10-7-1: placing a marker costs one point
                    costs[f"engage {near}"] = 1
                cost = terrain_and_river(board, mover.place, near)
                if cost <= points:  # enemy control does not count: ERR-1
                    costs[f"overrun {near}"] = cost
        marked = board.side(mover) in board.fortified.get(mover.place, set())
        if points == POINTS and not mover.inside and not marked:  # 10-8, K-04: building takes all points
            costs["fortify"] = POINTS
    costs["halt"] = 0
    return costs
