"""Nothing in the rules fails only when mypyc has compiled them: what it accepts and what then fails is looked for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from gunki.compiled.stage import files_to_compile
from tests.support import ROOT

SRC = ROOT / "src"
#: Modules whose procedures games inherit from and know their own position in, as `Procedure` has them: `g: Any`.
INHERITED = {
    "gunki/core/rules/forced_choice.py", "gunki/core/rules/procedure.py",
    "gunki/series/areas_and_cards/rules/control.py",
    "gunki/series/areas_and_cards/rules/card_events.py",
    "gunki/series/forces_and_castles/rules/retreat.py",
}  # fmt: skip
#: Things that are one of a kind, so that identity is their equality.
TYPES = {"bool", "bytes", "cls", "dict", "int", "kind", "list", "str", "tuple"}


def files(*parts: str) -> list[str]:
    found = (path for part in parts for path in (SRC / "gunki" / part).rglob("*.py"))
    return sorted(path.relative_to(SRC).as_posix() for path in found)


DECIDING = [path.relative_to(SRC).as_posix() for path in files_to_compile()]


def procedures(trees: dict[str, ast.Module]) -> set[str]:
    """The names of all procedures."""
    bases = {
        node.name: {base.id if isinstance(base, ast.Name) else base.attr for base in node.bases
                    if isinstance(base, ast.Name | ast.Attribute)}
        for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    }  # fmt: skip
    found = {"Procedure"}
    while more := {name for name, parents in bases.items() if parents & found} - found:
        found |= more
    return found


def single(node: ast.expr) -> bool:
    """Whether this can only be None, a type or the like."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "type"
    if isinstance(node, ast.Name):
        return node.id in TYPES or node.id[0].isupper()
    return isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bool))


def offences(name: str, tree: ast.Module, known: set[str]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "__dict__":
            yield node.lineno, "copies or reads through __dict__: a compiled object has none"
        elif isinstance(node, ast.Attribute) and node.attr == "__new__" and ast.unparse(node.value) == "object":
            yield node.lineno, "object.__new__ makes no compiled object"
        elif isinstance(node, ast.ClassDef) and node.name in known:
            for line in node.body:
                if isinstance(line, ast.AnnAssign) and "ClassVar" in ast.unparse(line.annotation):
                    yield line.lineno, "a ClassVar in a procedure: write a method"
            if any("Generic" in ast.unparse(base) for base in node.bases):
                yield node.lineno, "a generic procedure: a compiled dataclass cannot be one"
        elif isinstance(node, ast.Compare) and any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
            if not any(single(side) for side in (node.left, *node.comparators)):
                yield node.lineno, "identity: compiled rules make tuples anew, write == or !="
        elif isinstance(node, ast.arg) and node.arg in ("g", "act") and name not in INHERITED:
            if node.annotation is not None and ast.unparse(node.annotation) == "Any":
                yield node.lineno, f"{node.arg}: Any in a rule"
        elif isinstance(node, ast.Lambda) and any(arg.arg == "g" for arg in node.args.args):
            yield node.lineno, "a lambda does not say which position it takes: write a function"


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    return {
        name: ast.parse((SRC / name).read_text(encoding="utf-8")) for name in files("core", "board", "series", "games")
    }


def test_nothing_in_them_fails_only_when_compiled(trees: dict[str, ast.Module]) -> None:
    known = procedures(trees)
    found = [f"{name}:{line}: {what}" for name in DECIDING for line, what in offences(name, trees[name], known)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (2, "def f(g: G) -> None:\n    new.__dict__ = {}"),
        (2, "def f(g: G) -> G:\n    return object.__new__(type(g))"),
        (2, "class March(Procedure):\n    CLAUSE: ClassVar[str] = '15'"),
        (2, "class Slow(March):\n    CLAUSE: ClassVar[str] = '15'"),
        (1, "class Slow(March, Generic[G]):\n    pass"),
        (2, "def f(ways: list[Way]) -> list[Way]:\n    return [way for way in ways if way is not plain]"),
        (1, "def f(g: Any) -> None:\n    pass"),
        (1, "def f(g: G, act: Any) -> None:\n    pass"),
        (2, "TALKS = Action(\n    lambda g, force: g.talk_bars(force))"),
    ],
)
def test_such_a_line_is_found(line: int, rule: str) -> None:
    tree = ast.parse(rule)
    known = procedures({"march.py": ast.parse("class March(Procedure): pass"), "rule.py": tree})
    assert [found for found, _ in offences("rule.py", tree, known)] == [line]


@pytest.mark.parametrize("rule", ["x is None", "kind is not str", "type(a) is type(b)", "cls is Procedure", "a == b"])
def test_such_a_line_is_fine(rule: str) -> None:
    assert not list(offences("rule.py", ast.parse(rule), set()))
