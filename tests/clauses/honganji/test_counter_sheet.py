"""The counter sheet: generals with value, cunning, DEF and red name, and the armies of each daimyo."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.honganji.table import acts, armies_of, board, fight, refused, stack, start
from tests.support import clause


def general(row: dict[str, Any]) -> str:
    """A general as the sheet prints him: `R +1 *`, `DEF 3`, `2`."""
    marks = [
        "DEF" if row["defending"] else "",
        "R" if row["red"] else "",
        f"+{row['value']}" if row["strategist"] else str(row["value"]),
        "*" * int(row["cunning"]),
    ]
    return " ".join(mark for mark in marks if mark)


def check(clan: str, sheet: dict[str, str], armies: int | None = None) -> None:
    """Exactly these generals with these marks, in the table and on the map, and so many plain armies."""
    rows = [row for row in gunki.game("honganji").tables["general"] if row["clan"] == clan]
    assert {row["id"]: general(row) for row in rows} == sheet
    match = board({"gifu": {clan: {"generals": list(sheet)}}})
    assert set(match.view("akechi")["defending"]) == {name for name, marks in sheet.items() if "DEF" in marks}
    if clan in match.view("akechi")["cunning"]:
        assert match.view("akechi")["cunning"][clan] == sum(marks.count("*") for marks in sheet.values())
    if armies is not None:
        placed = armies_of(match, "echigo", clan)
        assert match.view("akechi")["pools"][clan] == armies - placed


@clause("honganji", "CS.legend")
def test_cs_legend_red_names_are_those_that_opportunism_can_turn() -> None:
    """For Tokugawa, whose generals' names are all black, every red name is another's."""
    red = {
        "kuroda_kanbee",
        "hosokawa_fujitaka",
        "takigawa_kazumasu",
        "niwa_nagahide",
        "matsunaga_hisahide",
        "araki_murashige",
    }
    assert {row["id"] for row in gunki.game("honganji").tables["general"] if row["red"]} == red
    match = gunki.compose(
        "honganji",
        {"to_act": "tokugawa", "hands": {"tokugawa": ["opportunism_1", "charge_1"]}},
        seed=1,
        dice=[],
    )
    acts(match, "event opportunism_1")
    assert match.decision is not None
    assert set(match.decision.texts) == {f"turn {name}" for name in red}
    for name in ("hachisuka_koroku", "hosokawa_tadaoki", "oda_nobunaga", "oda_nobutada", "kikkawa_motoharu"):
        refused(match, f"turn {name}")


@clause("honganji", "CS.legend")
def test_cs_legend_the_number_is_the_value_the_star_is_cunning_and_def_means_defending() -> None:
    """Each mark does what the legend says of it, on counters that differ in that mark alone."""
    for name, left in (("uesugi_kenshin", 1), ("houjou_tsunashige", 2)):
        clan = name.split("_")[0]
        match = board({"gifu": {"akechi": {"ready": 2}, clan: {"generals": [name]}}}, dice=[3])
        fight(match, "akechi", "gifu")
        assert armies_of(match, "gifu", "akechi") == left
    cunning = board({"gifu": {"tokugawa": {"generals": ["tokugawa_ieyasu"]}}}).view("akechi")["cunning"]
    assert cunning == {"akechi": 0, "shibata": 0, "tokugawa": 1, "hashiba": 0}
    match = board({"gifu": {"mouri": {"generals": ["kikkawa_motoharu", "mouri_terumoto"]}}})
    assert match.view("akechi")["defending"] == ["mouri_terumoto"]


@clause("honganji", "CS.Hashiba")
def test_cs_hashiba() -> None:
    sheet = {
        "hashiba_hideyoshi": "2 *",
        "kuroda_kanbee": "R +1 *",
        "hashiba_hidenaga": "1 *",
        "hachisuka_koroku": "2",
        "himeji_castle": "DEF 3",
    }
    check("hashiba", sheet, 10)


@clause("honganji", "CS.Akechi")
def test_cs_akechi() -> None:
    sheet = {
        "akechi_mitsuhide": "3 *",
        "hosokawa_tadaoki": "2",
        "hosokawa_fujitaka": "R 1 *",
        "sakamoto_castle": "DEF 3",
    }
    check("akechi", sheet, 10)


@clause("honganji", "CS.Shibata")
def test_cs_shibata() -> None:
    sheet = {
        "shibata_katsuie": "3",
        "takigawa_kazumasu": "R +1 *",
        "maeda_toshiie": "2",
        "kitanoshou_castle": "DEF 3",
    }
    check("shibata", sheet, 10)


@clause("honganji", "CS.Tokugawa")
def test_cs_tokugawa() -> None:
    sheet = {
        "tokugawa_ieyasu": "2 *",
        "honda_tadakatsu": "3",
        "sakakibara_yasumasa": "2",
        "honda_masanobu": "1 *",
        "hamamatsu_castle": "DEF 3",
    }
    check("tokugawa", sheet, 10)


@clause("honganji", "CS.Mouri")
def test_cs_mouri() -> None:
    sheet = {
        "kikkawa_motoharu": "2",
        "kobayakawa_takakage": "2",
        "mouri_terumoto": "DEF 2",
        "shimizu_muneharu": "DEF 2",
    }
    check("mouri", sheet, 8)


@clause("honganji", "CS.Honganji")
def test_cs_honganji() -> None:
    check("honganji", {"kennyo": "DEF 3", "saika_magoichi": "3", "shimotsuma_rairen": "DEF 3"}, 6)


@clause("honganji", "CS.Houjou")
def test_cs_houjou() -> None:
    sheet = {
        "houjou_ujimasa": "DEF 3",
        "houjou_ujikuni": "DEF 3",
        "houjou_ujiteru": "DEF 3",
        "houjou_tsunashige": "2",
    }
    check("houjou", sheet, 6)


@clause("honganji", "CS.Oda")
def test_cs_oda() -> None:
    """Nobunaga is defending although his counter does not say so; the five named counters are armies."""
    sheet = {
        "oda_nobunaga": "DEF 3",
        "oda_nobutada": "1",
        "niwa_nagahide": "R 3",
        "matsunaga_hisahide": "R 2",
        "araki_murashige": "R 1",
    }
    check("oda", sheet)
    assert stack(start(), "miyako_azuchi", "oda")["ready"] == 5
    board({"gifu": {"oda": {"ready": 3, "spent": 2}}})
    with pytest.raises(Exception, match="oda"):
        board({"gifu": {"oda": {"ready": 4, "spent": 2}}})


@clause("honganji", "CS.Uesugi")
def test_cs_uesugi() -> None:
    check("uesugi", {"uesugi_kenshin": "3", "uesugi_kagekatsu": "DEF 3", "naoe_kanetsugu": "DEF 3"}, 8)


@clause("honganji", "CS.Uesugi")
@pytest.mark.parametrize(("option", "hits"), [(3, 3), (5, 5)])
def test_cs_uesugi_kenshin_has_the_value_that_is_agreed(option: int, hits: int) -> None:
    units = {"akechi": {"ready": 2}, "uesugi": {"generals": ["uesugi_kenshin"]}}
    for die, left in ((hits, 1), (hits + 1, 2)):
        match = board({"gifu": units}, dice=[die], options={"kenshin_value": option})
        fight(match, "akechi", "gifu")
        assert armies_of(match, "gifu", "akechi") == left


@clause("honganji", "CS.Neutral")
def test_cs_neutral() -> None:
    sheet = {
        "sanada_masayuki": "DEF 4",
        "takeda_katsuyori": "DEF 3",
        "ukita_naoie": "DEF 3",
        "chousokabe_motochika": "DEF 2",
        "jinbou_nagamoto": "DEF 2",
        "yamana_hirotoyo": "DEF 2",
        "murakami_takeyoshi": "DEF 2",
        "isshiki_yoshimichi": "DEF 2",
        "anekouji_yoritsuna": "DEF 2",
        "anayama_nobukimi": "DEF 2",
    }
    check("neutral", sheet, 5)
