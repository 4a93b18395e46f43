"""The boards of the two area games: outlines from real geography, with places for labels and counters.

`areas_<game>.toml` lists the provinces and municipalities of each area. Each point of the plane belongs to the area of
its nearest town. The borders between areas are smoothed and cut along the coast (areas_outline.py).
"""

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from maps import exact
from maps.areas_outline import GRID, Labels, borders, cut_out, drawn_by_hand, in_one_piece, smoothed
from maps.areas_places import Places, choose_places
from maps.areas_plane import AreaPlane
from maps.config import HERE, PRODUCTS
from maps.geography import Water, lakes, land
from maps.plane import Floats
from maps.provinces import KM, towns
from maps.tables import DATA

GAMES = ("nobunaga", "honganji")
OUTSIDE = 0  # the label of points that belong to no area
CELL = 0.1  # the size of the cells for which the nearest town is looked up
SPREAD = 4.0  # how far borders are smoothed: the standard deviation of the filter, in cells
TOLERANCE = 0.22  # how far a drawn border may be from the traced one, in units of the plane
COAST = 0.04  # how far the drawn coast may be from the real one, in units of the plane
LONGEST_STEP = 0.05  # in degrees: longer straight lines are divided before they are transformed to the plane
SMALLEST_LAKE = 0.4  # in square units of the plane: smaller lakes are not drawn


def settings(game: str) -> dict[str, Any]:
    return tomllib.loads((HERE / f"areas_{game}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class GameFacts:
    """What a game's own files say about its areas."""

    areas: list[dict[str, Any]]
    edges: set[frozenset[str]]
    texts: dict[str, dict[str, Any]]  # the sections of the text file of each language

    def names(self, section: str, ident: str) -> dict[str, str] | None:
        found = {lang: text.get(section, {}).get(ident) for lang, text in self.texts.items()}
        return None if None in found.values() else {lang: str(name) for lang, name in found.items()}


@cache
def facts(game: str) -> GameFacts:
    def read(path: str) -> dict[str, Any]:
        return tomllib.loads((PRODUCTS / game / path).read_text(encoding="utf-8"))

    edges = {frozenset(pair) for pair in read("data/adjacency.toml")["adjacency"]["edges"]}
    return GameFacts(read("data/areas.toml")["area"], edges, {lang: read(f"text/{lang}.toml") for lang in ("en", "ja")})


@cache
def municipalities() -> tuple[Labels, dict[int, str]]:
    """Return two results: the number of each town's municipality, and the names of municipalities by number.

    The first result is in the order of `towns()`.
    """
    with (DATA / "geolonia_cities_japan.csv").open(encoding="utf-8", newline="") as file:
        names = {int(number): name for number, name in csv.reader(file)}
    return np.load(DATA / "geolonia_towns_japan.npz")["city"].astype(np.int64), names


def label_towns(document: Mapping[str, Any], idents: list[str]) -> Labels:
    """Return the area of each town, as its index in `idents` counted from 1."""
    of_province: dict[str, int] = {}
    for label, ident in enumerate(idents, 1):
        for province in document["areas"][ident]["provinces"]:
            if province in of_province:
                raise ValueError(f"{document['game']}: province {province} is in two areas")
            of_province[province] = label
    labels = np.array([of_province.get(str(province), OUTSIDE) for province in towns().province])
    numbers, names = municipalities()
    for label, ident in enumerate(idents, 1):
        for wanted in document["areas"][ident].get("municipalities", []):
            found = [number for number, name in names.items() if name.startswith(wanted)]
            if len({number // 1000 for number in found}) != 1:  # the first two of five digits are the prefecture
                raise ValueError(
                    f"{document['game']}: municipality {wanted}: expected in one prefecture, found {found}"
                )
            labels[np.isin(numbers, found)] = label
    return labels


@dataclass(frozen=True)
class Board:
    """A board that is built but not yet written."""

    game: str
    plane: AreaPlane
    land: BaseGeometry  # all land, in the plane
    lakes: list[tuple[Water, Polygon]]
    outlines: dict[str, MultiPolygon]
    places: dict[str, Places]
    names: dict[str, dict[str, str]]


@cache
def board(game: str) -> Board:
    document = settings(game)
    plane = AreaPlane(document["plane"])
    idents = list(document["areas"])
    labels = _label_plane(document, plane, idents)
    edges = [LineString(drawn_by_hand(np.array(line) * CELL, TOLERANCE)) for line in borders(labels)]
    shore = coast(plane)
    seas = {ident: bent(Polygon(ring), plane) for ident, ring in document["seas"].items()}

    def label_at(point: Point, dry: bool) -> str:
        if not dry:
            return next((ident for ident, ring in seas.items() if ring.contains(point)), "")
        row, column = (min(int(v / CELL), top - 1) for v, top in zip((point.y, point.x), labels.shape, strict=True))
        label = int(labels[row, column])
        return "" if label == OUTSIDE else idents[label - 1]

    rings = [LineString(ring.exterior) for ring in seas.values()]
    outlines = cut_out([*edges, *rings], shore, plane.size, label_at)
    missing = [a["id"] for a in facts(game).areas if a["id"] not in outlines]
    if missing:
        raise ValueError(f"{game}: no outline for {', '.join(missing)}")
    rim = shapely.box(0, 0, *plane.size)
    shores = [(lake, np.asarray(bent(lake.outline, plane).exterior.coords)) for lake in lakes()]
    waters = [(lake, Polygon(drawn_by_hand(shore, GRID))) for lake, shore in shores]
    ponds = [(lake, shape) for lake, shape in waters if shape.area >= SMALLEST_LAKE and shape.within(rim)]
    castles = {
        ident: tuple(plane.from_degrees(np.array([area["castle"]]))[0].tolist())
        for ident, area in document["areas"].items()
        if "castle" in area
    }
    names = {area["id"]: facts(game).names("area", area["id"]) or {} for area in facts(game).areas}
    places = choose_places(outlines, [shape for _, shape in ponds], castles, names, plane.size)
    return Board(game, plane, shore, ponds, outlines, places, names)


def _label_plane(document: Mapping[str, Any], plane: AreaPlane, idents: list[str]) -> Labels:
    columns, rows = (round(side / CELL) for side in plane.size)
    x, y = np.meshgrid((np.arange(columns) + 0.5) * CELL, (np.arange(rows) + 0.5) * CELL)
    _, nearest = towns().tree.query(plane.to_degrees(np.column_stack((x.ravel(), y.ravel()))) * KM)
    labels = label_towns(document, idents)[nearest].reshape(rows, columns)
    return in_one_piece(smoothed(labels, SPREAD), OUTSIDE)


def bent(shape: Any, plane: AreaPlane) -> Any:
    """Transform a shape from degrees to the plane."""

    def place(points: Floats) -> Floats:
        return exact.placed(plane.from_degrees(points))

    return shapely.transform(shapely.segmentize(shape, LONGEST_STEP), place)


def coast(plane: AreaPlane) -> BaseGeometry:
    """Return all land on the board and a little beyond its rim."""
    around = shapely.box(-3, -3, plane.size[0] + 3, plane.size[1] + 3)
    shape: BaseGeometry = bent(land(), plane).simplify(COAST).buffer(0).intersection(around)
    return shape
