"""Output to the terminal.

It measures widths in cells, uses colours only where they are wanted, and prints no control characters from names.
"""

from __future__ import annotations

import codecs
import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

#: The width of output to a pipe. It has room for a map, and is the same on every machine.
PIPE_WIDTH = 120

#: A piece of text and its style.
Word = tuple[str, str | Style]


def strip_controls(text: str) -> str:
    """Return the text without control characters.

    Names may come from an untrusted file, and a terminal obeys some control characters.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in text)


def normalise_input(text: str) -> str:
    """Return typed text in which the full-width letters and digits of an input method are replaced by plain ones."""
    return unicodedata.normalize("NFKC", text).strip()


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that the terminal cannot show: `Hojo` for Hōjō."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = unicodedata.normalize("NFKD", error.object[error.start : error.end])
    return "".join(c if c.isascii() else "" if unicodedata.combining(c) else "?" for c in letters), error.end


codecs.register_error("plainer", _plainer)


class Screen:
    """The standard output or the error stream, as a screen."""

    def __init__(self, *, error: bool = False) -> None:
        stream = sys.stderr if error else sys.stdout
        # Replace characters that the terminal cannot show by plainer ones or by question marks, instead of raising an
        # error.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="plainer")
        width = None if stream.isatty() or os.environ.get("COLUMNS") else PIPE_WIDTH
        self.console = Console(stderr=error, markup=False, highlight=False, emoji=False, width=width)
        self.tty = self.console.is_terminal
        self.width = max(self.console.width, 30)
        self.unicode = self.console.encoding.lower().startswith("utf")

    def line(self, text: str = "", style: str = "") -> None:
        self.text(Text(strip_controls(text), style=style))

    def text(self, text: Text, *, wrap: bool = True, indent: int = 0) -> None:
        """Print a text. It is wrapped only on a terminal. In a pipe the whole text is on one line."""
        wrap = wrap and self.tty
        for part in text.wrap(self.console, self.width - indent) if wrap and indent else [text]:
            self.console.print(Text(" " * indent) + part, soft_wrap=not wrap)

    def words(self, words: Iterable[Word], indent: int = 0) -> None:
        self.text(Text.assemble(" " * indent, *((strip_controls(word), style) for word, style in words)))

    def item(self, head: str, body: str, style: str = "bold", indent: int = 0) -> None:
        """Print a head and a body. All lines of the body are to the right of the head."""
        margin = indent + cell_len(head) + 1
        if not self.tty or self.width - margin < 20:
            self.words([(head + " ", style), (body, "")], indent)
            return
        lines = Text(strip_controls(body)).wrap(self.console, self.width - margin)
        for number, part in enumerate(lines):
            lead = Text(" " * indent + strip_controls(head) + " ", style) if number == 0 else Text(" " * margin)
            self.text(lead + part, wrap=False)

    def columns(self, entries: Sequence[Text], least: int = 1) -> None:
        """Print entries in as many columns as fit. The entries follow each other downwards."""
        if not entries:
            return
        wide = max(entry.cell_len for entry in entries) + 2
        count = max(least, min(self.width // wide, len(entries)))
        rows = -(-len(entries) // count)
        for row in range(rows):
            line = Text()
            for entry in entries[row::rows]:
                line.append_text(entry)
                line.append(" " * max(0, wide - entry.cell_len))
            line.rstrip()
            self.text(line)

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for header in headers:
            table.add_column(Text(strip_controls(header)), overflow="fold")
        for row in rows:
            table.add_row(*(Text(strip_controls(cell)) for cell in row))
        self.console.print(table)

    def json(self, document: Any) -> None:
        """Print JSON for programs. It is complete and in a stable order.

        It is in ASCII, so that no locale can change it.
        """
        sys.stdout.write(json.dumps(document, indent=1, default=str) + "\n")


def fit_to_width(text: str, width: int) -> str:
    """Cut or pad the text to `width` cells."""
    return set_cell_size(strip_controls(text), width)


def wrap_words(words: Iterable[Word], width: int) -> list[list[Word]]:
    """Wrap words into lines of `width` cells. A word wider than a line is broken."""
    lines: list[list[Word]] = [[]]
    used = 0
    for word, style in words:
        rest = strip_controls(word)
        need = cell_len(rest)
        if used and used + 1 + need > width:
            lines.append([])
            used = 0
        if used:
            lines[-1].append((" ", ""))
            used += 1
        while need > width:
            cut = len(rest)
            while cell_len(rest[:cut]) > width:
                cut -= 1
            lines[-1].append((rest[:cut], style))
            lines.append([])
            rest = rest[cut:]
            need = cell_len(rest)
        lines[-1].append((rest, style))
        used += need
    return lines
