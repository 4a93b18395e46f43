"""Overlays of a map: amounts in its places, and stacks of pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gunki.draw.maps.hex_geometry import HexPlane
from gunki.draw.maps.map_canvas import Canvas
from gunki.draw.svg import SANS, element


@dataclass(frozen=True, slots=True)
class Stack:
    """The pieces of one clan in a place: the clan's colour, the number of pieces, and their names as one text."""

    place: str
    colour: str
    count: int
    name: str


def places(canvas: Canvas) -> dict[str, tuple[float, float]]:
    """Return the middle of every place on the map, in plane units: hexes by number, areas by name."""
    board = canvas.files.board
    if board is not None:
        plane = HexPlane(board.shifted)
        return {number: plane.centre(number) for number in board.numbers}
    return {name: (area["stacks"][0], area["stacks"][1]) for name, area in canvas.files.drawing["areas"].items()}


def _largest(canvas: Canvas) -> float:
    """Return the radius of the largest disc in pixels, chosen so that a disc hardly covers other places."""
    if canvas.files.board is not None:
        return canvas.scale * 0.62
    rooms = [float(area["room"]) for area in canvas.files.drawing["areas"].values()]
    return canvas.scale * sorted(rooms)[len(rooms) // 2]


def heat(canvas: Canvas, amounts: Mapping[str, float], number_format: str) -> None:
    """Draw a disc in each place, as large as its amount, with the number in it if there is room."""
    at, most = places(canvas), max(amounts.values(), default=0)
    if most <= 0:
        return
    style, largest = canvas.style, _largest(canvas)
    out = []
    for name, amount in sorted(amounts.items(), key=lambda entry: -entry[1]):
        if name not in at or amount <= 0:
            continue
        x, y = canvas.pen.x(at[name][0]), canvas.pen.y(at[name][1])
        radius = max(largest * (amount / most) ** 0.5, largest * 0.16)
        out.append(
            element(
                "circle", cx=x, cy=y, r=radius, fill=style["accent"], fill_opacity="0.72", stroke=style["halo"],
                stroke_width=2.2, id=f"heat-{name}",
            )
        )  # fmt: skip
        size = min(radius * 0.95, largest * 0.62)
        if size >= largest * 0.3:
            look = {"font_family": SANS, "font_weight": "bold", "text_anchor": "middle", "fill": style["halo"]}
            out.append(element("text", number_format.format(amount), x=x, y=y + size * 0.36, font_size=size, **look))
    canvas.add(out, "heat")


def stacks(canvas: Canvas, all_stacks: Sequence[Stack]) -> None:
    """Draw a counter for each clan in a place, side by side. It has the clan's colour, and the count and the name."""
    at = places(canvas)
    hexes = canvas.files.board is not None
    side = canvas.scale * (0.5 if hexes else 2.4)
    by_place: dict[str, list[Stack]] = {}
    for stack in all_stacks:
        if stack.place in at:
            by_place.setdefault(stack.place, []).append(stack)
    out = []
    for place, those in by_place.items():
        x, y = canvas.pen.x(at[place][0]), canvas.pen.y(at[place][1])
        for number, stack in enumerate(those):
            left = x + (number - len(those) / 2) * side * 1.08
            box = {"x": left, "y": y - side / 2, "width": side, "height": side, "rx": side * 0.14}
            edge = {"stroke": canvas.style["ink"], "stroke_width": side * 0.05}
            out.append(element("rect", element("title", stack.name), fill=stack.colour, **box, **edge))
            out.append(
                element(
                    "text", str(stack.count), x=left + side / 2, y=y + side * 0.2, font_size=side * 0.58,
                    font_family=SANS, font_weight="bold", text_anchor="middle", fill="#fff", stroke="#1d1a16",
                    stroke_width=side * 0.09, paint_order="stroke", stroke_linejoin="round",
                )
            )  # fmt: skip
    canvas.add(out, "stacks")
