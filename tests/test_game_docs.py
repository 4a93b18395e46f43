"""What docs/games tells of a game is what its source says: decisions, and where they are listed events and rolls.

The keys are collected from the source, as for the texts (tests/test_texts.py).
"""

from __future__ import annotations

import re
from functools import cache

import pytest

import gunki
from tests.support import ROOT
from tests.test_texts import is_core, layers, uses
from tests.text_uses import Use

GAMES = gunki.game_ids()
#: Decisions of a series that one of its games has no occasion for: no unit and no card there leads to them.
NEVER_ASKED = {"nobunaga": {"strategist"}, "honganji": {"victim"}, "hideyoshi": {"deploy"}}
#: Pages that list events and rolls only where they are not those of another game of the series.
BESIDES = {"hideyoshi": "kanto"}
#: What only shows a fight, the same in every game: docs/data/events.md, "Fights".
SHOWN = {"fight", "loss"}
CODE = re.compile(r"`([a-z_]+)`")

each_game = pytest.mark.parametrize("ident", GAMES)


def page(ident: str) -> str:
    return (ROOT / "docs" / "games" / f"{ident}.md").read_text(encoding="utf-8")


@cache
def used(ident: str) -> frozenset[Use]:
    """All uses but those of the core that only games with cards have."""
    found = {use for folder in layers(gunki.game(ident)) if not is_core(folder) for use in uses(folder)}
    return frozenset(found | {Use("event", "roll", frozenset({"purpose", "dice"}))})


def decisions(ident: str) -> set[str]:
    return {use.key for use in used(ident) if use.section == "decision" and not use.key.startswith("roll_")}


def said(ident: str, *, rolls: bool) -> dict[str, set[str]]:
    """The data of each kind of event, or of each roll by its purpose."""
    found: dict[str, set[str]] = {}
    for use in used(ident):
        if use.section == "event" and use.key.startswith("roll_") is rolls:
            found.setdefault(use.key.removeprefix("roll_"), set()).update(use.data - SHOWN)
    return found


def table(text: str, heading: str) -> dict[str, list[str]] | None:
    """By the word in the first column the other cells of the table whose first column has this heading."""
    lines = text.splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith(f"| {heading} ")]
    if not starts:
        return None
    found: dict[str, list[str]] = {}
    for line in lines[starts[0] + 2 :]:
        if not line.startswith("|"):
            break
        first, *rest = (cell.strip() for cell in line.strip("|").split("|"))
        found |= dict.fromkeys(CODE.findall(first), rest)
    return found


@each_game
def test_every_decision_is_told_of(ident: str) -> None:
    missing = decisions(ident) - set(CODE.findall(page(ident))) - NEVER_ASKED.get(ident, set())
    assert sorted(missing) == []


@each_game
def test_no_decision_is_told_of_that_is_never_asked(ident: str) -> None:
    listed = table(page(ident), "decision (`name`)")
    assert listed is not None
    assert sorted(set(listed) - decisions(ident)) == []
    assert sorted(set(listed) & NEVER_ASKED.get(ident, set())) == []


@each_game
@pytest.mark.parametrize(("heading", "rolls"), [("event", False), ("roll", True)])
def test_listed_events_and_rolls_are_complete_with_their_data(ident: str, heading: str, rolls: bool) -> None:
    listed = table(page(ident), heading)
    if listed is None:
        assert ident != "kanto", "kanto lists its events and rolls"
        return
    told = {key: set(CODE.findall(cells[-1])) for key, cells in listed.items()}
    elsewhere = said(BESIDES[ident], rolls=rolls) if ident in BESIDES else {}
    assert {
        key: data for key, data in said(ident, rolls=rolls).items() if told.get(key, elsewhere.get(key)) != data
    } == {}
    assert sorted(set(told) - set(said(ident, rolls=rolls))) == []


def test_a_table_is_read_by_its_first_column() -> None:
    rows = ("| roll | clause | data |", "|---|---|---|", "| `call`, `fall` | 20 | `unit` |", "| `siege` | 18 | none |")
    text = "\n".join(("x", *rows, "", "| `no` |"))
    assert table(text, "roll") == {"call": ["20", "`unit`"], "fall": ["20", "`unit`"], "siege": ["18", "none"]}
    assert table(text, "event") is None
