"""The legend of a hex map; it explains only what the map has."""

from __future__ import annotations

from collections.abc import Callable

from gunki.board.hexmap import SIDES, HexMap
from gunki.draw.maps import map_canvas
from gunki.draw.maps.hex_geometry import CORNERS, Corner, place
from gunki.draw.maps.hexmap_marks import bridge, entry_arrow, ford, snowflake
from gunki.draw.maps.map_canvas import Canvas
from gunki.draw.maps.textures import path, scatter_marks
from gunki.draw.svg import Pen, element

#: A vertical hexside around the middle of a sample, on the corner lattice.
SIDE: tuple[Corner, Corner] = ((0, -1), (0, 1))


def legend(canvas: Canvas, board: HexMap) -> None:
    style = canvas.style
    add = canvas.legend.append
    present = {board.terrain_at(h) for h in range(board.size)}
    for terrain in board.terrains:
        if terrain in present:
            add((_terrain_name(canvas, terrain), _terrain(canvas, terrain)))
    add((canvas.word("castle"), lambda pen: map_canvas.keep(style, pen, (0, 0.08), 1.3)))
    if board.places:
        add((canvas.word("place"), lambda pen: map_canvas.keep(style, pen, (0, 0.05), 1.1, "gate")))
    if board.edges:
        add(
            (
                canvas.word("entry"),
                lambda pen: element("path", d=pen.mark(entry_arrow(0), (0.6, 0), 1.6), fill=style["accent"]),
            )
        )
    kinds = {SIDES[side] for side in board.sides}
    if kinds & {"river", "ford", "bridge"}:
        add((canvas.word("river"), lambda pen: _river(canvas, pen)))
    if "ford" in kinds:
        add((canvas.word("ford"), lambda pen: _river(canvas, pen) + ford(canvas, pen, SIDE)))
    if "bridge" in kinds:
        add((canvas.word("bridge"), lambda pen: _river(canvas, pen) + bridge(canvas, pen, SIDE)))
    if "water" in kinds:
        add((canvas.word("water"), lambda pen: _line(pen, style["river_edge"], 9) + _line(pen, style["sea"], 6)))
    if canvas.files.drawing["roads"]:
        add((canvas.word("road"), lambda pen: _line(pen, style["road"], 2, "6 4.5")))
    add(
        (
            canvas.word("province"),
            lambda pen: _line(pen, style["border"], 9, opacity="0.18") + _line(pen, style["border"], 1.6, "9 4 2 4"),
        )
    )
    if any(board.snow):
        add((canvas.word("snow"), lambda pen: _snow(canvas, pen)))


def _terrain_name(canvas: Canvas, terrain: str) -> str:
    """Return the name of a terrain, from the map's own file if it has one."""
    entry = canvas.files.facts.get("terrain", {}).get(terrain, {})
    name = str(entry.get(canvas.lang) or canvas.texts("terrain", terrain))
    return name[:1].upper() + name[1:]


def _terrain(canvas: Canvas, terrain: str) -> Callable[[Pen], str]:
    style = canvas.style
    texture = style.textures[style.terrain[terrain]["texture"]]

    def sample(pen: Pen) -> str:
        hexagon = pen.line([place(corner) for corner in CORNERS], closed=True)
        marks = path(pen, (0.0, 0.0), scatter_marks(terrain, texture, lambda x, y: abs(y) < 0.3), texture)
        return element("path", d=hexagon, fill=style.tint(terrain), stroke=style["grid"], stroke_width="1") + element(
            "path",
            d=marks,
            fill="none",
            stroke=style[texture["colour"]],
            stroke_width=texture["width"] * pen.scale,
            stroke_opacity=str(texture["opacity"]),
            stroke_linecap="round",
        )

    return sample


def _line(pen: Pen, colour: str, width: float, dashes: str | None = None, opacity: str | None = None) -> str:
    shape = pen.line([(-0.5, 0), (0.5, 0)])
    look = {"stroke_dasharray": dashes, "stroke_opacity": opacity, "stroke_linecap": "round"}
    return element("path", d=shape, fill="none", stroke=colour, stroke_width=float(width), **look)


def _river(canvas: Canvas, pen: Pen) -> str:
    shape = pen.line([place(corner) for corner in SIDE])
    look = {"d": shape, "fill": "none", "stroke_linecap": "round"}
    return element("path", stroke=canvas.style["river_edge"], stroke_width=0.16 * pen.scale, **look) + element(
        "path", stroke=canvas.style["river"], stroke_width=0.12 * pen.scale, **look
    )


def _snow(canvas: Canvas, pen: Pen) -> str:
    shape = pen.mark(snowflake(), (0, 0), 3.0)
    return element(
        "path", d=shape, fill="none", stroke=canvas.style["snow"], stroke_width="1.6", stroke_linecap="round"
    )
