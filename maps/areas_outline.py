"""Makes outlines that share their borders exactly, from a plane of labels.

Each border between labels is traced once, from junction to junction, and smoothed once. Then coast, borders and the
rings of the seas are cut against each other on one grid. So two neighbours have exactly the same points along their
common border, without gaps or overlaps.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from maps import exact

Labels = NDArray[np.int64]
Corner = tuple[int, int]  # column, row of a corner between cells

GRID = 0.01  # the spacing of the grid on which all points lie
SLIVER = 0.05  # faces smaller than this join the neighbour with the longest common border
EXCLAVE = 2.5  # a piece cut off from the rest of its area joins a neighbour on land if it is smaller than this
ISLAND = 0.12  # islands smaller than this belong to no area; they are still drawn as land


def smoothed(labels: Labels, spread: float) -> Labels:
    """Give each cell the label with the greatest weight around it: specks vanish, and borders become smoother."""
    best = np.zeros(labels.shape)
    # a label has no weight farther than this from its cells, so its weight is computed only in a box around them
    reach = 2 * int(exact.TRUNCATE * spread + 0.5)
    result = labels.copy()
    for label in np.unique(labels):
        own = labels == label
        box = _around(own, reach)
        weight = exact.gaussian(own[box].astype(np.float64), spread)
        result[box][weight > best[box]] = label
        best[box] = np.maximum(best[box], weight)
    return result


def _around(cells: NDArray[np.bool_], reach: int) -> tuple[slice, slice]:
    """Return the box of the true cells, extended by `reach`."""
    rows, columns = (np.flatnonzero(cells.any(axis)).tolist() for axis in (1, 0))
    return slice(max(0, rows[0] - reach), rows[-1] + reach + 1), slice(
        max(0, columns[0] - reach), columns[-1] + reach + 1
    )


def in_one_piece(labels: Labels, outside: int) -> Labels:
    """Give pieces that are cut off from the main part of their label to the labels around them."""
    stray = np.zeros(labels.shape, bool)
    for label in np.unique(labels):
        pieces, count = ndimage.label(labels == label)
        if label == outside or count < 2:
            continue
        sizes = np.bincount(pieces.ravel())[1:]
        stray |= (pieces > 0) & (pieces != 1 + int(sizes.argmax()))
    rows, columns = ndimage.distance_transform_edt(stray, return_distances=False, return_indices=True)
    kept: Labels = labels[rows, columns]
    return kept


def borders(labels: Labels) -> list[list[Corner]]:
    """Return the lines between different labels. Each runs from junction to junction or rim, or is a closed ring."""
    height, width = labels.shape
    links: dict[Corner, list[Corner]] = defaultdict(list)
    for row, column in np.argwhere(labels[:, 1:] != labels[:, :-1]).tolist():
        links[column + 1, row].append((column + 1, row + 1))
        links[column + 1, row + 1].append((column + 1, row))
    for row, column in np.argwhere(labels[1:, :] != labels[:-1, :]).tolist():
        links[column, row + 1].append((column + 1, row + 1))
        links[column + 1, row + 1].append((column, row + 1))

    def stops(at: Corner) -> bool:
        return len(links[at]) != 2 or at[0] in (0, width) or at[1] in (0, height)

    done: set[tuple[Corner, Corner]] = set()
    result: list[list[Corner]] = []

    def follow(start: Corner, step: Corner) -> None:
        line = [start, step]
        done.update(((start, step), (step, start)))
        while not stops(line[-1]) and line[-1] != start:
            last, before = line[-1], line[-2]
            nxt = next(n for n in links[last] if n != before)
            done.update(((last, nxt), (nxt, last)))
            line.append(nxt)
        result.append(line)

    corners = sorted(links)
    for starts in (filter(stops, corners), corners):  # lines between junctions first, then closed rings
        for corner in list(starts):
            for step in sorted(links[corner]):
                if (corner, step) not in done:
                    follow(corner, step)
    return result


def drawn_by_hand(points: NDArray[np.float64], tolerance: float, rounds: int = 3) -> NDArray[np.float64]:
    """Return a smooth line from a staircase of cells.

    It is simplified, then its corners are cut (Chaikin's algorithm); its ends stay.
    """
    line = np.asarray(LineString(points).simplify(tolerance).coords)
    closed = bool((line[0] == line[-1]).all())
    for _ in range(rounds):
        near, far = line[:-1] * 0.75 + line[1:] * 0.25, line[:-1] * 0.25 + line[1:] * 0.75
        cut = np.stack([near, far], axis=1).reshape(-1, 2)
        line = np.vstack([cut, cut[:1]]) if closed else np.vstack([line[:1], cut[1:-1], line[-1:]])
    return np.asarray(LineString(exact.placed(line)).simplify(GRID).coords)


def cut_out(
    lines: Sequence[LineString],
    land: BaseGeometry,
    size: tuple[float, float],
    label_at: Callable[[Point, bool], str],
) -> dict[str, MultiPolygon]:
    """Return the area of each label.

    Lines, coast and rim divide the plane into faces. `label_at` returns the label of a face, or "" if the face belongs
    to no area.
    """
    rim = box(0, 0, *size)
    everything = shapely.union_all([*lines, land.boundary, rim.boundary], grid_size=GRID)
    faces = [face for face in shapely.polygonize([everything]).geoms if rim.covers(face)]
    faces.sort(key=lambda face: (face.bounds, face.area))
    shapely.prepare(land)
    labels = []
    for face in faces:
        inside = face.representative_point()
        labels.append(label_at(inside, bool(land.contains(inside))))
    labels = _without_exclaves(faces, _without_slivers(faces, labels))
    result = {}
    for label in sorted(set(labels) - {""}):
        merged = shapely.coverage_union_all([f for f, mine in zip(faces, labels, strict=True) if mine == label])
        parts = [p for p in getattr(merged, "geoms", [merged]) if isinstance(p, Polygon) and p.area >= ISLAND]
        parts.sort(key=lambda p: (-p.area, p.bounds))
        result[label] = MultiPolygon([_plain(part) for part in parts])
    return result


def _without_slivers(faces: Sequence[Polygon], labels: list[str]) -> list[str]:
    tree = shapely.STRtree(faces)
    result = list(labels)
    for number, face in enumerate(faces):
        if face.area >= SLIVER:
            continue
        length: dict[str, float] = defaultdict(float)
        for other in tree.query(face).tolist():
            shared = face.boundary.intersection(faces[other].boundary).length if other != number else 0.0
            if shared > 0:
                length[labels[other]] += shared
        if length and labels[number] not in length:
            result[number] = max(sorted(length), key=lambda label: length[label])
    return result


def _without_exclaves(faces: Sequence[Polygon], labels: list[str]) -> list[str]:
    """Give small exclaves to a neighbour.

    A bay can cut a corner off an area. Then the corner touches only the neighbour's land.
    """
    tree = shapely.STRtree(faces)
    result = list(labels)
    for label in sorted(set(labels) - {""}):
        mine = [i for i, other in enumerate(labels) if other == label]
        pieces = list(getattr(shapely.coverage_union_all([faces[i] for i in mine]), "geoms", []))
        for piece in sorted(pieces, key=lambda p: -float(p.area))[1:]:
            length: dict[str, float] = defaultdict(float)
            for other in tree.query(piece).tolist():
                shared = piece.boundary.intersection(faces[other].boundary).length if labels[other] != label else 0.0
                if shared > 0:
                    length[labels[other]] += shared
            neighbours = {other: far for other, far in length.items() if other}
            if piece.area < EXCLAVE and neighbours and max(neighbours.values()) > 0.2 * piece.length:
                to = max(sorted(neighbours), key=lambda other: neighbours[other])
                for i in mine:
                    if piece.covers(faces[i].representative_point()):
                        result[i] = to
    return result


def _plain(part: Polygon) -> Polygon:
    """Return the polygon in a unique form: the ring begins at its least point, and the holes are sorted.

    Holes smaller than ISLAND are filled.
    """
    holes = [ring for ring in part.interiors if Polygon(ring).area >= ISLAND]
    return shapely.normalize(Polygon(part.exterior, holes))


def touching(a: BaseGeometry, b: BaseGeometry) -> float:
    """Return the length of the border that two areas share."""
    return float(a.boundary.intersection(b.boundary).length)
