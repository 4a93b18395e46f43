"""Chapter 8: who fights whom, under which commander, with how many dice, and additional combat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.nobunaga.steps import (
    ODA_CARDS,
    armies,
    board,
    finish,
    generals,
    move,
    options_of,
    pay,
    strike,
    turn_of,
)
from tests.clauses.nobunaga.table import acts, hand, refused, stack
from tests.support import clause

NOBUNAGA = {"ready": 2, "generals": ["oda_nobunaga"]}


@clause("nobunaga", "8")
def test_8_damage_is_simultaneous() -> None:
    """Shibata (3) kills the Azai army with the first die; it still rolls the die that kills Oda's army."""
    areas = {
        "mino": {
            "oda": {"ready": 1, "generals": ["shibata_katsuie"]},
            "azai": {"ready": 1, "generals": ["azai_nagamasa"]},
        }
    }
    match = board(areas, dice=[1, 6, 6, 1])
    strike(match, "oda", "mino")
    assert armies(match, "mino", "azai") == (0, 0)
    assert armies(match, "mino", "oda") == (0, 0)
    assert generals(match, "mino", "azai") == {"azai_nagamasa": "ready"}
    assert set(generals(match, "mino", "oda")) == {"shibata_katsuie"}


@clause("nobunaga", "8.p3")
@pytest.mark.parametrize("moving", [False, True])
def test_8_p3_attackers_spent_defenders_unchanged(moving: bool) -> None:
    """Three dice against four, all misses; only continued combat may be followed by another."""
    azai = {"ready": 2, "spent": 1, "generals": ["azai_nagamasa"]}
    areas: dict[str, Any] = {"mino": {"oda": {**NOBUNAGA, "ready": 3}}, "north_oumi": {"azai": azai}}
    if not moving:
        areas["north_oumi"]["oda"] = areas.pop("mino")["oda"] | {"ready": 2}
    match = board(areas, dice=[6] * 7)
    if moving:
        move(match, "oda", "mino", "north_oumi", generals=["oda_nobunaga"], armies=2)
        pay(match)
    else:
        strike(match, "oda", "north_oumi")
        pay(match)
        assert turn_of(match) == ("additional", "oda")
        match.act("stop")
    assert turn_of(match) == ("action", "anti_oda")
    assert stack(match, "north_oumi", "oda") == {"ready": 0, "spent": 2, "generals": {"oda_nobunaga": "spent"}}
    assert stack(match, "north_oumi", "azai") == {"ready": 2, "spent": 1, "generals": {"azai_nagamasa": "ready"}}


@clause("nobunaga", "8-1")
def test_8_1_area_daimyo_target_and_commander_are_declared() -> None:
    """Under Hashiba (2) four dice 3, 3, 3, 2 are one hit; Nobunaga (3) would have made four."""
    areas = {
        "north_oumi": {
            "oda": {"ready": 2, "generals": ["oda_nobunaga", "hashiba_hideyoshi"]},
            "tokugawa": {"ready": 1},
            "azai": {"ready": 5},
            "asakura": {"ready": 5, "generals": ["asakura_yoshikage"]},
        },
        "mino": {"oda": {"ready": 1}, "miyoshi": {"ready": 1}},
    }
    match = board(areas, dice=[3, 3, 3, 2])
    match.act("combat")
    assert turn_of(match) == ("attack", "oda")
    assert options_of(match) == {"attack oda north_oumi", "attack tokugawa north_oumi", "attack oda mino"}
    match.act("attack oda north_oumi")
    assert turn_of(match) == ("target", "oda")
    match.act("target azai")
    assert turn_of(match) == ("commander", "oda")
    assert options_of(match) == {"commander oda_nobunaga", "commander hashiba_hideyoshi"}
    match.act("commander hashiba_hideyoshi")
    assert turn_of(match) == ("discard", "oda")
    assert armies(match, "north_oumi", "azai") == (4, 0)
    assert armies(match, "north_oumi", "asakura") == (5, 0)


@clause("nobunaga", "8-1-1")
def test_8_1_1_all_ready_units_of_the_daimyo_attack() -> None:
    """Nobunaga and three ready armies roll four dice; two spent armies and the Tokugawa take no part."""
    areas = {
        "mino": {
            "oda": {"ready": 3, "spent": 2, "generals": ["oda_nobunaga"]},
            "tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu"]},
            "azai": {"ready": 6},
        }
    }
    match = board(areas, dice=[3, 3, 3, 3])
    strike(match, "oda", "mino")
    finish(match)
    assert armies(match, "mino", "azai") == (2, 0)
    assert armies(match, "mino", "oda") == (0, 5)
    assert stack(match, "mino", "tokugawa") == {"ready": 2, "spent": 0, "generals": {"tokugawa_ieyasu": "ready"}}


@clause("nobunaga", "8-1-1.Ex", "8-1-1")
def test_8_1_1_ex_ready_units_on_the_spot_join_those_that_arrive() -> None:
    """Two armies arrive; Nobunaga and two ready armies are there: five dice. The spent army and Tokugawa look on."""
    areas = {
        "south_oumi": {"oda": {"ready": 3}},
        "mino": {
            "oda": {"ready": 2, "spent": 1, "generals": ["oda_nobunaga"]},
            "tokugawa": {"ready": 1},
            "azai": {"ready": 6},
        },
    }
    match = board(areas, dice=[3, 3, 3, 3, 3])
    move(match, "oda", "south_oumi", "mino", armies=2)
    pay(match)
    assert armies(match, "mino", "azai") == (1, 0)
    assert stack(match, "mino", "oda") == {"ready": 0, "spent": 5, "generals": {"oda_nobunaga": "spent"}}
    assert armies(match, "mino", "tokugawa") == (1, 0)
    assert armies(match, "south_oumi", "oda") == (1, 0)


@clause("nobunaga", "8-1-2")
@pytest.mark.parametrize(("tokugawa_box", "extra"), [(2, set()), (3, {"target tokugawa"})])
def test_8_1_2_target_is_one_daimyo_of_another_power(tokugawa_box: int, extra: set[str]) -> None:
    areas = {
        "north_oumi": {
            "oda": NOBUNAGA,
            "tokugawa": {"ready": 3},
            "azai": {"ready": 5},
            "asakura": {"ready": 5},
        }
    }
    match = board(areas, markers={"tokugawa": tokugawa_box}, dice=[1, 1, 1])
    acts(match, "combat", "attack oda north_oumi")
    assert options_of(match) == {"target azai", "target asakura"} | extra
    if not extra:
        refused(match, "target tokugawa", "8-1-2")
    refused(match, "target miyoshi", "8-1-2")  # not there
    match.act("target asakura")
    assert armies(match, "north_oumi", "asakura") == (2, 0)
    assert armies(match, "north_oumi", "azai") == (5, 0)
    assert armies(match, "north_oumi", "tokugawa") == (3, 0)


@clause("nobunaga", "8-1-2")
def test_8_1_2_own_power_is_no_target() -> None:
    """Azai and Asakura together have nobody to attack, until an Oda army stands beside them."""
    both = {"azai": {"ready": 2, "generals": ["azai_nagamasa"]}, "asakura": {"ready": 2}}
    refused(board({"echizen": both}, to_act="anti_oda"), "combat")
    match = board({"echizen": {**both, "oda": {"ready": 4}}}, to_act="anti_oda", dice=[3, 3, 3])
    strike(match, "azai", "echizen")
    assert armies(match, "echizen", "oda") == (1, 0)
    assert armies(match, "echizen", "asakura") == (2, 0)


@clause("nobunaga", "8-1-3")
def test_8_1_3_no_general_no_damage() -> None:
    """Armies alone, or beside a general who is spent, roll nothing (no dice are given)."""
    for oda in ({"ready": 3}, {"ready": 3, "spent_generals": ["oda_nobunaga"]}):
        match = board({"mino": {"oda": oda, "azai": {"ready": 3}}})
        strike(match, "oda", "mino")
        finish(match)
        assert armies(match, "mino", "azai") == (3, 0)
        assert armies(match, "mino", "oda") == (0, 3)
    match = board({"mino": {"oda": NOBUNAGA, "azai": {"ready": 3}}}, dice=[3, 3, 4])
    strike(match, "oda", "mino")
    assert armies(match, "mino", "azai") == (1, 0)


@clause("nobunaga", "8-1-3")
def test_8_1_3_commander_takes_part() -> None:
    """A spent Niwa cannot command; of the ready ones Nobunaga's 3 turns the same dice into more hits."""
    oda = {
        "ready": 1,
        "generals": ["oda_nobunaga", "hashiba_hideyoshi"],
        "spent_generals": ["niwa_nagahide"],
    }
    for commander, left in (("oda_nobunaga", 2), ("hashiba_hideyoshi", 4)):
        match = board({"mino": {"oda": oda, "azai": {"ready": 5}}}, dice=[2, 3, 3])
        strike(match, "oda", "mino")
        assert options_of(match) == {"commander oda_nobunaga", "commander hashiba_hideyoshi"}
        refused(match, "commander niwa_nagahide", "8-1-3")
        match.act(f"commander {commander}")
        assert armies(match, "mino", "azai") == (left, 0)


@clause("nobunaga", "8-1-3", "8-6")
def test_8_1_3_charge_order_needs_no_general() -> None:
    """Value 4 without a general, in the additional combat too; the card itself pays for the first combat."""
    areas = {"mino": {"oda": {"ready": 3}, "azai": {"ready": 5}}, "owari": {"oda": {"ready": 3}}}
    match = board(areas, oda=["charge_order", *ODA_CARDS[:3]], dice=[4, 4, 5, 4, 4, 5])
    acts(match, "event charge_order", "combat", "attack oda mino")
    assert armies(match, "mino", "azai") == (3, 0)
    assert turn_of(match) == ("additional", "oda")
    match.act("again")
    pay(match)
    assert armies(match, "mino", "azai") == (1, 0)
    match.act("stop")
    assert len(hand(match, "oda")) == 2


@clause("nobunaga", "8-1-3")
def test_8_1_3_honganji_armies_need_no_general() -> None:
    match = board({"kaga": {"honganji": {"ready": 3}, "oda": {"ready": 5}}}, to_act="anti_oda", dice=[1, 2, 3])
    strike(match, "honganji", "kaga")
    assert armies(match, "kaga", "oda") == (3, 0)


@clause("nobunaga", "8-2")
def test_8_2_target_answers_ready_or_spent() -> None:
    """Four Azai units of either status roll four dice for three hits on the three armies that attacked.

    Asakura does not roll; Oda's spent army and the Tokugawa did not attack and are not hit.
    """
    areas = {
        "mino": {
            "oda": {"ready": 3, "spent": 1, "generals": ["oda_nobunaga"]},
            "tokugawa": {"ready": 2},
            "azai": {"ready": 1, "spent": 2, "spent_generals": ["azai_nagamasa"]},
            "asakura": {"ready": 2, "generals": ["asakura_yoshikage"]},
        }
    }
    match = board(areas, dice=[6, 6, 6, 6, 3, 3, 4, 3])
    strike(match, "oda", "mino", "target azai")
    assert turn_of(match) == ("discard", "oda")
    finish(match)
    assert stack(match, "mino", "oda") == {"ready": 0, "spent": 1, "generals": {"oda_nobunaga": "spent"}}
    assert armies(match, "mino", "tokugawa") == (2, 0)
    assert stack(match, "mino", "azai") == {"ready": 1, "spent": 2, "generals": {"azai_nagamasa": "spent"}}


@clause("nobunaga", "8-2-1")
@pytest.mark.parametrize(("commander", "left"), [("takeda_katsuyori", 3), ("takeda_shingen", 1)])
def test_8_2_1_defender_names_his_commander(commander: str, left: int) -> None:
    """Three dice 4, 4, 3: one hit under Katsuyori (3), three under Shingen (4), though he is spent."""
    takeda = {"ready": 1, "generals": ["takeda_katsuyori"], "spent_generals": ["takeda_shingen"]}
    areas = {"kai": {"oda": {"ready": 4, "generals": ["sakuma_nobumori"]}, "takeda": takeda}}
    match = board(areas, markers={"takeda": 4}, dice=[6, 6, 6, 6, 6, 4, 4, 3])
    strike(match, "oda", "kai")
    assert turn_of(match) == ("commander", "anti_oda")
    assert options_of(match) == {"commander takeda_katsuyori", "commander takeda_shingen"}
    match.act(f"commander {commander}")
    assert armies(match, "kai", "oda") == (left, 0)


@clause("nobunaga", "8-2-1")
def test_8_2_1_no_general_no_counterattack_damage() -> None:
    """Azai armies alone roll nothing; Honganji armies answer with their own 2."""
    azai = board({"mino": {"oda": NOBUNAGA, "azai": {"ready": 4}}}, dice=[6, 6, 6])
    strike(azai, "oda", "mino")
    assert armies(azai, "mino", "oda") == (2, 0)
    honganji = board({"mino": {"oda": NOBUNAGA, "honganji": {"ready": 2}}}, dice=[6, 6, 6, 2, 3])
    strike(honganji, "oda", "mino")
    assert armies(honganji, "mino", "oda") == (1, 0)


@clause("nobunaga", "8-2-1", "8-4")
@pytest.mark.parametrize(("option", "decider"), [("opponent", "oda"), ("attacker", "anti_oda")])
def test_8_2_1_who_decides_for_neutral_daimyos(option: str, decider: str) -> None:
    """Azai attack Takeda while they are Neutral: one hit of three dice, and four dice miss."""
    takeda = {"ready": 1, "spent": 1, "generals": ["takeda_shingen", "takeda_katsuyori"]}
    areas = {"kai": {"azai": {"ready": 2, "generals": ["azai_nagamasa"]}, "takeda": takeda}}
    dice = [1, 4, 4, 6, 6, 6, 6]
    match = board(areas, to_act="anti_oda", dice=dice, options={"neutral_decider": option})
    strike(match, "azai", "kai")
    assert turn_of(match) == ("commander", decider)
    match.act("commander takeda_shingen")
    assert turn_of(match) == ("losses", decider)
    match.act("lose 0")
    assert armies(match, "kai", "takeda") == (1, 0)


@clause("nobunaga", "8-3")
def test_8_3_one_die_a_unit_hits_at_or_below_the_value() -> None:
    """Nobunaga (3) with five armies: 1 to 6 are three hits. Asakura (2) with four armies: 1 to 5 are two."""
    areas = {
        "mino": {
            "oda": {"ready": 5, "generals": ["oda_nobunaga"]},
            "asakura": {"ready": 4, "generals": ["asakura_yoshikage"]},
        }
    }
    match = board(areas, dice=[6, 5, 4, 3, 2, 1, 5, 4, 3, 2, 1])
    strike(match, "oda", "mino")
    assert armies(match, "mino", "asakura") == (1, 0)
    assert armies(match, "mino", "oda") == (3, 0)


SIEGE = {"mino": {"oda": {"ready": 1, "generals": ["oda_nobunaga"]}, "azai": {"ready": 6}}}


@clause("nobunaga", "8-5", "8-6")
def test_8_5_additional_combats_one_card_each() -> None:
    """Two dice each time, for the units stay ready until the action is over; with Azai gone it ends by itself."""
    match = board(SIEGE, dice=[3] * 6)
    strike(match, "oda", "mino")
    for left in (4, 2):
        assert armies(match, "mino", "azai") == (left, 0)
        if match.decision.name == "discard":
            pay(match)
        assert turn_of(match) == ("additional", "oda")
        assert options_of(match) == {"again", "stop"}
        match.act("again")
        pay(match)
    assert armies(match, "mino", "azai") == (0, 0)
    assert turn_of(match) == ("action", "anti_oda")
    assert len(hand(match, "oda")) == 1
    assert len(hand(match, "anti_oda")) == 4  # the side attacked pays nothing
    assert stack(match, "mino", "oda") == {"ready": 0, "spent": 1, "generals": {"oda_nobunaga": "spent"}}


@clause("nobunaga", "8-5", "8-6")
def test_8_5_stop() -> None:
    match = board(SIEGE, dice=[3, 3])
    strike(match, "oda", "mino")
    pay(match)
    match.act("stop")
    assert turn_of(match) == ("action", "anti_oda")
    assert len(hand(match, "oda")) == 3
    assert armies(match, "mino", "azai") == (4, 0)
    assert armies(match, "mino", "oda") == (0, 1)


@clause("nobunaga", "8-5")
def test_8_5_no_card_no_additional_combat() -> None:
    match = board(SIEGE, oda=["warships", "corps_formation"], dice=[3] * 4)
    strike(match, "oda", "mino")
    acts(match, "discard warships", "again", "discard corps_formation")
    assert armies(match, "mino", "azai") == (2, 0)
    assert turn_of(match) == ("action", "anti_oda")


@clause("nobunaga", "8-5")
@pytest.mark.parametrize(("dice", "name"), [([1, 1, 6], "action"), ([1, 6, 6], "additional")])
def test_8_5_needs_a_survivor(dice: list[int], name: str) -> None:
    """Two Oda armies without a general against Nagamasa: two hits leave nobody, one hit leaves one."""
    areas = {"mino": {"oda": {"ready": 2}, "azai": {"ready": 2, "generals": ["azai_nagamasa"]}}}
    match = board(areas, dice=dice)
    strike(match, "oda", "mino")
    pay(match)
    assert turn_of(match) == (name, "anti_oda" if name == "action" else "oda")


@clause("nobunaga", "8-5.p5")
def test_8_5_p5_new_target_each_time() -> None:
    areas = {
        "mino": {"oda": {"ready": 1, "generals": ["oda_nobunaga"]}, "azai": {"ready": 5}, "asakura": {"ready": 5}},
    }
    match = board(areas, dice=[3] * 6)
    strike(match, "oda", "mino", "target azai")
    for target in ("asakura", "azai"):
        if match.decision.name == "discard":
            pay(match)
        match.act("again")
        pay(match)
        assert turn_of(match) == ("target", "oda")
        assert options_of(match) == {"target azai", "target asakura"}
        match.act(f"target {target}")
    assert armies(match, "mino", "azai") == (1, 0)
    assert armies(match, "mino", "asakura") == (3, 0)
