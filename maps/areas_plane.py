"""Transforms degrees to the drawing plane of an area map and back.

Central Japan extends from west-south-west to east-north-east, and most fighting is over its smallest provinces. So the
plane is turned to fill the board, and smooth "swellings" (each a centre, an amount and a radius) enlarge the crowded
middle: near the centre lengths are multiplied by 1 + amount, farther out they shrink a little, and far away nothing
changes. A negative amount has the opposite effect.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from maps import exact
from maps.plane import KM_PER_DEGREE, Floats, to_km

#: With a larger amount a swelling would fold the plane: its slope 1 + a(1 - 2u)exp(-u) has its least value at u = 1.5.
LARGEST_AMOUNT = 1.0 / (2.0 * float(exact.exp(np.array([-1.5]))[0]))
WIDTH = 100.0


class AreaPlane:
    """Transforms degrees to the plane and back, both exact up to rounding."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        lon, lat = settings["centre"]
        self.origin: tuple[float, float] = (lon, lat)
        turn = math.radians(settings["turn"])
        self._turn = np.array([[exact.cosine(turn), exact.sine(turn)], [-exact.sine(turn), exact.cosine(turn)]])
        self._swellings: list[tuple[Floats, float, float]] = []
        for entry in settings["swelling"]:
            if not -1 < entry["amount"] < LARGEST_AMOUNT:
                raise ValueError(f"swelling {entry}: amount must lie between -1 and {LARGEST_AMOUNT:.2f}")
            # the swellings before this one have already moved its centre
            centre = self._swell(exact.product(to_km(np.array([entry["at"]]), self.origin), self._turn.T))[0]
            self._swellings.append((centre, entry["amount"], entry["km"]))
        west, north, east, south = settings["box"]  # kilometres in the turned plane with swellings
        self._corner = np.array([west, north], dtype=np.float64)
        self.scale = WIDTH / (east - west)
        self.size = (WIDTH, round((south - north) * self.scale, 2))

    def from_degrees(self, lonlat: Floats) -> Floats:
        """Transform rows of (longitude, latitude) to rows of (x, y)."""
        turned = exact.product(to_km(np.asarray(lonlat, float), self.origin), self._turn.T)
        xy: Floats = (self._swell(turned) - self._corner) * self.scale
        return xy

    def to_degrees(self, xy: Floats) -> Floats:
        """Transform rows of (x, y) to rows of (longitude, latitude)."""
        at = np.asarray(xy, float) / self.scale + self._corner
        for centre, amount, km in reversed(self._swellings):
            away = at - centre
            far = exact.length(away[:, 0], away[:, 1])
            at = centre + away * (_before_swelling(far, amount, km) / np.maximum(far, 1e-12))[:, None]
        east, south = exact.product(at, self._turn).T
        scale = KM_PER_DEGREE * exact.cosine(math.radians(self.origin[1]))
        return np.column_stack((self.origin[0] + east / scale, self.origin[1] - south / KM_PER_DEGREE))

    def _swell(self, at: Floats) -> Floats:
        for centre, amount, km in self._swellings:
            away = at - centre
            far = exact.length(away[:, 0], away[:, 1])
            at = centre + away * (1.0 + amount * exact.exp(-exact.square(far / km)))[:, None]
        return at


def _before_swelling(far: Floats, amount: float, km: float) -> Floats:
    """Solve r (1 + amount exp(-(r/km)^2)) = far for r.

    The left side increases with r. The first guess comes from a table, then Newton's method is used.
    """
    table = np.linspace(0.0, float(far.max(initial=0.0)) / min(1.0, 1.0 + amount) + 1.0, 4000)
    near = np.interp(far, table * (1.0 + amount * exact.exp(-exact.square(table / km))), table)
    for _ in range(3):
        square = exact.square(near / km)
        bump = amount * exact.exp(-square)
        near = near - (near * (1.0 + bump) - far) / (1.0 + bump * (1.0 - 2.0 * square))
    return near
