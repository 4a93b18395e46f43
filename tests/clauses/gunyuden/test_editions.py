"""Under which printings of the basic rules a clause is tried."""

from __future__ import annotations

from dataclasses import replace

import pytest

import gunki
from gunki.series.gunyuden import editions
from gunki.series.gunyuden.editions import FIRST, Edition
from tests.clauses.gunyuden.editions import EDITIONS, Printing, find_editions, only


def test_all_printings_of_the_series_are_in_the_table() -> None:
    printed = {name.lower(): found for name, found in vars(editions).items() if isinstance(found, Edition)}
    assert {name: printing.rules for name, printing in EDITIONS.items()} == printed


def test_all_of_them_are_tried_unless_a_test_names_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EDITIONS, "other", Printing(replace(FIRST)))
    assert find_editions(None)[0] == "first"
    assert "other" in find_editions(None)
    assert find_editions(only("other").mark) == ["other"]


def test_a_printing_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no such edition: last"):
        only("first", "last")
    with pytest.raises(ValueError, match="none named"):
        only()


def test_the_valley_is_played_by_that_printing(edition: Edition) -> None:
    assert gunki.game("valley").rules is edition  # type: ignore[attr-defined]
