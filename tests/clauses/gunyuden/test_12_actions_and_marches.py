"""Section 12 and marches: who may act, why an act is refused, narrow ways, detachments."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import (
    at,
    cost,
    force,
    lane,
    march,
    neighbours,
    of_kind,
    points_left,
    unit,
    units_without_line,
)
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.table import compose
from tests.clauses.reasons import barred
from tests.support import clause

MATSU, SUGI, KAEDE, HINOKI = "matsu", "sugi", "kaede", "hinoki"
UME, YANAGI, ENEMY = "ume", "yanagi", "hato"
FAR = {"kashi": "0505"}  # so that the phase does not end with the march
START, STEP = "1207", "1206"
ROW = [f"{column:02}05" for column in range(5, 20)]  # a way from Yama (0505), each hex beside the next


def compose_plain(units: dict[str, Any], **entries: Any) -> Any:
    """Compose open ground with the red to act."""
    return compose({**FAR, **units}, **{"around": STEP, "to_act": "red", **entries})


# --- 12: who acts, and how -----------------------------------------------------------------------------------------


@clause("gunyuden", "12-2-4", "12-2-5", "13-2-3")
def test_a_commander_out_of_points_organises_or_rests_and_does_nothing_else() -> None:
    """Stage 3: Hato (2 points) may act because of Tobi (3); his morale is low and an enemy stands beside him."""
    units = {ENEMY: {"hex": START, "morale": -1}, "tobi": START, MATSU: STEP}
    match = compose(units, around=STEP, phase="blue", stage=3)
    match.act(f"act {ENEMY}")
    assert set(match.decision.texts) == {"organise", "rest"}
    for verb in ("move", "battle", "rally"):
        barred(match, verb, "12-2-4 no_activation")


@clause("gunyuden", "12.0", "15-6-2")
def test_troops_beside_the_map_can_only_come_in() -> None:
    """Usagi with his men; where all entry hexes are held, not even that."""
    place: dict[str, Any] = {"empty": False, "phase": "red_friends"}
    entries = ["2213", "2214", "2215", "2216"]
    match = compose({}, **place)
    match.act("act usagi")
    for verb in ("strategic", "battle", "siege", "rally"):
        barred(match, verb, "12.0 not_on_map")
    match.act("move")
    assert set(match.decision.texts) == {f"to {hex_id}" for hex_id in entries}
    refused(match, "detach itachi")
    enemies = ("sake", "funa", "saba", "unagi")
    match = compose(dict(zip(enemies, entries, strict=True)), **place)
    match.act("act usagi")
    barred(match, "move", *["15-6-2 enemy_there"] * len(entries))


@clause("gunyuden", "15-4-1", "15-4-6")
def test_reinforcements_pay_for_entering_a_strong_zone() -> None:
    """G-56: its terrain, and then everything as usual; a friend already there waives the point (Kitsune in 2215)."""
    place: dict[str, Any] = {"empty": False, "phase": "red_friends"}
    flat = dict.fromkeys(("2214", "2215", "2216"), "flat")
    enemy = {"sake": "2115"}
    for units, points in (({}, 1), (enemy, 2), ({**enemy, "kitsune": "2215"}, 1)):
        match = march(compose(units, terrain=flat, **place), "usagi")
        match.act("to 2215")
        assert points_left(match) == 8 - points


@clause("gunyuden", "18-3-1", "26.0", "12-1-2")
def test_lifting_and_recovering_are_refused_without_an_occasion() -> None:
    match = compose_plain({SUGI: START})
    match.act(f"act {SUGI}")
    barred(match, "lift", "18-3-1 not_investing")
    barred(match, "rally", "26.0 morale_normal")
    assert of_kind(match.act("move"), "acts") == [{"unit": SUGI, "action": "move"}]


@clause("gunyuden", "12-2-5")
def test_a_force_may_let_its_action_pass() -> None:
    match = compose_plain({SUGI: START})
    events = acts(match, f"act {SUGI}", "rest")
    assert not of_kind(events, "acts")
    barred(match, f"act {SUGI}", "12-2-3 has_acted")


# --- 15: where to --------------------------------------------------------------------------------------------------


@clause("gunyuden", "15-1", "15-2-2", "15-6-1", "15-2-3")
def test_a_hex_that_cannot_be_entered_is_refused_with_its_reason() -> None:
    for ground, reason in (("mountain", "15-2-2 no_entry"), ("sea", "15-6-1 no_entry"), ("lake", "15-6-1 no_entry")):
        for how in ("move", "strategic"):
            match = march(compose_plain({SUGI: START}, terrain={STEP: ground}), SUGI, how)
            barred(match, f"to {STEP}", reason)
            barred(match, f"to {START}", "15-1 same_hex")
    match = march(compose_plain({SUGI: START}, terrain={STEP: "marsh"}), SUGI, "strategic")
    barred(match, f"to {STEP}", "15-2-3 no_entry")


@clause("gunyuden", "15-4-3", "15-4-4", "15-4-6", "15-6-3")
@pytest.mark.parametrize(
    ("others", "can"),
    [({}, True), ({ENEMY: "1208"}, False), ({ENEMY: "1208", KAEDE: START}, True)],
)
def test_the_last_points_decide_whether_a_force_can_move_at_all(others: dict[str, str], can: bool) -> None:
    """Morale -4 leaves four points, the price of the foothills; leaving a zone takes one more, unless a friend is here.

    There is no way but to the north; an enemy in the south does not reach so far.
    """
    ground = lane([START, "1208"], beside={STEP: "foothills"})
    units = {SUGI: {"hex": START, "morale": -4}, **others, **FAR}
    if not others:
        ground["terrain"]["1208"] = "mountain"
    match = compose(units, to_act="red", **ground)
    match.act(f"act {SUGI}")
    if can:
        match.act("move")
        allowed(match, f"to {STEP}")
    else:
        barred(match, "move", "15-4-4 zone_holds", "15-6-3 morale_slows")


@clause("gunyuden", "15-3-1", "15-2")
@pytest.mark.parametrize(("enemy", "can"), [("1206", False), ("1207", True)])
def test_strategic_movement_is_not_chosen_where_the_only_way_leads_past_an_enemy(enemy: str, can: bool) -> None:
    """Sugi at the end of a way is not beside the enemy, but the next hex is; Kaede there keeps the line open."""
    paths = lane(ROW[:9], beside={"1206": "flat", "1207": "flat"})
    match = compose({SUGI: ROW[8], KAEDE: ROW[7], ENEMY: enemy, **FAR}, to_act="red", **paths)
    match.act(f"act {SUGI}")
    allowed(match, "move")
    if can:
        allowed(match, "strategic")
    else:
        barred(match, "strategic", "15-3-1 near_enemy")


@clause("gunyuden", "16-1-1", "15-2")
def test_a_force_that_can_go_nowhere_still_goes_into_its_castle() -> None:
    walls = dict.fromkeys(neighbours("0505"), "mountain")
    match = compose({SUGI: "0505", "kashi": "0711"}, around="0505", to_act="red", terrain=walls)
    acts(match, f"act {SUGI}", "move", "enter")
    assert unit(match, SUGI)["inside"]


@clause("gunyuden", "16.0", "16-3", "15-2-1")
def test_the_gate_is_passed_once_and_costs_a_point() -> None:
    units = {SUGI: {"hex": "0505", "inside": True}, "kashi": "0711"}
    match = march(compose(units, around="0505", to_act="red"), SUGI)
    barred(match, "enter", "16.0 already_inside")
    match.act("leave")
    assert points_left(match) == 7
    barred(match, "leave", "16-3 not_inside")


@clause("gunyuden", "16-3-1")
def test_a_garrison_with_an_enemy_at_the_gate_reaches_nothing() -> None:
    units = {"sagi": {"hex": "0514", "inside": True}, "tsuru": "1218"}
    for enemy, reaches in (("0511", True), ("0514", False)):
        match = compose({**units, SUGI: enemy}, around="0514", phase="blue")
        shown = match.overlay("reach", "blue", thing="unit:sagi")
        assert bool(shown["places"]) == reaches


@clause("gunyuden", "15-3-2", "11-1-1", "11-3-2")
@pytest.mark.parametrize("relayed", [True, False])
@as_first("communication_range")
def test_a_garrison_traces_its_line_over_relays_for_strategic_movement(relayed: bool) -> None:
    """G-09: Toge lies 36 points from Yama, too far for one leg; Kaede may stand on the way, at 30."""
    paths = lane([*ROW[:12], "1706"], "foothills")
    friend = {KAEDE: ROW[10]} if relayed else {}
    units = {SUGI: {"hex": "1706", "inside": True}, **friend, **FAR}
    match = compose(units, to_act="red", **paths)
    match.act(f"act {SUGI}")
    if relayed:
        allowed(match, "strategic")
    else:
        barred(match, "strategic", "15-3-2 no_line", "11-2 line_too_long")


@clause("gunyuden", "11-4-1", "25-2")
def test_nobody_loses_morale_after_his_army_has_left_the_map() -> None:
    """G-35, G-48: Matsu's morale breaks for want of a line, and Kaede, cut off like him, goes with him."""
    lost = {"yama": {"owner": "blue"}}
    units = {MATSU: {"hex": START, "morale": -4}, KAEDE: STEP, "tsuru": "1218"}
    match = compose(units, around=STEP, stage=0, castles=lost)
    assert (at(match, MATSU), at(match, KAEDE)) == ("removed", "removed")
    assert {found["unit"] for found in of_kind(match.events, "morale")} == {MATSU}
    assert units_without_line(match) == {MATSU}


# --- the way taken -------------------------------------------------------------------------------------------------


@clause("gunyuden", "15-1-2", "15-2-2", "15-2-3")
@pytest.mark.parametrize(
    ("how", "ground", "length"), [("move", "flat", 8), ("strategic", "rough", 8), ("move", "marsh", 2)]
)
def test_the_hexes_of_a_march_are_told_one_by_one(how: str, ground: str, length: int) -> None:
    match = march(compose({SUGI: ROW[0], **FAR}, to_act="red", **lane(ROW, ground)), SUGI, how)
    (told,) = of_kind(match.act(f"to {ROW[length]}"), "marched")
    assert told["way_hex"] == ROW[: length + 1]


@clause("gunyuden", "15-4-6", "15-4-1")
def test_a_force_that_has_marched_on_helps_nobody_behind_it() -> None:
    """Beside the enemy Sugi's hex costs Kaede nothing extra while he is there, and a point when he is gone."""
    for gone, points in ((False, 1), (True, 2)):
        match = compose_plain({SUGI: START, KAEDE: "1208", ENEMY: STEP})
        if gone:
            acts(march(match, SUGI), "to 1307", "to 1408", "halt")
        assert cost(march(match, KAEDE), START) == points


# --- 15-5: detachments ---------------------------------------------------------------------------------------------


@clause("gunyuden", "15-5", "15-5-2")
def test_a_commander_left_in_another_hex_is_given_nobody() -> None:
    match = march(compose_plain(force(START, MATSU, KAEDE, UME)), MATSU)
    match.act(f"detach {KAEDE}")
    allowed(match, f"attach {UME} {KAEDE}")
    barred(match, f"attach {YANAGI} {KAEDE}", "15-5 not_in_force")
    barred(match, f"detach {KAEDE}", "15-5 not_in_force")
    match.act(f"to {STEP}")
    barred(match, f"attach {UME} {KAEDE}", "15-5-2 not_detached")


# --- 16 on the way -------------------------------------------------------------------------------------------------


@clause("gunyuden", "16-1-1", "16-3", "15-5", "15-5-1")
def test_a_force_leaves_a_garrison_in_a_castle_on_its_way_and_goes_on() -> None:
    """One point in, one point out, and Ume stays inside Toge: 1 + 1 + 1 of Sugi's eight points are spent."""
    units = {**force("1707", SUGI, UME, YANAGI), **FAR}
    match = march(compose(units, around="1706", to_act="red"), SUGI)
    acts(match, "to 1706", "enter")
    assert points_left(match) == 6
    match.act(f"detach {UME}")
    assert cost(match, "1705") == 2
    match.act("halt")
    assert (at(match, UME), unit(match, UME)["inside"], unit(match, UME)["acted"]) == ("1706", True, True)
    assert (at(match, SUGI), "inside" in unit(match, SUGI)) == ("1705", False)
    assert unit(match, YANAGI)["leader"] == SUGI


@clause("gunyuden", "16-1-1", "16-3", "15-5")
def test_a_force_without_points_left_may_still_part_with_units_inside() -> None:
    """Morale -4: two hexes, the gate, and not enough to come out and go on."""
    units = {**force("1708", SUGI, UME, morale=-4), **FAR}
    match = march(compose(units, around="1706", to_act="red", terrain={"1707": "rough"}), SUGI)
    acts(match, "to 1707", "to 1706", "enter")
    assert set(match.decision.texts) == {f"detach {UME}", "halt"}
    barred(match, "leave", "16-3 too_few_points")
    match.act(f"detach {UME}")
    assert unit(match, UME)["inside"]


@clause("gunyuden", "15-5", "16-1-1")
@pytest.mark.parametrize("gate", ["enter", "leave"])
def test_nobody_is_given_to_a_commander_on_the_other_side_of_the_gate(gate: str) -> None:
    """Kaede was left behind before Matsu went through; Ume would pass the gate for nothing."""
    units = {**force("0505", MATSU, KAEDE, UME, inside=gate == "leave"), "kashi": "0711"}
    match = march(compose(units, around="0505", to_act="red"), MATSU)
    match.act(f"detach {KAEDE}")
    allowed(match, f"attach {UME} {KAEDE}")
    match.act(gate)
    barred(match, f"attach {UME} {KAEDE}", "15-5-2 not_detached")
