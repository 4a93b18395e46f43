"""Section 25: who is killed, what becomes of his force and of his army."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import acts, at, attack, castle, compose, force, forced, morale, of_kind, refused, unit
from tests.support import clause

HERE, THERE = "1207", "1206"
FAR = {"irobe_nagazane": "0505"}
BROKEN = {"hex": THERE, "steps": 1}


def kill(victim: dict[str, Any], others: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Kenshin attacks the hex (6 + 4 - the leader there: at least 1) and the first of the victims loses a step."""
    units = {**force(HERE, "uesugi_kenshin", "murakami_yoshikiyo"), **victim, **FAR, **(others or {})}
    match = compose(units, around=THERE, **{"to_act": "uesugi", "dice": [6, 1, 1, 1], **entries})
    attack(match, "uesugi_kenshin", THERE)
    assert match.decision.name == "suffer"
    match.act(f"lose {next(iter(victim))}")
    forced(match)
    return match


def gone(match: Any, name: str) -> bool:
    return isinstance(unit(match, name), str)


@clause("kanto", "25.0", "25-1")
def test_an_eliminated_leader_is_dead_and_does_not_come_back() -> None:
    match = kill({"saigusa_moritomo": BROKEN}, {"baba_nobuharu": "1202"})
    assert at(match, "saigusa_moritomo") == "dead"
    assert [data["unit"] for data in of_kind(match.events, "killed")] == ["saigusa_moritomo"]
    assert "saigusa_moritomo" not in [data["unit"] for data in of_kind(match.events, "step_lost")]  # said once
    while match.result is None and match.view("uesugi")["turn"] == 1:
        match.act("end")
    assert match.view("uesugi")["turn"] == 2
    assert at(match, "saigusa_moritomo") == "dead"
    while match.decision.who != "takeda":
        match.act("end")
    refused(match, "act saigusa_moritomo")


@clause("kanto", "25.0", "25-1")
def test_a_dead_leader_does_not_enter_with_the_reinforcements() -> None:
    """The Satake enter in the first turn of the second scenario; of two one is dead."""
    units = {"satake_yoshishige": "off", "satake_yoshimasa": "dead", "hojo_ujiteru": "2237"}
    match = compose(units, scenario="kenshin_crosses_the_mountains", phase="uesugi_warlords")
    assert "act satake_yoshishige" in match.decision.texts
    refused(match, "act satake_yoshimasa")


@clause("kanto", "25.0", "34-3(3)")
@pytest.mark.parametrize(("victim", "cost"), [("takeda_nobukado", 1), ("anayama_nobukimi", 3)])
def test_a_death_in_battle_costs_points(victim: str, cost: int) -> None:
    """A bushou 1, a taishou 3."""
    entries: dict[str, Any] = {"scenario": "conquest_of_kanto"}
    untouched = compose({victim: BROKEN}, around=THERE, to_act="takeda", **entries)
    before = untouched.view("takeda")["points"]["takeda"]
    match = kill({victim: BROKEN}, {"baba_nobuharu": "1202"}, **entries)
    assert match.view("takeda")["points"]["takeda"] == before - cost


# --- 25-2 --------------------------------------------------------------------------------------------------------


@clause("kanto", "25-2")
def test_with_a_soudaishou_his_whole_army_leaves_the_map_but_keeps_its_castles() -> None:
    others = {"baba_nobuharu": "1202", "kosaka_masanobu": {"hex": "0514", "inside": True}}
    match = kill({"takeda_shingen": BROKEN}, others)
    assert at(match, "takeda_shingen") == "dead"
    assert at(match, "baba_nobuharu") == "removed"  # gone, but not killed
    assert at(match, "kosaka_masanobu") == "removed"
    assert [data["army"] for data in of_kind(match.events, "army_gone")] == ["takeda"]
    assert [data["unit"] for data in of_kind(match.events, "killed")] == ["takeda_shingen"]
    assert castle(match, "kaizu")["owner"] == "takeda"
    assert castle(match, "tsutsujigasaki")["owner"] == "takeda"


@clause("kanto", "25-2")
def test_allied_armies_stay() -> None:
    """G-35."""
    others = {"baba_nobuharu": "1202", "hojo_ujiteru": "1203", "yuki_harutomo": "1203"}
    match = kill({"takeda_shingen": BROKEN}, others, scenario="conquest_of_kanto")
    assert at(match, "baba_nobuharu") == "removed"
    assert (at(match, "hojo_ujiteru"), at(match, "yuki_harutomo")) == ("1203", "1203")


@clause("kanto", "25-2", "34-3")
def test_those_removed_with_their_soudaishou_cost_no_points() -> None:
    entries: dict[str, Any] = {"scenario": "conquest_of_kanto"}
    others = {"baba_nobuharu": "1202"}
    before = compose({"takeda_shingen": BROKEN, **others}, around=THERE, to_act="takeda", **entries)
    match = kill({"takeda_shingen": BROKEN}, others, **entries)
    assert match.view("takeda")["points"]["takeda"] == before.view("takeda")["points"]["takeda"] - 10


@clause("kanto", "25-2", "30-5")
@pytest.mark.parametrize(("ruling", "remains"), [("any", False), ("last", True)])
def test_the_death_of_one_of_two_soudaishou(ruling: str, remains: bool) -> None:
    """G-35, T-05: father and son Houjou."""
    others = {"hojo_ujiyasu": "1202", "hojo_ujiteru": "1202"}
    options = {"sodaisho_death": ruling}
    match = kill({"hojo_ujimasa": BROKEN}, others, scenario="conquest_of_kanto", options=options)
    assert at(match, "hojo_ujimasa") == "dead"
    assert at(match, "hojo_ujiyasu") == ("1202" if remains else "removed")
    assert at(match, "hojo_ujiteru") == ("1202" if remains else "removed")


@clause("kanto", "25-2")
def test_with_the_last_soudaishou_the_army_goes_under_either_reading() -> None:
    options = {"sodaisho_death": "last"}
    others = {"hojo_ujiyasu": "dead", "hojo_ujiteru": "1202"}
    match = kill({"hojo_ujimasa": BROKEN}, others, scenario="conquest_of_kanto", options=options)
    assert at(match, "hojo_ujiteru") == "removed"


@clause("kanto", "25-2", "37(8)-1")
def test_units_of_other_armies_under_a_dead_soudaishou_stay_as_forces_of_their_own() -> None:
    """G-35: Kenshin led Wada and Ogo in the second scenario; Naoe elsewhere is his own army."""
    units = {
        **force(THERE, "uesugi_kenshin", "wada_narishige", "ogo_nobutsuna", steps=1),
        "naoe_sanetsuna": "1209",
        **force(HERE, "hojo_ujiyasu", "hojo_ujishige", "hojo_tsunataka", "hojo_yasunari", "hojo_ujitada"),
    }
    match = compose(
        units, scenario="kenshin_crosses_the_mountains", around=THERE, to_act="hojo", dice=[6, 1], weather="normal"
    )  # 10 on 6 - 1: 1
    attack(match, "hojo_ujiyasu", THERE)
    match.act("lose uesugi_kenshin")
    assert at(match, "uesugi_kenshin") == "dead"
    assert at(match, "naoe_sanetsuna") == "removed"
    assert (at(match, "wada_narishige"), at(match, "ogo_nobutsuna")) == (THERE, THERE)
    assert "leader" not in unit(match, "wada_narishige")
    assert "leader" not in unit(match, "ogo_nobutsuna")


@clause("kanto", "25-2", "20-3(Surrender)")
def test_a_soudaishou_who_surrenders_takes_his_army_with_him() -> None:
    """Durability 1: 6 - 2 (a soudaishou inside) + 4 (morale 0 against -4) = 8: surrender."""
    units = {
        **force("0514", "uesugi_kenshin", "murakami_yoshikiyo", "yasuda_akimoto", "usami_sadayuki", invests=True),
        "takeda_shingen": {"hex": "0514", "inside": True, "morale": -4},
        "baba_nobuharu": "1202",
    }
    match = compose(units, around="0514", radius=2, to_act="uesugi", castles={"kaizu": {"durability": 1}}, dice=[6, 1])
    acts(match, "act uesugi_kenshin", "siege", "call")
    assert gone(match, "takeda_shingen")
    assert at(match, "baba_nobuharu") == "removed"
    assert castle(match, "kaizu")["owner"] == "uesugi"
    assert castle(match, "komoro")["owner"] == "takeda"


# --- the rest of the force ---------------------------------------------------------------------------------------


def headless(ruling: str) -> Any:
    """Ujiyasu dies while Ujimasa lives elsewhere; he led Ujiteru (★) and two without stars."""
    hojo = force(THERE, "hojo_ujiyasu", "hojo_ujiteru", "hojo_ujishige", "hojo_ujitada", steps=1, morale=-1)
    options = {"sodaisho_death": "last", "leader_death": ruling}
    others = {"hojo_ujimasa": "1202"}
    dice = [4, 1]  # 6 on 4 + 1 (leaders) + 1 (morale) = 6: 1
    return kill(hojo, others, scenario="conquest_of_kanto", options=options, dice=dice)


@clause("kanto", "9-1", "25.0")
def test_the_highest_commander_takes_over_a_force_without_a_leader() -> None:
    """G-36."""
    match = headless("successor")
    assert at(match, "hojo_ujiyasu") == "dead"
    assert {at(match, name) for name in ("hojo_ujiteru", "hojo_ujishige", "hojo_ujitada")} == {THERE}
    assert "leader" not in unit(match, "hojo_ujiteru")
    assert unit(match, "hojo_ujishige")["leader"] == "hojo_ujiteru"
    assert unit(match, "hojo_ujitada")["leader"] == "hojo_ujiteru"
    assert morale(match, "hojo_ujitada") == -1  # inherited


@clause("kanto", "9-1", "25.0")
def test_the_other_reading_leaves_single_units() -> None:
    match = headless("all single")
    for name in ("hojo_ujiteru", "hojo_ujishige", "hojo_ujitada"):
        assert (at(match, name), "leader" in unit(match, name), morale(match, name)) == (THERE, False, -1)


@clause("kanto", "9-1", "9-1(2)", "25.0")
def test_without_a_commander_the_survivors_are_single_units_that_keep_morale_and_have_acted() -> None:
    """G-36: Kakizaki attacks and falls in the counterattack; Yasuda and Yoshie are left alone and have acted."""
    mine = force(HERE, "kakizaki_kageie", "yasuda_akimoto", "yoshie_kagesuke", steps=1, morale=-2)
    theirs = force(THERE, "takeda_shingen", "saigusa_moritomo")
    match = compose({**mine, **theirs, **FAR}, around=THERE, to_act="uesugi", dice=[1, 3])  # 3 + 1 + 2 = 6 on 5-6: 1
    attack(match, "kakizaki_kageie", THERE)
    match.act("lose kakizaki_kageie")
    for name in ("yasuda_akimoto", "yoshie_kagesuke"):
        assert (at(match, name), morale(match, name)) == (HERE, -2)
        assert "leader" not in unit(match, name)
        refused(match, f"act {name}")


# --- morale that collapses ---------------------------------------------------------------------------------------


@clause("kanto", "10-1-2", "25.0", "23-4-5")
def test_morale_below_minus_four_on_a_retreat_is_death_in_battle() -> None:
    """G-37: -4 and one hex. The whole force is gone."""
    units = force(THERE, "anayama_nobukimi", "saigusa_moritomo", morale=-4)
    match = compose(
        {**force(HERE, "kakizaki_kageie"), **units, "baba_nobuharu": "1202", **FAR},
        around=THERE,
        to_act="uesugi",
        dice=[1],
    )  # 1 + 2 + 4 = 7 on 3-4: 1
    attack(match, "kakizaki_kageie", THERE)
    events = acts(match, "retreat", "back 1205")
    assert (at(match, "anayama_nobukimi"), at(match, "saigusa_moritomo")) == ("dead", "dead")
    assert {data["unit"] for data in of_kind(events, "killed")} == {"anayama_nobukimi", "saigusa_moritomo"}


@clause("kanto", "10-1-2", "11-4-1", "25.0")
@pytest.mark.parametrize(("ruling", "fate", "cost"), [("battle or siege", "removed", 0), ("always", "dead", 1)])
def test_a_collapse_without_communication_is_no_death_in_battle(ruling: str, fate: str, cost: int) -> None:
    """G-37: Saigusa, far from home with Tsutsujigasaki lost, was at -4 before the check."""
    units = {"saigusa_moritomo": {"hex": THERE, "morale": -4}, "baba_nobuharu": {"hex": "0514", "inside": True}}
    entries: dict[str, Any] = {"scenario": "conquest_of_kanto", "castles": {"tsutsujigasaki": {"owner": "uesugi"}}}
    before = compose(units, around=THERE, stage=1, to_act="takeda", **entries).view("takeda")["points"]["takeda"]
    match = compose(units, around=THERE, stage=0, options={"collapse_is_kill": ruling}, **entries)
    assert at(match, "saigusa_moritomo") == fate
    assert match.view("takeda")["points"]["takeda"] == before - cost


@clause("kanto", "10-1-2", "25-2", "11-4-1")
def test_a_soudaishou_who_collapses_without_communication_takes_his_army_with_him() -> None:
    """G-35."""
    units = {"takeda_shingen": {"hex": THERE, "morale": -4}, "baba_nobuharu": {"hex": "0514", "inside": True}}
    entries: dict[str, Any] = {"scenario": "conquest_of_kanto", "castles": {"tsutsujigasaki": {"owner": "uesugi"}}}
    match = compose({**units, "uesugi_kenshin": "0505"}, around=THERE, stage=0, **entries)
    assert gone(match, "takeda_shingen")
    assert gone(match, "baba_nobuharu")
