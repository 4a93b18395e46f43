"""Sections 23-4-6 and 23-5 with several forces: some in the castle and some on the way, and who follows whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import acts, at, attack, compose, force, forced, kenshin, morale, of_kind, rolls, unit
from tests.support import clause

HERE, THERE, BACK = "1207", "1206", "1205"
KAIZU, NORTH, SOUTH = "0514", "0513", "0515"
FAR = {"irobe_nagazane": "0505"}


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


# --- each force goes its own way ---------------------------------------------------------------------------------


def parting(ways: dict[str, list[str]]) -> Any:
    """Anayama and Nobukado are attacked before Kaizu, 2 losses; each answers for himself."""
    attackers, die = kenshin(SOUTH, "2")
    units = {**attackers, **dict.fromkeys(ways, KAIZU), **FAR}
    match = compose(units, around=KAIZU, to_act="uesugi", dice=[die])
    attack(match, "uesugi_kenshin", KAIZU)
    match.act("retreat")
    while match.decision.name == "retreat":
        match.act(ways[match.decision.data["unit"]].pop(0))
    return match


@clause("kanto", "23-4-6", "23-4-3", "23-5-2")
def test_one_force_may_take_refuge_while_the_other_falls_back() -> None:
    """Both have retreated: two hexes of morale each, nobody strikes back, and either may be followed."""
    match = parting({"anayama_nobukimi": ["refuge"], "takeda_nobukado": [f"back {NORTH}", "back 0512"]})
    assert unit(match, "anayama_nobukimi")["inside"]
    assert at(match, "takeda_nobukado") == "0512"
    assert (morale(match, "anayama_nobukimi"), morale(match, "takeda_nobukado")) == (-2, -2)
    assert len(rolls(match.events)) == 1
    assert set(match.decision.texts) == {f"pursue {KAIZU}", f"pursue {NORTH}", "stay"}


@clause("kanto", "23-4-6", "23-5-3", "23-6")
def test_forces_that_take_refuge_one_by_one_have_retreated() -> None:
    match = parting({"anayama_nobukimi": ["refuge"], "takeda_nobukado": ["refuge"]})
    assert (morale(match, "anayama_nobukimi"), morale(match, "takeda_nobukado")) == (-2, -2)
    assert len(rolls(match.events)) == 1
    assert set(match.decision.texts) == {f"pursue {KAIZU}", "stay"}


# --- who is followed, and by whom --------------------------------------------------------------------------------


@clause("kanto", "23-5", "23-4-4")
@pytest.mark.parametrize(("reach", "goals"), [(1, {THERE, BACK}), (2, {THERE, BACK, "1204"})])
def test_a_force_that_perished_on_its_way_can_be_followed_to_its_end(reach: int, goals: set[str]) -> None:
    """G-18: Anayama's last step is lost in the foothills of the first or of the second hex."""
    attackers, die = kenshin(HERE, "2")
    units = {**attackers, "anayama_nobukimi": {"hex": THERE, "steps": 1}, **FAR}
    way = [BACK, "1204"][:reach]
    match = compose(units, around=THERE, to_act="uesugi", dice=[die], terrain={way[-1]: "foothills"})
    attack(match, "uesugi_kenshin", THERE)
    acts(match, "retreat", *[f"back {hex_id}" for hex_id in way])
    forced(match)
    assert at(match, "anayama_nobukimi") == "dead"
    assert set(match.decision.texts) == {f"pursue {hex_id}" for hex_id in goals} | {"stay"}


@clause("kanto", "23-5", "23-4-3")
def test_nobody_advances_where_a_force_perished_without_a_way_out() -> None:
    """G-16, G-18: mountains all around, the two hexes are more steps than Anayama has."""
    attackers, die = kenshin(HERE, "2")
    units = {**attackers, "anayama_nobukimi": {"hex": THERE, "steps": 1}, **FAR}
    walls = dict.fromkeys(["1106", BACK, "1306"], "mountain")
    match = compose(units, around=THERE, to_act="uesugi", dice=[die], terrain=walls)
    attack(match, "uesugi_kenshin", THERE)
    match.act("retreat")
    forced(match)
    assert at(match, "anayama_nobukimi") == "dead"
    assert match.decision.name == "force"


@clause("kanto", "23-5", "23-7")
def test_each_force_of_a_common_sortie_may_pursue() -> None:
    """G-19: 6 on 6 - 1 + 1 + 2 = 8: 2. Shingen goes on to the north, Baba stays in the castle."""
    units = {name: {"hex": KAIZU, "inside": True} for name in ("takeda_shingen", "baba_nobuharu")}
    besieger = force(KAIZU, "naoe_sanetsuna", morale=-2)
    match = compose({**units, **besieger, "atobe_katsusuke": "0510"}, around=KAIZU, to_act="takeda", dice=[6])
    acts(match, "act baba_nobuharu", "battle", "join takeda_shingen", "retreat", f"back {NORTH}", "back 0512")
    asked = []
    for answer in ("stay", f"pursue {NORTH}"):
        assert (match.decision.name, match.decision.who) == ("pursuit", "takeda")
        asked.append(match.decision.data["unit"])
        match.act(answer)
    assert asked == ["baba_nobuharu", "takeda_shingen"]
    assert at(match, "takeda_shingen") == NORTH
    assert "inside" not in unit(match, "takeda_shingen")
    assert unit(match, "baba_nobuharu")["inside"]
    assert match.decision.name == "force"
