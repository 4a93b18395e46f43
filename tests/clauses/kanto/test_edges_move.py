"""Actions and marches at their edges: who may act, what is refused and why, narrow ways, detachments."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    at,
    compose,
    cost,
    force,
    lane,
    left,
    march,
    neighbours,
    no_line,
    of_kind,
    refused,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

KENSHIN, KAKIZAKI, NAOE, MASAKAGE = "uesugi_kenshin", "kakizaki_kageie", "naoe_sanetsuna", "nagao_masakage"
YASUDA, IROBE, ENEMY = "yasuda_akimoto", "irobe_nagazane", "anayama_nobukimi"
FAR = {"saito_tomonobu": "0505"}  # so that the phase does not end with the march
START, STEP = "1207", "1206"
ROW = [f"{column:02}05" for column in range(5, 20)]  # a way from Kasugayama (0505), each hex beside the next
SECOND, THIRD = "kenshin_crosses_the_mountains", "conquest_of_kanto"


def laid(units: dict[str, Any], **entries: Any) -> Any:
    """On open ground, the Uesugi to act."""
    return compose({**FAR, **units}, **{"around": STEP, "to_act": "uesugi", **entries})


# --- 12: who acts, and how -----------------------------------------------------------------------------------------


@clause("kanto", "12.0", "12-2-1", "12-2-3", "12-2-4", "4-1")
def test_the_reason_why_somebody_does_not_act() -> None:
    units = {
        **force(START, KENSHIN, YASUDA),
        KAKIZAKI: {"hex": STEP, "acted": True},
        IROBE: STEP,
        "ota_sukemasa": "3025",
        "hojo_ujiyasu": "2237",
        "usami_sadayuki": "dead",
    }
    match = laid(units, scenario=THIRD, to_act=None, phase="uesugi", stage=3)
    barred(match, "act hojo_ujiyasu", "12.0 not_own")
    barred(match, "act usami_sadayuki", "12.0 not_on_map")
    barred(match, f"act {YASUDA}", "12-2-1 under_command")
    barred(match, "act ota_sukemasa", "4-1 other_phase")
    barred(match, f"act {KAKIZAKI}", "12-2-3 has_acted")
    barred(match, f"act {IROBE}", "12-2-4 no_activation")


@clause("kanto", "12-2-4", "12-2-5", "13-2-3")
def test_a_commander_out_of_points_organises_or_rests_and_does_nothing_else() -> None:
    """Stage 3: Anayama (2 points) may act because of Sanada (3); his morale is low and an enemy stands beside him."""
    units = {ENEMY: {"hex": START, "morale": -1}, "sanada_yukitaka": START, KENSHIN: STEP}
    match = compose(units, around=STEP, phase="takeda", stage=3)
    match.act(f"act {ENEMY}")
    assert set(match.decision.texts) == {"organise", "rest"}
    for verb in ("move", "battle", "rally"):
        barred(match, verb, "12-2-4 no_activation")


@clause("kanto", "12.0", "15-6-2")
def test_troops_beside_the_map_can_only_come_in() -> None:
    """Satake Yoshishige with his men; where all entry hexes are held, not even that."""
    place: dict[str, Any] = {"empty": False, "scenario": SECOND, "phase": "uesugi_warlords", "weather": "normal"}
    entries = ["4010", "4011", "4012", "4013", "4014", "4015"]
    match = compose({}, **place)
    match.act("act satake_yoshishige")
    for verb in ("strategic", "battle", "siege", "rally"):
        barred(match, verb, "12.0 not_on_map")
    match.act("move")
    assert set(match.decision.texts) == {f"to {hex_id}" for hex_id in entries}
    refused(match, "detach satake_yoshimasa")
    enemies = ("hojo_ujiteru", "hojo_tsunataka", "hojo_ujitaka", "hojo_yasunari", "hojo_ujitada", "hojo_tsunafusa")
    match = compose(dict(zip(enemies, entries, strict=True)), **place)
    match.act("act satake_yoshishige")
    barred(match, "move", *["15-6-2 enemy_there"] * len(entries))


@clause("kanto", "15-2-1", "32-1", "32-1-1(2)")
def test_all_eight_points_may_go_into_the_first_hex() -> None:
    """G-56: foothills of Kouzuke in snow, twice four."""
    place: dict[str, Any] = {"scenario": "mimase_pass", "turn": 9, "phase": "uesugi", "weather": "snow"}
    match = compose({KENSHIN: "off"}, terrain={"1913": "foothills"}, **place)
    acts(march(match, KENSHIN), "to 1913")
    assert at(match, KENSHIN) == "1913"


@clause("kanto", "15-4-1", "15-4-6", "35.0(6)")
def test_who_enters_the_map_in_a_strong_zone_pays_for_it_too() -> None:
    """G-56: its terrain, and then everything as usual; a friend already there waives the point (Ota in 4012)."""
    place: dict[str, Any] = {"empty": False, "scenario": SECOND, "phase": "uesugi_warlords", "weather": "normal"}
    flat = dict.fromkeys(("4011", "4012", "4013"), "flat")
    enemy = {"hojo_ujiteru": "3912"}
    for units, points in (({}, 1), (enemy, 2), ({**enemy, "ota_sukemasa": "4012"}, 1)):
        match = march(compose(units, terrain=flat, **place), "satake_yoshishige")
        match.act("to 4012")
        assert left(match) == 8 - points


@clause("kanto", "18-3-1", "26.0", "38(8)-2", "12-1-2")
def test_what_there_is_no_occasion_for_is_refused() -> None:
    match = laid({KAKIZAKI: START})
    match.act(f"act {KAKIZAKI}")
    barred(match, "lift", "18-3-1 not_investing")
    barred(match, "rally", "26.0 morale_normal")
    barred(match, "talk", "38(8)-2 no_talks")
    assert of_kind(match.act("move"), "acts") == [{"unit": KAKIZAKI, "action": "move"}]


@clause("kanto", "12-2-5")
def test_a_force_may_let_its_action_pass() -> None:
    match = laid({KAKIZAKI: START})
    events = acts(match, f"act {KAKIZAKI}", "rest")
    assert not of_kind(events, "acts")
    barred(match, f"act {KAKIZAKI}", "12-2-3 has_acted")


# --- 15: where to --------------------------------------------------------------------------------------------------


@clause("kanto", "15-1", "15-2-2", "15-6-1", "15-2-3", "31-1-2", "QR-TEC")
def test_the_reason_why_a_hex_is_not_entered() -> None:
    for ground, reason in (("mountain", "15-2-2 no_entry"), ("sea", "15-6-1 no_entry"), ("lake", "15-6-1 no_entry")):
        for how in ("move", "strategic"):
            match = march(laid({KAKIZAKI: START}, terrain={STEP: ground}), KAKIZAKI, how)
            barred(match, f"to {STEP}", reason)
            barred(match, f"to {START}", "15-1 same_hex")
    match = march(laid({KAKIZAKI: START}, terrain={STEP: "marsh"}), KAKIZAKI, "strategic")
    barred(match, f"to {STEP}", "15-2-3 no_entry")
    match = laid({KAKIZAKI: "2137"}, around="2237", radius=3, scenario=SECOND, to_act=None, phase="uesugi")
    barred(march(match, KAKIZAKI), "to 2237", "31-1-2 odawara_closed")


@clause("kanto", "15-4-3", "15-4-4", "15-4-6", "15-6-3")
@pytest.mark.parametrize(
    ("others", "can"),
    [({}, True), ({ENEMY: "1208"}, False), ({ENEMY: "1208", NAOE: START}, True)],
)
def test_the_last_points_decide_whether_a_force_can_move_at_all(others: dict[str, str], can: bool) -> None:
    """Morale -4 leaves four points, the price of the foothills; leaving a zone takes one more, unless a friend is here.

    There is no way but to the north; an enemy in the south does not reach so far.
    """
    ground = lane([START, "1208"], beside={STEP: "foothills"})
    units = {KAKIZAKI: {"hex": START, "morale": -4}, **others, **FAR}
    if not others:
        ground["terrain"]["1208"] = "mountain"
    match = compose(units, to_act="uesugi", **ground)
    match.act(f"act {KAKIZAKI}")
    if can:
        match.act("move")
        allowed(match, f"to {STEP}")
    else:
        barred(match, "move", "15-4-4 zone_holds", "15-6-3 morale_slows")


@clause("kanto", "15-3-1", "15-2")
@pytest.mark.parametrize(("enemy", "can"), [("1206", False), ("1207", True)])
def test_strategic_movement_is_not_chosen_where_the_only_way_leads_past_an_enemy(enemy: str, can: bool) -> None:
    """Kakizaki at the end of a way is not beside the enemy, but the next hex is; Naoe there keeps the line open."""
    paths = lane(ROW[:9], beside={"1206": "flat", "1207": "flat"})
    match = compose({KAKIZAKI: ROW[8], NAOE: ROW[7], ENEMY: enemy, **FAR}, to_act="uesugi", **paths)
    match.act(f"act {KAKIZAKI}")
    allowed(match, "move")
    if can:
        allowed(match, "strategic")
    else:
        barred(match, "strategic", "15-3-1 near_enemy")


@clause("kanto", "16-1-1", "15-2")
def test_a_force_that_can_go_nowhere_still_goes_into_its_castle() -> None:
    walls = dict.fromkeys(neighbours("0505"), "mountain")
    match = compose({KAKIZAKI: "0505", "saito_tomonobu": "0711"}, around="0505", to_act="uesugi", terrain=walls)
    acts(match, f"act {KAKIZAKI}", "move", "enter")
    assert unit(match, KAKIZAKI)["inside"]


@clause("kanto", "16.0", "16-3", "15-2-1")
def test_the_gate_is_passed_once_and_costs_a_point() -> None:
    units = {KAKIZAKI: {"hex": "0505", "inside": True}, "saito_tomonobu": "0711"}
    match = march(compose(units, around="0505", to_act="uesugi"), KAKIZAKI)
    barred(match, "enter", "16.0 already_inside")
    match.act("leave")
    assert left(match) == 7
    barred(match, "leave", "16-3 not_inside")


@clause("kanto", "16-3-1")
def test_a_garrison_with_an_enemy_at_the_gate_reaches_nothing() -> None:
    units = {"kosaka_masanobu": {"hex": "0514", "inside": True}, "baba_nobuharu": "1230"}
    for enemy, reaches in (("0511", True), ("0514", False)):
        match = compose({**units, KAKIZAKI: enemy}, around="0514", phase="takeda")
        shown = match.overlay("reach", "takeda", thing="unit:kosaka_masanobu")
        assert bool(shown["places"]) == reaches


@clause("kanto", "15-3-2", "11-1-1", "11-3-2")
@pytest.mark.parametrize("relayed", [True, False])
def test_a_garrison_traces_its_line_over_relays_for_strategic_movement(relayed: bool) -> None:
    """G-09: Sakado lies 36 points from Kasugayama, too far for one leg; Naoe may stand on the way, at 30."""
    paths = lane([*ROW[:12], "1706"], "foothills")
    friend = {NAOE: ROW[10]} if relayed else {}
    units = {KAKIZAKI: {"hex": "1706", "inside": True}, **friend, **FAR}
    match = compose(units, to_act="uesugi", **paths)
    match.act(f"act {KAKIZAKI}")
    if relayed:
        allowed(match, "strategic")
    else:
        barred(match, "strategic", "15-3-2 no_line", "11-2 line_too_long")


@clause("kanto", "11-4-1", "25-2")
def test_nobody_loses_morale_after_his_army_has_left_the_map() -> None:
    """G-35, G-48: Kenshin's morale breaks for want of a line, and Naoe, cut off like him, goes with him."""
    lost = {"kasugayama": {"owner": "takeda"}}
    units = {KENSHIN: {"hex": START, "morale": -4}, NAOE: STEP, "baba_nobuharu": "1230"}
    match = compose(units, around=STEP, stage=0, castles=lost)
    assert (at(match, KENSHIN), at(match, NAOE)) == ("removed", "removed")
    assert {found["unit"] for found in of_kind(match.events, "morale")} == {KENSHIN}
    assert no_line(match) == {KENSHIN}


# --- the way taken -------------------------------------------------------------------------------------------------


@clause("kanto", "15-1-2", "15-2-2", "15-2-3")
@pytest.mark.parametrize(
    ("how", "ground", "length"), [("move", "flat", 8), ("strategic", "rough", 8), ("move", "marsh", 2)]
)
def test_the_hexes_of_a_march_are_told_one_by_one(how: str, ground: str, length: int) -> None:
    match = march(compose({KAKIZAKI: ROW[0], **FAR}, to_act="uesugi", **lane(ROW, ground)), KAKIZAKI, how)
    (told,) = of_kind(match.act(f"to {ROW[length]}"), "marched")
    assert told["way_hex"] == ROW[: length + 1]


@clause("kanto", "15-4-6", "15-4-1")
def test_a_force_that_has_marched_on_helps_nobody_behind_it() -> None:
    """Beside the enemy Kakizaki's hex costs Naoe nothing extra while he is there, and a point when he is gone."""
    for gone, points in ((False, 1), (True, 2)):
        match = laid({KAKIZAKI: START, NAOE: "1208", ENEMY: STEP})
        if gone:
            acts(march(match, KAKIZAKI), "to 1307", "to 1408", "halt")
        assert cost(march(match, NAOE), START) == points


# --- 15-5: detachments ---------------------------------------------------------------------------------------------


@clause("kanto", "15-5", "15-5-2")
def test_a_commander_left_in_another_hex_is_given_nobody() -> None:
    match = march(laid(force(START, KENSHIN, NAOE, YASUDA)), KENSHIN)
    match.act(f"detach {NAOE}")
    allowed(match, f"attach {YASUDA} {NAOE}")
    barred(match, f"attach {IROBE} {NAOE}", "15-5 not_in_force")
    barred(match, f"detach {NAOE}", "15-5 not_in_force")
    match.act(f"to {STEP}")
    barred(match, f"attach {YASUDA} {NAOE}", "15-5-2 not_detached")


@clause("kanto", "15-5", "15-5-2")
def test_the_next_force_does_not_add_to_a_detachment_of_the_one_before() -> None:
    match = laid({**force(START, KENSHIN, NAOE), **force("1208", MASAKAGE, YASUDA)})
    acts(march(match, KENSHIN), f"detach {NAOE}", f"to {STEP}", "halt")
    match = march(match, MASAKAGE)
    match.act(f"to {START}")
    barred(match, f"attach {YASUDA} {NAOE}", "15-5-2 not_detached")


@clause("kanto", "9-2-6", "15-5")
def test_a_detached_commander_is_not_left_with_a_unit_of_another_army() -> None:
    """Scenario 2: Kenshin leads Obata of the Nagano, Naoe does not."""
    units = force(START, KENSHIN, NAOE, "obata_kagezumi", YASUDA)
    match = march(laid(units, scenario=SECOND, to_act=None, phase="uesugi", weather="normal"), KENSHIN)
    match.act(f"detach {NAOE}")
    allowed(match, f"attach {YASUDA} {NAOE}")
    barred(match, f"attach obata_kagezumi {NAOE}", "9-2-6 other_army")


# --- 16 on the way -------------------------------------------------------------------------------------------------


@clause("kanto", "16-1-1", "16-3", "15-5", "15-5-1")
def test_a_force_leaves_a_garrison_in_a_castle_on_its_way_and_goes_on() -> None:
    """One point in, one point out, and Yasuda stays inside Sakado: 1 + 1 + 1 of Kakizaki's eight points are spent."""
    units = {**force("1707", KAKIZAKI, YASUDA, IROBE), **FAR}
    match = march(compose(units, around="1706", to_act="uesugi"), KAKIZAKI)
    acts(match, "to 1706", "enter")
    assert left(match) == 6
    match.act(f"detach {YASUDA}")
    assert cost(match, "1705") == 2
    match.act("halt")
    assert (at(match, YASUDA), unit(match, YASUDA)["inside"], unit(match, YASUDA)["acted"]) == ("1706", True, True)
    assert (at(match, KAKIZAKI), "inside" in unit(match, KAKIZAKI)) == ("1705", False)
    assert unit(match, IROBE)["leader"] == KAKIZAKI


@clause("kanto", "16-1-1", "16-3", "15-5")
def test_a_force_without_points_left_may_still_part_with_units_inside() -> None:
    """Morale -4: two hexes, the gate, and not enough to come out and go on."""
    units = {**force("1708", KAKIZAKI, YASUDA, morale=-4), **FAR}
    match = march(compose(units, around="1706", to_act="uesugi", terrain={"1707": "rough"}), KAKIZAKI)
    acts(match, "to 1707", "to 1706", "enter")
    assert set(match.decision.texts) == {f"detach {YASUDA}", "halt"}
    barred(match, "leave", "16-3 too_few_points")
    match.act(f"detach {YASUDA}")
    assert unit(match, YASUDA)["inside"]


@clause("kanto", "15-5", "16-1-1")
@pytest.mark.parametrize("gate", ["enter", "leave"])
def test_nobody_is_given_to_a_commander_on_the_other_side_of_the_gate(gate: str) -> None:
    """Naoe was left behind before Kenshin went through; Yasuda would pass the gate for nothing."""
    units = {**force("0505", KENSHIN, NAOE, YASUDA, inside=gate == "leave"), "saito_tomonobu": "0711"}
    match = march(compose(units, around="0505", to_act="uesugi"), KENSHIN)
    match.act(f"detach {NAOE}")
    allowed(match, f"attach {YASUDA} {NAOE}")
    match.act(gate)
    barred(match, f"attach {YASUDA} {NAOE}", "15-5-2 not_detached")
