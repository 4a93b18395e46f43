"""Helpers for tests of refusals: all reasons in full, tables of refusals, and the clauses that refusals name."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki import Match
from gunki.core.definition.clauses import number
from gunki.core.definition.texts import LANGUAGES
from tests.clauses.common import acts, allowed, decision_of
from tests.support import clauses


def barred(match: Match, text: str, *reasons: str) -> None:
    """Assert that an action is refused for exactly these reasons ("7-1 none_ready"), in their order.

    Each reason has a text in both languages, and trying the action changes nothing.
    """
    bars = match.why_not(text)
    found = [f"{number(bar.clause)} {bar.what}" for bar in bars]
    assert found == list(reasons), f"{text!r} is barred by {found}, not by {list(reasons)}"
    assert all(match.game.texts(lang).has("bar", bar.what) for bar in bars for lang in LANGUAGES)
    assert text not in decision_of(match).texts
    before = match.position.digest()
    with pytest.raises(gunki.IllegalAction):
        match.act(text)
    assert match.position.digest() == before


# -- tables of refusals ----------------------------------------------------------------------------------------------

#: The parameters of a test whose rows are made by `refusal`.
REFUSAL = ("position", "played", "action", "reasons", "instead")


def position(units: Mapping[str, Any], **entries: Any) -> dict[str, Any]:
    """Return the position of a row: units and entries, as the `compose` of the game takes them."""
    return {"units": units, **entries}


def refusal(
    holds: str,
    proves: pytest.MarkDecorator,
    position: dict[str, Any],
    played: str,
    action: str,
    *reasons: str,
    instead: str = "",
    marks: Sequence[pytest.MarkDecorator] = (),
) -> object:
    """Return a row of a table of refusals: what holds | its clauses | position | played before | action | reasons.

    `played` are the texts of the acts before the refused one, separated by " | "; `instead` are texts, separated in the
    same way, that are allowed where the action is refused. The reasons are all that `barred` demands.
    """
    return pytest.param(position, _texts(played), action, reasons, _texts(instead), id=holds, marks=[proves, *marks])


def _texts(joined: str) -> list[str]:
    return joined.split(" | ") if joined else []


def assert_refusal(match: Match, played: list[str], action: str, reasons: Sequence[str], instead: list[str]) -> None:
    """Play the acts of a row, then assert that its action is refused for its reasons and others are allowed."""
    acts(match, *played)
    if instead:
        allowed(match, *instead)
    barred(match, action, *reasons)


# -- which constraints are the reason of a refusal --------------------------------------------------------------------


#: The functions whose arguments name the clauses that refuse an act.
REFUSING = ("refused", "barred", "refusal")


def list_demanded_clauses(source: str) -> Iterator[str]:
    """Yield the clauses that refusals in a source must name: `refused(match, text, "7-1")`, `barred(…, "7-1 what")`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSING:
            for argument in node.args[1:]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value:
                    yield argument.value.split()[0]


def find_constraints_without_refusal(book: str, folder: Path) -> list[str]:
    """Return the constraints of a book that no refusal in the tests of a folder names."""
    rows = clauses(book).items()
    constraints = {ident for ident, row in rows if row["kind"] == "constraint" and row["testable"] == "yes"}
    tests = [path.read_text(encoding="utf-8") for path in folder.glob("test_*.py")]
    return sorted(constraints - {ident for test in tests for ident in list_demanded_clauses(test)})
