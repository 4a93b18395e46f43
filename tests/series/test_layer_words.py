"""Words that a layer may not contain: a series names no game, the common layer no rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support import SRC

SERIES = sorted((SRC / "series").rglob("*.py"))
GAMES = re.compile(r"kanto|hideyoshi|kenshin|odawara|uesugi|takeda|hojo|shibata", re.IGNORECASE)
#: Sections of the games' own rulebooks, and the rulings on them.
OWN = re.compile(r"(?<![\w.(-])(?:2[7-9]|3\d)(?:-\d|\.\d|\(\d)|\bT-\d\d")
#: A clause of the basic rules.
CLAUSE = re.compile(r"(?<![\w.(-])\d{1,2}(?:-\d+)+(?:\(\d+\))?|\bG-\d\d")


@pytest.mark.parametrize("path", SERIES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_series_names_no_game(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if GAMES.search(line)] == []
    if path.is_relative_to(SRC / "series" / "gunyuden") and path.parent.name != "oracle":
        assert [line for line in lines if OWN.search(line)] == []


@pytest.mark.parametrize(
    "path",
    [path for path in SERIES if path.is_relative_to(SRC / "series" / "forces_and_castles")],
    ids=lambda path: path.name,
)
def test_the_common_layer_knows_no_rulebook(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert CLAUSE.findall(text) == []
    assert "gunyuden" not in text
