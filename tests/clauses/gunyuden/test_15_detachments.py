"""Section 15-5: units left behind on the way (G-39)."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, cost, force, march, morale, pass_on, points_left, unit
from tests.clauses.gunyuden.table import compose, start_match
from tests.support import clause

LEADER, SECOND, THIRD, FOURTH = "matsu", "kaede", "ume", "yanagi"
FAR = {"kashi": "0505"}
START, STEP = "1207", "1206"


def start_marching(*led: str, others: dict[str, Any] | None = None, **entry: Any) -> Any:
    """Begin the march of Matsu with these units on open ground."""
    units = {**force(START, LEADER, *led, **entry), **FAR, **(others or {})}
    return march(compose(units, around="1206", to_act="red"), LEADER)


def find_leader(match: Match, name: str) -> str:
    """Return the leader of a unit, or the unit itself if it leads its force."""
    return str(unit(match, name).get("leader", name))


@clause("gunyuden", "15-5", "9-1(2)")
def test_a_moving_force_may_leave_units_behind() -> None:
    match = start_marching(SECOND, THIRD)
    acts(match, f"to {STEP}", f"detach {THIRD}", "to 1205", "halt")
    assert [at(match, name) for name in (LEADER, SECOND, THIRD)] == ["1205", "1205", STEP]
    assert find_leader(match, THIRD) == THIRD
    assert find_leader(match, SECOND) == LEADER


@clause("gunyuden", "15-5")
def test_units_may_be_left_behind_where_the_march_begins_and_one_after_the_other() -> None:
    match = start_marching(SECOND, THIRD, FOURTH)
    acts(match, f"detach {FOURTH}", f"to {STEP}", f"detach {THIRD}", "to 1205", f"detach {SECOND}", "halt")
    assert [at(match, name) for name in (LEADER, SECOND, THIRD, FOURTH)] == ["1205", "1205", STEP, START]


@clause("gunyuden", "15-5-1")
def test_leaving_units_behind_costs_no_points() -> None:
    match = start_marching(SECOND, THIRD)
    assert cost(match, STEP) == 1
    match.act(f"detach {THIRD}")
    assert points_left(match) == 7
    match.act(f"detach {SECOND}")
    assert points_left(match) == 7


@clause("gunyuden", "15-5-1", "15-5")
def test_units_can_be_left_behind_when_no_point_is_left() -> None:
    """Four points (morale -4) for four hexes: in the last one detaching is still free."""
    match = start_marching(SECOND, morale=-4)
    match.act("to 1203")
    allowed(match, f"detach {SECOND}")
    match.act(f"detach {SECOND}")
    assert (find_leader(match, SECOND), at(match, SECOND)) == (SECOND, "1203")


@clause("gunyuden", "15-5-2")
def test_units_met_on_the_way_are_not_picked_up() -> None:
    match = start_marching(SECOND, others={THIRD: STEP})
    match.act(f"to {STEP}")
    for verb in ["take", "split"]:
        refused(match, f"{verb} {THIRD}")
    acts(match, "to 1205", "halt")
    assert (at(match, THIRD), find_leader(match, THIRD)) == (STEP, THIRD)


@clause("gunyuden", "15-5-2")
def test_a_unit_left_behind_is_not_picked_up_again() -> None:
    match = start_marching(SECOND, THIRD)
    match.act(f"detach {THIRD}")
    refused(match, f"detach {THIRD}")
    refused(match, f"take {THIRD}")
    match.act(f"to {STEP}")
    assert at(match, THIRD) == START


@clause("gunyuden", "15-5", "9-1(1)")
def test_a_detachment_may_be_a_commander_with_units() -> None:
    """G-39: a legal force."""
    match = start_marching(SECOND, THIRD, FOURTH)
    acts(match, f"to {STEP}", f"detach {SECOND}", f"attach {THIRD} {SECOND}", "to 1205", "halt")
    assert (at(match, SECOND), at(match, THIRD), at(match, FOURTH)) == (STEP, STEP, "1205")
    assert find_leader(match, THIRD) == SECOND


@clause("gunyuden", "13-2-4", "15-5")
def test_units_left_behind_have_acted() -> None:
    """Kaede has points of his own, but not in this phase."""
    match = start_marching(SECOND, THIRD)
    acts(match, f"to {STEP}", f"detach {SECOND}", "halt")
    assert unit(match, SECOND)["acted"]
    refused(match, f"act {SECOND}")
    allowed(match, "act kashi")


@clause("gunyuden", "15-5", "13-2-5")
@pytest.mark.parametrize("value", [0, -2])
def test_units_left_behind_keep_the_morale(value: int) -> None:
    """G-39."""
    entry: dict[str, Any] = {"morale": value} if value else {}
    match = start_marching(SECOND, THIRD, **entry)
    acts(match, f"to {STEP}", f"detach {THIRD}", "halt")
    assert (morale(match, LEADER), morale(match, THIRD)) == (value, value)


@clause("gunyuden", "15-5", "12-2-4")
def test_a_unit_left_behind_acts_again_in_the_next_stage_by_its_own_points() -> None:
    """Yanagi has two points: he acts in the second stage, not in the third."""
    match = start_marching(FOURTH, others={"hato": "0808"})
    acts(match, f"to {STEP}", f"detach {FOURTH}", "halt")
    while match.view("red")["stage"] == 1:
        match.act("end")
    allowed(match, f"act {FOURTH}", f"act {LEADER}")
    while match.view("red")["stage"] == 2 or match.decision.who != "red":
        match.act("end")
    allowed(match, f"act {LEADER}")
    refused(match, f"act {FOURTH}", "12-2-4")


@clause("gunyuden", "15-5")
def test_nobody_is_left_behind_before_the_force_has_entered_the_map() -> None:
    """G-56: Usagi and those he leads wait beside the map."""
    match = start_match()
    while match.decision.name == "deploy":
        match.act("ready")
    pass_on(match, lambda: "act usagi" in match.decision.texts)
    march(match, "usagi")
    assert all(text.startswith("to ") for text in match.decision.texts)
    refused(match, "detach itachi", "15-5")
