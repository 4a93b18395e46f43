"""The fall of castles at its edges: who counts as having taken one, what a lost siege leaves, who is left inside."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import gunki
from tests.clauses.kanto.table import (
    acts,
    at,
    besiege,
    castle,
    compose,
    force,
    garrison,
    host,
    morale,
    of_kind,
    onward,
    ring,
    rolls,
    steps,
    unit,
)
from tests.support import clause

KAIZU, TOISHI, KOMORO = "0514", "0617", "0919"
LEADER, SECOND, THIRD = "kakizaki_kageie", "naoe_sanetsuna", "nagao_masakage"
KENSHIN = {"uesugi_kenshin": "0505"}
SCENARIO = "kenshin_crosses_the_mountains"


inside = partial(garrison, KAIZU)


def siege(units: dict[str, Any], **entries: Any) -> Any:
    """Before Kaizu with its last durability, the Uesugi to act."""
    place: dict[str, Any] = {"around": KAIZU, "radius": 2, "to_act": "uesugi", "castles": {"kaizu": {"durability": 1}}}
    return compose({**units, **KENSHIN}, **{**place, **entries})


# --- 21.0: who has taken it ----------------------------------------------------------------------------------------


@clause("kanto", "21.0", "20-2-1(3)")
def test_who_only_looks_on_has_no_morale_in_the_fall_of_a_castle() -> None:
    """G-58: the force that assaulted has 0; Naoe beside it, at -4, neither invests nor assaults."""
    units = {**host(KAIZU, 24), SECOND: {"hex": KAIZU, "morale": -4}, **inside("saigusa_moritomo")}
    match = siege(units, dice=[6, 4])
    besiege(match, LEADER, "assault", f"lose {LEADER}")
    assert match.decision.name == "force"  # nobody else could profit
    assert rolls(match.events)[1]["value"] == 0
    assert at(match, "saigusa_moritomo") == "removed"


@clause("kanto", "21.0", "20-2-1(3)", "20-3(Surrender)")
def test_assailants_count_beside_investors_in_the_fall_of_a_castle() -> None:
    """G-26, G-58: Kakizaki invests, Nagao, at -2, brings the castle down; either may profit, and Nagao's -2 counts."""
    units = {
        **host(KAIZU, 12, invests=True),
        **force(KAIZU, THIRD, "murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", morale=-2),
        **inside("saigusa_moritomo", morale=-2),
    }
    match = siege(units, dice=[6, 6])
    besiege(match, THIRD, "assault", "lose usami_sadayuki", "lose usami_sadayuki")  # 6 - 1 on 6-10: 1/2
    assert match.decision.name == "captor"
    assert set(match.decision.texts) == {f"captor {LEADER}", f"captor {THIRD}"}
    match.act(f"captor {THIRD}")
    assert rolls(match.events)[1]["value"] == 0


@clause("kanto", "21.0", "20-3(Surrender)")
def test_a_force_whose_leader_fell_in_the_assault_has_still_taken_the_castle() -> None:
    """G-36: Yasuda and Yoshie stand alone after Kakizaki's death; they assaulted, Naoe did not."""
    units = {
        **force(KAIZU, LEADER, "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu"),
        SECOND: KAIZU,
        **inside("saigusa_moritomo"),
    }
    match = siege(units, dice=[6, 6])
    besiege(match, LEADER, "assault", f"lose {LEADER}", f"lose {LEADER}")  # 6 - 1 on 6-10: 1/2
    assert set(match.decision.texts) == {"captor yasuda_akimoto", "captor yoshie_kagesuke", "captor nagao_kagenobu"}


@clause("kanto", "21.0", "20-3(Surrender)")
def test_a_commanders_force_profits_from_a_fall() -> None:
    """G-26: Usami invests too, but he is no commander."""
    units = {**host(KAIZU, 12, invests=True), "usami_sadayuki": {"hex": KAIZU, "invests": True, "steps": 1}}
    match = siege({**units, **inside("saigusa_moritomo")}, phase="takeda", to_act=None, dice=[2, 6])
    onward(match, "offer")
    match.act("hold_out")
    assert match.decision.name == "force"
    assert (at(match, "saigusa_moritomo"), steps(match, "usami_sadayuki")) == ("removed", 1)


@clause("kanto", "21.0", "31-3-2")
def test_odawara_falls_to_those_who_assaulted_it_not_to_all_around_it() -> None:
    """Not invested: Honjo brings it down from 2137; Nagao in 2236 takes no part, and his -4 does not count."""
    units = {
        **ring(15, 0, 0, 0),
        THIRD: {"hex": "2236", "morale": -4},
        "ueda_tomonao": {"hex": "2237", "inside": True, "morale": -4},
    }
    match = compose(
        {**units, **KENSHIN},
        scenario=SCENARIO,
        phase="uesugi",
        dice=[6, 1],
        castles={"odawara": {"durability": 1}},
    )
    besiege(match, "honjo_shigenaga", "assault")  # 6 - 5 + 4 = 5 on 11-20: 1/1
    match.act("lose honjo_shigenaga")
    assert match.decision.name != "captor"
    assert rolls(match.events)[1]["value"] == 4


# --- 18-3-2: a lost siege is not a lifted one ----------------------------------------------------------------------


@clause("kanto", "18-3-2", "21.0(2)", "20-2-1(3)")
def test_who_pays_for_the_fall_with_the_strength_to_invest_has_not_lifted_the_siege() -> None:
    """G-25: the castle is down before the 12 are 9; the garrison gets no morale back and leaves with its -1."""
    match = siege({**host(KAIZU, 12, invests=True), **inside("saigusa_moritomo", morale=-1)}, dice=[5, 1])
    besiege(match, LEADER, "assault", "lose yasuda_akimoto", "lose yasuda_akimoto")  # 5 - 1 + 1 on 6-10: 1/2
    assert rolls(match.events)[1]["value"] == 1
    assert (at(match, "saigusa_moritomo"), morale(match, "saigusa_moritomo")) == (TOISHI, -1)
    assert not of_kind(match.events, "investment_ended")
    assert "invests" not in unit(match, LEADER)


@clause("kanto", "21.0(2)", "18-3")
def test_a_castle_about_to_fall_can_be_written_down_with_its_siege() -> None:
    """Kaizu and Odawara at durability 0, the question who profits still open."""
    units = {**host(KAIZU, 12, invests=True), SECOND: {"hex": KAIZU, "invests": True}}
    match = siege({**units, **inside("saigusa_moritomo")}, phase="takeda", to_act=None, dice=[2])
    onward(match, "offer")
    match.act("hold_out")
    around = compose(
        {**ring(15, 12, 12, 11, invests=True), "hojo_ujiteru": {"hex": "2237", "inside": True}},
        scenario=SCENARIO,
        phase="hojo",
        dice=[2],
        castles={"odawara": {"durability": 1}},
    )
    onward(around, "offer")
    around.act("hold_out")
    for known in (match, around):
        assert known.decision.name == "captor"
        again = gunki.compose("kanto", known.view("uesugi")["scenario"], known.describe())
        assert again.position.digest() == known.position.digest()


# --- 18-2-3: some of the garrison give in --------------------------------------------------------------------------


def broken(units: dict[str, Any], dice: list[int], **investor: Any) -> Any:
    """Kaizu, whole, invested by Kakizaki's 12 (one man reduced besides) and Naoe, and diced."""
    men = host(KAIZU, 15, invests=True)
    men["yasuda_akimoto"] = {**men["yasuda_akimoto"], "steps": 1}
    second = {SECOND: {"hex": KAIZU, "invests": True, **investor}}
    match = siege({**men, **second, **units}, phase="takeda", to_act=None, castles={}, dice=dice)
    onward(match, "offer")
    match.act("hold_out")
    return match


@clause("kanto", "18-2-3", "20-3(Surrender)")
@pytest.mark.parametrize(("chosen", "left"), [(LEADER, (2, 1)), (SECOND, (1, 2))])
def test_the_besieger_chooses_who_profits_from_a_force_that_gives_in(chosen: str, left: tuple[int, int]) -> None:
    """G-24, G-26: Saigusa's two steps make one; Kosaka holds the castle."""
    match = broken({**inside("kosaka_masanobu"), **inside("saigusa_moritomo", morale=-4)}, [1], steps=1)
    assert (match.decision.who, match.decision.name) == ("uesugi", "spoils")
    assert set(match.decision.texts) == {f"captor {LEADER}", f"captor {SECOND}"}
    match.act(f"captor {chosen}")
    assert (steps(match, "yasuda_akimoto"), steps(match, SECOND)) == left
    assert castle(match, "kaizu") == {"owner": "takeda", "durability": 10, "besieged": True}
    assert (at(match, "saigusa_moritomo"), morale(match, "kosaka_masanobu")) == ("removed", -1)


@clause("kanto", "18-2-3", "20-3(Surrender)")
def test_where_one_force_alone_lacks_steps_nobody_is_asked_who_profits() -> None:
    match = broken({**inside("kosaka_masanobu"), **inside("saigusa_moritomo", morale=-4)}, [1])
    assert steps(match, "yasuda_akimoto") == 2
    assert match.decision.name == "force"


# --- 21-2-3: the armies of two players before one castle -----------------------------------------------------------

MIBU = "3216"  # level 0
FEW = force(MIBU, "baba_nobuharu", "takeda_nobukado", invests=True)
MANY = force(MIBU, "hojo_ujiyasu", "hojo_ujinori", "hojo_tsunataka", "hojo_ujitaka", "hojo_ujitada", invests=True)


def two_players(units: dict[str, Any], **entries: Any) -> Any:
    """Takeda's men and the Hojo's before Mibu, in scenario 3; Kenshin keeps the Uesugi's phase open."""
    place: dict[str, Any] = {"scenario": "conquest_of_kanto", "around": MIBU, "radius": 3, "turn": 2, **entries}
    return compose({**units, "uesugi_kenshin": "0505", "mibu_yoshitake": "3213"}, **place)


@clause("kanto", "21-2-3", "20-4", "21-2-2")
def test_who_has_most_troops_before_a_castle_says_what_two_players_agreed_upon() -> None:
    """Mibu offers to surrender to Takeda and the Hojo: any of their armies may be named as the owner."""
    match = two_players({**FEW, **MANY, "yuki_harutomo": "3319"}, phase="uesugi_warlords")
    onward(match, "offer")
    match.act("offer")
    assert (match.decision.who, match.decision.name) == ("hojo", "accept")
    match.act("accept")
    assert (match.decision.who, match.decision.name, match.decision.clause) == ("hojo", "ownership", "gunyuden:21-2-3")
    assert match.decision.texts == ["own takeda", "own hojo", "own yuki"]
    match.act("own takeda")
    assert castle(match, "mibu")["owner"] == "takeda"


@clause("kanto", "21-2-3", "21.0(1)")
def test_two_players_agree_on_the_owner_of_a_castle_that_fell_by_its_morale() -> None:
    match = two_players({**FEW, **MANY}, phase="uesugi_warlords", castles={"mibu": {"morale": -4}}, dice=[1])
    onward(match, "offer")
    match.act("hold_out")
    assert (match.decision.who, match.decision.name) == ("hojo", "captor")
    match.act("captor hojo_ujiyasu")
    assert (match.decision.who, match.decision.clause) == ("hojo", "gunyuden:21-2-3")
    match.act("own takeda")
    assert castle(match, "mibu")["owner"] == "takeda"


@clause("kanto", "21.0", "21-2-3")
@pytest.mark.parametrize(("chief", "phase"), [("baba_nobuharu", "takeda"), ("hojo_ujiyasu", "hojo")])
def test_of_two_players_the_one_who_assaulted_says_who_profits(chief: str, phase: str) -> None:
    match = two_players({**FEW, **MANY}, phase=phase, castles={"mibu": {"durability": 1}}, dice=[6])
    besiege(match, chief, "assault")
    while match.decision.name == "losses":
        match.act(match.decision.texts[0])
    assert (match.decision.who, match.decision.name) == (phase, "captor")


@clause("kanto", "20-4", "20-3(Surrender)")
def test_who_accepts_an_offer_names_the_force_that_profits_if_the_garrison_has_nowhere_to_go() -> None:
    """Ruling G-25 makes it a surrender, and G-26 lets the besieger choose."""
    lost = ("toishi", "komoro", "fukashi", "uehara", "takato", "tsutsujigasaki", "iwadonoyama")
    hurt = {name: {"hex": KAIZU, "invests": True, "steps": 1} for name in ("naoe_sanetsuna", "nagao_masakage")}
    units = {**host(KAIZU, 12, invests=True), **hurt, "saigusa_moritomo": {"hex": KAIZU, "inside": True}}
    castles = {name: {"owner": "uesugi"} for name in lost}
    match = compose({**units, "uesugi_kenshin": "0505"}, around=KAIZU, radius=2, phase="takeda", castles=castles)
    onward(match, "offer")
    acts(match, "offer", "accept")
    assert match.decision.name == "spoils"
    match.act("captor nagao_masakage")
    assert (steps(match, "nagao_masakage"), steps(match, "naoe_sanetsuna")) == (2, 1)
    assert castle(match, "kaizu")["owner"] == "uesugi"
