"""Measures each hex at points spread over it: land and lake, heights, slopes, towns, provinces."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy import ndimage
from scipy.spatial import cKDTree

from maps import exact
from maps.board import Pair
from maps.geography import Bools, Floats, dry_land, inside, lake_water, land
from maps.heights import heights, sample
from maps.hexes import COLUMN, RADIUS, Cell
from maps.plane import Plane
from maps.provinces import KM, towns
from maps.tables import Line, Spot

STEP_KM = 0.5  # distance from point to point along a line


@dataclass(frozen=True)
class Measure:
    """The measures of one hex."""

    cell: Cell
    centre: tuple[float, float]  # longitude, latitude
    land: float  # the share of the hex that is land or lake, not sea
    lake: float  # the share of the hex that is lake
    height: float  # mean height of the dry part in metres
    spread: float  # how much heights vary within a few kilometres
    floor: float  # height of the valley floor nearby in metres
    towns: float  # town points per square kilometre
    provinces: Counter[str]


class Survey:
    """The measures of all hexes of a map."""

    def __init__(self, plane: Plane) -> None:
        self.plane = plane
        self.cells = list(plane.grid)
        self.index = {cell: i for i, cell in enumerate(self.cells)}
        centres = np.array([plane.grid.centre(cell) for cell in self.cells])
        offsets = points_in_a_hex()
        self.per_hex = len(offsets)
        self.points = plane.to_degrees((centres[:, None] + offsets[None]).reshape(-1, 2))
        self.centres = plane.to_degrees(centres)
        self.on_land = self._by_hex(inside(land(), self.points))
        self.in_lake = self._by_hex(inside(lake_water(), self.points)) & self.on_land
        self.dry = self.on_land & ~self.in_lake
        self.measures = self._measure()

    def _by_hex(self, values: Bools) -> Bools:
        return values.reshape(-1, self.per_hex)

    def _measure(self) -> list[Measure]:
        metres = heights().metres
        varied = exact.gaussian(exact.square(metres), 1.2) - exact.square(exact.gaussian(metres, 1.2))
        means = [
            self._mean(r) for r in (metres, np.sqrt(np.maximum(varied, 0)), ndimage.percentile_filter(metres, 15, 5))
        ]
        on_land, in_lake = self.on_land.mean(1), self.in_lake.mean(1)
        settled = self._towns() / (exact.square(self.plane.hex_km) * COLUMN * np.maximum(on_land - in_lake, 0.2))
        provinces = towns().province_at(self.points).reshape(-1, self.per_hex)
        result = []
        for i, cell in enumerate(self.cells):
            voters = self.dry[i] if self.dry[i].any() else np.ones(self.per_hex, bool)
            result.append(
                Measure(
                    cell,
                    (float(self.centres[i, 0]), float(self.centres[i, 1])),
                    float(on_land[i]),
                    float(in_lake[i]),
                    float(means[0][i]),
                    float(means[1][i]),
                    float(means[2][i]),
                    float(settled[i]),
                    Counter(provinces[i][voters].tolist()),
                )
            )
        return result

    def _mean(self, raster: Floats) -> Floats:
        weight = self.dry + 1e-6  # a hex without dry points gets the mean of all its points
        values = sample(raster, self.points).reshape(-1, self.per_hex)
        result: Floats = (values * weight).sum(1) / weight.sum(1)
        return result

    def _towns(self) -> Floats:
        """Return the number of towns in each hex: each town on the map counts for the hex with the nearest centre."""
        away, nearest = cKDTree(self.centres * KM).query(towns().lonlat * KM)
        inside_map = away < self.plane.hex_km * RADIUS
        return np.bincount(nearest[inside_map], minlength=len(self.cells)).astype(float)

    def share_within(self, spots: tuple[Spot, ...]) -> Floats:
        """Return the share of each hex's dry points within one of the discs."""
        hit = np.zeros(self.dry.shape, bool)
        points = self.points.reshape(len(self.cells), self.per_hex, 2)
        for spot in spots:
            near = np.flatnonzero(distance_km(self.centres, spot) < spot.km + self.plane.hex_km)
            hit[near] |= distance_km(points[near], spot) < spot.km
        result: Floats = (hit & self.dry).sum(1) / np.maximum(self.dry.sum(1), 1)
        return result

    def centre_within(self, spots: tuple[Spot, ...], least_km: float = 0.0) -> Bools:
        hit = np.zeros(len(self.cells), bool)
        for spot in spots:
            hit |= distance_km(self.centres, spot) < max(spot.km, least_km)
        return hit

    def centre_near(self, ranges: tuple[Line, ...]) -> Bools:
        """Return for each hex whether its centre is near one of the lines: nearer than the line's own `km`."""
        hit = np.zeros(len(self.cells), bool)
        for line in ranges:
            hit |= line_distance_km(self.centres, line) < line.properties["km"]
        return hit

    def cells_along(self, line: Line) -> list[Cell]:
        """Return the hexes that a line passes, in order."""
        path = self.plane.from_degrees(dense(line))
        found: list[Cell] = []
        for x, y in path:
            cell = self.plane.grid.at(float(x), float(y))
            if cell and (not found or found[-1] != cell):
                found.append(cell)
        return found

    def sides_in_water(self, sides: list[Pair]) -> Bools:
        """Return for each pair of hexes whether the whole side between them is in the sea or in a lake."""
        ends = np.array([self.plane.grid.side(a, b) for a, b in sides])
        along = np.linspace(0, 1, 9)[None, :, None]
        points = ends[:, None, 0] + along * (ends[:, None, 1] - ends[:, None, 0])
        dry = inside(dry_land(), self.plane.to_degrees(points.reshape(-1, 2)))
        return np.asarray(dry.reshape(len(sides), -1).max(1) == 0, bool)


def points_in_a_hex() -> Floats:
    step = 0.1
    grid = [(i * step, j * step) for i in range(-5, 6) for j in range(-5, 6)]
    return np.array([(x, y) for x, y in grid if abs(y) < 0.5 and abs(y) * 0.5 + abs(x) * COLUMN < 0.5])


def dense(line: Line) -> Floats:
    """Return the points of a line, STEP_KM apart."""
    points = np.array(line.points)
    pieces = []
    for a, b in pairwise(points):
        n = max(1, int(exact.distance(a * KM, b * KM) / STEP_KM))
        pieces.append(a + np.arange(n)[:, None] / n * (b - a))
    return np.vstack((*pieces, points[-1:]))


def distance_km(lonlat: Floats, spot: Spot) -> Floats:
    """Return the distance from points (longitude and latitude last) to the middle of a disc."""
    away = (lonlat - np.array([spot.lon, spot.lat])) * KM
    return exact.length(away[..., 0], away[..., 1])


def line_distance_km(lonlat: Floats, line: Line) -> Floats:
    where, points = lonlat * KM, np.array(line.points) * KM
    best = np.full(len(where), np.inf)
    for a, b in pairwise(points):
        along = b - a
        t = np.clip(((where - a) * along).sum(1) / max(float((along * along).sum()), 1e-9), 0, 1)
        away = where - a - t[:, None] * along
        best = np.minimum(best, exact.length(away[:, 0], away[:, 1]))
    return best
