"""Small charts as SVG, for reports and notebooks: shares with intervals, lines, bars.

Colours are CSS variables of the page, with default values for places without the page's style. They are the palette of
Okabe and Ito, because colour-blind readers can distinguish its colours. Each colour also comes with a mark or a word of
the same meaning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from gunki.draw.svg import SANS, element, number

WIDE = 460.0
LETTER = 13.0
#: The colours of series in the light theme; a page in the dark theme replaces them with lighter ones.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#aa3377", "#8a6d00", "#56606b")
KANJI = 0x2E80
MOST_COLUMNS = 400


def colour(place: int) -> str:
    place %= len(COLOURS)
    return f"var(--series-{place},{COLOURS[place]})"


INK, QUIET, GRID = "var(--ink,#2c241c)", "var(--quiet,#6b5b49)", "var(--grid,#cbbd9f)"


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a chart: a share with its interval, or a plain number without an interval."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    #: A text beside the bar.
    note: str = ""
    series: int = 0


Point = tuple[float, float, float, float]


def shares(rows: Sequence[Bar], *, title: str, even: float | None = None) -> str:
    """Return a chart with a dot and an interval for each share from 0 to 1; if `even` is given, a line marks it."""
    return _dots(rows, (0.0, 0.25, 0.5, 0.75, 1.0), [f"{tick} %" for tick in (0, 25, 50, 75, 100)], title, even)


def scale(rows: Sequence[Bar], low: float, high: float, *, title: str) -> str:
    """Return a chart with a dot and an interval for each row, on a scale from `low` to `high`."""
    ticks = _ticks(low, high)
    return _dots(rows, ticks, [f"{tick:g}" for tick in ticks], title, None)


def _dots(rows: Sequence[Bar], ticks: Sequence[float], names: Sequence[str], title: str, even: float | None) -> str:
    left, right = _label_width(rows) + 8, WIDE - 24.0 - max((width(row.note, 12) for row in rows), default=0)
    step, top = 34.0, 14.0
    bottom = top + step * len(rows)

    def x(value: float) -> float:
        part = (value - ticks[0]) / (ticks[-1] - ticks[0])
        return left + (right - left) * min(max(part, 0.0), 1.0)

    out = []
    for tick, name in zip(ticks, names, strict=True):
        out.append(_line(x(tick), top, x(tick), bottom, GRID, 1))
        out.append(_text(name, x(tick), bottom + 17, QUIET, "middle", 12))
    if even is not None:
        out.append(_line(x(even), top - 4, x(even), bottom + 3, INK, 1.2, dash="4 3"))
    for place, row in enumerate(rows):
        y = top + step * (place + 0.5)
        ink = colour(row.series)
        out.append(_text(row.label, left - 16, y + 4.5, INK, "end"))
        if row.low is not None and row.high is not None:
            out.append(_line(x(row.low), y, x(row.high), y, ink, 5, opacity=0.45))
            out += [_line(x(end), y - 6, x(end), y + 6, ink, 2) for end in (row.low, row.high)]
        out.append(mark(row.series, x(row.value), y, 6, ink))
        out.append(_text(row.note, right + 16, y + 4.5, INK, "start", 12))
    return _svg(out, bottom + 26, title)


def bars(rows: Sequence[Bar], *, title: str) -> str:
    """Return a chart with horizontal bars from 0 on, each with its number."""
    left = _label_width(rows)
    right = WIDE - 14 - max((width(row.note, 12) for row in rows), default=0)
    most = max((row.value for row in rows), default=0) or 1
    step, top = 27.0, 4.0
    out = []
    for place, row in enumerate(rows):
        y, wide = top + step * place, (right - left) * row.value / most
        out.append(_text(row.label, left - 10, y + 17.5, INK, "end"))
        out.append(element("rect", x=left, y=y + 4, width=max(wide, 0.8), height=18.0, rx=2, fill=colour(row.series)))
        out.append(_text(row.note, left + wide + 7, y + 17.5, INK, "start", 12))
    out.append(_line(left, top, left, top + step * len(rows), QUIET, 1))
    return _svg(out, top + step * len(rows) + 6, title)


def columns(values: Mapping[int, float], *, title: str, axis: str, number_format: str = "{:g}") -> str:
    """Return a chart with vertical bars over whole numbers."""
    if not values:
        return _svg([], 20, title)
    first = min(values)
    last = min(max(values), first + MOST_COLUMNS - 1)
    top, bottom, left, right = 24.0, 170.0, 30.0, WIDE - 10.0
    most = max(values.values()) or 1
    slot = (right - left) / (last - first + 1)
    width = min(slot * 0.72, 46.0)
    out = [_line(left, bottom, right, bottom, QUIET, 1)]
    crowded = ceil(26 / slot)
    for key in range(first, last + 1):
        value = values.get(key, 0)
        x, high = left + slot * (key - first + 0.5), (bottom - top) * value / most
        if value:
            out.append(element("rect", x=x - width / 2, y=bottom - high, width=width, height=high, fill=colour(0)))
            if slot > 22:
                out.append(_text(number_format.format(value), x, bottom - high - 5, INK, "middle", 11))
        if (key - first) % crowded == 0:
            out.append(_text(str(key), x, bottom + 16, QUIET, "middle", 12))
    out.append(_text(axis, (left + right) / 2, bottom + 34, QUIET, "middle", 12))
    return _svg(out, bottom + 42, title)


def lines(
    series: Mapping[str, Sequence[Point]], *, title: str, axis: str, unit: str = "", stepped: bool = False,
    lowest: float | None = None, highest: float | None = None,
) -> str:  # fmt: skip
    """Return a chart with lines, each with a band around it, a mark of its own and its name in a legend.

    A point is x, y, and the lower and upper end of the band.
    """
    points = [point for rows in series.values() for point in rows]
    if not points:
        return _svg([], 20, title)
    top, bottom, left, right = 12.0, 218.0, 46.0, WIDE - 14.0
    x0, x1 = min(p[0] for p in points), max(p[0] for p in points)
    ticks = _ticks(min(p[2] for p in points) if lowest is None else lowest,
                   max(p[3] for p in points) if highest is None else highest)  # fmt: skip
    y0, y1 = ticks[0], ticks[-1]

    def x(value: float) -> float:
        return left + (right - left) * ((value - x0) / (x1 - x0) if x1 > x0 else 0.5)

    def y(value: float) -> float:
        return bottom - (bottom - top) * ((value - y0) / (y1 - y0) if y1 > y0 else 0.5)

    out = []
    for tick in ticks:
        out.append(_line(left, y(tick), right, y(tick), QUIET if tick == 0 else GRID, 1))
        out.append(_text(f"{tick:g}{unit}", left - 7, y(tick) + 4, QUIET, "end", 12))
    crowded = max(1, ceil((x1 - x0 + 1) * 26 / (right - left)))
    for value in range(ceil(x0), floor(x1) + 1, crowded):
        out.append(_text(str(value), x(value), bottom + 17, QUIET, "middle", 12))
    out.append(_text(axis, (left + right) / 2, bottom + 36, QUIET, "middle", 12))
    for place, rows in enumerate(series.values()):
        if any(p[2] != p[3] for p in rows):
            edge = [(x(p[0]), y(p[3])) for p in rows] + [(x(p[0]), y(p[2])) for p in reversed(rows)]
            out.append(element("polygon", points=_path(edge), fill=colour(place), fill_opacity="0.16"))
    for place, rows in enumerate(series.values()):
        way = [(x(p[0]), y(p[1])) for p in rows]
        if stepped:
            way = [way[0], *(corner for a, b in pairwise(way) for corner in ((b[0], a[1]), b))]
        dash = ("", "7 4", "2 4", "9 3 2 3", "", "4 3")[place % 6] or None
        out.append(
            element(
                "polyline", points=_path(way), fill="none", stroke=colour(place), stroke_width=2.4,
                stroke_dasharray=dash, stroke_linejoin="round",
            )
        )  # fmt: skip
        every = max(1, len(rows) // 12)
        out += [mark(place, x(p[0]), y(p[1]), 4.6, colour(place)) for p in rows[::every]]
    legend, deep = _legend(list(series), bottom + 50)
    return _svg([*out, *legend], deep, title)


def mark(place: int, x: float, y: float, size: float, ink: str) -> str:
    """Return the mark of a series: a disc, a square, a diamond, a triangle, a ring, a cross."""
    kind = place % 6
    if kind in (0, 4):
        hollow = kind == 4
        return element("circle", cx=x, cy=y, r=size * 0.9, fill="var(--paper,#fff)" if hollow else ink, stroke=ink,
                       stroke_width=2 if hollow else 0)  # fmt: skip
    shapes = {
        1: ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
        2: ((0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0)),
        3: ((0, -1.1), (1.05, 0.85), (-1.05, 0.85)),
        5: ((-0.3, -1), (0.3, -1), (0.3, -0.3), (1, -0.3), (1, 0.3), (0.3, 0.3), (0.3, 1), (-0.3, 1), (-0.3, 0.3),
            (-1, 0.3), (-1, -0.3), (-0.3, -0.3)),
    }  # fmt: skip
    return element("polygon", points=_path([(x + dx * size, y + dy * size) for dx, dy in shapes[kind]]), fill=ink)


# -- parts ------------------------------------------------------------------------------------------------------------


def _svg(content: Sequence[str], height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:.0f} {height:.0f}" role="img" class="chart" '
        f'font-family="{SANS}" font-size="{LETTER:.0f}"><title>{escape(title)}</title>{"".join(content)}</svg>'
    )


def _line(
    x1: float, y1: float, x2: float, y2: float, ink: str, width: float, *, dash: str | None = None,
    opacity: float | None = None,
) -> str:  # fmt: skip
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=ink, stroke_width=float(width), stroke_dasharray=dash,
                   stroke_opacity=None if opacity is None else str(opacity))  # fmt: skip


def _text(words: str, x: float, y: float, ink: str, anchor: str, size: float | None = None) -> str:
    return element("text", escape(words), x=x, y=y, fill=ink, text_anchor=anchor, font_size=size) if words else ""


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def width(words: str, size: float = LETTER) -> float:
    """Return the approximate width of a text: kanji are square, letters a little more than half as wide."""
    return size * sum(1.02 if ord(letter) > KANJI else 0.56 for letter in words)


def _label_width(rows: Sequence[Bar]) -> float:
    return min(max((width(row.label) for row in rows), default=0) + 14, WIDE * 0.5)


def _legend(names: Sequence[str], top: float) -> tuple[list[str], float]:
    x, y, out = 8.0, top, []
    for place, name in enumerate(names):
        wide = 26 + width(name, 12.5) + 14
        if x > 8 and x + wide > WIDE:
            x, y = 8.0, y + 21
        out.append(_line(x, y, x + 18, y, colour(place), 2.4))
        out.append(mark(place, x + 9, y, 5, colour(place)))
        out.append(_text(name, x + 25, y + 4.5, INK, "start", 12.5))
        x += wide
    return out, y + 14


def _ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers, the first at most `low` and the last at least `high`."""
    if high <= low:
        low, high = low - 1, high + 1
    rough = (high - low) / 5
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(step * place, 10) for place in range(first, last + 1)]
