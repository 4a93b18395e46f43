"""Field battles at their edges: leaders who die on the way, refuge after a decisive battle, two ways to pursue."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    at,
    attack,
    castle,
    compose,
    force,
    forced,
    kenshin,
    morale,
    of_kind,
    refused,
    rolls,
    unit,
)
from tests.support import clause

HERE, THERE, BACK = "1207", "1206", "1205"
KAIZU, SOUTH = "0514", "0515"
FAR = {"irobe_nagazane": "0505"}
MINE = ("murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu")
THEIRS = ("saigusa_moritomo", "morozumi_torasada", "hoshina_masatoshi")


def field(units: dict[str, Any], dice: list[int], **entries: Any) -> Any:
    return compose({**units, **FAR}, around=THERE, **{"to_act": "uesugi", "dice": dice, **entries})


@clause("kanto", "23-5-2", "23-4-3")
def test_a_pursuit_follows_the_way_of_one_of_several_forces() -> None:
    """G-18: Anayama fled to the north, Nobukado to the north-east, two hexes each."""
    attackers, die = kenshin(HERE, "2")
    match = field({**attackers, "anayama_nobukimi": THERE, "takeda_nobukado": THERE}, [die])
    attack(match, "uesugi_kenshin", THERE)
    match.act("retreat")
    ways = {"anayama_nobukimi": [BACK, "1204"], "takeda_nobukado": ["1306", "1405"]}
    while match.decision.name == "retreat":
        match.act(f"back {ways[match.decision.data['unit']].pop(0)}")
    assert set(match.decision.texts) == {f"pursue {THERE}", f"pursue {BACK}", "pursue 1306", "stay"}
    refused(match, "pursue 1106", "23-5-2")
    match.act("pursue 1306")
    assert at(match, "uesugi_kenshin") == "1306"


@clause("kanto", "23-4-6", "24-3-2")
def test_the_castle_of_the_hex_gives_refuge_after_a_decisive_battle_too() -> None:
    """G-33: all of 23-4 applies. Shingen loses 3 to 0 before Kaizu and rolls a 2: morale -2."""
    units = {**force(SOUTH, "uesugi_kenshin", *MINE), **force(KAIZU, "takeda_shingen", *THEIRS), **FAR}
    match = compose(units, around=KAIZU, radius=4, to_act="uesugi", dice=[6, 1, 2])
    acts(match, "act uesugi_kenshin", "battle", f"decisive {KAIZU}", "agree")
    acts(match, "lose saigusa_moritomo", "lose saigusa_moritomo", "lose morozumi_torasada")
    assert (match.decision.name, match.decision.who) == ("retreat", "takeda")
    allowed(match, "refuge", "back 0513")
    match.act("refuge")
    assert unit(match, "takeda_shingen")["inside"]
    assert (at(match, "takeda_shingen"), morale(match, "takeda_shingen")) == (KAIZU, -2)
    assert set(match.decision.texts) == {"advance uesugi_kenshin", "stay"}


@clause("kanto", "23-4-6", "23-4-1")
def test_all_attacked_forces_take_refuge_together() -> None:
    attackers, die = kenshin(SOUTH, "2")
    units = {**attackers, "anayama_nobukimi": KAIZU, "takeda_nobukado": {"hex": KAIZU, "morale": 0}, **FAR}
    match = compose(units, around=KAIZU, to_act="uesugi", dice=[die])
    attack(match, "uesugi_kenshin", KAIZU)
    match.act("refuge")
    while match.decision.name == "retreat":
        match.act("refuge")
    for name in ("anayama_nobukimi", "takeda_nobukado"):
        assert unit(match, name)["inside"]
        assert morale(match, name) == -2


@clause("kanto", "23-4-6", "10-1-2")
def test_refuge_does_not_save_a_force_whose_morale_breaks() -> None:
    """-4 and one hex required: 3 on 1 + 2 + 4 = 7 is 1."""
    units = {"kakizaki_kageie": SOUTH, "anayama_nobukimi": {"hex": KAIZU, "morale": -4}, "baba_nobuharu": "1202", **FAR}
    match = compose(units, around=KAIZU, to_act="uesugi", dice=[1])
    attack(match, "kakizaki_kageie", KAIZU)
    match.act("refuge")
    assert at(match, "anayama_nobukimi") == "dead"


@clause("kanto", "25-2", "23-4-4")
def test_a_soudaishou_may_die_on_the_retreat_and_his_army_is_gone() -> None:
    """Shingen's last step is lost in the foothills; Baba, who flees with him, and Naito elsewhere leave the map."""
    units = {"takeda_shingen": {"hex": THERE, "steps": 1}, "baba_nobuharu": THERE, "naito_masatoyo": "1202"}
    match = field({"uesugi_kenshin": HERE, **units}, [5], terrain={BACK: "foothills"})  # 5 + 1 = 6 on 3-4: 1
    attack(match, "uesugi_kenshin", THERE)
    match.act("retreat")
    for _ in range(4):
        if match.decision.name == "retreat":
            match.act(f"back {BACK}")
        forced(match)
    assert at(match, "takeda_shingen") == "dead"
    assert isinstance(unit(match, "baba_nobuharu"), str)
    assert at(match, "naito_masatoyo") == "removed"


@clause("kanto", "25-2", "23-6-3")
def test_an_attacking_soudaishou_may_fall_in_the_counterattack() -> None:
    """Kenshin alone, reduced, against Shingen's 15 on 6 - 1 = 5: 2 losses."""
    shingen = force(THERE, "takeda_shingen", *THEIRS, "amari_masatada")
    match = field({"uesugi_kenshin": {"hex": HERE, "steps": 1}, **shingen}, [1, 6])
    attack(match, "uesugi_kenshin", THERE)
    forced(match)
    assert at(match, "uesugi_kenshin") == "dead"
    assert at(match, "irobe_nagazane") == "removed"
    assert castle(match, "kasugayama")["owner"] == "uesugi"
    assert at(match, "takeda_shingen") == THERE


@clause("kanto", "24-2-5", "25-2")
def test_a_side_without_units_has_lost_the_decisive_battle() -> None:
    """G-31: Shingen, one step, falls; nobody is left to roll for a retreat. Kenshin may enter the hex (G-34)."""
    match = field({"uesugi_kenshin": HERE, "takeda_shingen": {"hex": THERE, "steps": 1}}, [6, 1])
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}")
    forced(match)
    assert at(match, "takeda_shingen") == "dead"
    assert len(rolls(match.events)) == 2
    assert set(match.decision.texts) == {"advance uesugi_kenshin", "stay"}


@clause("kanto", "24-2-2", "24-2-4", "24-2-5")
def test_both_soudaishou_may_fall_at_once() -> None:
    """G-31: 2 on 6 is 1 for each; the losses are simultaneous, nobody wins."""
    units = {"uesugi_kenshin": {"hex": HERE, "steps": 1, "morale": -1}, "takeda_shingen": {"hex": THERE, "steps": 1}}
    match = field(units, [6, 6])  # leaders +1, morale -1: both on 6
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}")
    forced(match)
    assert [roll["value"] for roll in rolls(match.events)] == [0, 0]
    assert (at(match, "uesugi_kenshin"), at(match, "takeda_shingen")) == ("dead", "dead")
    assert not of_kind(match.events, "advanced")


@clause("kanto", "24-2-4", "25.0", "34-3")
def test_whoever_loses_his_last_step_in_the_same_result_is_killed_too() -> None:
    """Three losses for three steps: Saigusa falls in battle beside Shingen, he is not merely removed with the army."""
    units: dict[str, Any] = {**force(HERE, "uesugi_kenshin", *MINE), "takeda_shingen": THERE}
    units["saigusa_moritomo"] = {"hex": THERE, "leader": "takeda_shingen", "steps": 1}
    match = field(units, [6, 1])  # 15 on 7: 3; 5 on 0: 0
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}")
    assert [(found["dealt"], found["taken"]) for found in of_kind(match.events, "round")] == [(3, 0)]
    forced(match)
    assert (at(match, "takeda_shingen"), at(match, "saigusa_moritomo")) == ("dead", "dead")


@clause("kanto", "24-3-2", "23-4-2")
@pytest.mark.parametrize("ruling", ["steps", "eliminated"])
def test_a_way_that_is_too_short_after_a_decisive_battle(ruling: str) -> None:
    """G-16, G-33: one hex of three is open."""
    walls = dict.fromkeys(["1106", "1306", "1105", "1204", "1305"], "mountain")
    units = {**force(HERE, "uesugi_kenshin", *MINE), **force(THERE, "takeda_shingen", *THEIRS), "baba_nobuharu": "1202"}
    match = field(units, [6, 1, 3], terrain=walls, options={"retreat_impossible": ruling})
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}")
    acts(match, "lose saigusa_moritomo", "lose saigusa_moritomo", "lose morozumi_torasada", f"back {BACK}")
    if ruling == "eliminated":
        assert at(match, "takeda_shingen") == "dead"
        return
    acts(match, "lose hoshina_masatoshi", "lose hoshina_masatoshi")
    assert (at(match, "takeda_shingen"), at(match, "hoshina_masatoshi")) == (BACK, "dead")


@clause("kanto", "18-3", "23-4", "18-3-2")
def test_an_investing_force_that_retreats_ends_the_investment() -> None:
    """Naoe is driven from Kaizu by Yamagata: 3 on 6: 1."""
    units = {
        **force(KAIZU, "naoe_sanetsuna", "yasuda_akimoto", "yoshie_kagesuke", "nagao_kagenobu", invests=True),
        "kosaka_masanobu": {"hex": KAIZU, "inside": True, "morale": -2},
        "yamagata_masakage": "0513",
    }
    match = compose(units, around=KAIZU, radius=3, to_act="takeda", dice=[6])
    attack(match, "yamagata_masakage", KAIZU)
    acts(match, "hold_siege", "retreat", "back 0515")
    assert not castle(match, "kaizu").get("besieged")
    assert morale(match, "kosaka_masanobu") == 0  # G-53
    assert "invests" not in unit(match, "naoe_sanetsuna")
