"""The picture of a hex map."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from gunki.board.hexmap import SIDES, HexMap
from gunki.draw.maps import map_canvas
from gunki.draw.maps.hex_geometry import HexPlane, Inside, chains
from gunki.draw.maps.hexmap_legend import legend
from gunki.draw.maps.hexmap_marks import bridge, entry_arrow, ford, snowflake
from gunki.draw.maps.map_canvas import Canvas, Rings
from gunki.draw.maps.textures import path, scatter_marks
from gunki.draw.svg import SANS, element, smooth

SCALE = 48.0  # pixels for the height of a hex
WET = ("sea", "lake")
NAME, OTHER_NAME, NUMBER = 0.27, 0.205, 0.155  # sizes of letters, in hexes
LONG_RIVER_SIDES = 7  # rivers along fewer hexsides get no name


def draw(canvas: Canvas, board: HexMap) -> None:
    drawing = canvas.files.drawing
    plane = HexPlane(board.shifted)
    land = [ring for shape in drawing["coast"] for ring in shape]
    lakes = [ring for lake in drawing["lakes"] for shape in lake["shapes"] for ring in shape]
    map_canvas.water(canvas, land, unit=0.8)
    _tints(canvas, board, plane, land)
    map_canvas.lakes(canvas)
    map_canvas.relief(canvas)
    _wash_water_hexes(canvas, board, plane)
    _textures(canvas, board, plane, Inside(land), Inside(lakes))
    map_canvas.coast(canvas, land)
    _grid(canvas, board, plane)
    _roads(canvas, drawing["roads"])
    _provinces(canvas, board, plane, drawing["provinces"]["labels"])
    _rivers(canvas, board, plane, drawing["rivers"])
    _snow(canvas, board, plane)
    _numbers(canvas, board, plane)
    _entries(canvas, board, plane)
    _places(canvas, drawing["labels"])
    legend(canvas, board)


def _by_terrain(board: HexMap) -> dict[str, list[str]]:
    numbers: dict[str, list[str]] = defaultdict(list)
    for h, number in enumerate(board.numbers):
        numbers[board.terrain_at(h)].append(number)
    return numbers


def _tints(canvas: Canvas, board: HexMap, plane: HexPlane, land: Rings) -> None:
    """Draw the colour of each terrain on the real land, blurred a little into neighbouring hexes."""
    pen, style = canvas.pen, canvas.style
    blur = element("feGaussianBlur", stdDeviation=str(round(0.1 * SCALE, 1)))
    canvas.definitions.append(element("filter", blur, id="wash", x="-2%", y="-2%", width="104%", height="104%"))
    canvas.definitions.append(element("clipPath", element("path", d=pen.rings(land), clip_rule="evenodd"), id="land"))
    out = []
    for terrain, numbers in _by_terrain(board).items():
        if terrain in WET:
            continue
        shape = "".join(pen.line(plane.corners(number), closed=True) for number in numbers)
        opacity = str(style.terrain[terrain]["opacity"])
        out.append(element("path", d=shape, fill=style.tint(terrain), fill_opacity=opacity))
    canvas.add(element("g", "".join(out), filter="url(#wash)"), "terrain", clip_path="url(#land)")


def _wash_water_hexes(canvas: Canvas, board: HexMap, plane: HexPlane) -> None:
    """Cover land inside water hexes with a wash of water, because no unit can stand there."""
    pen, style = canvas.pen, canvas.style
    out = []
    for terrain, numbers in _by_terrain(board).items():
        if terrain in WET:
            shape = "".join(pen.line(plane.corners(number), closed=True) for number in numbers)
            opacity = str(style.terrain[terrain]["opacity"])
            out.append(element("path", d=shape, fill=style.tint(terrain), fill_opacity=opacity))
    canvas.add(out, "drowned")


def _textures(canvas: Canvas, board: HexMap, plane: HexPlane, on_land: Inside, in_lake: Inside) -> None:
    """Draw brush marks, which show the terrain without colour, on the real land or water and clear of castles."""
    pen, style = canvas.pen, canvas.style
    built = {castle.hex for castle in board.castles} | {board.numbers[h] for h in board.places.values()}
    paths: dict[str, list[str]] = defaultdict(list)
    for h, number in enumerate(board.numbers):
        terrain = board.terrain_at(h)
        dry = terrain not in WET
        texture = style.textures[style.terrain[terrain]["texture"]]
        centre = plane.centre(number)
        shore = any((board.terrain_at(n) in WET) == dry for n in board.around(h))

        def is_free(
            x: float,
            y: float,
            *,
            centre: tuple[float, float] = centre,
            built: bool = number in built,
            shore: bool = shore,
            dry: bool = dry,
        ) -> bool:
            if y < -0.33 or (built and abs(x) < 0.42 and -0.25 < y < 0.48):  # room for the hex number, and for a castle
                return False
            at = centre[0] + x, centre[1] + y
            return not shore or (on_land(*at) and not in_lake(*at)) == dry

        paths[terrain].append(path(pen, centre, scatter_marks(number, texture, is_free), texture))
    for terrain, parts in paths.items():
        texture = style.textures[style.terrain[terrain]["texture"]]
        canvas.add(
            element("path", d="".join(parts)),
            f"texture-{terrain}",
            fill="none",
            stroke=style[texture["colour"]],
            stroke_width=texture["width"] * SCALE,
            stroke_opacity=str(texture["opacity"]),
            stroke_linecap="round",
            stroke_linejoin="round",
        )


def _grid(canvas: Canvas, board: HexMap, plane: HexPlane) -> None:
    """Draw each hexside once; on open water the lines are fainter."""
    sides = {}
    for h, number in enumerate(board.numbers):
        for direction in range(6):
            near = board.neighbours[6 * h + direction]
            wet = board.terrain_at(h) == "sea" and (near < 0 or board.terrain_at(near) == "sea")
            sides[plane.side(number, direction)] = wet
    out = []
    for wet, opacity in ((True, "0.14"), (False, "0.3")):
        lines = chains(side for side, is_wet in sides.items() if is_wet == wet)
        shape = "".join(canvas.pen.line(line) for line in lines)
        out.append(element("path", d=shape, stroke_opacity=opacity))
    canvas.add(out, "grid", fill="none", stroke=canvas.style["grid"], stroke_width="0.8")


def _roads(canvas: Canvas, roads: Sequence[Mapping[str, Any]]) -> None:
    shape = "".join(canvas.pen.line(road["line"]) for road in roads)
    look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    out = [
        element("path", d=shape, stroke=canvas.style["halo"], stroke_width="4", stroke_opacity="0.35"),
        element(
            "path",
            d=shape,
            stroke=canvas.style["road"],
            stroke_width="1.8",
            stroke_dasharray="6 4.5",
            stroke_opacity="0.75",
        ),
    ]
    canvas.add(out, "roads", **look)


def _provinces(canvas: Canvas, board: HexMap, plane: HexPlane, labels: Sequence[Mapping[str, Any]]) -> None:
    sides = []
    for h, number in enumerate(board.numbers):
        mine = board.province_at(h)
        for direction in range(3):
            near = board.neighbours[6 * h + direction]
            if near >= 0 and mine and board.province_at(near) not in ("", mine):
                sides.append(plane.side(number, direction))
    shape = "".join(canvas.pen.line(smooth(line)) for line in chains(sides))
    colour = canvas.style["border"]
    out = [
        element("path", d=shape, stroke=colour, stroke_width=0.2 * SCALE, stroke_opacity="0.16"),
        element("path", d=shape, stroke=colour, stroke_width="1.5", stroke_opacity="0.75", stroke_dasharray="9 4 2 4"),
    ]
    canvas.add(out, "provinces", fill="none", stroke_linejoin="round", stroke_linecap="round")
    names = []
    for label in labels:
        size = min(0.95, 0.42 + 0.035 * label["hexes"] ** 0.6)
        first, second = map_canvas.names(canvas, label)
        look = {"fill": colour, "fill_opacity": "0.55"}
        spaced = first.upper() if canvas.lang == "en" else first
        x, y = map_canvas.within_rim(canvas, spaced, size, label["at"])
        names.append(
            canvas.pen.text(spaced, (x, y), size, letter_spacing=size * SCALE * 0.14, font_weight="bold", **look)
        )
        names.append(
            canvas.pen.text(second, (x, y + size * 0.72), size * 0.55, letter_spacing=size * SCALE * 0.1, **look)
        )
    canvas.add(names, "province-names")


def _rivers(canvas: Canvas, board: HexMap, plane: HexPlane, rivers: Sequence[Mapping[str, Any]]) -> None:
    pen, style = canvas.pen, canvas.style
    by_name: dict[str, list[Any]] = defaultdict(list)
    water, crossings = [], []
    for h, number in enumerate(board.numbers):
        for direction in range(3):
            kind = SIDES[board.sides[6 * h + direction]]
            side = plane.side(number, direction)
            if kind == "water":
                water.append(side)
            elif kind:
                by_name[board.side_names[6 * h + direction]].append(side)
                if kind != "river":
                    crossings.append((bridge if kind == "bridge" else ford)(canvas, pen, side))
    japanese = {river["name"]: river["ja"] for river in rivers}
    edges, fills, names = [], [], []
    for name, sides in sorted(by_name.items()):
        lines = [smooth(line) for line in chains(sides)]
        shape = "".join(pen.line(line) for line in lines)
        width = SCALE * min(0.15, 0.07 + 0.0016 * len(sides))
        edges.append(element("path", d=shape, stroke_width=width + 1.6))
        fills.append(element("path", d=shape, stroke_width=width))
        if len(sides) >= LONG_RIVER_SIDES:
            names.append(_river_name(canvas, max(lines, key=len), name, japanese.get(name, name)))
    channel = "".join(pen.line(smooth(line)) for line in chains(water))
    edges.append(element("path", d=channel, stroke_width=0.2 * SCALE))
    fills.append(element("path", d=channel, stroke_width=0.13 * SCALE, stroke=style["sea"]))
    look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    canvas.add(edges, "river-banks", stroke=style["river_edge"], stroke_opacity="0.7", **look)
    canvas.add(fills, "rivers", stroke=style["river"], **look)
    canvas.add(names, "river-names", font_style="italic", fill=style["water_name"])
    canvas.add(crossings, "crossings")


def _river_name(canvas: Canvas, line: Sequence[Sequence[float]], name: str, japanese: str) -> str:
    """Return a river's name, written along the river from left to right."""
    label = name.split(" (")[0] if canvas.lang == "en" else japanese
    course = list(line) if line[0][0] <= line[-1][0] else list(reversed(line))
    path_id = f"river-{len(canvas.definitions)}"
    canvas.definitions.append(element("path", d=canvas.pen.line(smooth(course, 1)), id=path_id))
    words = element("textPath", label, href=f"#{path_id}", startOffset="50%", text_anchor="middle")
    halo = {"stroke": canvas.style["halo"], "stroke_width": "2.2", "stroke_opacity": "0.8", "paint_order": "stroke"}
    return element("text", words, font_size=0.2 * SCALE, dy="-4.5", letter_spacing="1.5", **halo)


def _snow(canvas: Canvas, board: HexMap, plane: HexPlane) -> None:
    marks = []
    for h, number in enumerate(board.numbers):
        if board.snow[h]:
            x, y = plane.centre(number)
            marks.append(canvas.pen.mark(snowflake(), (x + 0.36, y - 0.3)))
    look = {"fill": "none", "stroke": canvas.style["snow"], "stroke_width": "1", "stroke_linecap": "round"}
    canvas.add([element("path", d="".join(marks))] if marks else [], "snow", **look)


def _entries(canvas: Canvas, board: HexMap, plane: HexPlane) -> None:
    """Draw an arrow in each hex where forces enter the map, and the name beside the middle arrow."""
    style, out = canvas.style, []
    width, height = canvas.files.drawing["size"]
    for name, hexes in board.edges.items():
        places = [plane.centre(board.numbers[h]) for h in hexes]
        x, y = places[len(places) // 2]
        turn = min(((x, 0), (height - y, 1), (width - x, 2), (y, 3)))[1]  # the nearest rim: left, bottom, right, top
        shape = "".join(canvas.pen.mark(entry_arrow(turn), place) for place in places)
        out.append(element("path", d=shape, fill=style["accent"], fill_opacity="0.7", id=f"edge-{name}"))
        facts = canvas.files.facts["edges"][name]
        if "name" in facts:
            dx, dy = ((2.0, 0.1), (0.0, -0.7), (-2.0, 0.1), (0.0, 0.9))[turn]
            look = {"halo": style["halo"], "fill": style["accent"], "font_style": "italic"}
            out.append(canvas.pen.text(map_canvas.names(canvas, facts)[0], (x + dx, y + dy), 0.36, **look))
    canvas.add(out, "entries")


def _numbers(canvas: Canvas, board: HexMap, plane: HexPlane) -> None:
    out = []
    for number in board.numbers:
        x, y = plane.centre(number)
        out.append(element("text", number, x=canvas.pen.x(x), y=canvas.pen.y(y - 0.35)))
    canvas.add(
        out,
        "numbers",
        font_family=SANS,
        font_size=NUMBER * SCALE,
        text_anchor="middle",
        fill=canvas.style["grid"],
        fill_opacity="0.62",
    )


def _places(canvas: Canvas, labels: Sequence[Mapping[str, Any]]) -> None:
    """Draw castles, named places, seas and lakes, with their names in both scripts."""
    pen, style = canvas.pen, canvas.style
    out = []
    for label in labels:
        x, y = label["at"]
        first, second = map_canvas.names(canvas, label)
        if label["kind"] in WET:
            size = 0.85 if label["kind"] == "sea" else 0.4
            out.append(map_canvas.water_name(canvas, label, size))
            continue
        castle = label["kind"] == "castle"
        mark = style.places.get(label["name"], "keep" if castle else "gate")
        out.append(map_canvas.keep(style, pen, (x, y + 0.02), 1.15 if mark == "keep" else 0.9, mark))
        look = {"halo": style["halo"], "fill": style["ink"]}
        size = NAME if castle else NAME * 0.85
        x = map_canvas.within_rim(canvas, first, size, label["at"], spaced=0.9)[0]
        out.append(pen.text(first, (x, y + 0.36), size, font_weight="bold", **look))
        out.append(pen.text(second, (x, y + 0.56), OTHER_NAME, **look))
    canvas.add(out, "places")
