"""37.7: what castles, lost units and Sakai are worth at the end of Komaki-Nagakute."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts
from tests.clauses.forces import at, attack, besiege, castle, force, garrison
from tests.clauses.hideyoshi.scenario_table import (
    HIDEYOSHI,
    IEYASU,
    INSIDE,
    MAGOICHI,
    NOBUKATSU,
    OSAKA_OKAZAKI,
    SUGINOBO,
    army,
    compose_komaki,
    compose_last_of_komaki,
    level,
    owned,
    points,
    score,
    start_scenario,
)
from tests.clauses.hideyoshi.table import KOMAKI
from tests.support import clause

SAKAI = "3028"
# Bushō of the Tokugawa, strength 3 each; Ieyasu leads twelve.
MIKAWA = [
    "okubo_tadayo", "torii_mototada", "hiraiwa_chikayoshi", "okudaira_nobumasa", "matsudaira_ietada", "osuga_yasutaka",
    "honda_hirotaka", "naito_masanari", "takagi_kiyohide", "suganuma_sadamitsu", "niwa_ujitsugu", "mizuno_katsunari",
]  # fmt: skip
SAIKA_BANDS = [f"saika_band_{number}" for number in range(1, 9)]
NEGORO_BANDS = [f"negoro_band_{number}" for number in range(1, 9)]


# --- 37.7(1): castles --------------------------------------------------------------------------------------------


@clause("hideyoshi", "37.7(1)", "37.7(1)-1", "37.7(1)-2", "37.7(1)-3", "37.7(1)-4", "37.7(1)-5", "37.6(2)")
@pytest.mark.parametrize(
    ("name", "of_level", "worth"),
    [("seta", 0, 2), ("sawayama", 1, 3), ("himeji", 2, 5), ("gifu", 3, 10), ("azuchi", 4, 20), ("osaka", 4, 20)],
)
def test_a_castle_that_the_tokugawa_side_has_taken_counts_by_its_level(name: str, of_level: int, worth: int) -> None:
    """Y-41: Osaka is of level 4 here."""
    assert level(name, KOMAKI) == of_level
    home = {HIDEYOSHI: "3125"}
    assert score(compose_last_of_komaki(home, castles=owned(**{name: "tokugawa"}))) == (0, worth)


@clause("hideyoshi", "37.7(1)", "37.7(1)-1", "37.7(1)-2", "37.7(1)-3", "37.7(1)-4")
@pytest.mark.parametrize(
    ("name", "of_level", "worth"), [("iwasaki", 0, 2), ("nishio", 1, 3), ("okazaki", 2, 5), ("nagashima", 3, 10)]
)
def test_a_castle_that_hashiba_has_taken_counts_by_its_level(name: str, of_level: int, worth: int) -> None:
    assert level(name, KOMAKI) == of_level
    assert score(compose_last_of_komaki({IEYASU: "6020"}, castles=owned(**{name: "hashiba"}))) == (worth, 0)


@clause("hideyoshi", "37.7(1)", "37.7(1)-5", "37.6(2)")
def test_osaka_called_by_ieyasu_is_worth_20_points() -> None:
    """Invested by 42 (level 4 needs 40), durability 1: a 6 opens the empty castle."""
    units = {**force("3126", IEYASU, *MIKAWA, invests=True), **force("3126", "sakai_tadatsugu", invests=True)}
    units |= {HIDEYOSHI: {"hex": "1623", **INSIDE}}
    castles = {"osaka": {"owner": "hashiba", "durability": 1}}
    match = compose_last_of_komaki(units, castles=castles, phase="anti_hashiba", dice=[6])
    besiege(match, IEYASU, "call")
    assert castle(match, "osaka")["owner"] == "tokugawa"
    assert score(match) == (0, 20)


@clause("hideyoshi", "37.7(1)", "37.7(1)-4")
def test_gifu_called_by_ieyasu_is_worth_10_points() -> None:
    units = force("5313", IEYASU, *MIKAWA, invests=True)
    castles = {"gifu": {"owner": "ikeda", "durability": 1}}
    match = compose_last_of_komaki(units, castles=castles, phase="anti_hashiba", dice=[6])
    besiege(match, IEYASU, "call")
    assert castle(match, "gifu")["owner"] == "tokugawa"
    assert score(match) == (0, 10)


@clause("hideyoshi", "37.7(1)")
def test_owners_at_the_start_are_those_of_the_list() -> None:
    """Y-38, Y-49: Inuyama is Ikeda's, Takegahana Kitabatake's."""
    assert score(compose_last_of_komaki(castles=owned(inuyama="kitabatake", takegahana="hashiba"))) == (2, 3)


@clause("hideyoshi", "37.7(1)")
def test_own_regained_and_abandoned_castles_count_nothing() -> None:
    """Y-38, Y-58."""
    castles = owned(nagashima="tokugawa", gifu="hashiba") | {"azuchi": {"owner": "none"}, "kiyosu": {"owner": "none"}}
    assert score(compose_last_of_komaki({NOBUKATSU: "5416"}, castles=castles)) == (0, 0)


# --- 37.7(2): lost units -----------------------------------------------------------------------------------------


@clause("hideyoshi", "37.7(2)", "37.7(2)-1", "37.7(2)-2", "37.7(2)-3")
@pytest.mark.parametrize(
    ("name", "worth"), [(IEYASU, 5), ("honda_tadakatsu", 3), (NOBUKATSU, 3), ("okubo_tadayo", 1), ("oda_nagamasu", 1)]
)
def test_a_lost_unit_costs_the_tokugawa_side_by_rank(name: str, worth: int) -> None:
    """Y-50: deducted from the owner."""
    assert score(compose_last_of_komaki(dead=[name])) == (0, -worth)


@clause("hideyoshi", "37.7(2)", "37.7(2)-1", "37.7(2)-2", "37.7(2)-3")
@pytest.mark.parametrize(("name", "worth"), [(HIDEYOSHI, 5), ("mori_nagayoshi", 3), ("hachiya_band", 1)])
def test_a_lost_unit_costs_hashiba_by_rank(name: str, worth: int) -> None:
    assert score(compose_last_of_komaki(dead=[name])) == (-worth, 0)


@clause("hideyoshi", "37.7(2)-4")
@pytest.mark.parametrize(
    ("dead", "worth"),
    [
        ([MAGOICHI], 0),
        ([MAGOICHI, "matoba_masanaga"], 1),
        ([*SAIKA_BANDS[:3]], 1),
        ([*NEGORO_BANDS[:5]], 2),
        ([SUGINOBO, *NEGORO_BANDS[:4]], 2),
        ([SAIKA_BANDS[0], NEGORO_BANDS[0]], 1),
        ([*SAIKA_BANDS[:3], *NEGORO_BANDS[:3]], 3),
    ],
)
def test_saika_and_negoro_cost_a_point_for_every_two(dead: list[str], worth: int) -> None:
    """Y-50: rounded down, whatever their rank, both bands together."""
    assert score(compose_last_of_komaki(dead=dead)) == (0, -worth)


@clause("hideyoshi", "37.7(2)-4", "37.7(2)")
def test_saika_and_negoro_are_counted_apart_from_other_losses() -> None:
    dead = [*NEGORO_BANDS[:3], "honda_tadakatsu", "okubo_tadayo"]
    assert score(compose_last_of_komaki(dead=dead)) == (0, -1 - 3 - 1)


@clause("hideyoshi", "37.7(2)-4")
def test_five_negoro_who_fall_in_one_battle_cost_2_points() -> None:
    """Five reduced bands, each alone; Hideyoshi's 26 with a 6 and his modifier of 2: six steps."""
    units: dict[str, Any] = {name: {"hex": "3029", "steps": 1} for name in NEGORO_BANDS[:5]}
    units |= army("3028", 13)
    match = compose_last_of_komaki(units, around="3029", stage=3, state={"appeared": 1}, dice=[6])
    attack(match, HIDEYOSHI, "3029")
    while match.decision.name == "suffer":
        match.act(next(text for text in match.decision.texts if text.startswith(("fall ", "lose "))))
    assert {at(match, name) for name in NEGORO_BANDS[:5]} == {"dead"}
    assert score(match) == (0, -2)


@clause("hideyoshi", "37.7(2)", "37.7(2)-1", "37.7(2)-2", "37.7(2)-3")
@pytest.mark.parametrize(("options", "worth"), [({}, 5 + 3 + 1), ({"losses_scored": "killed or surrendered"}, 5)])
def test_ieyasu_takes_the_tokugawa_with_him(options: dict[str, Any], worth: int) -> None:
    """25-2, Y-57: Honda and Ōkubo are removed; Kitabatake and Saika are other armies."""
    units: dict[str, Any] = {
        **army("3028", 13),
        IEYASU: {"hex": "3029", "steps": 1},
        "honda_tadakatsu": {"hex": "6021", **INSIDE},
        "okubo_tadayo": {"hex": "5823", **INSIDE},
        MAGOICHI: "2734",
    }
    match = compose_last_of_komaki(units, around="3029", stage=3, options=options, state={"appeared": 1}, dice=[6])
    attack(match, HIDEYOSHI, "3029")
    while match.decision is not None and match.decision.name == "suffer":
        match.act(f"lose {IEYASU}")
    assert at(match, IEYASU) == "dead"
    assert at(match, "honda_tadakatsu") == at(match, "okubo_tadayo") == "removed"
    assert (at(match, NOBUKATSU), at(match, MAGOICHI)) == ("5416", "2734")
    assert score(match) == (0, -worth)


@clause("hideyoshi", "37.7(2)", "37.7(2)-3")
@pytest.mark.parametrize(("scored", "worth"), [("all", 1), ("killed or surrendered", 0)])
def test_a_unit_that_collapses_in_the_check_was_removed(scored: str, worth: int) -> None:
    """Okazaki is Hashiba's: Ōkubo, outside and at -4, has no line."""
    units: dict[str, Any] = {"okubo_tadayo": {"hex": "5717", "morale": -4}, IEYASU: "off"}
    options = {"losses_scored": scored}
    match = compose_last_of_komaki(units, stage=0, castles=owned(okazaki="hashiba"), options=options, dice=[1])
    assert isinstance(match.view(None)["units"]["okubo_tadayo"], str)
    if match.decision is not None and match.decision.name == "appear":
        match.act("done")
    assert score(match) == (5, -worth)


@clause("hideyoshi", "37.7(2)")
def test_a_unit_that_never_came_is_no_loss() -> None:
    """Y-57: Mōri, Saika and Negoro beside the map."""
    match = start_scenario(KOMAKI, [], turn=10, stage=4, phase="hashiba")
    assert at(match, MAGOICHI) == at(match, "mori_terumoto") == "off"
    assert score(match) == (0, 0)


@clause("hideyoshi", "37.7")
def test_besieged_units_and_passive_daimyo_count_nothing_here() -> None:
    """36.6(3) and 36.6(4) belong to the second scenario."""
    units = {**army("5120", 13, invests=True), **garrison("5120", "oda_nagamasu", "ikoma_ienaga")}
    assert score(compose_last_of_komaki(units, around="5120")) == (0, 0)


@clause("hideyoshi", "37.7(2)", "37.7(2)-1", "37.7(2)-2")
@pytest.mark.parametrize(("stars", "worth"), [(1, 3), (2, 5 + 3 + 1)])
def test_nobukatsu_with_two_stars_takes_the_kitabatake_along(stars: int, worth: int) -> None:
    """Y-43, Y-45: Takigawa Katsutoshi (taishō) and a bushō; the Tokugawa stay."""
    units: dict[str, Any] = {
        **OSAKA_OKAZAKI,
        **army("5513", 13),
        NOBUKATSU: {"hex": "5514", "steps": 1},
        "takigawa_katsutoshi": {"hex": "4928", **INSIDE},
        "oda_nagamasu": {"hex": "5416", **INSIDE},
    }
    options = {"oda_sons_stars": stars}
    match = compose_komaki(units, around="5514", turn=10, stage=3, phase="hashiba", options=options, dice=[6])
    attack(match, HIDEYOSHI, "5514")
    while match.decision is not None and match.decision.name == "suffer":
        match.act(f"lose {NOBUKATSU}")
    assert at(match, NOBUKATSU) == "dead"
    assert (at(match, "takigawa_katsutoshi") == "removed") is (stars == 2)
    assert at(match, IEYASU) == "6021"
    assert score(match) == (0, -worth)


@clause("hideyoshi", "37.7(2)", "37.7(2)-1", "37.7(2)-2", "37.7(2)-3")
def test_hideyoshis_death_costs_the_whole_side() -> None:
    """25-2, Y-45: every clan of his side serves him here."""
    units: dict[str, Any] = {
        IEYASU: "5513",
        "okubo_tadayo": {"hex": "5513", "leader": IEYASU},
        HIDEYOSHI: {"hex": "5514", "steps": 1},
        "tsutsui_junkei": {"hex": "3527", **INSIDE},
        "kuki_band": {"hex": "5430", **INSIDE},
    }
    match = compose_komaki(units, around="5514", turn=10, stage=3, phase="anti_hashiba", dice=[6])
    attack(match, IEYASU, "5514")
    while match.decision is not None and match.decision.name == "suffer":
        match.act(f"lose {HIDEYOSHI}")
    assert at(match, HIDEYOSHI) == "dead"
    assert at(match, "tsutsui_junkei") == at(match, "kuki_band") == "removed"
    assert score(match) == (-5 - 3 - 1, 0)
    assert match.result.winner == "anti_hashiba"


# --- 37.7(3): Sakai ----------------------------------------------------------------------------------------------


@clause("hideyoshi", "37.7(3)")
@pytest.mark.parametrize(
    ("name", "by_side", "by_clan"),
    [(IEYASU, 10, 10), ("okubo_tadayo", 10, 10), (NOBUKATSU, 10, 0), (MAGOICHI, 10, 0), (NEGORO_BANDS[0], 10, 0)],
)
def test_sakai_in_the_hands_of_the_tokugawa_side_is_worth_10_points(name: str, by_side: int, by_clan: int) -> None:
    """Y-42: any unit of the side, or by option of the clan."""
    units = {name: SAKAI}
    assert score(compose_last_of_komaki(units, state={"appeared": 1})) == (0, by_side)
    assert score(compose_last_of_komaki(units, state={"appeared": 1}, options={"sakai_units": "clan"})) == (0, by_clan)


@clause("hideyoshi", "37.7(3)")
def test_hashiba_in_sakai_or_nobody_is_worth_nothing() -> None:
    assert score(compose_last_of_komaki({"horio_yoshiharu": SAKAI})) == (0, 0)
    assert score(compose_last_of_komaki({IEYASU: "3029"})) == (0, 0)


@clause("hideyoshi", "37.7(3)")
def test_a_unit_that_comes_to_sakai_in_the_last_phase_holds_it() -> None:
    """And who has been there and left does not."""
    match = compose_last_of_komaki({IEYASU: "3030"}, around="3029", phase="anti_hashiba")
    acts(match, f"act {IEYASU}", "move", f"to {SAKAI}", "halt")
    assert score(match) == (0, 10)
    match = compose_last_of_komaki({IEYASU: SAKAI}, around="3029", phase="anti_hashiba")
    assert points(match)["anti_hashiba"] == 10
    acts(match, f"act {IEYASU}", "move", "to 3030", "halt")
    assert score(match) == (0, 0)


@clause("hideyoshi", "37.7(3)")
def test_several_units_hold_it_once() -> None:
    assert score(compose_last_of_komaki({**force(SAKAI, IEYASU, *MIKAWA[:3]), MAGOICHI: SAKAI})) == (0, 10)


# --- 37.7: who wins ----------------------------------------------------------------------------------------------


@clause("hideyoshi", "37.7")
@pytest.mark.parametrize(
    ("castles", "dead", "expected", "winner"),
    [
        ({}, [], (0, 0), None),
        ({"nishio": "hashiba", "nagahama": "tokugawa"}, [], (3, 3), None),
        ({"nishio": "hashiba", "nagahama": "tokugawa"}, ["okubo_tadayo"], (3, 2), "hashiba"),
        ({"nishio": "hashiba", "nagahama": "tokugawa"}, ["horio_yoshiharu"], (2, 3), "anti_hashiba"),
        ({}, ["okubo_tadayo"], (0, -1), "hashiba"),
        ({"azuchi": "tokugawa"}, [], (0, 20), "anti_hashiba"),
        ({}, [NEGORO_BANDS[0]], (0, 0), None),
    ],
)
def test_the_most_points_win_and_as_many_are_a_draw(
    castles: dict[str, str], dead: list[str], expected: tuple[int, int], winner: str | None
) -> None:
    match = compose_last_of_komaki(castles=owned(**castles), dead=dead)
    assert score(match) == expected
    assert match.result.winner == winner


@clause("hideyoshi", "37.7", "37.2")
def test_the_game_ends_with_the_tenth_turn() -> None:
    match = compose_last_of_komaki(turn=9, dice=[1])
    match.act("end")
    assert match.result is None
    assert match.view(None)["turn"] == 10


@clause("hideyoshi", "37.7")
def test_a_score_says_where_it_comes_from() -> None:
    match = compose_last_of_komaki(
        {MAGOICHI: SAKAI}, [*NEGORO_BANDS[:3], "okubo_tadayo"], castles=owned(seta="tokugawa")
    )
    told = match.view(None)["scoring"]
    assert {seat: sum(part["value"] for part in told[seat]) for seat in told} == points(match)
    assert sorted(part["value"] for part in told["anti_hashiba"]) == [-1, -1, 2, 10]


@clause("hideyoshi", "37.7", "37.7(3)")
def test_without_any_action_it_is_a_draw_and_sakai_alone_decides() -> None:
    for text, expected, winner in (("done", (0, 0), None), (f"appear {MAGOICHI} 3028", (0, 10), "anti_hashiba")):
        match = start_scenario(KOMAKI, [1] * 5, turn=10)
        match.act(text)
        if match.decision.name == "appear":
            match.act("done")
        assert score(match) == expected
        assert match.result.winner == winner
