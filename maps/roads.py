"""The old main roads.

The maps of the games show no roads, so the terrain must represent them: along a road there are no hills except at
passes.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from maps import exact
from maps.board import Pair
from maps.geography import Bools, Floats
from maps.hexes import Cell, Grid
from maps.plane import Plane
from maps.survey import STEP_KM, dense, distance_km
from maps.tables import lines, spots

LEAST = 0.3  # in hex heights: if a hex has this length of road or more, its terrain must represent the road
CLIMB_SHARE = 0.5  # if this share or more of the road in a hex is near a pass, the hex stays steep


@dataclass(frozen=True)
class Road:
    track: Floats  # points of the plane, STEP_KM apart
    climbs: Bools  # whether each point is on a pass
    steps: list[Pair]  # from hex to hex along the road


def main_roads(plane: Plane) -> list[Road]:
    result = []
    for road in lines("roads"):
        if road.properties["main"]:
            way = dense(road)
            climbs = np.zeros(len(way), bool)
            for spot in spots("pass"):
                climbs |= distance_km(way, spot) < spot.km
            track = exact.placed(plane.from_degrees(way))
            path = [at for x, y in track.tolist() if (at := plane.grid.at(x, y))]
            steps = [(a, b) for a, b in pairwise(path) if b in plane.grid.neighbours(a)]
            result.append(Road(track, climbs, steps))
    return result


def carried(plane: Plane, dry: set[Cell]) -> set[Cell]:
    """Return the hexes whose terrain must represent a main road; `dry` are the hexes that are land.

    The road runs through such a hex for some length, or would be interrupted without it. Most of the road in the hex
    is not on a pass.
    """
    length, climbing, needed = Counter[Cell](), Counter[Cell](), set[Cell]()
    for road in main_roads(plane):
        path: list[Cell] = []
        for (x, y), climbs in zip(road.track.tolist(), road.climbs.tolist(), strict=True):
            at = ashore(plane.grid, dry, x, y)
            if at:
                length[at] += 1
                climbing[at] += climbs
                path += [] if path[-1:] == [at] else [at]
        for before, at, after in zip(path, path[1:], path[2:], strict=False):
            if after not in (before, *plane.grid.neighbours(before)):
                needed.add(at)
    least = LEAST * plane.hex_km / STEP_KM
    kept = {at for at, points in length.items() if points >= least} | needed
    return {at for at in kept if climbing[at] < CLIMB_SHARE * length[at]}


def ashore(grid: Grid, dry: set[Cell], x: float, y: float) -> Cell | None:
    """Return the hex at a point of a road. If that is a sea hex, return the nearest land hex beside it, or None."""
    at = grid.at(x, y)
    if at is None or at in dry:
        return at
    near = [n for n in grid.neighbours(at) if n in dry]
    return min(near, key=lambda n: exact.distance(grid.centre(n), (x, y)), default=None)
