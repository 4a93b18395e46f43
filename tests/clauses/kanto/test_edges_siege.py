"""Sieges at their edges: what is refused and why, results without effect, castles that outlast their assailants."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    at,
    besiege,
    castle,
    compose,
    host,
    morale,
    of_kind,
    onward,
    ring,
    rolls,
    steps,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause

KAIZU, TOISHI, KOMORO = "0514", "0617", "0919"
LEADER, SECOND = "kakizaki_kageie", "naoe_sanetsuna"
KENSHIN = {"uesugi_kenshin": "0505"}


def inside(*names: str, hex_id: str = KAIZU, **entry: Any) -> dict[str, Any]:
    return {name: {"hex": hex_id, "inside": True, **entry} for name in names}


def siege(units: dict[str, Any], **entries: Any) -> Any:
    """Before Kaizu, the Uesugi to act."""
    return compose({**units, **KENSHIN}, **{"around": KAIZU, "radius": 2, "to_act": "uesugi", **entries})


def diced(units: dict[str, Any], dice: list[int], **known: Any) -> tuple[Any, list[Any]]:
    """Kaizu invested by 12 and diced; the match and what happened."""
    match = siege({**host(KAIZU, 12, invests=True), **units}, phase="takeda", dice=dice, castles={"kaizu": known})
    onward(match, "offer")
    return match, match.act("hold_out")


# --- 17, 18: the Siege action ------------------------------------------------------------------------------------


@clause("kanto", "18-1-2")
def test_who_takes_part_already_does_not_join_once_more() -> None:
    match = siege({**host(KAIZU, 12), SECOND: KAIZU, "usami_sadayuki": "0513"})
    besiege(match, LEADER, f"with {SECOND}")
    for name in (LEADER, SECOND):
        barred(match, f"with {name}", "18-1-2 takes_part")
    barred(match, "with usami_sadayuki", "19-1 other_hex", "17-1-1 other_hex")


@clause("kanto", "17-1", "17-1-2")
def test_a_siege_action_does_something_and_after_investing_there_is_only_the_assault() -> None:
    match = siege(host(KAIZU, 12))
    besiege(match, LEADER)
    barred(match, "done", "17-1 nothing_done")
    match.act("invest")
    for verb in ("call", "invest"):
        barred(match, verb, "17-1-2 only_assault")


@clause("kanto", "17-1-2", "19-1-3")
def test_investing_is_the_whole_action_where_no_assault_can_follow() -> None:
    """Twelve inside are not fewer than twelve outside."""
    garrison = inside("kosaka_masanobu", "saigusa_moritomo", "amari_masatada", "atobe_katsusuke")
    match = siege({**host(KAIZU, 12), **garrison})
    besiege(match, LEADER, "invest")
    assert match.decision.name == "force"
    assert unit(match, LEADER)["invests"]


@clause("kanto", "31-2-1", "31-2")
def test_nobody_orders_the_investment_of_odawara() -> None:
    """T-06: it is a matter of who stands where; a strong host in one of the four hexes is not enough."""
    place: dict[str, Any] = {"scenario": "kenshin_crosses_the_mountains", "around": "2237", "radius": 3}
    match = compose({**ring(15, 0, 0, 0), **KENSHIN}, phase="uesugi", **place)
    besiege(match, "honjo_shigenaga")
    barred(match, "invest", *["31-2 ring_open"] * 3, "31-2-1 too_weak", "31-2-1 automatic")


@clause("kanto", "20-1-2")
def test_a_call_is_one_commanders_alone_and_spends_nobody_elses_action() -> None:
    """Naoe was to help, but then Kakizaki called: Naoe may still do something else."""
    match = siege({**host(KAIZU, 12, invests=True), SECOND: {"hex": KAIZU, "invests": True, "morale": -1}}, dice=[1])
    besiege(match, LEADER, f"with {SECOND}", "call")
    assert "acted" not in unit(match, SECOND)
    acts(match, f"act {SECOND}", "rally")


# --- results -----------------------------------------------------------------------------------------------------


@clause("kanto", "19-4-1", "QR-ART")
def test_an_assault_may_leave_the_castle_untouched() -> None:
    """1 - 1 = 0 on 11-20: 0/5."""
    match = siege(host(KAIZU, 12), dice=[1])
    events = besiege(match, LEADER, "assault")
    assert [(found["dealt"], found["taken"]) for found in of_kind(events, "assault_result")] == [(0, 5)]
    assert not of_kind(events, "durability")
    assert castle(match, "kaizu")["durability"] == 10


@clause("kanto", "18-2-3", "10-1-2", "21.0(1)")
def test_a_garrison_that_drops_to_minus_four_holds_out() -> None:
    match, events = diced(inside("kosaka_masanobu", morale=-3), [1])
    assert not of_kind(events, "castle_fell")
    assert (at(match, "kosaka_masanobu"), morale(match, "kosaka_masanobu")) == (KAIZU, -4)
    assert castle(match, "kaizu") == {"owner": "takeda", "durability": 10, "besieged": True}


@clause("kanto", "20-3(Surrender)")
def test_as_many_steps_as_are_missing_are_filled_up_and_nobody_exceeds_two() -> None:
    """G-26: four steps surrender; two of five units lack one each, so there is nothing to choose."""
    men = host(KAIZU, 15, invests=True)
    lacking = ("yasuda_akimoto", "nagao_kagenobu")
    men |= {name: {**men[name], "steps": 1} for name in lacking}
    garrison = inside("saigusa_moritomo", "amari_masatada", morale=-2)
    match = siege({**men, **garrison}, dice=[6], castles={"kaizu": {"durability": 1}})
    events = besiege(match, LEADER, "call")  # 6 + 2 = 8 at durability 1
    assert [found["unit"] for found in of_kind(events, "step_gained")] == sorted(lacking, key=list(men).index)
    assert [steps(match, name) for name in men] == [2] * 5
    assert match.decision.name == "force"


@clause("kanto", "20-3(Opens)")
def test_an_enemy_before_a_castle_does_not_close_it_to_a_garrison_that_comes_unless_he_invests_it() -> None:
    """G-25: Naoe stands before Toishi, too weak to invest it; Saigusa comes to be inside, past him."""
    units = {**host(KAIZU, 12, invests=True), SECOND: TOISHI, **inside("saigusa_moritomo")}
    match = siege(units, dice=[5], radius=4, castles={"kaizu": {"durability": 3}})
    besiege(match, LEADER, "call")  # 5 at durability 3 opens the gates
    assert (at(match, "saigusa_moritomo"), unit(match, "saigusa_moritomo")["inside"]) == (TOISHI, True)


# --- 21: the fall of a castle ------------------------------------------------------------------------------------


@clause("kanto", "21.0", "21.0(1)", "21.0(2)")
@pytest.mark.parametrize(("die", "known"), [(1, {"morale": -4}), (2, {"durability": 1})])
def test_a_castle_without_garrison_falls_without_another_die(die: int, known: dict[str, int]) -> None:
    """G-25, G-27: row 0 tells the fate of a garrison; there is none."""
    match, events = diced({}, [die], **known)
    assert of_kind(events, "castle_fell") == [{"castle": "kaizu"}]
    assert [roll["dice"] for roll in rolls(events)] == [[die]]
    assert castle(match, "kaizu")["owner"] == ("uesugi" if die == 1 else "none")


@clause("kanto", "21.0(2)", "21.0", "19-4-2")
@pytest.mark.parametrize(("die", "place"), [(3, KOMORO), (4, "removed")])
def test_a_castle_falls_though_none_of_its_assailants_lives(die: int, place: str) -> None:
    """4 + 2 = 6 on 1-5: 1/2, both steps of Usami. G-58: without a besieger no morale counts on row 0."""
    garrison = inside("saigusa_moritomo", hex_id=TOISHI, steps=1, morale=-2)
    match = siege(
        {"usami_sadayuki": TOISHI, **garrison}, around=TOISHI, dice=[4, die], castles={"toishi": {"durability": 1}}
    )
    events = besiege(match, "usami_sadayuki", "assault")
    assert (at(match, "usami_sadayuki"), at(match, "saigusa_moritomo")) == ("dead", place)
    assert [roll["value"] for roll in rolls(events)] == [2, 0]
    assert castle(match, "toishi") == {"owner": "none", "durability": 0}


@clause("kanto", "18-3", "31-2", "21-1")
def test_after_the_fall_of_odawara_nobody_around_it_invests_any_more() -> None:
    """Its last durability goes; the besiegers are free to march."""
    units = {**ring(15, 12, 12, 11, invests=True), "hojo_ujiteru": {"hex": "2237", "inside": True}}
    match = compose(
        units,
        scenario="kenshin_crosses_the_mountains",
        phase="hojo",
        dice=[2, 1],
        castles={"odawara": {"durability": 1}},
    )
    onward(match, "offer")
    acts(match, "hold_out", "captor kakizaki_kageie")
    for name in ("kakizaki_kageie", "honjo_shigenaga", "nagao_masakage", "naoe_sanetsuna"):
        assert "invests" not in unit(match, name)
