"""Chapter 1: board, units, markers, cards."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import gunki
from tests.clauses.areas_and_cards.playing import Playing, new
from tests.clauses.nobunaga.table import HANDS, SUPPLY, acts, allowed, box, compose, hand, power, refused, stack
from tests.support import clause

KEYS = ("yamashiro", "south_oumi", "mino")
MARKERS = ("tokugawa", "matsunaga", "ukita", "uesugi", "takeda", "mouri")
AT_WAR = {"tokugawa": 7, "matsunaga": 7, "ukita": 7, "uesugi": 4, "takeda": 4, "mouri": 4}
GENERALS = [
    ("oda", "oda_nobunaga", 3),
    ("oda", "shibata_katsuie", 3),
    ("oda", "niwa_nagahide", 3),
    ("oda", "hashiba_hideyoshi", 2),
    ("oda", "akechi_mitsuhide", 3),
    ("oda", "takigawa_kazumasu", 2),
    ("oda", "sakuma_nobumori", 2),
    ("tokugawa", "tokugawa_ieyasu", 2),
    ("matsunaga", "matsunaga_hisahide", 2),
    ("ukita", "ukita_naoie", 3),
    ("azai", "azai_nagamasa", 3),
    ("asakura", "asakura_yoshikage", 2),
    ("miyoshi", "miyoshi_sanninshuu", 2),
    ("honganji", "honganji_kennyo", 3),
    ("takeda", "takeda_shingen", 4),
    ("takeda", "takeda_katsuyori", 3),
    ("takeda", "yamagata_masakage", 3),
    ("uesugi", "uesugi_kenshin", 5),
    ("mouri", "mouri_motonari", 3),
    ("mouri", "kobayakawa_takakage", 2),
    ("mouri", "kikkawa_motoharu", 2),
]


def end_phase(areas: dict[str, Any]) -> Playing:
    """An end phase of turn 2; the dice are for the next turn, should there be one, and bring nothing."""
    return compose(empty=True, turn=2, phase="end", areas=areas, dice=[1, 4, 4])


def fight(seat: str, clan: str, area: str, units: dict[str, Any], dice: list[int]) -> Playing:
    """A continued combat of one daimyo in one area, up to and with its discard."""
    match = compose(empty=True, to_act=seat, hands=HANDS, markers=AT_WAR, areas={area: units}, dice=dice)
    acts(match, "combat", f"attack {clan} {area}", f"discard {HANDS[seat][0]}")
    return match


def armies(match: Playing, area: str, clan: str) -> int:
    found = stack(match, area, clan)
    return int(found["ready"] + found["spent"])


@clause("nobunaga", "1-1-1")
def test_1_1_1_thirty_one_areas_fifteen_of_them_supply_areas() -> None:
    view = new("nobunaga", seed=1).view("oda")
    assert len(view["areas"]) == 31
    assert set(SUPPLY) < set(view["areas"])
    assert len(set(SUPPLY)) == 15


@clause("nobunaga", "1-1-1")
@pytest.mark.parametrize("missing", [None, *SUPPLY])
def test_1_1_1_all_fifteen_and_no_other_area_count_as_supply(missing: str | None) -> None:
    """Holding all supply areas wins; so each of the fifteen must be needed, and none of the other areas."""
    everywhere = set(new("nobunaga", seed=1).view("oda")["areas"]) - {"seto_sea"}
    held = set(SUPPLY) - {missing}
    match = end_phase({area: {"controller": "oda" if area in held else "azai"} for area in everywhere})
    if missing is None:
        assert match.result.winner == "oda"
    else:
        assert match.result is None


@clause("nobunaga", "1-1-1.p2")
@pytest.mark.parametrize("pair", list(combinations(KEYS, 2)))
def test_1_1_1_p2_two_of_the_three_key_areas_win_for_anti_oda(pair: tuple[str, str]) -> None:
    assert end_phase({area: {"controller": "azai"} for area in pair}).result.winner == "anti_oda"


@clause("nobunaga", "1-1-1.p2")
@pytest.mark.parametrize("key", KEYS)
def test_1_1_1_p2_one_key_area_with_ordinary_supply_areas_does_not_win(key: str) -> None:
    match = end_phase({area: {"controller": "azai"} for area in (key, "owari", "toutoumi", "harima")})
    assert match.result is None


@clause("nobunaga", "1-1-1.p2")
@pytest.mark.parametrize("key", KEYS)
def test_1_1_1_p2_key_areas_are_supply_areas(key: str) -> None:
    """Anti-Oda draws 4 from its own areas, and one more for a key area."""
    match = compose(empty=True, turn=2, phase="draw", areas={key: {"controller": "azai"}}, dice=[1, 4, 4])
    assert match.view("oda")["hand_sizes"]["anti_oda"] == 5
    match = compose(empty=True, turn=2, phase="draw", areas={"iga_ise": {"controller": "azai"}}, dice=[1, 4, 4])
    assert match.view("oda")["hand_sizes"]["anti_oda"] == 4


@clause("nobunaga", "1-1-2")
def test_1_1_2_lesser_daimyos_and_greater_ones_that_begin_neutral_have_boxes() -> None:
    match = compose(empty=True, hands=HANDS, markers={"tokugawa": 4})
    assert set(match.view("oda")["markers"]) == set(MARKERS)
    acts(match, "diplomacy")
    assert {text.split()[1] for text in match.decision.texts} == set(MARKERS)


@clause("nobunaga", "1-1-3")
def test_1_1_3_turn_marker_advances_once_per_turn() -> None:
    match = compose(empty=True, turn=4, hands=HANDS, dice=[1, 4, 4])
    assert match.view("oda")["turn"] == 4
    acts(match, "pass")
    assert match.view("oda")["turn"] == 4
    acts(match, "pass")
    assert match.view("oda")["turn"] == 5


@clause("nobunaga", "1-2")
def test_1_2_units_are_armies_or_generals_ready_or_spent() -> None:
    units = {
        "ready": 2,
        "spent": 3,
        "generals": ["shibata_katsuie", "niwa_nagahide"],
        "spent_generals": ["sakuma_nobumori"],
    }
    match = compose(empty=True, hands=HANDS, areas={"mino": {"oda": units}})
    acts(match, "movement", "march oda mino")
    allowed(match, "take shibata_katsuie", "take niwa_nagahide")
    refused(match, "take sakuma_nobumori")
    acts(match, "take shibata_katsuie", "done")
    allowed(match, "with 2")
    refused(match, "with 3")
    acts(match, "with 2", "to owari", "discard warships")
    assert stack(match, "owari", "oda") == {"ready": 0, "spent": 2, "generals": {"shibata_katsuie": "spent"}}
    left = {"niwa_nagahide": "ready", "sakuma_nobumori": "spent"}
    assert stack(match, "mino", "oda") == {"ready": 0, "spent": 3, "generals": left}


@clause("nobunaga", "1-2-1")
@pytest.mark.parametrize(("clan", "general", "value"), GENERALS)
def test_1_2_1_each_general_has_his_military_value(clan: str, general: str, value: int) -> None:
    """Alone against one army: a die of his value hits, one more misses."""
    seat, enemy = ("oda", "azai") if clan == "oda" else ("anti_oda", "oda")
    units = {clan: {"generals": [general]}, enemy: {"ready": 1}}
    assert armies(fight(seat, clan, "owari", units, [value]), "owari", enemy) == 0
    assert armies(fight(seat, clan, "owari", units, [value + 1]), "owari", enemy) == 1


@clause("nobunaga", "1-2-1")
def test_1_2_1_twenty_one_named_generals() -> None:
    table = gunki.game("nobunaga").tables["general"]
    assert sorted((row["clan"], row["id"], row["value"]) for row in table) == sorted(GENERALS)


@clause("nobunaga", "1-2-1(2)")
@pytest.mark.parametrize(("die", "left"), [(2, 0), (3, 1)])
def test_1_2_1_2_honganji_armies_have_a_value(die: int, left: int) -> None:
    match = fight("anti_oda", "honganji", "owari", {"honganji": {"ready": 1}, "oda": {"ready": 1}}, [die])
    assert armies(match, "owari", "oda") == left


@clause("nobunaga", "1-2-1(2)")
@pytest.mark.parametrize(("die", "left"), [(2, 1), (3, 2)])
def test_1_2_1_2_neutral_armies_have_a_value(die: int, left: int) -> None:
    units = {"oda": {"ready": 2, "generals": ["shibata_katsuie"]}, "neutral": {"ready": 1}}
    match = fight("oda", "oda", "harima", units, [6, 6, 6, die])
    assert armies(match, "harima", "oda") == left
    assert armies(match, "harima", "neutral") == 1


@clause("nobunaga", "1-2-1(2)", "1-2-2")
@pytest.mark.parametrize("clan", ["azai", "asakura", "miyoshi", "takeda", "uesugi", "mouri", "tokugawa", "ukita"])
def test_1_2_2_other_armies_have_no_value_of_their_own(clan: str) -> None:
    """Without a general no die can hit, however low."""
    match = fight("anti_oda", clan, "owari", {clan: {"ready": 3}, "oda": {"ready": 2}}, [1, 1, 1])
    assert armies(match, "owari", "oda") == 2


@clause("nobunaga", "1-2-2")
@pytest.mark.parametrize(("general", "left"), [("oda_nobunaga", 2), ("sakuma_nobumori", 4)])
def test_1_2_2_armies_fight_at_their_commanders_value(general: str, left: int) -> None:
    """Three armies and a general, dice 2 3 3 4: three hits at value 3, one at value 2."""
    units = {"oda": {"ready": 3, "generals": [general]}, "azai": {"ready": 5}}
    assert armies(fight("oda", "oda", "owari", units, [2, 3, 3, 4]), "owari", "azai") == left


@clause("nobunaga", "1-2-2-1")
@pytest.mark.parametrize(("before", "after"), [(36, 39), (37, 40), (39, 40), (40, 40)])
def test_1_2_2_1_reinforcement_dice_place_only_what_is_left(before: int, after: int) -> None:
    """Oda has forty army counters; the die would bring three."""
    oda = {"ready": before, "generals": ["shibata_katsuie"]}
    match = compose(
        empty=True, turn=2, phase="reinforcement", hands=HANDS, areas={"mino": {"oda": oda}}, dice=[1, 4, 4]
    )
    assert armies(match, "mino", "oda") == after
    assert match.view("oda")["pools"]["oda"] == 40 - after


@clause("nobunaga", "1-2-2-1")
def test_1_2_2_1_without_a_counter_nobody_is_reinforced() -> None:
    tokugawa = {"tokugawa": {"ready": 7}}
    match = compose(empty=True, hands=HANDS, areas={"mino": {"oda": {"ready": 39}}, "mikawa": tokugawa})
    acts(match, "reinforcement")
    allowed(match, "reinforce oda mino", "reinforce tokugawa mikawa")
    match = compose(empty=True, hands=HANDS, areas={"mino": {"oda": {"ready": 40}}, "mikawa": tokugawa})
    acts(match, "reinforcement")
    allowed(match, "reinforce tokugawa mikawa")
    refused(match, "reinforce oda mino", "1-2-2-1")


@clause("nobunaga", "1-2-2-1")
def test_1_2_2_1_anti_oda_dice_are_limited_clan_by_clan() -> None:
    def dice_for(azai: int) -> Playing:
        areas = {"north_oumi": {"azai": {"ready": azai}}, "echizen": {"asakura": {"ready": 1}}}
        return compose(empty=True, turn=2, phase="reinforcement", hands=HANDS, areas=areas, dice=[1, 5, 4])

    match = dice_for(7)
    acts(match, "armies azai north_oumi")
    assert armies(match, "north_oumi", "azai") == 8
    match = dice_for(8)
    allowed(match, "armies asakura echizen")
    refused(match, "armies azai north_oumi", "1-2-2-1")


@clause("nobunaga", "1-2-2-1")
def test_1_2_2_1_a_position_cannot_hold_more_than_the_counter_mix() -> None:
    compose(empty=True, hands=HANDS, areas={"north_oumi": {"azai": {"ready": 5, "spent": 3}}})
    with pytest.raises(Exception, match="azai"):
        compose(empty=True, hands=HANDS, areas={"north_oumi": {"azai": {"ready": 5, "spent": 4}}})


@clause("nobunaga", "1-3")
def test_1_3_six_diplomacy_markers_each_moving_alone() -> None:
    match = compose(empty=True, hands=HANDS)
    before = {clan: box(match, clan) for clan in match.view("oda")["markers"]}
    assert set(before) == set(MARKERS)
    acts(match, "diplomacy", "influence ukita right", "discard warships")
    after = {clan: box(match, clan) for clan in match.view("oda")["markers"]}
    assert after == {**before, "ukita": before["ukita"] + 1}
    assert power(match, "ukita") == match.view("oda")["markers"]["ukita"]["power"] == "neutral"


@clause("nobunaga", "1-4")
def test_1_4_every_card_pays_for_every_action_whatever_its_text() -> None:
    """A card has a name and an effect and nothing else that would limit its use as payment."""
    deck = [row["id"] for row in gunki.game("nobunaga").tables["card"] if row["side"] == "oda"]
    assert len(deck) == 12
    match = compose(
        empty=True, hands={"oda": deck, "anti_oda": HANDS["anti_oda"]}, areas={"mino": {"oda": {"ready": 3}}}
    )
    refused(match, "event concentrated_firearms")
    acts(match, "movement", "march oda mino", "with 1", "to owari")
    assert set(match.decision.texts) == {f"discard {card}" for card in deck}
    acts(match, "discard concentrated_firearms")
    assert set(hand(match, "oda")) == set(deck) - {"concentrated_firearms"}
    assert match.decision.who == "anti_oda"
