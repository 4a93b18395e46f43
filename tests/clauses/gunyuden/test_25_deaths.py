"""Section 25: who is killed, what becomes of his force and of his army."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, refused
from tests.clauses.forces import at, attack, castle, force, morale, of_kind, pay_forced_losses, unit
from tests.clauses.gunyuden.field import FAR, HERE, THERE
from tests.clauses.gunyuden.table import compose
from tests.support import clause

BROKEN = {"hex": THERE, "steps": 1}


def kill(victim: dict[str, Any], others: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Attack the hex with Matsu (6 + 4 - the leader there: at least 1) and take the step from the first victim."""
    units = {**force(HERE, "matsu", "kuri"), **victim, **FAR, **(others or {})}
    match = compose(units, around=THERE, **{"to_act": "red", "dice": [6, 1, 1, 1], **entries})
    attack(match, "matsu", THERE)
    assert match.decision.name == "suffer"
    match.act(f"lose {next(iter(victim))}")
    pay_forced_losses(match)
    return match


def is_gone(match: Match, name: str) -> bool:
    return isinstance(unit(match, name), str)


@clause("gunyuden", "25.0", "25-1")
def test_an_eliminated_leader_is_dead_and_does_not_come_back() -> None:
    match = kill({"suzume": BROKEN}, {"tsuru": "1202"})
    assert at(match, "suzume") == "dead"
    assert [data["unit"] for data in of_kind(match.events, "killed")] == ["suzume"]
    assert "suzume" not in [data["unit"] for data in of_kind(match.events, "step_lost")]  # said once
    while match.result is None and match.view("red")["turn"] == 1:
        match.act("end")
    assert match.view("red")["turn"] == 2
    assert at(match, "suzume") == "dead"
    while match.decision.who != "blue":
        match.act("end")
    refused(match, "act suzume")


@clause("gunyuden", "25.0", "25-1")
def test_a_dead_leader_does_not_enter_with_the_reinforcements() -> None:
    """The white enter in the first turn; of two one is dead."""
    units = {"usagi": "off", "itachi": "dead", "sake": "2018"}
    match = compose(units, phase="red_friends")
    assert "act usagi" in match.decision.texts
    refused(match, "act itachi")


# --- 25-2 --------------------------------------------------------------------------------------------------------


@clause("gunyuden", "25-2")
def test_with_a_soudaishou_his_whole_army_leaves_the_map_but_keeps_its_castles() -> None:
    others = {"tsuru": "1202", "sagi": {"hex": "0514", "inside": True}}
    match = kill({"taka": BROKEN}, others)
    assert at(match, "taka") == "dead"
    assert at(match, "tsuru") == "removed"  # gone, but not killed
    assert at(match, "sagi") == "removed"
    assert [data["army"] for data in of_kind(match.events, "army_gone")] == ["blue"]
    assert [data["unit"] for data in of_kind(match.events, "killed")] == ["taka"]
    assert castle(match, "kawa")["owner"] == "blue"
    assert castle(match, "sato")["owner"] == "blue"


@clause("gunyuden", "25-2")
def test_allied_armies_stay_when_a_soudaishou_dies() -> None:
    """G-35."""
    others = {"tsuru": "1202", "sake": "1203", "ushi": "1203"}
    match = kill({"taka": BROKEN}, others)
    assert at(match, "tsuru") == "removed"
    assert (at(match, "sake"), at(match, "ushi")) == ("1203", "1203")


@clause("gunyuden", "25-2")
@pytest.mark.parametrize(("ruling", "remains"), [("any", False), ("last", True)])
def test_the_ruling_decides_whether_an_army_outlives_one_of_two_soudaishou(ruling: str, remains: bool) -> None:
    """G-35: the green have Koi and Tai."""
    others = {"koi": "1202", "sake": "1202"}
    options = {"sodaisho_death": ruling}
    match = kill({"tai": BROKEN}, others, options=options)
    assert at(match, "tai") == "dead"
    assert at(match, "koi") == ("1202" if remains else "removed")
    assert at(match, "sake") == ("1202" if remains else "removed")


@clause("gunyuden", "25-2")
def test_with_the_last_soudaishou_the_army_goes_under_either_reading() -> None:
    options = {"sodaisho_death": "last"}
    others = {"koi": "dead", "sake": "1202"}
    match = kill({"tai": BROKEN}, others, options=options)
    assert at(match, "sake") == "removed"


@clause("gunyuden", "25-2", "20-3(Surrender)")
def test_a_soudaishou_who_surrenders_takes_his_army_with_him() -> None:
    """Durability 1: 6 - 2 (a soudaishou inside) + 4 (morale 0 against -4) = 8: surrender."""
    units = {
        **force("0514", "matsu", "kuri", "ume", "nara", invests=True),
        "taka": {"hex": "0514", "inside": True, "morale": -4},
        "tsuru": "1202",
    }
    match = compose(units, around="0514", radius=2, to_act="red", castles={"kawa": {"durability": 1}}, dice=[6, 1])
    acts(match, "act matsu", "siege", "call")
    assert is_gone(match, "taka")
    assert at(match, "tsuru") == "removed"
    assert castle(match, "kawa")["owner"] == "red"
    assert castle(match, "ike")["owner"] == "blue"


# --- the rest of the force ---------------------------------------------------------------------------------------


def kill_koi(ruling: str) -> Any:
    """Kill Koi, who leads Sake (★) and two units without stars, while Tai lives elsewhere."""
    green = force(THERE, "koi", "sake", "ayu", "iwashi", steps=1, morale=-1)
    options = {"sodaisho_death": "last", "leader_death": ruling}
    others = {"tai": "1202"}
    dice = [4, 1]  # 6 on 4 + 1 (leaders) + 1 (morale) = 6: 1
    return kill(green, others, options=options, dice=dice)


@clause("gunyuden", "9-1", "25.0")
def test_the_highest_commander_takes_over_a_force_without_a_leader() -> None:
    """G-36."""
    match = kill_koi("successor")
    assert at(match, "koi") == "dead"
    assert {at(match, name) for name in ("sake", "ayu", "iwashi")} == {THERE}
    assert "leader" not in unit(match, "sake")
    assert unit(match, "ayu")["leader"] == "sake"
    assert unit(match, "iwashi")["leader"] == "sake"
    assert morale(match, "iwashi") == -1  # inherited


@clause("gunyuden", "9-1", "25.0")
def test_by_the_other_reading_a_force_without_a_leader_becomes_single_units() -> None:
    match = kill_koi("all single")
    for name in ("sake", "ayu", "iwashi"):
        assert (at(match, name), "leader" in unit(match, name), morale(match, name)) == (THERE, False, -1)


@clause("gunyuden", "9-1", "9-1(2)", "25.0")
def test_without_a_commander_the_survivors_are_single_units_that_keep_morale_and_have_acted() -> None:
    """G-36: Sugi attacks and falls in the counterattack; Ume and Momo are left alone and have acted."""
    mine = force(HERE, "sugi", "ume", "momo", steps=1, morale=-2)
    theirs = force(THERE, "taka", "suzume")
    match = compose({**mine, **theirs, **FAR}, around=THERE, to_act="red", dice=[1, 3])  # 3 + 1 + 2 = 6 on 5-6: 1
    attack(match, "sugi", THERE)
    match.act("lose sugi")
    for name in ("ume", "momo"):
        assert (at(match, name), morale(match, name)) == (HERE, -2)
        assert "leader" not in unit(match, name)
        refused(match, f"act {name}")


# --- morale that collapses ---------------------------------------------------------------------------------------


@clause("gunyuden", "10-1-2", "25.0", "23-4-5")
def test_morale_below_minus_four_on_a_retreat_is_death_in_battle() -> None:
    """G-37: -4 and one hex. The whole force is gone."""
    units = force(THERE, "hato", "suzume", morale=-4)
    match = compose(
        {**force(HERE, "sugi"), **units, "tsuru": "1202", **FAR},
        around=THERE,
        to_act="red",
        dice=[1],
    )  # 1 + 2 + 4 = 7 on 3-4: 1
    attack(match, "sugi", THERE)
    events = acts(match, "retreat", "back 1205")
    assert (at(match, "hato"), at(match, "suzume")) == ("dead", "dead")
    assert {data["unit"] for data in of_kind(events, "killed")} == {"hato", "suzume"}


@clause("gunyuden", "10-1-2", "11-4-1", "25.0")
@pytest.mark.parametrize(("ruling", "fate"), [("battle or siege", "removed"), ("always", "dead")])
def test_a_collapse_without_communication_is_no_death_in_battle(ruling: str, fate: str) -> None:
    """G-37: Suzume, far from home with Sato lost, was at -4 before the check."""
    units = {"suzume": {"hex": THERE, "morale": -4}, "tsuru": {"hex": "0514", "inside": True}}
    entries: dict[str, Any] = {"castles": {"sato": {"owner": "red"}}}
    match = compose(units, around=THERE, stage=0, options={"collapse_is_kill": ruling}, **entries)
    assert at(match, "suzume") == fate


@clause("gunyuden", "10-1-2", "25-2", "11-4-1")
def test_a_soudaishou_who_collapses_without_communication_takes_his_army_with_him() -> None:
    """G-35."""
    units = {"taka": {"hex": THERE, "morale": -4}, "tsuru": {"hex": "0514", "inside": True}}
    entries: dict[str, Any] = {"castles": {"sato": {"owner": "red"}}}
    match = compose({**units, "matsu": "0505"}, around=THERE, stage=0, **entries)
    assert is_gone(match, "taka")
    assert is_gone(match, "tsuru")
