"""9-4: main castles and lines of supply; K-37, K-39, K-40, K-101, K-105."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kenshin.table import (
    FIELD,
    GIFU_LANE,
    castle_row,
    compose,
    data_of,
    distance,
    find_cut_off,
    force,
    garrison,
    lane,
    of_kind,
    rolls,
)
from tests.clauses.kenshin.turns import start_turn, take_castles
from tests.support import clause

CENTRES = {"azuchi": "2523", "kitanosho": "2912", "kiyosu": "3524", "gifu": "3422"}
# A unit of each clan, its main castle, the castle's hex, and the clause.
MAIN = [
    ("jinbo_ujiharu", "kasugayama", "5604", "uesugi", "9-4 main Uesugi"),
    ("obata_nobusada", "tsutsujigasaki", "5722", "uesugi", "9-4 main Takeda"),
    ("shimotsuma_rairyu", "ishiyama_honganji", "1628", "uesugi", "9-4 main Honganji"),
    ("shichiri_yorichika", "komatsu", "3409", "uesugi", "9-4 main Kaga Ikki"),
    ("kanki_yorisada", "miki", "1025", "uesugi", "9-4 main Bessho"),
    ("akai_tadaie", "yagami", "1521", "uesugi", "9-4 main Hatano"),
    ("saika_shu", "saika", "1132", "uesugi", "9-4 main Saika"),
    ("honda_tadakatsu", "hamamatsu", "4332", "oda", "9-4 main Tokugawa"),
    ("miki_yoritsuna", "sakurabora", "4214", "oda", "9-4 main Miki"),
    ("yamana_toyokuni", "ariko", "1216", "oda", "9-4 main Yamana"),
    ("isshiki_yoshimichi", "tatebeyama", "1818", "oda", "9-4 main Isshiki"),
    ("takeda_motoaki", "goseyama", "2218", "oda", "9-4 main Takeda Motoaki"),
    ("negoro_shu", "negoroji", "1332", "oda", "9-4 main Negoro"),
]
JOINED = {"clans": dict.fromkeys(("miki", "yamana", "isshiki", "takeda_motoaki", "negoro"), "oda")}


# --- main castles ----------------------------------------------------------------------------------------------------


@clause("kenshin", "9-4", "9-4-7(1)", "9(4)", *[row[4] for row in MAIN])
@pytest.mark.parametrize(("name", "main", "hex_id", "seat"), [row[:4] for row in MAIN])
def test_each_clan_has_its_main_castle(name: str, main: str, hex_id: str, seat: str) -> None:
    """A unit before it is in supply; with the castle in enemy hands it is not, wherever it stands (K-39)."""
    assert castle_row(main)["hex"] == hex_id
    units = {name: hex_id, "saito_tomonobu": "box"}
    assert name not in find_cut_off(units, **JOINED)
    enemy = "oda" if seat == "uesugi" else "uesugi"
    assert name in find_cut_off(units, castles={main: {"holder": enemy}}, **JOINED)


@clause("kenshin", "9-4 main Oda", "9-4")
@pytest.mark.parametrize("centre", CENTRES)
def test_any_oda_centre_supplies_the_oda(centre: str) -> None:
    """All other centres and Kyoto are lost; with this one lost too, no Oda unit is in supply."""
    others = take_castles(*[name for name in CENTRES if name != centre])
    units = {"maeda_toshiie": CENTRES[centre], "honjo_shigenaga": "2024"}
    assert "maeda_toshiie" not in find_cut_off(units, castles=others)
    assert "maeda_toshiie" in find_cut_off(units, castles=take_castles(*CENTRES))


@clause("kenshin", "9-4 main Kyoto", "9-4 main Oda")
def test_kyoto_is_a_source_while_no_enemy_is_in_it() -> None:
    """K-37: no castle, but the Oda are supplied from it."""
    assert "maeda_toshiie" not in find_cut_off({"maeda_toshiie": "2024"}, castles=take_castles(*CENTRES))
    assert "maeda_toshiie" not in find_cut_off({"maeda_toshiie": "2124"}, castles=take_castles(*CENTRES))
    units = {"maeda_toshiie": "2124", "honjo_shigenaga": "2024"}
    assert "maeda_toshiie" in find_cut_off(units, castles=take_castles(*CENTRES))


@clause("kenshin", "9-4 main Kyoto")
def test_enemies_beside_kyoto_do_not_close_it() -> None:
    """K-37, K-39: the end of a line is exempt from the control test."""
    units = {"maeda_toshiie": "2124", "honjo_shigenaga": "1924"}
    assert "maeda_toshiie" not in find_cut_off(units, castles=take_castles(*CENTRES))


@clause("kenshin", "9-4 main Tokugawa", "9-4 main Oda")
def test_oda_centres_do_not_supply_the_tokugawa() -> None:
    found = find_cut_off(
        {"honda_tadakatsu": "2523", "maeda_toshiie": "2523"}, castles={"hamamatsu": {"holder": "uesugi"}}
    )
    assert "honda_tadakatsu" in found
    assert "maeda_toshiie" not in found


EDGE_WAY = ("0118", "0218", "0318")


@clause("kenshin", "9-4 main Mori", "9-4 main Ukita", "9-4-4")
@pytest.mark.parametrize("name", ["kikkawa_motoharu", "ukita_naoie"])
def test_only_mori_and_ukita_are_supplied_over_the_west_edge(name: str) -> None:
    """Units of other clans are not supplied there."""
    way = lane(EDGE_WAY)
    assert find_cut_off({name: "0318", "jinbo_ujiharu": "0318"}, **way) == {"jinbo_ujiharu"}
    way["terrain"]["0218"] = "mountain"
    assert name in find_cut_off({name: "0318"}, **way)


@clause("kenshin", "9-4-4", "9-4-1(4)")
def test_a_mountain_at_the_west_edge_supplies_nobody() -> None:
    way = lane(EDGE_WAY)
    way["terrain"]["0118"] = "mountain"
    assert "kikkawa_motoharu" in find_cut_off({"kikkawa_motoharu": "0318"}, **way)


@clause("kenshin", "9-4-4", "9-4-1(1)")
def test_an_enemy_in_an_edge_hex_closes_it_for_supply() -> None:
    """A friend beside the enemy cancels its control of other hexes."""
    units = {"kikkawa_motoharu": "0318", "jinbo_ujiharu": "0218", "maeda_toshiie": "0118"}
    assert "kikkawa_motoharu" in find_cut_off(units, **lane(EDGE_WAY))


@clause("kenshin", "9-4-4", "9-4-1(3)", "9-4-3")
def test_enemy_control_of_an_edge_hex_closes_it_unless_a_friend_stands_there() -> None:
    """K-39 spares the hex of a main castle only."""
    way = lane(EDGE_WAY)
    way["terrain"]["0117"] = "flat"
    units = {"kikkawa_motoharu": "0318", "jinbo_ujiharu": "0218", "maeda_toshiie": "0117"}
    assert "kikkawa_motoharu" in find_cut_off(units, **way)
    assert "kikkawa_motoharu" not in find_cut_off({**units, "honjo_shigenaga": "0118"}, **way)


@clause("kenshin", "9-4-4", "16-1")
@pytest.mark.parametrize("name", ["kikkawa_motoharu", "ukita_naoie"])
def test_mori_and_ukita_are_supplied_over_a_naval_line_from_the_box(name: str) -> None:
    """At Saika, shut in by mountains: a ship in the Seto cuts the line."""
    way = lane(["1132"])
    assert name not in find_cut_off({name: "1132"}, **way)
    assert name in find_cut_off({name: "1132"}, ships={"kuki_sumitaka": "seto"}, **way)


@clause("kenshin", "9-4-5", "9-4 main Ashikaga")
def test_yoshiaki_needs_no_line() -> None:
    found = find_cut_off({"ashikaga_yoshiaki": FIELD, "jinbo_ujiharu": FIELD}, **lane([FIELD]))
    assert "jinbo_ujiharu" in found
    assert "ashikaga_yoshiaki" not in found


@clause("kenshin", "9-4")
def test_units_in_the_box_aboard_or_neutral_are_not_checked() -> None:
    """K-101: and ships never do."""
    units = {"jinbo_ujiharu": "box", "honjo_shigenaga": "aboard murakami_takeyoshi", "miki_yoritsuna": FIELD}
    castles = {"kasugayama": {"holder": "oda"}}
    found = find_cut_off(units, castles=castles, ships={"murakami_takeyoshi": "seto"}, **lane([FIELD]))
    assert found == {"saito_tomonobu"}


@clause("kenshin", "9-4")
def test_as_the_game_begins_everybody_is_in_supply() -> None:
    match = compose({}, empty=False, phase="turn_start", step="supply")
    assert not of_kind(match.events, "out_of_supply")
    assert not rolls(match.events, "attrition")


@clause("kenshin", "9-4-6", "9-4-1")
def test_the_length_of_a_line_does_not_matter() -> None:
    """Noto to Kasugayama, with all the castles of the way the Uesugi side's."""
    assert distance("4001", "5604") > 12
    assert "jinbo_ujiharu" not in find_cut_off({"jinbo_ujiharu": "4001"})


@clause("kenshin", "9-4")
def test_a_mixed_force_is_judged_clan_by_clan() -> None:
    """K-40: under Katsuyori a Takeda busho and a Saika man, far from Saika."""
    match = start_turn("supply", force("5722", "takeda_katsuyori", "obata_nobusada", "suzuki_shigehide"))
    assert data_of(match.events, "out_of_supply", "army") == ["saika"]
    (roll,) = rolls(match.events, "attrition")
    assert (roll["army"], roll["strength"]) == ("saika", 2)


@clause("kenshin", "9-4")
def test_a_captured_main_castle_supplies_neither_side() -> None:
    """K-105: a Takeda man in Hamamatsu, which his side has taken; his own main castle is lost too."""
    units = {"obata_nobusada": "4332", "honda_tadakatsu": "3728"}
    castles = {"hamamatsu": {"holder": "uesugi"}, "tsutsujigasaki": {"holder": "oda"}}
    assert {"obata_nobusada", "honda_tadakatsu"} <= find_cut_off(units, castles=castles)
    assert "honda_tadakatsu" not in find_cut_off({"honda_tadakatsu": "3728"})


# --- 9-4-1: what stops a line ----------------------------------------------------------------------------------------

UNIT = "maeda_toshiie"
START = GIFU_LANE[-1]
OTHERS = take_castles("azuchi", "kitanosho", "kiyosu")


def is_supplied_on_lane(units: dict[str, Any] | None = None, **changes: Any) -> bool:
    """Return whether the unit at the end of the way north of Gifu is in supply."""
    way = lane(GIFU_LANE)
    for kind in ("terrain", "sides"):
        way[kind] |= changes.pop(kind, {})
    return UNIT not in find_cut_off({UNIT: START, **(units or {})}, **way, **changes)


@clause("kenshin", "9-4-1", "9-4-1(4)")
@pytest.mark.parametrize(
    ("terrain", "open_"),
    [("flat", True), ("rough", True), ("foothills", True), ("mountain", False), ("lake", False), ("sea", False)],
)
def test_sea_lake_and_mountain_stop_a_line(terrain: str, open_: bool) -> None:
    assert is_supplied_on_lane(terrain={"3320": terrain}) is open_


@clause("kenshin", "9-4-1(4)")
@pytest.mark.parametrize(("kind", "open_"), [("river", True), ("ford", True), ("water", False)])
def test_water_between_two_hexes_stops_a_line_and_a_river_does_not(kind: str, open_: bool) -> None:
    """K-39."""
    assert is_supplied_on_lane(sides={"3320-3321": kind}) is open_


@clause("kenshin", "9-4-1(1)")
def test_an_enemy_unit_on_the_way_stops_a_line() -> None:
    """Friends on both sides of the enemy cancel its control of their hexes, but the enemy's own hex stays closed."""
    friends = {"sasa_narimasa": "3321"}
    assert is_supplied_on_lane(friends)
    assert not is_supplied_on_lane({**friends, "honjo_shigenaga": "3320"})


@clause("kenshin", "9-4-1(3)", "9-4-3")
def test_enemy_control_stops_a_line_unless_a_friend_stands_there() -> None:
    """Ogaki, in enemy hands, lies beside 3321. The friend may be of another clan (K-39)."""
    castles = {"castles": take_castles("ogaki")}
    assert is_supplied_on_lane()
    assert not is_supplied_on_lane(**castles)
    assert is_supplied_on_lane({"sasa_narimasa": "3321"}, **castles)
    assert is_supplied_on_lane({"honda_tadakatsu": "3321"}, **castles)


@clause("kenshin", "9-4-1(3)")
def test_control_of_an_enemy_force_stops_a_line() -> None:
    """A hex is opened beside the way for an enemy."""
    beside = {"terrain": {"3420": "flat"}}
    assert is_supplied_on_lane(**beside)
    assert not is_supplied_on_lane({"honjo_shigenaga": "3420"}, **beside)
    assert is_supplied_on_lane({"honjo_shigenaga": "3420", "sasa_narimasa": "3320", "hara_masashige": "3321"}, **beside)


@clause("kenshin", "9-4-1(3)")
def test_enemy_control_of_the_first_and_the_last_hex_does_not_stop_a_line() -> None:
    """K-39: one enemy beside the unit, or one beside Gifu."""
    assert is_supplied_on_lane({"honjo_shigenaga": "3318"}, terrain={"3318": "flat"})
    assert is_supplied_on_lane({"honjo_shigenaga": "3423"}, terrain={"3423": "flat"}, castles=OTHERS)


@clause("kenshin", "9-4-1(1)", "9-4-1")
def test_a_main_castle_with_enemies_in_its_hex_is_no_source() -> None:
    """All the other centres are lost; Gifu is besieged, invested or not (K-101)."""
    kyoto = {"jinbo_ujiharu": "2024"}
    assert is_supplied_on_lane(kyoto, castles=OTHERS)
    assert not is_supplied_on_lane({**kyoto, "honjo_shigenaga": "3422"}, castles=OTHERS)


CASTLE_WAY = ("3422", "3322", "3222", "3122", "3022")


def is_supplied_past_ogaki(units: dict[str, Any] | None = None, holder: str = "uesugi") -> bool:
    """Return whether a unit west of Ogaki is in supply by the way through its hex, with friends on both sides of it."""
    friends = {UNIT: "3022", "sasa_narimasa": "3122", "hara_masashige": "3322"}
    return UNIT not in find_cut_off(
        {**friends, **(units or {})}, castles={"ogaki": {"holder": holder}}, **lane(CASTLE_WAY)
    )


@clause("kenshin", "9-4-1(2)", "9-4-2")
def test_an_enemy_castle_stops_a_line_unless_a_friend_stands_there() -> None:
    assert is_supplied_past_ogaki(holder="oda")
    assert not is_supplied_past_ogaki()
    assert is_supplied_past_ogaki({"honda_tadakatsu": "3222"})


@clause("kenshin", "9-4-3")
def test_an_empty_own_castle_does_not_cancel_enemy_control() -> None:
    """K-39: Ogaki, the Oda's, with an enemy beside it; with a garrison inside it does."""
    enemy = {"honjo_shigenaga": "3223"}
    way = lane((*CASTLE_WAY, "3223"))
    friends = {UNIT: "3022", "sasa_narimasa": "3122", "hara_masashige": "3322"}
    assert UNIT in find_cut_off({**friends, **enemy}, **way)
    assert UNIT not in find_cut_off({**friends, **enemy, **garrison("3222", "ujiie_naomasa")}, **way)


@clause("kenshin", "9(4)", "9-4")
def test_supply_is_judged_for_all_units_before_any_die_uesugi_first() -> None:
    """K-100: Uesugi before Oda, by clan and force in the order of the lists."""
    units = {"obata_nobusada": "3320", "jinbo_ujiharu": "3318", "honjo_shigenaga": FIELD, "niwa_nagahide": "4210"}
    grounds = lane(["3320", "3318", FIELD, "4210"])
    match = start_turn("supply", units, **grounds)
    assert data_of(match.events, "out_of_supply", "unit") == [
        "jinbo_ujiharu", "honjo_shigenaga", "obata_nobusada", "niwa_nagahide",
    ]  # fmt: skip
    assert [roll["unit"] for roll in rolls(match.events, "attrition")] == [
        "jinbo_ujiharu", "honjo_shigenaga", "obata_nobusada", "niwa_nagahide",
    ]  # fmt: skip


@clause("kenshin", "9(4)", "9-4-1(3)")
def test_a_unit_that_dies_of_attrition_has_still_cut_the_line() -> None:
    """K-100: Honjo's control closes the way of an Oda unit; Honjo dies first, and the Oda unit still rolls."""
    way = lane(GIFU_LANE)
    way["terrain"]["3420"] = "flat"
    match = start_turn("supply", {UNIT: START, "honjo_shigenaga": {"hex": "3420", "steps": 1}}, 6, 1, **way)
    assert data_of(match.events, "killed", "unit") == ["honjo_shigenaga"]
    assert [roll["unit"] for roll in rolls(match.events, "attrition")] == ["honjo_shigenaga", UNIT]
