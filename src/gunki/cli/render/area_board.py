"""A board of areas as text: boxes on a grid if the terminal is wide enough, else a list.

Both can be read without colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from rich.text import Text

from gunki.cli.render.screen import Screen, Word, fit_to_width, wrap_words
from gunki.cli.render.words import GameWords
from gunki.core.definition.texts import searchable

#: Frames of boxes: one for each seat, and the last one for areas that no seat holds. The characters of a frame are: top
#: left, top, top right, side, bottom left, bottom right.
FRAMES = ("╔═╗║╚╝", "┏━┓┃┗┛", "╭╌╮╎╰╯", "┍━┑│┕┙", "┌─┐│└┘")
ASCII_FRAMES = (".=.|''", "######", ".~.|''", "%%%%%%", ".-.|''")
WIDEST_BOX = 20


def chip(colour: str) -> Style:
    """Return a style with a clan's colour as background and a legible text colour.

    The clan's colour is not used for the text, because a dark colour would be invisible on a dark terminal.
    """
    try:
        triplet = Color.parse(colour).get_truecolor()
    except Exception:  # a user's data file may name any colour
        return Style(bold=True)
    light = triplet.red * 299 + triplet.green * 587 + triplet.blue * 114 > 128_000
    return Style(color="black" if light else "white", bgcolor=colour)


class AreaBoard:
    """A position as a seat sees it."""

    def __init__(self, words: GameWords, board: Mapping[str, Any], view: Mapping[str, Any], *, unicode: bool) -> None:
        self.words = words
        self.view = view
        self.places: Sequence[Mapping[str, Any]] = board.get("places", ())
        self.areas: Mapping[str, Any] = view.get("areas", {})
        self.chips = {name: chip(str(clan.get("colour", ""))) for name, clan in board.get("clans", {}).items()}
        self.frames = FRAMES if unicode else ASCII_FRAMES
        self.links = "─│╲╱" if unicode else "-|\\/"
        self._marks = [
            key
            for key in dict.fromkeys(key for place in self.places for key in place if place[key])
            if words.has(f"mark_{key}")
        ]

    # -- content of a place ---------------------------------------------------------------------------------------

    def marks(self, place: Mapping[str, Any]) -> str:
        return "".join(self.words(f"mark_{key}") for key in self._marks if place.get(key))

    def clan(self, clan_id: str, short: bool = True) -> Word:
        name = self.words.short("clan", clan_id) if short else self.words.name("clan", clan_id)
        return name, self.chips.get(clan_id, "")

    def stack(self, clan: str, stack: Mapping[str, Any], short: bool = True) -> list[Word]:
        """Return words such as `Oda 7 (2) Nobunaga (Akechi)`. Spent units and spent generals are in brackets."""
        out = [self.clan(clan, short)]
        if stack.get("ready"):
            out.append((str(stack["ready"]), "bold"))
        if stack.get("spent"):
            out.append((f"({stack['spent']})", "dim"))
        for general, state in stack.get("generals", {}).items():
            name = self.words.short("general", general) if short else self.words.name("general", general)
            out.append((name, "bold") if state == "ready" else (f"({name})", "dim"))
        return out

    def frame(self, place: str) -> str:
        power = self.areas.get(place, {}).get("power", "")
        seats = self.words.game.seats
        return self.frames[min(seats.index(power), len(self.frames) - 2) if power in seats else -1]

    def _content(self, place: Mapping[str, Any]) -> list[list[Word]]:
        """Return the words in an area's box: its name, then a group for each stack. Each group begins a new line."""
        place_id = place["id"]
        head: list[Word] = [(word, "bold underline") for word in self.words.name("area", place_id).split()]
        stacks = self.areas.get(place_id, {}).get("stacks", {})
        return [head, *(self.stack(clan, stack) for clan, stack in stacks.items())]

    def _controller(self, place_id: str) -> Word | None:
        controller = self.areas.get(place_id, {}).get("controller", "none")
        return None if controller == "none" else self.clan(controller)

    # -- the grid -------------------------------------------------------------------------------------------------

    def grid(self, width: int, pieces: list[list[Text]]) -> list[Text] | None:
        """Return boxes at their places. Lines join them where units may move.

        Return None if they do not fit into the width. Pieces of text that fit into the empty top left corner are put
        there and removed from the list.
        """
        if not self.places or not all(len(place.get("at", ())) == 2 for place in self.places):
            return None
        places = {place["id"]: place for place in self.places}
        at = {place_id: (int(place["at"][0]), int(place["at"][1])) for place_id, place in places.items()}
        columns, rows = (max(p[i] for p in at.values()) + 1 for i in (0, 1))
        groups = {place["id"]: self._content(place) for place in self.places}
        widest = max(cell_len(word) for content in groups.values() for group in content for word, _ in group)
        box = min((width - columns + 1) // columns, WIDEST_BOX)
        if box < widest + 2:
            return None
        lines = {
            place_id: [line for group in content for line in wrap_words(group, box - 2)]
            for place_id, content in groups.items()
        }
        heights = [max((len(lines[i]) for i, p in at.items() if p[1] == row), default=0) + 2 for row in range(rows)]
        tops = [sum(heights[:row]) + row for row in range(rows)]
        canvas = Canvas(columns * (box + 1), sum(heights) + rows)
        for place_id, (column, row) in at.items():
            x, y, height = column * (box + 1), tops[row], len(lines[place_id]) + 2
            self._box(canvas, place_id, lines[place_id], (x, y, box, height))
            marks = self.marks(places[place_id])
            canvas.put(x + box - 1 - cell_len(marks), y, marks, "bold yellow")
            if height < heights[row]:  # extend a short box's line down to the row below
                below = [p for p in self._neighbours(place_id) if at[p] == (column, row + 1)]
                for extra in range(height, heights[row]) if below else ():
                    canvas.put(x + box // 2, y + extra, self.links[1])
        for place_id in at:
            for other in self._neighbours(place_id):
                self._link(canvas, at[place_id], at[other], box, tops, heights)
        canvas.fill_corner(pieces)
        return [*canvas.texts(), *self._far_borders(at)]

    def _neighbours(self, place_id: str) -> list[str]:
        return [n for place in self.places if place["id"] == place_id for n in place.get("near", ())]

    def _box(self, canvas: Canvas, place_id: str, lines: list[list[Word]], at: tuple[int, int, int, int]) -> None:
        x, y, width, height = at
        frame = self.frame(place_id)
        canvas.put(x, y, frame[0] + frame[1] * (width - 2) + frame[2])
        canvas.put(x, y + height - 1, frame[4] + frame[1] * (width - 2) + frame[5])
        controller = self._controller(place_id)
        if controller is not None:
            name, style = controller
            canvas.put(x + 1, y + height - 1, fit_to_width(name, min(cell_len(name), width - 2)), style)
        for number, line in enumerate(lines, 1):
            canvas.put(x, y + number, frame[3])
            canvas.put(x + width - 1, y + number, frame[3])
            column = x + 1
            for word, style in line:
                canvas.put(column, y + number, word, style)
                column += cell_len(word)

    def _link(
        self,
        canvas: Canvas,
        first: tuple[int, int],
        second: tuple[int, int],
        box: int,
        tops: list[int],
        heights: list[int],
    ) -> None:
        (c1, r1), (c2, r2) = sorted((first, second))
        step = box + 1
        if c2 - c1 > 1 or abs(r2 - r1) > 1:
            return
        if r1 == r2:
            canvas.put(c1 * step + box, tops[r1] + 1, self.links[0])
        elif c1 == c2:
            canvas.put(c1 * step + box // 2, tops[r1] + heights[r1], self.links[1])
        else:
            upper = min(r1, r2)
            canvas.put(c1 * step + box, tops[upper] + heights[upper], self.links[2] if r1 < r2 else self.links[3])

    def _far_borders(self, at: Mapping[str, tuple[int, int]]) -> list[Text]:
        """Return a text about borders that cannot be drawn, because their places are not side by side."""
        far = {
            tuple(sorted((place_id, other), key=list(at).index))
            for place_id in at
            for other in self._neighbours(place_id)
            if max(abs(at[place_id][i] - at[other][i]) for i in (0, 1)) > 1
        }
        pairs = [" – ".join(self.words.name("area", place_id) for place_id in pair) for pair in sorted(far)]
        return [Text(self.words("also_adjacent", places=self.words.join_names(pairs)))] if pairs else []

    # -- the list -------------------------------------------------------------------------------------------------

    def entries(self, width: int) -> list[tuple[str, list[list[Text]]]]:
        """Return the heading of each power, and a few lines for each of its places."""
        powers: dict[str, list[list[Text]]] = {}
        for place in self.places:
            place_id = place["id"]
            area = self.areas.get(place_id, {})
            stacks = area.get("stacks", {})
            colon = ":" if stacks else ""
            out: list[Word] = [(self.words.name("area", place_id) + self.marks(place) + colon, "bold")]
            controller = area.get("controller", "none")
            if controller != "none" and list(stacks)[:1] != [controller]:
                name, style = self.clan(controller)
                out.append((f"[{name}]", style))
            for clan, stack in stacks.items():
                out += self.stack(clan, stack)
            lines = [Text.assemble(*line) for line in wrap_words(out, width - 2)]
            for line in lines[1:]:
                line.pad_left(2)
            powers.setdefault(area.get("power", ""), []).append(lines)
        return list(powers.items())

    def legend(self, is_drawn: bool) -> list[Text]:
        """Return the meaning of the signs."""
        words = self.words
        signs = [f"{words(f'mark_{key}')} {words(f'mark_{key}_name')}" for key in self._marks]
        signs.append(words("brackets"))
        if not is_drawn:
            return [Text("  ".join([*signs, words("list_hint")]), "dim")]
        frames = {area.get("power", ""): self.frame(place_id) for place_id, area in self.areas.items()}
        powers = [f"{frame[1] * 2} {words.side(power)}" for power, frame in frames.items() if power]
        return [Text("  ".join(part), "dim") for part in (signs, powers)]

    # -- one place ------------------------------------------------------------------------------------------------

    def find(self, text: str) -> Mapping[str, Any] | None:
        """Return a place by its id or its name."""
        wanted = searchable(text)
        for place in self.places:
            if wanted in (searchable(place["id"]), searchable(self.words.name("area", place["id"]))):
                return place
        return None

    def show_place(self, screen: Screen, place: Mapping[str, Any]) -> None:
        words, place_id = self.words, place["id"]
        area = self.areas.get(place_id, {})
        marks = [words(f"mark_{key}_name") for key in self._marks if place.get(key)]
        head: list[Word] = [(words.name("area", place_id), "bold underline")]
        if marks:
            head.append((f" ({words.join_names(marks)})", ""))
        screen.words(head)
        controller = area.get("controller", "none")
        holder = words.name("clan", controller)
        screen.words([(words("controller", clan=holder, power=words.side(area.get("power", ""))), "")], 2)
        for clan, stack in area.get("stacks", {}).items():
            line = Text("  ")
            for word, style in self.stack(clan, stack, short=False):
                line.append(word, style)
                line.append(" ")
            screen.text(line)
        near = [words.name("area", other) for other in place.get("near", ())]
        screen.words([(words("adjacent", places=words.join_names(near)), "")], 2)


class Canvas:
    """A grid of characters with styles; a wide character takes two cells."""

    def __init__(self, width: int, height: int) -> None:
        self._cells: list[list[Word]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str | Style = "") -> None:
        row = self._cells[y]
        for character in text:
            width = cell_len(character)
            if width == 0 or x + width > len(row):
                continue
            row[x] = (character, style)
            if width == 2:
                row[x + 1] = ("", style)
            x += width

    def fill_corner(self, pieces: list[list[Text]]) -> None:
        """Put blocks of text into the top left corner, one below another, as long as the cells there are empty."""
        top = 0
        for block in pieces[:]:
            wide = max(line.cell_len for line in block) + 1
            rows = self._cells[top : top + len(block) + 1]
            if len(rows) <= len(block) or any(cell[0] != " " for row in rows for cell in row[:wide]):
                continue
            for number, line in enumerate(block):
                x = 0
                for part, style in _parts(line):
                    self.put(x, top + number, part, style)
                    x += cell_len(part)
            top += len(block)
            pieces.remove(block)

    def texts(self) -> list[Text]:
        lines = []
        for row in self._cells:
            line = Text.assemble(*row)
            line.rstrip()
            lines.append(line)
        while lines and not lines[-1].plain:
            lines.pop()
        return lines


def _parts(line: Text) -> list[Word]:
    """Split a text into pieces that have one style each."""
    cuts = sorted({0, len(line), *(edge for span in line.spans for edge in (span.start, span.end))})
    parts: list[Word] = []
    for start, end in pairwise(cuts):
        style = next((span.style for span in line.spans if span.start <= start < span.end), line.style)
        parts.append((line.plain[start:end], style))
    return parts
