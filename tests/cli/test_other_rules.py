"""Saves played under other rules, at the terminal: opened as far as they go, and continued from there."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import gunki
from tests.cli.conftest import Run
from tests.core.duel import play_out
from tests.core.test_saves import edit_line, edit_manifest
from tests.support import ROOT

SAVES = sorted((ROOT / "tests" / "saves").glob("*.gunki"))


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return a save of an earlier version in which action 21, not allowed today, was allowed."""
    match = play_out(gunki.new("nobunaga", seed=3), random.Random(3), 40)
    path = match.save(tmp_path / "old.gunki")
    edit_line(path, 21, lambda entry: entry.update(act="march oda kaga"))
    edit_manifest(path, rules_version=0)
    return path


def assert_notice(err: str) -> None:
    assert "Action 21" in err
    assert "march oda kaga" in err
    assert "rules version 0" in err
    assert f"version {gunki.game('nobunaga').rules_version}" in err
    assert "Traceback" not in err


def test_every_reading_command_opens_a_save_of_other_rules(run: Run, old: Path) -> None:
    replayed = run("replay", old)
    assert replayed.code == 0
    assert_notice(replayed.err)
    assert "  20 " in replayed.out
    assert "  21 " not in replayed.out
    shown = run("show", old, "--json")
    assert shown.code == 0
    assert_notice(shown.err)
    assert json.loads(shown.out)["ply"] == 20
    why = run("why", old, "march oda kaga", "--json")
    assert why.code == 0
    assert_notice(why.err)
    assert not json.loads(why.out)["allowed"]
    assert "現在のルール" in run("show", old, "--lang", "ja").err


def test_a_save_of_other_rules_is_played_on_and_its_file_stays(run: Run, old: Path, tmp_path: Path) -> None:
    before = old.read_bytes()
    new = tmp_path / "new.gunki"
    seats = "oda=random,anti_oda=random"
    played = run("play", "--load", old, "--seats", seats, "--save", new, "--json")
    assert played.code == 0, played.err
    assert_notice(played.err)
    assert old.read_bytes() == before
    match = gunki.load(new)
    assert match.notice is None
    assert match.ply > 20


def test_an_autosave_of_other_rules_is_not_overwritten(run: Run, old: Path, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "autosave"
    folder.mkdir(parents=True)
    kept = folder / "kept.gunki"
    kept.write_bytes(old.read_bytes())
    played = run("play", "--load", kept, "--seats", "oda=human,anti_oda=human", stdin="1\nq\n")
    assert played.code == 0, played.err
    assert kept.read_bytes() == old.read_bytes()
    (other,) = [path for path in folder.iterdir() if path != kept]
    assert gunki.load(other).ply == 21


def test_the_dice_of_a_save_of_other_rules_cannot_be_checked(run: Run, old: Path) -> None:
    outcome = run("verify", old)
    assert outcome.code == 1
    assert "only a gunki with rules version 0 can check these dice" in outcome.err


def test_a_refused_save_of_todays_rules_was_edited(run: Run, old: Path) -> None:
    edit_manifest(old, rules_version=gunki.game("nobunaga").rules_version)
    outcome = run("show", old)
    assert outcome.code == 1
    assert "action 21 'march oda kaga' is refused" in outcome.err


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)
def test_every_old_save_opens_with_a_notice_where_its_rules_differ(run: Run, save: Path) -> None:
    outcome = run("show", save, "--json")
    assert outcome.code == 0, outcome.err
    match = gunki.load(save)
    assert json.loads(outcome.out)["ply"] == match.ply
    assert bool(outcome.err) == (match.notice is not None)
