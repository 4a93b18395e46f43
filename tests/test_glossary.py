"""docs/glossary.md: one word for one thing. Names of the source hold to it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.support import ROOT, SRC

PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
#: Names that hold a forbidden word, each with the reason.
EXEMPT: dict[str, str] = tomllib.loads((Path(__file__).parent / "glossary.toml").read_text(encoding="utf-8"))["exempt"]
#: A word of a name: `chairs` of `original_chairs`, `Chair` of `ChairRow`.
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")][1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def forbidden() -> set[str]:
    """Return the words of the last column that are single words."""
    words = {word.strip() for row in rows() for word in row[3].split(",")}
    return {word for word in words if re.fullmatch(r"[a-z]+", word)}


def names(tree: ast.AST) -> Iterator[str]:
    """Yield what the source names: modules aside, classes, functions, parameters, variables and attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def found_in(name: str, words: set[str]) -> bool:
    return any(word.lower() in words for word in WORD.findall(name))


def violations() -> dict[str, set[str]]:
    """Return the names that hold a forbidden word, each with the files it is in."""
    words, places = forbidden(), dict[str, set[str]]()
    for path in sorted(SRC.rglob("*.py")):
        for name in {path.stem, *names(ast.parse(path.read_text(encoding="utf-8")))}:
            if found_in(name, words):
                places.setdefault(name, set()).add(path.relative_to(SRC).as_posix())
    return places


def test_no_name_holds_a_forbidden_word() -> None:
    assert {name: sorted(where) for name, where in violations().items() if name not in EXEMPT} == {}


def test_no_exemption_is_left_over() -> None:
    assert sorted(EXEMPT.keys() - violations().keys()) == []
    assert all(len(reason) > 10 for reason in EXEMPT.values())


def test_every_concept_has_its_japanese_word() -> None:
    assert len(rows()) > 20
    assert [row[0] for row in rows() if not re.search(r"[\u3041-\u30ff\u4e00-\u9fff]", row[2])] == []


def test_a_forbidden_word_is_noticed() -> None:
    assert found_in("ChairRow", {"chair"})
    assert found_in("_old_chair", {"chair"})
    assert not found_in("armchairs", {"chair"})
