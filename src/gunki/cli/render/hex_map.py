"""A window of a hex map as text: two lines for a hex, neighbouring columns half a hex apart. Readable without colour.

^[T3]\\ ....     the content: ground, forces by the letter of their side with strength, a castle in brackets
*0514_/_0614_   the number; `*` marks a hex that may be chosen, `_` a river along the lower side, slants other rivers
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from gunki.cli.render.area_board import Canvas, chip
from gunki.cli.render.screen import Word
from gunki.cli.render.words import GameWords

#: WIDE: the width of a hex in cells. STEP: its width with the border to its right.
WIDE, STEP = 6, 7
#: ROWS: the rows of hexes if the height of the screen is unknown. MOST_ROWS: the limit on any screen.
ROWS, MOST_ROWS = 9, 15
#: The sign for ships. It is printed before the number of ships.
SHIP = "&"
RIVER = Style(color="blue", bold=True)


def letters(names: Mapping[str, str]) -> dict[str, str]:
    """Return a sign for each side: the first letter of its name that no side before it has."""
    out: dict[str, str] = {}
    for side_id, name in names.items():
        free = [c.upper() for c in name if c.isalnum() and c.upper() not in out.values()]
        out[side_id] = free[0] if free else "?"
    return out


def strength(stack: Mapping[str, Any]) -> int:
    """Return the strength of a force: the sum of the first values of its pieces.

    For a piece without values, its `count` is added. The cargo of a ship is not counted.
    """
    pieces = stack["pieces"][:1] if is_ship(stack) else stack["pieces"]
    return sum(int(p["values"][0]["value"]) if p.get("values") else int(p.get("count", 1)) for p in pieces)


def is_ship(stack: Mapping[str, Any]) -> bool:
    """Return whether the stack is a ship with its cargo."""
    return bool(stack.get("afloat"))


class HexMapText:
    """The hexes of a board with the pieces on them."""

    def __init__(
        self, words: GameWords, board: Mapping[str, Any], scene: Mapping[str, Any], view: Mapping[str, Any]
    ) -> None:
        self.words = words
        self.scene = scene
        self._fights_for: Mapping[str, str] = view.get("sides", {})
        self._odd = 1 if board.get("shifted") == "odd" else 0
        self.hexes = {(int(p["at"][0]), int(p["at"][1])): p for p in board["places"]}
        self.at = {p["id"]: place for place, p in self.hexes.items()}
        self._sides = {}
        for side in board.get("sides", ()):
            self._sides[side["a"], side["b"]] = self._sides[side["b"], side["a"]] = side
        self.sides = letters({side: words.side(side) for side in scene["sides"]})
        self.chips = {side: chip(str(look.get("colour", ""))) for side, look in scene["sides"].items()}
        self._terrains: set[str] = set()

    def side_of(self, clan: str) -> str:
        """Return the side that a clan fights for."""
        return self._fights_for.get(clan, clan)

    # -- one hex --------------------------------------------------------------------------------------------------

    def sign(self, terrain: str) -> str:
        key = f"sign_{terrain}"
        return self.words(key) if self.words.has(key) else terrain[:1]

    def _has_castle(self, place: Mapping[str, Any]) -> bool:
        return any(mark["glyph"] == "castle" for mark in place["marks"])

    def _letter(self, side: str | None) -> str:
        return self.sides.get(side or "", "-")

    def _content(self, hex_id: str, terrain: str, value: str) -> list[Word]:
        """Return the upper line of a hex, with all details that fit."""
        sign = self.sign(terrain)
        place = self.scene["places"].get(hex_id)
        if place is None or not (place["stacks"] or self._has_castle(place)):
            return [(f"{sign}({value}){sign}"[:WIDE], "bold")] if value else [(f" {sign * 4}", "dim")]
        field: dict[str, int] = {}
        inside, ships = 0, sum(map(is_ship, place["stacks"]))
        for stack in place["stacks"]:
            if is_ship(stack):
                continue
            if stack.get("inside"):
                inside += strength(stack)
            else:
                side = self.side_of(stack["clan"])
                field[side] = field.get(side, 0) + strength(stack)
        for signed, counted, manned in ((1, 1, 1), (0, 1, 1), (1, 1, 0), (0, 1, 0), (1, 0, 1), (0, 0, 1), (0, 0, 0)):
            out: list[Word] = [(sign, "dim")] if signed else []
            if ships and (signed or counted or manned):
                out.append((f"{SHIP}{ships}", "bold"))
            for side, count in field.items():
                out.append((self._letter(side) + (str(count) if counted else ""), self.chips.get(side, "bold")))
            if self._has_castle(place):
                side = place["side"] or ""
                body = self._letter(side) + (str(inside) if inside and manned else "")
                out.append((f"[{body}]", self.chips.get(side, "bold")))
            if sum(cell_len(word) for word, _ in out) <= WIDE:
                break
        return out

    def is_used(self, hex_id: str | None) -> bool:
        """Return whether a hex is used in this scenario."""
        return hex_id in self.at and not self.hexes[self.at[hex_id]].get("closed")

    def _shift(self, column: int) -> int:
        return int(column % 2 == self._odd)

    def _hex_covering(self, column: int, line: int) -> str | None:
        """Return the hex that a column of the map has at a line of the text. Return None if there is none."""
        place = self.hexes.get((column, (line - self._shift(column)) // 2))
        return None if place is None else str(place["id"])

    def _border_sign(self, a: str | None, b: str | None, slant: str) -> str:
        side = self._sides.get((a or "", b or ""))
        if side is None or not (self.is_used(a) or self.is_used(b)):
            return " "
        return {"ford": "+", "bridge": "="}.get(str(side.get("crossing")), slant)

    def rivers(self, hex_id: str) -> list[str]:
        """Return the kinds of rivers and crossings of a hex. For each kind, name the neighbours on the other side."""
        neighbours_by_kind: dict[str, list[str]] = {}
        for (a, b), side in self._sides.items():
            if a == hex_id:
                neighbours_by_kind.setdefault(str(side.get("crossing") or side["kind"]), []).append(b)
        return [f"{self.words(f'side_{kind}')} {'/'.join(sorted(near))}" for kind, near in neighbours_by_kind.items()]

    # -- the window -----------------------------------------------------------------------------------------------

    def window(
        self, centre: str, width: int, rows: int, marked: Mapping[str, str], values: Mapping[str, str]
    ) -> list[Text]:
        """Return the lines of the map around a hex. They show as many hexes as fit.

        `marked` holds signs that are put before the numbers of hexes. `values` holds values that are put on hexes.
        """
        columns = max(1, (width - 1) // STEP)
        middle, row = self.at[centre]
        used = [place for hex_id, place in self.at.items() if hex_id == centre or self.is_used(hex_id)]
        left = self._start([c for c, _ in used], middle, columns)
        top = self._start([r for _, r in used], row, rows)
        canvas = Canvas(columns * STEP + 1, rows * 2 + 1)
        self._terrains = set()
        for column in range(left, left + columns):
            x = (column - left) * STEP + 1
            for number in range(top, top + rows):
                place = self.hexes.get((column, number))
                if place is not None and not place.get("closed"):
                    self._draw_upper_line(
                        canvas, (x, (number - top) * 2 + self._shift(column)), place, values.get(place["id"], "")
                    )
                    self._draw_lower_line(
                        canvas, (x, (number - top) * 2 + self._shift(column) + 1), place["id"], centre, marked
                    )
            for line in range(rows * 2 + 1):
                self._draw_border(canvas, x + WIDE, line, column, line + top * 2)
        return canvas.texts()

    @staticmethod
    def _start(all_of_them: list[int], middle: int, count: int) -> int:
        low, high = min(all_of_them), max(all_of_them)
        return max(low, min(middle - count // 2, high - count + 1))

    def _draw_upper_line(self, canvas: Canvas, at: tuple[int, int], place: Mapping[str, Any], value: str) -> None:
        """Draw the upper line of a hex."""
        x, y = at
        terrain = str(place.get("terrain", ""))
        self._terrains.add(terrain)
        for word, style in self._content(place["id"], terrain, value):
            canvas.put(x, y, word, style)
            x += cell_len(word)

    def _draw_lower_line(
        self, canvas: Canvas, at: tuple[int, int], hex_id: str, centre: str, marked: Mapping[str, str]
    ) -> None:
        """Draw the lower line of a hex."""
        x, y = at
        column, row = self.at[hex_id]
        below = self.hexes.get((column, row + 1))
        river = self._border_sign(hex_id, None if below is None else below["id"], "_")
        sign = marked.get(hex_id, "")
        canvas.put(x, y, sign or river, "bold green" if sign else RIVER)
        canvas.put(x + 1, y, hex_id, "bold reverse" if hex_id == centre else "bold" if sign else "dim")
        if hex_id == centre:
            canvas.put(x + 1 + cell_len(hex_id), y, "<", "bold")
        else:
            canvas.put(x + 1 + cell_len(hex_id), y, river, RIVER)

    def _draw_border(self, canvas: Canvas, x: int, y: int, column: int, line: int) -> None:
        """Draw one line of the border between a column and the next.

        The line is beside the upper or the lower half of a hex.
        """
        left, right = self._hex_covering(column, line), self._hex_covering(column + 1, line)
        upper = (line - self._shift(column)) % 2 == 0
        canvas.put(x, y, self._border_sign(left, right, "\\" if upper else "/"), RIVER)

    def legend(self) -> list[str]:
        """Return the meaning of the signs of the last window."""
        words = self.words
        order = dict.fromkeys(str(place.get("terrain", "")) for place in self.hexes.values())
        ground = [t for t in order if t in self._terrains]
        letter = next(iter(self.sides.values()), "?")
        places = self.scene["places"].values()
        present = {p["side"] for p in places if p["side"]} | {
            self.side_of(s["clan"]) for p in places for s in p["stacks"]
        }
        return [
            *(f"{sign} {words.side(side)}" for side, sign in self.sides.items() if side in present),
            *(f"{self.sign(terrain)} {words.name('terrain', terrain)}" for terrain in ground),
            *(
                words(f"legend_{key}", letter=letter)
                for key in ("force", "castle", "choice", "river", "ford", "bridge")
            ),
            *([words("legend_ships", sign=SHIP)] if any(is_ship(s) for p in places for s in p["stacks"]) else []),
        ]


def rows_for(height: int | None) -> int:
    """Return the number of rows of hexes that leaves room for a decision below them."""
    return ROWS if height is None else max(5, min(MOST_ROWS, (height - 10) // 2))
