"""Citations are found in every form, and named with the code or data that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import gunki
from gunki.core.definition.clauses import Clause
from gunki.rulebook.citations import Citations, in_code, in_data, places

BOOKS = {book.id: book for ident in gunki.game_ids() for book in gunki.game(ident).books}

#: Forms that the books to come have besides those of today.
COMING = (
    "12.0", "37(7)-3", "35.8(1)-3", "35.8(1)-3(a)", "36.4-H1", "36.4-H1(0126)", "36.4-H1(Owari)", "36.4-T1(free)",
    "36.4-O(2)", "36.4-components", "35.3-1(Saika)", "QR-FBT", "QR-CLAN", "QR-CLAN-mod(3)", "QR-CRT-star", "QR-REP-S1",
    "DL-note(1)", "CL-legend", "CR", "T1", "4-1..4-3", "12-5-1(3)", "12-5-1 A(3)", "12-5-1 besieged", "12-5-1(3) port",
    "7-2 (12-1.5)", "6 castle1-2", "3(2) Kaga Ikki", "14-2 Ukita's Defection nullified", "TBL-TERRAIN sea",
    "TBL-MORI mod Oda to Uesugi", "EX-FIELD round2 losses", "ERR-2 example", "NOTE",
)  # fmt: skip


def citations(ids: Sequence[str], book: str = "book") -> Citations:
    return Citations({ident: Clause(book, ident, "constraint", True, "", "") for ident in ids})


def assert_found(found: Citations, ident: str) -> None:
    quoted = f'yield Reason("{ident}", "x")'
    assert list(found.find(quoted)) == [ident]
    assert list(found.find(f"# as book:{ident} says.")) == [ident]
    if not ident.isdecimal():
        assert list(found.find(f"# {ident}: so it is")) == [ident]
        assert list(found.find(f"It is so ({ident}).")) == [ident]
        assert list(found.find(f"# so it is, {ident}, and so on")) == [ident]


@pytest.mark.parametrize("book", BOOKS)
def test_every_id_of_a_book_is_found_in_text(book: str) -> None:
    ids = list(BOOKS[book].clauses)
    found = citations(ids)
    for ident in ids:
        assert_found(found, ident)


@pytest.mark.parametrize("ident", COMING)
def test_ids_of_other_forms_are_found_in_text(ident: str) -> None:
    assert_found(citations(COMING), ident)


KNOWN = (
    "7",
    "9",
    "7-2",
    "7-2(1)",
    "7-21",
    "17-2",
    "7-2-3",
    "8-4",
    "8-4.p2",
    "3-1.Ex",
    "3-2-1.p1b",
    "CS.Oda",
    "FAQ-Q13",
)


@pytest.mark.parametrize(
    ("line", "cited"),
    [
        ('yield Reason("7-2(1)", "leave_one")', ["7-2(1)"]),
        ("# 3-2-1.p1b, N-45: 3-1.Ex", ["3-2-1.p1b", "3-1.Ex"]),
        ('tell("marched", "7", count=7)', ["7"]),
        ('"""Chapter 9: the end."""', ["9"]),
        ("# the 7 of 9", []),
        ("# 7-21, 17-2, 7-2-3", ["7-21", "17-2", "7-2-3"]),
        ("# 7-22, 7-2(4), 7-2-4, 7-2.p9, 27-2, 1.7-2, x7-2", []),
        ("# 8-4. 8-4.p2.", ["8-4", "8-4.p2"]),
        ("# (7-2), 8-4(7-2)", ["7-2"]),
        ("# 7-2, 7-2", ["7-2"]),
        ('source = "rulebook 8-4, FAQ-Q13, CS.Oda"', ["8-4", "FAQ-Q13", "CS.Oda"]),
        ("# book:7-2, other:8-4", ["7-2"]),
    ],
)
def test_clauses_are_found_as_whole_words(line: str, cited: list[str]) -> None:
    assert list(citations(KNOWN).find(line)) == cited


def test_a_clause_of_another_book_is_not_cited() -> None:
    clauses = {ident: Clause(book, ident, "x", True, "", "") for ident, book in (("7-2", "one"), ("8-4", "two"))}
    assert list(Citations(clauses).find("# one:7-2, one:8-4, two:7-2, two:8-4")) == ["7-2", "8-4"]


SOURCE = '''"""Chapter 9; 7-2."""
# 7-21: how many
MOST = 3
TABLE = ("7-2", "8-4")


class Rule:
    """8-4.p2."""

    clause = "17-2"
    several = ("7-2", "8-4")

    # 7-2-3
    @property
    def apply(self):
        x = 7-2
        yield Reason("7-2", "8-4")  # 3-1.Ex

        def inner():
            """7-2(1):
            3-2-1.p1b"""
'''


def test_a_citation_names_the_code_or_data_that_holds_it(tmp_path: Path) -> None:
    file = tmp_path / "one" / "rule.py"
    file.parent.mkdir()
    file.write_text(SOURCE, encoding="utf-8")
    found = [(ident, str(place), place.rule) for ident, place in in_code(citations(KNOWN), file)]
    assert found == [
        ("9", "one/rule.py:1", False),
        ("7-2", "one/rule.py:1", False),
        ("7-21", "one/rule.py:2 MOST", True),
        ("7-2", "one/rule.py:4 TABLE", False),
        ("8-4", "one/rule.py:4 TABLE", False),
        ("8-4.p2", "one/rule.py:8 Rule", True),
        ("17-2", "one/rule.py:10 Rule", True),
        ("7-2", "one/rule.py:11 Rule", False),
        ("8-4", "one/rule.py:11 Rule", False),
        ("7-2-3", "one/rule.py:13 Rule.apply", True),
        ("7-2", "one/rule.py:17 Rule.apply", True),
        ("8-4", "one/rule.py:17 Rule.apply", True),
        ("3-1.Ex", "one/rule.py:17 Rule.apply", True),
        ("7-2(1)", "one/rule.py:20 Rule.apply.inner", True),
        ("3-2-1.p1b", "one/rule.py:21 Rule.apply.inner", True),
    ]


def test_sources_of_data_are_not_citations_of_rules(tmp_path: Path) -> None:
    file = tmp_path / "one" / "numbers.toml"
    file.parent.mkdir()
    file.write_text('x = "7-2"\nsource = "rulebook 8-4"\n', encoding="utf-8")
    assert [(ident, str(place), place.rule) for ident, place in in_data(citations(KNOWN), file)] == [
        ("8-4", "one/numbers.toml:2", False)
    ]


def test_shared_series_are_searched_for_each_of_their_games() -> None:
    for ident in ("nobunaga", "honganji"):
        assert any(
            place.path == "series/areas_and_cards/rules/movement.py" for place in places(gunki.game(ident))["7-2(1)"]
        )
    assert any(place.path.startswith("series/gunyuden/") for place in places(gunki.game("kanto"))["23-2"])
    assert all(place.path.startswith("games/kanto/") for place in places(gunki.game("kanto"))["32-1"])
