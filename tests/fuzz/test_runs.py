"""What the fuzzer keeps of a failure, and how it runs many games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki import Match
from gunki.core.matches import saves
from gunki.lab.fuzz import fuzzer
from tests.core.duel import CARDS, Duel, DuelGame, DuelTexts, duel
from tests.fuzz.test_checks import failures

__all__ = ["duel"]
pytestmark = pytest.mark.usefixtures("duel")


def test_a_game_without_end_is_noticed(tmp_path: Path) -> None:
    [failure] = failures(tmp_path, most=10)
    assert (failure.check, failure.ply) == ("runaway", 10)


# -- what is kept of a failure ----------------------------------------------------------------------------------------


def test_the_save_of_a_failure_opens_where_it_failed(tmp_path: Path, duel: DuelGame) -> None:
    [failure] = failures(tmp_path, most=10)
    assert gunki.load(failure.path).ply == 10


def test_without_a_save_the_position_is_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(match: Match, path: Any) -> Path:
        raise RuntimeError("no")

    monkeypatch.setattr(saves, "save", fail)
    [failure] = [failure for failure in failures(tmp_path, most=10) if failure.check == "runaway"]
    assert "saving it failed" in failure.message
    assert len(json.loads(Path(failure.path).read_text(encoding="utf-8"))["cards"]) == len(CARDS)


def test_checks_of_texts_can_be_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DuelTexts, "has", lambda self, section, key: False)
    assert [failure.check for failure in failures(tmp_path)] == ["texts"]
    assert failures(tmp_path, texts=False) == []


def test_a_failure_at_the_start_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Duel, "deal", lambda self, g: 1 // 0)
    [failure] = failures(tmp_path)
    assert failure.check == "crash"
    assert "the start: ZeroDivisionError" in failure.message


# -- many games -------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game_whatever_is_checked(tmp_path: Path) -> None:
    light, deep = (
        fuzzer.play(fuzzer.FuzzPlan("duel", "only", {}, 5, str(tmp_path), deep=deep, texts=deep))
        for deep in (False, True)
    )
    assert light.tally.decisions == deep.tally.decisions


def test_options_go_through_defaults_single_choices_and_combinations(duel: DuelGame) -> None:
    plans = fuzzer.plan_games("duel", games=40, seed=1, all_options=True)
    assert [plan.options for plan in plans[:3]] == [{}, {"polite": True}, {"loud": "high"}]
    assert {"polite": True, "loud": "high"} not in [dict(plan.options) for plan in plans]  # they exclude each other
    assert {"polite": False, "loud": "high"} in [dict(plan.options) for plan in plans]
    assert [plan.seed for plan in plans] == list(range(1, 41))


def test_an_option_given_by_the_user_stays(duel: DuelGame) -> None:
    plans = fuzzer.plan_games("duel", games=10, seed=1, all_options=True, options={"polite": True})
    assert all(plan.options["polite"] is True and plan.options.get("loud") != "high" for plan in plans)
    with pytest.raises(gunki.OptionError, match="unknown option"):
        fuzzer.plan_games("duel", games=1, seed=1, options={"rude": True})


def test_the_summary_counts_all_failures_and_keeps_few_saves(tmp_path: Path) -> None:
    plans = fuzzer.plan_games("duel", games=8, seed=1, out=str(tmp_path), most=10)
    seen: list[fuzzer.Outcome] = []
    summary = fuzzer.run(plans, progress=seen.append)
    assert summary.games == len(seen) == len(summary.failures) == 8
    assert len(list(tmp_path.iterdir())) == fuzzer.SAVED_PER_CHECK
    data = json.loads(json.dumps(summary.to_dict()))
    assert data["decisions"] == 80
    assert data["checks"]["why_not"]["every"] > data["checks"]["save_load"]["every"] == 1
