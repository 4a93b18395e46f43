"""Sections 20-1 and 24-1: what holds for one phase only."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import besiege
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.table import compose, host
from tests.support import clause

MATSU, TAKA = "matsu", "taka"
SUGI = "sugi"


# --- 20-1, 24-1: what holds for one phase only -----------------------------------------------------------------------


def second_stage(match: Any) -> None:
    """On to the red phase of the next stage."""
    while (match.view(None)["stage"], match.decision.name, match.who) != (2, "force", "red"):
        match.act({"offer": "hold_out", "losses": match.decision.texts[-1]}.get(match.decision.name, "end"))


@clause("gunyuden", "20-1-1", "20-1-2")
@pytest.mark.parametrize("first", ["call", "assault"])
@only("first")
def test_call_and_assault_exclude_each_other_for_one_phase_only(first: str) -> None:
    """A 6 is rejected by a castle that is whole; 6 - 1 = 5 costs it 2 and the attackers 1."""
    units = {**host("0514", 24, invests=True), MATSU: "0505", TAKA: "1218"}
    match = compose(units, around="0514", radius=2, phase="red", dice=[6] + [1] * 9)
    besiege(match, SUGI, first)
    second_stage(match)
    besiege(match, SUGI)
    allowed(match, "call", "assault")


@clause("gunyuden", "24-1-8")
def test_who_was_refused_a_decisive_battle_may_propose_it_again_in_another_phase() -> None:
    """G-60: Taka stands before Kawa and may refuse."""
    match = compose({MATSU: "0515", TAKA: "0514"}, around="0514", radius=3, phase="red")
    acts(match, f"act {MATSU}", "battle", "decisive 0514", "refuse")
    refused(match, "decisive 0514", "24-1-8")
    match.act("hold")
    if match.decision.name == "action":
        match.act("rest")
    second_stage(match)
    acts(match, f"act {MATSU}", "battle")
    allowed(match, "decisive 0514")
