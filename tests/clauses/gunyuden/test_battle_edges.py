"""Field battles at their edges: leaders who die on the way, refuge after a decisive battle, two ways to pursue."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, attack, castle, force, forced, morale, of_kind, rolls, unit
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.field import BACK, FAR, HERE, MINE, THEIRS, THERE, field
from tests.clauses.gunyuden.table import compose, matsu
from tests.support import clause

KAWA, SOUTH = "0514", "0515"


@clause("gunyuden", "23-5-2", "23-4-3")
def test_a_pursuit_follows_the_way_of_one_of_several_forces() -> None:
    """G-18: Hato fled to the north, Kamome to the north-east, two hexes each."""
    attackers, die = matsu(HERE, "2")
    match = field({**attackers, "hato": THERE, "kamome": THERE}, [die])
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
    match = field({"matsu": HERE, **units}, [5], terrain={BACK: "foothills"})  # 5 + 1 = 6 on 3-4: 1
    attack(match, "matsu", THERE)
    match.act("retreat")
    for _ in range(4):
        if match.decision.name == "retreat":
            match.act(f"back {BACK}")
        forced(match)
    assert at(match, "taka") == "dead"
    assert isinstance(unit(match, "tsuru"), str)
    assert at(match, "kamo") == "removed"


@clause("gunyuden", "25-2", "23-6-3")
def test_an_attacking_soudaishou_may_fall_in_the_counterattack() -> None:
    """Matsu alone, reduced, against Taka's 15 on 6 - 1 = 5: 2 losses."""
    taka = force(THERE, "taka", *THEIRS, "kari")
    match = field({"matsu": {"hex": HERE, "steps": 1}, **taka}, [1, 6])
    attack(match, "matsu", THERE)
    forced(match)
    assert at(match, "matsu") == "dead"
    assert at(match, "yanagi") == "removed"
    assert castle(match, "yama")["owner"] == "red"
    assert at(match, "taka") == THERE


@clause("gunyuden", "24-2-5", "25-2")
def test_a_side_without_units_has_lost_the_decisive_battle() -> None:
    """G-31: Taka, one step, falls; nobody is left to roll for a retreat. Matsu may enter the hex (G-34)."""
    match = field({"matsu": HERE, "taka": {"hex": THERE, "steps": 1}}, [6, 1])
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    forced(match)
    assert at(match, "taka") == "dead"
    assert len(rolls(match.events)) == 2
    assert set(match.decision.texts) == {"advance matsu", "stay"}


@clause("gunyuden", "24-2-2", "24-2-4", "24-2-5")
def test_both_soudaishou_may_fall_at_once() -> None:
    """G-31: 2 on 6 is 1 for each; the losses are simultaneous, nobody wins."""
    units = {"matsu": {"hex": HERE, "steps": 1, "morale": -1}, "taka": {"hex": THERE, "steps": 1}}
    match = field(units, [6, 6])  # leaders +1, morale -1: both on 6
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    forced(match)
    assert [roll["value"] for roll in rolls(match.events)] == [0, 0]
    assert (at(match, "matsu"), at(match, "taka")) == ("dead", "dead")
    assert not of_kind(match.events, "advanced")


@clause("gunyuden", "24-2-4", "25.0")
def test_whoever_loses_his_last_step_in_the_same_result_is_killed_too() -> None:
    """Three losses for three steps: Suzume falls in battle beside Taka, he is not merely removed with the army."""
    units: dict[str, Any] = {**force(HERE, "matsu", *MINE), "taka": THERE}
    units["suzume"] = {"hex": THERE, "leader": "taka", "steps": 1}
    match = field(units, [6, 1])  # 15 on 7: 3; 5 on 0: 0
    acts(match, "act matsu", "battle", f"decisive {THERE}")
    assert [(found["dealt"], found["taken"]) for found in of_kind(match.events, "round")] == [(3, 0)]
    forced(match)
    assert (at(match, "taka"), at(match, "suzume")) == ("dead", "dead")


@clause("gunyuden", "24-3-2", "23-4-2", "23-4-5")
@pytest.mark.parametrize("ruling", ["steps", "eliminated"])
@as_first("decisive_rule", "field_battle")
def test_a_way_that_is_too_short_after_a_decisive_battle(ruling: str) -> None:
    """G-16, G-33: one hex of three is open."""
    walls = dict.fromkeys(["1106", "1306", "1105", "1204", "1305"], "mountain")
    units = {**force(HERE, "matsu", *MINE), **force(THERE, "taka", *THEIRS), "tsuru": "1202"}
    match = field(units, [6, 1, 3], terrain=walls, options={"retreat_impossible": ruling})
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
