"""Names of the hexes of a map for the log: their castle or place, otherwise the nearest castle or place."""

from __future__ import annotations

from collections.abc import Mapping

from gunki.board.hexmap import HexMap
from gunki.core.definition.texts import Texts


def nearest(grid: HexMap, marks: Mapping[int, tuple[str, str]]) -> dict[int, int]:
    """Return, for each hex, the hex of the nearest castle or place.

    `marks`: the castles and places, by hex. If several of them are equally near, the first in `marks` counts.
    """
    mark_of = {h: h for h in marks}
    edge = list(mark_of)
    while edge:
        reached = []
        for h in edge:
            for b in grid.around(h):
                if b not in mark_of:
                    mark_of[b] = mark_of[h]
                    reached.append(b)
        edge = reached
    return mark_of


def hex_names(grid: HexMap, marks: Mapping[int, tuple[str, str]], texts: Texts) -> dict[str, str]:
    """Return the names that the log uses for hexes, by hex number."""
    called = {h: texts.name(*name) for h, name in marks.items()}
    numbers = grid.numbers
    return {
        numbers[h]: called[h] if h == mark else texts("told", "near", name=called[mark], hex=numbers[h])
        for h, mark in nearest(grid, marks).items()
    }
