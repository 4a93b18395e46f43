"""Chapter 2: sides, starting units, markers and decks."""

from __future__ import annotations

import json
from typing import Any

import pytest

import gunki
from tests.clauses.areas_and_cards.playing import new
from tests.clauses.nobunaga.table import acts, allowed, box, compose, hand, power, refused, stack
from tests.support import clause

HANDS = {
    "oda": ["charge_order", "warships", "gift_to_greater_daimyo"],
    "anti_oda": ["murakami_navy", "swift_as_wind", "coordinated_offensive"],
}
ODA_GENERALS = (
    "oda_nobunaga",
    "shibata_katsuie",
    "niwa_nagahide",
    "hashiba_hideyoshi",
    "akechi_mitsuhide",
    "takigawa_kazumasu",
    "sakuma_nobumori",
)
ODA_AREAS = ("yamashiro", "south_oumi", "iga_ise", "owari", "mino")
START: dict[str, tuple[str, int, list[str]]] = {
    "bitchuu": ("mouri", 5, ["mouri_motonari", "kobayakawa_takakage"]),
    "houki_inaba": ("mouri", 3, ["kikkawa_motoharu"]),
    "bizen": ("ukita", 3, ["ukita_naoie"]),
    "harima": ("neutral", 2, []),
    "tajima": ("neutral", 1, []),
    "wakasa_tango": ("neutral", 1, []),
    "tanba": ("neutral", 2, []),
    "awa_sanuki": ("miyoshi", 2, []),
    "north_settsu": ("miyoshi", 3, ["miyoshi_sanninshuu"]),
    "kii_ishiyama": ("honganji", 4, ["honganji_kennyo"]),
    "yamato": ("matsunaga", 2, ["matsunaga_hisahide"]),
    "yamashiro": ("oda", 6, []),
    "south_oumi": ("oda", 4, []),
    "north_oumi": ("azai", 5, ["azai_nagamasa"]),
    "iga_ise": ("oda", 2, []),
    "nagashima": ("honganji", 2, []),
    "owari": ("oda", 4, []),
    "mino": ("oda", 9, []),
    "mikawa": ("tokugawa", 2, []),
    "toutoumi": ("tokugawa", 4, ["tokugawa_ieyasu"]),
    "suruga": ("takeda", 2, ["yamagata_masakage"]),
    "kai": ("takeda", 4, ["takeda_shingen", "takeda_katsuyori"]),
    "south_shinano": ("neutral", 1, []),
    "north_shinano": ("takeda", 2, []),
    "hida": ("neutral", 1, []),
    "echizen": ("asakura", 6, ["asakura_yoshikage"]),
    "kaga": ("honganji", 3, []),
    "noto": ("neutral", 1, []),
    "etchuu": ("neutral", 1, []),
    "echigo": ("uesugi", 6, ["uesugi_kenshin"]),
}
POOLS = {
    "oda": 15,
    "tokugawa": 2,
    "matsunaga": 3,
    "ukita": 3,
    "azai": 3,
    "asakura": 4,
    "miyoshi": 3,
    "honganji": 7,
    "takeda": 4,
    "uesugi": 4,
    "mouri": 6,
    "neutral": 2,
}


def deck(side: str) -> set[str]:
    return {row["id"] for row in gunki.game("nobunaga").tables["card"] if row["side"] == side}


@clause("nobunaga", "2-1")
@pytest.mark.parametrize(
    ("seat", "own"),
    [("oda", {"march oda mino", "march tokugawa mikawa"}), ("anti_oda", {"march azai north_oumi"})],
)
def test_2_1_each_player_commands_his_own_power_only(seat: str, own: set[str]) -> None:
    areas = {
        "mino": {"oda": {"ready": 3}},
        "mikawa": {"tokugawa": {"ready": 3}},
        "north_oumi": {"azai": {"ready": 3}},
        "yamato": {"matsunaga": {"ready": 3}},
        "kai": {"takeda": {"ready": 3}},
    }
    match = compose(empty=True, to_act=seat, hands=HANDS, areas=areas)
    assert match.decision.who == seat
    acts(match, "movement")
    assert set(match.decision.texts) == own
    refused(match, "march matsunaga yamato")
    refused(match, "march takeda kai")


@clause("nobunaga", "2-1")
def test_2_1_other_powers_are_the_enemy_and_the_neutrals() -> None:
    units: dict[str, Any] = {clan: {"ready": 1} for clan in ("tokugawa", "azai", "takeda", "neutral")}
    units["oda"] = {"ready": 2, "generals": ["shibata_katsuie"]}
    match = compose(empty=True, hands=HANDS, areas={"owari": units}, dice=[6, 6, 6, 6])
    acts(match, "combat", "attack oda owari")
    assert set(match.decision.texts) == {"target azai", "target takeda", "target neutral"}
    refused(match, "target tokugawa")


@clause("nobunaga", "2-2")
def test_2_2_starting_units_stand_ready_where_the_map_says() -> None:
    match = new("nobunaga", seed=1)
    areas = match.view("oda")["areas"]
    assert set(areas) == {*START, "seto_sea"}
    for area, (clan, armies, generals) in START.items():
        assert set(areas[area]["stacks"]) == {clan}, area
        expected = {"ready": armies, "spent": 0, "generals": dict.fromkeys(generals, "ready")}
        assert stack(match, area, clan) == expected, area
    assert not areas["seto_sea"]["stacks"]


@clause("nobunaga", "2-2")
def test_2_2_oda_generals_wait_and_the_other_counters_lie_beside_the_board() -> None:
    view = new("nobunaga", seed=1).view("oda")
    assert set(view["off_map"]) == set(ODA_GENERALS)
    assert {clan: view["pools"][clan] for clan in POOLS} == POOLS


@clause("nobunaga", "2-2.p2")
def test_2_2_p2_each_oda_general_goes_to_an_area_with_oda_clan_armies() -> None:
    match = new("nobunaga", seed=1, dice=[4, 4])
    places = (*ODA_AREAS, "mino", "mino")
    for general, area in zip(ODA_GENERALS, places, strict=True):
        assert (match.decision.who, match.decision.name) == ("oda", "deploy")
        assert set(match.decision.texts) == {f"deploy {general} {place}" for place in ODA_AREAS}
        acts(match, f"deploy {general} {area}")
    assert match.decision.who == "anti_oda"
    assert match.view("oda")["phase"] == "reinforcement"
    assert stack(match, "yamashiro", "oda") == {"ready": 6, "spent": 0, "generals": {"oda_nobunaga": "ready"}}
    three = dict.fromkeys(("akechi_mitsuhide", "takigawa_kazumasu", "sakuma_nobumori"), "ready")
    assert stack(match, "mino", "oda") == {"ready": 9, "spent": 0, "generals": three}


@clause("nobunaga", "2-2.p2")
def test_2_2_p2_an_allied_clan_or_bare_control_is_not_enough() -> None:
    areas = {
        "mino": {"controller": "oda"},
        "echizen": {"controller": "asakura", "asakura": {"ready": 2}, "oda": {"spent": 1}},
    }
    match = compose(turn=1, phase="reinforcement", hands=HANDS, areas=areas, dice=[4, 4])
    allowed(match, "deploy oda_nobunaga yamashiro", "deploy oda_nobunaga echizen")
    refused(match, "deploy oda_nobunaga mino", "2-2.p2")
    refused(match, "deploy oda_nobunaga mikawa", "2-2.p2")


@clause("nobunaga", "2-3")
def test_2_3_the_match_begins_at_turn_one_with_the_markers_in_their_start_boxes() -> None:
    match = new("nobunaga", seed=1)
    assert match.view("oda")["turn"] == 1
    starts = {"tokugawa": 1, "matsunaga": 4, "ukita": 5, "uesugi": 2, "takeda": 2, "mouri": 2}
    assert {clan: box(match, clan) for clan in starts} == starts
    assert power(match, "tokugawa") == "oda"
    assert {power(match, clan) for clan in starts if clan != "tokugawa"} == {"neutral"}


@clause("nobunaga", "2-4")
def test_2_4_each_side_has_its_own_deck_of_twelve() -> None:
    assert len(deck("oda")) == len(deck("anti_oda")) == 12
    assert not deck("oda") & deck("anti_oda")
    match = new("nobunaga", seed=1)
    view = match.view("oda")
    for seat in ("oda", "anti_oda"):
        assert view["hand_sizes"][seat] + view["stack_sizes"][seat] == 12
        cards = hand(match, seat)
        assert set(cards) <= deck(seat)
        assert len(set(cards)) == len(cards)


@clause("nobunaga", "2-4")
def test_2_4_decks_are_shuffled_and_no_card_is_favoured() -> None:
    """Over many games each card is drawn on turn 1 at some time, and first hands differ."""
    for seat in ("oda", "anti_oda"):
        hands = [frozenset(hand(new("nobunaga", seed=seed), seat)) for seed in range(60)]
        assert len(set(hands)) > 30
        assert set().union(*hands) == deck(seat)


@clause("nobunaga", "2-4")
def test_2_4_a_stack_lies_face_down() -> None:
    match = new("nobunaga", seed=1)
    for seat, other in (("oda", "anti_oda"), ("anti_oda", "oda")):
        seen = json.dumps(match.view(seat))
        assert not [card for card in deck(other) if card in seen]


@clause("nobunaga", "2-2.p2", "3-2-1.p2")
def test_2_2_p2_without_oda_armies_nobody_is_deployed() -> None:
    match = compose(empty=True, phase="reinforcement", dice=[1, 2])
    assert match.decision.name == "reinforcements"
    assert "oda_nobunaga" in match.view("oda")["off_map"]
