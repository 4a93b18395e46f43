"""The coverage of clauses: which code cites each one, and which passed tests prove it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gunki
from gunki.core.definition.clauses import Clause
from gunki.core.definition.game import Game
from gunki.rulebook.citations import places


def coverage(game: Game) -> dict[str, Any]:
    """Return for each testable clause its places in the code and its passed tests."""
    places_by_clause = places(game)
    record = read_passed_tests()
    clauses = [
        {
            "clause": clause.id,
            "book": clause.book,
            "code": [str(place) for place in places_by_clause.get(clause.id, [])],
            "tests": tests_of(clause, record),
        }
        for clause in game.clauses.values()
        if clause.testable
    ]
    covered = sum(bool(clause["tests"]) for clause in clauses)
    return {
        "game": game.id,
        "covered": covered,
        "testable": len(clauses),
        "recorded": record is not None,
        "clauses": clauses,
    }


Record = dict[str, dict[str, list[str]]]


def tests_of(clause: Clause, record: Record | None) -> list[str]:
    return (record or {}).get(clause.book, {}).get(clause.id, [])


def read_passed_tests() -> Record | None:
    """Return the clauses that passed tests proved in the last `make test`, or None if no record is found.

    The record is looked for in the source folder and in the current folder.
    """
    for root in _roots():
        try:
            record = json.loads((root / "build" / "clauses.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(record, dict) and all(isinstance(clauses, dict) for clauses in record.values()):
            return record
    return None


def _roots() -> Iterator[Path]:
    for folder in Path(gunki.__file__).resolve().parents:
        if (folder / "pyproject.toml").is_file():
            yield folder
            break
    yield Path.cwd()
