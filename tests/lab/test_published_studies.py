"""docs/studies: the figures on the pages are those of the studies, and the studies are played by today's bots."""

from __future__ import annotations

from pathlib import Path

import pytest

import gunki
from gunki.lab.studies import study
from gunki.lab.studies.rows import Row
from tests.lab import published_studies
from tests.support import LONG

NAMES = published_studies.names()


def test_there_are_studies_and_each_has_its_page() -> None:
    assert NAMES
    index = (published_studies.FOLDER / "README.md").read_text(encoding="utf-8")
    for name in NAMES:
        assert f"({name}.md)" in index
        assert f"{name}.webp" in published_studies.page_of(name).read_text(encoding="utf-8")
        assert (published_studies.FOLDER / f"{name}.webp").is_file()


@pytest.mark.parametrize("name", NAMES)
def test_the_figures_are_what_the_command_prints(name: str, tmp_path: Path) -> None:
    assert published_studies.page_of(name).read_text(encoding="utf-8") == published_studies.page(name, tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_no_game_is_recorded_twice_and_none_failed(name: str) -> None:
    found = study.open(published_studies.FOLDER / name)
    rows = list(found.rows())
    assert all(isinstance(row, Row) for row in rows)
    numbers = [row.number for row in rows]
    assert len(set(numbers)) == len(numbers)
    pairs = {row.pair for row in rows}
    assert len(rows) == len(pairs) * len(found.plan.seatings), "whole pairs only"


@pytest.mark.parametrize("name", NAMES)
def test_games_of_a_study_replay_the_same_today(name: str) -> None:
    """Replay one game, since each takes seconds; more with LONG=1.

    A study of older rules says on its page under which it was played; its games need not come out the same.
    """
    found = study.open(published_studies.FOLDER / name)
    played, today = found.plan.rules_version, gunki.game(found.plan.game).rules_version
    if played != today:
        words = f"Played under rules version {played}; today's is {today}."
        assert words in published_studies.page_of(name).read_text(encoding="utf-8"), (
            "the rules have changed: play the study anew, or say on its page under which it was played"
        )
        return
    rows = sorted((row for row in found.rows() if isinstance(row, Row)), key=lambda row: (row.decisions, row.number))
    for row in rows[: 8 if LONG else 1]:
        assert found.replay(row.number).result is not None
