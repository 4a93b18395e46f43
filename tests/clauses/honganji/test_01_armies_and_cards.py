"""Chapter 1: strategists, armies, the limit on counters, cards."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.table import (
    HANDS,
    acts,
    allowed,
    armies_of,
    board,
    compose,
    fight,
    hand,
    refused,
    stack,
    start,
)
from tests.support import clause

COUNTERS = {
    "hashiba": 10,
    "akechi": 10,
    "shibata": 10,
    "tokugawa": 10,
    "mouri": 8,
    "uesugi": 8,
    "houjou": 6,
    "honganji": 6,
    "neutral": 5,
    "oda": 5,
}
CARDS = {  # kind: (copies, cunning)
    "surrounding_nobunaga": (8, 0),
    "fortification": (3, 0),
    "surrender_of_garrison": (2, 2),
    "opportunism": (2, 1),
    "chief_adviser": (1, 1),
    "desertion": (3, 1),
    "slander": (2, 2),
    "scheming": (2, 2),
    "surprise_attack": (2, 1),
    "charge": (2, 0),
    "forced_march": (2, 0),
    "reliable_supply": (1, 0),
    "transfer_of_fief": (1, 1),
    "urgent_recruitment": (1, 0),
}


def hashiba_in_gifu(units: dict[str, Any], dice: list[int]) -> Playing:
    """A continued combat of Hashiba against three Neutral armies, up to the first question after the attack."""
    match = board({"gifu": {"hashiba": units, "neutral": {"ready": 3}}}, "hashiba", dice=dice)
    fight(match, "hashiba", "gifu")
    return match


TWO = {"ready": 1, "generals": ["hashiba_hideyoshi", "kuroda_kanbee"]}


@clause("honganji", "1-2-1-3")
@pytest.mark.parametrize(("dice", "left"), [([3, 3], 1), ([3, 4], 2), ([4, 4], 3)])
def test_1_2_1_3_a_supporting_strategist_adds_one_and_rolls_no_die(dice: list[int], left: int) -> None:
    """Hideyoshi's value of 2 becomes 3; he and the army roll, Kanbee does not."""
    match = hashiba_in_gifu(TWO, dice)
    acts(match, "commander hashiba_hideyoshi")
    assert (match.decision.who, match.decision.name) == ("hashiba", "strategist")
    assert set(match.decision.texts) == {"support", "no_support"}
    acts(match, "support")
    assert armies_of(match, "gifu", "neutral") == left


@clause("honganji", "1-2-1-3")
@pytest.mark.parametrize(("dice", "left"), [([3, 3, 3], 3), ([2, 2, 3], 1), ([2, 2, 2], 0)])
def test_1_2_1_3_one_who_gives_no_support_rolls_like_anybody(dice: list[int], left: int) -> None:
    match = hashiba_in_gifu(TWO, dice)
    acts(match, "commander hashiba_hideyoshi", "no_support")
    assert armies_of(match, "gifu", "neutral") == left
    match = hashiba_in_gifu(TWO, dice[:2])
    acts(match, "commander hashiba_hideyoshi")
    with pytest.raises(gunki.DiceError):
        match.act("no_support")


@clause("honganji", "1-2-1-3")
@pytest.mark.parametrize(
    ("units", "choices"),
    [(TWO, ("commander kuroda_kanbee",)), ({"ready": 2, "generals": ["kuroda_kanbee"]}, ())],
)
def test_1_2_1_3_a_strategist_in_command_does_not_raise_himself(units: dict[str, Any], choices: tuple[str]) -> None:
    """His value is 1 and he rolls: three dice, one hit."""
    match = hashiba_in_gifu(units, [1, 2, 2])
    acts(match, *choices)
    assert match.decision.name != "strategist"
    assert armies_of(match, "gifu", "neutral") == 2


@clause("honganji", "1-2-1-3")
def test_1_2_1_3_a_strategist_who_takes_no_part_cannot_help() -> None:
    units = {"ready": 1, "generals": ["hashiba_hideyoshi"], "spent_generals": ["kuroda_kanbee"]}
    match = hashiba_in_gifu(units, [3, 3])
    assert match.decision.name == "additional"
    assert armies_of(match, "gifu", "neutral") == 3


@clause("honganji", "1-2-1-3")
@pytest.mark.parametrize(
    ("answer", "dice", "left"),
    [("support", [3], 1), ("support", [4], 2), ("no_support", [3, 3], 2), ("no_support", [2, 2], 0)],
)
def test_1_2_1_3_a_strategist_helps_in_a_counterattack_too(answer: str, dice: list[int], left: int) -> None:
    """Even a spent one: all units of the attacked clan take part."""
    shibata = {"generals": ["maeda_toshiie"], "spent_generals": ["takigawa_kazumasu"]}
    match = board({"gifu": {"akechi": {"ready": 2}, "shibata": shibata}}, dice=dice)
    fight(match, "akechi", "gifu")
    assert (match.decision.who, match.decision.name) == ("shibata", "commander")
    acts(match, "commander maeda_toshiie")
    assert (match.decision.who, match.decision.name) == ("shibata", "strategist")
    acts(match, answer)
    assert armies_of(match, "gifu", "akechi") == left


@clause("honganji", "1-2-2")
@pytest.mark.parametrize(
    ("general", "left"), [("akechi_mitsuhide", 2), ("hosokawa_tadaoki", 3), ("hosokawa_fujitaka", 4)]
)
def test_1_2_2_armies_fight_at_their_commanders_value(general: str, left: int) -> None:
    """Three armies and a general, dice 1 2 3 4: as many hits as the value of the general."""
    units = {"akechi": {"ready": 3, "generals": [general]}, "neutral": {"ready": 5}}
    match = board({"gifu": units}, dice=[1, 2, 3, 4])
    fight(match, "akechi", "gifu")
    assert armies_of(match, "gifu", "neutral") == left


@clause("honganji", "1-2-2")
@pytest.mark.parametrize("clan", ["shibata", "hashiba", "tokugawa", "uesugi", "houjou", "mouri", "honganji", "neutral"])
def test_1_2_2_armies_have_no_value_of_their_own(clan: str) -> None:
    """No general on either side: no die could hit, and none is rolled."""
    match = board({"gifu": {"akechi": {"ready": 3}, clan: {"ready": 3}}}, dice=[])
    fight(match, "akechi", "gifu")
    assert armies_of(match, "gifu", "akechi") == 3
    assert armies_of(match, "gifu", clan) == 3


@clause("honganji", "1-2-2.p2")
def test_1_2_2_p2_the_named_oda_counters_are_armies() -> None:
    assert stack(start(), "miyako_azuchi", "oda") == {
        "ready": 5,
        "spent": 0,
        "generals": {"oda_nobunaga": "ready"},
    }


@clause("honganji", "1-2-2.p2")
def test_1_2_2_p2_they_neither_command_nor_roll_for_their_lives() -> None:
    """Two hits on two Oda armies alone: they roll nothing in defence, and no death check is made."""
    units = {"akechi": {"ready": 1, "generals": ["akechi_mitsuhide"]}, "oda": {"ready": 2}}
    match = board({"gifu": units}, dice=[1, 3])
    fight(match, "akechi", "gifu")
    assert stack(match, "gifu", "oda") == {"ready": 0, "spent": 0, "generals": {}}
    assert armies_of(match, "gifu", "akechi") == 1
    assert armies_of(match, "gifu", "neutral") == 2


@clause("honganji", "1-2-2-1")
def test_1_2_2_1_without_a_counter_nobody_is_reinforced() -> None:
    for number in (9, 10):
        match = board({"tanba": {"akechi": {"ready": number}}, "gifu": {"neutral": {"ready": 1}}})
        assert match.view("akechi")["pools"]["akechi"] == 10 - number
        acts(match, "reinforcement")
        allowed(match, "reinforce neutral gifu")
        if number == 9:
            allowed(match, "reinforce akechi tanba")
        else:
            refused(match, "reinforce akechi tanba", "1-2-2-1")


@clause("honganji", "1-2-2-1")
def test_1_2_2_1_neutral_armies_are_limited_as_well() -> None:
    for number in (4, 5):
        match = board({"tanba": {"akechi": {"ready": 1}}, "gifu": {"neutral": {"ready": number}}})
        acts(match, "reinforcement")
        if number == 4:
            allowed(match, "reinforce neutral gifu")
        else:
            refused(match, "reinforce neutral gifu", "1-2-2-1")


@clause("honganji", "1-2-2-1")
def test_1_2_2_1_without_anything_to_place_the_action_is_barred() -> None:
    allowed(board({"tanba": {"akechi": {"ready": 9}}}), "reinforcement")
    refused(board({"tanba": {"akechi": {"ready": 10}}}), "reinforcement")


@clause("honganji", "1-2-2-1")
def test_1_2_2_1_a_petition_for_an_army_is_lost_without_a_counter() -> None:
    def asked(number: int) -> tuple[str, str]:
        areas = {"tanba": {"akechi": {"ready": number}}, "echigo": {"uesugi": {"ready": 1}}}
        match = compose(
            empty=True, turn=2, phase="petition", hands=HANDS, areas=areas, dice=[2, 1, 1, 1] if number == 10 else [2]
        )
        return match.decision.who, match.decision.name

    assert asked(9) == ("akechi", "petition")
    assert asked(10) == ("akechi", "action")


@clause("honganji", "1-2-2-1")
@pytest.mark.parametrize(("clan", "number"), COUNTERS.items())
def test_1_2_2_1_a_position_cannot_hold_more_than_the_counter_mix(clan: str, number: int) -> None:
    board({"gifu": {clan: {"ready": number - 1}}, "echigo": {}, "owari_ise": {clan: {"spent": 1}}})
    with pytest.raises(Exception, match=clan):
        board({"gifu": {clan: {"ready": number}}, "echigo": {}, "owari_ise": {clan: {"spent": 1}}})


@clause("honganji", "1-4")
def test_1_4_thirty_two_cards_with_name_cunning_and_event() -> None:
    table = gunki.game("honganji").tables["card"]
    assert {row["id"]: (row["copies"], row["cunning"]) for row in table} == CARDS
    assert sum(row["copies"] for row in table) == 32
    assert all(row["effect"] for row in table)


@clause("honganji", "1-4")
def test_1_4_every_card_pays_for_an_action_whatever_its_text() -> None:
    """Cunning is needed for the event alone: nobody here has any."""
    cards = [kind if copies == 1 else f"{kind}_1" for kind, (copies, _) in CARDS.items()]
    match = board({"tanba": {"akechi": {"ready": 3}}}, hands={"akechi": cards, "shibata": ["charge_2"]})
    acts(match, "movement", "march akechi tanba", "with 2", "to tajima")
    assert set(match.decision.texts) == {f"discard {card}" for card in cards}
    acts(match, "discard slander_1")
    assert set(hand(match, "akechi")) == set(cards) - {"slander_1"}
    assert match.view("akechi")["discards"] == {"common": ["slander_1"]}


@clause("honganji", "1-4")
@pytest.mark.parametrize(("general", "stars"), [("hosokawa_tadaoki", 0), ("hosokawa_fujitaka", 1)])
def test_1_4_the_event_of_a_card_needs_the_cunning_on_it(general: str, stars: int) -> None:
    """Charge asks for none, Desertion for one, Scheming for two."""
    areas = {"tanba": {"akechi": {"ready": 1, "generals": [general]}, "neutral": {"ready": 1}}}
    areas["tajima"] = {"neutral": {"ready": 1}}
    match = board(areas, hands={"akechi": ["charge_1", "desertion_1", "scheming_1"], "shibata": ["charge_2"]})
    allowed(match, "event charge_1")
    refused(match, "event scheming_1", "6-2.p2")
    if stars:
        allowed(match, "event desertion_1")
    else:
        refused(match, "event desertion_1", "6-2.p2")
