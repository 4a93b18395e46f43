"""Sections 17 and 18-1: the Siege action and its three ways, how an investment begins, who may join it (G-21, G-22)."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.kanto.table import (
    acts,
    allowed,
    besiege,
    castle,
    compose,
    force,
    host,
    of_kind,
    onward,
    refused,
    ring,
    rolls,
    unit,
)
from tests.support import clause

KAIZU, TOISHI, KASUGAYAMA = "0514", "0617", "0505"  # of level 1, 0 and 2
LEADER, SECOND = "kakizaki_kageie", "naoe_sanetsuna"
KENSHIN = {"uesugi_kenshin": "0505"}  # somebody who keeps the phase open


def before_kaizu(units: dict[str, Any], **entries: Any) -> Any:
    return compose({**units, **KENSHIN}, around=KAIZU, radius=2, **{"to_act": "uesugi", **entries})


def besieged(match: Any, name: str = "kaizu") -> bool:
    return bool(castle(match, name).get("besieged"))


# --- 17 ----------------------------------------------------------------------------------------------------------


@clause("kanto", "17.0", "17.0(1)", "17.0(2)", "17.0(3)")
def test_a_siege_action_invests_assaults_or_calls_for_surrender() -> None:
    fresh = before_kaizu(host(KAIZU, 12))
    besiege(fresh, LEADER)
    assert (fresh.decision.name, set(fresh.decision.texts)) == ("siege", {"invest", "assault"})
    investing = before_kaizu(host(KAIZU, 12, invests=True))
    besiege(investing, LEADER)
    assert set(investing.decision.texts) == {"assault", "call"}


@clause("kanto", "17-1-1")
def test_besiegers_must_stand_in_the_castles_hex() -> None:
    match = before_kaizu({**host("0513", 12), SECOND: KAIZU})
    match.act(f"act {LEADER}")
    refused(match, "siege", "17-1-1")
    acts(match, "rest", f"act {SECOND}")
    allowed(match, "siege")


@clause("kanto", "17.0", "8.0")
@pytest.mark.parametrize(("owner", "can"), [("takeda", True), ("uesugi", False), ("none", False)])
def test_only_an_enemy_castle_is_besieged(owner: str, can: bool) -> None:
    durability = 0 if owner == "none" else 10
    match = before_kaizu(host(KAIZU, 12), castles={"kaizu": {"owner": owner, "durability": durability}})
    match.act(f"act {LEADER}")
    assert ("siege" in match.decision.texts) == can
    if not can:
        refused(match, "siege")


@clause("kanto", "17-1", "17-1-2", "18-1")
@pytest.mark.parametrize("plan", [("invest", "done"), ("assault",), ("invest", "assault")])
def test_who_does_not_invest_yet_invests_or_assaults_or_both(plan: tuple[str, ...]) -> None:
    match = before_kaizu(host(KAIZU, 21), dice=[6])
    besiege(match, LEADER, *plan)  # 6 - 1 = 5 on 21-30: 2/1
    assert besieged(match) == ("invest" in plan)
    assert castle(match, "kaizu")["durability"] == (8 if "assault" in plan else 10)
    if "assault" in plan:
        match.act(f"lose {LEADER}")
    assert match.decision.name == "force"
    refused(match, f"act {LEADER}")


@clause("kanto", "17-1-2", "17-1-5", "20-1")
def test_investing_and_calling_do_not_go_together() -> None:
    """Ruling G-22: a call for surrender needs an investment that stood before."""
    match = before_kaizu(host(KAIZU, 12))
    besiege(match, LEADER)
    refused(match, "call", "20-1")
    match.act("invest")
    assert set(match.decision.texts) == {"assault", "done"}
    refused(match, "call")


@clause("kanto", "17-1-5")
def test_an_assault_or_a_call_needs_a_siege_action_first() -> None:
    match = before_kaizu(host(KAIZU, 12, invests=True))
    match.act(f"act {LEADER}")
    for way in ("assault", "call"):
        refused(match, way)
    match.act("siege")
    allowed(match, "assault", "call")


@clause("kanto", "17-1-3", "18-4-1")
def test_investors_assault_or_call_or_do_what_the_investment_allows() -> None:
    match = before_kaizu({**host(KAIZU, 12, invests=True, morale=-1), "baba_nobuharu": "0513"})
    match.act(f"act {LEADER}")
    assert {"siege", "organise", "rally", "rest", "lift"} <= set(match.decision.texts)
    for action in ("move", "strategic", "battle"):
        refused(match, action, "18-4-1")


@clause("kanto", "17-1-3")
def test_an_investor_who_recovers_morale_or_organises_goes_on_investing() -> None:
    match = before_kaizu(host(KAIZU, 12, invests=True, morale=-1), dice=[1])
    acts(match, f"act {LEADER}", "rally")
    assert besieged(match)
    assert unit(match, LEADER)["invests"]
    match = before_kaizu({**host(KAIZU, 12, invests=True), SECOND: KAIZU})
    acts(match, f"act {LEADER}", "organise", "done")
    assert besieged(match)
    assert unit(match, LEADER)["invests"]


@clause("kanto", "18-3", "13-2")
def test_an_investment_ends_when_a_reorganisation_leaves_it_too_weak() -> None:
    """Kenshin, who does not invest, takes one of Kakizaki's four units over: 9 are left of the 10 it takes."""
    units = {**host(KAIZU, 12, invests=True), "uesugi_kenshin": KAIZU}
    match = compose(units, around=KAIZU, radius=2, to_act="uesugi")
    assert besieged(match)
    acts(match, "act uesugi_kenshin", "organise", "take yasuda_akimoto")
    assert not besieged(match)
    assert "invests" not in unit(match, LEADER)


@clause("kanto", "17-1-4", "18-1-3")
def test_an_investment_goes_on_by_itself_from_stage_to_stage_and_turn_to_turn() -> None:
    """Naoe has two activation points: in stages 3 and 4 he cannot act, and the castle is diced all the same."""
    men = force(KAIZU, SECOND, "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", invests=True)
    match = before_kaizu(men, phase="takeda", to_act=None, dice=[2, 2, 2, 2, 2])
    for stage in (1, 2, 3, 4):
        onward(match, "offer")
        assert match.view("uesugi")["stage"] == stage
        events = match.act("hold_out")
        assert [roll["castle"] for roll in rolls(events)] == ["kaizu"]
        assert castle(match, "kaizu") == {"owner": "takeda", "durability": 10 - stage, "besieged": True}
    onward(match, "offer")
    assert (match.view("uesugi")["turn"], match.view("uesugi")["stage"]) == (2, 1)


# --- 18-1 --------------------------------------------------------------------------------------------------------


@clause("kanto", "18-1", "18-1-1")
@pytest.mark.parametrize(
    ("name", "hex_id", "need"), [("toishi", TOISHI, 10), ("kaizu", KAIZU, 10), ("kasugayama", KASUGAYAMA, 20)]
)
def test_the_strength_an_investment_takes(name: str, hex_id: str, need: int) -> None:
    """Ruling G-21: ten times the level, but 10 for level 0 as well; reduced units count what they have left."""
    mine = "takeda" if name == "kasugayama" else "uesugi"
    leader = "yamagata_masakage" if mine == "takeda" else LEADER
    for strength in (need - 1, need):
        units = {**host(hex_id, strength, mine), **({} if mine == "takeda" else KENSHIN)}
        match = compose(units, around=hex_id, radius=2, to_act=mine)
        besiege(match, leader)
        if strength < need:
            refused(match, "invest", "18-1-1" if need == 10 and name == "toishi" else "18-1")
        else:
            events = acts(match, "invest", "done")
            assert of_kind(events, "invested") == [{"castle": name, "units": [leader]}]
            assert besieged(match, name)
            assert unit(match, leader)["invests"]


@clause("kanto", "18-1")
def test_the_garrison_does_not_matter_for_the_strength_needed() -> None:
    units = {**host(KAIZU, 10), **force(KAIZU, "baba_nobuharu", "amari_masatada", "atobe_katsusuke", inside=True)}
    match = before_kaizu(units)
    besiege(match, LEADER)
    allowed(match, "invest")


@clause("kanto", "18-1-2")
def test_several_forces_begin_an_investment_together() -> None:
    units = {**force(KAIZU, LEADER, "yasuda_akimoto"), SECOND: KAIZU, "usami_sadayuki": {"hex": KAIZU, "steps": 1}}
    match = before_kaizu(units)
    besiege(match, LEADER)
    refused(match, "invest", "18-1")  # 6
    match.act(f"with {SECOND}")
    refused(match, "invest", "18-1")  # 9
    match.act("with usami_sadayuki")  # 11
    events = match.act("invest")
    (begun,) = of_kind(events, "invested")
    assert set(begun["units"]) == {LEADER, SECOND, "usami_sadayuki"}
    match.act("done")
    for name in (LEADER, SECOND, "usami_sadayuki"):
        assert unit(match, name)["invests"]
        refused(match, f"act {name}")


@clause("kanto", "18-1-2")
def test_who_has_acted_or_cannot_act_does_not_help_to_begin() -> None:
    men = force(KAIZU, LEADER, "yasuda_akimoto")
    match = before_kaizu({**men, SECOND: {"hex": KAIZU, "acted": True}, "usami_sadayuki": KAIZU})
    besiege(match, LEADER)
    refused(match, f"with {SECOND}", "18-1-2")
    allowed(match, "with usami_sadayuki")
    match = before_kaizu({**men, SECOND: KAIZU, "nagao_masakage": KAIZU}, stage=3)  # Naoe has two points, Nagao three
    besiege(match, LEADER)
    refused(match, f"with {SECOND}", "18-1-2")
    allowed(match, "with nagao_masakage")


@clause("kanto", "18-1-2")
def test_forces_of_different_armies_invest_together() -> None:
    """Nagano 6 and Annaka 2 and Ota 3 before Hachigata, which takes 10."""
    units = {
        **force("2223", "nagano_narimasa", "obata_kagezumi"),
        "annaka_tadamasa": "2223",
        "ota_sukemasa": "2223",
    }
    match = compose(units, scenario="kenshin_crosses_the_mountains", around="2223", radius=2, phase="uesugi_warlords")
    besiege(match, "nagano_narimasa", "with annaka_tadamasa")
    refused(match, "invest", "18-1")
    acts(match, "with ota_sukemasa", "invest")
    assert besieged(match, "hachigata")


@clause("kanto", "18-1-2", "18-1-4")
def test_an_army_without_phase_does_not_begin_but_joins_in_its_own_phase() -> None:
    """Uesugi and warlords act in different phases: 6 and 6 never begin together, but 6 join 12."""
    scenario = "kenshin_crosses_the_mountains"
    warlord = force("2223", "nagano_narimasa", "obata_kagezumi")
    match = compose(
        {**host("2223", 6), **warlord}, scenario=scenario, around="2223", radius=2, phase="uesugi", dice=[6]
    )
    besiege(match, LEADER)
    refused(match, "with nagano_narimasa", "18-1-2")
    refused(match, "invest", "18-1")
    match = compose(
        {**host("2223", 12, invests=True), **warlord},
        scenario=scenario,
        around="2223",
        radius=2,
        phase="uesugi_warlords",
    )
    besiege(match, "nagano_narimasa", "invest")
    assert unit(match, "nagano_narimasa")["invests"]


@clause("kanto", "18-1-4")
def test_others_join_an_investment_later_by_a_siege_action_of_their_own() -> None:
    """Ruling G-21: the joiner needs no strength of his own, but it costs him his action."""
    match = before_kaizu({**host(KAIZU, 12, invests=True), SECOND: KAIZU})
    besiege(match, SECOND, "invest")
    assert unit(match, SECOND)["invests"]
    if match.decision.name == "siege":
        match.act("done")
    refused(match, f"act {SECOND}")
    match.act("end")
    assert besieged(match)


@clause("kanto", "18-1-4", "18-3")
def test_the_joiners_strength_keeps_the_investment_up() -> None:
    """12 invest and 3 join; an assault of the 12 costs one man of 3: 9 alone would not do, 12 do."""
    for joins in (True, False):
        match = before_kaizu({**host(KAIZU, 12, invests=True), SECOND: KAIZU}, dice=[3])
        if joins:
            besiege(match, SECOND, "invest")
            if match.decision.name == "siege":
                match.act("done")
        besiege(match, LEADER, "assault", *["lose yasuda_akimoto"] * 2, f"lose {LEADER}")  # 2 on 11-20: 1/3
        assert besieged(match) == joins


@clause("kanto", "18.0")
def test_an_investment_wears_a_castle_down_without_losses_of_ones_own() -> None:
    match = before_kaizu(host(KAIZU, 12), dice=[1, 2])
    besiege(match, LEADER, "invest", "done")
    for _ in range(2):
        onward(match, "offer")
        match.act("hold_out")
    assert castle(match, "kaizu") == {"owner": "takeda", "durability": 9, "morale": -1, "besieged": True}
    assert not of_kind(match.events, "step_lost")


@clause("kanto", "12-2-3", "17-1")
def test_who_has_besieged_does_nothing_else_in_the_stage() -> None:
    match = before_kaizu({**host(KAIZU, 12), "baba_nobuharu": "0513"})
    besiege(match, LEADER, "invest", "done")
    refused(match, f"act {LEADER}")
    assert unit(match, LEADER)["acted"]


@clause("kanto", "20-4", "18-3")
def test_who_holds_out_to_the_last_is_not_asked_again_in_this_siege() -> None:
    """The next stages are diced without a question; after the investment was lifted and begun anew there is one."""
    match = before_kaizu({**host(KAIZU, 12, invests=True), "takeda_shingen": "1230"}, dice=[6] * 8)
    onward(match, "offer")
    match.act("hold_to_the_last")
    events = [event for _ in range(6) for event in match.act("end")]
    assert {roll["purpose"] for roll in rolls(events)} == {"siege"}
    while f"act {LEADER}" not in match.decision.texts:
        match.act("end")
    acts(match, f"act {LEADER}", "lift", "siege", "invest", "done")
    onward(match, "offer")
    assert match.decision.data["castle"] == "kaizu"


@clause("kanto", "20-4", "31-2-1")
def test_who_holds_out_to_the_last_does_so_in_a_position_written_down_too() -> None:
    """Odawara, which is invested from around it."""
    units = {**ring(15, 12, 12, 11, invests=True), "hojo_ujiteru": {"hex": "2237", "inside": True}}
    scenario = "kenshin_crosses_the_mountains"
    match = compose(units, scenario=scenario, phase="hojo", dice=[6] * 4)
    onward(match, "offer")
    match.act("hold_to_the_last")
    again = gunki.compose("kanto", scenario, match.describe())
    assert again.position.digest() == match.position.digest()
    onward(again, "force")
    assert again.position.state()["steadfast"] == match.position.state()["steadfast"] != []
