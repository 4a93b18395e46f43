"""Chapter 6: the single actions: event, reinforcement, diplomacy, movement, continued combat."""

from __future__ import annotations

import pytest

from tests.clauses.nobunaga.steps import (
    NOBODY_NEUTRAL,
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
from tests.clauses.nobunaga.table import SEATS, acts, allowed, box, hand, power, refused, stack
from tests.support import clause


@clause("nobunaga", "6.p1b")
def test_6_p1b_the_text_of_a_card_counts_only_as_event() -> None:
    areas = {"mino": {"oda": {"ready": 1, "generals": ["niwa_nagahide"]}}}
    paid = board(areas, oda=["corps_formation", "warships"])
    acts(paid, "diplomacy", "influence takeda right", "discard corps_formation")
    assert armies(paid, "mino", "oda") == (1, 0)
    played = board(areas, oda=["corps_formation", "warships"])
    played.act("event corps_formation")
    assert armies(played, "mino", "oda") == (4, 0)


@clause("nobunaga", "6.p1b")
def test_6_p1b_a_lasting_card_that_is_paid_has_no_effect() -> None:
    match = board(
        {"kaga": {"honganji": {"ready": 2}}}, to_act="anti_oda", anti_oda=["advance_paradise", "feign_illness"]
    )
    acts(match, "diplomacy", "influence takeda right", "discard advance_paradise")
    view = match.view("oda")
    assert view["in_effect"] == []
    assert view["discards"]["anti_oda"] == ["advance_paradise"]


@clause("nobunaga", "6-3")
def test_6_3_an_event_pays_for_itself() -> None:
    match = board({"mino": {"oda": {"ready": 1, "generals": ["niwa_nagahide"]}}}, oda=["corps_formation", "warships"])
    match.act("event corps_formation")
    assert armies(match, "mino", "oda") == (4, 0)
    assert hand(match, "oda") == ["warships"]
    assert match.view("anti_oda")["discards"]["oda"] == ["corps_formation"]  # shown to the other side
    assert turn_of(match) == ("action", "anti_oda")


@clause("nobunaga", "6-3")
def test_6_3_an_event_without_effect_is_refused() -> None:
    """A card that would change nothing cannot be played as an event, but it pays for other actions."""
    areas = {"mino": {"oda": {"ready": 1, "generals": ["hashiba_hideyoshi"]}}}
    cards = ["reliable_supply_line", "warships"]
    idle = board(areas, oda=cards)
    refused(idle, "event reliable_supply_line")
    acts(idle, "diplomacy", "influence takeda right", "discard reliable_supply_line")
    allowed(board(areas, oda=cards, options={"idle_events": True}), "event reliable_supply_line")
    tired = {"mino": {"oda": {"spent": 1, "generals": ["hashiba_hideyoshi"]}}}
    allowed(board(tired, oda=cards), "event reliable_supply_line")


REINFORCEABLE = {
    "mino": {"oda": {"ready": 1}},
    "owari": {"oda": {"generals": ["hashiba_hideyoshi"]}},
    "mikawa": {"tokugawa": {"spent": 2}},
    "north_oumi": {"azai": {"ready": 1}},
    "bizen": {"ukita": {"ready": 1}},
    "kai": {"takeda": {"ready": 1}},
    "harima": {"neutral": {"ready": 1}},
}


@clause("nobunaga", "6-4")
def test_6_4_a_reinforcement_is_one_spent_army_beside_an_own_unit() -> None:
    match = board(REINFORCEABLE)
    match.act("reinforcement")
    assert options_of(match) == {"reinforce oda mino", "reinforce oda owari", "reinforce tokugawa mikawa"}
    refused(match, "reinforce oda iga_ise", "6-4")  # no unit there, though Oda controls it
    refused(match, "reinforce azai north_oumi", "6-4")
    other = match.fork()
    match.act("reinforce oda mino")
    pay(match)
    assert armies(match, "mino", "oda") == (1, 1)
    assert armies(match, "owari", "oda") == (0, 0)
    assert len(hand(match, "oda")) == 3
    other.act("reinforce oda owari")  # a general is unit enough
    pay(other)
    assert stack(other, "owari", "oda") == {"ready": 0, "spent": 1, "generals": {"hashiba_hideyoshi": "ready"}}


@clause("nobunaga", "6-4")
def test_6_4_anti_oda_may_strengthen_neutral_greater_daimyos() -> None:
    match = board(REINFORCEABLE, to_act="anti_oda")
    match.act("reinforcement")
    assert options_of(match) == {"reinforce azai north_oumi", "reinforce takeda kai"}
    match.act("reinforce takeda kai")
    pay(match)
    assert armies(match, "kai", "takeda") == (1, 1)
    assert power(match, "takeda") == "neutral"


@clause("nobunaga", "6-4")
def test_6_4_the_side_of_a_lesser_daimyo_decides_who_reinforces_him() -> None:
    areas = {"mikawa": {"tokugawa": {"ready": 1}}, "mino": {"oda": {"ready": 1}}, "echizen": {"asakura": {"ready": 1}}}
    for seat, tokugawa_box, fits in [
        ("oda", 2, True),
        ("oda", 3, False),
        ("anti_oda", 5, False),
        ("anti_oda", 6, True),
    ]:
        match = board(areas, to_act=seat, markers={"tokugawa": tokugawa_box})
        match.act("reinforcement")
        assert ("reinforce tokugawa mikawa" in options_of(match)) is fits


@clause("nobunaga", "6-4")
def test_6_4_a_reinforcement_needs_a_counter() -> None:
    """Tokugawa has eight army counters."""
    for count in (7, 8):
        match = board({"mikawa": {"tokugawa": {"ready": count}}, "mino": {"oda": {"ready": 1}}})
        match.act("reinforcement")
        if count == 7:
            allowed(match, "reinforce tokugawa mikawa")
        else:
            refused(match, "reinforce tokugawa mikawa", "1-2-2-1")


@clause("nobunaga", "6-5")
@pytest.mark.parametrize("seat", SEATS)
def test_6_5_diplomacy_moves_one_marker_by_one_box(seat: str) -> None:
    boxes = {"tokugawa": 4, "matsunaga": 1, "ukita": 7, "uesugi": 4, "takeda": 2, "mouri": 3}
    match = board({}, to_act=seat, markers=boxes)
    match.act("diplomacy")
    assert options_of(match) == {
        "influence tokugawa left",
        "influence tokugawa right",
        "influence matsunaga right",
        "influence ukita left",
        "influence takeda right",
        "influence mouri right",
    }
    refused(match, "influence matsunaga left", "4-2.p3")
    refused(match, "influence ukita right", "4-2.p3")
    refused(match, "influence uesugi right")  # at war for good
    refused(match, "influence azai right")  # never had a marker
    match.act("influence takeda right")
    pay(match)
    assert {clan: box(match, clan) for clan in boxes} == {**boxes, "takeda": 3}
    assert len(hand(match, seat)) == 3
    assert match.decision.who != seat


@clause("nobunaga", "6-5.p2")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("start", "way", "end", "side"),
    [(3, "left", 2, "oda"), (2, "right", 3, "neutral"), (5, "right", 6, "anti_oda"), (6, "left", 5, "neutral")],
)
def test_6_5_p2_diplomacy_moves_a_lesser_daimyo_either_way(
    seat: str, start: int, way: str, end: int, side: str
) -> None:
    match = board({}, to_act=seat, markers={"ukita": start})
    match.act("diplomacy")
    allowed(match, "influence ukita left", "influence ukita right")
    match.act(f"influence ukita {way}")
    assert (box(match, "ukita"), power(match, "ukita")) == (end, side)


@clause("nobunaga", "6-5.p3")
@pytest.mark.parametrize("seat", SEATS)
def test_6_5_p3_diplomacy_moves_a_greater_daimyo_only_right(seat: str) -> None:
    match = board({}, to_act=seat, markers={"takeda": 3})
    match.act("diplomacy")
    refused(match, "influence takeda left", "6-5.p3")
    match.act("influence takeda right")
    assert (box(match, "takeda"), power(match, "takeda")) == (4, "anti_oda")


@clause("nobunaga", "6-6")
def test_6_6_a_movement_takes_ready_units_and_spends_them() -> None:
    match = board({"mino": {"oda": {"ready": 3, "spent": 1}}}, markers=NOBODY_NEUTRAL)
    move(match, "oda", "mino", "south_oumi", armies=2)
    assert turn_of(match) == ("discard", "oda")
    pay(match)
    assert armies(match, "south_oumi", "oda") == (0, 2)
    assert armies(match, "mino", "oda") == (1, 1)
    assert len(hand(match, "oda")) == 3
    assert turn_of(match) == ("action", "anti_oda")


@clause("nobunaga", "6-6")
def test_6_6_a_movement_that_meets_another_power_is_a_combat() -> None:
    """Nobunaga (3) and two armies roll three dice on arrival; the Azai armies have no general and roll none."""
    areas = {"mino": {"oda": {"ready": 3, "generals": ["oda_nobunaga"]}}, "north_oumi": {"azai": {"ready": 4}}}
    match = board(areas, dice=[3, 1, 4])
    move(match, "oda", "mino", "north_oumi", generals=["oda_nobunaga"], armies=2)
    assert turn_of(match) == ("discard", "oda")
    assert armies(match, "north_oumi", "azai") == (2, 0)
    pay(match)
    assert len(hand(match, "oda")) == 3
    assert turn_of(match) == ("action", "anti_oda")


@clause("nobunaga", "6-7")
def test_6_7_in_a_continued_combat_the_ready_units_of_one_area_fight() -> None:
    areas = {
        "mino": {"oda": {"ready": 2, "spent": 1, "generals": ["oda_nobunaga"]}, "azai": {"ready": 6}},
        "owari": {"oda": {"spent": 2}, "azai": {"ready": 1}},
        "iga_ise": {"oda": {"ready": 2}},
        "south_oumi": {"oda": {"ready": 1}, "asakura": {"ready": 1}},
    }
    match = board(areas, dice=[3, 3, 3])
    match.act("combat")
    assert options_of(match) == {"attack oda mino", "attack oda south_oumi"}
    refused(match, "attack oda owari", "6-7")  # nobody ready
    refused(match, "attack oda iga_ise")  # nobody to fight
    refused(match, "attack azai mino")
    match.act("attack oda mino")
    assert armies(match, "mino", "azai") == (3, 0)
    assert turn_of(match) == ("discard", "oda")
    finish(match)
    assert armies(match, "mino", "oda") == (0, 3)
    assert generals(match, "mino", "oda") == {"oda_nobunaga": "spent"}
    assert armies(match, "south_oumi", "oda") == (1, 0)
    assert len(hand(match, "oda")) == 3


@clause("nobunaga", "6-7")
def test_6_7_one_daimyo_fights_at_a_time() -> None:
    areas = {"mino": {"oda": {"ready": 2}, "tokugawa": {"ready": 2}, "azai": {"ready": 6}}}
    match = board(areas)
    strike(match, "tokugawa", "mino")
    finish(match)
    assert armies(match, "mino", "tokugawa") == (0, 2)
    assert armies(match, "mino", "oda") == (2, 0)
