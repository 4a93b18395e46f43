"""Every clause that the code cites is a clause of the rulebook."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import gunki
from gunki.core.definition.game import Game
from gunki.rulebook.citations import folders

#: What looks like a clause wherever it stands: it has a hyphen, a bracket or an ending.
PART = r"(-\d+\w*|-[A-Z]\d*|\([\w-]+\)|\.p\d+b?|\.[A-Z]\w*)"
CLAUSE = re.compile(rf"\d+(\.\d+)?{PART}*|(FAQ|ERR|QR|DL|CL|CS|MAP)[-.]\w+{PART}*")
#: Calls in which a bare chapter number is a clause too, and from which argument on.
CITING = {"Reason": 0, "Ask": 2, "Roll": 1, "Deal": 1, "GameOver": 2, "emit": 1}
NAMES = {"Reason": 1, "Ask": 3, "Roll": 2, "Deal": 2, "GameOver": 3}


def citations(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Return the line and the text of every clause that a string cites."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if CLAUSE.fullmatch(node.value) and not node.value.isdecimal():
                yield node.lineno, node.value
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in CITING:
                for argument in node.args[CITING[name] : NAMES.get(name)]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.lineno, argument.value


def find_known_clauses(folder: Path, game: Game) -> set[str]:
    """Return the clauses of a game; for a shared series, those of every game that uses it."""
    using = [game, *(gunki.game(ident) for ident in gunki.game_ids() if folder in folders(gunki.game(ident)))]
    return {ident for user in using for ident in (*user.clauses, *user.rulings)}


def unknown(game: Game) -> list[str]:
    found = []
    for folder in folders(game):
        known = find_known_clauses(folder, game)
        for path in sorted(folder.rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            lines = {(line, text) for line, text in citations(tree) if text not in known}
            found += [f"{path.name}:{line}: {text!r}" for line, text in sorted(lines)]
    return found


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_every_cited_clause_exists(ident: str) -> None:
    assert unknown(gunki.game(ident)) == []


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_the_folders_of_a_game_hold_its_series_too(ident: str) -> None:
    assert gunki.game(ident).folder in folders(gunki.game(ident))


def test_the_series_is_searched() -> None:
    assert {folder.name for folder in folders(gunki.game("nobunaga"))} == {"nobunaga", "areas_and_cards"}


@pytest.mark.parametrize(
    ("source", "cited"),
    [
        ('Reason("99", "x")', ["99"]),
        ('Ask(0, "march", "7", [], "then")', ["7"]),
        ('Roll("attack", "8-1", 3, "then")', ["8-1", "8-1"]),
        ('GameOver(1, "leader_dead", "9(1)", (1, 2))', ["9(1)", "9(1)"]),
        ('self.emit("marched", "7", "FAQ-Q99", clan=clan)', ["7", "FAQ-Q99", "FAQ-Q99"]),
        ('g.place_armies(clan, area, 3, True, "3-2-1.p1b")', ["3-2-1.p1b"]),
        (
            'Reason("37(7)-9(b)", "x"); Reason("36.4-H1(0126)", "x"); y = "QR-FBT"',
            ["36.4-H1(0126)"] * 2 + ["37(7)-9(b)"] * 2 + ["QR-FBT"],
        ),
        ('FACES = tuple("123456"); x = "7"', []),
    ],
)
def test_citations_are_found(source: str, cited: list[str]) -> None:
    assert sorted(text for _, text in citations(ast.parse(source))) == cited


def test_an_unknown_clause_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rule.py").write_text('yield Reason("99-9", "x")\n')
    monkeypatch.setattr("tests.cli.test_rules_cited.folders", lambda game: [tmp_path])
    assert unknown(gunki.game("nobunaga")) == ["rule.py:1: '99-9'"]
