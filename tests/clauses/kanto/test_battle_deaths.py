"""Section 25 in the scenarios: what deaths cost, and who was led by another army."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import at, attack, force, pay_forced_losses
from tests.clauses.kanto.table import compose
from tests.support import clause

HERE, THERE = "1207", "1206"
FAR = {"irobe_nagazane": "0505"}
BROKEN = {"hex": THERE, "steps": 1}


def attack_victim(victim: dict[str, Any], others: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Kenshin attacks the hex (6 + 4 - the leader there: at least 1) and the first of the victims loses a step."""
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
def test_those_removed_with_their_soudaishou_cost_no_points() -> None:
    entries: dict[str, Any] = {"scenario": "conquest_of_kanto"}
    others = {"baba_nobuharu": "1202"}
    before = compose({"takeda_shingen": BROKEN, **others}, around=THERE, to_act="takeda", **entries)
    match = attack_victim({"takeda_shingen": BROKEN}, others, **entries)
    assert match.view("takeda")["points"]["takeda"] == before.view("takeda")["points"]["takeda"] - 10


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
