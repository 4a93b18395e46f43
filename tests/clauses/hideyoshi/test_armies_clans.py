"""Section 30 and 28-1-2: the clans, whose side they are on, and who leads whom."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, force, unit
from tests.clauses.hideyoshi.table import (
    KOMAKI,
    SCENARIOS,
    SHIZUGATAKE,
    TENNOZAN,
    compose,
    may_take,
    opening_view,
    start_match,
)
from tests.clauses.replenishing import begin_replenishing
from tests.support import clause

# clan, then its side by scenario: h Hashiba's, a Anti-Hashiba's, n joins by a die, - not there.
LESSER = """
ukita h h h; takigawa - a h; tsutsui n h h; ikeda n h h; niwa h h h; hosokawa n h h; nakagawa n h h; maeda - a -;
nanjo h h h; gamo n h h; inaba - h h; mori_mino - h h; oda_nobukane h h h; kanamori h a h; hachiya h h h;
takayama n h h; kuki - - h; endo - h h
"""
SIDES = {clan: sides for clan, *sides in (entry.split() for entry in LESSER.replace("\n", " ").split(";"))}
SEAT = {"h": "hashiba", "a": "anti_hashiba", "n": "neutral", "-": "neutral"}


@clause("hideyoshi", "30-1")
def test_eighteen_clans_are_lesser_daimyo() -> None:
    kinds = {row["id"]: row["kind"] for row in gunki.game("hideyoshi").tables["army"]}
    assert {clan for clan, kind in kinds.items() if kind == "lesser"} == set(SIDES)
    assert len(SIDES) == 18


@clause("hideyoshi", "30-1-1", "30.0")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_lesser_daimyo_is_on_the_printed_side(scenario: str) -> None:
    found = opening_view(scenario)["sides"]
    index = SCENARIOS.index(scenario)
    assert {clan: found[clan] for clan in SIDES} == {clan: SEAT[sides[index]] for clan, sides in SIDES.items()}


@clause("hideyoshi", "30.0", "30-1-1")
def test_alliances_change_with_the_scenario() -> None:
    """The Takigawa hold Nagashima against Hideyoshi, and fight for him a year later."""
    for scenario, phase in ((SHIZUGATAKE, "anti_hashiba"), (KOMAKI, "hashiba")):
        match = compose({"takigawa_kazumasu": "4825"}, scenario=scenario, turn=2, phase=phase, around="4825", radius=1)
        assert match.decision.who == phase
        allowed(match, "act takigawa_kazumasu")


# --- 30-1-2: who leads whom (Y-05) ----------------------------------------------------------------------------------

LETTER = {"options": {"lesser_daimyo_force": "letter"}}


@clause("hideyoshi", "30-1-2")
@pytest.mark.parametrize(
    ("leader", "name", "may"),
    [
        ("hashiba_hidenaga", "eguchi_masayoshi", True),  # of the Niwa, who serve his clan
        ("hashiba_hideyoshi", "niwa_nagahide", True),  # of lower rank
        ("hashiba_hidenaga", "niwa_nagahide", False),  # of the same rank
        ("niwa_nagahide", "eguchi_masayoshi", True),  # his own man
        ("niwa_nagahide", "horio_yoshiharu", True),  # of the clan that he serves
        ("niwa_nagahide", "hachiya_band", False),  # of another lesser clan
        ("hachiya_yoritaka", "eguchi_masayoshi", False),
        ("hashiba_hidenaga", "kosaka_katsuyoshi", False),  # of the Kitabatake, an allied army
        ("kitabatake_nobukatsu", "horio_yoshiharu", False),
        ("kitabatake_nobukatsu", "eguchi_masayoshi", False),
    ],
)
def test_a_commander_leads_only_the_units_that_the_clause_allows(leader: str, name: str, may: bool) -> None:
    assert may_take(leader, name, SHIZUGATAKE) is may


@clause("hideyoshi", "30-1-2")
@pytest.mark.parametrize(
    ("leader", "name", "may"),
    [
        ("hashiba_hidenaga", "eguchi_masayoshi", True),
        ("niwa_nagahide", "eguchi_masayoshi", False),  # a force of lesser daimyō alone
        ("niwa_nagahide", "horio_yoshiharu", True),
        ("niwa_nagahide", "hachiya_band", False),
        ("hashiba_hideyoshi", "niwa_nagahide", True),
    ],
)
def test_by_the_letter_a_commander_leads_only_the_units_that_the_letter_allows(
    leader: str, name: str, may: bool
) -> None:
    assert may_take(leader, name, SHIZUGATAKE, **LETTER) is may


@clause("hideyoshi", "30-1-2")
def test_a_mixed_force_acts_as_one() -> None:
    names = ("hashiba_hidenaga", "eguchi_masayoshi", "hachiya_band", "togawa_hideyasu", "horio_yoshiharu")
    match = compose(force("2920", *names), turn=2, phase="hashiba", around="2920", radius=2)
    acts(match, "act hashiba_hidenaga", "move", "to 2922", "halt")
    assert {at(match, name) for name in names} == {"2922"}


@clause("hideyoshi", "30-1-2")
def test_a_clan_under_its_own_lord_starts_as_one_force() -> None:
    """By the letter every unit of Takigawa is a force of its own."""
    usual = opening_view(SHIZUGATAKE)["units"]
    assert usual["sasaoka_heiemon"]["leader"] == "takigawa_kazumasu"
    strict = start_match(SHIZUGATAKE, options=LETTER["options"])
    assert "leader" not in unit(strict, "sasaoka_heiemon")
    assert unit(strict, "sasaoka_heiemon")["hex"] == "5119"


@clause("hideyoshi", "30-1-2", "30-1")
def test_clans_that_have_yet_to_choose_a_side_are_lesser_daimyo() -> None:
    """By the letter none of the eighteen clans makes a force by itself, so none brings a force when it joins."""
    usual = opening_view(TENNOZAN)["units"]
    assert usual["matsui_yasuyuki"]["leader"] == "hosokawa_tadaoki"
    strict = start_match(TENNOZAN, options=LETTER["options"])
    assert "leader" not in unit(strict, "matsui_yasuyuki")
    assert unit(strict, "matsui_yasuyuki")["hex"] == "2511"


@clause("hideyoshi", "30-1-2")
@pytest.mark.parametrize("options", [{}, LETTER["options"]])
def test_a_single_unit_of_a_lesser_clan_is_a_force(options: dict[str, Any]) -> None:
    match = compose({"eguchi_masayoshi": "2920"}, turn=2, phase="hashiba", around="2920", radius=2, options=options)
    acts(match, "act eguchi_masayoshi", "move", "to 2922", "halt")
    assert at(match, "eguchi_masayoshi") == "2922"


# --- 30-2, 28-1-2 ---------------------------------------------------------------------------------------------------


@clause("hideyoshi", "30-2")
def test_katsutoyo_serves_shibata_first_and_hashiba_then() -> None:
    assert may_take("shibata_katsuie", "shibata_katsutoyo", TENNOZAN)
    assert not may_take("hashiba_hideyoshi", "shibata_katsutoyo", TENNOZAN)
    assert may_take("hashiba_hideyoshi", "shibata_katsutoyo", SHIZUGATAKE)


@clause("hideyoshi", "30-2")
def test_the_same_general_acts_in_another_phase() -> None:
    """Katsutoyo in the second scenario with the Hashiba, not with the snowbound Shibata."""
    match = compose({"shibata_katsutoyo": "4413", "sakuma_morimasa": "4301"}, turn=2)
    assert match.decision.who == "hashiba"
    allowed(match, "act shibata_katsutoyo")


MEN = [
    "horio_yoshiharu", "maeno_nagayasu", "sengoku_hidehisa", "hitotsuyanagi_naosue", "ikoma_chikamasa",
    "yamauchi_kazutoyo", "kimura_shigekore", "kuwayama_shigeharu", "mikoda_masaharu", "toda_katsutaka",
    "bito_tomonobu", "fukushima_masanori", "kato_kiyomasa",
]  # fmt: skip


@clause("hideyoshi", "28-1-2")
@pytest.mark.parametrize(
    ("leader", "boxes"),
    [
        ("hashiba_hideyoshi", 12), ("hashiba_hidenaga", 10), ("kuroda_yoshitaka", 7), ("hashiba_hidekatsu", 5),
        ("ikeda_tsuneoki", 6), ("gamo_ujisato", 4), ("nakagawa_kiyohide", 3), ("niwa_nagahide", 7),
    ],
)  # fmt: skip
def test_a_command_track_has_so_many_boxes(leader: str, boxes: int) -> None:
    """The last box is filled, and then nobody more is taken."""
    units = {**force("2920", leader, *MEN[: boxes - 1]), **dict.fromkeys(MEN[boxes - 1 : boxes + 1], "2920")}
    match = compose(units, turn=2, phase="hashiba", around="2920", radius=2)
    acts(match, f"act {leader}", "organise", f"take {MEN[boxes - 1]}")
    refused(match, f"take {MEN[boxes]}")


@clause("hideyoshi", "28-1-2")
def test_a_commander_without_a_track_leads_nobody() -> None:
    assert not may_take("horio_yoshiharu", "maeno_nagayasu", SHIZUGATAKE)


# --- what an army shares, and what armies do not --------------------------------------------------------------------


@clause("hideyoshi", "30-1-2")
@pytest.mark.parametrize(
    ("name", "may"), [("hashiba_hidenaga", True), ("niwa_nagahide", True), ("kitabatake_nobukatsu", False)]
)
def test_a_lesser_clans_castle_is_replenished_by_its_clan_and_its_army_alone(name: str, may: bool) -> None:
    """Ōmizo of the Niwa has lost 5: its own clan and its army mend it, not an ally (Y-56)."""
    units = {name: {"hex": "4015", "steps": 1}}
    castles = {"omizo": {"owner": "niwa", "durability": 5}}
    match = compose(units, turn=2, phase="hashiba", castles=castles, dice=[6])
    begin_replenishing(match, name)
    assert ("castle" in match.decision.texts) is may


@clause("hideyoshi", "30-1-2", "30.0")
@pytest.mark.parametrize(("leader", "name"), [("suzuki_magoichi", "negoro_band_1"), ("suginobo", "saika_band_1")])
def test_saika_and_negoro_do_not_lead_each_other(leader: str, name: str) -> None:
    assert not may_take(leader, name, KOMAKI, phase="anti_hashiba")


@clause("hideyoshi", "30.0", "30-3")
def test_allied_armies_share_a_hex_and_each_keeps_its_forces() -> None:
    """Hidenaga marches to Nobukatsu; neither takes over the other's men."""
    units = {"hashiba_hidenaga": "2922", **force("2920", "kitabatake_nobukatsu", "sawai_katsushige")}
    match = compose(units, turn=2, phase="hashiba", around="2920", radius=3)
    acts(match, "act hashiba_hidenaga", "move", "to 2920", "halt")
    assert at(match, "hashiba_hidenaga") == at(match, "kitabatake_nobukatsu") == "2920"
    assert unit(match, "sawai_katsushige")["leader"] == "kitabatake_nobukatsu"


@clause("hideyoshi", "30-1-1", "30-1-2")
@pytest.mark.parametrize(
    ("side", "leader", "phase"),
    [("hashiba", "hashiba_hidenaga", "hashiba"), ("anti_hashiba", "akechi_hidemitsu", "anti_hashiba")],
)
def test_a_clan_that_joins_by_a_die_serves_hashiba_or_akechi(side: str, leader: str, phase: str) -> None:
    assert may_take(leader, "ido_yoshihiro", TENNOZAN, clans={"tsutsui": side}, phase=phase)
