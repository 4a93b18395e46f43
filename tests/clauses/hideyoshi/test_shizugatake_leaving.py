"""36.7-4 and 36.6(4): when the Shibata have left Echizen, and how the state of the scenario is written down."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts
from tests.clauses.forces import at, attack, force, of_kind
from tests.clauses.hideyoshi.scenario_table import (
    BEYOND,
    BORDER,
    GUARD,
    HORI,
    KATSUIE,
    MORIMASA,
    OPEN,
    OTHER,
    compose_free_shibata,
    points,
)
from tests.clauses.hideyoshi.table import assert_reads_back
from tests.support import clause


@clause("hideyoshi", "36.7-4", "36.6(4)-1")
def test_a_force_that_marches_out_and_back_in_one_march_has_left_echizen() -> None:
    match = compose_free_shibata({KATSUIE: OTHER, HORI: "4312"}, around=BORDER)
    acts(match, f"act {KATSUIE}", "move", f"to {BORDER}", f"to {OTHER}")
    if match.decision.name in ("march", "march_end"):
        match.act("halt")
    assert at(match, KATSUIE) == OTHER
    assert of_kind(match.events, "left_echizen")
    assert points(match)["hashiba"] == 10  # Kanbe has not declared


@clause("hideyoshi", "36.7-4", "36.7-7", "36.6(4)-1")
def test_a_pursuit_out_of_echizen_leaves_it() -> None:
    """Katsuie strikes Hori across the border and follows him."""
    units = {**force(BEYOND, KATSUIE, *GUARD), HORI: BORDER}
    match = compose_free_shibata(units, around=BORDER, dice=[2, 1])
    assert points(match)["hashiba"] == 50
    events = attack(match, KATSUIE, BORDER)
    assert of_kind(events, "attacked_first")
    assert not of_kind(events, "left_echizen")
    events = match.act("retreat")
    while match.decision.name == "retreat":
        events += match.act(match.decision.texts[0])
    assert match.decision.name == "pursuit"
    events += match.act(f"pursue {BORDER}")
    assert of_kind(events, "left_echizen")
    assert points(match)["hashiba"] == 10


@clause("hideyoshi", "36.7-4")
@pytest.mark.parametrize(("start", "goal"), [("3909", "3809"), ("4110", "4111"), ("4407", "4507")])
def test_every_province_beside_echizen_is_outside(start: str, goal: str) -> None:
    """Wakasa and Ōmi are, Echizen is not."""
    match = compose_free_shibata({MORIMASA: start}, around=start, radius=1)
    events = acts(match, f"act {MORIMASA}", "move", f"to {goal}")
    assert bool(of_kind(events, "left_echizen")) is (goal != "4507")


@clause("hideyoshi", "36.7-4")
def test_leaving_echizen_is_told_once() -> None:
    units = {MORIMASA: OTHER, "maeda_toshiie": BEYOND}
    match = compose_free_shibata(units, around=BORDER)
    acts(match, f"act {MORIMASA}", "move", f"to {BORDER}", "halt")
    acts(match, "act maeda_toshiie", "move", f"to {BORDER}", "halt")
    assert len(of_kind(match.events, "left_echizen")) == 1


@clause("hideyoshi", "36.7-4", "36.7-7", "36.6(4)-1")
def test_the_state_of_the_scenario_is_described_and_read_back() -> None:
    for flags in ({}, {"thawed": 1}, {"attacked_first": 1}, {"declared": 1, "left_echizen": 1}, OPEN):
        match = compose_free_shibata({MORIMASA: OTHER, HORI: "4312"}, state={**dict.fromkeys(OPEN, 0), **flags})
        found = match.describe()["state"]
        assert {name for name in OPEN if found[name]} == set(flags)
        assert_reads_back(match)


@clause("hideyoshi", "36.6(2)")
@pytest.mark.parametrize(
    ("state", "named"),
    [({"declared": 2}, "declared"), ({"left_echizen": -1}, "left_echizen"), ({"lost": {"nobody": "fallen"}}, "lost")],
)
def test_a_wrong_state_of_the_scenario_is_refused(state: dict[str, Any], named: str) -> None:
    with pytest.raises(gunki.PositionError, match=rf"^state\.{named}: "):
        compose_free_shibata({}, state=state)
