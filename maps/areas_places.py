"""Chooses the places of an area's label, castle and counters.

Counters get the place with most room: the middle of the largest circle in the area that avoids its castle and lakes.
The label goes where its box covers most of its own area and least of the counters, the castle and other areas.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from maps import exact

STEP = 0.2  # the distance between points of the search grid
LETTER = 1.25  # size of a label's letters in the plane
CASTLE = (1.6, 1.45, 1.9)  # how far a castle with its name extends to the sides, upwards and downwards
LARGEST_ROOM = 2.9  # the largest radius of the circle for counters, so that room is left for the label

# what a cell adds to the score of a label's box that covers it, by the kind of cell
OWN, SEA, OTHER, COUNTERS, CASTLE_COST, LAKE = 1.0, -0.35, -2.2, -1.0, -2.5, 0.6


@dataclass(frozen=True)
class Places:
    label: list[float]
    stacks: list[float]
    room: float  # radius of the circle for counters
    castle: list[float] | None


def choose_places(
    outlines: Mapping[str, MultiPolygon],
    lakes: Sequence[Polygon],
    castles: Mapping[str, tuple[float, float]],
    names: Mapping[str, Mapping[str, str]],
    size: tuple[float, float],
) -> dict[str, Places]:
    x, y = np.meshgrid(np.arange(STEP / 2, size[0], STEP), np.arange(STEP / 2, size[1], STEP))
    owner = np.full(x.shape, SEA)
    for outline in outlines.values():
        owner[shapely.contains_xy(outline, x, y)] = OTHER
    water = shapely.union_all(list(lakes))
    wet = shapely.contains_xy(water, x, y)
    result = {}
    for ident, outline in outlines.items():
        castle = castles.get(ident)
        if castle is not None and not outline.contains(Point(castle)):
            raise ValueError(f"{ident}: its castle lies outside its outline")
        stacks, room = _roomiest(outline, water, castle)
        inside = shapely.contains_xy(outline, x, y)
        worth = np.where(inside, np.where(wet, LAKE, OWN), owner)
        worth[exact.length(x - stacks[0], y - stacks[1]) < room * 0.85] = COUNTERS
        for other, at in castles.items():
            aside, up, down = CASTLE
            near = (np.abs(x - at[0]) < aside) & (y > at[1] - up) & (y < at[1] + down)
            worth[near] = CASTLE_COST if other == ident else OTHER
        label = _best_box(worth, inside, label_box(names[ident]))
        result[ident] = Places(label, stacks, room, None if castle is None else [round(v, 2) for v in castle])
    return result


def _roomiest(
    outline: BaseGeometry, water: BaseGeometry, castle: tuple[float, float] | None
) -> tuple[list[float], float]:
    free = outline.difference(water)
    if castle is not None:
        aside, up, down = CASTLE
        free = free.difference(shapely.box(castle[0] - aside, castle[1] - up, castle[0] + aside, castle[1] + down))
    circle = shapely.maximum_inscribed_circle(free, 0.02)
    (cx, cy), _ = circle.coords
    return [round(cx, 2), round(cy, 2)], round(min(circle.length, LARGEST_ROOM), 2)


def label_box(names: Mapping[str, str]) -> tuple[float, float]:
    """Return width and height of a label: one line for each English word, the Japanese name below."""
    words = names["en"].split()
    width = max(0.62 * LETTER * max(map(len, words)), 0.8 * LETTER * len(names["ja"]))
    return width, LETTER * (1.1 * len(words) + 0.9)


def _best_box(worth: NDArray[np.float64], inside: NDArray[np.bool_], box: tuple[float, float]) -> list[float]:
    rows, columns = worth.shape
    total = np.zeros((rows + 1, columns + 1))
    total[1:, 1:] = worth.cumsum(0).cumsum(1)
    across, down = (max(1, round(side / STEP / 2)) for side in box)
    row, column = np.mgrid[0:rows, 0:columns]
    top, bottom = np.clip(row - down, 0, rows), np.clip(row + down, 0, rows)
    left, right = np.clip(column - across, 0, columns), np.clip(column + across, 0, columns)
    score = total[bottom, right] - total[top, right] - total[bottom, left] + total[top, left]
    fits = (row >= down) & (row < rows - down) & (column >= across) & (column < columns - across)
    middle = np.array(np.nonzero(inside)).mean(axis=1)
    # of equally good places, the more central one wins
    score = score - 0.02 * exact.length(row - middle[0], column - middle[1])
    score[~(inside & fits)] = -np.inf
    best = np.unravel_index(int(score.argmax()), score.shape)
    return [round((float(best[1]) + 0.5) * STEP, 2), round((float(best[0]) + 0.5) * STEP, 2)]
