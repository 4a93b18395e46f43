"""Strategists: one more for the commander, one die fewer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.steps import armies, board, finish, generals, move, options_of, pay, strike, turn_of
from tests.clauses.honganji.table import acts, refused, stack
from tests.support import clause

MAEDA = {"ready": 2, "generals": ["maeda_toshiie", "takigawa_kazumasu"]}  # 2, and a strategist


def shibata_attacks(units: dict[str, Any], *dice: int, **entries: Any) -> Playing:
    """Shibata attacks eight Mouri armies, who have no general, in Gifu."""
    match = board({"gifu": {"shibata": units, "mouri": {"ready": 8}}}, seat="shibata", dice=dice, **entries)
    strike(match, "shibata", "gifu")
    return match


@clause("honganji", "1-2-1-3")
@pytest.mark.parametrize(
    ("answer", "dice", "left"),
    [("support", [3, 3, 4], 6), ("no_support", [3, 3, 2, 1], 6), ("no_support", [3, 3, 3, 3], 8)],
)
def test_h07_a_strategist_adds_one_or_rolls_a_die_of_his_own(answer: str, dice: list[int], left: int) -> None:
    """Maeda and two armies roll three dice at 3 with Takigawa's help; without it four dice at 2."""
    match = shibata_attacks(MAEDA, *dice)
    match.act("commander maeda_toshiie")
    assert turn_of(match) == ("strategist", "shibata")
    assert options_of(match) == {"support", "no_support"}
    match.act(answer)
    assert armies(match, "gifu", "mouri") == (left, 0)
    finish(match)
    assert generals(match, "gifu", "shibata") == {"maeda_toshiie": "spent", "takigawa_kazumasu": "spent"}


@clause("honganji", "1-2-1-3")
def test_h07_support_is_declared_anew_in_every_combat() -> None:
    match = shibata_attacks(MAEDA, 3, 3, 4, 3, 3, 2, 3)
    acts(match, "commander maeda_toshiie", "support")
    assert armies(match, "gifu", "mouri") == (6, 0)
    pay(match)
    match.act("again")
    acts(match, match.decision.texts[0], "commander maeda_toshiie")
    assert turn_of(match) == ("strategist", "shibata")
    match.act("no_support")
    assert armies(match, "gifu", "mouri") == (5, 0)


@clause("honganji", "1-2-1-3")
def test_h07_a_strategist_helps_after_a_movement_too() -> None:
    """Takigawa, ready in Gifu, helps Maeda on his arrival with one army: two dice at 3."""
    areas = {
        "echizen": {"shibata": {"ready": 1, "generals": ["shibata_katsuie", "maeda_toshiie"]}},
        "gifu": {"shibata": {"generals": ["takigawa_kazumasu"]}, "mouri": {"ready": 4}},
    }
    match = board(areas, seat="shibata", dice=[3, 3])
    move(match, "shibata", "echizen", "gifu", generals=["maeda_toshiie"], armies=1)
    acts(match, "commander maeda_toshiie", "support")
    assert armies(match, "gifu", "mouri") == (2, 0)
    pay(match)
    assert turn_of(match) == ("action", "shibata")


@clause("honganji", "1-2-1-3")
def test_h07_only_a_strategist_who_takes_part_helps() -> None:
    """A spent Takigawa is no help in attack; nobody else's is either."""
    tired = {"ready": 2, "generals": ["maeda_toshiie"], "spent_generals": ["takigawa_kazumasu"]}
    match = shibata_attacks(tired, 3, 2, 2)
    assert turn_of(match) == ("additional", "shibata")
    assert armies(match, "gifu", "mouri") == (6, 0)
    areas = {
        "gifu": {
            "shibata": {"ready": 2, "generals": ["maeda_toshiie"]},
            "hashiba": {"generals": ["kuroda_kanbee"]},
            "mouri": {"ready": 8},
        }
    }
    match = board(areas, seat="shibata", dice=[3, 2, 2])
    strike(match, "shibata", "gifu", "target mouri")
    assert turn_of(match) == ("additional", "shibata")
    assert armies(match, "gifu", "mouri") == (6, 0)


BESIEGED = {
    "gifu": {
        "tokugawa": {"ready": 3, "generals": ["honda_masanobu"]},
        "shibata": {"ready": 1, "generals": ["maeda_toshiie"], "spent_generals": ["takigawa_kazumasu"]},
    }
}


@clause("honganji", "1-2-1-3")
@pytest.mark.parametrize(("answer", "dice", "left"), [("support", [3, 3], 1), ("no_support", [3, 2, 2], 1)])
def test_h07_a_strategist_helps_in_the_counterattack_even_when_spent(answer: str, dice: list[int], left: int) -> None:
    """The defender is asked: two dice at 3, or three at 2."""
    match = board(BESIEGED, status={"shibata": "rebel"}, dice=[6, 6, 6, 6, *dice])
    strike(match, "tokugawa", "gifu", "commander maeda_toshiie")
    assert turn_of(match) == ("strategist", "shibata")
    match.act(answer)
    assert armies(match, "gifu", "tokugawa") == (left, 0)


@clause("honganji", "1-2-1-3")
def test_h07_the_attacker_is_asked_first() -> None:
    """Hachisuka (2) with Kuroda's help and one army: two dice at 3. Maeda without help and three: five dice at 2."""
    areas = {
        "gifu": {
            "hashiba": {"ready": 1, "generals": ["hachisuka_koroku", "kuroda_kanbee"]},
            "shibata": {"ready": 3, "generals": ["maeda_toshiie", "takigawa_kazumasu"]},
        }
    }
    match = board(areas, seat="hashiba", status={"shibata": "rebel"}, dice=[3, 3, 3, 3, 3, 3, 2])
    strike(match, "hashiba", "gifu", "commander hachisuka_koroku")
    assert turn_of(match) == ("strategist", "hashiba")
    match.act("support")
    assert turn_of(match) == ("commander", "shibata")
    match.act("commander maeda_toshiie")
    assert turn_of(match) == ("strategist", "shibata")
    match.act("no_support")
    assert armies(match, "gifu", "shibata") == (1, 0)
    assert armies(match, "gifu", "hashiba") == (0, 0)


@clause("honganji", "1-2-1-3", "8-1-3")
def test_h08_a_strategist_alone_commands_at_one_with_his_own_die() -> None:
    """Takigawa and two armies: three dice at 1, and there is nobody to support."""
    match = shibata_attacks({"ready": 2, "generals": ["takigawa_kazumasu"]}, 1, 1, 2)
    assert turn_of(match) == ("additional", "shibata")
    assert armies(match, "gifu", "mouri") == (6, 0)


@clause("honganji", "1-2-1-3", "8-1-3")
def test_h08_a_strategist_in_command_cannot_support_himself() -> None:
    match = shibata_attacks(MAEDA, 1, 2, 2, 2)
    assert options_of(match) == {"commander maeda_toshiie", "commander takigawa_kazumasu"}
    match.act("commander takigawa_kazumasu")
    pay(match)
    assert turn_of(match) == ("additional", "shibata")
    assert armies(match, "gifu", "mouri") == (7, 0)


@clause("honganji", "1-2-1-3", "8-2-1")
def test_h08_alone_in_defence_a_strategist_commands_at_one() -> None:
    """Kuroda and one army answer with two dice at 1."""
    areas = {
        "gifu": {
            "tokugawa": {"ready": 3, "generals": ["honda_masanobu"]},
            "hashiba": {"ready": 1, "generals": ["kuroda_kanbee"]},
        }
    }
    match = board(areas, status={"hashiba": "rebel"}, dice=[6, 6, 6, 6, 1, 2])
    strike(match, "tokugawa", "gifu")
    assert turn_of(match) == ("additional", "tokugawa")
    assert armies(match, "gifu", "tokugawa") == (2, 0)


@clause("honganji", "1-2-1-3")
def test_h07_a_strategist_helps_a_general_of_equal_value() -> None:
    """Hidenaga has 1 like Kuroda, but only he can be helped: two dice at 2."""
    areas = {
        "gifu": {"hashiba": {"ready": 1, "generals": ["hashiba_hidenaga", "kuroda_kanbee"]}, "mouri": {"ready": 4}},
    }
    match = board(areas, seat="hashiba", dice=[2, 2])
    strike(match, "hashiba", "gifu")
    if match.decision.name == "commander":
        match.act("commander hashiba_hidenaga")
    assert turn_of(match) == ("strategist", "hashiba")
    match.act("support")
    assert armies(match, "gifu", "mouri") == (2, 0)


@clause("honganji", "1-2-1-3", "8-3")
@pytest.mark.parametrize(("answer", "dice", "left"), [("support", [5, 5, 6], 6), ("no_support", [5, 4, 5, 4], 6)])
def test_h09_with_a_charge_the_value_is_at_most_five(answer: str, dice: list[int], left: int) -> None:
    """Katsuie 3, Takigawa 1 more, the charge 1 more: a 5 hits, a 6 does not. Without Takigawa it is 4."""
    units = {"ready": 2, "generals": ["shibata_katsuie", "takigawa_kazumasu"]}
    areas = {"gifu": {"shibata": units, "mouri": {"ready": 8}}}
    match = board(areas, seat="shibata", cards=["charge_1", "charge_2"], dice=dice)
    match.act("event charge_1")
    if match.decision.name == "event_action":
        match.act("combat")
    acts(match, "attack shibata gifu", "commander shibata_katsuie", answer)
    assert armies(match, "gifu", "mouri") == (left, 0)


@clause("honganji", "1-2-1-3")
def test_h09_strategists_who_changed_sides_help_nobody() -> None:
    """Both stand with the Neutral armies: four dice at Anekouji's 2, no question, no bonus."""
    men = ["anekouji_yoritsuna", "kuroda_kanbee", "takigawa_kazumasu"]
    areas = {
        "gifu": {
            "tokugawa": {"ready": 3, "generals": ["honda_masanobu"]},
            "neutral": {"ready": 1, "generals": men},
        }
    }
    match = board(areas, dice=[6, 6, 6, 6, 3, 3, 3, 2])
    strike(match, "tokugawa", "gifu")
    assert turn_of(match) == ("additional", "tokugawa")
    assert armies(match, "gifu", "tokugawa") == (2, 0)


@clause("honganji", "1-2-1-3", "8-4")
def test_h07_who_supports_has_taken_part() -> None:
    """One hit on Maeda and Takigawa, who rolls no die: it may be given to either. Takigawa dies on a 1."""
    shibata = {"generals": ["maeda_toshiie", "takigawa_kazumasu"]}
    areas = {"gifu": {"tokugawa": {"ready": 3, "generals": ["honda_masanobu"]}, "shibata": shibata}}
    match = board(areas, status={"shibata": "rebel"}, dice=[1, 6, 6, 6, 3, 1])
    strike(match, "tokugawa", "gifu", "commander maeda_toshiie", "support")
    assert turn_of(match) == ("wound", "shibata")
    assert options_of(match) == {"hit maeda_toshiie", "hit takigawa_kazumasu"}
    match.act("hit takigawa_kazumasu")
    assert stack(match, "gifu", "shibata") == {"ready": 0, "spent": 0, "generals": {"maeda_toshiie": "ready"}}
    assert armies(match, "gifu", "tokugawa") == (2, 0)


@clause("honganji", "1-2-1-3", "1-2-1-2")
def test_h07_a_castle_may_be_helped_too() -> None:
    """Kitanoshou Castle commands (3) and Takigawa, its only company, helps: one die at 4."""
    units = {"generals": ["kitanoshou_castle", "takigawa_kazumasu"]}
    match = shibata_attacks(units, 4)
    refused(match, "commander shibata_katsuie", "8-1-3")  # not there
    acts(match, "commander kitanoshou_castle", "support")
    assert armies(match, "gifu", "mouri") == (7, 0)
