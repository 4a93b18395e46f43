"""Section 31: where lines end: main castles, edges of the map, and main castles that are ruins."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import castle, lane
from tests.clauses.hideyoshi.scenario_table import KATSUIE, KAZUMASU, OPEN, compose_free_shibata
from tests.clauses.hideyoshi.table import KOMAKI, SHIZUGATAKE, TENNOZAN, compose, find_cut_off, opening_view
from tests.clauses.replenishing import begin_replenishing
from tests.support import clause

HIDENAGA, NIWA = "hashiba_hidenaga", "niwa_nagahide"
OWN = {"options": {"lesser_main_castle": "own"}}


def castles_but_for(*kept: str) -> dict[str, Any]:
    """Return ruins of all castles but these."""
    return {name: {"owner": "none"} for name in opening_view(KOMAKI)["castles"] if name not in kept}


# --- 31.0: whose main castle (Y-55) -----------------------------------------------------------------------------------


@clause("hideyoshi", "31.0")
@pytest.mark.parametrize(
    ("name", "main", "hex_id", "scenario"),
    [
        ("hashiba_hidenaga", "himeji", "1623", TENNOZAN),
        ("kobe_nobutaka", "osaka", "3126", TENNOZAN),
        ("kitabatake_nobukatsu", "matsusaka", "4928", TENNOZAN),
        ("akechi_mitsuhide", "sakamoto", "3719", TENNOZAN),
        ("niwa_nagahide", "sawayama", "4415", TENNOZAN),
        ("hashiba_hidenaga", "himeji", "1623", SHIZUGATAKE),
        ("kobe_nobutaka", "gifu", "5313", SHIZUGATAKE),
        ("shibata_katsuie", "kitanosho", "4301", SHIZUGATAKE),
        ("takigawa_kazumasu", "nagashima", "5119", SHIZUGATAKE),
        ("niwa_nagahide", "omizo", "4015", SHIZUGATAKE),
        ("inaba_ittetsu", "sone", "5012", SHIZUGATAKE),
        ("ukita_hideie", "okayama", "0326", SHIZUGATAKE),
        ("hashiba_hidenaga", "himeji", "1623", KOMAKI),
        ("hashiba_hidenaga", "osaka", "3126", KOMAKI),
        ("tokugawa_ieyasu", "okazaki", "6021", KOMAKI),
        ("niwa_nagahide", "kitanosho", "4301", KOMAKI),
        ("ikeda_tsuneoki", "ogaki", "5013", KOMAKI),
        ("hachiya_yoritaka", "tsuruga", "4008", KOMAKI),
        ("kuki_yoshitaka", "toba", "5430", KOMAKI),
    ],
)
def test_a_line_ends_at_the_clans_main_castle(name: str, main: str, hex_id: str, scenario: str) -> None:
    """All else in ruins: there is a line; the main castle in ruins too: there is none."""
    assert not find_cut_off({name: hex_id}, scenario=scenario, castles=castles_but_for(main))
    assert find_cut_off({name: hex_id}, scenario=scenario, castles=castles_but_for()) == {name}


@clause("hideyoshi", "31.0", "30-3")
def test_a_lesser_clan_may_end_its_line_at_its_overlords() -> None:
    """Nagahide beside Himeji with Ōmizo in ruins; by option only his own castle counts."""
    units, castles = {NIWA: "1622"}, castles_but_for("himeji")
    assert not find_cut_off(units, castles=castles)
    assert find_cut_off(units, castles=castles, **OWN) == {NIWA}
    units, castles = {NIWA: "4015"}, castles_but_for("omizo")
    assert not find_cut_off(units, castles=castles)
    assert not find_cut_off(units, castles=castles, **OWN)


@clause("hideyoshi", "31.0", "30-3")
def test_the_overlord_does_not_end_his_line_at_a_lesser_clans() -> None:
    assert find_cut_off({HIDENAGA: "4015"}, castles=castles_but_for("omizo")) == {HIDENAGA}


@clause("hideyoshi", "31.0")
def test_the_overlord_of_a_lesser_clan_depends_on_the_scenario() -> None:
    """The Niwa serve the Kanbe before Yamazaki, the Hashiba after."""
    assert find_cut_off({NIWA: "1623"}, scenario=TENNOZAN, castles=castles_but_for("himeji")) == {NIWA}
    assert not find_cut_off({NIWA: "3126"}, scenario=TENNOZAN, castles=castles_but_for("osaka"))
    assert not find_cut_off({NIWA: "1623"}, scenario=SHIZUGATAKE, castles=castles_but_for("himeji"))


@clause("hideyoshi", "31.0")
def test_the_leaders_clan_counts_for_his_force() -> None:
    """Eguchi of the Niwa under Hidenaga at Ōmizo: no line, for the force is the Hashiba's; alone he has one."""
    led = {HIDENAGA: "4015", "eguchi_masayoshi": {"hex": "4015", "leader": HIDENAGA}}
    assert find_cut_off(led, castles=castles_but_for("omizo")) == {HIDENAGA}
    assert not find_cut_off({"eguchi_masayoshi": "4015"}, castles=castles_but_for("omizo"))


@clause("hideyoshi", "31-2(3)")
def test_the_maeda_use_kitanosho_as_their_own() -> None:
    """Unlike the Kanamori, whose own is Ōno, also by the option that leaves each clan its own."""
    units = {"maeda_toshiie": "4301", "kanamori_nagachika": "4301"}
    assert not find_cut_off(units, castles=castles_but_for("kitanosho"))
    assert find_cut_off(units, castles=castles_but_for("kitanosho"), **OWN) == {"kanamori_nagachika"}


# --- 31-2: edges of the map -----------------------------------------------------------------------------------------

MORI_EDGE = [f"01{row}" for row in range(11, 29)]
KII_EDGE = [f"{column}34" for column in range(24, 36)]


def has_line_alone(name: str, hex_id: str, **more: Any) -> bool:
    """Return whether a unit on a single hex of flat ground between mountains has a line."""
    return name not in find_cut_off({name: hex_id, **more}, castles=castles_but_for("himeji"), **lane([hex_id]))


@clause("hideyoshi", "31-2", "31-2(1)")
@pytest.mark.parametrize("hex_id", MORI_EDGE)
def test_lines_of_the_mori_end_in_these_hexes(hex_id: str) -> None:
    assert has_line_alone("kobayakawa_takakage", hex_id)


@clause("hideyoshi", "31-2", "31-2(1)")
@pytest.mark.parametrize("hex_id", ["0212", "0225", "2434", "1034"])
def test_lines_of_the_mori_end_nowhere_else(hex_id: str) -> None:
    assert not has_line_alone("kobayakawa_takakage", hex_id)


@clause("hideyoshi", "31-2", "31-2(2)")
@pytest.mark.parametrize("hex_id", KII_EDGE)
@pytest.mark.parametrize("name", ["suzuki_magoichi", "suginobo"])
def test_lines_of_saika_and_negoro_end_in_these_hexes(name: str, hex_id: str) -> None:
    assert has_line_alone(name, hex_id)


@clause("hideyoshi", "31-2", "31-2(2)")
@pytest.mark.parametrize("hex_id", ["2334", "3634", "2633", "0125"])
@pytest.mark.parametrize("name", ["suzuki_magoichi", "suginobo"])
def test_lines_of_saika_and_negoro_end_nowhere_else(name: str, hex_id: str) -> None:
    assert not has_line_alone(name, hex_id)


@clause("hideyoshi", "31-2")
def test_other_armies_have_no_line_to_an_edge() -> None:
    assert not has_line_alone("shibata_katsuie", "0125")
    assert not has_line_alone("takigawa_kazumasu", "2434")


@clause("hideyoshi", "31-2", "31-2(1)")
def test_an_edge_hex_is_8_points_away_at_most() -> None:
    """It is a plain hex, no castle (Y-63): 8 from a force, and barred where an enemy stands."""
    hexes = [f"{column:02}25" for column in range(1, 12)]
    for count, cut in ((8, set()), (9, {"kobayakawa_takakage"})):
        units = {"kobayakawa_takakage": hexes[count]}
        zigzag = lane(hexes[: count + 1])
        assert find_cut_off(units, castles=castles_but_for("himeji"), **zigzag) == cut
    units = {"kobayakawa_takakage": hexes[4], HIDENAGA: hexes[0]}
    assert "kobayakawa_takakage" in find_cut_off(units, castles=castles_but_for("himeji"), **lane(hexes[:5]))


# --- 31-1: a main castle that is a ruin -------------------------------------------------------------------------------


def act_on_ruin(name: str, die: int, hex_id: str = "1623", *kept: str, **more: Any) -> Any:
    """Activate a commander with a step lost who stands on a ruin."""
    entries = {"turn": 2, "phase": "hashiba", "castles": castles_but_for(*kept), "dice": [die], **more}
    match = compose({name: {"hex": hex_id, "steps": 1}}, **entries)
    match.act(f"act {name}")
    return match


@clause("hideyoshi", "31-1")
def test_an_army_whose_main_castle_is_a_ruin_has_no_line() -> None:
    """Even on a standing castle of its own (8-3-2)."""
    assert find_cut_off({HIDENAGA: "1824"}, castles=castles_but_for("kakogawa")) == {HIDENAGA}
    assert not find_cut_off({HIDENAGA: "1824"}, castles=castles_but_for("kakogawa", "himeji"))


@clause("hideyoshi", "31-1")
@pytest.mark.parametrize(("die", "walls"), [(6, 3), (5, 2), (2, 1)])
def test_an_army_may_replenish_its_ruined_main_castle_without_a_line(die: int, walls: int) -> None:
    """By the column of a friendly castle; the ruin is Hashiba's again. Troops it may not replenish."""
    match = act_on_ruin(HIDENAGA, die)
    match.act("organise")
    if match.decision.name == "organise":
        match.act("done")
    refused(match, "troops")
    match.act("castle")
    assert castle(match, "himeji")["durability"] == walls
    assert castle(match, "himeji")["owner"] == "hashiba"


@clause("hideyoshi", "31-1")
def test_lesser_daimyo_of_the_army_may_replenish_the_ruined_main_castle_without_a_line() -> None:
    """Y-46: with a 6 Nagahide's table gives 1."""
    match = act_on_ruin(NIWA, 6)
    match.act("organise")
    if match.decision.name == "organise":
        match.act("done")
    match.act("castle")
    assert castle(match, "himeji")["durability"] == 1


@clause("hideyoshi", "31-1")
@pytest.mark.parametrize(
    ("name", "hex_id", "main", "kept", "scenario"),
    [
        (NIWA, "4015", "omizo", "himeji", SHIZUGATAKE),  # the main castle of the clan he serves stands
        (NIWA, "1623", "himeji", "omizo", SHIZUGATAKE),  # his own stands
        ("ukita_hideie", "0326", "okayama", "himeji", SHIZUGATAKE),
        (HIDENAGA, "1623", "himeji", "osaka", KOMAKI),  # one of two
    ],
)
def test_an_army_may_replenish_its_ruined_main_castle_though_other_main_castles_stand(
    name: str, hex_id: str, main: str, kept: str, scenario: str
) -> None:
    """Y-46: too far away for a line. By the column of a friendly castle a 6 gives everybody something."""
    match = act_on_ruin(name, 6, hex_id, kept, scenario=scenario, **lane([hex_id]))
    match.act("organise")
    if match.decision.name == "organise":
        match.act("done")
    refused(match, "troops", "11-4-2")
    events = match.act("castle")
    assert castle(match, main)["durability"] > 0
    (taken,) = [event for event in events if event.kind == "castle_taken"]
    assert set(taken.clauses) == {"gunyuden:21-1", "hideyoshi:31-1"}


@clause("hideyoshi", "31-1")
def test_with_a_line_its_main_castle_is_restored_like_any_other() -> None:
    """Nobukatsu has one from Nagashima to Kiyosu, his other main castle (37.8-1)."""
    near = {"scenario": KOMAKI, "phase": "anti_hashiba", "around": "5318", "radius": 3}
    match = act_on_ruin("kitabatake_nobukatsu", 6, "5119", "kiyosu", **near)
    match.act("organise")
    if match.decision.name == "organise":
        match.act("done")
    (taken,) = [event for event in match.act("castle") if event.kind == "castle_taken"]
    assert set(taken.clauses) == {"gunyuden:21-1"}


@clause("hideyoshi", "31-1", "30-1-2")
@pytest.mark.parametrize(
    ("name", "hex_id", "main", "options"),
    [
        (NIWA, "1623", "himeji", OWN),  # no line of his ends there, but it is his army's
        (NIWA, "4015", "omizo", OWN),
        (HIDENAGA, "4015", "omizo", {}),  # the overlord's men at a lesser clan's
        ("ukita_hideie", "4015", "omizo", {}),  # another lesser clan's
    ],
)
def test_all_clans_of_the_army_may_replenish_the_ruined_main_castle(
    name: str, hex_id: str, main: str, options: dict[str, Any]
) -> None:
    """Y-46: the lesser daimyō count as the army."""
    kept = "omizo" if main == "himeji" else "himeji"
    match = act_on_ruin(name, 6, hex_id, kept, **lane([hex_id]), **options)
    match.act("organise")
    if match.decision.name == "organise":
        match.act("done")
    refused(match, "troops", "11-4-2")
    events = match.act("castle")
    assert castle(match, main)["durability"] > 0
    (roll,) = [event.data for event in events if event.kind == "roll"]
    assert roll["column"] == "home"


@clause("hideyoshi", "31-1")
@pytest.mark.parametrize(("name", "hex_id"), [("kobe_nobutaka", "4301"), ("takigawa_kazumasu", "4301")])
def test_an_ally_does_not_replenish_the_ruined_main_castle(name: str, hex_id: str) -> None:
    """Kanbe's army at Kitanoshō, the main castle of Shibata and Maeda (31-2(3))."""
    state = {"declared": 1, "thawed": 1}
    match = act_on_ruin(name, 6, hex_id, "gifu", phase="anti_hashiba", state=state, **lane([hex_id]))
    refused(match, "organise", "31-1")


@clause("hideyoshi", "31-1")
def test_with_a_line_any_ruin_is_restored_as_usual() -> None:
    match = compose({HIDENAGA: "1824"}, turn=2, phase="hashiba", castles=castles_but_for("himeji"), dice=[6])
    begin_replenishing(match, HIDENAGA)
    allowed(match, "castle")
    acts(match, "castle")
    assert castle(match, "kakogawa")["durability"] > 0


@clause("hideyoshi", "31-1")
def test_a_restored_main_castle_ends_lines_again() -> None:
    match = act_on_ruin(HIDENAGA, 6, state={"declared": 1})
    match.act("organise")
    if match.decision.name == "organise":
        match.act("done")
    match.act("castle")
    castles = {**castles_but_for(), "himeji": {"owner": "hashiba", "durability": castle(match, "himeji")["durability"]}}
    assert not find_cut_off({HIDENAGA: "1623"}, castles=castles)


@clause("hideyoshi", "31-2(3)")
def test_the_maeda_lose_their_end_with_kitanosho() -> None:
    """A castle of the enemy's ends nobody's line (Y-55)."""
    taken = {**castles_but_for(), "kitanosho": {"owner": "hashiba"}}
    assert find_cut_off({"maeda_toshiie": "4302"}, castles=taken) == {"maeda_toshiie"}
    assert not find_cut_off({"maeda_toshiie": "4302"}, castles=castles_but_for("kitanosho"), around="4302", radius=1)


@clause("hideyoshi", "31-1", "36.7-1")
def test_only_its_own_army_restores_a_main_castle_without_a_line() -> None:
    """Y-46: Maeda on the ruin of Kitanoshō may, as one of Shibata's army; Takigawa may not, Hashiba holds Nagashima."""
    castles = {"kitanosho": {"owner": "none"}, "nagashima": {"owner": "hashiba"}, "gifu": {"owner": "hashiba"}}
    for who, may in (("maeda_toshiie", True), (KAZUMASU, False)):
        units = {KATSUIE: "4008", KAZUMASU: "4201", who: "4301"}
        match = compose_free_shibata(units, castles=castles, state=OPEN, dice=[6])
        match.act(f"act {who}")
        if "organise" in match.decision.texts:
            match.act("organise")
            if match.decision.name == "organise":
                match.act("done")
        offered = match.decision is not None and match.decision.name == "replenish" and "castle" in match.decision.texts
        assert offered is may
