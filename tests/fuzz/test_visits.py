"""`gunki fuzz --seen`: the procedures entered by a legal act, and their outcomes."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import gunki
from gunki.cli.main import main
from gunki.core.dice.chance import Generator
from gunki.lab.fuzz import fuzzer
from gunki.lab.fuzz.procedure_coverage import ProcedureWatcher, procedures
from tests.core.duel import DuelGame, duel

__all__ = ["duel"]
pytestmark = pytest.mark.usefixtures("duel")


def watch_duel(acts: int) -> ProcedureWatcher:
    """Watch a duel for `acts` acts, each the last on offer: bet 2, pass."""
    match = gunki.new("duel", seed=3)
    watch, generator = ProcedureWatcher(match.position), Generator(3)
    for _ in range(acts):
        before = match.position
        act = before.options()[-1]
        match.act(match.setup.lexicon.action(act))
        watch.follow(before, act, generator)
    return watch


def test_procedures_under_way_at_the_start_are_not_counted() -> None:
    watch = watch_duel(1)
    assert watch.visits.entered == {}
    assert [visit.procedure for visit in watch.under_way] == ["Duel", "Bets"]


def test_a_visit_counts_as_it_begins_and_its_outcome_as_it_ends() -> None:
    assert watch_duel(2).visits.entered == {"Fight": 1}
    assert watch_duel(2).visits.outcomes == {}
    assert watch_duel(3).visits.entered == {"Fight": 2}
    assert watch_duel(3).visits.outcomes == {"Fight": {"chosen: pass, played": 1}}


def test_outcomes_do_not_depend_on_dice_and_cards(tmp_path: Path) -> None:
    summary = fuzzer.run(fuzzer.plan_games("duel", games=6, seed=1, out=str(tmp_path), seen=True))
    visits = summary.to_dict()["seen"]
    assert visits["Fight"]["entered"] == sum(visits["Fight"]["outcomes"].values()) == 6 * 3 * 8
    assert list(visits) == ["Bets", "Fight"], "an act never enters the game itself"
    play = "play, played, roll purpose=fight"
    assert set(visits["Fight"]["outcomes"]) == {
        "chosen: pass, played",
        f"confirmed: go, {play}",
        f"confirmed: {play}, stop",
    }
    assert visits["Bets"] == {"entered": 12, "outcomes": {"done: bet, bets": 12}}, "the first ones no act has entered"


def test_the_end_of_the_game_ends_visits_under_way() -> None:
    match, rng = gunki.new("nobunaga", seed=4), random.Random(4)
    watch, generator = ProcedureWatcher(match.position), Generator(4)
    while match.result is None:
        before = match.position
        act = rng.choice(before.options())
        match.act(match.setup.lexicon.action(act))
        watch.follow(before, act, generator)
    assert watch.under_way == []
    assert any(outcome.startswith("the end: ") for outcome in watch.visits.outcomes["EndPhase"])


def test_the_same_game_is_played_whether_visits_are_counted_or_not(tmp_path: Path) -> None:
    with_visits, without = (
        fuzzer.play(fuzzer.FuzzPlan("duel", "only", {}, 5, str(tmp_path), seen=seen)) for seen in (True, False)
    )
    assert with_visits.tally.decisions == without.tally.decisions
    assert without.tally.visits.entered == {}


def test_the_command_prints_the_visits(capsys: pytest.CaptureFixture[str], duel: DuelGame, tmp_path: Path) -> None:
    command = ["fuzz", "duel", "--games", "2", "--seed", "5", "--jobs", "1", "--out", str(tmp_path)]
    assert main([*command, "--seen"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["procedure", "entered", "outcomes"] in lines
    assert ["Bets", "4", "1"] in lines
    assert main([*command, "--json"]) == 0
    assert "seen" not in json.loads(capsys.readouterr().out)
    assert procedures(duel.start(duel.setup())) == ["Bets", "Fight"]
