"""Lines of communication (11): which forces of an army can trace one to a main castle."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gunki.series.gunyuden.oracle.board import Castle, Force, Table
from gunki.series.gunyuden.oracle.ground import Ground
from gunki.series.gunyuden.oracle.zones import Zones

#: How a line goes on from a hex. `BY_LAND`: it goes on by land, or ends there. `TO_SEA`: it goes out to sea. `AT_SEA`:
#: the hex itself is sea.
BY_LAND, TO_SEA, AT_SEA = 0, 1, 2


@dataclass(frozen=True)
class Ranges:
    """How long a line may be between two relays, in movement points (11-2-2)."""

    force_to_force: int = 10
    force_to_castle: int = 30
    castle_to_castle: int = 30
    castle_to_force: int = 30


class Lines:
    """The lines of one army."""

    #: The cost of a hex of the sea (33-1).
    SEA = 3

    def __init__(
        self, table: Table, ground: Ground, zones: Zones, closed: Callable[[str], bool], ranges: Ranges, by_sea: bool
    ) -> None:
        self.table = table
        self.ground = ground
        self.zones = zones
        self.closed = closed
        self.ranges = ranges
        self.by_sea = by_sea
        #: The steps already computed. They are the same for every line of the army.
        self.steps: dict[tuple[str, int], list[tuple[str, int, int]]] = {}

    def is_castle_in_the_way(self, number: str) -> bool:
        """Return whether an enemy castle bars a hex in which there is no friend (11-1-3(2), 11-1-4)."""
        return number in self.zones.enemy_castles and number not in self.zones.friends

    def is_barred(self, number: str) -> bool:
        """Return whether enemies bar a hex to a line that comes and goes by land (11-1-3)."""
        zones = self.zones
        return number in zones.foes or self.is_castle_in_the_way(number) or zones.bars_line(number)

    def steps_into(self, number: str, onward: int) -> list[tuple[str, int, int]]:
        """Return the steps of a line into a hex: the hex before it, how the line goes on from there, and the cost."""
        if onward == AT_SEA:
            sea = self.ground.terrain
            around = self.ground.around[number]
            return [(near, AT_SEA if sea[near] == "sea" else TO_SEA, self.SEA) for near in around]
        if self.is_castle_in_the_way(number) or self.closed(number):
            return []
        barred = onward == BY_LAND and self.is_barred(number)
        steps = []
        for near, points, from_sea in self.ground.list_line_steps(number):
            if from_sea and self.by_sea:
                steps.append((near, AT_SEA, points))
            elif not from_sea and not barred:
                steps.append((near, BY_LAND, points))
        return steps

    def trace_back(self, goals: Iterable[str], limit: int, wanted: set[str]) -> dict[str, int]:
        """Return the length of the line from each wanted hex to the nearest goal. The wanted hex is free (G-07)."""
        best = {(goal, BY_LAND): 0 for goal in goals}
        shortest: dict[str, int] = {}
        waiting = [(0, goal, BY_LAND) for goal, _ in best]
        while waiting and wanted:
            length, number, onward = heapq.heappop(waiting)
            if length > best[number, onward]:
                continue
            if number in wanted:
                shortest[number] = length
                wanted = wanted - {number}
            if (number, onward) not in self.steps:
                self.steps[number, onward] = self.steps_into(number, onward)
            for near, how, points in self.steps[number, onward]:
                if length + points <= limit and length + points < best.get((near, how), limit + 1):
                    best[near, how] = length + points
                    heapq.heappush(waiting, (length + points, near, how))
        return shortest

    def find_connected(self, forces: Iterable[Force], castles: Iterable[Castle], goals: Iterable[str]) -> set[str]:
        """Return the forces that have a line, over any number of relays (11-1-1, 11-1-2)."""
        ranges = self.ranges
        waiting = list(forces)
        ruled = list(castles)
        connected: set[str] = set()
        new_castles, new_forces = set(goals), set[str]()
        while new_castles or new_forces:
            wanted = {force.hex for force in waiting} | {castle.hex for castle in ruled}
            to_castle = self.trace_back(new_castles, max(ranges.castle_to_castle, ranges.force_to_castle), wanted)
            to_force = self.trace_back(new_forces, max(ranges.castle_to_force, ranges.force_to_force), wanted)

            def reaches(number: str, castle: int, force: int) -> bool:
                near, far = to_castle.get(number), to_force.get(number)  # noqa: B023
                return (near is not None and near <= castle) or (far is not None and far <= force)

            joining = [f for f in waiting if reaches(f.hex, ranges.force_to_castle, ranges.force_to_force)]
            opened = [c for c in ruled if reaches(c.hex, ranges.castle_to_castle, ranges.castle_to_force)]
            waiting = [f for f in waiting if f not in joining]
            ruled = [c for c in ruled if c not in opened]
            connected |= {f.name for f in joining}
            new_forces, new_castles = {f.hex for f in joining}, {c.hex for c in opened}
        return connected
