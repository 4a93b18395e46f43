"""Oda's other cards: gifts, urgent recruitment, concentrated firearms."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.common import armies
from tests.clauses.nobunaga.steps import board, strike
from tests.clauses.nobunaga.table import acts, allowed, box, compose, hand, power, refused, stack
from tests.support import clause

SPARE = "warships"


def table(card: str, areas: dict[str, Any], *dice: int, **entries: Any) -> Playing:
    """Oda's action turn with the card and one other in hand."""
    hands = {"oda": [card, SPARE], "anti_oda": ["shogun_letter"]}
    return compose(empty=True, areas=areas, hands=hands, dice=dice, **entries)


def over(match: Playing, card: str) -> None:
    """The event is done: its card is discarded, no other was paid, and the other side is to act."""
    assert match.decision.who == "anti_oda"
    assert hand(match, "oda") == [SPARE]
    assert card in match.view("oda")["discards"]["oda"]


# Gifts


@pytest.mark.parametrize(("boxes", "where", "side"), [(1, 3, "neutral"), (2, 2, "oda")])
@clause("nobunaga", "6-3", "4-2(3)", "4-3")
def test_card_gift_to_lesser_daimyo_moves_its_marker(boxes: int, where: int, side: str) -> None:
    match = table("gift_to_lesser_daimyo", {"mino": {"oda": {"ready": 1}}})
    acts(match, "event gift_to_lesser_daimyo")
    refused(match, "shift tokugawa 1")  # leftmost already
    refused(match, "shift takeda 1")  # a greater daimyo
    refused(match, "shift ukita 3")
    acts(match, f"shift ukita {boxes}")
    assert (box(match, "ukita"), power(match, "ukita"), box(match, "matsunaga")) == (where, side, 3)
    over(match, "gift_to_lesser_daimyo")


@clause("nobunaga", "6-3", "4-2.p3")
def test_card_gift_to_lesser_daimyo_needs_a_marker_to_move() -> None:
    markers = {"tokugawa": 1, "matsunaga": 1, "ukita": 1}
    refused(table("gift_to_lesser_daimyo", {}, markers=markers), "event gift_to_lesser_daimyo", "6-3")
    allowed(table("gift_to_lesser_daimyo", {}, markers=markers | {"ukita": 7}), "event gift_to_lesser_daimyo")


@clause("nobunaga", "6-3", "4-2(3)")
def test_card_gift_to_greater_daimyo_moves_its_marker() -> None:
    match = table("gift_to_greater_daimyo", {}, markers={"takeda": 3, "uesugi": 4, "mouri": 1})
    acts(match, "event gift_to_greater_daimyo")
    assert match.decision.texts == ["shift takeda 1"]
    refused(match, "shift uesugi 1")  # at war for good
    refused(match, "shift mouri 1")  # leftmost already
    refused(match, "shift ukita 1")  # a lesser daimyo
    refused(match, "shift takeda 2")
    acts(match, "shift takeda 1")
    assert box(match, "takeda") == 2
    over(match, "gift_to_greater_daimyo")


@clause("nobunaga", "6-3", "4-3.p4")
def test_card_gift_to_greater_daimyo_needs_a_neutral_marker() -> None:
    markers = {"takeda": 4, "uesugi": 4, "mouri": 1}
    refused(table("gift_to_greater_daimyo", {}, markers=markers), "event gift_to_greater_daimyo", "6-3")


# Urgent recruitment


@clause("nobunaga", "6-3")
def test_card_urgent_recruitment_oda_places_three_spent_armies() -> None:
    """Enemies there and their control do not matter; there is no combat."""
    areas = {
        "north_oumi": {"azai": {"ready": 2}, "oda": {"generals": ["niwa_nagahide"]}},
        "mino": {"azai": {"ready": 1}},
    }
    match = table("urgent_recruitment_oda", areas)
    acts(match, "event urgent_recruitment_oda")
    refused(match, "recruit oda mino")  # no Oda unit there
    refused(match, "recruit azai north_oumi")
    acts(match, "recruit oda north_oumi")
    assert stack(match, "north_oumi", "oda") == {"ready": 0, "spent": 3, "generals": {"niwa_nagahide": "ready"}}
    assert stack(match, "north_oumi", "azai")["ready"] == 2
    over(match, "urgent_recruitment_oda")


@pytest.mark.parametrize(("marker", "joined"), [(2, True), (3, False)])
@clause("nobunaga", "6-3", "FAQ-naming")
def test_card_urgent_recruitment_oda_is_for_oda_powers(marker: int, joined: bool) -> None:
    areas = {"mino": {"oda": {"ready": 1}}, "mikawa": {"tokugawa": {"ready": 1}}}
    match = table("urgent_recruitment_oda", areas, markers={"tokugawa": marker})
    acts(match, "event urgent_recruitment_oda")
    if joined:
        acts(match, "recruit tokugawa mikawa")
        assert stack(match, "mikawa", "tokugawa") == {"ready": 1, "spent": 3, "generals": {}}
    else:
        refused(match, "recruit tokugawa mikawa")


@clause("nobunaga", "6-3", "1-2-2-1")
def test_card_urgent_recruitment_oda_places_what_there_is() -> None:
    areas = {"mikawa": {"tokugawa": {"ready": 4}}, "toutoumi": {"tokugawa": {"ready": 2}}}
    match = table("urgent_recruitment_oda", areas)
    acts(match, "event urgent_recruitment_oda", "recruit tokugawa mikawa")
    assert stack(match, "mikawa", "tokugawa") == {"ready": 4, "spent": 2, "generals": {}}
    full = {"mikawa": {"tokugawa": {"ready": 8}}}
    refused(table("urgent_recruitment_oda", full), "event urgent_recruitment_oda", "6-3")
    match = table("urgent_recruitment_oda", full | {"mino": {"oda": {"ready": 1}}})
    acts(match, "event urgent_recruitment_oda")
    refused(match, "recruit tokugawa mikawa", "1-2-2-1")


# Concentrated use of firearms


def kenshin_at_echigo(*dice: int) -> Playing:
    """Nobunaga and two armies face Kenshin and two armies, who can flee to Etchuu."""
    areas = {
        "echigo": {
            "oda": {"ready": 2, "generals": ["oda_nobunaga"]},
            "uesugi": {"ready": 2, "generals": ["uesugi_kenshin"]},
        },
        "etchuu": {"controller": "uesugi"},
    }
    return table("concentrated_firearms", areas, *dice, markers={"uesugi": 4})


@clause("nobunaga", "6-3", "8-4-2-1")
def test_card_concentrated_firearms_kill_before_the_dice() -> None:
    match = kenshin_at_echigo(1, 3, 6, 6)  # his check, then Oda's dice; his armies have no general left to roll with
    acts(match, "event concentrated_firearms", "attack oda echigo")
    assert "uesugi_kenshin" in match.view("oda")["dead"]
    assert stack(match, "echigo", "uesugi") == {"ready": 1, "spent": 0, "generals": {}}
    acts(match, "stop")
    assert stack(match, "echigo", "oda")["spent"] == 2
    over(match, "concentrated_firearms")


@clause("nobunaga", "6-3", "8-4-2-2")
def test_card_concentrated_firearms_may_put_a_general_to_flight() -> None:
    match = kenshin_at_echigo(6, 3, 6, 6)
    acts(match, "event concentrated_firearms", "attack oda echigo", "stop")
    assert stack(match, "etchuu", "uesugi")["generals"] == {"uesugi_kenshin": "spent"}
    assert stack(match, "echigo", "uesugi") == {"ready": 1, "spent": 0, "generals": {}}


@clause("nobunaga", "6-3")
def test_card_concentrated_firearms_are_not_in_a_plain_combat() -> None:
    match = kenshin_at_echigo(3, 6, 6, 5, 6, 6)  # Kenshin is there: three dice for Uesugi, one hit
    acts(match, "combat", "attack oda echigo")
    assert stack(match, "echigo", "uesugi") == {"ready": 1, "spent": 0, "generals": {"uesugi_kenshin": "ready"}}
    assert stack(match, "echigo", "oda")["ready"] == 1


TWO_TAKEDA = {
    "kai": {
        "oda": {"ready": 2, "generals": ["oda_nobunaga"]},
        "takeda": {"ready": 2, "generals": ["takeda_katsuyori", "yamagata_masakage"]},
    },
}


@clause("nobunaga", "6-3")
def test_card_concentrated_firearms_strike_one_general_once() -> None:
    """One of two is shot before the first attack: three dice against Oda, not four; no shot in the second."""
    dice = [1, *[6, 6, 6], *[3, 6, 6], *[6, 6], *[6, 6, 6]]
    match = table("concentrated_firearms", TWO_TAKEDA, *dice, markers={"takeda": 4})
    acts(match, "event concentrated_firearms", "attack oda kai")
    assert (match.decision.name, match.decision.who) == ("victim", "oda")
    assert set(match.decision.texts) == {"shoot takeda_katsuyori", "shoot yamagata_masakage"}
    acts(match, "shoot takeda_katsuyori")
    assert stack(match, "kai", "takeda") == {"ready": 2, "spent": 0, "generals": {"yamagata_masakage": "ready"}}
    assert stack(match, "kai", "oda")["ready"] == 1
    acts(match, "again", f"discard {SPARE}")
    assert stack(match, "kai", "takeda") == {"ready": 2, "spent": 0, "generals": {"yamagata_masakage": "ready"}}
    assert match.decision.who == "anti_oda"


@clause("nobunaga", "6-3", "7-4")
def test_card_concentrated_firearms_shoot_after_a_march() -> None:
    areas = {
        "mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}},
        "owari": {"oda": {"ready": 3}},
        "north_oumi": {"azai": {"ready": 2, "generals": ["azai_nagamasa"]}},
        "echizen": {"asakura": {"ready": 2}},
    }
    match = table("concentrated_firearms", areas, 1, 3, 6, 6)
    acts(match, "event concentrated_firearms")
    refused(match, "march oda owari")  # Nobunaga has to take part
    acts(match, "march oda mino", "with 2", "to north_oumi")
    assert "azai_nagamasa" in match.view("oda")["dead"]
    assert stack(match, "north_oumi", "oda") == {"ready": 0, "spent": 2, "generals": {"oda_nobunaga": "spent"}}
    over(match, "concentrated_firearms")
    match = table("concentrated_firearms", areas, 3, 6, 6)  # no general to shoot at: a combat like any other
    acts(match, "event concentrated_firearms", "march oda mino", "with 2", "to echizen")
    assert stack(match, "echizen", "asakura")["ready"] == 1


@clause("nobunaga", "6-3")
def test_card_concentrated_firearms_need_nobunaga_ready() -> None:
    for nobunaga in ({"spent_generals": ["oda_nobunaga"]}, {"generals": ["niwa_nagahide"]}):
        areas = {"north_oumi": {"azai": {"ready": 2}, "oda": {"ready": 2, **nobunaga}}}
        refused(table("concentrated_firearms", areas), "event concentrated_firearms", "6-3")


@clause("nobunaga", "6-3", "8-3")
@pytest.mark.parametrize("die", [1, 6])
def test_card_concentrated_firearms_that_leave_nobody_are_followed_by_no_dice(die: int) -> None:
    """Azai stands alone: dead or fled, nobody is left; the dice given are his check alone."""
    areas = {
        "mino": {"oda": {"ready": 1, "generals": ["oda_nobunaga"]}, "azai": {"generals": ["azai_nagamasa"]}},
        "north_oumi": {"controller": "azai", "azai": {"ready": 2}},
    }
    match = table("concentrated_firearms", areas, die)
    events = acts(match, "event concentrated_firearms", "attack oda mino")
    assert [event.data["purpose"] for event in events if event.kind == "roll"] == ["death_check"]
    assert stack(match, "mino", "oda") == {"ready": 0, "spent": 1, "generals": {"oda_nobunaga": "spent"}}
    over(match, "concentrated_firearms")


@clause("nobunaga", "6-3", "8-3")
def test_card_reliable_supply_line_readies_units_that_roll_one_die_each() -> None:
    areas = {
        "north_oumi": {"oda": {"spent": 2, "spent_generals": ["hashiba_hideyoshi"]}, "azai": {"ready": 5}},
    }
    match = board(areas, oda=["reliable_supply_line", "warships"], dice=[1, 2, 2])
    acts(match, "event reliable_supply_line", "pass")
    strike(match, "oda", "north_oumi")
    assert armies(match, "north_oumi", "azai") == (2, 0)
