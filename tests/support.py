"""The mark that ties a test to the clauses it proves; how often tests by the sample try."""

from __future__ import annotations

import csv
import os
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src" / "gunki"
GAMES = SRC / "games"
#: Books that games share, and which games play by them.
SHARED = {
    "gunyuden": SRC / "series" / "gunyuden",
    "gunyuden_revised": SRC / "series" / "gunyuden_revised",
}
PLAYED_BY = {"kanto": ("gunyuden",), "hideyoshi": ("gunyuden_revised", "gunyuden")}

#: `make test LONG=1`: larger samples, for a night; without it a build stays short.
LONG = os.environ.get("GUNKI_LONG") == "1"


def often(times: int, long: int) -> int:
    """How many times a test by the sample tries: `times` every day, `long` with LONG=1."""
    return long if LONG else times


@cache
def clauses(book: str) -> dict[str, dict[str, str]]:
    """The rows of a book's clauses.tsv by clause id."""
    path = SHARED.get(book, GAMES / book) / "clauses.tsv"
    if not path.is_file():
        raise ValueError(f"{book}: no such game or book with a clauses.tsv")
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["clause"]: row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}


def book_of(game: str, clause_id: str) -> str | None:
    """The book in which a game finds a clause: its own, else one that it shares; None if it has no such clause."""
    books = (game, *PLAYED_BY.get(game, ()))
    return next((book for book in books if clause_id in clauses(book)), None)


def check_ids(game: str, ids: tuple[str, ...]) -> None:
    """ValueError for an id that the game or book does not have, or for none at all."""
    if not ids:
        raise ValueError(f"{game}: a clause mark needs at least one clause id")
    unknown = [clause_id for clause_id in ids if book_of(game, clause_id) is None]
    if unknown:
        raise ValueError(f"{game}: not in clauses.tsv: {', '.join(unknown)}")


def clause(game: str, *ids: str) -> pytest.MarkDecorator:
    """`@clause("nobunaga", "7-2(1)")`: this test proves these clauses of a game's books, or of a book."""
    check_ids(game, ids)
    return pytest.mark.clause(game, *ids)
