"""The List of Owned Castles: 61 castles, their places, levels, owners and main castles in the four scenarios."""

from __future__ import annotations

from functools import cache
from typing import Any

import gunki
from tests.clauses.forces import castle
from tests.clauses.kanto.table import SCENARIOS, start_match
from tests.support import clause

# name, hex, level, province, owner by scenario: `!` marks a main castle, `-` a castle not in use.
CASTLES = """
kasugayama      0505 2 echigo     uesugi!      uesugi!      uesugi!      -
mikaburi        0607 1 echigo     uesugi       uesugi       uesugi       -
kitajo          1101 1 echigo     uesugi       uesugi       uesugi       -
sakado          1706 0 echigo     uesugi       uesugi       uesugi       -
fukashi         0121 1 shinano    takeda       takeda       takeda       takeda
takato          0327 1 shinano    takeda       takeda       takeda       takeda
uehara          0423 1 shinano    takeda       takeda       takeda       takeda
kaizu           0514 1 shinano    takeda       takeda       takeda       takeda
toishi          0617 0 shinano    takeda       takeda       takeda       takeda
iiyama          0711 1 shinano    uesugi       uesugi       uesugi       uesugi
komoro          0919 1 shinano    takeda       takeda       takeda       takeda
tsutsujigasaki  1230 0 kai        takeda!      takeda!      takeda!      takeda!
iwadonoyama     1831 0 kai        takeda       takeda       takeda       takeda
matsuida        1519 1 kozuke     -            annaka!      annaka!      takeda
kunimine        1620 1 kozuke     -            nagano       nagano       takeda
minowa          1718 2 kozuke     -            nagano!      nagano!      takeda
numata          1913 1 kozuke     -            uesugi       uesugi       uesugi
umayabashi      2017 1 kozuke     -            uesugi!      uesugi!      uesugi!
kiryu           2317 0 kozuke     -            kiryu!       kiryu!       -
kanayama        2519 1 kozuke     -            yura!        yura!        -
tatebayashi     2820 0 kozuke     -            akai!        akai!        -
karasawayama    2818 1 shimotsuke -            sano!        sano!        -
mibu            3216 0 shimotsuke -            mibu!        mibu!        -
oyama           3219 1 shimotsuke -            oyama!       oyama!       -
utsunomiya      3315 1 shimotsuke -            utsunomiya!  utsunomiya!  -
yuki            3319 1 shimotsuke -            yuki!        yuki!        -
otawara         3508 1 shimotsuke -            nasu         nasu         -
karasuyama      3712 1 shimotsuke -            nasu!        nasu!        -
motegi          3714 0 shimotsuke -            motegi!      motegi!      -
tagaya          3522 1 hitachi    -            tagaya!      tagaya!      -
makabe          3619 0 hitachi    -            makabe!      makabe!      -
oda             3722 1 hitachi    -            oda!         oda!         -
ushiku          3726 0 hitachi    -            oda          oda          -
kasama          3917 0 hitachi    -            kasama!      kasama!      -
tsuchiura       3923 0 hitachi    -            oda          oda          -
koga            3021 0 shimosa    -            hojo         koga!        -
sekiyado        3222 0 shimosa    -            yanada!      yanada!      -
usui            3929 0 shimosa    -            hojo         hojo         -
kururi          3736 1 kazusa     -            satomi!      satomi!      -
hachigata       2223 1 musashi    -            hojo         hojo         hojo
oshi            2522 2 musashi    -            narita!      narita!      narita!
matsuyama       2524 2 musashi    -            norikatsu!   norikatsu!   hojo
takiyama        2530 1 musashi    -            oishi!       hojo         hojo
kawagoe         2726 2 musashi    -            hojo         hojo         hojo
kozukue         2832 1 musashi    -            hojo         hojo         hojo
iwatsuki        3025 1 musashi    -            ota!         ota!         hojo
edo             3130 1 musashi    -            hojo         hojo         hojo
odawara         2237 5 sagami     -            hojo!        hojo!        hojo!
tsukui          2332 0 sagami     -            hojo         hojo         hojo
tamanawa        2736 1 sagami     -            hojo         hojo         hojo
nirayama        1842 1 izu        -            hojo         hojo         hojo
shimoda         1847 0 izu        -            hojo         hojo         hojo
hanazawa        0844 0 suruga     -            -            -            ohara!
yokoyama        1141 1 suruga     -            -            -            takeda
omiya           1338 1 suruga     -            -            -            takeda
kanbara         1340 1 suruga     -            -            -            hojo
kokokuji        1639 1 suruga     -            -            -            takeda
fukasawa        1836 1 suruga     -            -            -            hojo
kakegawa        0246 1 totomi     -            -            -            -
takatenjin      0248 3 totomi     -            -            -            -
sagara          0549 1 totomi     -            -            -            -
"""


def read_list() -> list[list[str]]:
    """Return the printed rows: name, hex, level, province, then the owner by scenario."""
    return [line.split() for line in CASTLES.strip().splitlines()]


@cache
def read_table() -> dict[str, dict[str, Any]]:
    """Return the castles of the game by name."""
    return {row["id"]: row for row in gunki.game("kanto").tables["castle"]}


@clause("kanto", "CL")
def test_61_castles_have_the_printed_place_and_level() -> None:
    found = {name: [row["hex"], str(row["level"]), row["province"]] for name, row in read_table().items()}
    assert found == {name: [hex_id, level, province] for name, hex_id, level, province, *_ in read_list()}
    assert len(found) == 61


@clause("kanto", "CL", "36(6)", "37(6)", "38(6)", "39(6)", "30-3", "35-2(2)", "CL-marker")
def test_each_castle_belongs_at_the_start_to_the_printed_army_of_the_scenario() -> None:
    for number, scenario in enumerate(SCENARIOS):
        match = start_match(scenario)
        for name, _, _, _, *owners in read_list():
            owner = owners[number].rstrip("!")
            found = castle(match, name)
            assert found["owner"] == ("none" if owner == "-" else owner), (scenario, name)
            assert found["durability"] == (0 if owner == "-" else 10), (scenario, name)


@clause("kanto", "CL-note(1)", "30-4")
def test_the_list_marks_the_main_castle_of_each_army() -> None:
    for number, scenario in enumerate(SCENARIOS):
        printed = {row[0] for row in read_list() if row[4 + number].endswith("!")}
        assert {name for name, row in read_table().items() if scenario in row["main"]} == printed


@clause("kanto", "CL-note(2)", "30-4-1")
def test_kasugayama_and_umayabashi_are_both_marked_for_the_uesugi() -> None:
    for number, expected in ((1, {"kasugayama", "umayabashi"}), (2, {"kasugayama", "umayabashi"}), (3, {"umayabashi"})):
        assert {row[0] for row in read_list() if row[4 + number] == "uesugi!"} == expected
        main = {name for name, row in read_table().items() if SCENARIOS[number] in row["main"]}
        assert {name for name in main if read_table()[name]["owner"][SCENARIOS[number]] == "uesugi"} == expected


@clause("kanto", "CL", "DL-Warlords")
def test_every_warlord_on_the_map_but_the_five_at_umayabashi_has_a_main_castle_under_himself() -> None:
    five = {"ogo", "yamagami", "wada", "kuragano", "sakai"}
    for scenario in SCENARIOS[1:]:
        match = start_match(scenario)
        view = match.view(None)
        lords = {
            row["army"] for row in gunki.game("kanto").tables["unit"] if isinstance(view["units"][row["id"]], dict)
        }
        great = {"takeda", "uesugi", "hojo"}
        owners = {row["owner"][scenario] for row in read_table().values() if scenario in row["main"]}
        assert lords - great - five == owners - great
