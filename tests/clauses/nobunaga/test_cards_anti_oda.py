"""The twelve cards of Anti-Oda: what each needs, does and does not do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.nobunaga.table import acts, allowed, box, compose, hand, power, refused, stack
from tests.support import clause

SPARE = "scheming_with_lesser_daimyo"
REQUESTS = pytest.mark.parametrize("card", ["request_to_enter_war_1", "request_to_enter_war_2"])
RECRUITMENTS = pytest.mark.parametrize("card", ["urgent_recruitment_anti_1", "urgent_recruitment_anti_2"])
AT_WAR = {"uesugi": 4, "takeda": 4, "mouri": 4}


def table(card: str, areas: dict[str, Any], *dice: int, spare: str = SPARE, **entries: Any) -> Playing:
    """Anti-Oda's action turn with the card and one other in hand."""
    hands = {"oda": ["warships", "gift_to_lesser_daimyo"], "anti_oda": [card, spare]}
    return compose(empty=True, to_act="anti_oda", areas=areas, hands=hands, dice=dice, **entries)


def over(match: Playing, card: str, spare: str = SPARE) -> None:
    """The event is done: its card is discarded, no other was paid, and the other side is to act."""
    assert match.decision.who == "oda"
    assert hand(match, "anti_oda") == [spare]
    assert card in match.view("oda")["discards"]["anti_oda"]


# Markers


@REQUESTS
@clause("nobunaga", "6-3", "4-2(3)", "4-3")
def test_card_request_to_enter_war_moves_one_marker_two_boxes(card: str) -> None:
    match = table(card, {})
    acts(match, f"event {card}")
    assert set(match.decision.texts) == {"shift uesugi 1", "shift takeda 1", "shift mouri 1"}
    refused(match, "shift ukita 1")  # a lesser daimyo
    acts(match, "shift mouri 1")
    assert (box(match, "mouri"), power(match, "mouri")) == (3, "neutral")
    acts(match, "shift mouri 1")
    assert (box(match, "mouri"), power(match, "mouri")) == (4, "anti_oda")
    assert (box(match, "takeda"), box(match, "uesugi")) == (2, 2)
    over(match, card)


@REQUESTS
@clause("nobunaga", "6-3", "4-2.p3")
def test_card_request_to_enter_war_moves_two_markers_one_box(card: str) -> None:
    match = table(card, {}, markers={"takeda": 3, "uesugi": 4})
    acts(match, f"event {card}")
    refused(match, "shift uesugi 1")  # at war already
    acts(match, "shift takeda 1")
    refused(match, "shift takeda 1")
    acts(match, "shift mouri 1")
    assert (box(match, "takeda"), box(match, "mouri")) == (4, 3)
    over(match, card)


@REQUESTS
@clause("nobunaga", "6-3")
def test_card_request_to_enter_war_loses_a_step_nobody_can_make(card: str) -> None:
    match = table(card, {}, markers=AT_WAR | {"takeda": 3})
    acts(match, f"event {card}", "shift takeda 1")
    over(match, card)
    refused(table(card, {}, markers=AT_WAR), f"event {card}", "6-3")


@pytest.mark.parametrize(("boxes", "where", "side"), [(1, 2, "oda"), (2, 3, "neutral")])
@clause("nobunaga", "6-3", "4-2(3)", "4-3")
def test_card_scheming_with_lesser_daimyo_moves_its_marker(boxes: int, where: int, side: str) -> None:
    card = "scheming_with_lesser_daimyo"
    match = table(card, {}, spare="feign_illness", markers={"ukita": 7})
    acts(match, f"event {card}")
    refused(match, "shift ukita 1")  # rightmost already
    refused(match, "shift takeda 1")  # a greater daimyo
    refused(match, "shift tokugawa 3")
    acts(match, f"shift tokugawa {boxes}")
    assert (box(match, "tokugawa"), power(match, "tokugawa")) == (where, side)
    over(match, card, "feign_illness")


@clause("nobunaga", "6-3", "4-2.p3")
def test_card_scheming_with_lesser_daimyo_needs_a_marker_to_move() -> None:
    card, right = "scheming_with_lesser_daimyo", {"tokugawa": 7, "matsunaga": 7, "ukita": 7}
    refused(table(card, {}, spare="feign_illness", markers=right), f"event {card}", "6-3")
    allowed(table(card, {}, spare="feign_illness", markers=right | {"ukita": 6}), f"event {card}")


@pytest.mark.parametrize("daimyo", ["tokugawa", "matsunaga", "takeda"])
@clause("nobunaga", "6-3", "4-2(3)")
def test_card_shogun_letter_moves_a_marker_and_draws(daimyo: str) -> None:
    match = table("shogun_letter", {}, markers={"ukita": 7, "mouri": 4})
    before = box(match, daimyo)
    acts(match, "event shogun_letter")
    texts = {"shift tokugawa 1", "shift matsunaga 1", "shift takeda 1", "shift uesugi 1"}
    assert set(match.decision.texts) == texts
    refused(match, "shift ukita 1")
    refused(match, "shift mouri 1")
    refused(match, f"shift {daimyo} 2")
    acts(match, f"shift {daimyo} 1")
    assert box(match, daimyo) == before + 1
    assert len(hand(match, "anti_oda")) == 2  # the other card and the one drawn
    assert match.view("oda")["stack_sizes"]["anti_oda"] == 9
    assert match.decision.who == "oda"


@clause("nobunaga", "6-3")
def test_card_shogun_letter_draws_nothing_from_an_empty_stack() -> None:
    rest = [
        "request_to_enter_war_1",
        "request_to_enter_war_2",
        "feign_illness",
        "advance_paradise",
        "urgent_recruitment_anti_1",
        "urgent_recruitment_anti_2",
        "ikkou_uprising",
        "coordinated_offensive",
        "swift_as_wind",
        "murakami_navy",
    ]
    match = table("shogun_letter", {}, discards={"anti_oda": rest})
    acts(match, "event shogun_letter", "shift takeda 1")
    assert box(match, "takeda") == 3
    over(match, "shogun_letter")


@clause("nobunaga", "6-3")
def test_card_shogun_letter_needs_a_marker_to_move() -> None:
    markers = AT_WAR | {"tokugawa": 7, "matsunaga": 7, "ukita": 7}
    refused(table("shogun_letter", {}, markers=markers), "event shogun_letter", "6-3")


# Feign illness


@clause("nobunaga", "6-3", "FAQ-naming")
def test_card_feign_illness_spends_a_ready_oda_general() -> None:
    areas = {
        "mino": {"oda": {"ready": 1, "generals": ["niwa_nagahide"], "spent_generals": ["hashiba_hideyoshi"]}},
        "toutoumi": {"tokugawa": {"ready": 1, "generals": ["tokugawa_ieyasu"]}},
        "yamato": {"matsunaga": {"ready": 1, "generals": ["matsunaga_hisahide"]}},
        "north_oumi": {"azai": {"ready": 1, "generals": ["azai_nagamasa"]}},
    }
    match = table("feign_illness", areas)
    acts(match, "event feign_illness")
    assert set(match.decision.texts) == {"feign niwa_nagahide", "feign tokugawa_ieyasu"}
    refused(match, "feign hashiba_hideyoshi")  # spent already
    refused(match, "feign matsunaga_hisahide")  # Neutral
    refused(match, "feign azai_nagamasa")
    acts(match, "feign tokugawa_ieyasu")
    assert stack(match, "toutoumi", "tokugawa") == {"ready": 1, "spent": 0, "generals": {"tokugawa_ieyasu": "spent"}}
    assert stack(match, "mino", "oda")["generals"]["niwa_nagahide"] == "ready"
    over(match, "feign_illness")


@clause("nobunaga", "6-3")
def test_card_feign_illness_needs_a_ready_oda_general() -> None:
    areas = {
        "mino": {"oda": {"ready": 3, "spent_generals": ["niwa_nagahide"]}},
        "north_oumi": {"azai": {"ready": 1, "generals": ["azai_nagamasa"]}},
    }
    refused(table("feign_illness", areas), "event feign_illness", "6-3")


# Urgent recruitment (more in test_faq.py)


@RECRUITMENTS
@clause("nobunaga", "6-3")
def test_card_urgent_recruitment_anti_places_three_spent_armies(card: str) -> None:
    areas = {
        "mino": {"oda": {"ready": 2}, "azai": {"generals": ["azai_nagamasa"]}},
        "yamato": {"matsunaga": {"ready": 1}},
    }
    match = table(card, areas)
    acts(match, f"event {card}")
    refused(match, "recruit oda mino")
    refused(match, "recruit matsunaga yamato")  # Neutral
    refused(match, "recruit azai north_oumi")  # his area, but none of his units
    acts(match, "recruit azai mino")  # no combat
    assert stack(match, "mino", "azai") == {"ready": 0, "spent": 3, "generals": {"azai_nagamasa": "ready"}}
    assert stack(match, "mino", "oda")["ready"] == 2
    over(match, card)


@RECRUITMENTS
@clause("nobunaga", "6-3", "1-2-2-1")
def test_card_urgent_recruitment_anti_places_what_there_is(card: str) -> None:
    areas = {"yamato": {"matsunaga": {"ready": 1}}, "iga_ise": {"matsunaga": {"spent": 2}}}
    match = table(card, areas, markers={"matsunaga": 6})
    acts(match, f"event {card}", "recruit matsunaga yamato")
    assert stack(match, "yamato", "matsunaga") == {"ready": 1, "spent": 2, "generals": {}}
    full = table(card, {"yamato": {"matsunaga": {"ready": 5}}}, markers={"matsunaga": 6})
    refused(full, f"event {card}", "6-3")
    refused(table(card, {"mino": {"oda": {"ready": 1}}}), f"event {card}", "6-3")


# Ikkou uprising


@clause("nobunaga", "6-3")
def test_card_ikkou_uprising_breaks_out_near_honganji() -> None:
    areas = {"kii_ishiyama": {"honganji": {"ready": 1}}, "yamashiro": {"oda": {"ready": 3}}}
    match = table("ikkou_uprising", areas)
    acts(match, "event ikkou_uprising")
    near = ["kii_ishiyama", "north_settsu", "yamashiro", "yamato", "iga_ise"]
    assert set(match.decision.texts) == {f"rise {area}" for area in near}
    refused(match, "rise seto_sea")
    refused(match, "rise kaga")  # Honganji's, but far from its units
    acts(match, "rise yamashiro")  # no combat
    assert stack(match, "yamashiro", "honganji") == {"ready": 0, "spent": 2, "generals": {}}
    assert stack(match, "yamashiro", "oda")["ready"] == 3
    over(match, "ikkou_uprising")


@clause("nobunaga", "6-3")
def test_card_ikkou_uprising_does_not_break_out_at_sea() -> None:
    match = table("ikkou_uprising", {"seto_sea": {"honganji": {"ready": 1}}})
    acts(match, "event ikkou_uprising")
    allowed(match, "rise awa_sanuki", "rise bitchuu")
    refused(match, "rise seto_sea")


@clause("nobunaga", "6-3", "4-4.p2")
def test_card_ikkou_uprising_pushes_a_neutral_lesser_daimyo() -> None:
    match = table("ikkou_uprising", {"kii_ishiyama": {"honganji": {"ready": 1}}, "yamato": {"matsunaga": {"ready": 1}}})
    acts(match, "event ikkou_uprising", "rise yamato")
    assert (box(match, "matsunaga"), power(match, "matsunaga")) == (1, "oda")
    match = table("ikkou_uprising", {"kii_ishiyama": {"honganji": {"ready": 1}}})
    acts(match, "event ikkou_uprising", "rise kii_ishiyama")
    assert box(match, "matsunaga") == 3


@clause("nobunaga", "6-3", "1-2-2-1")
def test_card_ikkou_uprising_places_what_there_is() -> None:
    match = table("ikkou_uprising", {"kaga": {"honganji": {"ready": 15}}})
    acts(match, "event ikkou_uprising", "rise noto")
    assert stack(match, "noto", "honganji")["spent"] == 1
    refused(table("ikkou_uprising", {"kaga": {"honganji": {"ready": 16}}}), "event ikkou_uprising", "6-3")
    refused(table("ikkou_uprising", {"echizen": {"asakura": {"ready": 1}}}), "event ikkou_uprising", "6-3")
