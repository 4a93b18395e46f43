"""Small marks of hex maps: bridges, fords, snow."""

from __future__ import annotations

import math

from gunki.draw.maps.hex_geometry import Corner, place
from gunki.draw.maps.map_canvas import Canvas
from gunki.draw.svg import Pen, element


def _across(side: tuple[Corner, Corner]) -> tuple[float, float, float, float]:
    """Return the middle of a side, and the direction that crosses it."""
    (ax, ay), (bx, by) = place(side[0]), place(side[1])
    length = math.hypot(bx - ax, by - ay)
    return (ax + bx) / 2, (ay + by) / 2, -(by - ay) / length, (bx - ax) / length


def bridge(canvas: Canvas, pen: Pen, side: tuple[Corner, Corner]) -> str:
    """Return a bridge: two rails over the river."""
    x, y, dx, dy = _across(side)
    deck = pen.line([(x - dx * 0.15, y - dy * 0.15), (x + dx * 0.15, y + dy * 0.15)])
    rails = "".join(
        pen.line([(x - dx * 0.17 - dy * o, y - dy * 0.17 + dx * o), (x + dx * 0.17 - dy * o, y + dy * 0.17 + dx * o)])
        for o in (-0.07, 0.07)
    )
    return element("path", d=deck, stroke=canvas.style["castle"], stroke_width=0.13 * pen.scale, fill="none") + element(
        "path", d=rails, stroke=canvas.style["ink"], stroke_width=0.035 * pen.scale, fill="none", stroke_linecap="round"
    )


def ford(canvas: Canvas, pen: Pen, side: tuple[Corner, Corner]) -> str:
    """Return a ford: stepping stones over the river."""
    x, y, dx, dy = _across(side)
    return "".join(
        element(
            "circle",
            cx=pen.x(x + dx * o),
            cy=pen.y(y + dy * o),
            r=0.035 * pen.scale,
            fill=canvas.style["castle"],
            stroke=canvas.style["ink"],
            stroke_width="0.8",
        )
        for o in (-0.11, 0.0, 0.11)
    )


def snowflake() -> str:
    """Return a snowflake: three strokes through one point."""
    return "m-.05 0h.1m-.075-.043l.05 .086m-.05 0l.05-.086"


def entry_arrow(turn: int) -> str:
    """Return an arrow that points inwards from the left, bottom, right or top rim."""
    return (
        "m-.5-.09l.14 .09l-.14 .09z",
        "m-.09 .46l.09-.14l.09 .14z",
        "m.5-.09l-.14 .09l.14 .09z",
        "m-.09-.46l.09 .14l.09-.14z",
    )[turn]
