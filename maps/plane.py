"""Transforms degrees to the drawing plane of a hex map and back.

The grid is fitted to the real places of the castles whose hex numbers the rulebook gives. The fit is an affine map,
robust against single castles that the printed map shows elsewhere, and a smooth local correction with a radius of about
two hexes, so that coasts and rivers pass castles on the right side. `plane(game)` returns the fitted plane:

    plane("kanto").from_degrees(np.array([[139.1535, 35.251]]))   # Odawara, as rows of (x, y)
"""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from maps import exact
from maps.config import config
from maps.hexes import Grid, cell
from maps.tables import Castle, castles

Floats = NDArray[np.float64]

KM_PER_DEGREE = 111.19
# The radius, the noise and the strength of the local correction, in hexes. They were chosen by leaving castles out of
# the fit: the corrected map finds these castles as well as the affine map alone.
REACH, NOISE, SPREAD = 2.0, 0.40, 0.6
DIGITS = 9  # decimals of fitted values; more would not improve the fit
AT_ONCE = 256  # how many points are corrected at a time, so that they stay in the CPU cache
HELD_OUT_WEIGHT = 0.7  # weight of named places in the local correction; they are not in the affine fit


@dataclass(frozen=True)
class Plane:
    grid: Grid
    origin: tuple[float, float]  # longitude and latitude of the point from which kilometres are counted
    km: Floats  # a 2x2 matrix: kilometres (east, south) for one step in x and for one step in y
    shift: Floats  # kilometres at x = y = 0
    anchors: Floats
    pull: Floats
    residuals: dict[str, float]  # hex number -> the distance in hexes by which the affine map misses the castle

    @property
    def hex_km(self) -> float:
        return hex_length(self.km)

    def from_degrees(self, lonlat: Floats) -> Floats:
        """Transform rows of (longitude, latitude) to rows of (x, y)."""
        affine = exact.solve(self.km, (to_km(np.asarray(lonlat, float), self.origin) - self.shift).T).T
        xy = affine.copy()
        for _ in range(50):  # the correction depends on the result, so the result is approached by iteration
            closer = affine - self.correction(xy)
            done = bool(np.abs(closer - xy).max(initial=0.0) < 1e-12)
            xy = closer
            if done:
                break
        return xy

    def to_degrees(self, xy: Floats) -> Floats:
        """Transform rows of (x, y) to rows of (longitude, latitude)."""
        xy = np.asarray(xy, float)
        km = exact.product(xy + self.correction(xy), self.km.T) + self.shift
        scale = KM_PER_DEGREE * exact.cosine(math.radians(self.origin[1]))
        return np.column_stack((self.origin[0] + km[:, 0] / scale, self.origin[1] - km[:, 1] / KM_PER_DEGREE))

    def correction(self, xy: Floats) -> Floats:
        parts = [
            exact.product(kernel(xy[i : i + AT_ONCE], self.anchors), self.pull) for i in range(0, len(xy), AT_ONCE)
        ]
        return np.concatenate(parts) if parts else xy


def to_km(lonlat: Floats, origin: tuple[float, float]) -> Floats:
    """Return kilometres east and south of the origin."""
    scale = KM_PER_DEGREE * exact.cosine(math.radians(origin[1]))
    return np.column_stack(((lonlat[:, 0] - origin[0]) * scale, (origin[1] - lonlat[:, 1]) * KM_PER_DEGREE))


def kernel(a: Floats, b: Floats) -> Floats:
    x, y = (a[:, None, i] - b[None, :, i] for i in (0, 1))
    result: Floats = exact.square(SPREAD) * exact.exp((x * x + y * y) * (-0.5 / exact.square(REACH)))
    return result


def hex_length(km: Floats) -> float:
    """Return the length of one step in kilometres: the root of the area that a step in x and a step in y span."""
    return math.sqrt(abs(float(km[0, 0] * km[1, 1] - km[0, 1] * km[1, 0])))


def fit_affine(xy: Floats, km: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return the matrix and the shift, fitted by least squares with Huber weights, and whether each castle was kept.

    Castles that are off by more than three sigmas are not kept.
    """
    design = np.column_stack((np.ones(len(xy)), xy))
    weight, keep = np.ones(len(xy)), np.ones(len(xy), bool)
    answer: Floats = np.zeros((3, 2))
    for _ in range(30):
        answer = exact.least_squares(design, km, weight * keep)
        miss = exact.length(*(km - exact.product(design, answer)).T) / hex_length(answer[1:])
        sigma = 1.4826 * float(np.median(miss[keep])) + 1e-9
        weight = np.where(miss < 1.5 * sigma, 1.0, 1.5 * sigma / np.maximum(miss, 1e-9))
        keep = miss < max(3.0 * sigma, 1.8)
    answer = np.round(answer, DIGITS)
    return answer[1:].T, answer[0], keep


def lonlat(places: list[Castle]) -> Floats:
    return np.array([(p.lon, p.lat) for p in places])


@cache
def plane(game: str) -> Plane:
    grid = config(game).grid
    fitted = [p for p in castles(game) if p.fit == "fit"]
    held_out = [p for p in castles(game) if p.fit == "hold"]
    known = fitted + held_out
    degrees = lonlat(known)
    low, high = degrees.min(0), degrees.max(0)
    origin = (float(low[0] + high[0]) / 2, float(low[1] + high[1]) / 2)
    xy = np.array([grid.centre(cell(p.hex)) for p in known])
    target = to_km(degrees, origin)
    count = len(fitted)
    km, shift, keep = fit_affine(xy[:count], target[:count])
    miss = exact.solve(km, (target - shift).T).T - xy
    used = np.concatenate((keep, np.ones(len(held_out), bool)))
    wanted = miss * np.where(np.arange(len(known)) < count, 1.0, HELD_OUT_WEIGHT)[:, None]
    anchors = xy[used]
    pull = exact.solve(kernel(anchors, anchors) + exact.square(NOISE) * np.eye(len(anchors)), wanted[used])
    residuals = {p.hex: exact.distance(m, (0.0, 0.0)) for p, m in zip(known, miss, strict=True)}
    return Plane(grid, origin, km, shift, anchors, np.round(pull, DIGITS), residuals)
