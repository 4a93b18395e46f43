"""Rooms: small folders whose names say what they hold, and the same ones in every game."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support import GAMES, ROOT, SRC

#: The most modules that a folder may hold.
MOST = 16
#: What a game or a series may hold beside its rooms.
AT_THE_TOP = {"__init__", "game", "setup", "editions", "procedures", "table_cells"}
#: The rooms of a game or a series.
ROOMS = {"state", "rules", "show", "bot", "compose", "oracle"}
#: The rooms that every game has.
ALWAYS = {"state", "rules", "show", "bot"}
#: The folders of a game that hold no code.
DATA = {"data", "text", "map", "guide", "lessons"}
#: Names that each folder of migrations has, because Alembic asks for them.
BY_CUSTOM = {"__init__", "__main__", "env"}

PLAYED = sorted(path for path in GAMES.iterdir() if (path / "__init__.py").is_file())
SERIES = sorted(path for path in (SRC / "series").iterdir() if (path / "__init__.py").is_file())
#: What counts as one package: a layer, and of games and series each by itself.
PACKAGES = [
    *(path.parent for path in sorted(SRC.glob("*/__init__.py")) if path.parent not in (GAMES, SRC / "series")),
    *PLAYED,
    *SERIES,
]


def name(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


def test_no_folder_holds_more_modules_than_a_reader_takes_in() -> None:
    page = (path for kind in ("ts", "svelte", "css") for path in (ROOT / "web" / "src").rglob(f"*.{kind}"))
    counts = Counter(path.parent.relative_to(ROOT).as_posix() for path in (*SRC.rglob("*.py"), *page))
    assert counts["web/src/match"], "the page is counted too"
    assert {folder: count for folder, count in counts.items() if count > MOST} == {}


@pytest.mark.parametrize("package", PACKAGES, ids=name)
def test_a_name_of_a_module_is_used_once_in_a_package(package: Path) -> None:
    counts = Counter(path.stem for path in package.rglob("*.py") if path.stem not in BY_CUSTOM)
    folders = {path.name for path in package.rglob("*") if (path / "__init__.py").is_file()}
    assert {stem: count for stem, count in counts.items() if count > 1} == {}
    assert folders & counts.keys() == set(), "a room and a module of one name"


@pytest.mark.parametrize("package", [*PLAYED, *SERIES], ids=name)
def test_games_and_series_have_the_same_rooms(package: Path) -> None:
    modules = {path.stem for path in package.glob("*.py")}
    rooms = {path.name for path in package.iterdir() if (path / "__init__.py").is_file()}
    assert modules - AT_THE_TOP == set()
    assert rooms - ROOMS == set()
    if package.parent == GAMES:
        assert rooms >= ALWAYS
        files = (
            path.relative_to(package).parts for path in package.rglob("*") if path.is_file() and path.suffix != ".pyc"
        )
        assert {parts[0] for parts in files if len(parts) > 1} - rooms - DATA == set()


@pytest.mark.parametrize("package", [*PLAYED, *SERIES], ids=name)
def test_a_room_has_a_line_that_says_what_it_holds(package: Path) -> None:
    for path in package.rglob("__init__.py"):
        assert path.read_text(encoding="utf-8").startswith('"""'), name(path)


#: Files of rules that belong to no chapter of a book: words of actions, reasons of several chapters, sums.
OF_NO_CHAPTER = {"__init__", "action_words", "refusal_reasons", "points"}
CHAPTERS = [
    path
    for package in (*PLAYED, *SERIES)
    if package.name != "forces_and_castles"  # it knows no rulebook
    for path in sorted((package / "rules").rglob("*.py"))
    if path.stem not in OF_NO_CHAPTER
]


@pytest.mark.parametrize("path", CHAPTERS, ids=name)
def test_a_file_of_rules_begins_with_its_chapter(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert re.match(r'"""(Section|Chapter)s? \d|"""Ambush, which the revised edition adds \(R-8\)', first), first
