"""The evaluation of the greedy bot of Hideyoshi's War Chronicle: both sides, its bounds, clans beside the map."""

from __future__ import annotations

import random
from typing import Any

import pytest

import gunki
from gunki import Match
from gunki.games.hideyoshi.bot.evaluation import strength_kept_by_forces
from gunki.games.hideyoshi.rules.summons import strength_kept
from gunki.games.hideyoshi.setup import ANTI_HASHIBA, HASHIBA
from gunki.series.gunyuden.bot.evaluation import WIN
from tests.clauses.common import decision_of
from tests.clauses.forces import force, garrison, pass_on
from tests.clauses.hideyoshi.scenario_table import (
    FOLLOWERS,
    KATSUIE,
    fallen,
    last,
    owned,
)
from tests.clauses.hideyoshi.scenario_table import compose as compose_shizugatake
from tests.clauses.hideyoshi.table import SCENARIOS
from tests.clauses.hideyoshi.tennozan_table import HIDEYOSHI, HIMEJI, KYOTO, compose
from tests.lab.greedy import choose, evaluate

GAME = gunki.game("hideyoshi")
#: The state of Shizugatake with all clans at war.
OUT = {"declared": 1, "thawed": 1, "left_echizen": 1, "katsuie_left": 1}


# --- those beside the map ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_the_bot_counts_the_strength_that_keeps_clans_away_like_the_rules(scenario: str) -> None:
    rng = random.Random(8)
    away = {"phase": "hashiba", "units": {HIDEYOSHI: KYOTO}}  # his own force is not to sit at home
    match = gunki.compose("hideyoshi", scenario, away, seed=8)
    seen = set()
    while match.ply < 300:
        if match.ply % 20 == 0:
            g: Any = match.position
            for table in g.setup.summons:
                assert strength_kept_by_forces(g, table, g.strengths()) == strength_kept(g, table)
                seen.add(strength_kept(g, table))
        match.act(rng.choice(decision_of(match).options))
    assert len(seen) > 2


def test_hashiba_loses_by_a_call_of_the_mori_and_by_its_risk() -> None:
    """Leaving Okayama so that a die may call the Mori is worth less than staying; so is a call that has happened."""
    lords = {KATSUIE: {"hex": "4301", "inside": True}, HIDEYOSHI: {"hex": "3521"}}
    guard = {**force("0326", "ukita_hideie", inside=True), **force("0326", "ukita_tadaie", inside=True)}
    west = {**lords, **guard, **garrison("1623", *FOLLOWERS, "hashiba_hidenaga", "miyabe_keijun")}
    values = {}
    for name, where in {"kept": {}, "left": dict.fromkeys(("ukita_hideie", "ukita_tadaie"), "0425")}.items():
        match = compose_shizugatake({**west, **where}, turn=6, phase="hashiba", state=OUT)
        values[name] = (
            match.view(None)["summons"]["mori"]["least"],
            evaluate(match, HASHIBA),
            evaluate(match, ANTI_HASHIBA),
        )
    assert values["left"][0] < values["kept"][0]
    assert values["left"][1] < values["kept"][1]
    called = compose_shizugatake(west, turn=6, phase="hashiba", state={**OUT, "summoned": ["mori"]})
    assert evaluate(called, HASHIBA) < values["kept"][1]
    assert evaluate(called, ANTI_HASHIBA) > values["kept"][2]


# --- the sum ----------------------------------------------------------------------------------------------------------


def compose_both_at_home(dead: str = "", **owners: str) -> Match:
    """Compose Shizugatake with both lords at home, a unit dead, and castles with these owners."""
    units = {HIDEYOSHI: {"hex": "1623", "inside": True}, KATSUIE: {"hex": "4301", "inside": True}}
    gone = fallen(dead) if dead else {"units": {}, "lost": {}}
    state = {**OUT, "lost": gone["lost"]}
    match: Match = compose_shizugatake({**units, **gone["units"]}, turn=6, state=state, castles=owned(**owners))
    return match


@pytest.mark.parametrize(
    ("other", "for_hashiba"),
    [
        ({"gifu": "hashiba"}, True),
        ({"azuchi": "shibata"}, False),
        ({"dead": "sakuma_morimasa"}, True),
        ({"dead": "niwa_nagahide"}, False),
    ],
)
def test_a_gain_of_one_side_is_a_loss_of_the_other(other: dict[str, str], for_hashiba: bool) -> None:
    before, after = compose_both_at_home(), compose_both_at_home(**other)
    gains = [evaluate(after, seat) - evaluate(before, seat) for seat in (HASHIBA, ANTI_HASHIBA)]
    assert gains[0] * gains[1] < 0
    assert (gains[HASHIBA] > 0) is for_hashiba


@pytest.mark.parametrize(("kyoto", "azuchi"), [("hashiba", "hashiba"), ("anti_hashiba", "akechi")])
def test_the_conditions_of_tennozan_are_a_gain_of_one_side_and_a_loss_of_the_other(kyoto: str, azuchi: str) -> None:
    nobody = compose({HIDEYOSHI: HIMEJI}, castles={"azuchi": {"owner": "none", "durability": 10}})
    held = compose({HIDEYOSHI: HIMEJI}, castles=owned(azuchi=azuchi), state={"kyoto": kyoto})
    gains = [evaluate(held, seat) - evaluate(nobody, seat) for seat in (HASHIBA, ANTI_HASHIBA)]
    assert gains[0] * gains[1] < 0
    assert (gains[HASHIBA] > 0) is (kyoto == "hashiba")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_evaluation_is_bounded_and_repeatable(scenario: str) -> None:
    rng = random.Random(5)
    match = gunki.new("hideyoshi", scenario, seed=5)
    while match.decision is not None and match.ply < 400:
        if match.ply % 80 == 0:
            digest = match.position.digest()
            for seat in (HASHIBA, ANTI_HASHIBA):
                found = evaluate(match, seat)
                assert -WIN < found < WIN
                assert GAME.evaluate(match.position.clone(), seat) == found
            assert match.position.digest() == digest
        match.act(rng.choice(match.decision.options))


@pytest.mark.parametrize(("declared", "winner"), [(0, HASHIBA), (1, ANTI_HASHIBA)])
def test_a_won_match_has_the_highest_value(declared: int, winner: int) -> None:
    """Hashiba need thirty points; with Katsuie still at home they have forty more."""
    match = last(state={**OUT, "katsuie_left": declared, "declared": declared})
    pass_on(match)
    assert [evaluate(match, seat) for seat in (winner, 1 - winner)] == [WIN, -WIN]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_choice_does_not_depend_on_the_dice_to_come(scenario: str) -> None:
    """The same position with other seeds of the match has the same choices, and choosing changes nothing."""
    said = []
    for seed in (1, 2):
        match = gunki.compose("hideyoshi", scenario, {"turn": 5, "stage": 1, "phase": "hashiba"}, seed=seed)
        assert match.decision
        said.append([choose(match, 7), choose(match, 8)])
        assert match.ply == 0
    assert said[0] == said[1]
