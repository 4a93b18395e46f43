"""Reads the map workshop's own tables in `maps/data/`. Each is read once, and checked."""

import csv
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Castle:
    hex: str
    name: str
    kanji: str
    province: str
    lat: float
    lon: float
    kind: str  # "castle", "place": the rulebook gives the hex; "rebuilt": a castle known only from the printed map
    fit: str  # "fit": the grid is fitted to it; "hold": it only tests the fit; "none": its hex comes from the fit
    port: str  # the sea or lake of a castle that is a port, else empty
    note: str


@dataclass(frozen=True)
class Line:
    """A river, a road or a range; points are (longitude, latitude)."""

    points: tuple[tuple[float, float], ...]
    properties: dict[str, Any]


@dataclass(frozen=True)
class Spot:
    """A disc of land of one kind: plain, valley, hills, marsh."""

    kind: str
    name: str
    lat: float
    lon: float
    km: float


@dataclass(frozen=True)
class March:
    """A march that history or a rulebook documents."""

    name: str
    start: str
    goal: str
    via: tuple[str, ...]
    allowed: int  # the movement points that the march may cost
    because: str  # the reason for this number of points
    falls_short: str  # why the map does not allow the march, otherwise empty


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def castles(game: str) -> tuple[Castle, ...]:
    result = []
    for line in rows(DATA / f"castles_{game}.csv"):
        lat, lon = float(line.pop("lat")), float(line.pop("lon"))
        result.append(Castle(lat=lat, lon=lon, **line))
    return tuple(result)


@cache
def marches(game: str) -> tuple[March, ...]:
    return tuple(
        March(
            line["march"],
            line["from"],
            line["to"],
            tuple(line["via"].split()),
            int(line["allowed"]),
            f"{line['because']}; {line['source']}",
            line["falls_short"],
        )
        for line in rows(DATA / "marches.csv")
        if line["game"] == game
    )


@cache
def lines(name: str) -> tuple[Line, ...]:
    """Return the LineStrings (or the outer rings of Polygons) of `data/<name>.geojson`."""
    document = json.loads((DATA / f"{name}.geojson").read_text(encoding="utf-8"))
    result = []
    for feature in document["features"]:
        shape = feature["geometry"]
        points = shape["coordinates"] if shape["type"] == "LineString" else shape["coordinates"][0]
        result.append(Line(tuple((float(x), float(y)) for x, y in points), feature["properties"]))
    return tuple(result)


@cache
def spots(kind: str) -> tuple[Spot, ...]:
    return tuple(
        Spot(line["kind"], line["name"], float(line["lat"]), float(line["lon"]), float(line["km"]))
        for line in rows(DATA / "country.csv")
        if line["kind"] == kind
    )
