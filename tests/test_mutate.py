"""`make mutate`: what it changes, and whether it tells a rule that is tested from one that is not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests import mutate
from tests.support import GAMES, ROOT


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("f(x)\n", ["pass"]),
        ('"""It says."""\nx: int = y\n', []),
        ("def f():\n    yield a\n", ["def f():\n    yield from ()"]),
        ("a.b = c\n", ["pass"]),
        ("a = c\n", []),
        ("a += c\n", ["pass"]),
        ("if a:\n    return_ = b\n", ["pass", "if (not (a)):\n    return_ = b"]),
        ("x = a if b else c\n", ["x = a if (not (b)) else c"]),
        ("x = [a for a in b if a]\n", ["x = [a for a in b if (not (a))]"]),
        ("x = a and b and c\n", ["x = a or b and c"]),
        ("x = a < b\n", ["x = a <= b"]),
        ("x = (a) not in (b)\n", ["x = (a) in (b)"]),
        ("x = a - b\n", ["x = a + b"]),
        ("x = 6\n", ["x = 7"]),
        ("x = True\n", []),
        ("x = '城' == a\n", ["x = '城' != a"]),
        ("if TYPE_CHECKING:\n    f(x)\n", []),
        ("def f(a: Literal[1]) -> Literal[2]:\n    return a\n", []),
    ],
)
def test_changes_of_a_source(tmp_path: Path, source: str, changed: list[str]) -> None:
    file = tmp_path / "rule.py"
    file.write_text(source, encoding="utf-8")
    assert [change.apply(source).rstrip() for change in mutate.changes(file)] == changed


def test_every_change_of_a_rule_compiles_and_changes_it() -> None:
    file = GAMES / "nobunaga" / "rules" / "control.py"
    source = file.read_text(encoding="utf-8")
    found = mutate.changes(file)
    assert len(found) > 20
    assert all(change.apply(source) != source for change in found)


def test_the_same_seed_draws_the_same_changes() -> None:
    files = [GAMES / "nobunaga" / "rules" / "control.py", GAMES / "nobunaga" / "rules" / "actions.py"]
    first, every = mutate.sample(files, 12, 5)
    assert len(first) == 12 < every
    assert first == mutate.sample(files, 12, 5)[0]
    assert any(first != mutate.sample(files, 12, seed)[0] for seed in range(6, 9))


def test_the_tests_of_a_rule_are_those_of_its_clauses() -> None:
    file = GAMES / "nobunaga" / "rules" / "control.py"
    tests = mutate.tests_of(file)
    assert tests == ["tests/clauses/nobunaga", "tests/clauses/areas_and_cards"]
    change = next(c for c in mutate.changes(file) if "fought" in c.old and "if (not" not in c.old)
    first = mutate.first_tests(change, mutate.marked(ROOT, tests))
    assert first
    assert all(test.startswith("tests/clauses/nobunaga/test_") for test in first)
    assert len(first) < 60


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    (root / "src").mkdir(parents=True)
    (root / "tests").mkdir()
    (root / "src" / "toy_rules.py").write_text(
        "def tested(x):\n    return x < 3\n\n\ndef untested(x):\n    return x < 4\n\n\n"
        "def endless(x):\n    while x:\n        x -= 1\n    return x\n",
        encoding="utf-8",
    )
    (root / "tests" / "test_toy.py").write_text(
        "import toy_rules\n\n\ndef test_it():\n    assert [toy_rules.tested(n) for n in (2, 3)] == [True, False]\n"
        "    assert toy_rules.endless(2) == 0\n",
        encoding="utf-8",
    )
    return root


def test_what_no_test_notices_survives(tree: Path) -> None:
    file = tree / "src" / "toy_rules.py"
    source = file.read_text(encoding="utf-8")
    wanted = {"x < 3": "killed", "x < 4": "survived"}
    drawn = [change for change in mutate.changes(file) if change.old in wanted]
    assert len(drawn) == 2
    found = {outcome.change.old: outcome.fate for outcome in mutate.run(tree, drawn, ["tests/test_toy.py"], 2)}
    assert found == wanted
    assert file.read_text(encoding="utf-8") == source
    assert not list(tree.rglob("__pycache__"))  # nothing ran there


def test_what_never_ends_is_ended(tree: Path, tmp_path: Path) -> None:
    [change] = [change for change in mutate.changes(tree / "src" / "toy_rules.py") if change.old == "x -= 1"]
    copy = mutate.Copy(tree, tmp_path / "copy")
    assert copy.with_change(change, [["tests/test_toy.py"]], 3.0) == "hangs"


def test_tests_that_say_nothing_of_a_file_are_refused(tree: Path) -> None:
    other = tree / "src" / "other.py"
    other.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="none of these tests imports it"):
        list(mutate.run(tree, mutate.changes(other), ["tests/test_toy.py"], 1))
    (tree / "tests" / "test_toy.py").write_text("def test_it():\n    assert False\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="fail on the tree as it is"):
        list(mutate.run(tree, mutate.changes(other), ["tests/test_toy.py"], 1))


def test_a_seed_and_a_survivor_are_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fates(root: Path, drawn: list[mutate.Change], tests: list[str], jobs: int) -> list[mutate.Outcome]:
        assert (root, tests, jobs) == (ROOT, ["tests/clauses/nobunaga", "tests/clauses/areas_and_cards"], 3)
        return [
            mutate.Outcome(change, fate) for change, fate in zip(drawn, ("killed", "survived", "hangs"), strict=True)
        ]

    monkeypatch.setattr(mutate, "run", fates)
    monkeypatch.setattr(random, "randrange", lambda most: 77)
    path = "src/gunki/games/nobunaga/rules/control.py"
    mutate.main([str(ROOT / path), "--sample", "3", "--jobs", "3"])
    first, survivor, last = capsys.readouterr().out.splitlines()
    assert first.startswith("seed 77: 3 of ")
    assert survivor.startswith(f"survived {path}:")
    assert " -> " in survivor
    assert last == "noticed 2 of 3 changes (1 by hanging)"
