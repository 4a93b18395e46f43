"""Chapter 6: the single actions: event, reinforcement, transfer of Oda armies, movement, continued combat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.honganji.plays import table, told
from tests.clauses.honganji.steps import (
    CARDS,
    armies,
    board,
    discarded,
    finish,
    generals,
    move,
    only,
    options_of,
    pay,
    strike,
    turn_of,
)
from tests.clauses.honganji.table import acts, allowed, controller, hand, refused, stack, status
from tests.support import clause

HOME = {"tokugawa": {"ready": 1, "generals": ["tokugawa_ieyasu"]}}


@clause("honganji", "6-2")
def test_6_2_an_event_pays_for_itself() -> None:
    match = board({"mikawa": HOME}, cards=["urgent_recruitment", "charge_1"])
    acts(match, "event urgent_recruitment", "recruit tokugawa mikawa")
    assert armies(match, "mikawa", "tokugawa") == (1, 2)
    assert hand(match, "tokugawa") == ["charge_1"]
    assert discarded(match, "hashiba") == ["urgent_recruitment"]  # shown to everybody
    assert turn_of(match) == ("action", "tokugawa")


@clause("honganji", "6-2")
def test_6_2_the_text_of_a_card_counts_only_as_event() -> None:
    match = board({"mikawa": HOME}, cards=["urgent_recruitment", "charge_1"])
    acts(match, "reinforcement", "reinforce tokugawa mikawa")
    assert armies(match, "mikawa", "tokugawa") == (1, 1)


@clause("honganji", "6-2.p2")
@pytest.mark.parametrize(
    ("second", "enough"), [("honda_masanobu", True), ("honda_tadakatsu", False), ("sakakibara_yasumasa", False)]
)
def test_6_2_p2_the_cunning_of_all_generals_is_added_up(second: str, enough: bool) -> None:
    """Slander needs 2: Ieyasu has 1, and of the others only Masanobu adds another, spent and far away as he is."""
    areas = {
        "mikawa": HOME,
        "kai": {"tokugawa": {"spent_generals": [second]}},
        "miyako_azuchi": {"oda": {"generals": ["oda_nobunaga"]}},
    }
    match = board(areas, cards=["slander_1", "charge_1"])
    if enough:
        allowed(match, "event slander_1")
    else:
        refused(match, "event slander_1", "6-2.p2")
        acts(match, "reinforcement", "reinforce tokugawa mikawa")  # it still pays
        assert armies(match, "mikawa", "tokugawa") == (1, 1)


@clause("honganji", "6-2.p2")
def test_6_2_p2_only_ones_own_generals_count() -> None:
    """Desertion needs 1 and Urgent recruitment none: Katsuie has none, Takigawa has 1 while he is Shibata's."""
    cards = ["desertion_1", "urgent_recruitment"]
    alone = board({"gifu": {"tokugawa": {"generals": ["honda_masanobu"]}}}, seat="shibata", cards=cards)
    refused(alone, "event desertion_1", "6-2.p2")
    allowed(alone, "event urgent_recruitment")
    turned = board({"gifu": {"neutral": {"generals": ["takigawa_kazumasu"]}}}, seat="shibata", cards=cards)
    refused(turned, "event desertion_1", "6-2.p2")
    advised = board({"gifu": {"shibata": {"generals": ["takigawa_kazumasu"]}}}, seat="shibata", cards=cards)
    allowed(advised, "event desertion_1", "event urgent_recruitment")


REINFORCEABLE = {
    "mikawa": HOME,
    "owari_ise": {"controller": "tokugawa", "oda": {"ready": 1}},
    "gifu": {"tokugawa": {"ready": 2}},
    "hida": {"neutral": {"ready": 1}},
    "shinano": {"neutral": {"generals": ["sanada_masayuki"]}},
}


@clause("honganji", "6-3", "6-3-1", "6-3-2")
def test_6_3_own_and_neutral_armies_can_be_reinforced() -> None:
    """Own armies where Tokugawa is in control, Neutral ones beside a Neutral general or army."""
    match = board(REINFORCEABLE)
    match.act("reinforcement")
    own = {"reinforce tokugawa mikawa", "reinforce tokugawa owari_ise"}
    neutral = {"reinforce neutral hida", "reinforce neutral shinano"}
    assert options_of(match) == own | neutral
    refused(match, "reinforce tokugawa gifu", "6-3-1")  # units, but no control
    refused(match, "reinforce neutral kai", "6-3-2")  # control, but no units
    refused(match, "reinforce oda owari_ise")
    refused(match, "reinforce uesugi echigo")
    match.act("reinforce neutral shinano")
    assert stack(match, "shinano", "neutral") == {"ready": 1, "spent": 0, "generals": {"sanada_masayuki": "ready"}}
    assert armies(match, "mikawa", "tokugawa") == (1, 0)  # one kind only
    pay(match)
    assert turn_of(match) == ("action", "tokugawa")
    assert len(hand(match, "tokugawa")) == 3


@clause("honganji", "6-3-1")
def test_6_3_1_a_reinforcement_is_one_spent_army() -> None:
    match = board(REINFORCEABLE)
    match.act("reinforcement")
    match.act("reinforce tokugawa mikawa")
    assert stack(match, "mikawa", "tokugawa") == {"ready": 1, "spent": 1, "generals": {"tokugawa_ieyasu": "ready"}}
    assert armies(match, "hida", "neutral") == (1, 0)
    pay(match)
    assert len(hand(match, "tokugawa")) == 3


@clause("honganji", "6-3-1")
def test_h28_other_clans_in_the_area_do_not_matter() -> None:
    """No own unit in Owari Ise, but control: the army is placed beside Oda's, without combat or rebellion."""
    match = board(REINFORCEABLE)
    match.act("reinforcement")
    match.act("reinforce tokugawa owari_ise")
    assert armies(match, "owari_ise", "tokugawa") == (0, 1)
    assert armies(match, "owari_ise", "oda") == (1, 0)
    assert status(match, "tokugawa") == "vassal"


@clause("honganji", "6-3-1", "1-2-2-1")
@pytest.mark.parametrize(("count", "left"), [(9, True), (10, False)])
def test_h28_armies_come_only_while_counters_last(count: int, left: bool) -> None:
    """Ten counters; neither the dead Honda nor the castle beside the board can come instead."""
    areas = {"kai": {"tokugawa": {"ready": count}}, "hida": {"neutral": {"ready": 1}}}
    match = board(areas, dead=["honda_tadakatsu"])
    match.act("reinforcement")
    if left:
        match.act("reinforce tokugawa mikawa")
        assert stack(match, "mikawa", "tokugawa") == {"ready": 0, "spent": 1, "generals": {"tokugawa_ieyasu": "ready"}}
    else:
        refused(match, "reinforce tokugawa mikawa", "1-2-2-1")
        assert options_of(match) == {"reinforce neutral hida"}


@clause("honganji", "6-3-2", "1-2-2-1")
@pytest.mark.parametrize(("count", "flipped", "left"), [(4, 0, True), (5, 0, False), (6, 2, True), (7, 2, False)])
def test_6_3_2_there_are_five_neutral_counters_besides_flipped_oda_armies(count: int, flipped: int, left: bool) -> None:
    match = board({"hida": {"neutral": {"ready": count}}}, flipped={"hida": flipped} if flipped else {})
    match.act("reinforcement")
    if left:
        match.act("reinforce neutral hida")
        assert armies(match, "hida", "neutral") == (count + 1, 0)
    else:
        refused(match, "reinforce neutral hida", "1-2-2-1")


@clause("honganji", "6-3-2")
def test_h29_knocked_out_clans_are_no_neutral_armies() -> None:
    areas = {"tango": {"hashiba": {"ready": 2}}, "hida": {"neutral": {"ready": 1}}}
    match = board(areas, status={"hashiba": "out"}, dead=["hashiba_hideyoshi"])
    match.act("reinforcement")
    refused(match, "reinforce neutral tango", "6-3-2")
    refused(match, "reinforce hashiba tango")
    match.act("reinforce neutral hida")
    assert armies(match, "hida", "neutral") == (2, 0)


@clause("honganji", "5-2", "6-3-1")
def test_h44_new_areas_cannot_be_reinforced_in_the_same_action_turn() -> None:
    """Only the end of the action turn brings control of Toutoumi Suruga."""
    areas = {"mikawa": {"tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu"]}}}
    match = board(areas, hands=only(tokugawa=CARDS))
    move(match, "tokugawa", "mikawa", "toutoumi_suruga", armies=1)
    assert controller(match, "toutoumi_suruga") == "neutral"
    match.act("reinforcement")
    refused(match, "reinforce tokugawa toutoumi_suruga", "6-3-1")
    match.act("reinforce tokugawa mikawa")
    pay(match)
    match.act("end")
    assert turn_of(match) == ("action", "tokugawa")  # nobody else has cards
    assert controller(match, "toutoumi_suruga") == "tokugawa"
    match.act("reinforcement")
    allowed(match, "reinforce tokugawa toutoumi_suruga")


ODA_LANDS = ("hokusetsu", "yamato", "miyako_azuchi", "owari_ise", "gifu")
ODA_AREAS: dict[str, Any] = {
    "miyako_azuchi": {"oda": {"ready": 2, "generals": ["oda_nobunaga"]}},
    "gifu": {"oda": {"generals": ["oda_nobutada"]}, "neutral": {"ready": 1}},
}


@clause("honganji", "6-4")
def test_6_4_a_transfer_is_one_oda_army_to_another_oda_area() -> None:
    match = board(ODA_AREAS)
    match.act("oda_transfer")
    assert options_of(match) == {f"transfer miyako_azuchi {to}" for to in ODA_LANDS if to != "miyako_azuchi"}
    refused(match, "transfer miyako_azuchi mikawa", "6-4")
    refused(match, "transfer gifu yamato", "6-4")  # Nobutada is no army
    refused(match, "transfer miyako_azuchi miyako_azuchi")
    match.act("transfer miyako_azuchi yamato")
    assert armies(match, "yamato", "oda") == (1, 0)
    assert stack(match, "miyako_azuchi", "oda") == {"ready": 1, "spent": 0, "generals": {"oda_nobunaga": "ready"}}
    pay(match)
    assert turn_of(match) == ("action", "tokugawa")
    assert len(hand(match, "tokugawa")) == 3


@clause("honganji", "6-4")
def test_6_4_only_vassals_transfer_oda_armies() -> None:
    allowed(board(ODA_AREAS), "oda_transfer")
    refused(board(ODA_AREAS, status={"tokugawa": "rebel"}), "oda_transfer", "6-4")
    allowed(board(ODA_AREAS, status={"shibata": "rebel"}), "oda_transfer")


@clause("honganji", "6-4")
def test_h27_a_transferred_army_keeps_its_status_and_may_empty_an_area() -> None:
    """The spent army leaves Yamato to the Mouri, joins a Neutral army in Gifu, and nobody fights or rebels."""
    areas = {**ODA_AREAS, "miyako_azuchi": {"oda": {"generals": ["oda_nobunaga"]}}}
    areas["yamato"] = {"oda": {"spent": 1}, "mouri": {"ready": 1}}
    match = board(areas)
    match.act("oda_transfer")
    match.act("transfer yamato gifu")
    assert stack(match, "gifu", "oda") == {"ready": 0, "spent": 1, "generals": {"oda_nobutada": "ready"}}
    assert armies(match, "gifu", "neutral") == (1, 0)
    assert armies(match, "yamato", "oda") == (0, 0)
    pay(match)
    assert turn_of(match) == ("action", "tokugawa")
    assert status(match, "tokugawa") == "vassal"


@clause("honganji", "6-4")
def test_h27_oda_armies_are_transferred_from_anywhere_but_only_to_odas_areas() -> None:
    """Kai is Neutral and Gifu has been taken; a flipped army in Shinano is Oda's no longer."""
    areas = {
        "kai": {"oda": {"ready": 1}},
        "gifu": {"controller": "shibata", "oda": {"ready": 1}},
        "shinano": {"neutral": {"ready": 1}},
    }
    match = board(areas, flipped={"shinano": 1})
    match.act("oda_transfer")
    goals = [area for area in ODA_LANDS if area != "gifu"]
    assert options_of(match) == {f"transfer {origin} {to}" for origin in ("kai", "gifu") for to in goals}
    refused(match, "transfer kai gifu", "6-4")
    refused(match, "transfer shinano yamato", "6-4")


@clause("honganji", "6-5")
def test_6_5_a_movement_takes_ready_units_and_spends_them() -> None:
    areas = {"mikawa": {"tokugawa": {"ready": 3, "spent": 1, "generals": ["tokugawa_ieyasu"]}}}
    match = board(areas)
    move(match, "tokugawa", "mikawa", "toutoumi_suruga", armies=2)
    assert armies(match, "toutoumi_suruga", "tokugawa") == (0, 2)
    assert armies(match, "mikawa", "tokugawa") == (1, 1)
    assert len(hand(match, "tokugawa")) == 3
    assert turn_of(match) == ("action", "tokugawa")


@clause("honganji", "6-5")
def test_6_5_a_movement_that_meets_another_clan_is_a_combat() -> None:
    """Honda (3) and two armies roll three dice on arrival; the Neutral armies have no general and roll none."""
    areas = {
        "mikawa": {"tokugawa": {"ready": 2, "generals": ["tokugawa_ieyasu", "honda_tadakatsu"]}},
        "gifu": {"neutral": {"ready": 4}},
    }
    match = board(areas, dice=[3, 1, 4])
    move(match, "tokugawa", "mikawa", "gifu", generals=["honda_tadakatsu"], armies=2)
    assert armies(match, "gifu", "neutral") == (2, 0)
    assert len(hand(match, "tokugawa")) == 3
    assert turn_of(match) == ("action", "tokugawa")


@clause("honganji", "6-6")
def test_6_6_in_a_continued_combat_the_ready_units_of_one_area_fight() -> None:
    areas = {
        "gifu": {
            "tokugawa": {"ready": 2, "spent": 1, "generals": ["honda_tadakatsu"]},
            "neutral": {"ready": 5},
        },
        "owari_ise": {"tokugawa": {"spent": 2}, "mouri": {"ready": 1}},
        "yamato": {"tokugawa": {"ready": 2}},
        "hida": {"tokugawa": {"ready": 1}, "mouri": {"ready": 1}},
    }
    match = board(areas, dice=[3, 3, 3])
    match.act("combat")
    assert options_of(match) == {"attack tokugawa gifu", "attack tokugawa hida"}
    refused(match, "attack tokugawa owari_ise", "6-6")  # nobody ready
    refused(match, "attack tokugawa yamato")  # nobody to fight
    refused(match, "attack neutral gifu")
    match.act("attack tokugawa gifu")
    assert armies(match, "gifu", "neutral") == (2, 0)
    finish(match)
    assert armies(match, "gifu", "tokugawa") == (0, 3)
    assert generals(match, "gifu", "tokugawa") == {"honda_tadakatsu": "spent"}
    assert armies(match, "hida", "tokugawa") == (1, 0)
    assert len(hand(match, "tokugawa")) == 3


@clause("honganji", "6-6.p2")
def test_6_6_p2_each_additional_combat_takes_one_more_card() -> None:
    areas = {"gifu": {"tokugawa": {"ready": 1, "generals": ["honda_tadakatsu"]}, "neutral": {"ready": 5}}}
    match = board(areas, dice=[6] * 6)
    strike(match, "tokugawa", "gifu")
    for left in (3, 2):
        assert len(hand(match, "tokugawa")) == left
        match.act("again")
        pay(match)
    assert len(hand(match, "tokugawa")) == 1
    match.act("stop")
    assert len(hand(match, "tokugawa")) == 1
    assert turn_of(match) == ("action", "tokugawa")


@clause("honganji", "6-3-1", "6-3-2")
def test_6_3_a_placement_names_its_rule() -> None:
    areas = {"tanba": {"akechi": {"ready": 2, "generals": ["akechi_mitsuhide"]}}} | {"tango": {"neutral": {"ready": 1}}}
    for text, named in [("reinforce akechi tanba", "6-3-1"), ("reinforce neutral tango", "6-3-2")]:
        match = table("akechi", "charge_1", areas)
        acts(match, "reinforcement")
        assert told(match.act(text), "placed") == [["1-2-2-1", named]]
