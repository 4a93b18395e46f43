"""The picture of an area map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gunki.draw.maps import map_canvas
from gunki.draw.maps.map_canvas import Canvas, Rings
from gunki.draw.svg import SANS, Pen, element, smooth

SCALE = 20.0  # pixels for one unit of the plane
LETTER = 1.25  # size of an area's name, in units of the plane; the places of the names were chosen for this size
CASTLE = 3.6  # size of a keep
PEAK = 3.4


def draw(canvas: Canvas) -> None:
    drawing = canvas.files.drawing
    areas: Mapping[str, Mapping[str, Any]] = drawing["areas"]
    land = [ring for shape in drawing["land"] for ring in shape]
    map_canvas.water(canvas, land, unit=2.2)
    _washes(canvas, areas, land)
    map_canvas.lakes(canvas)
    map_canvas.relief(canvas)
    _scenery(canvas, drawing.get("scenery", {}))
    _ways(canvas, drawing)
    map_canvas.coast(canvas, land)
    _borders(canvas, areas, drawing)
    _rooms(canvas, areas)
    _castles(canvas, areas)
    _labels(canvas, areas)
    _legend(canvas, areas, drawing)


def _washes(canvas: Canvas, areas: Mapping[str, Mapping[str, Any]], land: Rings) -> None:
    """Draw the tints of areas, each with a darker rim like dried paint; land outside the game stays pale."""
    style, pen = canvas.style, canvas.pen
    out = [element("path", d=pen.rings(land), fill=style["beyond"], fill_rule="evenodd")]
    for area_id, area in areas.items():
        shape = pen.rings(area["outline"])
        if area["marks"].get("sea"):
            out.append(
                element(
                    "path", d=shape, fill=style["deep"], fill_opacity="0.75", fill_rule="evenodd", id=f"area-{area_id}"
                )
            )
            continue
        tint = style.colours["tints"][area["tint"] % len(style.colours["tints"])]
        canvas.definitions.append(
            element("clipPath", element("path", d=shape, clip_rule="evenodd"), id=f"in-{area_id}")
        )
        out.append(element("path", d=shape, fill=tint, fill_rule="evenodd", id=f"area-{area_id}"))
        rim = {"fill": "none", "stroke": tint, "stroke_linejoin": "round", "clip_path": f"url(#in-{area_id})"}
        out.append(
            element("path", d=shape, stroke_width="26", stroke_opacity="0.5", style="mix-blend-mode:multiply", **rim)
        )
    canvas.add(out, "areas")


def _scenery(canvas: Canvas, scenery: Mapping[str, Sequence[Sequence[float]]]) -> None:
    """Draw brush strokes where the real mountains and forests are."""
    for name, places in scenery.items():
        texture = canvas.style.textures[name]
        marks = texture["marks"]
        paths = [
            canvas.pen.mark(marks[number % len(marks)], (x, y), PEAK * size)
            for number, (x, y, size) in enumerate(places)
        ]
        canvas.add(
            element("path", d="".join(paths)),
            name,
            fill="none",
            stroke=canvas.style[texture["colour"]],
            stroke_width=texture["width"] * PEAK * SCALE * 0.8,
            stroke_opacity=texture["opacity"],
            stroke_linecap="round",
            stroke_linejoin="round",
        )


def _ways(canvas: Canvas, drawing: Mapping[str, Any]) -> None:
    pen, style = canvas.pen, canvas.style
    rivers = "".join(pen.line(line["line"]) for line in drawing["rivers"])
    roads = "".join(pen.line(line["line"]) for line in drawing["roads"])
    canvas.add(
        element("path", d=rivers),
        "rivers",
        fill="none",
        stroke=style["river"],
        stroke_width="2",
        stroke_linecap="round",
        opacity="0.8",
    )
    canvas.add(
        element("path", d=roads),
        "roads",
        fill="none",
        stroke=style["road"],
        stroke_width="1.6",
        stroke_dasharray="7 5",
        opacity="0.55",
    )


def _borders(canvas: Canvas, areas: Mapping[str, Mapping[str, Any]], drawing: Mapping[str, Any]) -> None:
    pen, style = canvas.pen, canvas.style
    shapes = "".join(pen.rings(area["outline"]) for area in areas.values() if not area["marks"].get("sea"))
    out = [
        element("path", d=shapes, stroke=style["border"], stroke_width="7", stroke_opacity="0.16"),
        element("path", d=shapes, stroke=style["ink"], stroke_width="1.7", stroke_opacity="0.85"),
    ]
    sea = "".join(pen.rings(area["outline"]) for area in areas.values() if area["marks"].get("sea"))
    out.append(
        element(
            "path", d=sea, stroke=style["coast"], stroke_width="1.6", stroke_dasharray="2 6", stroke_linecap="round"
        )
    )
    out += [draw_closed_border(canvas, pen, line["line"]) for line in drawing["closed"]]
    out += [tie(canvas, pen, line["line"]) for line in drawing["ties"]]
    canvas.add(out, "borders", fill="none", stroke_linejoin="round")


def draw_closed_border(canvas: Canvas, pen: Pen, points: Sequence[Sequence[float]]) -> str:
    """Return a border of short strokes, for two areas that touch although no march leads from one to the other."""
    line = pen.line(smooth(points, 1))
    ink = canvas.style["accent"]
    return element("path", d=line, stroke=ink, stroke_width="11", stroke_dasharray="2.6 6", fill="none") + element(
        "path", d=line, stroke=ink, stroke_width="2.6", fill="none"
    )


def tie(canvas: Canvas, pen: Pen, points: Sequence[Sequence[float]]) -> str:
    return element(
        "path", d=pen.line(points), stroke=canvas.style["ink"], stroke_width="2", stroke_dasharray="10 7", fill="none"
    )


def room(canvas: Canvas, pen: Pen, at: Sequence[float], radius: float) -> str:
    return element(
        "circle",
        cx=pen.x(at[0]),
        cy=pen.y(at[1]),
        r=radius * pen.scale,
        fill=canvas.style["paper"],
        fill_opacity="0.28",
        stroke=canvas.style["quiet"],
        stroke_width="1",
        stroke_dasharray="3 5",
        stroke_opacity="0.7",
    )


def _rooms(canvas: Canvas, areas: Mapping[str, Mapping[str, Any]]) -> None:
    canvas.add([room(canvas, canvas.pen, area["stacks"], area["room"] * 0.82) for area in areas.values()], "rooms")


def _castles(canvas: Canvas, areas: Mapping[str, Mapping[str, Any]]) -> None:
    out = []
    for area in areas.values():
        castle = area.get("castle")
        if castle is None:
            continue
        x, y = castle["at"]
        if area["marks"].get("key"):
            out.append(key_ring(canvas, canvas.pen, (x, y - 0.1)))
        out.append(map_canvas.keep(canvas.style, canvas.pen, (x, y), CASTLE))
        name = map_canvas.names(canvas, castle)[0]
        halo = {"halo": canvas.style["halo"], "fill": canvas.style["ink"]}
        out.append(canvas.pen.text(name, (x, y + 1.45), 0.85, **halo))
    canvas.add(out, "castles")


def key_ring(canvas: Canvas, pen: Pen, at: Sequence[float]) -> str:
    """Return the sun symbol that is drawn behind the castle of a key area."""
    x, y, r = pen.x(at[0]), pen.y(at[1]), 1.35 * pen.scale
    return element(
        "circle",
        cx=x,
        cy=y,
        r=r,
        fill=canvas.style["gold"],
        fill_opacity="0.75",
        stroke=canvas.style["accent"],
        stroke_width="2.5",
    )


def badge(canvas: Canvas, pen: Pen, at: Sequence[float], words: str, size: float) -> str:
    circle = element(
        "circle",
        cx=pen.x(at[0]),
        cy=pen.y(at[1]),
        r=size * pen.scale,
        fill=canvas.style["accent"],
        stroke=canvas.style["halo"],
        stroke_width="1.5",
    )
    return circle + pen.text(
        words, (at[0], at[1] + size * 0.42), size * 1.2, fill=canvas.style["halo"], font_weight="bold", font_family=SANS
    )


def _labels(canvas: Canvas, areas: Mapping[str, Mapping[str, Any]]) -> None:
    style = canvas.style
    out = []
    for area in areas.values():
        x, y = area["label"]
        first, second = map_canvas.names(canvas, area)
        lines = first.split() if canvas.lang == "en" else [first]
        below = second.split() if canvas.other == "en" and len(second) > 10 else [second]
        top = y - (len(lines) * 1.1 + 0.8 * len(below)) * LETTER / 2
        italic = "italic" if area["marks"].get("sea") else None
        look = {"halo": style["halo"], "fill": style["ink"], "font_style": italic}
        for number, line in enumerate(lines):
            out.append(
                canvas.pen.text(
                    line,
                    (x, top + (number * 1.1 + 0.9) * LETTER),
                    LETTER,
                    font_weight="bold",
                    letter_spacing="1",
                    **look,
                )
            )
        for number, line in enumerate(below):
            at = top + (len(lines) * 1.1 + 0.65 + number * 0.8) * LETTER
            out.append(canvas.pen.text(line, (x, at), LETTER * 0.68, **look))
        widest = max(len(line) for line in lines) * LETTER * (0.32 if canvas.lang == "en" else 0.5)
        mark = (x + widest + 0.9, top + 0.45 * LETTER)
        if area["marks"].get("points"):
            out.append(badge(canvas, canvas.pen, mark, str(area["marks"]["points"]), 0.75))
        if area["marks"].get("four"):
            out.append(four(canvas, canvas.pen, mark))
    out += [map_canvas.water_name(canvas, label, 1.7) for label in canvas.files.drawing["labels"]]
    canvas.add(out, "labels")


def four(canvas: Canvas, pen: Pen, at: Sequence[float]) -> str:
    """Return four dots, the mark of an area that is only used with four players."""
    return "".join(
        element("circle", cx=pen.x(at[0]) + dx, cy=pen.y(at[1]) + dy, r="3.4", fill=canvas.style["accent"])
        for dx in (-4.5, 4.5)
        for dy in (-4.5, 4.5)
    )


def _legend(canvas: Canvas, areas: Mapping[str, Mapping[str, Any]], drawing: Mapping[str, Any]) -> None:
    style = canvas.style
    marks = {name for area in areas.values() for name in area["marks"]}
    add = canvas.legend.append
    if "supply" in marks:
        add((canvas.word("supply"), lambda pen: map_canvas.keep(style, pen, (0, 0.1), 1.6)))
    if "key" in marks:
        add(
            (
                canvas.word("key"),
                lambda pen: (
                    key_ring(canvas, Pen(14, pen.dx, pen.dy), (0, 0)) + map_canvas.keep(style, pen, (0, 0.05), 1.3)
                ),
            )
        )
    if "points" in marks:
        add((canvas.word("points"), lambda pen: badge(canvas, pen, (0, 0), "2", 0.38)))
    if "four" in marks:
        add((canvas.word("four"), lambda pen: four(canvas, pen, (0, 0))))
    if drawing["closed"]:
        add((canvas.word("closed"), lambda pen: draw_closed_border(canvas, pen, [(-0.5, 0), (0.5, 0)])))
    if drawing["ties"]:
        add((canvas.word("tie"), lambda pen: tie(canvas, pen, [(-0.5, 0), (0.5, 0)])))
    add(
        (
            canvas.word("road"),
            lambda pen: element(
                "path",
                d=pen.line([(-0.5, 0), (0.5, 0)]),
                stroke=style["road"],
                stroke_width="2",
                stroke_dasharray="7 5",
            ),
        )
    )
    add(
        (
            canvas.word("river"),
            lambda pen: element(
                "path",
                d=pen.line([(-0.5, 0.1), (0, -0.1), (0.5, 0.1)]),
                stroke=style["river"],
                stroke_width="3",
                fill="none",
            ),
        )
    )
    add((canvas.word("stacks"), lambda pen: room(canvas, pen, (0, 0), 0.45)))
