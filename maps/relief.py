"""The hill-shading of a map: the real heights lit from the upper left of the plane, as `relief.webp`.

The heights (metres on cells of 3 km) give the large slopes. The relief picture from which they were read is itself
shaded, also from the north-west; this shading, without the tint, gives the single ridges and valleys. The result is
grey with alpha, to be laid over any paper: dark on slopes away from the light, bright on slopes towards it, and
transparent on level ground and on water.
"""

import io
import math
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage
from shapely.geometry.base import BaseGeometry

from maps import exact
from maps.heights import NORTH, PER_DEGREE, WEST, colours, heights
from maps.plane import KM_PER_DEGREE, Floats

PIXELS = 840  # along the longer side: heights are known on cells of 3 km, so more pixels would show nothing new
LIGHT = math.radians(315)  # direction of the light, clockwise from the top of the map
ALTITUDE = math.radians(40)
EXAGGERATION = 5.0  # slopes between cells of 3 km are gentle; this factor makes them look natural
RIDGES = 0.75  # weight of the shading of the relief picture
AROUND = 5.0  # in cells: the radius in which the mean brightness of the relief picture is taken
STRONGEST, STEP = 190, 4  # of 255: the alpha of the darkest slope, and the step between alphas
DARK, BRIGHT = 36, 255
FAINT = 40  # below this alpha the eye cannot distinguish dark from bright


Bytes = NDArray[np.uint8]


class AnyPlane(Protocol):
    def to_degrees(self, xy: Floats) -> Floats: ...


@dataclass(frozen=True)
class Shading:
    """The picture before encoding. Encoding keeps the alpha exactly, and the grey nearly so."""

    grey: Bytes
    alpha: Bytes

    def webp(self) -> bytes:
        out = io.BytesIO()
        picture = Image.merge("LA", (Image.fromarray(self.grey), Image.fromarray(self.alpha))).convert("RGBA")
        picture.save(out, "WEBP", quality=30, alpha_quality=100, method=6, exact=False)
        return out.getvalue()

    def is_in(self, packed: bytes) -> bool:
        """Return whether an encoded picture shows this picture.

        Bytes are not compared, because an encoder may encode the same picture differently.
        """
        grey, _, _, alpha = (np.asarray(band) for band in Image.open(io.BytesIO(packed)).convert("RGBA").split())
        if alpha.shape != self.alpha.shape or (alpha != self.alpha).any():
            return False
        middle = (DARK + BRIGHT) / 2
        return bool((((grey > middle) == (self.grey > middle)) | (alpha < FAINT)).mean() > 0.99)


def relief(plane: AnyPlane, size: tuple[float, float], land: BaseGeometry) -> Shading:
    """Return the picture of the box from (0, 0) to `size`; `land` is all that is not water, in degrees."""
    step = max(size) / PIXELS
    columns, rows = round(size[0] / step), round(size[1] / step)
    x, y = np.meshgrid((np.arange(columns) + 0.5) * step, (np.arange(rows) + 0.5) * step)
    lonlat = plane.to_degrees(np.column_stack((x.ravel(), y.ravel())))
    great = hill_shade(_smooth_at(heights().metres, lonlat).reshape(rows, columns), *_metric(lonlat, rows, columns))
    shade = np.clip(great + RIDGES * _smooth_at(ridges(), lonlat).reshape(rows, columns), -1, 1)
    shapely.prepare(land)
    dry = shapely.contains_xy(land, lonlat[:, 0], lonlat[:, 1]).reshape(rows, columns).astype(np.float64)
    return _ink(shade, exact.gaussian(dry, 0.7))


def hill_shade(metres: Floats, across: Floats, down: Floats) -> Floats:
    """Return the shading, from -1 (facing away from the light) to 1 (facing it), 0 on level ground.

    A cell is `across` by `down` metres.
    """
    slope_y, slope_x = np.gradient(metres)
    east, south = EXAGGERATION * slope_x / across, EXAGGERATION * slope_y / down
    # the normal of the ground is (-east, -south, 1); the light is at the upper left, above the horizon
    light = (
        exact.sine(LIGHT) * exact.cosine(ALTITUDE),
        -exact.cosine(LIGHT) * exact.cosine(ALTITUDE),
        exact.sine(ALTITUDE),
    )
    facing = (-east * light[0] - south * light[1] + light[2]) / np.sqrt(1 + exact.square(east) + exact.square(south))
    level = exact.sine(ALTITUDE)
    return np.where(facing < level, (facing - level) / (1.0 + level) * 1.25, (facing - level) / (1.0 - level))


@cache
def ridges() -> Floats:
    """Return the shading of the relief picture, from -1 to 1.

    It is the brightness of each cell on land compared with the mean brightness of the land around it.
    """
    picture, brightness = colours()
    dry = (picture[..., 2] < picture[..., 1] + 4).astype(np.float64)  # the sea is blue
    weight = exact.gaussian(dry, AROUND)
    mean = exact.gaussian(brightness * dry, AROUND) / np.maximum(weight, 1e-6)
    contrast: Floats = np.clip((brightness - mean) * dry / 45.0, -1, 1)
    return contrast


def _smooth_at(raster: Floats, lonlat: Floats) -> Floats:
    where = [(NORTH - lonlat[:, 1]) * PER_DEGREE - 0.5, (lonlat[:, 0] - WEST) * PER_DEGREE - 0.5]
    values: Floats = ndimage.map_coordinates(raster, where, order=3, mode="nearest")
    return values


def _metric(lonlat: Floats, rows: int, columns: int) -> tuple[Floats, Floats]:
    """Return the size of the picture's cells in metres, along rows and along columns."""
    km = np.column_stack(
        (lonlat[:, 0] * KM_PER_DEGREE * exact.cosine(math.radians(35.5)), lonlat[:, 1] * KM_PER_DEGREE)
    )
    km = km.reshape(rows, columns, 2)
    across, down = (np.asarray(np.gradient(km, axis=axis)) for axis in (1, 0))
    return 1000.0 * exact.length(across[..., 0], across[..., 1]), 1000.0 * exact.length(down[..., 0], down[..., 1])


def _ink(shade: Floats, dry: Floats) -> Shading:
    grey = np.where(shade < 0, DARK, BRIGHT).astype(np.uint8)
    alpha = np.abs(shade) * dry * np.where(shade < 0, STRONGEST, STRONGEST * 0.8)
    # alpha is stored without loss, and with fewer different values the file is smaller; the inner rounding removes
    # differences in the last bit
    steps = np.round(np.round(alpha / STEP, 6)) * STEP
    return Shading(grey, steps.astype(np.uint8))
