"""Chapters 1 and 2: the sides, the map and its castles, the units and what their numbers mean."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import gunki
from gunki import Event, Match
from tests.clauses.kenshin.table import (
    FIELD,
    GAME,
    ODA,
    UESUGI,
    allowed,
    assert_impossible,
    at,
    castle,
    castle_row,
    castles_in,
    compose,
    cost,
    data_of,
    force,
    march,
    modifiers_of,
    opening_view,
    roll_of,
    rolls,
    roster,
    start_match,
    steps,
)
from tests.clauses.reasons import barred
from tests.support import clause

SIDES = {
    "uesugi": {
        "uesugi", "takeda", "mori", "ukita", "ashikaga", "honganji", "kaga_ikki", "bessho", "hatano", "saika",
    },
    "oda": {"oda", "tokugawa"},
    "neutral": {"miki", "yamana", "isshiki", "takeda_motoaki", "negoro"},
}  # fmt: skip
TRAITORS = {
    "araki_murashige": ("araki_murashige_traitor", "1626"),
    "nakagawa_kiyohide": ("nakagawa_kiyohide_traitor", "1826"),
    "takayama_shigetomo": ("takayama_shigetomo_traitor", "1925"),
}


# --- 1: sides -------------------------------------------------------------------------------------------------------


@clause("kenshin", "1 sides", "3(1)")
def test_two_sides_of_several_clans_each() -> None:
    match = start_match()
    assert list(match.seats) == ["uesugi", "oda"]
    for whose, clans in SIDES.items():
        assert {clan for clan in clans if match.view(None)["clans"][clan] == whose} == clans


@clause("kenshin", "1 sides")
def test_a_seat_cannot_move_the_forces_of_the_other_side() -> None:
    match = compose({**UESUGI, **ODA})
    allowed(match, "move saito_tomonobu")
    barred(match, "move niwa_nagahide", "1 sides not_yours")


@clause("kenshin", "2-2-1", "2-2-1(7)")
def test_oda_and_tokugawa_have_seventy_units_of_two_thousand_men() -> None:
    """140,000 men (1, K-86)."""
    assert (len(roster("oda")), len(roster("tokugawa"))) == (63, 7)


# --- 2: the map and the tracks --------------------------------------------------------------------------------------


@clause("kenshin", "2 dice")
def test_battles_are_rolled_with_two_dice_a_side() -> None:
    match = compose({"kakizaki_haruie": "4810", "maeda_toshiie": "4811", **ODA}, around=FIELD, dice=[1, 6, 2, 3],
                    phase="uesugi_combat")  # fmt: skip
    events = match.act("attack kakizaki_haruie")
    assert [roll["dice"] for roll in rolls(events)] == [[1, 6], [2, 3]]


@clause("kenshin", "2-1-1(1)")
@pytest.mark.parametrize("nowhere", ["0001", "5901", "5836", "hex", ""])
def test_units_stand_in_hexes_of_the_map(nowhere: str) -> None:
    with pytest.raises(gunki.PositionError, match="kakizaki_haruie"):
        compose({"kakizaki_haruie": nowhere})


@clause("kenshin", "2-1-1(2)")
def test_the_colour_of_a_hex_gives_its_ground() -> None:
    """Fields, wastes and foothills of the real map south of Kasugayama: 5605 is flat, 5504 rough."""
    match = compose({**UESUGI, **ODA})
    march(match, "saito_tomonobu")
    assert cost(match, "5504") == 2
    assert cost(match, "5604") == 1


@clause("kenshin", "2-1-1(3)")
@pytest.mark.parametrize(
    ("name", "hex_id", "numbers", "owner"),
    [
        ("kitanosho", "2912", (12, 3), "oda"),
        ("yagami", "1521", (4, 3), "uesugi"),
        ("sonobe", "1822", (3, 3), "uesugi"),
        ("nagashino", "4230", (3, 4), "oda"),
        ("hamamatsu", "4332", (8, 3), "oda"),
        ("kasugayama", "5604", (11, 4), "uesugi"),
        ("ishiyama_honganji", "1628", (11, 5), "uesugi"),
        ("torigoe", "3709", (3, 4), "uesugi"),
        ("sakurabora", "4214", (3, 3), "neutral"),
    ],
)
def test_castles_have_an_owner_durability_and_strength(
    name: str, hex_id: str, numbers: tuple[int, int], owner: str
) -> None:
    row = castle_row(name)
    assert (row["hex"], (row["durability"], row["strength"])) == (hex_id, numbers)
    assert opening_view()["castles"][name]["holder"] == owner
    assert opening_view()["castles"][name]["durability"] == numbers[0]


@clause("kenshin", "2-1-1(3) port")
def test_port_castles_alone_have_naval_lines() -> None:
    lines = {name for name, entry in opening_view()["castles"].items() if entry.get("line")}
    assert {"ishiyama_honganji", "saika", "toba", "azuchi"} <= lines
    assert all(castle_row(name)["water"] for name in lines)
    assert "miki" not in lines


@clause("kenshin", "2-1-1(3) port")
def test_ships_are_sheltered_in_port_castles_only() -> None:
    """2930 lies in the sea; 2928 on the coast without a castle."""
    met = {"kuki_sumitaka": {"at": "3234", "exposed": True}, "obama_kagetaka": {"at": "3234", "bound": True}}
    match = compose({**UESUGI, **ODA}, ships=met)  # stopped before its port by enemies
    assert match.view(None)["ships"]["kuki_sumitaka"]["exposed"] is True
    assert_impossible("kuki_sumitaka", "", {**UESUGI, **ODA}, ships={"kuki_sumitaka": {"at": "2928", "exposed": True}})
    assert_impossible("kuki_sumitaka", "16-2-1", {**UESUGI, **ODA}, ships={"kuki_sumitaka": "2930"})


@clause("kenshin", "2-1-3(1)", "2-1-3(2)", "2-1-3(3)")
def test_turn_phase_and_score_are_open() -> None:
    match = compose({**UESUGI, **ODA}, turn=4, phase="oda_movement", score=-3)
    for seat in ("uesugi", "oda"):
        view = match.view(seat)
        assert (view["turn"], view["phase"], view["score"]) == (4, "oda_movement", -3)


@clause("kenshin", "2-1-4", "2-2-1(3)", "6-1")
def test_a_command_track_shows_whom_a_commander_leads() -> None:
    match = compose({**force("4810", "kakizaki_haruie", "jinbo_ujiharu"), "naoe_nobutsuna": "4810"}, around=FIELD)
    assert match.view("oda")["units"]["jinbo_ujiharu"]["leader"] == "kakizaki_haruie"
    match.act("lead naoe_nobutsuna kakizaki_haruie")
    assert match.view("oda")["units"]["naoe_nobutsuna"]["leader"] == "kakizaki_haruie"


@clause("kenshin", "TBL-TERRAIN symbols")
def test_kyoto_is_no_castle_and_every_main_castle_is_on_the_map() -> None:
    assert castles_in("2024") == []
    for hex_id, name in {
        "5604": "kasugayama", "5722": "tsutsujigasaki", "1628": "ishiyama_honganji", "3409": "komatsu", "1025": "miki",
        "1521": "yagami", "1132": "saika", "2523": "azuchi", "2912": "kitanosho", "3524": "kiyosu", "3422": "gifu",
        "4332": "hamamatsu", "4214": "sakurabora", "1216": "ariko", "1818": "tatebeyama", "2218": "goseyama",
        "1332": "negoroji",
    }.items():  # fmt: skip
        assert castles_in(hex_id) == [name]


# --- 2-2: units and markers -----------------------------------------------------------------------------------------


@clause("kenshin", "2-2-1", "2-2-1(6)")
def test_every_unit_begins_with_two_steps() -> None:
    placed = [entry for entry in opening_view()["units"].values() if not isinstance(entry, str)]
    assert len(placed) > 100
    assert {entry["steps"] for entry in placed} == {2}
    assert {entry["steps"] for entry in opening_view()["ships"].values() if not isinstance(entry, str)} == {2}


@clause("kenshin", "2-2-1(1)")
def test_there_are_three_ranks_on_land_and_two_kinds_of_ship() -> None:
    tables = gunki.game(GAME).tables
    ranks = Counter(row["rank"] for row in tables["unit"])
    assert set(ranks) == {"taisho", "samuraidaisho", "busho"}
    assert ranks["taisho"] == 6  # K-80
    kinds = Counter(row["kind"] for row in tables["ship"])
    assert kinds == {"suigun": 6, "tetsusen": 1}


@clause("kenshin", "2-2-1(2) doubleasterisk")
def test_the_traitor_units_come_only_with_the_rebellion() -> None:
    assert {opening_view()["units"][by] for by, _ in TRAITORS.values()} == {"undeployed"}
    units = {name: hex_id for name, (_, hex_id) in TRAITORS.items()}
    match = compose({**UESUGI, **ODA, **units}, phase="turn_start", step="event", dice=[4, 5, 6, 6, 6, *[1] * 20])
    for name, (by, hex_id) in TRAITORS.items():
        assert isinstance(match.view(None)["units"][name], str)
        assert at(match, by) == hex_id


@clause("kenshin", "2-2-1(3)", "6-1")
def test_a_busho_leads_nobody() -> None:
    match = compose(dict.fromkeys(("kakizaki_haruie", "jinbo_ujiharu", "naoe_nobutsuna"), "4810"), around=FIELD)
    allowed(match, "lead jinbo_ujiharu kakizaki_haruie")
    barred(match, "lead jinbo_ujiharu naoe_nobutsuna", "2-2-1(3) no_commander")


def attack(attacker: dict[str, Any], defender: dict[str, Any], dice: list[int]) -> tuple[Match, list[Event]]:
    """Fight a field battle from 4810 against 4811 on flat ground up to the decision after its first dice."""
    match = compose({**attacker, **defender, **ODA}, around=FIELD, dice=dice, phase="uesugi_combat")
    return match, match.act("attack kakizaki_haruie")


@clause("kenshin", "2-2-1(4)")
def test_the_printed_number_is_the_ability_in_battle() -> None:
    """Kakizaki 4 against Maeda 3, on his full or on his back side (K-14)."""
    for left in (2, 1):
        foe = {"maeda_toshiie": {"hex": "4811", "steps": left}}
        _, events = attack({"kakizaki_haruie": "4810"}, foe, [1, 1, 1, 1])
        assert modifiers_of(roll_of(events, "attack")) == {"12-2-1 A(3)": 1}
        assert modifiers_of(roll_of(events, "defence")) == {"12-2-1 D(3)": -1}


@clause("kenshin", "2-2-1(6)")
@pytest.mark.parametrize("left", [2, 1])
def test_a_step_is_a_point_of_strength(left: int) -> None:
    _, events = attack({"kakizaki_haruie": {"hex": "4810", "steps": left}}, {"maeda_toshiie": "4811"}, [1, 1, 1, 1])
    assert roll_of(events, "attack")["strength"] == left
    assert roll_of(events, "defence")["strength"] == 2


@clause("kenshin", "2-2-1(6)")
def test_the_first_loss_reduces_a_unit_and_the_second_kills_it() -> None:
    """Strength 2, better by 1: a roll of 9 or more hits once (10), 12 twice (13)."""
    match, _ = attack({"kakizaki_haruie": "4810"}, {"maeda_toshiie": "4811"}, [4, 5, 1, 1])
    assert steps(match, "maeda_toshiie") == 1
    match, events = attack({"kakizaki_haruie": "4810"}, {"maeda_toshiie": "4811"}, [6, 6, 1, 1])
    assert data_of(events, "killed", "unit") == ["maeda_toshiie"]
    assert match.view(None)["units"]["maeda_toshiie"] == "dead"


@clause("kenshin", "2-2-1(5)", "2-2-1(5) back", "10 checks")
def test_action_points_serve_reaction_and_forced_march_and_a_reduced_unit_has_none() -> None:
    units = {"kakizaki_haruie": {"hex": "4810", "steps": 1}, "jinbo_ujiharu": "4810", **UESUGI, **ODA}
    match = compose(units, around=FIELD, phase="uesugi_forced_march", dice=[2])
    barred(match, "check kakizaki_haruie", "2-2-1(5) back reduced")
    assert data_of(match.act("check jinbo_ujiharu"), "checked", "unit") == ["jinbo_ujiharu"]
    match = compose(units, around=FIELD)
    allowed(match, "move kakizaki_haruie")  # without a check he may


@clause("kenshin", "2-2-2(8)")
def test_a_taken_castle_is_held_by_a_side() -> None:
    match = compose({**UESUGI, **ODA}, castles={"fukashi": {"holder": "oda"}})
    assert castle(match, "fukashi")["holder"] == "oda"
    assert castle(match, "kaizu")["holder"] == "uesugi"
