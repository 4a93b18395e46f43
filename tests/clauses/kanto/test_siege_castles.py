"""Section 8 in the scenarios: how many castles there are, which are main castles, and who may have two."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import allowed, refused
from tests.clauses.forces import castle, neighbours, units_without_line
from tests.clauses.kanto.table import compose
from tests.clauses.replenishing import begin_replenishing
from tests.support import clause

KENSHIN = {"uesugi_kenshin": "0505"}
SECOND = "kenshin_crosses_the_mountains"
SCENARIOS = ("heaven_and_earth", SECOND, "conquest_of_kanto", "mimase_pass")


# --- 8-2: durability ---------------------------------------------------------------------------------------------


@clause("kanto", "8-2", "8-2-1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_castle_starts_with_durability_ten(scenario: str) -> None:
    match = gunki.new("kanto", scenario, seed=1)
    owned = [entry for entry in match.view(match.seats[0])["castles"].values() if entry["owner"] != "none"]
    assert len(owned) == {"heaven_and_earth": 13, SECOND: 52, "conquest_of_kanto": 52, "mimase_pass": 33}[scenario]
    assert {entry["durability"] for entry in owned} == {10}


# --- 8-3: main castles -------------------------------------------------------------------------------------------

MAIN = [
    ("heaven_and_earth", "uesugi_kenshin", "kasugayama", "0505"),
    ("heaven_and_earth", "takeda_shingen", "tsutsujigasaki", "1230"),
    (SECOND, "nagano_narimasa", "minowa", "1718"),
    (SECOND, "annaka_tadamasa", "matsuida", "1519"),
    (SECOND, "ota_sukemasa", "iwatsuki", "3025"),
    (SECOND, "satomi_yoshihiro", "kururi", "3736"),
    (SECOND, "yuki_harutomo", "yuki", "3319"),
    ("conquest_of_kanto", "koga_fujiuji", "koga", "3021"),
    ("mimase_pass", "ohara_sukeyoshi", "hanazawa", "0844"),
]


@clause("kanto", "8-3", "8-3-1", "CL-note(1)")
@pytest.mark.parametrize(("scenario", "name", "main", "hex_id"), MAIN)
def test_lines_end_at_the_armys_own_main_castle(scenario: str, name: str, main: str, hex_id: str) -> None:
    """He stands outside, on the castle's hex: with his main castle he has a line, with it abandoned he has none."""
    whole = compose({name: hex_id}, scenario=scenario, around=hex_id, radius=1, stage=0)
    assert name not in units_without_line(whole)
    ruin = {main: {"owner": "none", "durability": 0}}
    broken = compose({name: hex_id}, scenario=scenario, around=hex_id, radius=1, stage=0, castles=ruin)
    assert name in units_without_line(broken)


@clause("kanto", "8-3-2", "11-4-2", "30-4-1", "30-4-2")
@pytest.mark.parametrize(
    ("name", "lost", "builds"),
    [
        ("nagao_masakage", ("umayabashi", "kasugayama"), True),
        ("nagao_masakage", ("umayabashi",), False),
        ("ogo_nobutsuna", ("umayabashi", "kasugayama"), False),
    ],
)
def test_only_who_has_no_main_castle_left_rebuilds_his_own_without_a_line(
    name: str, lost: tuple[str, ...], builds: bool
) -> None:
    """Behind mountains in the ruin of Umayabashi: the Uesugi still have Kasugayama; Ogo never had a castle."""
    around = dict.fromkeys(neighbours("2017"), "mountain")
    castles = {ruin: {"owner": "none", "durability": 0} for ruin in lost}
    phase = "uesugi" if name.startswith("nagao") else "uesugi_warlords"
    match = compose({name: "2017"}, scenario=SECOND, terrain=around, castles=castles, phase=phase)
    match.act(f"act {name}")
    if builds:
        allowed(match, "organise")
    else:
        refused(match, "organise", "11-4-2")


@clause("kanto", "8-3-2", "21-1")
def test_a_ruined_main_castle_works_again_once_it_is_replenished() -> None:
    """Umayabashi is rebuilt by Honjo, whose line runs to Kasugayama over open ground; then Kasugayama is lost."""
    ruin = {"umayabashi": {"owner": "none", "durability": 0}}
    way: dict[str, Any] = {"scenario": SECOND, "around": "1211", "radius": 10, "weather": "normal"}
    match = compose({"honjo_shigenaga": "2017", **KENSHIN}, phase="uesugi", dice=[6], castles=ruin, **way)
    begin_replenishing(match, "honjo_shigenaga")
    match.act("castle")  # 6 in another's territory: 2
    rebuilt = castle(match, "umayabashi")
    assert rebuilt == {"owner": "uesugi", "durability": 2}
    for known, line in ((rebuilt, True), ({"owner": "none", "durability": 0}, False)):
        castles = {"umayabashi": known, "kasugayama": {"owner": "hojo"}}
        again = compose({"honjo_shigenaga": "2018"}, stage=0, castles=castles, **way)
        assert ("honjo_shigenaga" not in units_without_line(again)) == line
