"""docs/architecture.md shows the source as it is."""

from __future__ import annotations

from tests.architecture import PAGE, SOURCE, first_line, page


def test_the_tree_is_that_of_the_source() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.architecture writes it anew"


def test_every_file_says_what_it_is() -> None:
    assert [path for path in SOURCE.rglob("*.py") if path.name != "__init__.py" and not first_line(path)] == []
