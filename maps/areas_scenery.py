"""Brush strokes for an area board: peaks and woods at the real heights, but not under counters and names."""

import numpy as np
import shapely

from maps import exact
from maps.areas import Board
from maps.areas_places import CASTLE, label_box
from maps.geography import dry_land, inside
from maps.heights import heights
from maps.plane import Floats

# in metres: the height where peaks begin, the height where woods begin, and the height of the largest strokes
PEAKS_FROM, WOODS_FROM, HIGHEST = 780.0, 260.0, 2600.0
PEAKS_APART, WOODS_APART = 1.5, 0.95  # the distance between strokes, in units of the plane
FROM_BORDER = 0.5


def scenery(built: Board) -> dict[str, list[list[float]]]:
    """Return the strokes, each as [x, y, size], for each texture of style.json.

    They are in order from top to bottom, so that nearer strokes cover farther ones.
    """
    peaks = _scattered(built, PEAKS_APART)
    metres = heights().at(built.plane.to_degrees(peaks))
    high = metres >= PEAKS_FROM
    rise = np.clip((metres[high] - PEAKS_FROM) / (HIGHEST - PEAKS_FROM), 0, 1)
    summits = np.column_stack((peaks[high], 0.62 + 0.5 * rise))
    woods = _scattered(built, WOODS_APART)
    metres = heights().at(built.plane.to_degrees(woods))
    near = shapely.STRtree(shapely.points(summits[:, :2])).query(shapely.points(woods), "dwithin", 0.9)[0]
    wooded = (metres >= WOODS_FROM) & (metres < PEAKS_FROM + 150)
    wooded[near] = False
    trees = np.column_stack((woods[wooded], 0.6 + 0.25 * _noise(woods[wooded], 3)))
    return {"woods": _listed(trees), "peaks": _listed(summits)}


def _scattered(built: Board, apart: float) -> Floats:
    """Return points of a grid with random offsets, on dry land and away from borders, counters, castles and names."""
    width, height = built.plane.size
    x, y = np.meshgrid(np.arange(0.6, width, apart), np.arange(0.8, height, apart * 0.8))
    x[1::2] += apart / 2
    points = np.column_stack((x.ravel(), y.ravel()))
    points += (np.column_stack((_noise(points, 1), _noise(points, 2))) - 0.5) * apart * 0.6
    lines = shapely.union_all([outline.boundary for outline in built.outlines.values()] + [built.land.boundary])
    shapely.prepare(lines)
    free = inside(dry_land(), built.plane.to_degrees(points))
    free &= ~shapely.dwithin(lines, shapely.points(points), FROM_BORDER)
    for ident, places in built.places.items():
        away = points - np.array(places.stacks)
        free &= exact.length(away[:, 0], away[:, 1]) > places.room * 0.82 + 0.35
        wide, high = label_box(built.names[ident])
        free &= (np.abs(points - np.array(places.label)) > np.array([wide / 2, high / 2]) + 0.35).any(axis=1)
        if places.castle is not None:
            across, up, down = CASTLE
            beside = points - np.array(places.castle)
            free &= (np.abs(beside[:, 0]) > across) | (beside[:, 1] < -up - 0.3) | (beside[:, 1] > down)
    return points[free]


def _noise(points: Floats, kind: int) -> Floats:
    """Return a number from 0 to 1 for each point, the same for the same point every time."""
    wild = exact.sin(points[:, 0] * 12.9898 + points[:, 1] * 78.233 + kind * 37.719) * 43758.5453
    return wild - np.floor(wild)


def _listed(points: Floats) -> list[list[float]]:
    ordered = points[np.lexsort((points[:, 0], points[:, 1]))]
    return [[round(float(v), 2) for v in row] for row in ordered]
