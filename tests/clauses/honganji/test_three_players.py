"""10-2: the game for three players."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing, new
from tests.clauses.honganji.table import (
    HANDS,
    acts,
    column,
    compose,
    controller,
    fight,
    hand,
    order,
    play_out,
    points,
    stack,
    status,
)
from tests.support import clause

THREE = ("akechi", "shibata", "hashiba")
UNUSED = {"mikawa", "toutoumi_suruga", "kai", "kantou"}
ABSENT = {
    "tokugawa_ieyasu",
    "honda_tadakatsu",
    "sakakibara_yasumasa",
    "honda_masanobu",
    "takeda_katsuyori",
    "anayama_nobukimi",
    "houjou_ujimasa",
    "houjou_tsunashige",
    "houjou_ujiteru",
    "houjou_ujikuni",
}
CARDS = {seat: HANDS[seat] for seat in THREE}
SURROUNDING = {seat: next(card for card in cards if "surrounding" in card) for seat, cards in CARDS.items()}


def begin() -> Playing:
    """A new game at its first action turn: every petition die is a 1, a card."""
    return new("honganji", "three_players", seed=1, dice=[1, 1, 1])


def board(areas: dict[str, Any], seat: str = "akechi", **entries: Any) -> Playing:
    document = {"empty": True, "to_act": seat, "hands": CARDS, "areas": {"echigo": {"uesugi": {"spent": 1}}, **areas}}
    return compose(document, scenario="three_players", **entries)


def on_map(match: Playing) -> tuple[set[str], set[str]]:
    """The clans and the generals on the map."""
    stacks = [pair for entry in match.view("akechi")["areas"].values() for pair in entry["stacks"].items()]
    return {clan for clan, _ in stacks}, {name for _, units in stacks for name in units.get("generals", {})}


@clause("honganji", "10-2")
def test_10_2_three_players_have_twenty_areas() -> None:
    match = begin()
    view = match.view("akechi")
    full = set(new("honganji", seed=1).view("akechi")["areas"])
    assert full >= UNUSED
    assert set(view["areas"]) == full - UNUSED
    assert len(view["areas"]) == 20
    assert order(match) == list(THREE)
    assert set(view["hand_sizes"]) == set(THREE)
    assert {seat: status(match, seat) for seat in THREE} == dict.fromkeys(THREE, "vassal")
    assert {seat: points(match, seat) for seat in THREE} == dict.fromkeys(THREE, 1)


@clause("honganji", "10-2")
def test_10_2_units_of_the_unused_areas_are_not_placed() -> None:
    clans, generals = on_map(begin())
    assert clans == {*THREE, "oda", "uesugi", "mouri", "honganji", "neutral"}
    assert not generals & ABSENT
    full = new("honganji", seed=1)
    assert generals == on_map(full)[1] - ABSENT


@clause("honganji", "10-2")
def test_10_2_the_other_areas_begin_as_with_four() -> None:
    match, full = begin(), new("honganji", seed=1)
    for area in match.view("akechi")["areas"]:
        assert match.view("akechi")["areas"][area]["stacks"] == full.view("akechi")["areas"][area]["stacks"]
        assert controller(match, area) == controller(full, area)


@clause("honganji", "10-2")
@pytest.mark.parametrize(
    ("origin", "four", "three"),
    [
        ("shinano", {"kai", "kantou", "mikawa", "toutoumi_suruga"}, {"gifu", "hida", "etchuu_kaga", "echigo"}),
        ("owari_ise", {"mikawa", "toutoumi_suruga"}, {"gifu", "yamato", "kii_ishiyama", "miyako_azuchi", "shinano"}),
    ],
)
def test_10_2_no_way_leads_into_the_unused_areas(origin: str, four: set[str], three: set[str]) -> None:
    """With four players the same march goes on into the east."""
    found = {}
    for scenario in ("four_players", "three_players"):
        areas = {origin: {"shibata": {"ready": 3}}, "echigo": {"uesugi": {"spent": 1}}}
        document = {"empty": True, "to_act": "shibata", "hands": CARDS, "areas": areas}
        match = compose(document, scenario=scenario)
        acts(match, "movement")
        column(match, "shibata", origin, armies=2)
        found[scenario] = {text.removeprefix("to ") for text in match.decision.texts}
    assert found["four_players"] >= four | three
    assert found["three_players"] >= three
    assert not found["three_players"] & UNUSED
    assert found["three_players"] < found["four_players"]


@clause("honganji", "10-2")
def test_10_2_three_players_draw_four_each_of_all_thirty_two_cards() -> None:
    match = compose({"turn": 2, "phase": "draw"}, scenario="three_players", dice=[2])
    assert match.decision.name == "petition"
    assert match.view("akechi")["hand_sizes"] == dict.fromkeys(THREE, 4)
    assert match.view("akechi")["stack_sizes"] == {"common": 20}
    assert len({card for seat in THREE for card in hand(match, seat)}) == 12


@clause("honganji", "10-2")
@pytest.mark.parametrize(
    ("seat", "clans"),
    [("akechi", {"uesugi", "honganji"}), ("shibata", {"mouri", "honganji"}), ("hashiba", {"uesugi"})],
)
def test_10_2_houjou_is_not_there_to_be_directed(seat: str, clans: set[str]) -> None:
    match = compose({"hands": CARDS, "to_act": seat}, scenario="three_players")
    acts(match, f"event {SURROUNDING[seat]}")
    assert (match.decision.who, match.decision.name) == (seat, "greater")
    assert set(match.decision.texts) == {f"direct {clan}" for clan in clans}


@clause("honganji", "10-2")
def test_10_2_a_petition_of_hashiba_can_only_bring_uesugi() -> None:
    match = compose({"turn": 2, "phase": "draw"}, scenario="three_players", dice=[1, 1, 5])
    assert (match.decision.who, match.decision.name) == ("hashiba", "petition")
    assert match.decision.texts == ["armies uesugi echigo"]


@clause("honganji", "10-2")
def test_10_2_the_other_rules_are_those_for_four_players() -> None:
    """Order by points, a rebel's place, action turns in a circle of three, combat, the change of turn."""
    areas = {
        "tanba": {"akechi": {"ready": 1}},
        "gifu": {"shibata": {"ready": 1, "generals": ["shibata_katsuie"]}, "hashiba": {"ready": 1}},
        "harima": {"hashiba": {"ready": 1}},
        "bizen": {"controller": "hashiba", "hashiba": {"ready": 1}},
    }
    match = board(areas, "shibata", dice=[1, 6, 1, 1])
    fight(match, "shibata", "gifu")
    assert stack(match, "gifu", "hashiba")["ready"] == 0
    assert status(match, "shibata") == "rebel"
    acts(match, "end")
    assert controller(match, "gifu") == "shibata"
    assert match.decision.who == "hashiba"
    play_out(match)
    assert match.view("akechi")["turn"] == 2
    assert (match.decision.who, match.decision.name) == ("shibata", "cut_in")
    acts(match, "slot 2")
    assert order(match) == ["hashiba", "shibata", "akechi"]
    assert match.view("akechi")["hand_sizes"] == {"akechi": 5, "shibata": 4, "hashiba": 5}
