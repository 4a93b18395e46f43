"""The SVG elements that maps use. Everything is in pixels: plane units times `scale`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from xml.sax.saxutils import escape, quoteattr

Point = Sequence[float]

NUMBER = re.compile(r"-?\d*\.?\d+")
SERIF = "'Noto Serif JP','Noto Serif CJK JP','Hiragino Mincho ProN','Yu Mincho','IPAexMincho','Liberation Serif',serif"
SANS = "'Noto Sans JP','Noto Sans CJK JP','Hiragino Sans','Yu Gothic','IPAexGothic','Liberation Sans',sans-serif"


def number(value: float) -> str:
    """Return a number as a short text with one decimal, which is a tenth of a pixel."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def attributes(**values: object) -> str:
    """Return attributes as text, such as ` stroke-width="2"` for stroke_width=2. Those that are None are left out."""
    out = []
    for name, value in values.items():
        if value is not None:
            text = number(value) if isinstance(value, float) else str(value)
            out.append(f" {name.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    return "".join(out)


def element(tag: str, content: str | None = None, /, **values: object) -> str:
    head = f"<{tag}{attributes(**values)}"
    return f"{head}/>" if content is None else f"{head}>{content}</{tag}>"


def group(content: Iterable[str], **values: object) -> str:
    return element("g", "\n" + "\n".join(content) + "\n", **values)


class Pen:
    """Makes path data and texts in pixels from points in plane units."""

    def __init__(self, scale: float, dx: float = 0.0, dy: float = 0.0) -> None:
        self.scale = scale
        self.dx, self.dy = dx, dy
        self._marks: dict[tuple[str, float], str] = {}

    def x(self, value: float) -> float:
        return value * self.scale + self.dx

    def y(self, value: float) -> float:
        return value * self.scale + self.dy

    def line(self, points: Sequence[Point], *, closed: bool = False) -> str:
        """Return path data in its shortest form: a start, then steps, each relative to the point before."""
        out = []
        last = (0, 0)
        for count, point in enumerate(points):
            at = round(self.x(point[0]) * 10), round(self.y(point[1]) * 10)
            if count == 0:
                out.append(f"M{number(at[0] / 10)} {number(at[1] / 10)}")
            elif at != last:
                out.append(f"l{number((at[0] - last[0]) / 10)} {number((at[1] - last[1]) / 10)}")
            last = at
        return "".join(out) + ("z" if closed else "")

    def rings(self, rings: Iterable[Sequence[Point]]) -> str:
        return "".join(self.line(ring, closed=True) for ring in rings)

    def mark(self, path: str, at: Point, size: float = 1.0) -> str:
        """Return a mark of style.json (relative commands around its middle, in plane units) at a point."""
        key = (path, size)
        if key not in self._marks:
            factor = self.scale * size
            self._marks[key] = NUMBER.sub(lambda found: f" {number(float(found[0]) * factor)}", path).replace(" -", "-")
        return f"M{number(self.x(at[0]))} {number(self.y(at[1]))}{self._marks[key]}"

    def text(self, words: str, at: Point, size: float, *, halo: str | None = None, **values: object) -> str:
        """Return centred text; `size` in plane units. A halo keeps it readable on any background."""
        attrs = {
            "x": self.x(at[0]),
            "y": self.y(at[1]),
            "font_size": size * self.scale,
            "text_anchor": "middle",
            **values,
        }
        if halo is not None:
            attrs |= {
                "stroke": halo,
                "stroke_width": size * self.scale * 0.17,
                "stroke_linejoin": "round",
                "paint_order": "stroke",
            }
        return element("text", escape(words), **attrs)


def smooth(points: Sequence[Point], rounds: int = 2) -> list[Point]:
    """Return a line with its corners cut (Chaikin's algorithm) and the same ends."""
    line = [(p[0], p[1]) for p in points]
    closed = len(line) > 2 and line[0] == line[-1]
    for _ in range(rounds):
        cut = []
        for (ax, ay), (bx, by) in pairwise(line):
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        line = [*cut, cut[0]] if closed else [line[0], *cut[1:-1], line[-1]]
    return list(line)
