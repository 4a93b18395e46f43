"""16-1: naval supply lines; K-67, K-68, K-73."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kenshin.table import (
    ODA,
    UESUGI,
    castle,
    castles_in,
    compose,
    decision_of,
    disc,
    find_cut_off,
    force,
    garrison,
    lane,
    rolls,
    roster,
)
from tests.clauses.kenshin.turns import HARIMA, MORI, roll_event, start_turn, take_castles
from tests.support import clause

HONGANJI, SAIKA, TAKASAGO = "1628", "1132", "0825"
KUKI, MURAKAMI = "kuki_sumitaka", "murakami_takeyoshi"
SETO_ODA = ("hanakuma", "amagasaki", "kishiwada")
PACIFIC_ODA = ("nagashima", "anotsu", "toba", "yoshida")
BIWA = ("sakamoto", "omizo", "azuchi", "sawayama", "nagahama")
JAPAN = ("kasugayama", "uozu", "nanao")
GONE = dict.fromkeys(roster("mori", "ukita"), "dead")


def has_line(name: str, units: dict[str, Any] | None = None, **entries: Any) -> bool:
    """Return whether the port has an open naval line; Mori and Ukita are dead, so that the box is no port."""
    match = compose({**UESUGI, **ODA, **GONE, **(units or {})}, **entries)
    return bool(castle(match, name).get("line"))


# --- what links ------------------------------------------------------------------------------------------------------


@clause("kenshin", "16-1")
def test_two_friendly_ports_of_one_water_are_linked() -> None:
    """Honganji with Saika and Takasago; without both it stands alone."""
    assert has_line("ishiyama_honganji")
    assert has_line("ishiyama_honganji", castles=take_castles("saika", by="oda"))
    assert has_line("ishiyama_honganji", castles=take_castles("takasago", by="oda"))
    assert not has_line("ishiyama_honganji", castles=take_castles("saika", "takasago", by="oda"))
    assert not has_line("miki")  # no port


@clause("kenshin", "16-1")
def test_a_neutral_port_links_no_line() -> None:
    """Saika neutral, Takasago lost."""
    assert not has_line("ishiyama_honganji", clans={"saika": "neutral"}, castles=take_castles("takasago", by="oda"))


@clause("kenshin", "16-1")
def test_the_far_port_must_be_free_of_enemies_and_the_near_port_need_not() -> None:
    lost = take_castles("takasago", by="oda")
    assert has_line("ishiyama_honganji", {"maeda_toshiie": HONGANJI}, castles=lost)
    assert not has_line("ishiyama_honganji", {"maeda_toshiie": SAIKA}, castles=lost)
    assert has_line("saika", {"maeda_toshiie": SAIKA}, castles=lost)


@clause("kenshin", "16-1", "9-4-4")
@pytest.mark.parametrize(
    ("units", "open_"),
    [
        ({}, False),
        ({"mori_terumoto": "box"}, True),
        ({"mori_terumoto": "undeployed"}, True),
        ({"ukita_naoie": "undeployed"}, True),
        ({"kikkawa_motoharu": "removed", "ukita_tadaie": "removed"}, False),
    ],
)
def test_the_box_is_a_port_of_the_seto_while_mori_or_ukita_are_in_the_game(units: Any, open_: bool) -> None:
    """K-67: all other units of both clans are dead."""
    assert has_line("ishiyama_honganji", units, castles=take_castles("saika", "takasago", by="oda")) is open_


@clause("kenshin", "16-1", "9-2 Ukita's Defection")
@pytest.mark.parametrize(
    ("who", "naoie", "open_"),
    [("mori+ukita", "box", False), ("mori", "undeployed", False), ("mori", "box", True), ("ukita", "box", True)],
)
def test_with_both_clans_gone_the_box_is_no_port_any_more(who: str, naoie: str, open_: bool) -> None:
    """K-67: undeployed Ukita units do not keep the port open."""
    units = {**MORI, **HARIMA, "ukita_naoie": naoie}
    match = roll_event("ukita_defection", units, castles=take_castles("saika", "takasago", by="oda"),
                       options={"ukita_defection_removes": who})  # fmt: skip
    assert bool(castle(match, "ishiyama_honganji").get("line")) is open_


@clause("kenshin", "16-1", "13-1-9", "9-1-1", "9-2 Yoshiaki's Uprising placement")
@pytest.mark.parametrize(
    ("units", "rolled"),
    [
        ({"mori_terumoto": "undeployed", "ukita_naoie": "undeployed"}, False),
        ({"mori_terumoto": "dead", "ukita_naoie": "undeployed"}, True),
        ({"mori_terumoto": "dead", "ukita_naoie": "box"}, False),
        ({"mori_terumoto": "dead", "ukita_naoie": "dead"}, True),
    ],
)
def test_honganji_rolls_for_its_siege_while_neither_mori_nor_ukita_are_in_the_game(units: Any, rolled: bool) -> None:
    """K-67: the other ports are lost. The Mori are in the game until Terumoto falls, the Ukita from the uprising on."""
    siege = {**garrison(HONGANJI, "honganji_monto"), "maeda_toshiie": HONGANJI, "sasa_narimasa": HONGANJI}
    castles = {**take_castles("saika", "takasago", by="oda"), "ishiyama_honganji": {"marker": 0}}
    match = start_turn("siege", {**siege, **units}, 1, 4, 4, castles=castles)
    assert bool(rolls(match.events, "siege")) is rolled


@clause("kenshin", "9-5-1", "9-2 Yoshiaki's Uprising placement")
@pytest.mark.parametrize(
    ("units", "clans"),
    [
        ({"mori_terumoto": "undeployed", "ukita_naoie": "undeployed"}, {"mori"}),
        ({"mori_terumoto": "dead", "ukita_naoie": "undeployed"}, set()),
        ({"mori_terumoto": "dead", "ukita_naoie": "box"}, {"ukita"}),
    ],
)
def test_only_the_clans_that_keep_the_box_a_port_replenish(units: Any, clans: set[str]) -> None:
    """K-67, K-105: Kozuki, captured and damaged, with a line to the west edge."""
    near = {name: {"holder": "uesugi"} for hex_id in disc("0421", 8) for name in castles_in(hex_id)}
    castles = {**near, "kozuki": {"holder": "uesugi", "durability": 1}}
    match = start_turn("replenishment", units, castles=castles)
    while decision_of(match).name == "replenish":
        match.act("done")
    assert {roll["army"] for roll in rolls(match.events, "replenishment")} & {"mori", "ukita"} == clans


@clause("kenshin", "16-1")
def test_only_the_oda_have_lines_from_the_seto_to_the_pacific() -> None:
    """K-67: Kishiwada with the ports of the Pacific; Ejiri of the Takeda has nothing from the Seto."""
    assert has_line("kishiwada", castles=take_castles("hanakuma", "amagasaki"))
    assert not has_line("kishiwada", castles=take_castles("hanakuma", "amagasaki", *PACIFIC_ODA))
    assert not has_line("ejiri")
    assert has_line("ejiri", castles=take_castles("toba"))


# --- what cuts -------------------------------------------------------------------------------------------------------


@clause("kenshin", "16-1 (23-2.1)")
@pytest.mark.parametrize(
    ("place", "open_"),
    [("seto", False), (HONGANJI, False), (SAIKA, False), ("pacific", True), ("1627", True), ("0224", True)],
)
def test_enemy_ships_at_either_port_or_in_their_sea_cut_a_line(place: str, open_: bool) -> None:
    """Honganji and Saika; Takasago is lost. On another coast they cut nothing."""
    assert has_line("ishiyama_honganji", ships={KUKI: place}, castles=take_castles("takasago", by="oda")) is open_


@clause("kenshin", "16-1 (23-2.1)")
def test_a_cut_line_is_replaced_by_one_to_another_port() -> None:
    assert has_line("ishiyama_honganji", ships={KUKI: SAIKA})
    assert not has_line("saika", ships={KUKI: SAIKA})


@clause("kenshin", "16-1 (23-2.1)")
@pytest.mark.parametrize(("place", "open_"), [("seto", False), ("box", True), ("1431", False)])
def test_enemy_ships_cut_a_line_of_the_oda(place: str, open_: bool) -> None:
    """Kishiwada to the other ports; with the Pacific alone as its far end the Seto still lies beside it."""
    assert has_line("kishiwada", ships={MURAKAMI: place}, castles=take_castles("hanakuma", "amagasaki")) is open_


@clause("kenshin", "16-1 (23-2.1)")
def test_in_the_pacific_an_enemy_cuts_only_what_ends_there() -> None:
    assert has_line("kishiwada", ships={"obama_kagetaka": "pacific"})
    assert not has_line("kishiwada", ships={"obama_kagetaka": "pacific"}, castles=take_castles("hanakuma", "amagasaki"))
    assert not has_line("toba", ships={"obama_kagetaka": "pacific"})


@clause("kenshin", "16-1 (23-2.1)", "16-2-5")
def test_own_and_sheltered_ships_do_not_cut_a_line() -> None:
    """K-73: a Mori ship in its port, an Oda ship in its own."""
    assert has_line("ishiyama_honganji", ships={MURAKAMI: "seto", KUKI: "1627"})


# --- what it carries -------------------------------------------------------------------------------------------------


@clause("kenshin", "16-1", "9-4-1")
@pytest.mark.parametrize("cut", [True, False])
def test_supply_runs_over_a_naval_line_and_on_by_land(cut: bool) -> None:
    """K-67: a Honganji man one hex from Saika, between mountains: by land to Saika, by sea to Honganji."""
    ships = {KUKI: "seto"} if cut else {}
    found = find_cut_off({"shimotsuma_rairyu": "1232"}, ships=ships, **lane(["1232", SAIKA]))
    assert ("shimotsuma_rairyu" in found) is cut


@clause("kenshin", "16-1", "9-4-1")
def test_the_oda_are_supplied_over_the_sea() -> None:
    """Kishiwada between mountains: over the Seto and the Pacific to Nagashima or Anotsu, and on to Kiyosu by land."""
    way = lane(["1431"])
    units = {"maeda_toshiie": "1431"}
    assert "maeda_toshiie" not in find_cut_off(units, castles=take_castles("hanakuma", "amagasaki"), **way)
    assert "maeda_toshiie" in find_cut_off(units, castles=take_castles("hanakuma", "amagasaki", *PACIFIC_ODA), **way)


@clause("kenshin", "16-1", "9-5-2 besieged", "9-4-1(1)")
def test_a_besieged_main_castle_supplies_others_by_sea_and_not_by_land() -> None:
    """K-39, K-67: besieged Honganji supplies units by its line to Saika, but none beside Honganji by land."""
    units = {"shimotsuma_rairyu": "1629", "honganji_monto": "1232"}
    besieged = {**units, "maeda_toshiie": HONGANJI, "sasa_narimasa": HONGANJI}
    beside, shore = lane(["1629", HONGANJI]), lane(["1232", SAIKA])
    ground = {key: {**beside[key], **shore[key]} for key in ("terrain", "sides")}
    assert not {*units} & find_cut_off(units, **ground)
    assert {*units} & find_cut_off(besieged, **ground) == {"shimotsuma_rairyu"}
    assert {*units} <= find_cut_off(besieged, ships={KUKI: "seto"}, **ground)


@clause("kenshin", "16-1", "16-1 invest")
def test_a_besieged_main_port_with_an_open_line_still_supplies_its_clan() -> None:
    """Honganji besieged; a man of theirs at Saika."""
    units = {"shimotsuma_rairyu": SAIKA, "maeda_toshiie": HONGANJI, "sasa_narimasa": HONGANJI}
    assert "shimotsuma_rairyu" not in find_cut_off(units)
    assert "shimotsuma_rairyu" in find_cut_off(units, ships={KUKI: "seto"})


# --- Biwa and the Sea of Japan (K-68) ----------------------------------------------------------------------------


@clause("kenshin", "16-1 Biwa")
def test_the_ports_of_the_biwa_are_linked_and_no_ship_cuts_them() -> None:
    assert all(has_line(name, ships={MURAKAMI: "seto", "obama_kagetaka": "pacific"}) for name in BIWA)
    assert not has_line("sakamoto", castles=take_castles(*BIWA[1:]))
    assert has_line("omizo", castles=take_castles(*BIWA[:2]))  # two of the Uesugi side
    assert not has_line("omizo", castles=take_castles("omizo"))


@clause("kenshin", "16-1 Biwa")
def test_a_port_of_the_biwa_has_no_line_with_all_others_besieged() -> None:
    units = {"niwa_nagahide": "3422", **dict(zip(
        ("jinbo_ujiharu", "honjo_shigenaga", "irobe_nagazane", "amakasu_kagemochi"),
        ("2421", "2523", "2722", "2821"), strict=True,
    ))}  # fmt: skip
    assert not has_line("sakamoto", units)
    assert has_line("azuchi", units)


@clause("kenshin", "16-1")
@pytest.mark.parametrize("option", [True, False])
def test_ports_of_the_sea_of_japan_count_by_option_only(option: bool) -> None:
    """Nanao between mountains: with the option it is supplied from Kasugayama."""
    options = {"japan_sea_ports": option}
    assert all(has_line(name, options=options) is option for name in JAPAN)
    found = find_cut_off({"jinbo_ujiharu": "4203"}, options=options, **lane(["4203"]))
    assert ("jinbo_ujiharu" in found) is not option


@clause("kenshin", "16-1")
def test_without_another_port_there_is_no_line_on_the_sea_of_japan_either() -> None:
    options = {"japan_sea_ports": True}
    assert not has_line("tsuruga", options=options)
    assert has_line("tsuruga", options=options, clans={"isshiki": "oda"})


# --- the Mori box as a port ----------------------------------------------------------------------------------------


@clause("kenshin", "16-1", "9-4-4", "9-5-2 besieged")
def test_two_besieged_ports_are_linked_by_the_mori_box() -> None:
    """K-67: the box is a port that is always free, so a Saika unit shut in at Honganji has a line to besieged Saika."""
    units = {
        "mori_terumoto": "undeployed",
        **garrison(HONGANJI, "suzuki_shigehide", "shimotsuma_rairen"),
        **garrison(SAIKA, "saika_shu"),
        **force(HONGANJI, "sakuma_nobumori", "sakuma_nobuhide", "miyoshi_yasunaga"),
        **force(SAIKA, "akechi_mitsuhide", "akechi_hidemitsu"),
        "bessho_nagaharu": "dead",
    }
    held = {"takasago": {"holder": "oda"}}
    assert "suzuki_shigehide" not in find_cut_off(units, castles=held)
    gone = {"mori_terumoto": "dead", "ukita_naoie": "dead"}
    assert "suzuki_shigehide" in find_cut_off({**units, **gone}, castles=held)
    assert "suzuki_shigehide" in find_cut_off(units, castles=held, ships={"kuki_sumitaka": "seto"})
