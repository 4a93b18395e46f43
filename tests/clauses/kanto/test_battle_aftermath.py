"""Section 24-3: the retreat from a decisive battle and the advance after it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kanto.table import (
    acts,
    allowed,
    at,
    compose,
    force,
    forced,
    morale,
    of_kind,
    refused,
    rolls,
    steps,
    unit,
)
from tests.support import clause

HERE, THERE = "1207", "1206"
FAR = {"irobe_nagazane": "0505"}
MINE = ("murakami_yoshikiyo", "nakajo_fujisuke", "usami_sadayuki", "saito_tomonobu")
THEIRS = ("saigusa_moritomo", "morozumi_torasada", "hoshina_masatoshi")
KENSHIN = force(HERE, "uesugi_kenshin", *MINE)  # 15, modifier 4
SHINGEN = force(THERE, "takeda_shingen", *THEIRS)  # 12, modifier 3


def lost(retreat_dice: list[int], extra: dict[str, Any] | None = None, **entries: Any) -> Any:
    """Shingen loses the first round by 3 to 0 (15 on 6 + 1; 12 on 1 - 1): Saigusa dies, Morozumi is reduced."""
    units = {**KENSHIN, **SHINGEN, **(extra or {}), **FAR}
    match = compose(units, around=THERE, radius=6, to_act="uesugi", dice=[6, 1, *retreat_dice], **entries)
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}")
    while match.decision.name == "join":
        match.act("fight")
    acts(match, "lose saigusa_moritomo", "lose saigusa_moritomo", "lose morozumi_torasada")
    return match


@clause("kanto", "24-3", "24-3-1")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_the_loser_retreats_as_many_hexes_as_his_die_shows(die: int) -> None:
    """Away from the enemy's hex; morale falls by as much (G-33)."""
    match = lost([die])
    assert rolls(match.events)[2]["dice"] == [die]
    for hex_id in ("1205", "1204", "1203", "1202")[:die]:
        assert (match.decision.name, match.decision.who) == ("retreat", "takeda")
        refused(match, f"back {HERE}")
        match.act(f"back {hex_id}")
    assert match.decision.name != "retreat"
    assert at(match, "takeda_shingen") == at(match, "morozumi_torasada") == f"12{6 - die:02}"
    assert morale(match, "takeda_shingen") == -die
    assert (steps(match, "takeda_shingen"), steps(match, "hoshina_masatoshi")) == (2, 2)


@clause("kanto", "24-3-2")
@pytest.mark.parametrize(("die", "cost"), [(5, 1), (6, 2)])
def test_five_and_six_are_four_hexes_and_one_or_two_steps(die: int, cost: int) -> None:
    match = lost([die])
    for _ in range(cost):
        assert match.decision.who == "takeda"
        allowed(match, "lose hoshina_masatoshi", "lose takeda_shingen")
        match.act("lose hoshina_masatoshi")
    assert match.decision.name == "retreat"
    acts(match, "back 1205", "back 1204", "back 1203", "back 1202")
    assert match.decision.name != "retreat"
    assert at(match, "takeda_shingen") == "1202"
    assert steps(match, "hoshina_masatoshi") == 2 - cost
    assert morale(match, "takeda_shingen") == -4


@clause("kanto", "24-3-1")
def test_every_force_of_the_loser_rolls_for_itself_bystanders_too() -> None:
    """Baba did not join and Kosaka is nowhere near a castle: both go back, each with a die of his own."""
    match = lost([2, 1], {"baba_nobuharu": THERE})
    ways = {"takeda_shingen": ["1205", "1204"], "baba_nobuharu": ["1106"]}
    taken = 0
    while match.decision.name == "retreat":
        who = match.decision.data["unit"]
        match.act(f"back {ways[who].pop(0)}")
        taken += 1
    assert taken == 3
    assert [roll["dice"] for roll in rolls(match.events)[2:]] == [[2], [1]]
    assert (at(match, "takeda_shingen"), at(match, "baba_nobuharu")) == ("1204", "1106")
    assert (morale(match, "takeda_shingen"), morale(match, "baba_nobuharu")) == (-2, -1)


@clause("kanto", "24-3-1", "24-1-6")
def test_a_garrison_in_the_hex_does_not_retreat() -> None:
    """G-33."""
    units = {**force("0515", "uesugi_kenshin", *MINE), **force("0514", "takeda_shingen", *THEIRS), **FAR}
    units["kosaka_masanobu"] = {"hex": "0514", "inside": True}
    match = compose(units, around="0514", radius=4, to_act="uesugi", dice=[6, 1, 1])
    acts(match, "act uesugi_kenshin", "battle", "decisive 0514", "agree")
    acts(match, "lose saigusa_moritomo", "lose saigusa_moritomo", "lose morozumi_torasada", "back 0513")
    assert at(match, "kosaka_masanobu") == "0514"
    assert "morale" not in unit(match, "kosaka_masanobu")
    assert len(rolls(match.events)) == 3


@clause("kanto", "24-3-2", "23-4-3(2)", "23-4-4(4)", "23-4-4(3)")
def test_the_restrictions_of_a_retreat_hold() -> None:
    hard = {"terrain": {"1106": "mountain", "1205": "foothills"}, "sides": {"1204-1205": "river"}}
    match = lost([2], **hard)
    assert set(match.decision.texts) == {"back 1205", "back 1306"}
    refused(match, "back 1106", "23-4-3(2)")
    acts(match, "back 1205", "lose hoshina_masatoshi", "back 1204", "lose hoshina_masatoshi")
    assert at(match, "hoshina_masatoshi") == "dead"


@clause("kanto", "24-3-2", "23-4-5", "10-1-1(3)")
def test_the_option_keeps_morale_out_of_a_decisive_retreat() -> None:
    """G-33: `decisive_retreat_morale = false`: 10-1-1(3) names skirmishes alone."""
    match = lost([2], options={"decisive_retreat_morale": False})
    acts(match, "back 1205", "back 1204")
    assert (at(match, "takeda_shingen"), morale(match, "takeda_shingen")) == ("1204", 0)


@clause("kanto", "24-3-3")
def test_the_winner_may_enter_the_hex_and_go_no_further() -> None:
    match = lost([3], {"kakizaki_kageie": HERE})
    acts(match, "back 1205", "back 1204", "back 1203")
    assert (match.decision.name, match.decision.who) == ("advance", "uesugi")
    assert set(match.decision.texts) == {"advance uesugi_kenshin", "stay"}  # Kakizaki did not take part
    staying = match.fork()
    staying.act("stay")
    assert at(staying, "uesugi_kenshin") == HERE
    match.act("advance uesugi_kenshin")
    assert at(match, "uesugi_kenshin") == at(match, "murakami_yoshikiyo") == THERE
    assert match.decision.name in ("force", "advance")
    assert not of_kind(match.events, "pursued")


@clause("kanto", "24-3-3")
def test_several_forces_that_took_part_may_advance() -> None:
    units = {**KENSHIN, **SHINGEN, "kakizaki_kageie": HERE, "naoe_sanetsuna": HERE, **FAR}
    match = compose(units, around=THERE, radius=6, to_act="uesugi", dice=[5, 1, 1])  # 21 on 5 + 1: 3
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}", "join kakizaki_kageie", "join naoe_sanetsuna")
    if match.decision.name == "join":
        match.act("fight")
    acts(match, "lose saigusa_moritomo", "lose saigusa_moritomo", "lose morozumi_torasada", "back 1205")
    acts(match, "advance kakizaki_kageie", "advance uesugi_kenshin", "stay")
    places = [at(match, name) for name in ("uesugi_kenshin", "kakizaki_kageie", "naoe_sanetsuna")]
    assert places == [THERE, THERE, HERE]


@clause("kanto", "24-3-3", "24-2-5")
def test_a_defender_who_wins_may_enter_the_attackers_hex() -> None:
    """G-34: Kenshin's morale is -3: 15 on 1 + 1 - 3 = -1: 0; 12 on 5 - 1 + 3 = 7: 2; he goes back one hex."""
    units = {**force(HERE, "uesugi_kenshin", *MINE, morale=-3), **SHINGEN, **FAR}
    match = compose(units, around=THERE, radius=6, to_act="uesugi", dice=[1, 5, 1])
    acts(match, "act uesugi_kenshin", "battle", f"decisive {THERE}", "lose murakami_yoshikiyo", "lose usami_sadayuki")
    assert (match.decision.name, match.decision.who) == ("retreat", "uesugi")
    assert set(match.decision.texts) == {"back 1208", "back 1108", "back 1308"}
    match.act("back 1208")
    assert morale(match, "uesugi_kenshin") == -4
    assert (match.decision.name, match.decision.who) == ("advance", "takeda")
    match.act("advance takeda_shingen")
    assert at(match, "takeda_shingen") == HERE


@clause("kanto", "24-1-2", "12-2-3")
def test_who_took_part_in_the_attack_has_acted() -> None:
    match = lost([1], {"kakizaki_kageie": HERE})
    acts(match, "back 1205", "stay")
    assert unit(match, "uesugi_kenshin")["acted"]
    assert "acted" not in unit(match, "kakizaki_kageie")  # he only watched
    allowed(match, "act kakizaki_kageie")


@clause("kanto", "24-3-2", "10-1-2")
def test_a_retreat_that_breaks_morale_eliminates_the_force() -> None:
    """Baba watches with morale -3 and has to go back two hexes: -5."""
    match = lost([1, 2], {"baba_nobuharu": {"hex": THERE, "morale": -3}})
    forced(match)
    ways = {"takeda_shingen": ["1205"], "baba_nobuharu": ["1106", "1105"]}
    while match.decision.name == "retreat":
        match.act(f"back {ways[match.decision.data['unit']].pop(0)}")
    assert at(match, "baba_nobuharu") == "dead"
