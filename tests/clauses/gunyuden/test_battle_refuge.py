"""Sections 23-4-6 and 23-5 with several forces: some in the castle and some on the way, and who follows whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts
from tests.clauses.forces import at, attack, force, forced, morale, of_kind, rolls, unit
from tests.clauses.gunyuden.field import BACK, FAR, HERE, THERE
from tests.clauses.gunyuden.table import compose, matsu
from tests.support import clause

KAWA, NORTH, SOUTH = "0514", "0513", "0515"


@clause("gunyuden", "23-4-6", "10-1-2", "25-2")
@pytest.mark.parametrize(("spirit", "fate"), [(0, "removed"), (-4, "dead")])
def test_a_soudaishou_who_breaks_in_his_refuge_takes_those_beside_him_along(spirit: int, fate: str) -> None:
    """3 on 6 - 1 + 4 = 9: 2 hexes. Taka, at -4, breaks; Tsuru goes with the army, or breaks for himself."""
    units: dict[str, Any] = {"sugi": SOUTH, "taka": {"hex": KAWA, "morale": -4}, **FAR}
    units["tsuru"] = {"hex": KAWA, "morale": spirit}
    match = compose(units, around=KAWA, to_act="red", dice=[6])
    attack(match, "sugi", KAWA)
    events = match.act("refuge")
    assert (at(match, "taka"), at(match, "tsuru")) == ("dead", fate)
    assert len(of_kind(events, "killed")) == 1 + (fate == "dead")


# --- each force goes its own way ---------------------------------------------------------------------------------


def parting(ways: dict[str, list[str]]) -> Any:
    """Hato and Kamome are attacked before Kawa, 2 losses; each answers for himself."""
    attackers, die = matsu(SOUTH, "2")
    units = {**attackers, **dict.fromkeys(ways, KAWA), **FAR}
    match = compose(units, around=KAWA, to_act="red", dice=[die])
    attack(match, "matsu", KAWA)
    match.act("retreat")
    while match.decision.name == "retreat":
        match.act(ways[match.decision.data["unit"]].pop(0))
    return match


@clause("gunyuden", "23-4-6", "23-4-3", "23-5-2")
def test_one_force_may_take_refuge_while_the_other_falls_back() -> None:
    """Both have retreated: two hexes of morale each, nobody strikes back, and either may be followed."""
    match = parting({"hato": ["refuge"], "kamome": [f"back {NORTH}", "back 0512"]})
    assert unit(match, "hato")["inside"]
    assert at(match, "kamome") == "0512"
    assert (morale(match, "hato"), morale(match, "kamome")) == (-2, -2)
    assert len(rolls(match.events)) == 1
    assert set(match.decision.texts) == {f"pursue {KAWA}", f"pursue {NORTH}", "stay"}


@clause("gunyuden", "23-4-6", "23-5-3", "23-6")
def test_forces_that_take_refuge_one_by_one_have_retreated() -> None:
    match = parting({"hato": ["refuge"], "kamome": ["refuge"]})
    assert (morale(match, "hato"), morale(match, "kamome")) == (-2, -2)
    assert len(rolls(match.events)) == 1
    assert set(match.decision.texts) == {f"pursue {KAWA}", "stay"}


# --- who is followed, and by whom --------------------------------------------------------------------------------


@clause("gunyuden", "23-5", "23-4-4")
@pytest.mark.parametrize(("reach", "goals"), [(1, {THERE, BACK}), (2, {THERE, BACK, "1204"})])
def test_a_force_that_perished_on_its_way_can_be_followed_to_its_end(reach: int, goals: set[str]) -> None:
    """G-18: Hato's last step is lost in the foothills of the first or of the second hex."""
    attackers, die = matsu(HERE, "2")
    units = {**attackers, "hato": {"hex": THERE, "steps": 1}, **FAR}
    way = [BACK, "1204"][:reach]
    match = compose(units, around=THERE, to_act="red", dice=[die], terrain={way[-1]: "foothills"})
    attack(match, "matsu", THERE)
    acts(match, "retreat", *[f"back {hex_id}" for hex_id in way])
    forced(match)
    assert at(match, "hato") == "dead"
    assert set(match.decision.texts) == {f"pursue {hex_id}" for hex_id in goals} | {"stay"}


@clause("gunyuden", "23-5", "23-4-3")
def test_nobody_advances_where_a_force_perished_without_a_way_out() -> None:
    """G-16, G-18: mountains all around, the two hexes are more steps than Hato has."""
    attackers, die = matsu(HERE, "2")
    units = {**attackers, "hato": {"hex": THERE, "steps": 1}, **FAR}
    walls = dict.fromkeys(["1106", BACK, "1306"], "mountain")
    match = compose(units, around=THERE, to_act="red", dice=[die], terrain=walls)
    attack(match, "matsu", THERE)
    match.act("retreat")
    forced(match)
    assert at(match, "hato") == "dead"
    assert match.decision.name == "force"


@clause("gunyuden", "23-5", "23-7")
def test_each_force_of_a_common_sortie_may_pursue() -> None:
    """G-19: 6 on 6 - 1 + 1 + 2 = 8: 2. Taka goes on to the north, Tsuru stays in the castle."""
    units = {name: {"hex": KAWA, "inside": True} for name in ("taka", "tsuru")}
    besieger = force(KAWA, "kaede", morale=-2)
    match = compose({**units, **besieger, "kiji": "0510"}, around=KAWA, to_act="blue", dice=[6])
    acts(match, "act tsuru", "battle", "join taka", "retreat", f"back {NORTH}", "back 0512")
    asked = []
    for answer in ("stay", f"pursue {NORTH}"):
        assert (match.decision.name, match.decision.who) == ("pursuit", "blue")
        asked.append(match.decision.data["unit"])
        match.act(answer)
    assert asked == ["tsuru", "taka"]
    assert at(match, "taka") == NORTH
    assert "inside" not in unit(match, "taka")
    assert unit(match, "tsuru")["inside"]
    assert match.decision.name == "force"
