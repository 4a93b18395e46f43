"""Rivers along the sides of hexes, and the places where old main roads cross them.

Each course is snapped to the chain of hexsides that follows it best, so a river is broken only where it runs along a
lake or the sea. Roads cross where the real lines cross: by a bridge if there was one at that time, otherwise by a ford.
"""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from scipy.spatial import cKDTree
from shapely.geometry import LineString

from maps import exact
from maps.board import Board, Pair, Side, pair
from maps.corners import Corner, Corners, Edge, edge, position
from maps.geography import Floats
from maps.hexes import Cell
from maps.plane import Plane
from maps.roads import Road, main_roads
from maps.survey import Survey, dense
from maps.tables import DATA, Line, lines, rows

SIDE_COST, AWAY_COST, WATER_COST = (
    0.35,
    3.0,
    0.15,
)  # SIDE_COST: of every side. AWAY_COST: times its squared distance from the course. WATER_COST: added along water.
ROAD_COST = 1.0  # added to the cost of a side that a main road crosses, if the real road does not cross the river there
FAR = 2.0  # in hexes; a greater distance from the course does not cost more

# In hexes: two courses meet if they are this near to each other; a river may end at corners of the main river that are
# this near to its mouth.
CONFLUENCE_NEAR, CONFLUENCE_FAR = 0.8, 1.8
# In hexes: the greatest distance of a crossing, and of a known bridge, from the point where road and river meet.
CROSSING_NEAR, BRIDGE_NEAR = 1.3, 0.9


@dataclass(frozen=True)
class River:
    """One part of a river inside the map."""

    name: str
    ja: str
    course: Floats  # the real course in the plane
    chain: list[Corner]


def lay_rivers(board: Board, plane: Plane) -> list[River]:
    """Write river sides into the board; return the rivers for the drawing."""
    corners = Corners(board.grid)
    runs = [
        (line, course)
        for line in lines("rivers")
        if board.game not in line.properties["omit"]
        for course in runs_inside(plane, line)
    ]
    courses = [course for _, course in runs]
    roads = main_roads(plane)
    sides = {step: corners.of(*step) for road in roads for step in road.steps}
    wet = {side: WATER_COST for side, cells in corners.cells.items() if any(not board.is_land(at) for at in cells)}
    laid: dict[int, River] = {}

    def lay(i: int) -> None:
        main = joined(courses, i)
        if main is not None and main not in laid:
            lay(main)  # the river that it flows into must be laid first
        line, course = runs[i]
        mouth = [] if main is None else near_mouth(laid[main].chain, course)
        kept = {sides[step] for road in roads for step in one_bank(board, road, course)}
        chain = snap(corners, course, mouth, wet | {side: wet.get(side, 0.0) + ROAD_COST for side in kept})
        laid[i] = River(line.properties["name"], line.properties["ja"], course, chain)

    for i in range(len(runs)):
        if i not in laid:
            lay(i)
    return [river for i in sorted(laid) if (river := write(board, corners, laid[i]))]


def write(board: Board, corners: Corners, river: River) -> River | None:
    """Write a river into the board. Return it without its ends along the coast, or None if it separates no land."""
    parting = [i for i, (a, b) in enumerate(pairwise(river.chain)) if parts_land(board, corners, a, b)]
    if not parting:
        return None
    chain = river.chain[parting[0] : parting[-1] + 2]
    for a, b in pairwise(chain):
        cells = corners.pair(edge(a, b))
        if cells and cells not in board.sides and parts_land(board, corners, a, b):
            board.sides[cells] = Side("river", river.name)
    return replace(river, chain=chain)


def joined(courses: list[Floats], i: int) -> int | None:
    """Return the river that river `i` flows into, or None if it flows into no other river.

    The mouth of river `i` is on the course of the returned river, but not at that river's mouth.
    """
    mouth = courses[i][-1]
    found: tuple[float, int] | None = None
    for j, other in enumerate(courses):
        away = exact.length(*(other - mouth).T)
        nearest = int(away.argmin())
        at_its_mouth = exact.distance(other[-1], mouth) < CONFLUENCE_NEAR
        if (
            j != i
            and away[nearest] < CONFLUENCE_NEAR
            and not at_its_mouth
            and (found is None or away[nearest] < found[0])
        ):
            found = (float(away[nearest]), j)
    return found[1] if found else None


def near_mouth(chain: list[Corner], course: Floats) -> list[Corner]:
    return [corner for corner in chain if exact.distance(position(corner), course[-1]) < CONFLUENCE_FAR]


def parts_land(board: Board, corners: Corners, a: Corner, b: Corner) -> bool:
    cells = corners.pair(edge(a, b))
    return cells is not None and all(board.is_land(at) for at in cells)


def runs_inside(plane: Plane, line: Line) -> list[Floats]:
    course = exact.placed(plane.from_degrees(dense(line)))
    width, height = plane.grid.size
    margin = 0.3
    within = (
        (course[:, 0] > margin)
        & (course[:, 0] < width - margin)
        & (course[:, 1] > margin)
        & (course[:, 1] < height - margin)
    )
    cuts = np.flatnonzero(np.diff(within.astype(int))) + 1
    runs = np.split(course, cuts)
    return [run for run, kept in zip(runs, np.split(within, cuts), strict=True) if kept[0] and len(run) >= 4]


def one_bank(board: Board, road: Road, course: Floats) -> list[Pair]:
    """Return the steps of a road that must not cross a river, because the real road does not cross it nearby."""
    met = meetings(LineString(road.track), course)
    if not met:
        return road.steps
    result = []
    for a, b in road.steps:
        (ax, ay), (bx, by) = board.grid.centre(a), board.grid.centre(b)
        if not any(exact.distance(((ax + bx) / 2, (ay + by) / 2), at) < CROSSING_NEAR for at in met):
            result.append((a, b))
    return result


def snap(corners: Corners, course: Floats, mouth: list[Corner], dear: Mapping[Edge, float]) -> list[Corner]:
    """Return the cheapest chain of corners that follows a course to its last point, or to a corner of its mouth.

    `dear` gives the additional costs of single sides.
    """
    away, _ = cKDTree(course).query(corners.middles)
    cost = {}
    for side, far in zip(corners.edges, away, strict=True):
        cost[side] = SIDE_COST + AWAY_COST * exact.square(min(float(far), FAR)) + dear.get(side, 0.0)
    names = sorted(corners.next)
    nearest = cKDTree(np.array([position(c) for c in names]))
    start, end = (names[int(nearest.query(course[i])[1])] for i in (0, -1))
    goals = set(mouth) - {start} or {end}
    best, before, queue = {start: 0.0}, {start: start}, [(0.0, start)]
    goal = start
    while queue:
        spent, here = heapq.heappop(queue)
        if here in goals:
            goal = here
            break
        if spent > best[here]:
            continue
        for near in sorted(corners.next[here]):
            total = spent + cost[edge(here, near)]
            if total < best.get(near, np.inf):
                best[near], before[near] = total, here
                heapq.heappush(queue, (total, near))
    chain = [goal]
    while chain[-1] != start:
        chain.append(before[chain[-1]])
    return chain[::-1]


def mark_crossings(board: Board, survey: Survey, rivers: list[River]) -> None:
    bridges = rows(DATA / "bridges.csv")
    known = survey.plane.from_degrees(np.array([(float(b["lon"]), float(b["lat"])) for b in bridges]))
    for road in lines("roads"):
        if not road.properties["main"]:
            continue
        path = survey.cells_along(road)
        track = LineString(exact.placed(survey.plane.from_degrees(dense(road))))
        for river in rivers:
            for x, y in meetings(track, river.course):
                side = nearest_step(board, path, river.name, x, y)
                if side:
                    on_bridge = float(exact.length(known[:, 0] - x, known[:, 1] - y).min()) < BRIDGE_NEAR
                    better = "bridge" if on_bridge else board.sides[side].crossing or "ford"
                    board.sides[side] = replace(board.sides[side], crossing=better)


def meetings(track: LineString, course: Floats) -> list[tuple[float, float]]:
    met = track.intersection(LineString(course))
    return [(p.x, p.y) for p in getattr(met, "geoms", [met]) if p.geom_type == "Point" and not p.is_empty]


def nearest_step(board: Board, path: list[Cell], river: str, x: float, y: float) -> tuple[Cell, Cell] | None:
    """Return the step that crosses this river nearest to the point where the real road and river meet, if any."""
    found: tuple[float, tuple[Cell, Cell]] | None = None
    for a, b in pairwise(path):
        side = board.side(a, b)
        if side and side.kind == "river" and side.name == river:
            (ax, ay), (bx, by) = board.grid.centre(a), board.grid.centre(b)
            away = exact.distance(((ax + bx) / 2, (ay + by) / 2), (x, y))
            if away < CROSSING_NEAR and (found is None or away < found[0]):
                found = (away, pair(a, b))
    return found[1] if found else None
