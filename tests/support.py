"""The mark that ties a test to the clauses it proves."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "gunki" / "games"


@cache
def clauses(game: str) -> dict[str, dict[str, str]]:
    """The rows of a game's clauses.tsv by clause id."""
    path = GAMES / game / "clauses.tsv"
    if not path.is_file():
        raise ValueError(f"{game}: no such game with a clauses.tsv")
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["clause"]: row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}


def check_ids(game: str, ids: tuple[str, ...]) -> None:
    """ValueError for an id that the game does not have, or for none at all."""
    if not ids:
        raise ValueError(f"{game}: a clause mark needs at least one clause id")
    known = clauses(game)
    unknown = [clause_id for clause_id in ids if clause_id not in known]
    if unknown:
        raise ValueError(f"{game}: not in clauses.tsv: {', '.join(unknown)}")


def clause(game: str, *ids: str) -> pytest.MarkDecorator:
    """`@clause("nobunaga", "7-2(1)")`: this test proves these clauses."""
    check_ids(game, ids)
    return pytest.mark.clause(game, *ids)
