"""Modules that moved are found by their old names, with a warning."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from importlib.util import find_spec

import pytest

from gunki.core.rules.old_names import GONE_WITH
from gunki.moved import MOVED
from tests.support import ROOT

PAGE = (ROOT / "docs" / "migration.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_gives_the_module_of_the_new_one(old: str) -> None:
    new = import_module(MOVED[old])
    spec = new.__spec__
    with pytest.warns(DeprecationWarning, match=re.escape(f"{old} is now {MOVED[old]}; the old name goes with")):
        module = import_module(old)
    try:
        assert module is new
        assert (new.__name__, new.__spec__) == (MOVED[old], spec)
    finally:
        del sys.modules[old]


def test_the_warning_names_the_importing_line() -> None:
    with pytest.warns(DeprecationWarning, match="gunki.core.chance is now") as warned:
        __import__("gunki.core.chance")
    del sys.modules["gunki.core.chance"]
    assert [warning.filename for warning in warned] == [__file__]


def test_no_old_name_hides_a_module() -> None:
    names = {".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in (ROOT / "src").rglob("*.py")}
    assert not names & MOVED.keys()
    assert all(find_spec(new) for new in MOVED.values())


def test_a_name_that_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module("gunki.core.never_was")


def test_the_page_lists_every_move() -> None:
    listed = dict(re.findall(r"^\| `([\w.]+)` \| `([\w.]+)` \|$", PAGE, re.MULTILINE))
    assert {old: listed.get(old) for old in MOVED} == MOVED
    assert GONE_WITH in PAGE
