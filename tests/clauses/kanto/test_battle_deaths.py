"""Section 25 in the scenarios: what deaths cost, and who was led by another army."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts
from tests.clauses.forces import at, attack, force, of_kind, pass_on, pay_forced_losses, steps
from tests.clauses.kanto.table import SCENARIOS, compose
from tests.support import clause

UJIYASU = "hojo_ujiyasu"
UJIMASA = "hojo_ujimasa"
SHINGEN = "takeda_shingen"
KENSHIN = "uesugi_kenshin"
HERE, THERE = "1207", "1206"
FAR = {"irobe_nagazane": "0505"}
BROKEN = {"hex": THERE, "steps": 1}


def attack_victim(victim: dict[str, Any], others: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Attack the hex with Kenshin (6 + 4 - the leader there: at least 1) and take the step from the first victim."""
    units = {**force(HERE, "uesugi_kenshin", "murakami_yoshikiyo"), **victim, **FAR, **(others or {})}
    match = compose(units, around=THERE, **{"to_act": "uesugi", "dice": [6, 1, 1, 1], **entries})
    attack(match, "uesugi_kenshin", THERE)
    assert match.decision.name == "suffer"
    match.act(f"lose {next(iter(victim))}")
    pay_forced_losses(match)
    return match


@clause("kanto", "25.0", "34-3(3)")
@pytest.mark.parametrize(("victim", "cost"), [("takeda_nobukado", 1), ("anayama_nobukimi", 3)])
def test_a_death_in_battle_costs_points(victim: str, cost: int) -> None:
    """A bushou 1, a taishou 3."""
    entries: dict[str, Any] = {"scenario": "conquest_of_kanto"}
    untouched = compose({victim: BROKEN}, around=THERE, to_act="takeda", **entries)
    before = untouched.view("takeda")["points"]["takeda"]
    match = attack_victim({victim: BROKEN}, {"baba_nobuharu": "1202"}, **entries)
    assert match.view("takeda")["points"]["takeda"] == before - cost


# --- 25-2 --------------------------------------------------------------------------------------------------------


@clause("kanto", "25-2", "34-3")
def test_units_removed_with_their_soudaishou_cost_no_points() -> None:
    entries: dict[str, Any] = {"scenario": "conquest_of_kanto"}
    others = {"baba_nobuharu": "1202"}
    before = compose({"takeda_shingen": BROKEN, **others}, around=THERE, to_act="takeda", **entries)
    match = attack_victim({"takeda_shingen": BROKEN}, others, **entries)
    assert match.view("takeda")["points"]["takeda"] == before.view("takeda")["points"]["takeda"] - 10


@clause("kanto", "25-2", "39(5)")
def test_units_beside_the_map_are_removed_with_their_soudaishou() -> None:
    units = {"usami_sadayuki": "off", UJIMASA: "2736"}
    placed = {**force("2018", SHINGEN, "atobe_katsusuke", "amari_masatada"), KENSHIN: {"hex": "2017", "steps": 1}}
    match = compose({**placed, **units}, scenario=SCENARIOS[3], around="2017", turn=10, phase="takeda", dice=[6])
    assert at(match, "usami_sadayuki") == "off"
    attack(match, SHINGEN, "2017")
    while match.decision.name in ("suffer", "losses"):
        match.act(f"lose {KENSHIN}")
    assert (at(match, KENSHIN), at(match, "usami_sadayuki")) == ("dead", "removed")
    events = pass_on(match, lambda: match.view(None)["turn"] > 10)
    assert not of_kind(events, "entered")
    assert at(match, "usami_sadayuki") == "removed"


@clause("kanto", "25-2", "10-1-2", "30-5")
def test_an_army_whose_two_soudaishou_die_together_is_removed_once() -> None:
    """G-35: father and son break together on the retreat."""
    units = force("1924", UJIYASU, UJIMASA, "hojo_ujiteru", morale=-4) | force("1925", KENSHIN, "nakajo_fujisuke")
    units |= {"hojo_tsunashige": {"hex": "2736"}}
    match = compose(units, scenario=SCENARIOS[2], turn=2, around="1925", radius=4, dice=[1])
    attack(match, KENSHIN, "1924")
    acts(match, "retreat", "back 1923")
    assert len(of_kind(match.events, "army_gone")) == 1
    assert at(match, UJIMASA) == "dead"
    assert {steps(match, name) for name in (UJIYASU, "hojo_ujiteru", "hojo_tsunashige")} == {0}
    told = [str(data["unit"]) for data in of_kind(match.events, "killed") + of_kind(match.events, "removed")]
    assert len(told) == len(set(told))


@clause("kanto", "10-1-2", "25.0", "34-3")
def test_all_units_of_a_force_that_breaks_are_killed_with_both_soudaishou() -> None:
    """G-37: Ujiyasu's force is at -4 and must retreat; his son falls with him, and nobody is merely removed."""
    broken = force("1924", "hojo_ujiyasu", "hojo_ujimasa", "hojo_tsunataka", "hojo_ujiteru", morale=-4)
    units = {**broken, **force("1925", "uesugi_kenshin", "nakajo_fujisuke")}
    match = compose(units, scenario="conquest_of_kanto", turn=2, around="1925", radius=4, phase="uesugi", dice=[1])
    attack(match, "uesugi_kenshin", "1924")
    acts(match, "retreat", "back 1923")
    assert {name: at(match, name) for name in broken} == dict.fromkeys(broken, "dead")
    assert len(of_kind(match.events, "army_gone")) == 1


# --- morale that collapses ---------------------------------------------------------------------------------------


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
