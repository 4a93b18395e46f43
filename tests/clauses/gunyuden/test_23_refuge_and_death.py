"""Sections 23-4-6 and 23-5 with several forces: some in the castle and some on the way, and who follows whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, castle, force, morale, of_kind, pay_forced_losses, rolls, unit
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.field import BACK, FAR, HERE, MINE, THEIRS, THERE, compose_field
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


def part_ways(ways: dict[str, list[str]]) -> Any:
    """Attack Hato and Kamome before Kawa for 2 losses and answer for each of them."""
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
    match = part_ways({"hato": ["refuge"], "kamome": [f"back {NORTH}", "back 0512"]})
    assert unit(match, "hato")["inside"]
    assert at(match, "kamome") == "0512"
    assert (morale(match, "hato"), morale(match, "kamome")) == (-2, -2)
    assert len(rolls(match.events)) == 1
    assert set(match.decision.texts) == {f"pursue {KAWA}", f"pursue {NORTH}", "stay"}


@clause("gunyuden", "23-4-6", "23-5-3", "23-6")
def test_forces_that_take_refuge_one_by_one_have_retreated() -> None:
    match = part_ways({"hato": ["refuge"], "kamome": ["refuge"]})
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
    pay_forced_losses(match)
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
    pay_forced_losses(match)
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


# --- other retreats, and deaths on the way ------------------------------------------------------------------------


@clause("gunyuden", "23-5-2", "23-4-3")
def test_a_pursuit_follows_the_way_of_one_of_several_forces() -> None:
    """G-18: Hato fled to the north, Kamome to the north-east, two hexes each."""
    attackers, die = matsu(HERE, "2")
    match = compose_field({**attackers, "hato": THERE, "kamome": THERE}, [die])
    attack(match, "matsu", THERE)
    match.act("retreat")
    ways = {"hato": [BACK, "1204"], "kamome": ["1306", "1405"]}
    while match.decision.name == "retreat":
        match.act(f"back {ways[match.decision.data['unit']].pop(0)}")
    assert set(match.decision.texts) == {f"pursue {THERE}", f"pursue {BACK}", "pursue 1306", "stay"}
    refused(match, "pursue 1106", "23-5-2")
    match.act("pursue 1306")
    assert at(match, "matsu") == "1306"


@clause("gunyuden", "23-4-6", "24-3-2")
@as_first("decisive_rule", "field_battle")
def test_the_castle_of_the_hex_gives_refuge_after_a_decisive_battle_too() -> None:
    """G-33: all of 23-4 applies. Taka loses 3 to 0 before Kawa and rolls a 2: morale -2."""
    units = {**force(SOUTH, "matsu", *MINE), **force(KAWA, "taka", *THEIRS), **FAR}
    match = compose(units, around=KAWA, radius=4, to_act="red", dice=[6, 1, 2])
    acts(match, "act matsu", "battle", f"decisive {KAWA}", "agree")
    acts(match, "lose suzume", "lose suzume", "lose karasu")
    assert (match.decision.name, match.decision.who) == ("retreat", "blue")
    allowed(match, "refuge", "back 0513")
    match.act("refuge")
    assert unit(match, "taka")["inside"]
    assert (at(match, "taka"), morale(match, "taka")) == (KAWA, -2)
    assert set(match.decision.texts) == {"advance matsu", "stay"}


@clause("gunyuden", "23-4-6", "23-4-1")
def test_all_attacked_forces_take_refuge_together() -> None:
    attackers, die = matsu(SOUTH, "2")
    units = {**attackers, "hato": KAWA, "kamome": {"hex": KAWA, "morale": 0}, **FAR}
    match = compose(units, around=KAWA, to_act="red", dice=[die])
    attack(match, "matsu", KAWA)
    match.act("refuge")
    while match.decision.name == "retreat":
        match.act("refuge")
    for name in ("hato", "kamome"):
        assert unit(match, name)["inside"]
        assert morale(match, name) == -2


@clause("gunyuden", "23-4-6", "10-1-2")
def test_refuge_does_not_save_a_force_whose_morale_breaks() -> None:
    """-4 and one hex required: 3 on 1 + 2 + 4 = 7 is 1."""
    units = {"sugi": SOUTH, "hato": {"hex": KAWA, "morale": -4}, "tsuru": "1202", **FAR}
    match = compose(units, around=KAWA, to_act="red", dice=[1])
    attack(match, "sugi", KAWA)
    match.act("refuge")
    assert at(match, "hato") == "dead"


@clause("gunyuden", "25-2", "23-4-4")
def test_a_soudaishou_may_die_on_the_retreat_and_his_army_is_gone() -> None:
    """Taka's last step is lost in the foothills; Tsuru, who flees with him, and Kamo elsewhere leave the map."""
    units = {"taka": {"hex": THERE, "steps": 1}, "tsuru": THERE, "kamo": "1202"}
    match = compose_field({"matsu": HERE, **units}, [5], terrain={BACK: "foothills"})  # 5 + 1 = 6 on 3-4: 1
    attack(match, "matsu", THERE)
    match.act("retreat")
    for _ in range(4):
        if match.decision.name == "retreat":
            match.act(f"back {BACK}")
        pay_forced_losses(match)
    assert at(match, "taka") == "dead"
    assert isinstance(unit(match, "tsuru"), str)
    assert at(match, "kamo") == "removed"


@clause("gunyuden", "25-2", "23-6-3")
def test_an_attacking_soudaishou_may_fall_in_the_counterattack() -> None:
    """Matsu alone, reduced, against Taka's 15 on 6 - 1 = 5: 2 losses."""
    taka = force(THERE, "taka", *THEIRS, "kari")
    match = compose_field({"matsu": {"hex": HERE, "steps": 1}, **taka}, [1, 6])
    attack(match, "matsu", THERE)
    pay_forced_losses(match)
    assert at(match, "matsu") == "dead"
    assert at(match, "yanagi") == "removed"
    assert castle(match, "yama")["owner"] == "red"
    assert at(match, "taka") == THERE


@clause("gunyuden", "24-2-5", "25-2")
def test_a_side_without_units_has_lost_the_decisive_battle() -> None:
    """G-31: Taka, one step, falls; nobody is left to roll for a retreat. Matsu may enter the hex (G-34)."""
    match = compose_field({"matsu": HERE, "taka": {"hex": THERE, "steps": 1}}, [6, 1])
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    pay_forced_losses(match)
    assert at(match, "taka") == "dead"
    assert len(rolls(match.events)) == 2
    assert set(match.decision.texts) == {"advance matsu", "stay"}


@clause("gunyuden", "24-2-2", "24-2-4", "24-2-5")
def test_both_soudaishou_may_fall_at_once() -> None:
    """G-31: 2 on 6 is 1 for each; the losses are simultaneous, nobody wins."""
    units = {"matsu": {"hex": HERE, "steps": 1, "morale": -1}, "taka": {"hex": THERE, "steps": 1}}
    match = compose_field(units, [6, 6])  # leaders +1, morale -1: both on 6
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    pay_forced_losses(match)
    assert [roll["value"] for roll in rolls(match.events)] == [0, 0]
    assert (at(match, "matsu"), at(match, "taka")) == ("dead", "dead")
    assert not of_kind(match.events, "advanced")


@clause("gunyuden", "24-2-4", "25.0")
def test_whoever_loses_his_last_step_in_the_same_result_is_killed_too() -> None:
    """Three losses for three steps: Suzume falls in battle beside Taka, he is not merely removed with the army."""
    units: dict[str, Any] = {**force(HERE, "matsu", *MINE), "taka": THERE}
    units["suzume"] = {"hex": THERE, "leader": "taka", "steps": 1}
    match = compose_field(units, [6, 1])  # 15 on 7: 3; 5 on 0: 0
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    assert [(found["dealt"], found["taken"]) for found in of_kind(match.events, "round")] == [(3, 0)]
    pay_forced_losses(match)
    assert (at(match, "taka"), at(match, "suzume")) == ("dead", "dead")


@clause("gunyuden", "24-3-2", "23-4-2", "23-4-5")
@pytest.mark.parametrize("ruling", ["steps", "eliminated"])
@as_first("decisive_rule", "field_battle")
def test_a_way_that_is_too_short_after_a_decisive_battle(ruling: str) -> None:
    """G-16, G-33: one hex of three is open."""
    walls = dict.fromkeys(["1106", "1306", "1105", "1204", "1305"], "mountain")
    units = {**force(HERE, "matsu", *MINE), **force(THERE, "taka", *THEIRS), "tsuru": "1202"}
    match = compose_field(units, [6, 1, 3], terrain=walls, options={"retreat_impossible": ruling})
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    acts(match, "lose suzume", "lose suzume", "lose karasu", f"back {BACK}")
    if ruling == "eliminated":
        assert at(match, "taka") == "dead"
        return
    acts(match, "lose tsubame", "lose tsubame")
    assert (at(match, "taka"), at(match, "tsubame")) == (BACK, "dead")
    assert morale(match, "taka") == -1  # by the hex he went, not by the three he should have gone (23-4-5)


@clause("gunyuden", "18-3", "23-4", "18-3-2")
def test_an_investing_force_that_retreats_ends_the_investment() -> None:
    """Kaede is driven from Kawa by Washi: 3 on 6: 1."""
    units = {
        **force(KAWA, "kaede", "ume", "momo", "kaki", invests=True),
        "sagi": {"hex": KAWA, "inside": True, "morale": -2},
        "washi": "0513",
    }
    match = compose(units, around=KAWA, radius=3, to_act="blue", dice=[6])
    attack(match, "washi", KAWA)
    acts(match, "hold_siege", "retreat", "back 0515")
    assert not castle(match, "kawa").get("besieged")
    assert morale(match, "sagi") == 0  # G-53
    assert "invests" not in unit(match, "kaede")
