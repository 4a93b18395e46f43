"""11-5: how many units may move in an action turn, and when a second card is paid."""

from __future__ import annotations

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.common import allowed, armies, hand, refused, stack, turn_of
from tests.clauses.nobunaga.steps import board
from tests.clauses.nobunaga.table import acts, compose
from tests.support import clause


def crowd(armies: int, hands: list[str], option: bool, nobunaga: bool = False) -> Playing:
    generals = ["oda_nobunaga"] if nobunaga else []
    return compose(
        empty=True,
        areas={"mino": {"oda": {"ready": armies, "generals": generals}}},
        hands={"oda": hands, "anti_oda": ["shogun_letter"]},
        options={"move_limit": option},
    )


@pytest.mark.parametrize(
    ("option", "armies", "left"), [(True, 15, 2), (True, 16, 1), (True, 30, 1), (False, 16, 2), (False, 34, 2)]
)
@clause("nobunaga", "11-5")
def test_11_5_sixteen_units_cost_two_cards(option: bool, armies: int, left: int) -> None:
    match = crowd(35, ["warships", "charge_order", "corps_formation"], option)
    acts(match, "movement", "march oda mino", f"with {armies}", "to owari", "discard warships")
    if left == 1:
        assert (match.decision.name, match.decision.who) == ("discard", "oda")
        acts(match, "discard charge_order")
    assert match.decision.who == "anti_oda"
    assert len(hand(match, "oda")) == left
    assert stack(match, "owari", "oda")["spent"] == armies


@clause("nobunaga", "11-5")
def test_11_5_generals_count_among_the_units_that_move() -> None:
    match = crowd(20, ["warships", "charge_order", "corps_formation"], True, nobunaga=True)
    acts(match, "movement", "march oda mino", "take oda_nobunaga", "with 15", "to owari")
    acts(match, "discard warships", "discard charge_order")
    assert hand(match, "oda") == ["corps_formation"]


@clause("nobunaga", "11-5")
def test_11_5_one_card_moves_fifteen_at_most() -> None:
    match = crowd(20, ["warships"], True)
    acts(match, "movement", "march oda mino")
    allowed(match, "with 15")
    refused(match, "with 16", "11-5")
    match = crowd(20, ["warships"], False)
    acts(match, "movement", "march oda mino")
    allowed(match, "with 16")


@clause("nobunaga", "11-5", "7-4")
def test_11_5_the_event_is_one_of_the_two_cards() -> None:
    match = crowd(20, ["charge_order", "warships"], True)
    acts(match, "event charge_order", "march oda mino", "with 16", "to owari", "discard warships")
    assert hand(match, "oda") == []
    assert match.decision.who == "anti_oda"
    match = crowd(20, ["charge_order"], True)
    acts(match, "event charge_order", "march oda mino")
    allowed(match, "with 15")
    refused(match, "with 16", "11-5")


@clause("nobunaga", "11-5.p2")
def test_11_5_p2_thirty_one_units_never_move() -> None:
    cards = ["warships", "charge_order", "corps_formation"]
    match = crowd(35, cards, True)
    acts(match, "movement", "march oda mino")
    allowed(match, "with 30")
    refused(match, "with 31", "11-5.p2")
    match = crowd(35, cards, True, nobunaga=True)
    acts(match, "movement", "march oda mino", "take oda_nobunaga")
    allowed(match, "with 29")
    refused(match, "with 30", "11-5.p2")
    match = crowd(35, cards, False)
    acts(match, "movement", "march oda mino")
    allowed(match, "with 31", "with 34")


def two_moves(cards: list[str], option: bool) -> Playing:
    """Ten units have moved with the first half of the event."""
    match = compose(
        empty=True,
        areas={"mino": {"oda": {"ready": 12}}, "owari": {"oda": {"ready": 28}}},
        hands={"oda": ["converging_attack", *cards], "anti_oda": ["shogun_letter"]},
        options={"move_limit": option},
    )
    acts(match, "event converging_attack", "march oda mino", "with 10", "to south_oumi")
    acts(match, "movement", "march oda owari")
    return match


@clause("nobunaga", "11-5", "11-5.p2")
def test_11_5_both_moves_of_an_action_turn_count() -> None:
    match = two_moves(["warships"], True)
    allowed(match, "with 20")
    refused(match, "with 21", "11-5.p2")
    acts(match, "with 6", "to mikawa", "discard warships")
    assert match.decision.who == "anti_oda"
    match = two_moves([], True)
    allowed(match, "with 5")
    refused(match, "with 6", "11-5")
    allowed(two_moves([], False), "with 27")


@clause("nobunaga", "11-5")
def test_11_5_moves_of_another_action_turn_do_not_count() -> None:
    areas = {"mino": {"oda": {"ready": 20}}, "owari": {"oda": {"ready": 20}}}
    match = board(areas, oda=["warships", "charge_order"], options={"move_limit": True})
    acts(match, "movement", "march oda mino", "with 10", "to south_oumi", "discard warships", "pass")
    acts(match, "movement", "march oda owari", "with 10", "to mikawa", "discard charge_order")
    assert armies(match, "mikawa", "oda") == (0, 10)


@clause("nobunaga", "11-5", "7-4")
@pytest.mark.parametrize("card", ["concentrated_firearms", "warships", "converging_attack"])
def test_11_5_any_event_of_odas_is_one_of_the_two_cards(card: str) -> None:
    areas = {"mino": {"oda": {"ready": 20, "generals": ["oda_nobunaga", "takigawa_kazumasu"]}}}
    match = board(areas, oda=[card, "charge_order"], options={"move_limit": True})
    acts(match, f"event {card}", "march oda mino")
    if match.decision.name == "generals":
        match.act("done")
    taken = 1 if card == "concentrated_firearms" else 0
    acts(match, f"with {16 - taken}", "to owari")
    assert turn_of(match) == ("discard", "oda")
    match.act("discard charge_order")
    assert turn_of(match)[1] == "anti_oda"


@clause("nobunaga", "11-5", "7-4")
@pytest.mark.parametrize("card", ["murakami_navy", "advance_paradise", "coordinated_offensive"])
def test_11_5_any_event_of_anti_odas_is_one_of_the_two_cards(card: str) -> None:
    areas = {
        "kii_ishiyama": {"honganji": {"ready": 16, "generals": ["honganji_kennyo"]}},
        "echizen": {"asakura": {"ready": 2}},
    }
    match = board(areas, anti_oda=[card, "shogun_letter"], to_act="anti_oda", options={"move_limit": True})
    match.act(f"event {card}")
    if card == "coordinated_offensive":
        acts(match, "march asakura echizen", "to kaga", "movement")
    elif card == "advance_paradise":
        match.act("movement")
    acts(match, "march honganji kii_ishiyama", "take honganji_kennyo", "with 15", "to seto_sea")
    assert turn_of(match) == ("discard", "anti_oda")


@clause("nobunaga", "11-5", "11-5.p2")
def test_11_5_when_thirty_have_moved_nobody_else_can() -> None:
    """The second half of an event cannot be a march of nobody."""
    areas = {"mino": {"oda": {"ready": 31}}, "owari": {"oda": {"ready": 5}}}
    match = board(areas, oda=["converging_attack", "warships"], options={"move_limit": True})
    acts(match, "event converging_attack", "march oda mino", "with 30", "to south_oumi")
    assert match.decision.name == "discard"
    match = board(areas, oda=["converging_attack", "warships"], options={"move_limit": True})
    acts(match, "event converging_attack", "march oda mino", "with 29", "to south_oumi")
    assert match.decision.name == "second_move"
