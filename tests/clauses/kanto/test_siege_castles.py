"""Section 8: castles, their levels, durability and main castles; castle morale (10-4, G-44)."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.kanto.table import (
    acts,
    allowed,
    besiege,
    castle,
    compose,
    disc,
    force,
    host,
    morale,
    neighbours,
    of_kind,
    onward,
    refused,
    rolls,
    unit,
)
from tests.support import clause

KAIZU, KASUGAYAMA, IIYAMA = "0514", "0505", "0711"
LEADER = "kakizaki_kageie"
KENSHIN = {"uesugi_kenshin": "0505"}
SECOND = "kenshin_crosses_the_mountains"
SCENARIOS = ("heaven_and_earth", SECOND, "conquest_of_kanto", "mimase_pass")


def no_lines(match: Any) -> set[str]:
    return {found["unit"] for found in of_kind(match.events, "no_line")}


# --- 8.0 and 8-1 -------------------------------------------------------------------------------------------------


@clause("kanto", "8.0")
@pytest.mark.parametrize(("owner", "line"), [("uesugi", True), ("takeda", False), ("none", False)])
def test_a_friendly_castle_relays_the_line_of_communication(owner: str, line: bool) -> None:
    """On foothills a hex costs 3: 0716 lies 12 hexes from Kasugayama (36 > 30), but 5 from Iiyama, and that 7 away."""
    hills = dict.fromkeys(disc("0610", 9), "foothills")
    lost = {name: {"owner": "none", "durability": 0} for name in ("kaizu", "toishi", "komoro", "mikaburi")}
    castles = {**lost, "iiyama": {"owner": owner, "durability": 0 if owner == "none" else 10}}
    match = compose({LEADER: "0716"}, around="0610", radius=9, terrain=hills, stage=0, castles=castles)
    assert (LEADER not in no_lines(match)) == line


@clause("kanto", "8.0")
def test_yours_is_a_friendly_castle_the_opponents_an_enemy_castle() -> None:
    """A friend goes into garrison, an enemy besieges."""
    for owner in ("uesugi", "takeda"):
        match = compose({LEADER: KAIZU, **KENSHIN}, around=KAIZU, to_act="uesugi", castles={"kaizu": {"owner": owner}})
        match.act(f"act {LEADER}")
        assert ("siege" in match.decision.texts) == (owner == "takeda")
        match.act("move")
        assert ("enter" in match.decision.texts) == (owner == "uesugi")


@clause("kanto", "8-1", "8-1-1", "34-1(1)", "34-1(2)", "34-1(3)")
@pytest.mark.parametrize(("name", "level"), [("tsukui", 0), ("edo", 1), ("kawagoe", 2)])
def test_the_level_decides_points_and_strength_to_invest(name: str, level: int) -> None:
    before = compose(KENSHIN, scenario=SECOND, to_act="uesugi").view("uesugi")["points"]["uesugi"]
    after = compose(KENSHIN, scenario=SECOND, to_act="uesugi", castles={name: {"owner": "uesugi"}})
    assert after.view("uesugi")["points"]["uesugi"] - before == (1, 2, 4)[level]
    hex_id = {"tsukui": "2332", "edo": "3130", "kawagoe": "2726"}[name]
    for strength in (10, 19, 20):
        men = host(hex_id, strength)
        match = compose({**men, **KENSHIN}, scenario=SECOND, around=hex_id, radius=1, to_act="uesugi")
        besiege(match, LEADER)
        assert ("invest" in match.decision.texts) == (strength >= max(10, 10 * level))


# --- 8-2: durability ---------------------------------------------------------------------------------------------


@clause("kanto", "8-2", "8-2-1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_castle_starts_with_durability_ten(scenario: str) -> None:
    match = gunki.new("kanto", scenario, seed=1)
    owned = [entry for entry in match.view(match.seats[0])["castles"].values() if entry["owner"] != "none"]
    assert len(owned) == {"heaven_and_earth": 13, SECOND: 52, "conquest_of_kanto": 52, "mimase_pass": 33}[scenario]
    assert {entry["durability"] for entry in owned} == {10}


@clause("kanto", "8-2", "8-2-2")
def test_investment_and_assault_both_lower_durability() -> None:
    match = compose({**host(KAIZU, 24), **KENSHIN}, around=KAIZU, radius=2, to_act="uesugi", dice=[6, 3])
    besiege(match, LEADER, "invest", "assault", f"lose {LEADER}")  # 6 - 1 = 5 on 21-30: 2/1
    assert castle(match, "kaizu")["durability"] == 8
    onward(match, "offer")
    match.act("hold_out")  # 3: durability -1
    assert castle(match, "kaizu")["durability"] == 7


@clause("kanto", "8-2-3")
def test_lost_durability_does_not_change_the_level() -> None:
    """Kasugayama, level 2, at durability 1: still 20 to invest, still -2 on the assault."""
    worn = {"kasugayama": {"durability": 1}}
    match = compose(
        host(KASUGAYAMA, 19, "takeda"), around=KASUGAYAMA, radius=1, to_act="takeda", castles=worn, dice=[1]
    )
    besiege(match, "yamagata_masakage")
    refused(match, "invest", "18-1")
    match.act("assault")
    assert rolls(match.events)[0]["value"] == -2
    match = compose(host(KASUGAYAMA, 20, "takeda"), around=KASUGAYAMA, radius=1, to_act="takeda", castles=worn)
    besiege(match, "yamagata_masakage")
    allowed(match, "invest")


@clause("kanto", "8-2-5", "21-1")
def test_a_castle_at_durability_zero_is_abandoned() -> None:
    match = compose(
        {**host(KAIZU, 12, invests=True), **KENSHIN},
        around=KAIZU,
        radius=2,
        phase="takeda",
        dice=[2, 1],
        castles={"kaizu": {"durability": 1}},
    )
    onward(match, "offer")
    match.act("hold_out")
    assert castle(match, "kaizu") == {"owner": "none", "durability": 0}


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
    assert name not in no_lines(whole)
    ruin = {main: {"owner": "none", "durability": 0}}
    broken = compose({name: hex_id}, scenario=scenario, around=hex_id, radius=1, stage=0, castles=ruin)
    assert name in no_lines(broken)


@clause("kanto", "8-3-1")
def test_another_castle_of_the_army_is_no_end() -> None:
    """Kaizu stands, Tsutsujigasaki does not: on the hex of Kaizu there is no line."""
    match = compose(
        {"kosaka_masanobu": KAIZU},
        around=KAIZU,
        radius=2,
        stage=0,
        castles={"tsutsujigasaki": {"owner": "none", "durability": 0}},
    )
    assert no_lines(match) == {"kosaka_masanobu"}


@clause("kanto", "8-3-2")
@pytest.mark.parametrize(("owner", "line"), [("takeda", True), ("uesugi", False), ("none", False)])
def test_an_army_without_its_main_castle_has_no_communication(owner: str, line: bool) -> None:
    known = {"owner": owner, "durability": 0 if owner == "none" else 10}
    match = compose({"baba_nobuharu": "1228"}, around="1230", radius=4, stage=0, castles={"tsutsujigasaki": known})
    assert (not no_lines(match)) == line
    assert morale(match, "baba_nobuharu") == (0 if line else -1)


@clause("kanto", "8-3-2", "11-4-2")
@pytest.mark.parametrize(("ruin", "where", "main"), [("tsutsujigasaki", "1230", True), ("komoro", "0919", False)])
def test_an_army_rebuilds_its_only_main_castle_though_no_line_can_end_there(ruin: str, where: str, main: bool) -> None:
    """Without Tsutsujigasaki no Takeda force has a line; in another ruin that is what keeps Shingen from building."""
    lost = {"tsutsujigasaki": {"owner": "none", "durability": 0}, ruin: {"owner": "none", "durability": 0}}
    way: dict[str, Any] = {"scenario": "conquest_of_kanto", "around": where, "radius": 3, "phase": "takeda"}
    match = compose({"takeda_shingen": where}, castles=lost, dice=[6], **way)
    match.act("act takeda_shingen")
    if not main:
        refused(match, "organise", "11-4-2")
        return
    acts(match, "organise", "castle")
    rebuilt = castle(match, ruin)
    assert (rebuilt["owner"], rebuilt["durability"] > 0) == ("takeda", True)


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
    acts(match, "act honjo_shigenaga", "organise")
    if match.decision.name == "organise":
        match.act("done")
    match.act("castle")  # 6 in another's territory: 2
    rebuilt = castle(match, "umayabashi")
    assert rebuilt == {"owner": "uesugi", "durability": 2}
    for known, line in ((rebuilt, True), ({"owner": "none", "durability": 0}, False)):
        castles = {"umayabashi": known, "kasugayama": {"owner": "hojo"}}
        again = compose({"honjo_shigenaga": "2018"}, stage=0, castles=castles, **way)
        assert ("honjo_shigenaga" not in no_lines(again)) == line


# --- 10-4: castle morale -----------------------------------------------------------------------------------------


@clause("kanto", "10-4")
def test_castle_morale_counts_only_without_garrison() -> None:
    """The die of 1 hits the castle when it is empty and the force when one is inside."""
    for garrison in (True, False):
        units = {**host(KAIZU, 12, invests=True), **KENSHIN}
        if garrison:
            units["kosaka_masanobu"] = {"hex": KAIZU, "inside": True}
        match = compose(units, around=KAIZU, radius=2, phase="takeda", dice=[1])
        onward(match, "offer")
        match.act("hold_out")
        assert castle(match, "kaizu").get("morale", 0) == (0 if garrison else -1)
        if garrison:
            assert morale(match, "kosaka_masanobu") == -1


@clause("kanto", "10-4")
def test_a_force_that_goes_in_replaces_the_castles_morale_for_good() -> None:
    """Ruling G-44: its own morale holds at once, and when it leaves again the castle is back at 0."""
    known = {"kaizu": {"morale": -3}}
    units = {**force(KAIZU, "kosaka_masanobu", morale=-1), "baba_nobuharu": "1230"}
    match = compose({**units, **KENSHIN}, around=KAIZU, phase="takeda", castles=known)
    assert castle(match, "kaizu")["morale"] == -3
    acts(match, "act kosaka_masanobu", "move", "enter")
    assert unit(match, "kosaka_masanobu")["inside"]
    assert morale(match, "kosaka_masanobu") == -1
    assert "morale" not in castle(match, "kaizu")
    match.act("end")
    while match.view("uesugi")["phase"] != "takeda":
        match.act("end")
    acts(match, "act kosaka_masanobu", "move", "leave")
    assert "morale" not in castle(match, "kaizu")
