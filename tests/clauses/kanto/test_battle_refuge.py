"""Sections 23-4-6 and 23-5 with several forces: some in the castle and some on the way, and who follows whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import at, attack, compose, of_kind
from tests.support import clause

KAIZU, SOUTH = "0514", "0515"
FAR = {"irobe_nagazane": "1210"}


@clause("kanto", "23-4-6", "10-1-2", "25-2", "34-3")
@pytest.mark.parametrize(("spirit", "fate"), [(0, "removed"), (-4, "dead")])
def test_a_soudaishou_who_breaks_in_his_refuge_takes_those_beside_him_along(spirit: int, fate: str) -> None:
    """3 on 6 - 1 + 4 = 9: 2 hexes. Shingen, at -4, breaks; Baba goes with the army, or breaks for himself."""
    units: dict[str, Any] = {"kakizaki_kageie": SOUTH, "takeda_shingen": {"hex": KAIZU, "morale": -4}, **FAR}
    units["baba_nobuharu"] = {"hex": KAIZU, "morale": spirit}
    match = compose(units, around=KAIZU, to_act="uesugi", dice=[6])
    attack(match, "kakizaki_kageie", KAIZU)
    events = match.act("refuge")
    assert (at(match, "takeda_shingen"), at(match, "baba_nobuharu")) == ("dead", fate)
    assert len(of_kind(events, "killed")) == 1 + (fate == "dead")
