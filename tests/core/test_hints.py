"""Hints for answering: proposed arrangements, grave answers, and the options that have odds."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import gunki
from gunki.core.rules.decision import Decision
from gunki.core.show.hints import decision_hints, options_with_odds, proposal

ARRANGED = [
    ("kanto", "heaven_and_earth", "deploy"),
    ("hideyoshi", "tennozan", "deploy_freely"),
    ("hideyoshi", "komaki_nagakute", "appear"),
    ("kenshin", "campaign", "deploy"),
    ("nobunaga", "campaign", "deploy"),
]


def play_until(game: str, scenario: str, wanted: Callable[[Decision], bool], seed: int = 3) -> gunki.Match:
    """Play at random until a wanted decision comes."""
    match, rng = gunki.new(game, scenario, seed=seed), random.Random(seed)
    for _ in range(1500):
        decision = match.decision
        assert decision is not None
        if wanted(decision):
            return match
        closing = match.end_option  # else they would arrange for ever
        match.act(closing if closing is not None and match.ply < 40 else rng.choice(decision.options))
    raise AssertionError("it was never asked")


@pytest.mark.parametrize(("game", "scenario", "name"), ARRANGED)
def test_the_proposal_or_the_end_option_ends_an_arrangement(game: str, scenario: str, name: str) -> None:
    match = play_until(game, scenario, lambda decision: decision.name == name)
    assert match.decision is not None
    assert decision_hints(match)["arranges"] is True
    who, barrier = match.decision.who, match.position.barrier
    answers = proposal(match) or [str(match.end_option)]
    for at, answer in enumerate(answers):
        assert match.decision.who == who, "nobody else is asked in between"
        assert match.position.barrier == barrier, "no die falls in between"
        assert answer in match.decision.texts
        assert proposal(match) in ([], answers[at:]), "what is left of a proposal is proposed again"
        match.act(answer)
        assert match.decision is not None
    assert (match.decision.name, match.decision.who) != (name, who), "it is over"


def test_there_is_no_proposal_where_the_units_already_stand() -> None:
    assert not proposal(gunki.new("kanto", seed=1))
    assert len(proposal(gunki.new("nobunaga", seed=1))) == 7


def test_the_answer_that_lets_nobunaga_go_is_marked_as_grave() -> None:
    match = play_until("hideyoshi", "tennozan", lambda decision: decision.name == "honnoji")
    assert decision_hints(match)["grave"] == ["done"]
    assert "grave" not in decision_hints(gunki.new("hideyoshi", "tennozan", seed=1))


@pytest.mark.parametrize(
    ("game", "scenario", "name"),
    [("nobunaga", "campaign", "attack"), ("nobunaga", "campaign", "destination"), ("kenshin", "campaign", "force")],
)
def test_options_with_odds_are_those_whose_panel_is_at_stake(game: str, scenario: str, name: str) -> None:
    match = play_until(game, scenario, lambda decision: decision.name == name and len(decision.options) > 1)
    for _ in range(3):
        decision = match.decision
        assert decision is not None
        staked = options_with_odds(match)
        for text in decision.texts[:8]:
            panel = match.overlay("odds", decision.who, action=text).get("panel", {})
            assert (text in staked) == panel.get("at_once", False), text
        match.act(decision.options[0])


def test_an_ordinary_decision_has_no_hints() -> None:
    match = play_until("kanto", "heaven_and_earth", lambda decision: decision.name == "force")
    assert decision_hints(match) == {}


def test_a_decision_of_chance_has_no_options_with_odds() -> None:
    match = gunki.new("nobunaga", seed=3, dice="typed")
    while match.who != "chance":
        assert match.decision is not None
        match.act(match.decision.options[0])
    assert options_with_odds(match) == []
