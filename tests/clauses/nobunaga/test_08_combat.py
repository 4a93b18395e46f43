"""Chapter 8 where this book differs: powers, Neutral daimyos, events.

The rest of the chapter is in tests/clauses/areas_and_cards.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.common import controller
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


@clause("nobunaga", "8-1-1")
def test_daimyos_of_the_same_power_take_no_part_in_an_attack() -> None:
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
def test_daimyos_of_the_same_power_do_not_join_those_who_arrive() -> None:
    """Two armies arrive; Nobunaga and two ready armies are there: five dice. Tokugawa's army looks on."""
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
    assert armies(match, "mino", "azai") == (1, 0)
    assert armies(match, "mino", "tokugawa") == (1, 0)


@clause("nobunaga", "8-1-2")
@pytest.mark.parametrize(("tokugawa_box", "extra"), [(2, set()), (3, {"target tokugawa"})])
def test_the_target_is_one_daimyo_of_another_power(tokugawa_box: int, extra: set[str]) -> None:
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
def test_the_own_power_is_no_target() -> None:
    """Azai and Asakura together have nobody to attack, until an Oda army stands beside them."""
    both = {"azai": {"ready": 2, "generals": ["azai_nagamasa"]}, "asakura": {"ready": 2}}
    refused(board({"echizen": both}, to_act="anti_oda"), "combat")
    match = board({"echizen": {**both, "oda": {"ready": 4}}}, to_act="anti_oda", dice=[3, 3, 3])
    strike(match, "azai", "echizen")
    assert armies(match, "echizen", "oda") == (1, 0)
    assert armies(match, "echizen", "asakura") == (2, 0)


@clause("nobunaga", "8-1-3", "8-6")
def test_a_charge_order_needs_no_general() -> None:
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
def test_honganji_armies_attack_without_a_general() -> None:
    match = board({"kaga": {"honganji": {"ready": 3}, "oda": {"ready": 5}}}, to_act="anti_oda", dice=[1, 2, 3])
    strike(match, "honganji", "kaga")
    assert armies(match, "kaga", "oda") == (3, 0)


@clause("nobunaga", "8-1-3", "10-1")
def test_a_general_who_was_chosen_is_told_and_the_own_value_of_armies_is_not() -> None:
    """Nobunaga, the first of all generals, and Hashiba; Kennyo's armies have a value of their own."""
    oda = {"ready": 1, "generals": ["oda_nobunaga", "hashiba_hideyoshi"]}
    units = {"oda": oda, "honganji": {"ready": 2, "generals": ["honganji_kennyo"]}}
    match = board({"mino": units}, dice=[6] * 6)
    strike(match, "oda", "mino", "commander oda_nobunaga", "own_value")
    named = [event.data["general"] for event in match.events if event.kind == "commander"]
    assert named == ["oda_nobunaga"]


@clause("nobunaga", "8-2")
def test_neither_spent_nor_allied_units_of_the_attacker_are_hit() -> None:
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


@clause("nobunaga", "8-2-1", "8-4")
@pytest.mark.parametrize(("option", "decider"), [("opponent", "oda"), ("attacker", "anti_oda")])
def test_an_option_says_who_decides_for_neutral_daimyos(option: str, decider: str) -> None:
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


# --- 8-4: damage -------------------------------------------------------------------------------------------------


# Nobunaga (3) and three armies: four dice.
ODA = {"ready": 3, "generals": ["oda_nobunaga"]}


def attack(azai: dict[str, Any], *dice: int) -> Playing:
    """Nobunaga attacks Azai in Mino."""
    match = board({"mino": {"oda": ODA, "azai": azai}}, dice=dice)
    strike(match, "oda", "mino")
    return match


def whereabouts(match: Playing, general: str) -> list[str]:
    """The areas in which a general stands."""
    places = match.view("oda")["areas"]
    return [area for area in places for units in places[area]["stacks"].values() if general in units["generals"]]


@clause("nobunaga", "8-4.p2")
def test_removed_armies_can_be_raised_again() -> None:
    """Azai has eight army counters; lost ones can be raised again."""
    match = attack({"ready": 8}, 1, 1, 6, 6)
    assert match.view("oda")["pools"]["azai"] == 2
    assert match.view("oda")["pools"]["oda"] == 37
    finish(match)
    acts(match, "reinforcement", "reinforce azai mino")
    pay(match)
    assert armies(match, "mino", "azai") == (6, 1)
    assert match.view("oda")["pools"]["azai"] == 1


@clause("nobunaga", "8-4.p2")
def test_armies_removed_by_a_card_go_back_beside_the_board_as_well() -> None:
    areas = {"mino": {"oda": {"ready": 1, "generals": ["hashiba_hideyoshi"]}}, "north_oumi": {"azai": {"ready": 2}}}
    match = board(areas, oda=["scheming_with_other_powers", "warships"])
    assert match.view("oda")["pools"]["azai"] == 6
    acts(match, "event scheming_with_other_powers", "scheme azai north_oumi")
    assert match.view("oda")["pools"]["azai"] == 7
    assert armies(match, "north_oumi", "azai") == (1, 0)


def routed(*, options: dict[str, Any] | None = None, **areas: Any) -> Playing:
    """Nobunaga hits Nagamasa, alone in an Azai-held Mino, and the check says flee."""
    mino = {"controller": "azai", "oda": ODA, "azai": {"generals": ["azai_nagamasa"]}}
    match = board({"mino": mino, **areas}, dice=[1, 6, 6, 6, 6, 4], options=options)
    strike(match, "oda", "mino")
    return match


@clause("nobunaga", "8-4-2-2")
def test_enemies_in_a_refuge_matter_only_with_the_option() -> None:
    """They do not matter, unless the option for safe refuges is on."""
    areas = {"echizen": {"controller": "azai", "oda": {"ready": 2}}}
    assert options_of(routed(**areas)) == {"flee north_oumi", "flee echizen"}
    safe = routed(options={"flee_to": "safe"}, **areas)
    assert whereabouts(safe, "azai_nagamasa") == ["north_oumi"]


@clause("nobunaga", "8-4-2-2")
def test_a_general_with_nowhere_to_flee_is_dead() -> None:
    """Mino is all that Azai has left; land of other Anti-Oda daimyos is no refuge."""
    match = routed(north_oumi={"controller": "asakura"})
    assert match.view("oda")["dead"] == ["azai_nagamasa"]
    assert whereabouts(match, "azai_nagamasa") == []


@clause("nobunaga", "8-4-2-1", "8-4-2-2")
@pytest.mark.parametrize(("die", "fled"), [(6, True), (1, False)])
def test_generals_beaten_on_the_seto_sea_leave_it(die: int, fled: bool) -> None:
    areas = {
        "seto_sea": {"oda": NOBUNAGA, "miyoshi": {"generals": ["miyoshi_sanninshuu"]}},
        "north_settsu": {"controller": "oda"},
    }
    match = board(areas, dice=[1, 6, 6, 6, die])
    strike(match, "oda", "seto_sea")
    assert generals(match, "seto_sea", "miyoshi") == {}
    assert generals(match, "awa_sanuki", "miyoshi") == ({"miyoshi_sanninshuu": "spent"} if fled else {})
    match.act("discard converging_attack")
    assert controller(match, "seto_sea") == "oda"


@clause("nobunaga", "8-4")
def test_n43_the_option_decides_for_neutral_daimyos_alone() -> None:
    stacks = {"oda": NOBUNAGA, "azai": {"ready": 1, "spent": 1}}
    match = board({"north_oumi": stacks}, dice=[1, 6, 6], options={"neutral_decider": "attacker"})
    strike(match, "oda", "north_oumi")
    assert turn_of(match) == ("losses", "anti_oda")


@clause("nobunaga", "8-4-2-2")
def test_n44_other_neutral_units_make_no_safe_refuge() -> None:
    """With the option, Shingen flees from Azai to Suruga; in Kai, his too, stands a Neutral army."""
    areas = {
        "hida": {
            "azai": {"ready": 2, "generals": ["azai_nagamasa"]},
            "takeda": {"generals": ["takeda_shingen"]},
        },
        "kai": {"neutral": {"ready": 1}},
        "suruga": {"takeda": {"spent": 1}},
        "north_shinano": {"controller": "neutral"},
    }
    for setting, asked in (("safe", False), ("any", True)):
        match = board(areas, to_act="anti_oda", dice=[1, 6, 6, 6, 6], options={"flee_to": setting})
        strike(match, "azai", "hida")
        assert (match.decision.name == "flee") is asked
        if not asked:
            assert generals(match, "suruga", "takeda") == {"takeda_shingen": "spent"}
