"""Sections 17 and 18-1: the Siege action and its three ways, how an investment begins, who may join it (G-21, G-22)."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import besiege, castle, end_phases, force, of_kind, rolls, unit
from tests.clauses.gunyuden.editions import as_first, only
from tests.clauses.gunyuden.table import compose, host
from tests.support import clause

KAWA, HARA, YAMA = "0514", "0617", "0505"  # of level 1, 0 and 2
LEADER, SECOND = "sugi", "kaede"
MATSU = {"matsu": "0505"}  # a unit that keeps the phase open


def compose_before_kawa(units: dict[str, Any], **entries: Any) -> Any:
    return compose({**units, **MATSU}, around=KAWA, radius=2, **{"to_act": "red", **entries})


def is_besieged(match: Match, name: str = "kawa") -> bool:
    return bool(castle(match, name).get("besieged"))


# --- 17 ----------------------------------------------------------------------------------------------------------


@clause("gunyuden", "17.0", "17.0(1)", "17.0(2)", "17.0(3)")
def test_a_siege_action_invests_assaults_or_calls_for_surrender() -> None:
    fresh = compose_before_kawa(host(KAWA, 12))
    besiege(fresh, LEADER)
    assert (fresh.decision.name, set(fresh.decision.texts)) == ("siege", {"invest", "assault"})
    investing = compose_before_kawa(host(KAWA, 12, invests=True))
    besiege(investing, LEADER)
    assert set(investing.decision.texts) == {"assault", "call"}


@clause("gunyuden", "17-1-1")
def test_besiegers_must_stand_in_the_castles_hex() -> None:
    match = compose_before_kawa({**host("0513", 12), SECOND: KAWA})
    match.act(f"act {LEADER}")
    refused(match, "siege", "17-1-1")
    acts(match, "rest", f"act {SECOND}")
    allowed(match, "siege")


@clause("gunyuden", "17.0", "8.0")
@pytest.mark.parametrize(("owner", "can"), [("blue", True), ("red", False), ("none", False)])
def test_only_an_enemy_castle_is_besieged(owner: str, can: bool) -> None:
    durability = 0 if owner == "none" else 10
    match = compose_before_kawa(host(KAWA, 12), castles={"kawa": {"owner": owner, "durability": durability}})
    match.act(f"act {LEADER}")
    assert ("siege" in match.decision.texts) == can
    if not can:
        refused(match, "siege")


@clause("gunyuden", "17-1", "17-1-2", "18-1")
@pytest.mark.parametrize("plan", [("invest", "done"), ("assault",), ("invest", "assault")])
@as_first("assault_rule")
def test_a_force_that_does_not_invest_yet_may_invest_or_assault_or_do_both(plan: tuple[str, ...]) -> None:
    match = compose_before_kawa(host(KAWA, 21), dice=[6])
    besiege(match, LEADER, *plan)  # 6 - 1 = 5 on 21-30: 2/1
    assert is_besieged(match) == ("invest" in plan)
    assert castle(match, "kawa")["durability"] == (8 if "assault" in plan else 10)
    if "assault" in plan:
        match.act(f"lose {LEADER}")
    assert match.decision.name == "force"
    refused(match, f"act {LEADER}")


@clause("gunyuden", "17-1-2", "17-1-5", "20-1")
def test_investing_and_calling_do_not_go_together() -> None:
    """Ruling G-22: a call for surrender needs an investment that stood before."""
    match = compose_before_kawa(host(KAWA, 12))
    besiege(match, LEADER)
    refused(match, "call", "20-1")
    match.act("invest")
    assert set(match.decision.texts) == {"assault", "done"}
    refused(match, "call")


@clause("gunyuden", "17-1-5")
def test_an_assault_or_a_call_needs_a_siege_action_first() -> None:
    match = compose_before_kawa(host(KAWA, 12, invests=True))
    match.act(f"act {LEADER}")
    for way in ("assault", "call"):
        refused(match, way)
    match.act("siege")
    allowed(match, "assault", "call")


@clause("gunyuden", "17-1-3", "18-4-1")
def test_investors_assault_or_call_or_do_what_the_investment_allows() -> None:
    match = compose_before_kawa({**host(KAWA, 12, invests=True, morale=-1), "tsuru": "0513"})
    match.act(f"act {LEADER}")
    assert {"siege", "organise", "rally", "rest", "lift"} <= set(match.decision.texts)
    for action in ("move", "strategic", "battle"):
        refused(match, action, "18-4-1")


@clause("gunyuden", "17-1-3")
def test_an_investor_who_recovers_morale_or_organises_goes_on_investing() -> None:
    match = compose_before_kawa(host(KAWA, 12, invests=True, morale=-1), dice=[1])
    acts(match, f"act {LEADER}", "rally")
    assert is_besieged(match)
    assert unit(match, LEADER)["invests"]
    match = compose_before_kawa({**host(KAWA, 12, invests=True), SECOND: KAWA})
    acts(match, f"act {LEADER}", "organise", "done")
    assert is_besieged(match)
    assert unit(match, LEADER)["invests"]


@clause("gunyuden", "18-3", "13-2")
def test_an_investment_ends_when_a_reorganisation_leaves_it_too_weak() -> None:
    """Matsu, who does not invest, takes one of Sugi's four units over: 9 are left of the 10 it takes."""
    units = {**host(KAWA, 12, invests=True), "matsu": KAWA}
    match = compose(units, around=KAWA, radius=2, to_act="red")
    assert is_besieged(match)
    acts(match, "act matsu", "organise", "take ume")
    assert not is_besieged(match)
    assert "invests" not in unit(match, LEADER)


@clause("gunyuden", "17-1-4", "18-1-3")
@only("first")
def test_an_investment_goes_on_by_itself_from_stage_to_stage_and_turn_to_turn() -> None:
    """Kaede has two activation points: he cannot act in stages 3 and 4, and yet the siege die is rolled there."""
    men = force(KAWA, SECOND, "ume", "momo", "kaki", invests=True)
    match = compose_before_kawa(men, phase="blue", to_act=None, dice=[2, 2, 2, 2, 2])
    for stage in (1, 2, 3, 4):
        end_phases(match, "offer")
        assert match.view("red")["stage"] == stage
        events = match.act("hold_out")
        assert [roll["castle"] for roll in rolls(events)] == ["kawa"]
        assert castle(match, "kawa") == {"owner": "blue", "durability": 10 - stage, "besieged": True}
    end_phases(match, "offer")
    assert (match.view("red")["turn"], match.view("red")["stage"]) == (2, 1)


# --- 18-1 --------------------------------------------------------------------------------------------------------


@clause("gunyuden", "18-1", "18-1-1")
@pytest.mark.parametrize(("name", "hex_id", "need"), [("hara", HARA, 10), ("kawa", KAWA, 10), ("yama", YAMA, 20)])
def test_an_investment_takes_ten_times_the_level_and_at_least_ten(name: str, hex_id: str, need: int) -> None:
    """Ruling G-21: ten times the level, but 10 for level 0 as well; reduced units count what they have left."""
    mine = "blue" if name == "yama" else "red"
    leader = "washi" if mine == "blue" else LEADER
    for strength in (need - 1, need):
        units = {**host(hex_id, strength, mine), **({} if mine == "blue" else MATSU)}
        match = compose(units, around=hex_id, radius=2, to_act=mine)
        besiege(match, leader)
        if strength < need:
            refused(match, "invest", "18-1-1" if need == 10 and name == "hara" else "18-1")
        else:
            events = acts(match, "invest", "done")
            assert of_kind(events, "invested") == [{"castle": name, "units": [leader]}]
            assert is_besieged(match, name)
            assert unit(match, leader)["invests"]


@clause("gunyuden", "18-1")
def test_the_garrison_does_not_matter_for_the_strength_needed() -> None:
    units = {**host(KAWA, 10), **force(KAWA, "tsuru", "kari", "kiji", inside=True)}
    match = compose_before_kawa(units)
    besiege(match, LEADER)
    allowed(match, "invest")


@clause("gunyuden", "18-1-2")
def test_several_forces_begin_an_investment_together() -> None:
    units = {**force(KAWA, LEADER, "ume"), SECOND: KAWA, "nara": {"hex": KAWA, "steps": 1}}
    match = compose_before_kawa(units)
    besiege(match, LEADER)
    refused(match, "invest", "18-1")  # 6
    match.act(f"with {SECOND}")
    refused(match, "invest", "18-1")  # 9
    match.act("with nara")  # 11
    events = match.act("invest")
    (begun,) = of_kind(events, "invested")
    assert set(begun["units"]) == {LEADER, SECOND, "nara"}
    match.act("done")
    for name in (LEADER, SECOND, "nara"):
        assert unit(match, name)["invests"]
        refused(match, f"act {name}")


@clause("gunyuden", "18-1-2")
def test_a_force_that_has_acted_or_cannot_act_does_not_help_to_begin_an_investment() -> None:
    men = force(KAWA, LEADER, "ume")
    match = compose_before_kawa({**men, SECOND: {"hex": KAWA, "acted": True}, "nara": KAWA})
    besiege(match, LEADER)
    refused(match, f"with {SECOND}", "18-1-2")
    allowed(match, "with nara")
    match = compose_before_kawa({**men, SECOND: KAWA, "hinoki": KAWA}, stage=3)  # Kaede has two points, Hinoki three
    besiege(match, LEADER)
    refused(match, f"with {SECOND}", "18-1-2")
    allowed(match, "with hinoki")


@clause("gunyuden", "18-1-2")
def test_forces_of_different_armies_invest_together() -> None:
    """Kuma's 6 and Nezumi's 2 and Kitsune's 3 before Tani, which takes 10."""
    units = {
        **force("1716", "kuma", "tanuki"),
        "nezumi": "1716",
        "kitsune": "1716",
    }
    match = compose(units, around="1716", radius=2, phase="red_friends")
    besiege(match, "kuma", "with nezumi")
    refused(match, "invest", "18-1")
    acts(match, "with kitsune", "invest")
    assert is_besieged(match, "tani")


@clause("gunyuden", "18-1-2", "18-1-4")
def test_an_army_joins_an_investment_in_its_own_phase_alone() -> None:
    """The red and their friends act in different phases: 6 and 6 never begin together, but 6 join 12."""
    friends = force("1716", "kuma", "tanuki")
    match = compose({**host("1716", 6), **friends}, around="1716", radius=2, phase="red", dice=[6])
    besiege(match, LEADER)
    refused(match, "with kuma", "18-1-2")
    refused(match, "invest", "18-1")
    match = compose(
        {**host("1716", 12, invests=True), **friends},
        around="1716",
        radius=2,
        phase="red_friends",
    )
    besiege(match, "kuma", "invest")
    assert unit(match, "kuma")["invests"]


@clause("gunyuden", "18-1-4")
def test_others_join_an_investment_later_by_a_siege_action_of_their_own() -> None:
    """Ruling G-21: the joiner needs no strength of his own, but it costs him his action."""
    match = compose_before_kawa({**host(KAWA, 12, invests=True), SECOND: KAWA})
    besiege(match, SECOND, "invest")
    assert unit(match, SECOND)["invests"]
    if match.decision.name == "siege":
        match.act("done")
    refused(match, f"act {SECOND}")
    match.act("end")
    assert is_besieged(match)


@clause("gunyuden", "18-1-4", "18-3")
@as_first("assault_rule")
def test_the_joiners_strength_keeps_the_investment_up() -> None:
    """12 invest and 3 join; an assault of the 12 costs one man of 3: 9 alone would not do, 12 do."""
    for joins in (True, False):
        match = compose_before_kawa({**host(KAWA, 12, invests=True), SECOND: KAWA}, dice=[3])
        if joins:
            besiege(match, SECOND, "invest")
            if match.decision.name == "siege":
                match.act("done")
        besiege(match, LEADER, "assault", *["lose ume"] * 2, f"lose {LEADER}")  # 2 on 11-20: 1/3
        assert is_besieged(match) == joins


@clause("gunyuden", "18.0")
@only("first")
def test_an_investment_wears_a_castle_down_without_losses_of_ones_own() -> None:
    match = compose_before_kawa(host(KAWA, 12), dice=[1, 2])
    besiege(match, LEADER, "invest", "done")
    for _ in range(2):
        end_phases(match, "offer")
        match.act("hold_out")
    assert castle(match, "kawa") == {"owner": "blue", "durability": 9, "morale": -1, "besieged": True}
    assert not of_kind(match.events, "step_lost")


@clause("gunyuden", "12-2-3", "17-1")
def test_a_force_that_has_besieged_does_nothing_else_in_the_stage() -> None:
    match = compose_before_kawa({**host(KAWA, 12), "tsuru": "0513"})
    besiege(match, LEADER, "invest", "done")
    refused(match, f"act {LEADER}")
    assert unit(match, LEADER)["acted"]


@clause("gunyuden", "20-4", "18-3")
def test_an_owner_who_holds_out_to_the_last_is_not_asked_again_in_this_siege() -> None:
    """In the next stages the die is rolled without a question; a new investment brings the question again."""
    match = compose_before_kawa({**host(KAWA, 12, invests=True), "taka": "1218"}, dice=[6] * 8)
    end_phases(match, "offer")
    match.act("hold_to_the_last")
    events = [event for _ in range(6) for event in match.act("end")]
    assert {roll["purpose"] for roll in rolls(events)} == {"siege"}
    while f"act {LEADER}" not in match.decision.texts:
        match.act("end")
    acts(match, f"act {LEADER}", "lift", "siege", "invest", "done")
    end_phases(match, "offer")
    assert match.decision.data["castle"] == "kawa"
