"""Sections 15-3 and 15-4: strategic movement, and what zones of control cost; rulings G-05, G-06 and G-10."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import cost, force, lane, march, points_left, units_without_line
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.table import compose
from tests.support import clause

MOVER, FRIEND, ENEMY, SECOND = "sugi", "kaede", "hato", "kamo"
FAR = {"yanagi": "0505"}
ROW = [f"{column:02}05" for column in range(5, 20)]  # a way from Yama (0505)
START, STEP = "1207", "1206"
BLUES = {"toge": {"owner": "blue"}}  # Toge, level 0, in 1706


def start_marching(units: dict[str, Any], start: str = START, how: str = "move", **entries: Any) -> Any:
    """Begin the march of Sugi on open ground."""
    entries = {"around": "1206" if start == START else "1706", "radius": 5, "to_act": "red", **entries}
    return march(compose({MOVER: start, **FAR, **units}, **entries), MOVER, how)


# --- 15-4: zones of control ---------------------------------------------------------------------------------------


@clause("gunyuden", "15-4", "15-4-1")
@pytest.mark.parametrize(("ground", "points"), [("flat", 2), ("rough", 3), ("foothills", 5)])
def test_entering_a_strong_zone_costs_a_point_on_top(ground: str, points: int) -> None:
    assert cost(start_marching({ENEMY: "1205"}, terrain={STEP: ground}), STEP) == points


@clause("gunyuden", "15-4-2", "5-1-2")
def test_entering_a_weak_zone_costs_nothing_on_top() -> None:
    assert cost(start_marching({}, "1708", castles=BLUES), "1707") == 1


@clause("gunyuden", "15-4-2")
def test_leaving_a_weak_zone_costs_nothing_on_top() -> None:
    assert cost(start_marching({}, "1707", castles=BLUES), "1708") == 1


@clause("gunyuden", "15-4", "15-4-3")
def test_leaving_a_strong_zone_costs_a_point_on_top() -> None:
    """Hato behind START: only the leaving is taxed."""
    assert cost(start_marching({ENEMY: "1208"}), STEP) == 2


@clause("gunyuden", "15-4-3", "5-4-1")
def test_the_moving_force_itself_does_not_waive_the_price_of_leaving() -> None:
    """G-05, also for a force of several units."""
    units = {**force(START, MOVER, "ume"), ENEMY: "1208", **FAR}
    match = march(compose(units, around="1206", to_act="red"), MOVER)
    assert cost(match, STEP) == 2


@clause("gunyuden", "15-4-4", "15-4-3")
def test_without_the_point_for_leaving_a_force_must_stop() -> None:
    """Four points (morale -4): after two to enter 1206, two are not enough to leave it for rough ground."""
    ground = lane(["1207", "1206", "1205"], beside={"1106": "flat"})
    ground["terrain"]["1205"] = "rough"
    units = {MOVER: {"hex": "1207", "morale": -4}, ENEMY: "1106", **FAR}
    match = march(compose(units, to_act="red", **ground), MOVER)
    assert cost(match, "1206") == 2
    refused(match, "to 1205")
    assert match.decision.texts == ["to 1207", "halt"], "back costs one point and one for leaving"


@clause("gunyuden", "15-4-4")
def test_with_the_point_for_leaving_a_force_goes_on() -> None:
    """The same with morale -3 and five points."""
    ground = lane(["1207", "1206", "1205"], beside={"1106": "flat"})
    units = {MOVER: {"hex": "1207", "morale": -3}, ENEMY: "1106", **FAR}
    match = march(compose(units, to_act="red", **ground), MOVER)
    assert cost(match, "1206") == 2
    allowed(match, "to 1205")


@clause("gunyuden", "15-4-5", "15-4-1", "15-4-3")
def test_from_one_strong_zone_to_the_next_costs_two_points_on_top() -> None:
    """1206 and 1207 lie both beside 1307."""
    match = start_marching({ENEMY: "1307"})
    assert cost(match, STEP) == 3
    assert points_left(match) == 5


@clause("gunyuden", "15-4-5")
def test_from_the_zone_of_one_enemy_to_that_of_another_costs_two_points_on_top() -> None:
    """Kamo behind, Hato before."""
    assert cost(start_marching({SECOND: "1208", ENEMY: "1205"}), STEP) == 3


@clause("gunyuden", "15-4-6")
def test_a_friend_in_the_hex_waives_the_price_of_entering() -> None:
    match = start_marching({ENEMY: "1205", FRIEND: STEP})
    assert cost(match, STEP) == 1


@clause("gunyuden", "15-4-6")
def test_a_friend_in_the_hex_waives_the_price_of_leaving() -> None:
    assert cost(start_marching({ENEMY: "1208", FRIEND: START}), STEP) == 1
    assert cost(start_marching({ENEMY: "1208", FRIEND: "1308"}), STEP) == 2, "a friend beside does not help"


@clause("gunyuden", "15-4-6")
def test_a_friend_in_one_of_two_strong_hexes_saves_one_point() -> None:
    assert cost(start_marching({ENEMY: "1307", FRIEND: START}), STEP) == 2
    assert cost(start_marching({ENEMY: "1307", FRIEND: STEP}), STEP) == 2


@clause("gunyuden", "15-4-6", "15-5")
def test_a_unit_dropped_in_the_hex_waives_the_price_of_leaving() -> None:
    """G-05: from that moment it is another force."""
    units = {**force(START, MOVER, "ume"), ENEMY: "1208", **FAR}
    match = march(compose(units, around="1206", to_act="red"), MOVER)
    match.act("detach ume")
    assert cost(match, STEP) == 1


@clause("gunyuden", "15-4-6", "7-1-1")
def test_an_allied_force_in_the_hex_waives_the_price() -> None:
    """G-41: Kuma of the brown in the hex, before a green force."""
    units = {MOVER: START, "kuma": STEP, "masu": "1205", "yanagi": "0505"}
    entries: dict[str, Any] = {"around": "1206", "to_act": "red"}
    assert cost(march(compose(units, **entries), MOVER), STEP) == 1
    del units["kuma"]
    assert cost(march(compose(units, **entries), MOVER), STEP) == 2


# --- G-06: castles ------------------------------------------------------------------------------------------------


@clause("gunyuden", "15-4-1")
def test_an_enemy_castle_costs_one_point_on_top_not_two() -> None:
    """G-06: the chart restates that the hex is a strong zone."""
    assert cost(start_marching({}, "1707", castles=BLUES), "1706") == 2


@clause("gunyuden", "15-4-1")
def test_by_the_other_reading_castle_and_zone_are_added() -> None:
    """Option `castle_surcharge_stacks`."""
    options = {"castle_surcharge_stacks": True}
    assert cost(start_marching({}, "1707", castles=BLUES, options=options), "1706") == 3
    assert cost(start_marching({}, "1707", castles=BLUES, options=options), "1708") == 1, "weak zones stay free"
    assert cost(start_marching({}, "1707", options=options), "1706") == 1, "one's own castle costs nothing on top"


@clause("gunyuden", "15-4-1", "5-3-1")
def test_a_unit_beside_the_enemy_castle_adds_nothing() -> None:
    """1805 touches 1706, not 1707."""
    assert cost(start_marching({ENEMY: "1805"}, "1707", castles=BLUES), "1706") == 2


@clause("gunyuden", "15-4-3")
def test_leaving_an_enemy_castle_costs_one_point_on_top() -> None:
    assert cost(start_marching({}, "1706", castles=BLUES), "1707") == 2


@clause("gunyuden", "15-4-6")
def test_a_friend_before_the_enemy_castle_waives_its_price() -> None:
    assert cost(start_marching({FRIEND: "1706"}, "1707", castles=BLUES), "1706") == 1
    assert cost(start_marching({FRIEND: "1706"}, "1706", castles=BLUES), "1707") == 1


@clause("gunyuden", "15-4-1")
@pytest.mark.parametrize("owner", ["red", "none"])
def test_own_and_abandoned_castles_cost_nothing_on_top(owner: str) -> None:
    assert cost(start_marching({}, "1707", castles={"toge": {"owner": owner}}), "1706") == 1


# --- 15-3: strategic movement -------------------------------------------------------------------------------------


def activate_on_the_way(units: dict[str, Any], beside: dict[str, str] | None = None, **entries: Any) -> Any:
    """Activate Sugi, who stands in 0905 on the way from Yama."""
    match = compose({MOVER: "0905", **FAR, **units}, to_act="red", **lane(ROW, beside=beside), **entries)
    match.act(f"act {MOVER}")
    return match


@clause("gunyuden", "15-3", "15-3-1")
def test_strategic_movement_does_not_begin_beside_an_enemy() -> None:
    """0804 touches 0805, 0904 and 0905."""
    refused(activate_on_the_way({ENEMY: "0904"}, {"0904": "flat"}), "strategic", "15-3-1")
    allowed(activate_on_the_way({ENEMY: "1204"}, {"1204": "flat"}), "strategic")


@clause("gunyuden", "15-3-1")
@pytest.mark.parametrize("garrison", [False, True])
@as_first("communication_range")
def test_strategic_movement_does_not_touch_hexes_beside_an_enemy_castle(garrison: bool) -> None:
    """From 1405: Toge (1706) touches 1605, with or without a garrison."""
    units = {MOVER: "1405", **FAR, **({ENEMY: {"hex": "1706", "inside": True}} if garrison else {})}
    match = compose(units, to_act="red", castles=BLUES, **lane(ROW, beside={"1706": "flat"}))
    march(match, MOVER, "strategic")
    allowed(match, "to 1505")
    refused(match, "to 1605", "15-3-1")


@clause("gunyuden", "15-3-1")
@pytest.mark.parametrize("owner", ["red", "none"])
@as_first("communication_range")
def test_own_and_abandoned_castles_do_not_hinder_strategic_movement(owner: str) -> None:
    castles = {"toge": {"owner": owner}}
    match = compose({MOVER: "1405", **FAR}, to_act="red", castles=castles, **lane(ROW, beside={"1706": "flat"}))
    allowed(march(match, MOVER, "strategic"), "to 1605")


@clause("gunyuden", "15-3-1")
def test_normal_movement_may_pass_beside_an_enemy() -> None:
    match = activate_on_the_way({ENEMY: "1104"}, {"1104": "flat"})
    match.act("move")
    allowed(match, "to 1105", "to 1205")


@clause("gunyuden", "15-3-2", "11-3-2")
def test_strategic_movement_needs_a_line_when_the_force_moves_not_when_the_turn_began() -> None:
    """Yanagi steps into 0705, which reopens the line past Hato on 0704."""
    ground = lane(ROW, beside={"0704": "flat"})
    match = compose({MOVER: "0905", ENEMY: "0704", "yanagi": "0605"}, stage=0, **ground)
    assert units_without_line(match) == {MOVER, ENEMY}
    match = compose({MOVER: "0905", ENEMY: "0704", "yanagi": "0605"}, to_act="red", **ground)
    before = match.fork()
    before.act(f"act {MOVER}")
    refused(before, "strategic", "15-3-2")
    acts(march(match, "yanagi"), "to 0705", "halt", f"act {MOVER}")
    allowed(match, "strategic")
