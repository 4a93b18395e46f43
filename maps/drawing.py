"""`drawing.json`: smooth lines and label places in the plane, for drawing the map."""

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
import shapely
from scipy.spatial import cKDTree
from shapely.geometry import LinearRing, LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from maps import exact
from maps.board import Board
from maps.corners import Corners, chains, position
from maps.geography import Floats, lakes, land, seas
from maps.hexes import Cell, cell, code
from maps.plane import Plane
from maps.provinces import kanji
from maps.rivers import River
from maps.tables import DATA, lines, rows

MARGIN = 0.6  # shapes extend this far beyond the rim, so that a drawing has no seam there
BARE = 0.2  # a land hex with a smaller share of real land than this is drawn as land all over
COURSE_PULL, COURSE_FAR = 0.3, 0.35  # a drawn river is pulled towards its real course, but stays near its hexsides

Ring = list[list[float]]


def drawing(board: Board, plane: Plane, rivers: list[River], document: dict[str, Any]) -> dict[str, Any]:
    width, height = board.grid.size
    frame = box(-MARGIN, -MARGIN, width + MARGIN, height + MARGIN)
    result: dict[str, Any] = {"size": [round(width, 3), round(height, 3)]}
    result["coast"] = shapes(with_bare_land(board, to_plane(land(), plane, frame)))
    result["lakes"] = [
        {"name": lake.name, "ja": lake.ja, "shapes": found}
        for lake in lakes()
        if (found := shapes(to_plane(lake.outline, plane, frame)))
    ]
    result["rivers"] = [{"name": r.name, "ja": r.ja, "line": points(river_line(r))} for r in rivers]
    result["roads"] = roads(plane, frame)
    result["provinces"] = {
        "borders": [points(line) for line in borders(board)],
        "labels": province_labels(board, document),
    }
    result["labels"] = labels(board, document)
    result["relief"] = {"file": "relief.webp", "box": [0, 0, *result["size"]]}
    return result


def text(result: dict[str, Any]) -> str:
    """Return drawing.json, with one line for each shape, so that a diff shows which shape changed."""
    parts = []
    for key, item in result.items():
        if isinstance(item, list) and item and isinstance(item[0], list | dict):
            body = "[\n" + ",\n".join(compact(entry) for entry in item) + "\n]"
        elif key == "provinces":
            body = "{" + ",\n".join(f'"{k}": [\n' + ",\n".join(map(compact, v)) + "\n]" for k, v in item.items()) + "}"
        else:
            body = compact(item)
        parts.append(f'"{key}": {body}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def compact(item: object) -> str:
    return json.dumps(item, ensure_ascii=False, separators=(",", ":"))


def points(line: Iterable[Iterable[float]]) -> Ring:
    return [[round(float(x), 2) + 0.0, round(float(y), 2) + 0.0] for x, y in line]


def to_plane(area: BaseGeometry, plane: Plane, frame: BaseGeometry) -> BaseGeometry:
    """Transform a shape from degrees to the plane, smooth it and cut it to the map."""
    corners = np.array(frame.exterior.coords)
    west, south = plane.to_degrees(corners).min(0) - 0.1
    east, north = plane.to_degrees(corners).max(0) + 0.1
    near = area.intersection(box(west, south, east, north))
    moved = shapely.transform(shapely.segmentize(near, 0.02), lambda p: exact.placed(plane.from_degrees(p)))
    even = shapely.segmentize(moved.simplify(0.02), 0.5)  # so that rounding cuts little off at the frame
    smooth = [
        Polygon(soft(part.exterior), [soft(hole) for hole in part.interiors])
        for part in shapely.get_parts(even)
        if part.geom_type == "Polygon"
    ]
    return shapely.union_all([shapely.make_valid(part) for part in smooth]).intersection(frame)


def with_bare_land(board: Board, coast: BaseGeometry) -> BaseGeometry:
    hexes = [Polygon(board.grid.corners(at)) for at in sorted(board.hexes) if board.is_land(at)]
    bare = [h for h in hexes if h.intersection(coast).area < BARE * h.area]
    # no union if there is nothing to add, because it would reverse the rings
    return shapely.union_all([coast, *bare]) if bare else coast


def soft(ring: LinearRing) -> Floats:
    return exact.placed(rounded(np.array(ring.coords), closed=True))


def shapes(area: BaseGeometry) -> list[list[Ring]]:
    """Return polygons as lists of rings, the outer one first."""
    result = []
    for part in shapely.get_parts(area):
        if part.geom_type == "Polygon" and part.area > 0.02:
            simple = part.simplify(0.01)
            rings = [simple.exterior, *(hole for hole in simple.interiors if shapely.polygons(hole).area > 0.02)]
            result.append([points(ring.coords) for ring in rings])
    return result


def rounded(line: Floats, *, closed: bool = False, times: int = 1) -> Floats:
    """Cut the corners of a line (Chaikin's algorithm); the ends of an open line stay."""
    for _ in range(times):
        if len(line) < 3:
            return line
        first, second = line[:-1], line[1:]
        cut = np.stack((0.75 * first + 0.25 * second, 0.25 * first + 0.75 * second), 1).reshape(-1, 2)
        line = np.vstack((cut, cut[:1])) if closed else np.vstack((line[:1], cut, line[-1:]))
    return line


def river_line(river: River) -> Floats:
    """Return a smooth line along the hexsides, pulled a little towards the real course."""
    line = rounded(np.array([position(corner) for corner in river.chain]), times=2)
    away, nearest = cKDTree(river.course).query(line)
    lean = np.where(away < 1.0, np.minimum(COURSE_PULL, COURSE_FAR / np.maximum(away, 1e-9)), 0.0)[:, None]
    return rounded(line + lean * (river.course[nearest] - line), times=1)


def roads(plane: Plane, frame: BaseGeometry) -> list[dict[str, Any]]:
    result = []
    for road in lines("roads"):
        if road.properties["main"]:
            corners = exact.placed(plane.from_degrees(np.array(road.points)))
            inside = LineString(rounded(corners, times=2)).intersection(frame)
            for part in shapely.get_parts(inside):
                if part.geom_type == "LineString" and part.length > 0.5:
                    named = {"name": road.properties["name"], "ja": road.properties["ja"]}
                    result.append({**named, "line": points(part.coords)})
    return result


def borders(board: Board) -> list[Floats]:
    corners = Corners(board.grid)
    between = []
    for here, h in board.hexes.items():
        for near in board.grid.neighbours(here):
            other = board.hexes[near].province
            if here < near and h.province and other and h.province != other:
                between.append(corners.of(here, near))
    return [rounded(np.array([position(c) for c in chain]), times=2) for chain in chains(between)]


def province_labels(board: Board, document: dict[str, Any]) -> list[dict[str, Any]]:
    taken = {cell(p.hex) for p in board.castles}
    for edge in document.get("edges", {}).values():  # the name of an edge is written beside its middle hex
        middle_one = cell(edge["hexes"][len(edge["hexes"]) // 2])
        taken |= {middle_one, *board.grid.neighbours(middle_one)}
    result = []
    for province in sorted({h.province for h in board.hexes.values() if h.province}):
        piece = board.pieces({at for at, h in board.hexes.items() if h.province == province})[0]
        at = middle(board, piece, taken)
        taken.add(at)
        x, y = board.grid.centre(at)
        names = {"name": written(province), "ja": kanji(province)}
        result.append({**names, "at": [round(x, 2), round(y, 2)], "hexes": len(piece)})
    return result


def middle(board: Board, piece: set[Cell], taken: set[Cell]) -> Cell:
    """Return the hex deepest inside a piece, preferably without a castle in it or beside it."""
    depth, layer, left = {}, 0, set(piece)
    while left:
        rim = {at for at in left if len([n for n in board.grid.neighbours(at) if n in left]) < 6}
        depth.update(dict.fromkeys(rim or left, layer))
        left -= rim or set(left)
        layer += 1

    def quality(at: Cell) -> tuple[float, Cell]:
        crowd = 2.0 * (at in taken) + 0.5 * sum(n in taken for n in board.grid.neighbours(at))
        return depth[at] - crowd, at

    return max(sorted(piece), key=quality)


def roomiest(board: Board, piece: set[Cell], enough: int) -> Cell:
    """Return the most central hex of a water at which its name has room. Names are written from left to right.

    The hex should have at least `enough` hexes of the water on both sides. If no hex has that many, the hexes that have
    most are considered.
    """

    def run(at: Cell, step: int) -> int:
        length = 0
        while length < enough and {(at[0] + step * (length + 1), at[1] + down) for down in (-1, 0, 1)} <= piece:
            length += 1
        return length

    x, y = (sum(values) / len(piece) for values in zip(*map(board.grid.centre, piece), strict=True))

    def quality(at: Cell) -> tuple[int, float, Cell]:
        return min(run(at, -1), run(at, 1)), -round(exact.distance(board.grid.centre(at), (x, y)), 6), at

    return max(piece, key=quality)


def labels(board: Board, document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return labels of castles, named places, lakes and seas: the names and the middle of the hex or water."""
    result = []
    for castle in board.castles:
        result.append(label("castle", castle.name, castle.kanji, board, cell(castle.hex)))
    for place in document["places"].values():
        result.append(label("place", place["name"], place["ja"], board, cell(place["hex"])))
    open_seas = {sea.id for sea in seas()}
    for name, area in document["sea"].items():
        piece = board.pieces({cell(number) for number in area["hexes"]})[0]
        kind, enough = ("sea", 8) if name in open_seas else ("lake", 0)
        result.append(label(kind, area["name"], area["ja"], board, roomiest(board, piece, enough)))
    return result


@cache
def romaji() -> dict[str, str]:
    return {row["name"]: row["written"] for row in rows(DATA / "romaji.csv")}


def written(name: str) -> str:
    """Return a name as it is printed, with marks on long vowels, which names in the tables lack."""
    return romaji().get(name, name)


def label(kind: str, name: str, ja: str, board: Board, at: Cell) -> dict[str, Any]:
    x, y = board.grid.centre(at)
    return {"kind": kind, "name": written(name), "ja": ja, "hex": code(at), "at": [round(x, 2), round(y, 2)]}
