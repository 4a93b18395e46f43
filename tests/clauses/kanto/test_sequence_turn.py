"""Sections 4, 7 and 12, and what a counter says (2): the order of play, armies, activation points; G-42 and G-56."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    at,
    attack,
    compose,
    cost,
    force,
    march,
    neighbours,
    of_kind,
    refused,
    rolls,
    unit,
)
from tests.support import clause

KENSHIN, KAKIZAKI, NAOE, IROBE = "uesugi_kenshin", "kakizaki_kageie", "naoe_sanetsuna", "irobe_nagazane"  # 4, 3, 2, 2
SHINGEN, BABA, ANAYAMA = "takeda_shingen", "baba_nobuharu", "anayama_nobukimi"  # 4, 3, 2
APART = {KENSHIN: "0705", KAKIZAKI: "0805", NAOE: "0905", IROBE: "1005"}
SOUTH = {SHINGEN: "1230", BABA: "1330", ANAYAMA: "1430"}


def able(match: Any) -> set[str]:
    """The forces that may act now."""
    return {text.removeprefix("act ") for text in match.decision.texts if text.startswith("act ")}


def course(match: Any, turns: int = 1) -> list[tuple[int, int, str, str]]:
    """Turn, stage, phase and seat of each phase, nobody doing anything."""
    seen = []
    first = match.view(match.seats[0])["turn"]
    while match.decision is not None:
        view = match.view(match.seats[0])
        if view["turn"] >= first + turns:
            break
        seen.append((view["turn"], view["stage"], view["phase"], match.decision.who))
        match.act("end")
    return seen


# --- 4-1: the sequence of play ------------------------------------------------------------------------------------


@clause("kanto", "4.0", "4-1", "4-1-2(3)", "4-1-3", "4-1-4", "4-1-5", "29.0(2)-2", "29.0(2)-3")
def test_a_turn_has_four_stages_with_a_phase_for_each_army() -> None:
    match = compose({KENSHIN: "0705", SHINGEN: "1230"}, stage=0)
    assert course(match) == [
        (1, stage, phase, phase) for stage in (1, 2, 3, 4) for phase in ("uesugi", "takeda")
    ]  # fmt: skip
    assert match.view("uesugi")["turn"] == 2
    assert match.view("uesugi")["stage"] == 1


@clause("kanto", "4.0")
def test_the_game_ends_after_the_turns_of_the_scenario() -> None:
    """Scenario 1 has three turns."""
    match = compose({KENSHIN: "0705", SHINGEN: "1230"}, turn=2, stage=0)
    assert {turn for turn, *_ in course(match, turns=9)} == {2, 3}
    assert match.decision is None
    assert match.result is not None


@clause("kanto", "4-1", "7-1", "7-1-1")
def test_armies_of_one_player_act_in_phases_of_their_own() -> None:
    """Scenario 3: the Uesugi before their warlords, Takeda and Houjou in between."""
    units = {KENSHIN: "0705", SHINGEN: "1230", "hojo_ujiyasu": "2237", "ota_sukemasa": "3025", "yuki_harutomo": "3319"}
    match = compose(units, scenario="conquest_of_kanto", stage=0)
    assert course(match)[:5] == [
        (1, 1, "uesugi", "uesugi"),
        (1, 1, "takeda", "takeda"),
        (1, 1, "hojo", "hojo"),
        (1, 1, "uesugi_warlords", "uesugi"),
        (1, 1, "hojo_warlords", "hojo"),
    ]


@clause("kanto", "7-1", "7-1-1", "7-1-3")
def test_in_a_phase_only_its_army_acts() -> None:
    units = {KENSHIN: "0705", SHINGEN: "1230", "ota_sukemasa": "3025"}
    match = compose(units, scenario="conquest_of_kanto", phase="uesugi")
    assert able(match) == {KENSHIN}
    refused(match, "act ota_sukemasa")
    match = compose(units, scenario="conquest_of_kanto", phase="uesugi_warlords")
    assert able(match) == {"ota_sukemasa"}
    refused(match, f"act {KENSHIN}")


@clause("kanto", "4-1-1(1)", "4-1-1(2)")
def test_the_initial_stage_has_the_check_and_no_random_events() -> None:
    """Nothing is rolled, although no dice are given; the check comes before the first stage."""
    ring = dict.fromkeys(neighbours("1207"), "mountain")
    match = compose({KAKIZAKI: "1207", SHINGEN: "1230"}, stage=0, terrain=ring)
    kinds = [event.kind for event in match.events]
    assert "roll" not in kinds
    assert kinds.index("turn") < kinds.index("no_line") < kinds.index("stage")


@clause("kanto", "4-1-2(3)", "4-1-2(3-1)", "12-1-1", "12.0", "12.0(1)", "12.0(2)", "12.0(3)", "12.0(4)", "12.0(5)")
def test_each_force_chooses_one_of_the_five_actions() -> None:
    """A force before an enemy castle, beside an enemy, with low morale and somebody to organise has the choice."""
    units = {
        KAKIZAKI: {"hex": "1706", "morale": -1},
        IROBE: "1706",
        ANAYAMA: "1707",
        **force("1706", NAOE, "yasuda_akimoto", "yoshie_kagesuke"),
    }
    castles = {"sakado": {"owner": "takeda"}}
    match = compose(units, around="1706", castles=castles, to_act="uesugi")
    match.act(f"act {KAKIZAKI}")
    assert set(match.decision.texts) >= {"organise", "move", "siege", "battle", "rally"}


@clause("kanto", "4-1-2(3-2)", "18-2")
def test_sieges_are_diced_after_the_actions_of_the_owner() -> None:
    """Sakado of the Uesugi invested by Takeda: the die falls at the end of the Uesugi phase, before Takeda's."""
    siege = force("1706", ANAYAMA, "atobe_katsusuke", "amari_masatada", "komai_kohakusai", invests=True)
    match = compose({KENSHIN: "0705", **siege}, to_act="uesugi", around="1706", dice=[2])
    assert not rolls(match.events)
    events = match.act("end")
    if match.decision.name == "offer":
        events += match.act("hold_out")
    assert of_kind(events, "durability") == [{"castle": "sakado", "count": 9}]
    assert match.view("uesugi")["phase"] == "takeda"


# --- 12: activation points ----------------------------------------------------------------------------------------

STAGES = [
    (1, {KENSHIN, KAKIZAKI, NAOE, IROBE}, {SHINGEN, BABA, ANAYAMA}),
    (2, {KENSHIN, KAKIZAKI, NAOE, IROBE}, {SHINGEN, BABA, ANAYAMA}),
    (3, {KENSHIN, KAKIZAKI}, {SHINGEN, BABA}),
    (4, {KENSHIN}, {SHINGEN}),
]


@clause("kanto", "4-1-3", "4-1-4", "4-1-5", "12-2", "12-2-2", "12-2-4", "12-2-4(ex)", "2-2-1(4)")
@pytest.mark.parametrize(("stage", "uesugi", "takeda"), STAGES)
def test_who_acts_in_which_stage(stage: int, uesugi: set[str], takeda: set[str]) -> None:
    match = compose({**APART, **SOUTH}, stage=stage, to_act="uesugi")
    assert able(match) == uesugi
    for name in set(APART) - uesugi:
        refused(match, f"act {name}", "12-2-4")
    match.act("end")
    assert able(match) == takeda


@clause("kanto", "12-2-1", "9-2-5")
def test_led_units_act_by_their_commanders_points() -> None:
    """Irobe (2 points) moves with Kenshin in the fourth stage, and not by himself."""
    match = compose({**force("0705", KENSHIN, IROBE), NAOE: "0905"}, stage=4, to_act="uesugi", around="0705", radius=2)
    assert able(match) == {KENSHIN}
    acts(march(match, KENSHIN), "to 0805", "halt")
    assert at(match, IROBE) == "0805"


@clause("kanto", "12-1", "12-1-1")
def test_actions_are_taken_force_by_force() -> None:
    match = compose({**APART, **SOUTH}, to_act="uesugi", around="0805", radius=3)
    match.act(f"act {KENSHIN}")
    refused(match, f"act {NAOE}")
    acts(match, "move", "to 0706")
    refused(match, f"act {NAOE}")
    match.act("halt")
    assert able(match) == {KAKIZAKI, NAOE, IROBE}


@clause("kanto", "12-1-1")
def test_some_actions_take_other_forces_along() -> None:
    """An investment by several forces: Naoe joins Kakizaki, and has acted with him."""
    one = force("1706", KAKIZAKI, "yasuda_akimoto")
    two = force("1706", NAOE, "yoshie_kagesuke")
    match = compose(
        {**one, **two, IROBE: "0705"}, around="1706", castles={"sakado": {"owner": "takeda"}}, to_act="uesugi"
    )
    acts(match, f"act {KAKIZAKI}", "siege", f"with {NAOE}", "invest")
    if match.decision.name == "siege":
        match.act("done")
    assert able(match) == {IROBE}


@clause("kanto", "12-1-2", "12-2-3")
@pytest.mark.parametrize("action", ["rest", "march", "battle"])
def test_an_action_uses_up_the_forces_part_in_the_phase(action: str) -> None:
    """One point for each phase, whatever was done with it."""
    match = compose({KAKIZAKI: "1207", NAOE: "0505", ANAYAMA: "1206", SHINGEN: "1230"}, around="1206", dice=[1, 1])
    if action == "rest":
        acts(match, f"act {KAKIZAKI}", "rest")
    elif action == "march":
        acts(march(match, KAKIZAKI), "to 1208", "halt")
    else:
        attack(match, KAKIZAKI, "1206")
    assert match.decision.name == "force"
    assert unit(match, KAKIZAKI)["acted"]
    refused(match, f"act {KAKIZAKI}")


@clause("kanto", "12-2-3", "12-2-4")
def test_in_the_next_stage_it_acts_again() -> None:
    match = compose({KENSHIN: "0705", SHINGEN: "1230"}, to_act="uesugi")
    acts(match, f"act {KENSHIN}", "rest")
    while match.decision.who != "uesugi":
        match.act("end")
    assert match.view("uesugi")["stage"] == 2
    assert able(match) == {KENSHIN}


@clause("kanto", "12-2-5")
def test_points_may_go_unused_and_are_not_saved() -> None:
    """Naoe does nothing in stages 1 and 2; in the third he cannot make up for it, nor act twice in the second."""
    match = compose({NAOE: "0705", KENSHIN: "0905", SHINGEN: "1230"}, to_act="uesugi")
    allowed(match, "end")
    acts(match, "end", "end")
    assert match.view("uesugi")["stage"] == 2
    acts(match, f"act {NAOE}", "rest")
    refused(match, f"act {NAOE}")
    acts(match, "end", "end")
    assert able(match) == {KENSHIN}


@clause("kanto", "12-2-5")
def test_points_do_not_last_into_the_next_turn() -> None:
    match = compose({NAOE: "0505", KENSHIN: "0905", SHINGEN: "1230"}, to_act="uesugi")
    course(match)
    assert match.view("uesugi")["turn"] == 2
    stages = [stage for turn, stage, phase, _ in course(match) if phase == "uesugi"]
    assert stages == [1, 2, 3, 4]
    match = compose({NAOE: "0505", SHINGEN: "1230"}, to_act="uesugi", turn=2)
    assert [stage for _, stage, phase, _ in course(match) if phase == "uesugi"] == [1, 2]


@clause("kanto", "12-2-3", "7-1-3")
def test_a_unit_acts_once_in_a_stage_even_if_two_phases_could_include_it() -> None:
    """G-42: a warlord whom Kenshin lets go in the Uesugi phase does not act in the warlords' phase."""
    units = {**force("0705", KENSHIN, "yura_narishige"), "ota_sukemasa": "3025"}
    match = compose(units, scenario="kenshin_crosses_the_mountains", phase="uesugi", weather="normal")
    acts(match, f"act {KENSHIN}", "organise", "split yura_narishige")
    if match.decision.name == "organise":
        match.act("done")
    if match.decision.name == "replenish":
        match.act("no_replenishment")
    while match.view("uesugi")["phase"] != "uesugi_warlords":
        match.act("end")
    assert able(match) == {"ota_sukemasa"}


# --- 7: armies and allies -----------------------------------------------------------------------------------------


@clause("kanto", "7-1-1")
def test_armies_of_one_player_stand_together() -> None:
    """Allied forces share a hex and exert no zones upon each other."""
    units = {KAKIZAKI: "1207", "satomi_yoshihiro": "1206", NAOE: "0505"}
    match = compose(units, scenario="conquest_of_kanto", around="1206", phase="uesugi")
    assert cost(march(match, KAKIZAKI), "1206") == 1


@clause("kanto", "7-1-2")
def test_armies_of_two_players_may_be_allied() -> None:
    """Scenario 3: Takeda and Houjou do not fight, tax or stop each other; the Uesugi are both sides' enemy."""
    units = {ANAYAMA: "1207", "hojo_tsunashige": "1206", SHINGEN: "1230"}
    match = compose(units, scenario="conquest_of_kanto", around="1206", phase="takeda")
    match.act(f"act {ANAYAMA}")
    refused(match, "battle")
    match.act("move")
    assert cost(match, "1206") == 1
    units = {ANAYAMA: "1207", KAKIZAKI: "1206", SHINGEN: "1230"}
    match = compose(units, scenario="conquest_of_kanto", around="1206", phase="takeda")
    match.act(f"act {ANAYAMA}")
    allowed(match, "battle")


@clause("kanto", "7.0", "7-1", "7-1-1", "7-1-2")
def test_whose_side_an_army_is_on_depends_on_the_scenario() -> None:
    """The Oda: Uesugi side in scenario 2, Houjou side in scenario 3; the Uesugi: with the Houjou in scenario 4."""
    second = compose({KENSHIN: "0705", "oda_ujiharu": "3722"}, scenario="kenshin_crosses_the_mountains")
    third = compose({KENSHIN: "0705", "oda_ujiharu": "3722"}, scenario="conquest_of_kanto")
    fourth = compose({SHINGEN: "1230", "hojo_ujimasa": "2237"}, scenario="mimase_pass")
    assert second.view("uesugi")["sides"]["oda"] == "uesugi"
    assert third.view("uesugi")["sides"]["oda"] == "hojo"
    assert fourth.view("takeda")["sides"]["uesugi"] == "hojo"


# --- 2-2-1: what a counter says -----------------------------------------------------------------------------------


@clause("kanto", "2-2-1(2)", "2-2-1(3)", "2-2-1(5)")
def test_strength_is_summed_and_the_reduced_side_is_weaker() -> None:
    """Kakizaki (3, modifier 2) with one full (3) and one reduced unit (2) against Anayama (modifier 0)."""
    units = {**force("1207", KAKIZAKI, IROBE), ANAYAMA: "1206", NAOE: "0505"}
    units["yasuda_akimoto"] = {"hex": "1207", "leader": KAKIZAKI, "steps": 1}
    match = compose(units, around="1206", to_act="uesugi", dice=[1, 1])
    roll = rolls(attack(match, KAKIZAKI, "1206"))[0]
    assert (roll["strength"], roll["value"]) == (8, 2)


@clause("kanto", "2-2-1(1)", "2-2-1(5)")
def test_a_unit_is_named_for_its_leader_and_has_two_steps() -> None:
    match = compose({KENSHIN: "0705", SHINGEN: "1230"})
    assert unit(match, KENSHIN)["steps"] == 2
    match = compose({KENSHIN: {"hex": "0705", "steps": 1}, SHINGEN: "1230"})
    assert unit(match, KENSHIN)["steps"] == 1


@clause("kanto", "2-2-1(5)")
def test_no_unit_has_three_steps() -> None:
    with pytest.raises(Exception, match="steps"):
        compose({KENSHIN: {"hex": "0705", "steps": 3}, SHINGEN: "1230"})


# --- G-56: reinforcements -----------------------------------------------------------------------------------------


def entering(others: dict[str, Any] | None = None) -> Any:
    """Satake Yoshishige beside the map, asked where he enters; 4010 flat, 4011 foothills."""
    units = {"satake_yoshishige": "off", "ota_sukemasa": "3025", **(others or {})}
    terrain = {"4010": "flat", "4011": "foothills"}
    match = compose(units, scenario="conquest_of_kanto", phase="uesugi_warlords", terrain=terrain)
    return march(match, "satake_yoshishige")


@clause("kanto", "15-2-2")
@pytest.mark.parametrize(("hex_id", "points"), [("4010", 1), ("4011", 4)])
def test_reinforcements_pay_for_the_hex_they_enter(hex_id: str, points: int) -> None:
    match = entering()
    assert cost(match, hex_id) == points
    assert at(match, "satake_yoshishige") == hex_id


@clause("kanto", "15-6-2")
def test_reinforcements_enter_by_another_hex_when_one_is_held() -> None:
    match = entering({"hojo_ujiyasu": "4010"})
    refused(match, "to 4010", "15-6-2")
    allowed(match, "to 4011")
