"""Chapter 3: the sequence of play."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.honganji.plays import kinds, lay, seen
from tests.clauses.honganji.table import (
    HOME,
    SEATS,
    acts,
    allowed,
    board,
    compose,
    hand,
    order,
    play_out,
    refused,
    stack,
    start,
    status,
    throw,
)
from tests.support import clause

CARDS = [1, 1, 1, 1]  # four petition dice that ask nothing: each player gets a card


def held(**more: list[str]) -> dict[str, Any]:
    """Each player holds his home and the areas given, all of them with one army; Uesugi holds Echigo."""
    holders = {home: seat for seat, home in HOME.items()} | {"echigo": "uesugi"}
    holders |= {area: seat for seat, areas in more.items() for area in areas}
    return {area: {"controller": clan, clan: {"ready": 1}} for area, clan in holders.items()}


def at_order(areas: dict[str, Any] | None = None, *, dice: list[int] | None = None, **entries: Any) -> Playing:
    """The order phase of turn 2."""
    doc = {"empty": True, "turn": 2, "phase": "order", "areas": areas or held()}
    return compose(doc, dice=CARDS if dice is None else dice, **entries)


def petitions(dice: list[int], **entries: Any) -> Playing:
    """Turn 2 of the whole set-up, from the draw on, with these petition dice."""
    return compose({"turn": 2, "phase": "draw"}, dice=dice, **entries)


def sizes(match: Playing) -> list[int]:
    return [match.view("akechi")["hand_sizes"][seat] for seat in SEATS]


@clause("honganji", "3")
def test_3_a_turn_goes_through_the_phases_in_order() -> None:
    """Hashiba has three areas, so he is first: order, cards, petition, actions, end, and then the next turn."""
    match = at_order(held(hashiba=["bizen", "mimasaka"]), dice=[2, 1, 1, 1, 3])
    assert order(match) == ["hashiba", "akechi", "shibata", "tokugawa"]
    assert sizes(match) == [4, 4, 4, 4]
    assert (match.decision.who, match.decision.name) == ("hashiba", "petition")
    assert match.view("akechi")["phase"] == "petition"
    acts(match, "armies hashiba bizen")
    assert (match.decision.who, match.decision.name) == ("hashiba", "action")
    assert match.view("akechi")["phase"] == "action"
    assert sizes(match) == [5, 5, 5, 4]
    play_out(match)
    assert match.view("akechi")["turn"] == 3
    assert sizes(match) == [4, 4, 4, 4]
    assert (match.decision.who, match.decision.name) == ("hashiba", "petition")


@clause("honganji", "3")
def test_3_the_sixth_turn_is_the_last() -> None:
    match = compose(turn=5, phase="end", dice=[6, *CARDS])
    assert match.view("akechi")["turn"] == 6
    play_out(match)
    assert match.decision is None
    assert match.result is not None


@clause("honganji", "3-1")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, ["akechi", "shibata", "tokugawa", "hashiba"]),
        ({"hashiba": ["bizen", "seto_sea"], "tokugawa": ["kai"]}, ["hashiba", "tokugawa", "akechi", "shibata"]),
        ({"shibata": ["gifu"], "hashiba": ["bizen"]}, ["shibata", "hashiba", "akechi", "tokugawa"]),
        ({"tokugawa": ["miyako_azuchi"], "akechi": ["gifu"]}, ["tokugawa", "akechi", "shibata", "hashiba"]),
        ({"hashiba": ["miyako_azuchi"], "akechi": ["gifu", "hida"]}, ["akechi", "hashiba", "shibata", "tokugawa"]),
    ],
)
def test_3_1_vassals_stand_by_victory_points(more: dict[str, list[str]], expected: list[str]) -> None:
    """The capital counts two; equal ones stand as Akechi, Shibata, Tokugawa, Hashiba."""
    match = at_order(held(**more))
    assert order(match) == expected
    assert match.decision.who == expected[0]


@clause("honganji", "3-1")
@pytest.mark.parametrize(
    "entries",
    [{"adviser": "tokugawa"}, {"nobunaga_killer": "tokugawa"}, {"nobunaga_killer": "akechi", "revenge": "tokugawa"}],
)
def test_3_1_points_other_than_areas_count(entries: dict[str, Any]) -> None:
    more = {"dead": ["oda_nobunaga"], **entries}
    if more.get("nobunaga_killer") == "akechi":
        more |= {"status": {"akechi": "out"}, "dead": ["oda_nobunaga", "akechi_mitsuhide"]}
        assert order(at_order(dice=[1, 1, 1], **more)) == ["tokugawa", "shibata", "hashiba"]
    else:
        assert order(at_order(**more)) == ["tokugawa", "akechi", "shibata", "hashiba"]


@clause("honganji", "3-1")
def test_3_1_a_player_who_is_out_has_no_place() -> None:
    match = at_order(dice=[1, 1, 1], status={"tokugawa": "out"}, dead=["tokugawa_ieyasu"])
    assert order(match) == ["akechi", "shibata", "hashiba"]


@clause("honganji", "3-1.p2")
@pytest.mark.parametrize("slot", [1, 2, 3, 4])
def test_3_1_p2_a_rebel_cuts_in_at_any_place(slot: int) -> None:
    """However many points he has: Shibata's three areas give him no place among the vassals."""
    match = at_order(held(shibata=["gifu", "hida"], hashiba=["bizen"]), dice=[1, 1, 1], status={"shibata": "rebel"})
    assert (match.decision.who, match.decision.name) == ("shibata", "cut_in")
    assert set(match.decision.texts) == {"slot 1", "slot 2", "slot 3", "slot 4"}
    acts(match, f"slot {slot}")
    expected = ["hashiba", "akechi", "tokugawa"]
    expected.insert(slot - 1, "shibata")
    assert order(match) == expected
    assert match.decision.who == expected[0]


@clause("honganji", "3-1.p2")
@pytest.mark.parametrize(
    ("rebels", "first", "second"),
    [
        (("akechi", "shibata"), "shibata", "akechi"),
        (("shibata", "tokugawa"), "tokugawa", "shibata"),
        (("tokugawa", "hashiba"), "hashiba", "tokugawa"),
        (("akechi", "hashiba"), "hashiba", "akechi"),
    ],
)
def test_3_1_p2_equal_rebels_place_in_the_reverse_order(rebels: tuple[str, str], first: str, second: str) -> None:
    match = at_order(dice=[1, 1], status=dict.fromkeys(rebels, "rebel"))
    vassals = [seat for seat in SEATS if seat not in rebels]
    assert match.decision.who == first
    assert set(match.decision.texts) == {"slot 1", "slot 2", "slot 3"}
    acts(match, "slot 2")
    assert match.decision.who == second
    assert set(match.decision.texts) == {"slot 1", "slot 2", "slot 3", "slot 4"}
    acts(match, "slot 2")
    assert order(match) == [vassals[0], second, first, vassals[1]]


@clause("honganji", "3-1.p2")
def test_3_1_p2_the_rebel_with_the_fewest_points_places_first() -> None:
    match = at_order(
        held(hashiba=["bizen"], tokugawa=["kai", "kantou"]), dice=[1], status=dict.fromkeys(SEATS[1:], "rebel")
    )
    placed = []
    while match.decision.name == "cut_in":
        placed.append(match.decision.who)
        acts(match, "slot 1")
    assert placed == ["shibata", "hashiba", "tokugawa"]
    assert order(match) == ["tokugawa", "hashiba", "shibata", "akechi"]


@clause("honganji", "3-2")
def test_3_2_everybody_draws_four_cards() -> None:
    match = petitions([2])
    assert match.decision.name == "petition"
    assert sizes(match) == [4, 4, 4, 4]
    assert match.view("akechi")["stack_sizes"] == {"common": 16}


@clause("honganji", "3-2")
def test_3_2_rebels_draw_too_but_nobody_who_is_out() -> None:
    state = {"shibata": "rebel", "tokugawa": "out"}
    doc = {"empty": True, "turn": 2, "phase": "draw", "areas": held()}
    match = compose(doc, dice=[2], status=state, order=["akechi", "shibata", "hashiba"], dead=["tokugawa_ieyasu"])
    assert sizes(match) == [4, 4, 0, 4]


@clause("honganji", "3-2")
def test_3_2_hands_are_secret() -> None:
    match = start(3)
    for seat in SEATS:
        cards = hand(match, seat)
        assert len(cards) == 5
        for other in set(SEATS) - {seat}:
            seen = json.dumps(match.view(other))
            assert not [card for card in cards if f'"{card}"' in seen or f" {card}" in seen]
            for event in match.events:
                if any(repr(card) in repr(event.data) for card in cards):
                    assert event.seen_by is not None
                    assert other not in event.seen_by


PLACES = {
    "akechi": {"armies uesugi echigo", "armies houjou kantou", "armies honganji kii_ishiyama"},
    "shibata": {"armies mouri chuugoku", "armies mouri bizen", "armies honganji kii_ishiyama"},
    "tokugawa": {"armies mouri chuugoku", "armies mouri bizen", "armies honganji kii_ishiyama"},
    "hashiba": {"armies uesugi echigo", "armies houjou kantou"},
}


def alone(seat: str, die: int) -> Playing:
    """The seat rolls this die, and all the others a card."""
    return petitions([die if other == seat else 1 for other in SEATS])


@clause("honganji", "3-3")
@pytest.mark.parametrize("seat", SEATS)
def test_3_3_a_one_is_a_card(seat: str) -> None:
    match = alone(seat, 1)
    assert match.view("akechi")["hand_sizes"][seat] == 5
    assert (match.decision.who, match.decision.name) == ("akechi", "action")


@clause("honganji", "3-3")
@pytest.mark.parametrize("die", [2, 3])
@pytest.mark.parametrize("seat", SEATS)
def test_3_3_a_two_or_three_is_an_army_of_ones_own(seat: str, die: int) -> None:
    match = alone(seat, die)
    before = stack(match, HOME[seat], seat)
    assert (match.decision.who, match.decision.name) == (seat, "petition")
    assert set(match.decision.texts) == {f"armies {seat} {HOME[seat]}"}
    acts(match, f"armies {seat} {HOME[seat]}")
    assert stack(match, HOME[seat], seat) == {**before, "ready": before["ready"] + 1}
    assert match.view("akechi")["hand_sizes"][seat] == 4
    assert match.decision.name == "action"


@clause("honganji", "3-3")
@pytest.mark.parametrize("die", [4, 5, 6])
@pytest.mark.parametrize("seat", SEATS)
def test_3_3_a_four_or_more_is_an_army_of_a_greater_daimyo(seat: str, die: int) -> None:
    match = alone(seat, die)
    assert (match.decision.who, match.decision.name) == (seat, "petition")
    assert set(match.decision.texts) == PLACES[seat]
    clan, area = min(PLACES[seat]).split()[1:]
    before = stack(match, area, clan)["ready"]
    acts(match, f"armies {clan} {area}")
    assert stack(match, area, clan)["ready"] == before + 1
    assert stack(match, area, clan)["spent"] == 0
    assert match.decision.name == "action"


@clause("honganji", "3-3")
def test_3_3_petitions_are_rolled_one_after_the_other_in_the_order_of_the_turn() -> None:
    match = petitions([2, 1, 3, 4], order=["hashiba", "akechi", "shibata", "tokugawa"])
    acts(match, "armies hashiba harima")
    assert sizes(match) == [5, 4, 4, 4]
    acts(match, "armies shibata echizen")
    acts(match, "armies mouri bizen")
    assert (match.decision.who, match.decision.name) == ("hashiba", "action")
    assert (stack(match, "harima", "hashiba")["ready"], stack(match, "echizen", "shibata")["ready"]) == (3, 3)
    assert stack(match, "bizen", "mouri")["ready"] == 1


@clause("honganji", "3-3")
def test_3_3_a_rebel_rolls_nothing() -> None:
    match = petitions([1, 1, 3], status={"shibata": "rebel"})
    assert match.decision.who == "hashiba"
    assert sizes(match) == [5, 4, 5, 4]
    acts(match, "armies hashiba harima")
    assert match.decision.name == "action"


@clause("honganji", "3-3")
def test_3_3_what_cannot_be_carried_out_is_lost() -> None:
    """Akechi holds no area; and Hashiba's greater daimyos hold none either."""
    areas = {
        "tanba": {"controller": "oda", "oda": {"ready": 1}},
        "gifu": {"akechi": {"generals": ["akechi_mitsuhide"]}},
    }
    areas |= {"miyako_azuchi": {"oda": {"generals": ["oda_nobunaga"]}}}
    areas |= {"echigo": {"controller": "neutral"}, "kantou": {"controller": "neutral"}}
    match = petitions([2, 1, 1, 4], areas=areas)
    assert (match.decision.who, match.decision.name) == ("akechi", "action")
    assert sizes(match) == [4, 5, 5, 4]


@clause("honganji", "3-4")
def test_3_4_action_turns_go_round_until_all_hands_are_empty() -> None:
    hands = {"akechi": ["charge_1", "charge_2", "slander_1"], "shibata": ["desertion_1"], "tokugawa": ["desertion_2"]}
    match = board(
        {}, turn=2, hands=hands, order=["shibata", "akechi", "hashiba", "tokugawa"], to_act="shibata", dice=CARDS
    )
    turns = []
    while match.view("akechi")["turn"] == 2:
        turns.append(match.decision.who)
        refused(match, "end")
        throw(match)
    assert turns == ["shibata", "akechi", "tokugawa", "akechi", "akechi"]


@clause("honganji", "3-4")
def test_3_4_an_action_turn_takes_one_card_or_more() -> None:
    match = board({"tanba": {"akechi": {"ready": 1}}})
    refused(match, "end")
    acts(match, "reinforcement", "reinforce akechi tanba", "discard charge_1")
    assert match.decision.who == "akechi"
    allowed(match, "end", "reinforcement")
    acts(match, "reinforcement", "reinforce akechi tanba", "discard desertion_1", "end")
    assert (match.decision.who, match.decision.name) == ("shibata", "action")
    assert len(hand(match, "akechi")) == 3
    refused(match, "end")


@clause("honganji", "3-5")
def test_3_5_all_spent_units_become_ready() -> None:
    areas = {
        "tanba": {"akechi": {"ready": 1, "spent": 2, "spent_generals": ["akechi_mitsuhide"]}},
        "echizen": {"shibata": {"spent_generals": ["kitanoshou_castle"]}},
        "gifu": {"oda": {"spent": 3, "spent_generals": ["oda_nobutada"]}},
        "echigo": {"uesugi": {"spent": 2}},
        "hida": {"neutral": {"spent": 1}},
    }
    match = board(areas, turn=2, hands={"akechi": ["charge_1"], "shibata": ["charge_2"]}, dice=CARDS)
    throw(match)
    assert stack(match, "tanba", "akechi") == {"ready": 1, "spent": 2, "generals": {"akechi_mitsuhide": "spent"}}
    throw(match)
    assert match.view("akechi")["turn"] == 3
    assert stack(match, "tanba", "akechi") == {"ready": 3, "spent": 0, "generals": {"akechi_mitsuhide": "ready"}}
    assert stack(match, "echizen", "shibata")["generals"] == {"kitanoshou_castle": "ready"}
    assert stack(match, "gifu", "oda") == {"ready": 3, "spent": 0, "generals": {"oda_nobutada": "ready"}}
    assert stack(match, "echigo", "uesugi") == {"ready": 2, "spent": 0, "generals": {}}
    assert stack(match, "hida", "neutral") == {"ready": 1, "spent": 0, "generals": {}}


@clause("honganji", "3-5")
def test_3_5_all_cards_go_back_into_the_stack() -> None:
    match = board({}, turn=2, hands={"akechi": ["charge_1"]}, discards=["slander_1", "slander_2"], dice=CARDS)
    assert match.view("akechi")["stack_sizes"] == {"common": 29}
    throw(match)
    view = match.view("akechi")
    assert view["turn"] == 3
    assert view["discards"] == {"common": []}
    assert view["stack_sizes"] == {"common": 32 - 20}
    assert sizes(match) == [5, 5, 5, 5]


@clause("honganji", "3-5", "3-5.chart")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_3_5_no_die_may_end_the_game_before_the_fourth_turn(turn: int) -> None:
    """The four ones are petition dice: a check would have ended the game, or wanted a fifth die."""
    match = compose(turn=turn, phase="end", dice=CARDS)
    assert match.result is None
    assert match.view("akechi")["turn"] == turn + 1
    assert sizes(match) == [5, 5, 5, 5]


@clause("honganji", "3-5", "3-5.chart")
@pytest.mark.parametrize(("turn", "last"), [(4, 2), (5, 4)])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_3_5_chart_a_low_die_ends_the_game(turn: int, last: int, die: int) -> None:
    match = compose(turn=turn, phase="end", dice=[die, *CARDS])
    if die <= last:
        assert match.decision is None
        assert match.result is not None
    else:
        assert match.result is None
        assert match.view("akechi")["turn"] == turn + 1
        assert {status(match, seat) for seat in SEATS} == {"vassal"}


@clause("honganji", "3-5.chart")
def test_3_5_chart_the_sixth_turn_ends_the_game_without_a_die() -> None:
    match = compose(turn=6, phase="end", dice=[])
    assert match.decision is None
    assert match.result is not None


@clause("honganji", "3", "3-5")
def test_3_a_new_turn_is_told_once() -> None:
    match = lay(hands={"akechi": ["charge_1", "charge_2"]}, to_act="akechi", turn=2, dice=(1, 1, 1, 1))
    match.act("throw")
    assert "turn" not in kinds(match.act("discard charge_1"))
    events = match.act("discard charge_2")
    assert [event.data["turn"] for event in events if event.kind == "turn"] == [3]
    assert seen(match, "turn") == 3
