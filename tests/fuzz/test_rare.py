"""Rare states: the tables of the games, and the fuzzed games that begin there."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.cli.main import main
from gunki.core.definition.clauses import number
from gunki.core.definition.rare_states import Exempt, RareState, RareTable, board_with, read_rare
from gunki.core.dice.chance import Generator
from gunki.lab.fuzz import fuzzer
from gunki.lab.fuzz.procedure_coverage import ProcedureWatcher, procedures
from tests.core.duel import DuelGame, duel
from tests.support import often

__all__ = ["duel"]

#: Some procedures follow from one throw in many: the fuzzer comes back to them in every fourth game.
ATTEMPTS = 10 * fuzzer.ATTEMPTS

# -- the tables -------------------------------------------------------------------------------------------------------


def tables() -> Iterator[Any]:
    for ident in gunki.game_ids():
        game = gunki.game(ident)
        for place, state in enumerate(game.rare_states.states):
            for scenario in state.scenarios or game.scenarios:
                yield pytest.param(ident, scenario, state, id=f"{ident}-{scenario}-{place}-{state.procedure}")


def clauses_met(match: gunki.Match, state: RareState, rng: random.Random) -> set[str] | None:
    """Play until the procedure has been left; return the clauses that were cited on the way in and in it."""
    watch, generator, lead = ProcedureWatcher(match.position), Generator(match.header.seed), list(state.acts)
    cited: set[str] = set()
    while match.decision is not None and match.ply < fuzzer.MOST_FROM_RARE:
        if match.ply > len(state.acts) + fuzzer.PATIENCE and not watch.visits.entered[state.procedure]:
            return None
        before, question = match.position, match.decision.clause
        act = match.setup.lexicon.parse(lead.pop(0)) if lead else rng.choice(before.options())
        if act not in before.options():
            return None
        under_way = any(visit.by_act and visit.procedure == state.procedure for visit in watch.under_way)
        events = match.act(match.setup.lexicon.action(act))
        watch.follow(before, act, generator)
        if under_way or watch.visits.entered[state.procedure]:
            cited |= {number(clause) for event in events for clause in event.clauses} | {number(question)}
        if any(visit.procedure == state.procedure for visit in watch.ended_visits):
            return cited
    return cited if watch.visits.entered[state.procedure] else None


@pytest.mark.parametrize(("ident", "scenario", "state"), list(tables()))
def test_an_act_leads_into_the_procedure_and_its_clause_is_cited(ident: str, scenario: str, state: RareState) -> None:
    assert scenario in gunki.game(ident).scenarios
    assert state.clause in gunki.game(ident).clauses
    for attempt in range(ATTEMPTS):
        match = gunki.compose(ident, scenario, state.position, seed=attempt, options=state.options)
        cited = clauses_met(match, state, random.Random(attempt))
        if cited is not None and state.clause in cited:
            return
    pytest.fail(f"{state.procedure} ({state.clause}) was not entered, or its clause was not cited")


@pytest.mark.parametrize("ident", gunki.game_ids())
def test_the_tables_name_procedures_and_scenarios_of_their_game(ident: str) -> None:
    game = gunki.game(ident)
    for scenario in game.scenarios:
        known = set(procedures(game.start(game.setup(scenario))))
        entered = {state.procedure for state in game.rare_states.of(scenario)}
        exempt = game.rare_states.exempt_in(scenario)
        assert entered | set(exempt) <= known
        assert not {name for name, entry in exempt.items() if not entry.outcomes} & entered
    for exempted in game.rare_states.exempt:
        assert set(exempted.scenarios) <= set(game.scenarios)


@pytest.mark.parametrize(
    ("ident", "scenario"),
    [(i, s) for i in gunki.game_ids()[: often(1, 99)] for s in gunki.game(i).scenarios],
)
def test_every_procedure_is_entered_twenty_times_with_two_outcomes(ident: str, scenario: str, tmp_path: Path) -> None:
    """The count is taken over 40 games, without the checks."""
    plans = fuzzer.plan_games(ident, games=40, seed=1000, scenario=scenario, out=str(tmp_path), seen=True, every=10**6)
    summary = fuzzer.run(plans)
    exempt = gunki.game(ident).rare_states.exempt_in(scenario)
    wanted = {name: 2 if name not in exempt else exempt[name].outcomes for name in summary.visits()}
    missed = {
        name: (visits["entered"], len(visits["outcomes"]))
        for name, visits in summary.visits().items()
        if (visits["entered"] < 20 and wanted[name]) or len(visits["outcomes"]) < wanted[name]
    }
    assert (missed, summary.failures) == ({}, [])


def test_a_game_without_a_table_has_no_rare_states(tmp_path: Path) -> None:
    assert read_rare(tmp_path / "rare.toml") == RareTable()


def test_a_table_is_read_entry_by_entry(tmp_path: Path) -> None:
    path = tmp_path / "rare.toml"
    path.write_text(
        """
        boards.plain = { turn = 2, hands = { red = 1, blue = 2 } }
        states = [{ procedure = "Fight", clause = "3", board = "plain", position = { hands = { blue = 3 } } }]
        never = [{ procedures = ["Bets"], scenarios = ["only"], why = "none" }]
        """,
        encoding="utf-8",
    )
    table = read_rare(path)
    assert table.of("only") == [RareState("Fight", "3", (), {"turn": 2, "hands": {"red": 1, "blue": 3}})]
    assert table.exempt_in("only") == {"Bets": Exempt(("Bets",), ("only",), 0, "none")}
    assert table.exempt_in("other") == {}
    path = tmp_path / "other.toml"
    path.write_text('states = [{ procedure = "Fight", clause = "3", act = "pass" }]', encoding="utf-8")
    with pytest.raises(gunki.DataError, match=r"other.toml: states\[0\]: unknown entry 'act'"):
        read_rare(path)
    assert board_with({"a": 1}, {"a": {"b": 2}}) == {"a": {"b": 2}}


# -- games that begin there -------------------------------------------------------------------------------------------


@pytest.fixture
def rare(duel: DuelGame, monkeypatch: pytest.MonkeyPatch) -> RareState:
    """Register the duel with one rare state: all but one have bet."""
    match = gunki.new("duel", seed=1)
    match.act("bet 1")
    state = RareState("Fight", "3", (), match.describe(), ("bet 2",))
    table = RareTable((state,), (Exempt(("Bets",), (), 1, "bets are bets"),))
    monkeypatch.setattr(DuelGame, "rare_states", table)
    return state


def test_one_game_in_four_begins_at_the_rare_states(rare: RareState, tmp_path: Path) -> None:
    summary = fuzzer.run(fuzzer.plan_games("duel", games=8, seed=1, out=str(tmp_path), seen=True))
    assert summary.failures == []
    assert summary.tally.composed == {"games": 2, "positions": 2 * fuzzer.ENTRIES}
    assert summary.tally.endings.total() == 6, "those of rare states are stopped"


def test_a_rare_state_is_left_soon_after_its_procedure(rare: RareState, tmp_path: Path) -> None:
    outcome = fuzzer.play(fuzzer.FuzzPlan("duel", "only", {}, 3, str(tmp_path)))
    assert outcome.tally.visits.entered["Fight"] >= fuzzer.ENTRIES
    assert 1 + fuzzer.AFTER_RARE < outcome.plies <= 3 + fuzzer.AFTER_RARE
    again = fuzzer.play(fuzzer.FuzzPlan("duel", "only", {}, 3, str(tmp_path)))
    assert again.tally == outcome.tally or again.tally.decisions == outcome.tally.decisions


def test_a_rare_state_for_other_options_is_left_out(
    rare: RareState, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    polite = RareState("Fight", "3", (), rare.position, rare.acts, {"polite": True})
    monkeypatch.setattr(DuelGame, "rare_states", RareTable((polite,)))
    for options, composed in (({}, {"games": 1, "positions": 3}), ({"polite": False}, {"games": 1, "left out": 1})):
        outcome = fuzzer.play(fuzzer.FuzzPlan("duel", "only", options, 3, str(tmp_path)))
        assert (outcome.tally.composed, outcome.failures) == (composed, [])
    monkeypatch.setattr(DuelGame, "rare_states", RareTable((RareState("Fight", "3", (), {}),)))
    [failure] = fuzzer.play(fuzzer.FuzzPlan("duel", "only", {}, 3, str(tmp_path))).failures
    assert "the rare state before Fight (3)" in failure.message
    assert fuzzer.play(fuzzer.FuzzPlan("duel", "only", {"polite": True}, 3, str(tmp_path))).failures == []


def test_the_summary_counts_rare_states_and_lists_impossible_ones(
    rare: RareState, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = ["fuzz", "duel", "--games", "4", "--seed", "5", "--jobs", "1", "--out", str(tmp_path), "--seen"]
    assert main(command) == 0
    text = capsys.readouterr().out
    assert "1 of the games, from 3 rare positions" in text
    assert any(line.split() == ["Bets", "6", "1", "bets", "are", "bets"] for line in text.splitlines())
    assert main([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["composed"] == {"games": 1, "positions": 3}
    assert data["seen"]["Bets"]["why"] == "bets are bets"


def test_a_failure_from_a_rare_state_can_be_played_again(
    rare: RareState, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(DuelGame, "invariants", lambda self, position: {"ply": len(position.hand(0))})
    assert main(["fuzz", "duel", "--games", "1", "--seed", "7", "--jobs", "1", "--out", str(tmp_path)]) == 1
    text = capsys.readouterr().out
    assert "gunki fuzz duel --games 1 --seed 7" in text
    assert {path.name.partition("-Fight")[0] for path in tmp_path.iterdir()} == {"duel-only-seed7"}
    assert gunki.load(next(tmp_path.iterdir())).header.composed is not None
