"""The pages about the source show it as it is."""

from __future__ import annotations

import re

from tests.architecture import PAGE, SOURCE, first_line, page
from tests.support import ROOT

DIAGRAMS = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_tree_is_that_of_the_source() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.architecture writes it anew"


def test_every_file_says_what_it_is() -> None:
    assert [path for path in SOURCE.rglob("*.py") if path.name != "__init__.py" and not first_line(path)] == []


def test_the_pictures_name_files_that_are_there() -> None:
    names = re.findall(r"`(?:(web):)?([\w/.]+\.(?:py|ts|svelte))`", DIAGRAMS)
    paths = [
        (ROOT / "web" / "src" if web else ROOT if name.startswith("tests/") else SOURCE) / name for web, name in names
    ]
    assert [str(path) for path in paths if not path.is_file()] == []
    assert len(paths) > 60


def test_each_picture_has_its_files_below_it() -> None:
    sections = DIAGRAMS.split("\n## ")[1:]
    assert [section.count("```") for section in sections] == [2, 2, 2, 2]
    assert all(section.count(".py`") > 5 for section in sections)
