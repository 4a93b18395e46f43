"""The guide of a game: two pages in `guide/LANGUAGE.md` of its folder, for the page, the terminal and docs/guides.

A guide is Markdown with two additions: `[[7-2(1)]]` cites a clause, and a line `!counters unit:a unit:b` shows counters
where pictures can be shown.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

CITATION = re.compile(r"\[\[([^\[\]]+)\]\]")
COUNTERS = "!counters "


@cache
def read_guide(folder: Path, lang: str) -> str:
    """Return the text of the guide's file, or an empty text if the game has no guide."""
    path = folder / f"{lang}.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def list_clauses(guide: str) -> list[str]:
    """Return the clauses that a guide cites, in order."""
    return CITATION.findall(guide)


def counters(guide: str) -> list[str]:
    """Return the things whose counters a guide shows, in order."""
    lines = guide.splitlines()
    return [thing for line in lines if line.startswith(COUNTERS) for thing in line.removeprefix(COUNTERS).split()]


def plain(guide: str) -> str:
    """Return a guide as common Markdown: clauses are in brackets, and counters are left out."""
    text = "\n".join(line for line in guide.splitlines() if not line.startswith(COUNTERS))
    numbers = re.sub(r"(?:\[\[[^\[\]]+\]\] ?)+", _put_in_brackets, text)
    return re.sub(r"\n{3,}", "\n\n", numbers).rstrip() + "\n"


def _put_in_brackets(run: re.Match[str]) -> str:
    return f"({', '.join(CITATION.findall(run[0]))})" + (" " if run[0].endswith(" ") else "")
