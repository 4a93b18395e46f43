"""Every testable clause is cited where its rule stands, or listed in uncited.toml as a mere row of the data."""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

import gunki
from gunki.core.definition.clauses import Clause
from gunki.rulebook.citations import CitedPlace, places
from tests import clauses as clause_tests
from tests.support import SRC, book_of

LISTED = tomllib.loads((Path(__file__).parent / "uncited.toml").read_text(encoding="utf-8"))["list"]
GAMES = gunki.game_ids()


@cache
def found(ident: str) -> dict[str, list[CitedPlace]]:
    return places(gunki.game(ident))


def listed(clause: Clause) -> bool:
    return any(
        clause.book == row["book"] and any(fnmatchcase(clause.id, pattern) for pattern in row["clauses"])
        for row in LISTED
    )


def repeats(clause: Clause) -> list[str]:
    """The clauses that it says once more."""
    return [
        other
        for row in LISTED
        if clause.book == row["book"] and clause.id in row["clauses"]
        for other in row.get("see", ())
    ]


def uncited(ident: str) -> list[Clause]:
    return [
        clause
        for clause in gunki.game(ident).clauses.values()
        if clause.testable and not any(place.rule for place in found(ident).get(clause.id, []))
    ]


@pytest.mark.parametrize("ident", GAMES)
def test_every_testable_clause_is_cited_where_its_rule_stands(ident: str) -> None:
    missing = [f"{clause.book}:{clause.id} {clause.en}" for clause in uncited(ident) if not listed(clause)]
    assert missing == []


@pytest.mark.parametrize("ident", GAMES)
def test_what_is_only_data_has_its_source_there(ident: str) -> None:
    without = [
        f"{clause.book}:{clause.id}"
        for clause in uncited(ident)
        if listed(clause)
        and not repeats(clause)
        and not any(place.path.endswith(".toml") for place in found(ident).get(clause.id, []))
    ]
    assert without == []


@pytest.mark.parametrize("ident", GAMES)
def test_what_only_repeats_others_names_clauses_that_are_cited(ident: str) -> None:
    open_ones = {clause.id for clause in uncited(ident)}
    known = gunki.game(ident).clauses
    for clause in uncited(ident):
        assert not open_ones & set(repeats(clause))
        assert set(repeats(clause)) <= set(known)


@pytest.mark.parametrize("ident", GAMES)
def test_every_place_is_a_line_that_names_the_clause(ident: str) -> None:
    lines = {place.path: (SRC / place.path).read_text(encoding="utf-8").splitlines() for place in every_place(ident)}
    wrong = [
        f"{clause}: {place}"
        for clause, there in found(ident).items()
        for place in there
        if clause not in lines[place.path][place.line - 1]
    ]
    assert wrong == []


def every_place(ident: str) -> Iterator[CitedPlace]:
    for there in found(ident).values():
        yield from there


@pytest.mark.parametrize("ident", GAMES)
def test_rules_come_first_and_advice_to_bots_is_none(ident: str) -> None:
    assert not [place for place in every_place(ident) if place.rule and place.path.endswith("evaluation.py")]
    for there in found(ident).values():
        assert [place.rule for place in there] == sorted((place.rule for place in there), reverse=True)


@pytest.mark.parametrize(
    ("ident", "clause", "path"),
    [
        ("nobunaga", "9(1)", "games/nobunaga/rules/victory.py"),  # cited by the documents' checks too
        ("honganji", "9-1(3)", "games/honganji/rules/victory.py"),
        ("kanto", "15-2-4", "series/gunyuden/setup.py"),  # and by its charts
    ],
)
def test_chapters_come_before_documents_and_charts(ident: str, clause: str, path: str) -> None:
    assert found(ident)[clause][0].path == path


@cache
def marked() -> frozenset[tuple[str | None, str]]:
    """Book and clause of every mark on a test of clauses, also on one of its variants."""
    marks = []
    for module in pkgutil.walk_packages(clause_tests.__path__, f"{clause_tests.__name__}."):
        if not module.name.rpartition(".")[2].startswith("test_"):
            continue
        for test in vars(importlib.import_module(module.name)).values():
            own = getattr(test, "pytestmark", []) if callable(test) else []
            variants = [row for mark in own if mark.name == "parametrize" for row in mark.args[1]]
            marks += [*own, *(mark for row in variants for mark in getattr(row, "marks", ()))]
    return frozenset(
        (book_of(mark.args[0], ident), ident) for mark in marks if mark.name == "clause" for ident in mark.args[1:]
    )


@pytest.mark.parametrize("ident", GAMES)
def test_every_testable_clause_has_a_test(ident: str) -> None:
    without = [
        f"{clause.book}:{clause.id}"
        for clause in gunki.game(ident).clauses.values()
        if clause.testable and (clause.book, clause.id) not in marked()
    ]
    assert without == []


def test_nothing_is_listed_in_vain() -> None:
    every = {(clause.book, clause.id) for ident in GAMES for clause in uncited(ident)}
    vain = [
        f"{row['book']}:{pattern}"
        for row in LISTED
        for pattern in row["clauses"]
        if not any(book == row["book"] and fnmatchcase(clause, pattern) for book, clause in every)
    ]
    assert vain == []
    assert all(row["why"] for row in LISTED)
