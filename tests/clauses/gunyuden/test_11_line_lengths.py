"""Sections 11-2 to 11-4: how long the legs of a line are, when it is looked at, what its lack costs; G-07, G-48."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, force, lane, morale, of_kind, rolls, units_without_line
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.table import compose
from tests.support import clause

MOVER, FRIEND, ENEMY = "sugi", "kaede", "hato"

# A single way from Yama (0505) along the fifth row.
ROW = [f"{column:02}05" for column in range(5, 23)]
SIDES = [f"{a}-{b}" for a, b in pairwise(ROW)]
# The same to Toge (1706) and beyond.
PAST_TOGE = [*ROW[:12], "1706", "1806", "1906"]


def find_cut_off(units: dict[str, Any], way: list[str], grounds: Sequence[str], rivers: Sequence[str] = ()) -> set[str]:
    """Return the units without a line on a way with these grounds, hex by hex from Yama on."""
    paths = lane(way, sides=dict.fromkeys(rivers, "river"))
    paths["terrain"].update(dict(zip(way, grounds, strict=False)))
    return units_without_line(compose(units, stage=0, **paths))


# --- 11-2-2: the longest legs -------------------------------------------------------------------------------------


def can_reach_friend(grounds: list[str], sides: dict[str, str] | None = None) -> bool:
    """Whether a force reaches another one over these hexes (that one's own included), which itself is 24 points from
    Yama, so that without it the force would have no line.
    """
    way = ROW[: 7 + len(grounds)]
    paths = lane(way, sides={**dict.fromkeys(SIDES[:6], "river"), **(sides or {})})
    paths["terrain"].update(dict.fromkeys(ROW[:6], "foothills") | dict(zip(ROW[6:], grounds, strict=False)))
    match = compose({FRIEND: ROW[6], MOVER: way[-1]}, stage=0, **paths)
    assert FRIEND not in units_without_line(match)
    return MOVER not in units_without_line(match)


@clause("gunyuden", "11-2", "11-2-2(1)", "11-2-1")
@as_first("communication_range")
def test_a_line_from_force_to_force_is_ten_points_long_at_most() -> None:
    assert can_reach_friend(["flat"] * 10)
    assert not can_reach_friend(["flat"] * 11)


@clause("gunyuden", "11-2-3", "11-2-1")
@as_first("communication_range")
def test_rough_ground_costs_a_line_one_point() -> None:
    assert can_reach_friend(["rough"] * 10)
    assert not can_reach_friend(["rough"] * 11)


@clause("gunyuden", "11-2-3", "11-2-1")
@as_first("communication_range")
def test_foothills_cost_a_line_three_points() -> None:
    assert can_reach_friend(["foothills"] * 3 + ["flat"])
    assert not can_reach_friend(["foothills"] * 3 + ["flat"] * 2)


@clause("gunyuden", "11-2-3", "15-2-4")
@pytest.mark.parametrize(("side", "reaches"), [("none", True), ("river", False), ("bridge", True)])
@as_first("communication_range")
def test_rivers_cost_a_line_one_point_more_unless_bridged(side: str, reaches: bool) -> None:
    """Nine flat hexes and one river make ten points; a second river is one too many. G-16: bridges help here too."""
    assert can_reach_friend(["flat"] * 9, {SIDES[8]: "river", SIDES[10]: side}) is reaches


@clause("gunyuden", "11-2-2(2)", "11-2")
@as_first("communication_range")
def test_a_line_from_force_to_castle_is_thirty_points_long_at_most() -> None:
    """Ten foothills, then a river more."""
    assert find_cut_off({MOVER: ROW[10]}, ROW, ["foothills"] * 11) == set()
    assert find_cut_off({MOVER: ROW[10]}, ROW, ["foothills"] * 11, SIDES[:1]) == {MOVER}


@clause("gunyuden", "11-2-3")
@as_first("communication_range")
def test_the_hexes_entered_count_from_the_force_to_the_castle() -> None:
    """G-07: foothills under the force are free, flat ground under the castle costs one: 28 points, two rivers fit."""
    grounds = ["flat"] + ["foothills"] * 10
    assert find_cut_off({MOVER: ROW[10]}, ROW, grounds, SIDES[:2]) == set()
    assert find_cut_off({MOVER: ROW[10]}, ROW, grounds, SIDES[:3]) == {MOVER}


@clause("gunyuden", "11-2-2(3)", "11-2")
def test_a_line_from_castle_to_castle_is_thirty_points_long_at_most() -> None:
    """Toge to Yama: nine foothills and three flat hexes, then a river more."""
    grounds = ["foothills"] * 9
    assert find_cut_off({MOVER: "1906"}, PAST_TOGE, grounds) == set()
    assert find_cut_off({MOVER: "1906"}, PAST_TOGE, grounds, SIDES[:1]) == {MOVER}


@clause("gunyuden", "11-2-2(4)", "11-2")
def test_a_line_from_castle_to_force_is_thirty_points_long_at_most() -> None:
    """Toge to Kaede in 0705: ten foothills, then a river more; Toge to Yama would be 36."""
    grounds = ["foothills"] * 13
    units = {FRIEND: "0705", MOVER: "1906"}
    assert find_cut_off(units, PAST_TOGE, grounds) == set()
    assert find_cut_off(units, PAST_TOGE, grounds, SIDES[5:6]) == {MOVER}


@clause("gunyuden", "11-2-2(2)", "11-2-2(1)")
@as_first("communication_range")
def test_a_force_reaches_a_relay_castle_beyond_ten_points() -> None:
    """Toge is eleven points away: too far for a force, near enough for a castle."""
    way = [*PAST_TOGE, "2006", "2106"]
    grounds = [*["foothills"] * 9, *["flat"] * 3, *["foothills"] * 3]
    paths = lane(way, sides={"2006-1906": "river", "1906-1806": "river"})
    paths["terrain"].update(dict(zip(way, grounds, strict=False)))
    units = {MOVER: "2106"}
    assert units_without_line(compose(units, stage=0, **paths)) == set()
    relay = {**units, FRIEND: "1706"}
    assert MOVER in units_without_line(compose(relay, stage=0, castles={"toge": {"owner": "none"}}, **paths))


# --- 11-3: when lines are looked at -------------------------------------------------------------------------------

WALL = {"1005": "mountain"}


def compose_walled_way(units: dict[str, Any], **entries: Any) -> Any:
    """Return `terrain` and `sides` of the way with a wall across it at 1005."""
    paths = lane(ROW)
    paths["terrain"].update(WALL)
    return compose(units, **paths, **entries)


@clause("gunyuden", "11-3(1)", "11-4", "11-4-1", "4-1-1(2)")
def test_in_the_check_a_force_without_a_line_loses_one_morale() -> None:
    match = compose_walled_way({MOVER: "1305", FRIEND: "0705"}, stage=0)
    assert (morale(match, MOVER), morale(match, FRIEND)) == (-1, 0)
    match = compose_walled_way({MOVER: {"hex": "1305", "morale": -2}, FRIEND: {"hex": "0705", "morale": -2}}, stage=0)
    assert (morale(match, MOVER), morale(match, FRIEND)) == (-3, -2)


@clause("gunyuden", "11-3(1)", "4-1-1(2)")
def test_nothing_is_checked_between_the_stages() -> None:
    """Only the initial stage of the turn has a check; the next one comes with the next turn."""
    match = compose_walled_way({MOVER: "1305", FRIEND: "0705", ENEMY: "1218"}, to_act="red")
    while match.view("red")["turn"] == 1:
        assert morale(match, MOVER) == 0
        match.act("end")
    assert (morale(match, MOVER), units_without_line(match)) == (-1, {MOVER})


@clause("gunyuden", "11-3-1")
def test_all_forces_of_all_sides_are_checked() -> None:
    """Three forces in one hex, a blue force, and a force of several units as one."""
    units = {**force("1305", MOVER, "ume"), FRIEND: "1305", "yanagi": "1205", ENEMY: "1605"}
    match = compose_walled_way(units, stage=0)
    assert {MOVER, FRIEND, "yanagi", ENEMY} <= units_without_line(match)
    assert [morale(match, name) for name in [*units]] == [-1] * 5


@clause("gunyuden", "11-3-1")
def test_units_off_the_map_are_not_checked() -> None:
    match = compose_walled_way({MOVER: "0705", FRIEND: "off"}, stage=0)
    assert units_without_line(match) == set()


@clause("gunyuden", "4-1-1(2)", "11-3-1")
def test_all_lines_are_judged_before_anybody_suffers() -> None:
    """G-48: a force that collapses in this check (below -4) still cuts other lines, whichever side goes first."""
    paths = lane(ROW, beside={"1104": "flat"})
    match = compose({MOVER: "1305", ENEMY: {"hex": "1104", "morale": -4}}, stage=0, **paths)
    assert at(match, ENEMY) in ("dead", "removed")
    assert morale(match, MOVER) == -1
    west = lane([f"{column:02}18" for column in range(12, 18)], beside={"1517": "flat"})
    match = compose({ENEMY: "1718", FRIEND: {"hex": "1517", "morale": -4}, MOVER: "0605"}, stage=0, **west)
    assert at(match, FRIEND) in ("dead", "removed")
    assert morale(match, ENEMY) == -1


@clause("gunyuden", "11-3(3)", "11-4", "11-4-2")
def test_a_force_without_a_line_has_no_strategic_movement() -> None:
    match = compose_walled_way({MOVER: "1305", FRIEND: "0705"}, to_act="red")
    fork = match.fork()
    fork.act(f"act {FRIEND}")
    allowed(fork, "strategic")
    match.act(f"act {MOVER}")
    refused(match, "strategic")
    allowed(match, "move")


@clause("gunyuden", "11-3(3)", "11-4-2")
@pytest.mark.parametrize(("wall", "possible"), [(False, True), (True, False)])
def test_a_garrison_needs_a_real_line_for_strategic_movement(wall: bool, possible: bool) -> None:
    """G-09(d): from Toge."""
    paths = lane(PAST_TOGE)
    paths["terrain"].update(WALL if wall else {})
    match = compose({MOVER: {"hex": "1706", "inside": True}, FRIEND: "0505"}, to_act="red", **paths)
    match.act(f"act {MOVER}")
    assert ("strategic" in match.decision.texts) is possible
    allowed(match, "move")


@clause("gunyuden", "11-3(2)", "11-3-2", "11-4-2")
@pytest.mark.parametrize(("wall", "possible"), [(False, True), (True, False)])
def test_a_force_without_a_line_does_not_replenish(wall: bool, possible: bool) -> None:
    """In the open."""
    paths = lane(ROW)
    paths["terrain"].update(WALL if wall else {})
    units = {**force("1305", MOVER, "ume", steps=1), FRIEND: "0705"}
    match = compose(units, to_act="red", dice=[3], **paths)
    acts(match, f"act {MOVER}", "organise", "done")
    assert match.decision.name == ("replenish" if possible else "force")
    if possible:
        match.act("troops")
        assert match.view("red")["units"][MOVER]["steps"] == 2


@clause("gunyuden", "11-4-2", "16-5")
def test_a_garrison_replenishes_without_a_line() -> None:
    """G-09(b): the exception."""
    paths = lane(PAST_TOGE)
    paths["terrain"].update(WALL)
    units = {MOVER: {"hex": "1706", "inside": True, "steps": 1}}
    match = compose(units, to_act="red", dice=[3], **paths)
    acts(match, f"act {MOVER}", "organise", "troops")
    assert match.view("red")["units"][MOVER]["steps"] == 2


@clause("gunyuden", "11-3(4)", "11-3-2", "11-4-3")
def test_without_a_line_morale_recovery_needs_a_die() -> None:
    """Sugi has three activation points: a 2 is enough, a 3 not; with a line nothing is rolled."""
    events = acts(compose_walled_way({MOVER: {"hex": "0705", "morale": -2}}, to_act="red"), f"act {MOVER}", "rally")
    assert not rolls(events)
    assert of_kind(events, "morale") == [{"unit": MOVER, "morale": -1}]
    for die, value in [(2, -1), (3, -2)]:
        match = compose_walled_way({MOVER: {"hex": "1305", "morale": -2}, FRIEND: "0505"}, to_act="red", dice=[die])
        events = acts(match, f"act {MOVER}", "rally")
        assert len(rolls(events)) == 1
        assert morale(match, MOVER) == value
