"""36.7-1 to 36.7-3: who may act from the start, the snow of Echizen, the declaration of Kanbe."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, clauses_of, decision_of, refused
from tests.clauses.forces import at, of_kind, pass_on, rolls, unit
from tests.clauses.hideyoshi.scenario_table import (
    HOME,
    INSIDE,
    KATSUIE,
    KAZUMASU,
    MORIMASA,
    NOBUTAKA,
    compose,
    forces_that_may_act,
    start_scenario,
)
from tests.clauses.hideyoshi.table import SHIZUGATAKE, assert_reads_back
from tests.support import clause

SIDES = {
    **HOME,
    "maeda_toshiie": {"hex": "4301", **INSIDE},
    "kanamori_nagachika": {"hex": "4802", **INSIDE},
    NOBUTAKA: {"hex": "5313", **INSIDE},
}
SNOWBOUND = {KATSUIE, "maeda_toshiie", "kanamori_nagachika"}


def start_turn(number: int, *dice: int, **entries: Any) -> Any:
    """Start the Random Events of a turn with these dice and then ones."""
    return compose(SIDES, turn=number, stage=0, dice=[*dice, *[1] * 30], **entries)


def go_to_next_turn(match: Match) -> list[Any]:
    """End all phases until the next turn asks about Kanbe; return the events."""
    return pass_on(match, lambda: decision_of(match).name == "declare")


def snow_dice(events: Any) -> list[int]:
    """Return the snow dice among the rolls."""
    return [roll["dice"][0] for roll in rolls(events) if roll["purpose"] == "snow"]


# --- 36.7-1 ------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.7", "36.7-1", "36.7-2", "36.7-3")
def test_at_the_start_only_takigawa_acts() -> None:
    match = start_scenario(SHIZUGATAKE, [1, 1, 1, 1])
    match.act("wait")
    assert (match.who, match.view(None)["phase"]) == ("anti_hashiba", "anti_hashiba")
    assert forces_that_may_act(match) == {KAZUMASU, "saji_masuuji", "takigawa_band"}
    refused(match, f"act {NOBUTAKA}", "36.7-3")
    for name in (KATSUIE, MORIMASA, "maeda_toshiie", "kanamori_nagachika"):
        refused(match, f"act {name}", "36.7-2")


@clause("hideyoshi", "36.7-1")
def test_takigawa_s_eight_at_nagashima_move_as_one_force() -> None:
    """Y-05: a lesser clan under its own commander."""
    match = start_scenario(SHIZUGATAKE, [1, 1, 1, 1])
    acts(match, "wait", f"act {KAZUMASU}", "move", "to 5018", "halt")
    assert at(match, KAZUMASU) == at(match, "heki_gozaemon") == "5018"


# --- 36.7-2 ------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.7-2")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_only_a_six_frees_the_shibata_from_the_snow(number: int, die: int) -> None:
    """Y-33: Maeda and Kanamori with them, in the same turn."""
    match = start_turn(number, die)
    assert snow_dice(match.events) == [die]
    assert bool(of_kind(match.events, "may_act")) is (die == 6)
    assert bool(of_kind(match.events, "may_not_act")) is (die != 6)
    match.act("wait")
    assert forces_that_may_act(match) == ({KAZUMASU} | SNOWBOUND if die == 6 else {KAZUMASU})


@clause("hideyoshi", "36.7-2")
def test_the_die_is_rolled_each_turn_up_to_the_fourth_and_then_they_are_free() -> None:
    match = start_turn(1, 5)
    seen = []
    for number in range(1, 6):
        assert match.view(None)["turn"] == number
        match.act("wait")
        seen.append(forces_that_may_act(match) >= SNOWBOUND)
        go_to_next_turn(match)
    assert seen == [False, False, False, False, True]
    assert len(snow_dice(match.events)) == 4


@clause("hideyoshi", "36.7-2")
@pytest.mark.parametrize("number", [5, 6, 12])
def test_from_turn_5_no_die_is_needed(number: int) -> None:
    match = start_turn(number)
    assert snow_dice(match.events) == []
    match.act("wait")
    assert forces_that_may_act(match) >= SNOWBOUND


@clause("hideyoshi", "36.7-2")
@pytest.mark.parametrize("number", [5, 9])
def test_a_position_of_turn_5_or_later_has_them_free(number: int) -> None:
    """Whatever was rolled before, they act freely from turn 5 on."""
    match = compose(SIDES, turn=number, stage=1, phase="anti_hashiba")
    assert forces_that_may_act(match) >= SNOWBOUND


@clause("hideyoshi", "36.7-2")
def test_the_shibata_stay_free_once_they_are_free() -> None:
    """Y-33: no die in turn 2."""
    match = start_turn(1, 6)
    match.act("wait")
    go_to_next_turn(match)
    match.act("wait")
    assert match.view(None)["turn"] == 2
    assert forces_that_may_act(match) >= SNOWBOUND
    assert snow_dice(match.events) == [6]


@clause("hideyoshi", "36.7-2")
def test_by_option_the_shibata_are_free_for_that_turn_alone() -> None:
    """Y-33: a 6 in turn 1, then ones, until turn 5 frees them for good."""
    match = start_turn(1, 6, options={"shibata_release": "that turn"})
    seen = []
    for _ in range(6):
        match.act("wait")
        seen.append(forces_that_may_act(match) >= SNOWBOUND)
        go_to_next_turn(match)
    assert seen == [True, False, False, False, True, True]
    assert len(snow_dice(match.events)) == 4


@clause("hideyoshi", "36.7-2")
@pytest.mark.parametrize(("die", "free"), [(1, True), (2, False), (6, False)])
def test_by_option_a_one_frees_the_shibata(die: int, free: bool) -> None:
    """Y-33."""
    match = start_turn(2, die, options={"shibata_snow_die": 1})
    match.act("wait")
    assert (forces_that_may_act(match) >= SNOWBOUND) is free


@clause("hideyoshi", "36.7-2", "29.0(1)-1")
def test_the_die_is_named_and_comes_first() -> None:
    """Y-60: the snow die, the declaration, then Mōri, Saika and Negoro."""
    match = start_turn(1, 4)
    assert match.decision.name == "declare"
    match.act("wait")
    told = [(roll["purpose"], roll["army"]) for roll in rolls(match.events)]
    assert told == [("snow", "shibata"), ("summons", "mori"), ("summons", "saika"), ("summons", "negoro")]


@clause("hideyoshi", "36.7-2")
def test_the_question_for_the_snow_die_can_be_written_down() -> None:
    match = compose(SIDES, turn=3, stage=0, dice="typed")
    assert match.decision.name == "snow"
    assert_reads_back(match)
    match.act("roll 6")
    assert of_kind(match.events, "may_act")


# --- 36.7-3 ------------------------------------------------------------------------------------------------------


@clause("hideyoshi", "36.7-3")
@pytest.mark.parametrize("number", [1, 4, 5, 12])
def test_kobe_acts_in_the_turn_of_his_declaration(number: int) -> None:
    match = start_turn(number)
    assert (match.decision.name, match.who, set(match.decision.texts)) == (
        "declare",
        "anti_hashiba",
        {"declare", "wait"},
    )
    events = match.act("declare")
    assert [told["army"] for told in of_kind(events, "declared")] == ["kobe"]
    assert NOBUTAKA in forces_that_may_act(match)
    allowed(match, f"act {NOBUTAKA}")


@clause("hideyoshi", "36.7-3")
def test_kobe_is_asked_in_each_turn_until_he_declares() -> None:
    match = start_turn(1)
    match.act("wait")
    refused(match, f"act {NOBUTAKA}", "36.7-3")
    go_to_next_turn(match)
    assert match.view(None)["turn"] == 2
    match.act("declare")
    assert NOBUTAKA in forces_that_may_act(match)
    pass_on(match, lambda: match.view(None)["turn"] == 4 and match.view(None)["stage"] == 1)
    assert NOBUTAKA in forces_that_may_act(match)
    assert len(of_kind(match.events, "declared")) == 1


@clause("hideyoshi", "36.7-3", "36.7-2")
def test_kobe_s_declaration_frees_nobody_of_the_shibata() -> None:
    match = start_turn(1, 5)
    match.act("declare")
    assert forces_that_may_act(match) == {KAZUMASU, NOBUTAKA}


@clause("hideyoshi", "36.7-3")
def test_a_position_asking_for_the_declaration_can_be_written_down() -> None:
    match = start_turn(2)
    assert match.decision.name == "declare"
    assert_reads_back(match)


@clause("hideyoshi", "36.7-1", "36.7-2", "36.7-3", "36.7-6")
def test_the_view_shows_who_may_not_act() -> None:
    """Units of the view have `idle`."""
    match = compose({**SIDES, "inaba_ittetsu": {"hex": "5012", **INSIDE}}, turn=1, phase="anti_hashiba")
    idle = {name for name in (*SIDES, "inaba_ittetsu") if unit(match, name).get("idle")}
    assert idle == {*SNOWBOUND, NOBUTAKA, "inaba_ittetsu"}


@clause("hideyoshi", "36.7-2")
def test_the_reason_names_the_snow() -> None:
    match = compose(SIDES, turn=1, phase="anti_hashiba")
    assert clauses_of(match.why_not(f"act {KATSUIE}")) >= {"36.7-2"}
