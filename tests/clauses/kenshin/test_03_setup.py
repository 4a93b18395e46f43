"""Chapter 3: how the game is set up; chapter 23: the optional units."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.kenshin.table import (
    acts,
    allowed,
    at,
    castles_in,
    data_of,
    decision_of,
    of_kind,
    opening_view,
    phase_of,
    refused,
    start_match,
    turn_of,
    unit,
    unit_row,
)
from tests.clauses.reasons import barred
from tests.support import clause

# The armies whose whole army starts in one hex, and how many units they have.
ARMIES = [
    ("uesugi", "5604", 20), ("takeda", "5722", 12), ("hatano", "1521", 3), ("saika", "1132", 2),
    ("tokugawa", "4332", 7), ("honganji", "1628", 5), ("bessho", "1025", 3), ("miki", "4214", 1),
    ("yamana", "1216", 1), ("isshiki", "1818", 1), ("takeda_motoaki", "2218", 1), ("negoro", "1332", 1),
]  # fmt: skip
KAGA = ("shichiri_yorichika", "suzuki_shigeyasu", "wakabayashi_nagato", "uno_yasuharu")
NEUTRALS = {
    "miki_yoritsuna": "4214", "yamana_toyokuni": "1216", "isshiki_yoshimichi": "1818", "takeda_motoaki": "2218",
    "negoro_shu": "1332",
}  # fmt: skip
# The Oda list is lost; this is the reconstruction (K-74).
ODA_LIST = """
2523 oda_nobunaga hori_hidemasa hasegawa_hidekazu sugaya_nagayori yabe_iesada gamo_ujisato
2725 gamo_katahide
2722 niwa_nagahide mizoguchi_hidekatsu
2517 awaya_katsuhisa
2421 oda_nobusumi
2821 atsuji_sadayuki
3422 oda_nobutada saito_toshiharu inaba_yoshimichi ando_morinari ichihashi_nagatoshi
4224 kawajiri_hidetaka
3822 mori_nagayoshi
3222 ujiie_naomasa
3818 endo_yoshitaka
3623 ikeda_tsuneoki
3524 mizuno_tadashige hachiya_yoritaka
3033 oda_nobukatsu takigawa_katsutoshi tamaru_naomasa
3226 takigawa_kazumasu takigawa_masushige
3028 oda_nobutaka
2929 oda_nobukane
2828 seki_morinobu
2912 shibata_katsuie maeda_toshiie sasa_narimasa fuwa_mitsuharu kanamori_nagachika hara_masashige
3210 sakuma_morimasa
3111 shibata_katsutoyo
2617 muto_kiyohide
1025 hashiba_hideyoshi hashiba_hidenaga hachisuka_masakatsu takenaka_shigeharu miyabe_keijun asano_nagayoshi
0723 kuroda_yoshitaka
1823 akechi_mitsuhide saito_toshimitsu akechi_hidemitsu akechi_mitsutada hosokawa_fujitaka
2025 hosokawa_tadaoki
1628 sakuma_nobumori araki_murashige nakagawa_kiyohide takayama_shigetomo sakuma_nobuhide miyoshi_yasunaga
2029 tsutsui_junkei
1728 ikeda_norimasa
2024 murai_sadakatsu
"""
OPTIONAL = {
    "suda_mitsuchika": "5604", "shibata_shigeie": "5604", "yamaura_kunikiyo": "5604", "ayukawa_morinaga": "5604",
    "kosaka_masanobu": "5722", "sanada_masayuki": "5722", "tsuchiya_masatsune": "5722",
}  # fmt: skip


def units_in(view: Any, hex_id: str, army: str) -> list[str]:
    """Return the units of a clan in a hex."""
    placed = {name: entry["hex"] for name, entry in view["units"].items() if not isinstance(entry, str)}
    return [name for name, where in placed.items() if where == hex_id and unit_row(name)["army"] == army]


# --- where the units are --------------------------------------------------------------------------------------------


@clause(
    "kenshin", "3(2)", "3(2) Uesugi", "3(2) Takeda", "3(2) Hatano", "3(2) Saika", "3(2) Tokugawa", "3(2) Honganji",
    "3(2) Bessho", "3(2) Miki", "3(2) Yamana", "3(2) Isshiki", "3(2) Takeda Motoaki", "3(2) Negoro",
)  # fmt: skip
@pytest.mark.parametrize(("army", "hex_id", "count"), ARMIES)
def test_an_army_begins_in_its_castle(army: str, hex_id: str, count: int) -> None:
    found = units_in(opening_view(), hex_id, army)
    assert len(found) == count
    elsewhere = [
        name
        for name, entry in opening_view()["units"].items()
        if unit_row(name)["army"] == army and not isinstance(entry, str) and name not in found
    ]
    assert elsewhere == []
    assert len(castles_in(hex_id)) == 1


@clause("kenshin", "3(2) Takeda", "3(2) Bessho", "3(2) Miki", "3(2) Isshiki", "3(2) Takeda Motoaki", "3(2) Kaga Ikki")
def test_castles_with_misread_names_are_identified_by_their_hexes() -> None:
    """K-75, K-76."""
    names = {"5722": "tsutsujigasaki", "1025": "miki", "4214": "sakurabora", "1818": "tatebeyama", "2218": "goseyama"}
    assert {hex_id: castles_in(hex_id) for hex_id in names} == {hex_id: [name] for hex_id, name in names.items()}
    assert [castles_in(hex_id) for hex_id in ("3409", "3707", "3709")] == [["komatsu"], ["kanazawa"], ["torigoe"]]


@clause("kenshin", "2-2-1(2)", "3(2) Miki", "3(2) Takeda Motoaki")
@pytest.mark.parametrize(
    ("name", "army", "rank"),
    [
        ("shibata_katsuie", "oda", "samuraidaisho"),
        ("oda_nobukatsu", "oda", "samuraidaisho"),
        ("jinbo_ujiharu", "uesugi", "busho"),
        ("takeda_nobutoyo", "takeda", "samuraidaisho"),
        ("nagasaka_chokan", "takeda", "busho"),
        ("asahina_yasutomo", "takeda", "busho"),
        ("miki_yoritsuna", "miki", "samuraidaisho"),
        ("takeda_motoaki", "takeda_motoaki", "samuraidaisho"),
        ("nakagawa_kiyohide", "oda", "busho"),
        ("takayama_shigetomo", "oda", "busho"),
    ],
)
def test_units_with_misread_names_have_names_of_their_own(name: str, army: str, rank: str) -> None:
    """K-77, K-78."""
    assert (unit_row(name)["army"], unit_row(name)["rank"]) == (army, rank)
    assert "hex" in opening_view()["units"][name]


@clause("kenshin", "3(2)")
def test_the_oda_begin_where_the_reconstruction_places_them() -> None:
    listed = {name: line.split()[0] for line in ODA_LIST.strip().splitlines() for name in line.split()[1:]}
    found = {
        name: entry["hex"]
        for name, entry in opening_view()["units"].items()
        if not isinstance(entry, str) and unit_row(name)["army"] == "oda"
    }
    assert len(listed) == 63
    assert found == listed


@clause("kenshin", "3(2) Honganji", "3(2) Bessho")
@pytest.mark.parametrize(
    ("army", "hex_id", "name"), [("honganji", "1628", "ishiyama_honganji"), ("bessho", "1025", "miki")]
)
def test_two_armies_begin_invested_with_a_marker_of_zero(army: str, hex_id: str, name: str) -> None:
    view = opening_view()
    inside = units_in(view, hex_id, army)
    assert all(view["units"][man].get("inside") for man in inside)
    besiegers = units_in(view, hex_id, "oda")
    assert not any(view["units"][man].get("inside") for man in besiegers)
    assert len(besiegers) > len(inside)
    assert view["castles"][name]["marker"] == 0


@clause("kenshin", "3(2)", "8-2")
def test_no_other_unit_begins_inside_a_castle() -> None:
    """K-90."""
    view = opening_view()
    inside = {name for name, entry in view["units"].items() if not isinstance(entry, str) and entry.get("inside")}
    assert {unit_row(name)["army"] for name in inside} == {"honganji", "bessho"}
    assert {name for name, entry in view["castles"].items() if "marker" in entry} == {"ishiyama_honganji", "miki"}


@clause("kenshin", "3(2) Takeda navy", "3(2) Mori navy", "3(2) Oda navy", "3(2) Oda ironclads")
def test_the_ships_begin_in_their_home_ports() -> None:
    ships = opening_view()["ships"]
    assert ships["obama_kagetaka"]["at"] == "5330"
    assert {ships[name]["at"] for name in ("murakami_takeyoshi", "nomi_munekatsu", "kodama_narihide")} == {"box"}
    assert {ships[name]["at"] for name in ("kuki_sumitaka", "manabe_sadanari")} == {"3234"}
    assert ships["kuki_yoshitaka"] == "undeployed"


@clause("kenshin", "3(2) Mori")
def test_mori_ukita_and_ashikaga_begin_undeployed() -> None:
    away = {name for name, entry in opening_view()["units"].items() if entry == "undeployed"}
    armies = {"mori": 13, "ukita": 5, "ashikaga": 1}
    assert {army: len([name for name in away if unit_row(name)["army"] == army]) for army in armies} == armies


@clause("kenshin", "3(2) Miki", "3(2) Yamana", "3(2) Isshiki", "3(2) Takeda Motoaki", "3(2) Negoro")
@pytest.mark.parametrize(("name", "hex_id"), list(NEUTRALS.items()))
def test_a_neutral_is_one_samuraidaisho_in_his_castle(name: str, hex_id: str) -> None:
    assert opening_view()["units"][name]["hex"] == hex_id
    assert unit_row(name)["rank"] == "samuraidaisho"
    assert opening_view()["clans"][unit_row(name)["army"]] == "neutral"


@clause("kenshin", "3(3)", "3(4)", "3(5)")
def test_the_game_begins_with_turn_1_its_first_phase_and_a_score_of_0() -> None:
    match = start_match()
    assert match.view(None)["score"] == 0
    acts(match, "ready", "ready")
    assert data_of(match.events, "turn", "turn")[0] == 1
    assert data_of(match.events, "phase", "phase")[0] == "turn_start"
    assert phase_of(match)[0] == 1


# --- arranging ------------------------------------------------------------------------------------------------------


@clause("kenshin", "3(2)")
def test_uesugi_arrange_before_oda() -> None:
    """K-99."""
    match = start_match()
    assert turn_of(match) == ("deploy", "uesugi")
    barred(match, "alone hori_hidemasa", "1 sides not_own")
    match.act("ready")
    assert turn_of(match) == ("deploy", "oda")
    barred(match, "alone jinbo_ujiharu", "1 sides not_own")
    match.act("ready")
    assert decision_of(match).name != "deploy"


@clause("kenshin", "3(2)", "6-3-1")
def test_forces_are_formed_freely_within_a_hex() -> None:
    match = start_match()
    acts(match, "lead jinbo_ujiharu uesugi_kagetora", "alone naoe_nobutsuna")
    assert unit(match, "jinbo_ujiharu")["leader"] == "uesugi_kagetora"
    assert "leader" not in unit(match, "naoe_nobutsuna")
    match.act("alone takeda_katsuyori")  # his force breaks up
    assert "leader" not in unit(match, "okabe_motonobu")
    allowed(match, "lead okabe_motonobu oyamada_nobushige")


@clause("kenshin", "3(2)", "6-3-2")
@pytest.mark.parametrize(("name", "commander"), [
    ("hatano_hidehisa", "uesugi_kenshin"), ("suzuki_shigeyasu", "takeda_katsuyori"),
])  # fmt: skip
def test_a_commander_leads_no_unit_of_another_hex_at_the_start(name: str, commander: str) -> None:
    """Both commanders may lead the unit where it stands with them (6-1-8)."""
    barred(start_match(), f"lead {name} {commander}", "6-3-2 other_hex")


@clause("kenshin", "3(2)")
def test_the_arrangement_at_the_start_changes_only_who_leads_whom() -> None:
    match = start_match()
    assert {text.split()[0] for text in decision_of(match).texts} <= {"ready", "lead", "alone", "station"}
    for text in ("garrison uesugi_kenshin", "field shimotsuma_rairen", "move uesugi_kenshin"):
        refused(match, text)
    match.act("ready")
    assert {text.split()[0] for text in decision_of(match).texts} <= {"ready", "lead", "alone"}


@clause("kenshin", "3(2) Mori")
def test_units_not_in_play_are_not_arranged() -> None:
    match = start_match()
    refused(match, "lead kikkawa_motonaga kikkawa_motoharu")
    refused(match, "lead ukita_tadaie ukita_naoie")


@clause("kenshin", "3(2) Kaga Ikki")
@pytest.mark.parametrize("name", KAGA)
@pytest.mark.parametrize("hex_id", ["3409", "3707", "3709"])
def test_the_kaga_ikki_are_spread_over_their_castles_freely(name: str, hex_id: str) -> None:
    match = start_match()
    assert {at(match, man) for man in KAGA} <= {"3409", "3707", "3709"}
    if at(match, name) == hex_id:
        other = next(where for where in ("3409", "3707", "3709") if where != hex_id)
        barred(match, f"station {name} 3808", "3(2) Kaga Ikki not_a_start")
        allowed(match, f"station {name} {other}")
        return
    match.act(f"station {name} {hex_id}")
    assert at(match, name) == hex_id
    assert "leader" not in unit(match, name)
    assert "inside" not in unit(match, name)


@clause("kenshin", "3(2) Kaga Ikki")
@pytest.mark.parametrize(("name", "hex_id"), [
    ("uno_yasuharu", "3808"), ("uno_yasuharu", "3904"), ("uesugi_kenshin", "3409"),
])  # fmt: skip
def test_only_the_kaga_ikki_are_stationed_and_only_in_their_castles(name: str, hex_id: str) -> None:
    barred(start_match(), f"station {name} {hex_id}", "3(2) Kaga Ikki not_a_start")


@clause("kenshin", "3(2) Kaga Ikki")
def test_all_four_kaga_ikki_may_be_in_one_castle_and_in_one_force() -> None:
    match = start_match()
    for name in KAGA:
        if at(match, name) != "3709":
            match.act(f"station {name} 3709")
    for name in KAGA[1:]:
        if unit(match, name).get("leader") != KAGA[0]:  # the units led went along
            match.act(f"lead {name} {KAGA[0]}")
    assert {at(match, name) for name in KAGA} == {"3709"}
    assert {unit(match, name).get("leader") for name in KAGA[1:]} == {KAGA[0]}


@clause("kenshin", "3(2) Oda navy", "3(2) Tokugawa")
def test_units_under_a_lost_heading_are_the_odas() -> None:
    """K-94."""
    match = start_match(dice=[1, 4, 4, 1, 1, *[1] * 60])
    acts(match, "ready", "ready")
    while decision_of(match).who == "uesugi":
        match.act(
            next((text for text in ("end", "done") if text in decision_of(match).texts), decision_of(match).texts[0])
        )
    assert phase_of(match) == (1, "oda_reaction")
    allowed(match, "sail kuki_sumitaka", "check tokugawa_ieyasu")


# --- 23: optional units ---------------------------------------------------------------------------------------------


@clause("kenshin", "23", "23 Uesugi", "23 Takeda", "2-2-1(2)")
@pytest.mark.parametrize(("name", "hex_id"), list(OPTIONAL.items()))
def test_optional_units_are_in_play_only_with_the_option(name: str, hex_id: str) -> None:
    assert isinstance(opening_view()["units"][name], str)
    found = opening_view(optional_units=True)["units"][name]
    assert (found["hex"], found["steps"]) == (hex_id, 2)


@clause("kenshin", "23", "2-2-1(2)")
def test_the_option_adds_no_other_units() -> None:
    """K-83: four Uesugi, three Takeda."""
    before, after = opening_view()["units"], opening_view(optional_units=True)["units"]
    more = {name for name in after if not isinstance(after[name], str) and isinstance(before[name], str)}
    assert more == set(OPTIONAL)


@clause("kenshin", "23")
def test_optional_units_are_arranged_like_others() -> None:
    match = start_match(optional_units=True)
    match.act("lead suda_mitsuchika saito_tomonobu")
    assert unit(match, "suda_mitsuchika")["leader"] == "saito_tomonobu"
    refused(start_match(), "lead suda_mitsuchika saito_tomonobu")
    assert of_kind(match.events, "regrouped")[-1]["leader_unit"] == "saito_tomonobu"
