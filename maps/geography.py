"""Land, lakes and seas as shapes in degrees. Land that was won from the sea in later centuries is left out."""

import json
from dataclasses import dataclass
from functools import cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon, shape
from shapely.geometry.base import BaseGeometry

from maps.tables import DATA, lines

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Water:
    """A lake or a sea area."""

    id: str
    name: str
    ja: str
    outline: Polygon
    keeps_a_hex: bool = False  # whether the map shows the lake as a whole hex although it is small


@cache
def land() -> BaseGeometry:
    """Return all land of the 16th century, including lakes."""
    document = json.loads((DATA / "ne_land_10m_japan.geojson").read_text(encoding="utf-8"))
    today = shapely.union_all([shape(feature["geometry"]).buffer(0) for feature in document["features"]])
    lost = shapely.union_all([Polygon(line.points) for line in lines("lost_sea")])
    then = today.difference(lost)
    shapely.prepare(then)
    return then


@cache
def lakes() -> tuple[Water, ...]:
    return tuple(
        Water(p["name"].lower(), p["name"], p["ja"], Polygon(line.points), p["keeps_a_hex"])
        for line in lines("lakes")
        for p in (line.properties,)
    )


@cache
def lake_water() -> BaseGeometry:
    water = shapely.union_all([lake.outline.buffer(0) for lake in lakes()])
    shapely.prepare(water)
    return water


@cache
def dry_land() -> BaseGeometry:
    """Return the land without lakes."""
    dry = land().difference(lake_water())
    shapely.prepare(dry)
    return dry


@cache
def seas() -> tuple[Water, ...]:
    """Return the sea areas. Their rough outlines may overlap: a point belongs to the first area that contains it."""
    return tuple(
        Water(p["id"], p["name"], p["ja"], Polygon(line.points)) for line in lines("seas") for p in (line.properties,)
    )


def inside(area: BaseGeometry, lonlat: Floats) -> Bools:
    result: Bools = np.asarray(shapely.contains_xy(area, lonlat[:, 0], lonlat[:, 1]), bool)
    return result
