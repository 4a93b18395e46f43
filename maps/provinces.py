"""The old provinces. A point belongs to the province in which the municipality of its nearest town was."""

import csv
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from maps import exact
from maps.geography import Floats
from maps.tables import DATA

KM = np.array([91.0, 111.2])  # kilometres per degree of longitude and of latitude, near 35 degrees north


@dataclass(frozen=True)
class Towns:
    lonlat: Floats
    province: NDArray[np.object_]  # the name of each town's province
    tree: Any

    def province_at(self, lonlat: Floats) -> NDArray[np.object_]:
        _, nearest = self.tree.query(lonlat * KM)
        found: NDArray[np.object_] = self.province[nearest]
        return found


@cache
def document() -> dict[str, Any]:
    return tomllib.loads((DATA / "provinces.toml").read_text(encoding="utf-8"))


def kanji(province: str) -> str:
    return str(document()["kanji"][province])


def province_of(number: int, name: str) -> str:
    """Return the province of a municipality, by its official number and its name."""
    prefecture = str(number // 1000)
    for province, parts in document()["municipality"].get(prefecture, {}).items():
        if any(name.startswith(part) or name.endswith(part) for part in parts):
            return str(province)
    return str(document()["prefecture"][prefecture])


@cache
def towns() -> Towns:
    with (DATA / "geolonia_cities_japan.csv").open(encoding="utf-8", newline="") as file:
        names = {int(number): name for number, name in csv.reader(file)}
    points = np.load(DATA / "geolonia_towns_japan.npz")
    # stored as whole steps of 1/500 degree, with longitudes counted from 132 degrees east
    lonlat = np.column_stack(((points["lon500"].astype(float) + 66000) / 500, points["lat500"].astype(float) / 500))
    of = {int(number): province_of(int(number), names.get(int(number), "")) for number in np.unique(points["city"])}
    province = np.array([of[int(number)] for number in points["city"]], dtype=object)
    for spot in document()["spot"]:
        away = (lonlat - np.array([spot["lon"], spot["lat"]])) * KM
        province[exact.length(away[:, 0], away[:, 1]) < spot["km"]] = spot["province"]
    return Towns(lonlat, province, cKDTree(lonlat * KM))
