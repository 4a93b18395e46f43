"""Links of the pages to a heading lead to one that there is."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.support import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@cache
def prose(page: Path) -> str:
    """Return the text of a page without its blocks of code."""
    return BLOCK.sub("", page.read_text(encoding="utf-8"))


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors that a page's headings get on the web."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings)
    return frozenset(re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_to_headings_lead_somewhere(page: Path) -> None:
    links = [link.partition("#") for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)) if "://" not in link]
    to_pages = [(page.parent / name if name else page, anchor) for name, _, anchor in links if anchor]
    missing = [
        f"{path.name}#{anchor}" for path, anchor in to_pages if path.suffix == ".md" and anchor not in anchors(path)
    ]
    assert missing == []
