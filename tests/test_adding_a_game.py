"""The small game of docs/adding-a-game is written to files as the page shows them, found as a plugin, and played."""

from __future__ import annotations

import doctest
import random
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import gunki
from gunki.lab.fuzz.fuzzer import plan_games, run
from gunki.rulebook.citations import places
from tests.core.duel import play_out
from tests.support import ROOT, SRC

PAGES = ROOT / "docs" / "adding-a-game"
PAGE = (PAGES / "small-game.md").read_text(encoding="utf-8")
CHAPTERS = (PAGES / "chapters.md").read_text(encoding="utf-8")
#: A file of the game: its name in a line of its own, then what is in it.
FILE = re.compile(r"^`([\w./]+)`\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```pycon\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def toge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder with the game in it, installed as its entry point says."""
    folder = tmp_path_factory.mktemp("toge")
    files = dict(FILE.findall(PAGE))
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    points = tomllib.loads(files["pyproject.toml"])["project"]["entry-points"]["gunki.games"]
    metadata = folder / "toge-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: toge\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[gunki.games]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()))
    with pytest.MonkeyPatch.context() as found:
        found.syspath_prepend(folder)
        found.syspath_prepend(folder / "tests" / "clauses" / "toge")
        found.chdir(folder)
        yield folder
    gunki.game.cache_clear()


def test_what_the_page_shows_is_what_happens(toge: Path) -> None:
    (session,) = SESSION.findall(PAGE)
    example = doctest.DocTestParser().get_doctest(session, {}, "small-game", None, None)
    shown: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=shown.append)
    assert "".join(shown) == ""
    assert len(example.examples) > 5


def test_its_tests_pass_and_each_fails_without_its_rule(toge: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tests = {name: test for name, test in vars(import_module("test_toge")).items() if name.startswith("test_")}
    clauses = gunki.game("toge").books[-1].clauses
    assert {name.split("_")[1] + "-" + name.split("_")[2] for name in tests} == set(clauses)
    for test in tests.values():
        test()
    rules, basic = import_module("toge.rules"), import_module("gunki.series.gunyuden.rules.actions")
    changes = {"27_1": (rules.Campaign, "mending", lambda self, g: self.begun(g, "mending"))}
    changes["27_2"] = (rules.Rally, "start", basic.Rally.start)
    changes["28_1"] = (rules.GateHeld, "over", lambda self, g: rules.GameOver((), "gate_open", "28-1"))
    for clause, change in changes.items():
        with monkeypatch.context() as without:
            without.setattr(*change)
            (test,) = (test for name, test in tests.items() if clause in name)
            with pytest.raises((AssertionError, gunki.GunkiError)):
                test()


def test_it_plays_to_its_end_and_stands_the_fuzzer(toge: Path) -> None:
    for seed in range(4):
        match = play_out(gunki.new("toge", seed=seed), random.Random(seed), 40)
        match = play_out(gunki.load(match.save(toge / "middle.gunki")), random.Random(seed))
        assert match.result is not None
        assert match.result.clause == "toge:28-1"
    assert run(plan_games("toge", games=2, seed=1, out=str(toge / "failures"))).failures == []


def test_its_clauses_are_cited_where_their_rules_stand(toge: Path) -> None:
    found = places(gunki.game("toge"))
    for clause in gunki.game("toge").books[-1].clauses:
        assert next(place.path for place in found[clause] if place.rule) == "toge/rules.py"


def test_the_tables_of_chapters_name_files_that_are_there() -> None:
    checked = 0
    for table in re.findall(r"^\| chapter .*?\n\n", CHAPTERS + "\n", re.MULTILINE | re.DOTALL):
        heads, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.split("\n")[:-2])
        folders = [
            SRC / name if "/" in name else SRC / "games" / name for name in (head.strip("`") for head in heads[1:])
        ]
        for row in rows:
            for folder, cell in zip(folders, row[1:], strict=True):
                for name in re.findall(r"`([\w/]+\.py|\w+/)`", cell):
                    assert (folder / name).exists(), f"{folder.name}: {name}"
                    checked += 1
    assert checked > 30
