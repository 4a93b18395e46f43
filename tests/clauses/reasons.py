"""Helpers for tests of refusals: all reasons in full, tables of refusals, and the clauses that refusals name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import gunki
from gunki import Match
from gunki.core.definition.clauses import number
from gunki.core.definition.texts import LANGUAGES
from tests.clauses.common import decision_of
from tests.support import clauses


def barred(match: Match, text: str, *reasons: str) -> None:
    """Assert that an action is refused for exactly these reasons ("7-1 none_ready"), in their order.

    Each reason has a text in both languages, and trying the action changes nothing.
    """
    bars = match.why_not(text)
    assert [f"{number(bar.clause)} {bar.what}" for bar in bars] == list(reasons)
    assert all(match.game.texts(lang).has("bar", bar.what) for bar in bars for lang in LANGUAGES)
    assert text not in decision_of(match).texts
    before = match.position.digest()
    with pytest.raises(gunki.IllegalAction):
        match.act(text)
    assert match.position.digest() == before


# -- which constraints are the reason of a refusal --------------------------------------------------------------------


def list_demanded_clauses(source: str) -> Iterator[str]:
    """Yield the clauses that refusals in a source must name: `refused(match, text, "7-1")`, `barred(…, "7-1 what")`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("refused", "barred"):
            for argument in node.args[1:]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value.split()[0]


def find_constraints_without_refusal(book: str, folder: Path) -> list[str]:
    """Return the constraints of a book that no refusal in the tests of a folder names."""
    rows = clauses(book).items()
    constraints = {ident for ident, row in rows if row["kind"] == "constraint" and row["testable"] == "yes"}
    tests = [path.read_text(encoding="utf-8") for path in folder.glob("test_*.py")]
    return sorted(constraints - {ident for test in tests for ident in list_demanded_clauses(test)})
