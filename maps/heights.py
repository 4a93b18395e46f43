"""Heights from the tint of a relief picture and from places of known height.

No grid of heights with clear terms of use was available. The shaded-relief picture is tinted by height up to about 1400
m; a curve fitted to the known places (`data/heights.csv`) turns the tint into metres. The error that
remains at a known place is corrected there and in its surroundings: valley floors go down, high ranges go up. Cells are
3 km wide, enough to distinguish plain, hill and mountain.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.interpolate import PchipInterpolator

from maps import exact
from maps.tables import DATA, rows

Floats = NDArray[np.float64]

PICTURE = DATA / "shadedrelief_2min_japan.png"
WEST, NORTH, PER_DEGREE = 132.0, 38.5, 30  # the picture's corner and its cells per degree
KNOTS = np.array([-45.0, -32.0, -16.0, 1.0, 20.0, 33.0, 45.0])  # the tints at which the curve bends
DIGITS = 6  # decimals of fitted values
REACH_KM = 6.0  # how far a known height corrects its surroundings


@dataclass(frozen=True)
class Heights:
    metres: Floats  # by row (north to south) and column (west to east)

    def at(self, lonlat: Floats) -> Floats:
        return sample(self.metres, lonlat)


def sample(raster: Floats, lonlat: Floats) -> Floats:
    """Return the values of a raster, which has the shape of the picture, at rows of (longitude, latitude)."""
    row = np.clip((NORTH - lonlat[:, 1]) * PER_DEGREE - 0.5, 0, raster.shape[0] - 1)
    column = np.clip((lonlat[:, 0] - WEST) * PER_DEGREE - 0.5, 0, raster.shape[1] - 1)
    top, left = (np.minimum(v.astype(np.int64), n - 2) for v, n in zip((row, column), raster.shape, strict=True))
    down, right = row - top, column - left
    upper = raster[top, left] * (1 - right) + raster[top, left + 1] * right
    lower = raster[top + 1, left] * (1 - right) + raster[top + 1, left + 1] * right
    values: Floats = upper * (1 - down) + lower * down
    return values


def colours() -> tuple[Floats, Floats]:
    """Return the picture as red, green and blue, and its brightness from 0 to 255."""
    picture = np.asarray(Image.open(PICTURE).convert("RGB")).astype(float)
    return picture, (30 * picture[..., 0] + 59 * picture[..., 1] + 11 * picture[..., 2]) / 100


def tint() -> Floats:
    """Return the tint, from about -45 (green lowland) to 45 (brown and white heights).

    It is computed as a ratio of colours, so that the hill shading of the picture has no effect on it.
    """
    picture, brightness = colours()
    smooth = exact.gaussian((picture[..., 0] - picture[..., 2]) / (brightness + 1) * 200, 0.6)
    return np.clip(smooth, KNOTS[0], KNOTS[-1])


def fit_curve(tints: Floats, metres: Floats) -> PchipInterpolator:
    """Return the rising curve through KNOTS that fits the known heights best; low places have more weight."""
    # for each tint and each step from knot to knot: the share of the step that lies below the tint
    steps = np.clip((tints[:, None] - KNOTS[:-1]) / np.diff(KNOTS), 0, 1)
    weight = 1 / (40 + 0.15 * metres)
    # where no height is known, this keeps the rises of neighbouring steps alike
    smooth = 0.15 * np.diff(np.eye(len(KNOTS) - 1), axis=0) / 100
    design = np.vstack((steps, smooth))
    target = np.concatenate((metres, np.zeros(len(smooth))))[:, None]
    weights = np.concatenate((weight * weight, np.ones(len(smooth))))
    rising = np.ones(len(KNOTS) - 1, bool)
    rises = np.zeros(len(KNOTS) - 1)
    while True:
        rises[rising] = exact.least_squares(design[:, rising], target, weights)[:, 0]
        if (rises >= 0).all():
            return PchipInterpolator(KNOTS, np.concatenate(([0.0], np.cumsum(np.round(rises, DIGITS)))))
        rising &= rises > 0  # where the curve would fall, keep it level
        rises[~rising] = 0.0


def correct(metres: Floats, where: Floats, known: Floats) -> Floats:
    """Spread the curve's errors at known places over their surroundings (Gaussian kriging, no effect far away)."""

    def near(a: Floats, b: Floats) -> Floats:
        east = (a[:, None, 0] - b[None, :, 0]) * 91.0  # km per degree at 35 degrees north
        north = (a[:, None, 1] - b[None, :, 1]) * 111.2
        result: Floats = exact.exp((exact.square(east) + exact.square(north)) * (-0.5 / exact.square(REACH_KM)))
        return result

    missed = (known - sample(metres, where))[:, None]
    pull = np.round(exact.solve(near(where, where) + 0.15 * np.eye(len(where)), missed), DIGITS)
    result = metres.copy()
    lon = WEST + (np.arange(metres.shape[1]) + 0.5) / PER_DEGREE
    for row in range(metres.shape[0]):
        lat = NORTH - (row + 0.5) / PER_DEGREE
        result[row] += exact.product(near(np.column_stack((lon, np.full(len(lon), lat))), where), pull)[:, 0]
    return np.maximum(result, 0.0)


@cache
def heights() -> Heights:
    places = rows(DATA / "heights.csv")
    where = np.array([(float(p["lon"]), float(p["lat"])) for p in places])
    known = np.array([float(p["metres"]) for p in places])
    picture = tint()
    curve = fit_curve(sample(picture, where), known)
    return Heights(correct(np.asarray(curve(picture), float), where, known))
