"""Brush marks scattered over a hex.

A hex always gets the same marks, and no two hexes look alike.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import Any

from gunki.draw.svg import Pen

Point = tuple[float, float]
TRIES = 60


def scatter_marks(
    number: str, texture: dict[str, Any], is_allowed: Callable[[float, float], bool]
) -> list[tuple[Point, str]]:
    """Return the marks of a hex, each with its offset from the middle, from top to bottom."""
    chance = _numbers(number)
    marks, spread, apart = texture["marks"], texture["spread"], texture["apart"]
    offsets: list[tuple[Point, str]] = []
    for _ in range(TRIES):
        if len(offsets) == texture["count"]:
            break
        x, y = (next(chance) * 2 - 1) * spread * 1.15, (next(chance) * 2 - 1) * spread
        mark = marks[int(next(chance) * len(marks)) % len(marks)]
        clear = all((x - ox) ** 2 + (y - oy) ** 2 >= apart**2 for (ox, oy), _ in offsets)
        if clear and is_allowed(x, y):
            offsets.append(((x, y), mark))
    return sorted(offsets, key=lambda item: item[0][1])


def path(pen: Pen, centre: Point, marks: list[tuple[Point, str]], texture: dict[str, Any]) -> str:
    size = texture.get("size", 1.0)
    return "".join(pen.mark(mark, (centre[0] + dx, centre[1] + dy), size) for (dx, dy), mark in marks)


def _numbers(seed: str) -> Iterator[float]:
    """Yield numbers from 0 to 1 that depend on the text alone.

    They come from a linear congruential generator, because Python's own generator may change with its version.
    """
    state = zlib.crc32(seed.encode())
    while True:
        state = (state * 1_664_525 + 1_013_904_223) % 2**32
        yield state / 2**32
