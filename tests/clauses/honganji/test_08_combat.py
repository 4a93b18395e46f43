"""Chapter 8: who fights whom, under which commander, with how many dice, and additional combat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.honganji.steps import (
    CARDS,
    armies,
    board,
    drive,
    finish,
    generals,
    move,
    options_of,
    pay,
    strike,
    turn_of,
)
from tests.clauses.honganji.table import acts, hand, refused, stack, status
from tests.support import clause

HONDA = {"ready": 2, "generals": ["honda_tadakatsu"]}  # three dice at 3
REBEL_AKECHI = {"akechi": "rebel"}


@clause("honganji", "8")
def test_8_damage_is_simultaneous() -> None:
    """Honda (3) kills the Neutral army with his first die; it still rolls the die that kills his."""
    areas = {
        "gifu": {
            "tokugawa": {"ready": 1, "generals": ["honda_tadakatsu"]},
            "neutral": {"ready": 1, "generals": ["anekouji_yoritsuna"]},
        }
    }
    match = board(areas, dice=[1, 6, 6, 2])
    strike(match, "tokugawa", "gifu")
    assert stack(match, "gifu", "neutral") == {"ready": 0, "spent": 0, "generals": {"anekouji_yoritsuna": "ready"}}
    assert armies(match, "gifu", "tokugawa") == (0, 0)
    assert set(generals(match, "gifu", "tokugawa")) == {"honda_tadakatsu"}


@clause("honganji", "8.p3")
@pytest.mark.parametrize("moving", [False, True])
def test_8_p3_attackers_spent_defenders_unchanged(moving: bool) -> None:
    """Three dice against four, all misses; only continued combat may be followed by another."""
    uesugi = {"ready": 2, "spent": 1, "generals": ["uesugi_kagekatsu"]}
    areas: dict[str, Any] = {"gifu": {"uesugi": uesugi}}
    if moving:
        areas["mikawa"] = {"tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu", "honda_tadakatsu"]}}
    else:
        areas["gifu"]["tokugawa"] = HONDA
    match = board(areas, dice=[6] * 7)
    if moving:
        move(match, "tokugawa", "mikawa", "gifu", generals=["honda_tadakatsu"], armies=2)
    else:
        strike(match, "tokugawa", "gifu")
        assert turn_of(match) == ("additional", "tokugawa")
        match.act("stop")
    assert turn_of(match) == ("action", "tokugawa")
    assert stack(match, "gifu", "tokugawa") == {"ready": 0, "spent": 2, "generals": {"honda_tadakatsu": "spent"}}
    assert stack(match, "gifu", "uesugi") == {"ready": 2, "spent": 1, "generals": {"uesugi_kagekatsu": "ready"}}


@clause("honganji", "8-1")
def test_8_1_area_clan_and_commander_are_declared() -> None:
    """Under Masanobu (1) the dice 1, 2, 3, 3 are one hit; Honda (3) would have made four."""
    areas = {
        "gifu": {
            "tokugawa": {"ready": 2, "generals": ["honda_tadakatsu", "honda_masanobu"]},
            "neutral": {"ready": 5},
            "mouri": {"ready": 5, "generals": ["kikkawa_motoharu"]},
        },
        "hida": {"tokugawa": {"ready": 1}, "houjou": {"ready": 1}},
    }
    match = board(areas, dice=[1, 2, 3, 3])
    match.act("combat")
    assert turn_of(match) == ("attack", "tokugawa")
    assert options_of(match) == {"attack tokugawa gifu", "attack tokugawa hida"}
    match.act("attack tokugawa gifu")
    assert turn_of(match) == ("target", "tokugawa")
    assert options_of(match) == {"target neutral", "target mouri"}
    match.act("target neutral")
    assert turn_of(match) == ("commander", "tokugawa")
    assert options_of(match) == {"commander honda_tadakatsu", "commander honda_masanobu"}
    match.act("commander honda_masanobu")
    assert armies(match, "gifu", "neutral") == (4, 0)
    assert armies(match, "gifu", "mouri") == (5, 0)


@clause("honganji", "8-1-1")
def test_8_1_1_all_ready_units_attack() -> None:
    """Honda and three ready armies roll four dice; two spent armies and Sakakibara take no part."""
    tokugawa = {"ready": 3, "spent": 2, "generals": ["honda_tadakatsu"], "spent_generals": ["sakakibara_yasumasa"]}
    match = board({"gifu": {"tokugawa": tokugawa, "neutral": {"ready": 5}}}, dice=[3, 3, 3, 3])
    strike(match, "tokugawa", "gifu")
    assert armies(match, "gifu", "neutral") == (1, 0)
    finish(match)
    assert armies(match, "gifu", "tokugawa") == (0, 5)


@clause("honganji", "8-1-1.Ex", "8-1-1")
def test_8_1_1_ex_ready_units_on_the_spot_join_those_that_arrive() -> None:
    """Two armies arrive; Honda and one ready army are there: four dice. The spent army looks on."""
    areas = {
        "mikawa": {"tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu"]}},
        "gifu": {"tokugawa": {"ready": 1, "spent": 1, "generals": ["honda_tadakatsu"]}, "neutral": {"ready": 5}},
    }
    match = board(areas, dice=[3, 3, 3, 3])
    move(match, "tokugawa", "mikawa", "gifu", armies=2)
    assert armies(match, "gifu", "neutral") == (1, 0)
    assert stack(match, "gifu", "tokugawa") == {"ready": 0, "spent": 4, "generals": {"honda_tadakatsu": "spent"}}


@clause("honganji", "8-1-2")
def test_8_1_2_target_is_any_one_other_clan_there() -> None:
    """Oda and a fellow vassal as well as the rest; only the Mouri are hit, and Tokugawa stays a vassal."""
    others = {"oda": {"ready": 1}, "shibata": {"ready": 1}, "neutral": {"ready": 2}, "mouri": {"ready": 4}}
    match = board({"gifu": {"tokugawa": HONDA, **others}}, dice=[1, 1, 1])
    match.act("combat")
    match.act("attack tokugawa gifu")
    assert options_of(match) == {f"target {clan}" for clan in others}
    refused(match, "target uesugi", "8-1-2")  # not there
    match.act("target mouri")
    assert armies(match, "gifu", "mouri") == (1, 0)
    for clan in ("oda", "shibata", "neutral"):
        assert armies(match, "gifu", clan) == (others[clan]["ready"], 0)
    assert status(match, "tokugawa") == "vassal"


@clause("honganji", "8-1-3")
@pytest.mark.parametrize("tokugawa", [{"ready": 3}, {"ready": 3, "spent_generals": ["honda_tadakatsu"]}])
def test_h10_without_a_general_no_damage_is_done(tokugawa: dict[str, Any]) -> None:
    """They attack and roll nothing; Anekouji (2) and three armies answer with two hits."""
    neutral = {"ready": 3, "generals": ["anekouji_yoritsuna"]}
    match = board({"gifu": {"tokugawa": tokugawa, "neutral": neutral}}, dice=[2, 1, 6, 6])
    strike(match, "tokugawa", "gifu")
    assert armies(match, "gifu", "neutral") == (3, 0)
    finish(match)
    assert armies(match, "gifu", "tokugawa") == (0, 1)


@clause("honganji", "8-1-3")
@pytest.mark.parametrize(("commander", "left"), [("sakakibara_yasumasa", 3), ("honda_masanobu", 4)])
def test_h11_a_spent_general_cannot_command_an_attack(commander: str, left: int) -> None:
    """Of 1, 2 and 3 Sakakibara (2) makes two hits, Masanobu one; the spent Honda would have made three."""
    tokugawa = {
        "ready": 1,
        "generals": ["sakakibara_yasumasa", "honda_masanobu"],
        "spent_generals": ["honda_tadakatsu"],
    }
    match = board({"gifu": {"tokugawa": tokugawa, "neutral": {"ready": 5}}}, dice=[1, 2, 3])
    strike(match, "tokugawa", "gifu")
    assert options_of(match) == {"commander sakakibara_yasumasa", "commander honda_masanobu"}
    refused(match, "commander honda_tadakatsu", "8-1-3")
    match.act(f"commander {commander}")
    assert armies(match, "gifu", "neutral") == (left, 0)


@clause("honganji", "8-1-3")
def test_h11_a_general_just_moved_commands() -> None:
    areas = {
        "mikawa": {"tokugawa": {"ready": 1, "generals": ["tokugawa_ieyasu", "honda_tadakatsu"]}},
        "gifu": {"tokugawa": {"ready": 1, "generals": ["honda_masanobu"]}, "neutral": {"ready": 5}},
    }
    match = board(areas, dice=[3, 3, 3])
    move(match, "tokugawa", "mikawa", "gifu", generals=["honda_tadakatsu"], armies=0)
    assert options_of(match) == {"commander honda_tadakatsu", "commander honda_masanobu"}
    match.act("commander honda_tadakatsu")
    assert armies(match, "gifu", "neutral") == (2, 0)


@clause("honganji", "8-2")
def test_8_2_target_answers_ready_or_spent() -> None:
    """Four Uesugi units of either status roll four dice at 3 for three hits; the Mouri do not roll."""
    areas = {
        "gifu": {
            "tokugawa": {"ready": 3, "spent": 1, "generals": ["honda_tadakatsu"]},
            "uesugi": {"ready": 1, "spent": 2, "spent_generals": ["uesugi_kenshin"]},
            "mouri": {"ready": 2, "generals": ["kikkawa_motoharu"]},
        }
    }
    match = board(areas, dice=[6, 6, 6, 6, 3, 3, 4, 3])
    strike(match, "tokugawa", "gifu", "target uesugi")
    finish(match)
    assert stack(match, "gifu", "tokugawa") == {"ready": 0, "spent": 1, "generals": {"honda_tadakatsu": "spent"}}
    assert stack(match, "gifu", "uesugi") == {"ready": 1, "spent": 2, "generals": {"uesugi_kenshin": "spent"}}
    assert armies(match, "gifu", "mouri") == (2, 0)


@clause("honganji", "8-2-1", "8-2")
@pytest.mark.parametrize(("commander", "left"), [("hosokawa_tadaoki", 3), ("akechi_mitsuhide", 1)])
def test_8_2_1_defender_names_his_commander(commander: str, left: int) -> None:
    """Three dice 3, 3, 2: one hit under Tadaoki (2), three under Mitsuhide (3), though he is spent."""
    akechi = {"ready": 1, "generals": ["hosokawa_tadaoki"], "spent_generals": ["akechi_mitsuhide"]}
    areas = {"gifu": {"tokugawa": {"ready": 4, "generals": ["honda_masanobu"]}, "akechi": akechi}}
    match = board(areas, status=REBEL_AKECHI, dice=[6, 6, 6, 6, 6, 3, 3, 2])
    strike(match, "tokugawa", "gifu")
    assert turn_of(match) == ("commander", "akechi")
    assert options_of(match) == {"commander hosokawa_tadaoki", "commander akechi_mitsuhide"}
    match.act(f"commander {commander}")
    assert armies(match, "gifu", "tokugawa") == (left, 0)


@clause("honganji", "8-2-1")
def test_8_2_1_no_general_no_counterattack_damage() -> None:
    """Four armies alone roll nothing; with Anekouji (2) the five of them do."""
    alone = board({"gifu": {"tokugawa": HONDA, "neutral": {"ready": 4}}}, dice=[6, 6, 6])
    strike(alone, "tokugawa", "gifu")
    assert armies(alone, "gifu", "tokugawa") == (2, 0)
    led = {"ready": 4, "generals": ["anekouji_yoritsuna"]}
    match = board({"gifu": {"tokugawa": HONDA, "neutral": led}}, dice=[6, 6, 6, 2, 3, 3, 3, 3])
    strike(match, "tokugawa", "gifu")
    assert armies(match, "gifu", "tokugawa") == (1, 0)


@clause("honganji", "8-2-1", "FAQ-Q4")
@pytest.mark.parametrize("other", ["anekouji_yoritsuna", "takeda_katsuyori"])
def test_h23_highest_value_commands_for_those_without_a_player(other: str) -> None:
    """Sanada's 4: of the dice 4 and 5 one hits, and nobody is asked."""
    areas = {"gifu": {"tokugawa": HONDA, "neutral": {"generals": [other, "sanada_masayuki"]}}}
    match = board(areas, dice=[6, 6, 6, 4, 5])
    strike(match, "tokugawa", "gifu")
    assert turn_of(match) == ("additional", "tokugawa")
    assert armies(match, "gifu", "tokugawa") == (1, 0)


@clause("honganji", "FAQ-Q4", "1-2-1-2", "8-1-1")
@pytest.mark.parametrize("moving", [False, True])
def test_h13_castles_attack_and_command(moving: bool) -> None:
    """Hamamatsu Castle (3) and one army roll two dice; it is spent afterwards like any general."""
    areas = {
        "mikawa": {"tokugawa": {"ready": 1, "generals": ["tokugawa_ieyasu"]}},
        "gifu": {"tokugawa": {"ready": 0 if moving else 1, "generals": ["hamamatsu_castle"]}, "neutral": {"ready": 5}},
    }
    match = board(areas, dice=[3, 3])
    if moving:
        move(match, "tokugawa", "mikawa", "gifu", armies=1)
    else:
        strike(match, "tokugawa", "gifu")
        finish(match)
    assert armies(match, "gifu", "neutral") == (3, 0)
    assert stack(match, "gifu", "tokugawa") == {"ready": 0, "spent": 1, "generals": {"hamamatsu_castle": "spent"}}


@clause("honganji", "8-3")
def test_8_3_one_die_a_unit_hits_at_or_below_the_value() -> None:
    """Honda (3) with five armies: 1 to 6 are three hits. Anekouji (2) with four: 1 to 5 are two."""
    areas = {
        "gifu": {
            "tokugawa": {"ready": 5, "generals": ["honda_tadakatsu"]},
            "neutral": {"ready": 4, "generals": ["anekouji_yoritsuna"]},
        }
    }
    match = board(areas, dice=[6, 5, 4, 3, 2, 1, 5, 4, 3, 2, 1])
    strike(match, "tokugawa", "gifu")
    assert armies(match, "gifu", "neutral") == (1, 0)
    assert armies(match, "gifu", "tokugawa") == (3, 0)


SIEGE = {"gifu": {"tokugawa": {"ready": 1, "generals": ["honda_tadakatsu"]}, "akechi": {"ready": 6}}}


@clause("honganji", "8-5", "8-6")
def test_h12_the_same_units_fight_every_additional_combat() -> None:
    """Two dice each time, for they stay ready until the action is over; with nobody left it ends by itself."""
    match = board(SIEGE, status=REBEL_AKECHI, dice=[3] * 6)
    strike(match, "tokugawa", "gifu")
    for left in (4, 2):
        assert armies(match, "gifu", "akechi") == (left, 0)
        assert turn_of(match) == ("additional", "tokugawa")
        assert options_of(match) == {"again", "stop"}
        assert stack(match, "gifu", "tokugawa") == {"ready": 1, "spent": 0, "generals": {"honda_tadakatsu": "ready"}}
        match.act("again")
        pay(match)
    assert armies(match, "gifu", "akechi") == (0, 0)
    assert turn_of(match) == ("action", "tokugawa")
    assert len(hand(match, "tokugawa")) == 1
    assert len(hand(match, "akechi")) == 1  # the side attacked pays nothing
    assert stack(match, "gifu", "tokugawa") == {"ready": 0, "spent": 1, "generals": {"honda_tadakatsu": "spent"}}


@clause("honganji", "8-5", "8-6")
def test_8_5_stop() -> None:
    match = board(SIEGE, status=REBEL_AKECHI, dice=[3, 3])
    strike(match, "tokugawa", "gifu")
    match.act("stop")
    assert turn_of(match) == ("action", "tokugawa")
    assert len(hand(match, "tokugawa")) == 3
    assert armies(match, "gifu", "akechi") == (4, 0)
    assert armies(match, "gifu", "tokugawa") == (0, 1)


@clause("honganji", "8-5")
def test_8_5_no_card_no_additional_combat() -> None:
    """With the second of two cards the action turn is over as well."""
    match = board(SIEGE, status=REBEL_AKECHI, cards=CARDS[:2], dice=[3] * 4)
    strike(match, "tokugawa", "gifu")
    match.act("again")
    pay(match)
    assert armies(match, "gifu", "akechi") == (2, 0)
    assert turn_of(match) == ("action", "hashiba")


@clause("honganji", "8-5")
@pytest.mark.parametrize(("dice", "name"), [([1, 1, 6], "action"), ([1, 6, 6], "additional")])
@pytest.mark.parametrize("idle", [0, 2])
def test_h42_needs_a_surviving_participant(dice: list[int], name: str, idle: int) -> None:
    """Two ready armies against Anekouji: two hits leave no fighter, for the spent ones do not count."""
    neutral = {"ready": 2, "generals": ["anekouji_yoritsuna"]}
    match = board({"gifu": {"tokugawa": {"ready": 2, "spent": idle}, "neutral": neutral}}, dice=dice)
    strike(match, "tokugawa", "gifu")
    assert turn_of(match) == (name, "tokugawa")
    assert sum(armies(match, "gifu", "tokugawa")) == idle + (name == "additional")


@clause("honganji", "8-5", "8-5.p4")
def test_h42_new_target_and_new_commander_each_time() -> None:
    """Honda hits the Mouri twice, Masanobu a Neutral army once, Honda the Mouri once more."""
    men = ["honda_tadakatsu", "honda_masanobu"]
    areas = {"gifu": {"tokugawa": {"ready": 1, "generals": men}, "mouri": {"ready": 5}, "neutral": {"ready": 5}}}
    match = board(areas, dice=[3, 3, 4, 1, 3, 3, 3, 6, 6])
    strike(match, "tokugawa", "gifu", "target mouri", "commander honda_tadakatsu")
    for target, commander in (("neutral", "honda_masanobu"), ("mouri", "honda_tadakatsu")):
        match.act("again")
        pay(match)
        assert turn_of(match) == ("target", "tokugawa")
        assert options_of(match) == {"target mouri", "target neutral"}
        match.act(f"target {target}")
        assert turn_of(match) == ("commander", "tokugawa")
        match.act(f"commander {commander}")
    assert armies(match, "gifu", "mouri") == (2, 0)
    assert armies(match, "gifu", "neutral") == (4, 0)


@clause("honganji", "4-1", "4-5")
@pytest.mark.parametrize(
    ("clan", "literal", "result"),
    [
        ("oda", False, "rebel"),
        ("shibata", False, "rebel"),
        ("neutral", False, "vassal"),
        ("mouri", False, "vassal"),
        ("akechi", False, "vassal"),
        ("oda", True, "vassal"),
        ("shibata", True, "vassal"),
    ],
)
def test_h36_continued_combat_against_oda_or_a_vassal_is_rebellion(clan: str, literal: bool, result: str) -> None:
    """Akechi is a rebel and fair game; the literal reading knows rebellion by movement only."""
    areas = {"gifu": {"tokugawa": HONDA, clan: {"ready": 4}}}
    match = board(areas, status=REBEL_AKECHI, dice=[1, 6, 6], options={"strict_rebellion_list": literal})
    assert status(match, "tokugawa") == "vassal"
    strike(match, "tokugawa", "gifu")
    assert armies(match, "gifu", clan) == (3, 0)
    assert status(match, "tokugawa") == result
    assert status(match, "shibata") == "vassal"


@clause("honganji", "8-2-1")
def test_h24_both_commanders_named_by_the_same_player() -> None:
    """Akechi drives the Houjou against himself: Tsunashige (2) and Fujitaka (1) make one hit each."""
    areas = {
        "kai": {
            "houjou": {"ready": 1, "generals": ["houjou_tsunashige", "houjou_ujimasa"]},
            "akechi": {"ready": 3, "generals": ["hosokawa_tadaoki", "hosokawa_fujitaka"]},
        }
    }
    match = board(areas, seat="akechi", dice=[2, 3, 3, 1, 2, 2, 2, 2])
    drive(match, "houjou", "combat")
    match.act("attack houjou kai")
    assert turn_of(match) == ("commander", "akechi")
    assert options_of(match) == {"commander houjou_tsunashige", "commander houjou_ujimasa"}
    match.act("commander houjou_tsunashige")
    assert turn_of(match) == ("commander", "akechi")
    assert options_of(match) == {"commander hosokawa_tadaoki", "commander hosokawa_fujitaka"}
    acts(match, "commander hosokawa_fujitaka")
    assert armies(match, "kai", "akechi") == (2, 0)
    assert armies(match, "kai", "houjou") == (0, 0)
    assert turn_of(match) == ("additional", "akechi")
