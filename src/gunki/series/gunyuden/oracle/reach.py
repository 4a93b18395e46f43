"""The hexes that a force can reach, and their costs (15, 16)."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from gunki.series.gunyuden.oracle.board import Force, Table
from gunki.series.gunyuden.oracle.ground import Ground
from gunki.series.gunyuden.oracle.zones import Zones

ALLOWANCE = 8
#: The cost of going into a castle or coming out of it (16-1-1, 16-3).
GATE = 1

Cost = Callable[[str, str], int | None]


def spread_out(
    starts: dict[str, int], around: Callable[[str], Iterable[str]], cost: Cost, limit: int
) -> dict[str, int]:
    """Return every place that can be reached within the limit, with its least cost."""
    best: dict[str, int] = {}
    waiting = [(points, place) for place, points in starts.items() if points <= limit]
    heapq.heapify(waiting)
    while waiting:
        points, place = heapq.heappop(waiting)
        if place in best:
            continue
        best[place] = points
        for near in around(place):
            step = cost(place, near)
            if step is not None and points + step <= limit and near not in best:
                heapq.heappush(waiting, (points + step, near))
    return best


class Reach:
    """The movement of one force."""

    def __init__(
        self, table: Table, ground: Ground, zones: Zones, force: Force, closed: Callable[[str, str], bool]
    ) -> None:
        self.table = table
        self.ground = ground
        self.zones = zones
        self.force = force
        self.closed = closed

    @property
    def allowance(self) -> int:
        """The movement points of a force: eight, less the morale that it has lost (15-2-1, 15-6-3)."""
        return ALLOWANCE + self.force.lead.morale

    def is_near_enemy(self, number: str) -> bool:
        """Return whether an enemy force or castle, in any state, is in a hex or beside it (15-3-1, G-10)."""
        zones = self.zones
        places = (number, *self.ground.around[number])
        return any(h in zones.all_foes or h in zones.enemy_castles for h in places)

    def may_enter(self, a: str, b: str) -> bool:
        """Return whether the force may go from one hex into another at all (15-6-2, T-39)."""
        return b not in self.zones.foes and not self.closed(a, b)

    def step(self, a: str, b: str, way: str) -> int | None:
        """Return the whole cost of a step, zones included; None if the step is not allowed."""
        if not self.may_enter(a, b) or (way == "strategic" and self.is_near_enemy(b)):
            return None
        points = self.ground.cost(a, b, way)
        if points is None:
            return None
        return points + self.zones.toll(a, self.force.name) + self.zones.toll(b, self.force.name)

    def may_leave_castle(self) -> bool:
        """Return whether no enemy before the castle shuts the force in (16-3-1)."""
        return self.force.hex not in self.zones.foes

    def opening(self) -> int:
        """Return the cost of coming out of the castle (16-3)."""
        return GATE if self.force.inside and not self.is_open_town(self.force.hex) else 0

    def can_pass_gate(self) -> bool:
        """Return whether the force can go into a friendly castle in its hex or come out (16-1-1, 16-3, 16-3-1)."""
        here = self.force.hex
        return here in self.zones.own_castles and not self.is_open_town(here) and self.may_leave_castle()

    def is_open_town(self, number: str) -> bool:
        """Return whether a castle fills its hex, so that its gates cost nothing."""
        return False

    def find(self, points: int, way: str) -> dict[str, int]:
        """Return the hexes that the force can reach with these points, and the cost of each."""
        start = self.force.hex
        if way == "strategic" and self.is_near_enemy(start):
            return {}
        if self.force.inside and not self.may_leave_castle():
            return {}
        goals = spread_out(
            {start: self.opening()}, self.ground.around.__getitem__, lambda a, b: self.step(a, b, way), points
        )
        goals.pop(start, None)
        return goals
