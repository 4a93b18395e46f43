"""The sessions on the pages of docs/ run as they stand and print what the pages show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.support import ROOT

SESSION = re.compile(r"^```pycon\n(.*?)^```", re.MULTILINE | re.DOTALL)
#: Pages whose sessions need files that their own test writes.
ELSEWHERE = {"adding-a-game.md"}
PAGES = sorted(
    path
    for path in (ROOT / "docs").rglob("*.md")
    if path.name not in ELSEWHERE and "```pycon" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT / "docs").as_posix())
def test_the_sessions_of_a_page_print_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The blocks of a page are one session, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    session = "\n".join(SESSION.findall(page.read_text(encoding="utf-8")))
    example = doctest.DocTestParser().get_doctest(session, {}, page.name, None, None)
    shown: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=shown.append)
    assert "".join(shown) == ""
