"""Why an action is refused, in full: not only the clause, but what it is that stands in the way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.core.definition.clauses import number
from gunki.core.definition.texts import LANGUAGES
from tests.support import clauses


def barred(match: Any, text: str, *reasons: str) -> None:
    """Refused for exactly these reasons ("7-1 none_ready"), in their order, and trying it changes nothing.

    Each reason can be said in both languages.
    """
    bars = match.why_not(text)
    assert [f"{number(bar.clause)} {bar.what}" for bar in bars] == list(reasons)
    assert all(match.game.texts(lang).has("bar", bar.what) for bar in bars for lang in LANGUAGES)
    assert text not in match.decision.texts
    before = match.position.digest()
    with pytest.raises(gunki.IllegalAction):
        match.act(text)
    assert match.position.digest() == before


# -- which constraints are the reason of a refusal --------------------------------------------------------------------


def demanded(source: str) -> Iterator[str]:
    """The clauses that the refusals in a test must name: `refused(match, text, "7-1")`, `barred(…, "7-1 what")`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("refused", "barred"):
            for argument in node.args[1:]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value.split()[0]


def not_demanded(book: str, folder: Path) -> list[str]:
    """The constraints of a book that no refusal in the tests of a folder names."""
    rows = clauses(book).items()
    constraints = {ident for ident, row in rows if row["kind"] == "constraint" and row["testable"] == "yes"}
    tests = [path.read_text(encoding="utf-8") for path in folder.glob("test_*.py")]
    return sorted(constraints - {ident for test in tests for ident in demanded(test)})
