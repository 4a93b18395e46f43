"""Checks of the committed area boards. Each fault is one sentence; a board without faults is ready for play."""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from typing import Any

import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from maps.areas import GameFacts, facts
from maps.config import PRODUCTS

SMALLEST_ROOM = 1.4  # the least radius, in units of the plane, of a circle that has room for two counters side by side
OVERLAP = 1e-6


def faults(game: str) -> list[str]:
    """Return all faults of the files in the game's `map/` folder."""
    folder = PRODUCTS / game / "map"
    drawing = json.loads((folder / "drawing.json").read_text(encoding="utf-8"))
    listed = tomllib.loads((folder / "map.toml").read_text(encoding="utf-8")).get("differences", [])
    return [*board_faults(drawing, facts(game)), *adjacency_faults(drawing, facts(game).edges, listed)]


def shape(rings: Sequence[Sequence[Sequence[float]]]) -> BaseGeometry:
    """Return the area inside rings by the even-odd rule, by which pictures are filled too."""
    return reduce(lambda a, b: a.symmetric_difference(b), (Polygon(ring) for ring in rings))


def board_faults(drawing: Mapping[str, Any], known: GameFacts) -> Iterator[str]:
    areas = drawing["areas"]
    wanted = [area["id"] for area in known.areas]
    if sorted(areas) != sorted(wanted):
        yield f"the board has other areas than the game: {sorted(set(areas) ^ set(wanted))}"
    rim = shapely.box(0, 0, *drawing["size"]).buffer(0.001)
    shapes: dict[str, BaseGeometry] = {}
    for ident, area in areas.items():
        broken = [number for number, ring in enumerate(area["outline"]) if not Polygon(ring).is_valid]
        if broken:
            yield f"{ident}: rings {broken} of its outline cross themselves"
            continue
        shapes[ident] = found = shape(area["outline"])
        if not found.within(rim):
            yield f"{ident}: its outline leaves the board"
        places = {"label": area["label"], "stacks": area["stacks"], "castle": area.get("castle", {}).get("at")}
        for name, at in places.items():
            if at is not None and not found.contains(Point(at)):
                yield f"{ident}: its {name} at {at} lies outside its outline"
        if area["room"] < SMALLEST_ROOM:
            yield f"{ident}: room for counters of radius {area['room']}, less than {SMALLEST_ROOM}"
        names = known.names("area", ident)
        if {"en": area["name"], "ja": area["ja"]} != names:
            yield f"{ident}: named {area['name']} {area['ja']}, but {names} in the game"
    for a, b in combinations(sorted(shapes), 2):
        common = shapes[a].intersection(shapes[b]).area
        if common > OVERLAP:
            yield f"{a} and {b} overlap by {common:.4f}"


def touching(drawing: Mapping[str, Any]) -> dict[frozenset[str], float]:
    """Return the pairs of areas whose outlines share a border, each with the length of the border."""
    edges = {ident: shape(area["outline"]).boundary for ident, area in drawing["areas"].items()}
    lengths = {frozenset((a, b)): edges[a].intersection(edges[b]).length for a, b in combinations(sorted(edges), 2)}
    return {pair: float(length) for pair, length in lengths.items() if length > 0}


def adjacency_faults(
    drawing: Mapping[str, Any], edges: set[frozenset[str]], listed: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield a sentence for each difference between the drawn outlines and the table of neighbours that is not listed.

    A difference is a pair of areas that touch without being neighbours, or are neighbours without touching. Also yield
    a sentence for each listed difference that does not exist, is described wrongly or has no reason.
    """
    touch = touching(drawing)
    reasons = {frozenset(entry["between"]): entry for entry in listed}
    for pair in sorted({*touch, *edges, *reasons}, key=sorted):
        a, b = sorted(pair)
        differ = (pair in touch) != (pair in edges)
        entry = reasons.get(pair)
        if differ and entry is None:
            how = "touch, but are not adjacent" if pair in touch else "are adjacent, but do not touch"
            yield f"{a} and {b} {how}: list it among the differences, with its reason"
        elif not differ and entry is not None:
            yield f"{a} and {b} are listed as a difference, but outlines and table agree"
        elif entry is not None and (entry["touching"], entry["adjacent"]) != (pair in touch, pair in edges):
            yield f"{a} and {b}: the listed difference says it the wrong way round"
        elif entry is not None and len(entry["why"]) < 20:
            yield f"{a} and {b}: the listed difference has no reason"
