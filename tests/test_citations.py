"""Every testable clause is cited where its rule stands, or listed in uncited.toml as a mere row of the data."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

import gunki
from gunki.cli.citations import Place, places
from gunki.core.clauses import Clause

LISTED = tomllib.loads((Path(__file__).parent / "uncited.toml").read_text(encoding="utf-8"))["list"]
GAMES = gunki.game_ids()


@cache
def found(ident: str) -> dict[str, list[Place]]:
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
