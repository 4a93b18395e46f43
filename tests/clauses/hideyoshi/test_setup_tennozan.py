"""35.1 to 35.6: whose the units are before Yamazaki, and where they may stand; 34.2: before starting."""

from __future__ import annotations

import pytest

import gunki
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, morale, neighbours, unit
from tests.clauses.hideyoshi.rosters import FIXED, FREE, ROSTERS
from tests.clauses.hideyoshi.table import TENNOZAN, compose, may_take, opening_view, start_match
from tests.support import clause

# --- 35.1 and 35.3 --------------------------------------------------------------------------------------------------


@clause("hideyoshi", "35.1")
@pytest.mark.parametrize("hex_id", ["6021", "5430"])
def test_nobody_is_laid_out_in_mikawa_or_shima(hex_id: str) -> None:
    with pytest.raises(gunki.GunkiError, match=hex_id):
        compose({"kitabatake_nobukatsu": hex_id}, scenario=TENNOZAN)


@clause("hideyoshi", "35.3", "30.0")
def test_the_sides_of_yamazaki() -> None:
    sides = opening_view(TENNOZAN)["sides"]
    assert {name for name in ("hashiba", "kobe", "kitabatake", "shibata") if sides[name] == "hashiba"} == {
        "hashiba", "kobe", "kitabatake", "shibata",
    }  # fmt: skip
    assert {name for name, seat in sides.items() if seat == "anti_hashiba"} == {"akechi", "mori"}


# --- 35.4: the deployment -----------------------------------------------------------------------------------------


@clause("hideyoshi", "34.2(2)")
def test_a_unit_that_starts_on_a_castle_may_be_inside_or_before_it() -> None:
    match = start_match(TENNOZAN)
    assert unit(match, "miyabe_keijun").get("inside") is True
    match.act("field miyabe_keijun")
    assert not unit(match, "miyabe_keijun").get("inside")
    assert not unit(match, "kakiya_mitsunari").get("inside")  # he is under Miyabe's command
    assert at(match, "miyabe_keijun") == "0911"


@clause("hideyoshi", "34.2(2)")
def test_units_of_a_hex_are_organised_freely() -> None:
    """Mizoguchi of the Niwa starts under his lord, may stand alone or follow Nobutaka; not a man of another hex."""
    match = start_match(TENNOZAN)
    assert unit(match, "mizoguchi_hidekatsu")["leader"] == "niwa_nagahide"
    allowed(match, "alone mizoguchi_hidekatsu")
    refused(match, "lead mizoguchi_hidekatsu kitabatake_nobukatsu")
    match.act("lead mizoguchi_hidekatsu kobe_nobutaka")
    assert unit(match, "mizoguchi_hidekatsu")["leader"] == "kobe_nobutaka"


@clause("hideyoshi", "35.4-H1")
def test_the_hashiba_command_ukita_and_nanjo() -> None:
    """Not the Niwa, who serve the Kanbe, nor Nobukane's men."""
    taken = {name: may_take("hashiba_hidenaga", name, TENNOZAN) for name in LESSER}
    assert taken == {name: name in ("togawa_hideyasu", "nanjo_motoie") for name in LESSER}


@clause("hideyoshi", "35.4-H2")
def test_the_kobe_command_niwa_and_hachiya() -> None:
    taken = {name: may_take("kobe_nobutaka", name, TENNOZAN) for name in LESSER}
    assert taken == {name: name in ("eguchi_masayoshi", "hachiya_band") for name in LESSER}


@clause("hideyoshi", "35.4-H3")
def test_the_kitabatake_command_nobukane() -> None:
    taken = {name: may_take("kitabatake_nobukatsu", name, TENNOZAN) for name in LESSER}
    assert taken == {name: name == "wakebe_mitsuyoshi" for name in LESSER}


# A man without stars of each lesser clan on the Hashiba side.
LESSER = ["togawa_hideyasu", "nanjo_motoie", "eguchi_masayoshi", "hachiya_band", "wakebe_mitsuyoshi"]


@clause("hideyoshi", "35.4-H1(0126)", "35.4-A2(0126)")
def test_takamatsu_is_invested_from_the_start() -> None:
    view = opening_view(TENNOZAN)
    besiegers = FIXED[TENNOZAN][0][3] | FIXED[TENNOZAN][1][3]
    leaders = {name for name in besiegers if "leader" not in view["units"][name]}
    assert all(view["units"][name]["invests"] for name in leaders)
    assert view["castles"]["takamatsu"]["besieged"]
    assert view["castles"]["takamatsu"]["durability"] == 2
    assert view["castles"]["takamatsu"]["owner"] == "mori"


@clause("hideyoshi", "35.4-H1(0126)", "35.4-A2(0126)", "34.2(2)")
def test_besiegers_and_garrison_of_takamatsu_stay_what_they_are() -> None:
    """Y-65: they may be organised, but neither goes in nor comes out."""
    match = start_match(TENNOZAN)
    refused(match, "garrison hashiba_hideyoshi")
    allowed(match, "alone horio_yoshiharu")
    match.act("ready")
    refused(match, "field shimizu_muneharu")
    match.act("alone nanba_munetada")
    assert "leader" not in unit(match, "nanba_munetada")
    assert unit(match, "nanba_munetada")["inside"] is True
    assert morale(match, "nanba_munetada") == -2


@clause("hideyoshi", "35.4-A2(0126)")
def test_the_four_in_takamatsu_are_at_minus_2() -> None:
    units = opening_view(TENNOZAN)["units"]
    for name in ("shimizu_muneharu", "nanba_munetada", "suechika_nobuyoshi", "shimizu_gessei"):
        assert units[name]["inside"] is True
        assert units[units[name].get("leader", name)]["morale"] == -2


@clause("hideyoshi", "35.4-A1(3521)")
def test_the_akechi_stand_around_kyoto_as_they_like() -> None:
    """In the six hexes beside 3521, not in Kyoto itself nor further away."""
    match = start_match(TENNOZAN)
    match.act("ready")
    ring = set(neighbours("3521"))
    offered = {text.split()[2] for text in match.decision.texts if text.startswith("station")}
    assert offered | {at(match, "akechi_mitsuhide")} == ring
    assert all(at(match, name) in ring for name in FREE[TENNOZAN])
    refused(match, "station akechi_mitsuhide 3521")
    refused(match, "station akechi_mitsuhide 3719")
    acts(match, "station akechi_mitsuhide 3621", "station akechi_hidemitsu 3522")
    assert [at(match, name) for name in ("akechi_mitsuhide", "akechi_hidemitsu")] == ["3621", "3522"]


@clause("hideyoshi", "35.4-A1(3220)")
def test_the_akechi_of_kameyama_are_not_moved() -> None:
    match = start_match(TENNOZAN)
    match.act("ready")
    refused(match, "station tsumaki_hirotada 3621")
    allowed(match, "field tsumaki_hirotada")


@clause("hideyoshi", "35.4-O")
def test_six_clans_start_neutral_and_in_garrison() -> None:
    """Neither seat arranges their units, and all of them are inside."""
    view = opening_view(TENNOZAN)
    neutrals = {row[1]: row[3] for row in ROSTERS[TENNOZAN] if row[0].startswith("35.4-O(") and row[1] != "oda"}
    assert set(neutrals) == {"tsutsui", "ikeda", "hosokawa", "nakagawa", "takayama", "gamo"}
    assert all(view["sides"][clan] == "neutral" for clan in neutrals)
    assert all(view["units"][name]["inside"] for names in neutrals.values() for name in names)
    match = start_match(TENNOZAN)
    for _ in match.seats:
        named = {word for text in match.decision.texts for word in text.split()[1:]}
        assert not named & {name for names in neutrals.values() for name in names}
        match.act("ready")


@clause("hideyoshi", "35.4-O")
def test_neutrals_exert_no_zone() -> None:
    """Past Ibaraki strategically: a zone would forbid it."""
    match = compose(
        {"hashiba_hideyoshi": "3124", "nakagawa_kiyohide": {"hex": "3224", "inside": True}},
        scenario=TENNOZAN, turn=2, phase="hashiba", around="3224", radius=3, state={"peace": 1},
    )  # fmt: skip
    acts(match, "act hashiba_hideyoshi", "strategic")
    allowed(match, "to 3225", "to 3325")
