"""`draw_map`: the picture of any game's map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from gunki.core.definition.texts import LANGUAGES, Texts
from gunki.core.errors import OptionError
from gunki.draw.maps import areamap, hexmap, map_canvas, overlays
from gunki.draw.maps.corrected_map_files import map_ids, read_files
from gunki.draw.maps.map_canvas import Canvas
from gunki.draw.style import document, style

TEXTS = Path(__file__).parent / "text"
THEMES = tuple(document()["themes"])


class Picture(str):
    """SVG text that a notebook displays as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw_map(
    game: str,
    *,
    lang: str = "en",
    theme: str = "light",
    data: str | Path | None = None,
    heat: Mapping[str, float] | None = None,
    shown: str = "{:g}",
    stacks: Sequence[overlays.Stack] = (),
) -> Picture:
    """Return the map of a game as SVG text.

    `data` is a folder with corrections of single hexes and hexsides. `heat` gives an amount for each place; `shown` is
    the format in which the amounts are written. `stacks` are the stacks of pieces to draw.
    """
    for what, value, choices in (("map", game, map_ids()), ("language", lang, LANGUAGES), ("theme", theme, THEMES)):
        if value not in choices:
            raise OptionError(f"unknown {what} {value!r}; known: {', '.join(choices)}")
    files = read_files(game, None if data is None else Path(data))
    scale = areamap.SCALE if files.board is None else hexmap.SCALE
    canvas = Canvas(files, style(theme), Texts((TEXTS,), lang), scale)
    if files.board is None:
        areamap.draw(canvas)
    else:
        hexmap.draw(canvas, files.board)
    if heat:
        overlays.heat(canvas, heat, shown)
    overlays.stacks(canvas, stacks)
    notes = [canvas.word("reconstruction")]
    if files.corrections is not None:
        notes.append(canvas.word("corrected", folder=files.corrections.name))
    return Picture(map_canvas.build_svg(canvas, _title(canvas), notes))


def _title(canvas: Canvas) -> dict[str, str]:
    own = canvas.files.drawing.get("title")
    return own or {lang: Texts((TEXTS,), lang)("title", canvas.files.game) for lang in LANGUAGES}
