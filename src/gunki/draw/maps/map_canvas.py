"""The parts that all maps have: paper, water, land, relief, frame, title and legend."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape

from gunki.core.definition.texts import LANGUAGES, Texts
from gunki.draw.maps.corrected_map_files import MapFiles
from gunki.draw.style import Style
from gunki.draw.svg import SANS, SERIF, Pen, element, group

MARGIN = 36.0  # pixels around the map
STRIP = 46.0  # pixels of one row of the legend
SAMPLE, GAP, LEGEND = 60.0, 34.0, 17.0  # in the legend: the width of a sample, the gap between entries, the letter size
TITLE = 74.0  # pixels of the title above the map

WIDE = 0x2E80  # letters from here on are square: kana and kanji

Rings = Sequence[Sequence[Sequence[float]]]
#: Draws a sample in the legend with the given pen, whose origin is the middle of the sample.
Sample = Callable[[Pen], str]


@dataclass
class Canvas:
    """An unfinished picture: its style, its texts, and the layers drawn so far."""

    files: MapFiles
    style: Style
    texts: Texts
    scale: float
    layers: list[str] = field(default_factory=list)
    definitions: list[str] = field(default_factory=list)
    legend: list[tuple[str, Sample]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.width, self.height = (float(side) * self.scale for side in self.files.drawing["size"])
        self.pen = Pen(self.scale)

    @property
    def lang(self) -> str:
        return self.texts.lang

    @property
    def other(self) -> str:
        return next(lang for lang in LANGUAGES if lang != self.lang)

    def add(self, content: Sequence[str] | str, name: str, **values: object) -> None:
        """Add a layer. Its name becomes its id in the SVG, so that users of the SVG can find it."""
        parts = [content] if isinstance(content, str) else [part for part in content if part]
        if parts:
            self.layers.append(group(parts, id=name, **values))

    def word(self, key: str, **data: Any) -> str:
        return self.texts("map", key, **data)


def water(canvas: Canvas, land: Rings, unit: float) -> None:
    """Draw the sea, paler towards the coast, and the paper of the land; `unit` scales the width of the pale bands."""
    style, pen = canvas.style, canvas.pen
    shape = pen.rings(land)
    out = [element("rect", width=canvas.width, height=canvas.height, fill=style["sea"])]
    size = unit * canvas.scale
    for width, colour, opacity in ((1.5, "shore", 0.25), (1.0, "shore", 0.35), (0.55, "shore", 0.55)):
        out.append(_outline(shape, style[colour], width * size, opacity))
    for width in (0.62, 0.36):  # two fine lines along the coast, as on old sea charts
        out.append(_outline(shape, style["wave"], width * size + 1.4, 0.35))
        out.append(_outline(shape, style["shore"], width * size, 1.0))
    out.append(element("path", d=shape, fill=style["paper"], fill_rule="evenodd"))
    canvas.add(out, "water", stroke_linejoin="round")


def _outline(shape: str, colour: str, width: float, opacity: float) -> str:
    return element("path", d=shape, fill="none", stroke=colour, stroke_width=width, stroke_opacity=f"{opacity}")


def coast(canvas: Canvas, land: Rings) -> None:
    path = element("path", d=canvas.pen.rings(land))
    canvas.add(path, "coast", fill="none", stroke=canvas.style["coast"], stroke_width="1.5", stroke_linejoin="round")


def lakes(canvas: Canvas) -> None:
    rings = [ring for lake in canvas.files.drawing["lakes"] for shape in lake["shapes"] for ring in shape]
    look = {"fill": canvas.style["lake"], "stroke": canvas.style["coast"], "stroke_width": "1.2"}
    canvas.add(element("path", d=canvas.pen.rings(rings), **look), "lakes")


def names(canvas: Canvas, entry: Mapping[str, Any]) -> tuple[str, str]:
    """Return a name in the picture's language and in the other one.

    A suffix in brackets, which only distinguishes equal names, is left out.
    """
    latin, japanese = str(entry["name"]).split(" (")[0], str(entry["ja"])
    return (latin, japanese) if canvas.lang == "en" else (japanese, latin)


def within_rim(
    canvas: Canvas, words: str, size: float, at: Sequence[float], *, spaced: float = 1.2
) -> tuple[float, float]:
    """Return a place for a name, moved away from the rim as far as needed to make the whole name visible.

    `spaced` is the spacing of its letters; 1 is normal spacing.
    """
    half = 0.5 * spaced * size * sum(1.1 if ord(letter) > WIDE else 0.75 for letter in words)
    width = float(canvas.files.drawing["size"][0])
    return min(max(at[0], half), width - half), at[1]


def water_name(canvas: Canvas, label: Mapping[str, Any], size: float) -> str:
    first, second = names(canvas, label)
    x, y = within_rim(canvas, first, size, label["at"])
    look = {"fill": canvas.style["water_name"], "fill_opacity": "0.8", "font_style": "italic"}
    wide = size * canvas.scale
    return canvas.pen.text(first, (x, y), size, letter_spacing=wide * 0.2, **look) + canvas.pen.text(
        second, (x, y + size * 0.75), size * 0.55, letter_spacing=wide * 0.1, **look
    )


def relief(canvas: Canvas) -> None:
    image_and_box = canvas.files.relief
    if image_and_box is None:
        return
    picture, (x, y, width, height) = image_and_box
    pen = canvas.pen
    image = element(
        "image",
        x=pen.x(x),
        y=pen.y(y),
        width=width * canvas.scale,
        height=height * canvas.scale,
        preserveAspectRatio="none",
        href="data:image/webp;base64," + base64.b64encode(picture).decode("ascii"),
    )
    canvas.add(image, "relief", opacity=str(canvas.style.colours["relief"]))


def build_svg(canvas: Canvas, title: dict[str, str], notes: Sequence[str]) -> str:
    """Return the whole SVG: title above, frame, legend below."""
    style = canvas.style
    below = MARGIN + TITLE + canvas.height + 14
    legend, deep = _legend(canvas, below)
    width = canvas.width + 2 * MARGIN
    height = below + deep + 34 + MARGIN * 0.5
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" lang="{canvas.lang}" font-family="{SERIF}">',
        f"<title>{escape(title[canvas.lang])}</title>",
        group([*canvas.definitions, _clip(canvas)]).replace("<g>", "<defs>").replace("</g>", "</defs>"),
        element("rect", width="100%", height="100%", fill=style["haze"]),
        _heading(canvas, title),
        f'<g transform="translate({MARGIN:.0f} {MARGIN + TITLE:.0f})"><g clip-path="url(#rim)">',
        *canvas.layers,
        "</g>",
        _frame(canvas),
        "</g>",
        legend,
        _notes(canvas, notes, height - MARGIN * 0.6),
        "</svg>\n",
    ]
    return "\n".join(out)


def _clip(canvas: Canvas) -> str:
    return element("clipPath", element("rect", width=canvas.width, height=canvas.height), id="rim")


def _frame(canvas: Canvas) -> str:
    colour = canvas.style["frame"]
    return "".join(
        element(
            "rect",
            x=-o,
            y=-o,
            width=canvas.width + 2 * o,
            height=canvas.height + 2 * o,
            fill="none",
            stroke=colour,
            stroke_width=w,
        )
        for o, w in ((0.0, 1.2), (6.0, 3.2))
    )


def _heading(canvas: Canvas, title: dict[str, str]) -> str:
    style = canvas.style
    y = MARGIN + TITLE - 30
    first = element("tspan", escape(title[canvas.lang]), font_size="44", font_weight="bold", fill=style["ink"])
    second = element("tspan", escape(title[canvas.other]), font_size="24", fill=style["quiet"], dx="22")
    return element("text", first + second, x=MARGIN, y=y, id="title")


def _legend(canvas: Canvas, top: float) -> tuple[str, float]:
    """Return the legend (rows of samples with their texts), and the height of the legend."""
    out = []
    x, y = MARGIN, top + STRIP / 2
    for words, sample in canvas.legend:
        wide = SAMPLE + _width(words) + GAP
        if x > MARGIN and x + wide - GAP > MARGIN + canvas.width:
            x, y = MARGIN, y + STRIP
        out.append(sample(Pen(40.0, x + 26, y)))
        out.append(element("text", escape(words), x=x + SAMPLE, y=y + 6, font_size=LEGEND, fill=canvas.style["ink"]))
        x += wide
    return group(out, id="legend"), y + STRIP / 2 - top


def _width(words: str) -> float:
    """Return the approximate width of a text of the legend: kanji are square, letters about half as wide."""
    return sum(LEGEND if ord(letter) > WIDE else LEGEND * 0.53 for letter in words)


def _notes(canvas: Canvas, notes: Sequence[str], y: float) -> str:
    words = " ".join(note for note in notes if note)
    return element(
        "text", escape(words), x=MARGIN, y=y, font_size="14", fill=canvas.style["quiet"], font_family=SANS, id="notes"
    )


def keep(style: Style, pen: Pen, at: Sequence[float], size: float, kind: str = "keep") -> str:
    """Return a castle (or another building of style.json): pale walls, dark roofs."""
    shape = style.marks[kind]
    edge = {"stroke": style["ink"], "stroke_width": max(0.8, 0.03 * size * pen.scale), "stroke_linejoin": "round"}
    return element("path", d=pen.mark(shape["wall"], at, size), fill=style["castle"], **edge) + element(
        "path", d=pen.mark(shape["roof"], at, size), fill=style["roof"], **edge
    )
