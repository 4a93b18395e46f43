"""The twin of a function that yields bars says whether it yields any."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gunki.compiled.asking import complete_twins, twin_of
from gunki.compiled.twins import Names, add_twins, bars_functions

HEAD = "from collections.abc import Callable, Iterator\nfrom gunki.core.rules.decision import Reason\n"
MODULES = {
    "single bars": """
def f_bars(a, b) -> Iterator[Reason]:
    if a:
        yield Reason("1", "a")
    if b:
        yield Reason("2", "b")
""",
    "a loop that is left": """
def f_bars(a, b) -> Iterator[Reason]:
    for value in (0, a, b):
        if not value:
            continue
        if a and b:
            return
        yield Reason("1", "a")
""",
    "other functions": """
def inner_bars(value) -> Iterator[Reason]:
    if value:
        yield Reason("1", "a")

def f_bars(a, b) -> Iterator[Reason]:
    yield from inner_bars(a) if b else ()
    if next(inner_bars(b), None) is not None and not a:
        yield Reason("2", "b")
""",
    "handed on": """
def inner_bars(value) -> Iterator[Reason]:
    if value:
        yield Reason("1", "a")

def f_bars(a, b) -> Iterator[Reason]:
    if a:
        return iter(())
    return inner_bars(b)
""",
    "lists": """
def inner_bars(value) -> Iterator[Reason]:
    if value:
        yield Reason("1", "a")

def f_bars(a, b) -> Iterator[Reason]:
    found = list(inner_bars(a)) or [bar for bar in inner_bars(b)]
    if len(found) == 1:
        yield from found
""",
    "a variable that holds one": """
def inner_bars(value) -> Iterator[Reason]:
    if value:
        yield Reason("1", "a")

def is_free(bars, value):
    return next(bars(value), None) is None

def f_bars(a, b) -> Iterator[Reason]:
    if not is_free(inner_bars, a) or not is_free(lambda value: iter([1] if value else []), b):
        yield Reason("2", "b")
""",
    "introduced": """
def inner_bars(value) -> Iterator[Reason]:
    if value:
        yield Reason("1", "a")

def introduced_bars(clause, bars: Iterator[Reason]) -> Iterator[Reason]:
    for number, bar in enumerate(bars):
        if not number:
            yield Reason(clause, "these")
        yield bar

def f_bars(a, b) -> Iterator[Reason]:
    if a:
        return introduced_bars("2", inner_bars(b))
    return introduced_bars("3", iter(()))
""",
    "methods and fields": """
class Base:
    def own_bars(self, a, b) -> Iterator[Reason]:
        if a:
            yield Reason("1", "a")

class Rule(Base):
    bars: Callable[[int], Iterator[Reason]] = staticmethod(lambda value: iter([1] if value else []))

    def own_bars(self, a, b) -> Iterator[Reason]:
        yield from super().own_bars(a, b)
        yield from self.bars(b)

def f_bars(a, b) -> Iterator[Reason]:
    return Rule().own_bars(a, b)
""",
}


def compiled_text(text: str) -> str:
    tree = ast.parse(HEAD + text)
    return add_twins(HEAD + text, tree, bars_functions({Path("m.py"): tree}))


@pytest.mark.parametrize("name", MODULES)
def test_the_twin_says_whether_there_is_a_bar(name: str) -> None:
    text = compiled_text(MODULES[name])
    space: dict[str, Any] = {"__name__": "made_up"}
    exec(compile(text, name, "exec"), space)
    answers = set()
    for a, b in itertools.product((False, True), repeat=2):
        barred = next(iter(space["f_bars"](a, b)), None) is not None
        assert space["f_bars__barred"](a, b) is barred, (a, b)
        answers.add(barred)
    assert answers == {False, True}


def test_the_function_itself_stays_as_it_is() -> None:
    for text in MODULES.values():
        [before], [after] = functions(text), functions(compiled_text(text))
        assert before == after or "next(" in before


def functions(text: str) -> list[str]:
    """The text of `f_bars`."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return [ast.unparse(node) for node in nodes if node.name == "f_bars"]


def test_a_module_without_bars_is_not_changed() -> None:
    text = "def count(values):\n    return len(values)\n"
    assert add_twins(text, ast.parse(text), Names({"f_bars"}, set())) == text


# -- what plain code brings along -------------------------------------------------------------------------------------


class Compiled:
    """As generated code makes a class."""

    def __init_subclass__(cls) -> None:
        complete_twins(cls)

    def own_bars(self, value: int) -> Iterator[int]:
        yield from range(value)

    def own_bars__barred(self, value: int) -> bool:
        return value > 0


class Plain(Compiled):
    def own_bars(self, value: int) -> Iterator[int]:
        yield from range(value - 2)


class Further(Plain):
    def own_bars(self, value: int) -> Iterator[int]:
        yield from super().own_bars(value + 1)


class Shared(Compiled):
    @classmethod
    def own_bars(cls, value: int) -> Iterator[int]:
        yield from range(value - 4)


@pytest.mark.parametrize(("kind", "first"), [(Compiled, 1), (Plain, 3), (Further, 2), (Shared, 5)])
def test_a_plain_subclass_has_the_twin_of_what_it_overrides(kind: type[Compiled], first: int) -> None:
    assert [kind().own_bars__barred(value) for value in range(7)] == [value >= first for value in range(7)]


def test_a_function_without_a_twin_is_asked_itself() -> None:
    assert twin_of(lambda value: iter([1] * value))(2)
    assert not twin_of(lambda value: iter([1] * value))(0)


def test_the_twin_of_a_function_is_that_of_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    def f_bars() -> Iterator[int]:
        raise AssertionError("the twin is asked instead")

    module = SimpleNamespace(f_bars=f_bars, f_bars__barred=lambda: True)
    f_bars.__module__, f_bars.__name__ = "made_up_rules", "f_bars"
    monkeypatch.setitem(__import__("sys").modules, "made_up_rules", module)
    assert twin_of(f_bars)()
