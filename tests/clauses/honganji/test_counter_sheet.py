"""The counter sheet: generals with value, cunning, DEF and red name, and the armies of each daimyo."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import gunki
from tests.clauses.areas_and_cards.refusals import split_rows
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


# clause | clan: its plain armies (- where they are no counters of their own) | general | what is printed on him.
# Nobunaga is defending although his counter does not say so.
SHEET = """
CS.Hashiba  | hashiba: 10  | hashiba_hideyoshi    | 2 *
            |              | kuroda_kanbee        | R +1 *
            |              | hashiba_hidenaga     | 1 *
            |              | hachisuka_koroku     | 2
            |              | himeji_castle        | DEF 3
CS.Akechi   | akechi: 10   | akechi_mitsuhide     | 3 *
            |              | hosokawa_tadaoki     | 2
            |              | hosokawa_fujitaka    | R 1 *
            |              | sakamoto_castle      | DEF 3
CS.Shibata  | shibata: 10  | shibata_katsuie      | 3
            |              | takigawa_kazumasu    | R +1 *
            |              | maeda_toshiie        | 2
            |              | kitanoshou_castle    | DEF 3
CS.Tokugawa | tokugawa: 10 | tokugawa_ieyasu      | 2 *
            |              | honda_tadakatsu      | 3
            |              | sakakibara_yasumasa  | 2
            |              | honda_masanobu       | 1 *
            |              | hamamatsu_castle     | DEF 3
CS.Mouri    | mouri: 8     | kikkawa_motoharu     | 2
            |              | kobayakawa_takakage  | 2
            |              | mouri_terumoto       | DEF 2
            |              | shimizu_muneharu     | DEF 2
CS.Honganji | honganji: 6  | kennyo               | DEF 3
            |              | saika_magoichi       | 3
            |              | shimotsuma_rairen    | DEF 3
CS.Houjou   | houjou: 6    | houjou_ujimasa       | DEF 3
            |              | houjou_ujikuni       | DEF 3
            |              | houjou_ujiteru       | DEF 3
            |              | houjou_tsunashige    | 2
CS.Oda      | oda: -       | oda_nobunaga         | DEF 3
            |              | oda_nobutada         | 1
            |              | niwa_nagahide        | R 3
            |              | matsunaga_hisahide   | R 2
            |              | araki_murashige      | R 1
CS.Uesugi   | uesugi: 8    | uesugi_kenshin       | 3
            |              | uesugi_kagekatsu     | DEF 3
            |              | naoe_kanetsugu       | DEF 3
CS.Neutral  | neutral: 5   | sanada_masayuki      | DEF 4
            |              | takeda_katsuyori     | DEF 3
            |              | ukita_naoie          | DEF 3
            |              | chousokabe_motochika | DEF 2
            |              | jinbou_nagamoto      | DEF 2
            |              | yamana_hirotoyo      | DEF 2
            |              | murakami_takeyoshi   | DEF 2
            |              | isshiki_yoshimichi   | DEF 2
            |              | anekouji_yoritsuna   | DEF 2
            |              | anayama_nobukimi     | DEF 2
"""


class Roster(NamedTuple):
    """A clan of the sheet."""

    clause: str
    clan: str
    armies: int | None
    generals: dict[str, str]


def read_rosters() -> list[Roster]:
    """Return the clans of the sheet in their order."""
    found: list[Roster] = []
    for ident, who, name, marks in split_rows(SHEET):
        if ident:
            clan, armies = who.split(": ")
            found.append(Roster(ident, clan, None if armies == "-" else int(armies), {}))
        found[-1].generals[name] = marks
    return found


@pytest.mark.parametrize(
    "roster", [pytest.param(row, id=row.clan, marks=clause("honganji", row.clause)) for row in read_rosters()]
)
def test_a_clan_has_these_generals_with_these_marks_and_so_many_plain_armies(roster: Roster) -> None:
    """In the table and on the map."""
    clan, sheet = roster.clan, roster.generals
    rows = [row for row in gunki.game("honganji").tables["general"] if row["clan"] == clan]
    assert {row["id"]: general(row) for row in rows} == sheet
    match = board({"gifu": {clan: {"generals": list(sheet)}}})
    assert set(match.view("akechi")["defending"]) == {name for name, marks in sheet.items() if "DEF" in marks}
    if clan in match.view("akechi")["cunning"]:
        assert match.view("akechi")["cunning"][clan] == sum(marks.count("*") for marks in sheet.values())
    if roster.armies is not None:
        placed = armies_of(match, "echigo", clan)
        assert match.view("akechi")["pools"][clan] == roster.armies - placed


@clause("honganji", "CS.legend")
def test_red_names_are_those_that_opportunism_can_turn() -> None:
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
def test_the_number_is_the_value_the_star_is_cunning_and_def_means_defending() -> None:
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


@clause("honganji", "CS.Oda")
def test_the_five_named_counters_of_oda_are_armies() -> None:
    assert stack(start(), "miyako_azuchi", "oda")["ready"] == 5
    board({"gifu": {"oda": {"ready": 3, "spent": 2}}})
    with pytest.raises(Exception, match="oda"):
        board({"gifu": {"oda": {"ready": 4, "spent": 2}}})


@clause("honganji", "CS.Uesugi")
@pytest.mark.parametrize(("option", "hits"), [(3, 3), (5, 5)])
def test_kenshin_has_the_value_that_is_agreed(option: int, hits: int) -> None:
    units = {"akechi": {"ready": 2}, "uesugi": {"generals": ["uesugi_kenshin"]}}
    for die, left in ((hits, 1), (hits + 1, 2)):
        match = board({"gifu": units}, dice=[die], options={"kenshin_value": option})
        fight(match, "akechi", "gifu")
        assert armies_of(match, "gifu", "akechi") == left
