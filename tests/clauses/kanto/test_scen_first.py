"""Section 36, Heaven and Earth (T-25, T-26); and the areas, lengths and players of all four scenarios (T-17, T-39)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import at, force, lane, march, pass_on, points_left, unit, units_without_line
from tests.clauses.kanto.table import SCENARIOS, compose, play_past_deployment, start_match
from tests.clauses.reasons import barred
from tests.support import clause

NAOE = "naoe_sanetsuna"
KAKIZAKI = "kakizaki_kageie"
USAMI = "usami_sadayuki"

FIRST, SECOND, THIRD, FOURTH = SCENARIOS
KENSHIN, SHINGEN = "uesugi_kenshin", "takeda_shingen"


# --- areas in use ------------------------------------------------------------------------------------------------

# A hex in use and one beyond it, with a unit that stands in the first, its phase, and whether it may go on.
BORDERS = [
    (FIRST, "0110", "0109", "usami_sadayuki", "uesugi", True),  # Shinano to Echigo
    (FIRST, "0429", "0529", "usami_sadayuki", "uesugi", True),  # Shinano to Kai
    (FIRST, "0914", "0915", "usami_sadayuki", "uesugi", False),  # Shinano to Kozuke
    (FIRST, "2102", "2202", "usami_sadayuki", "uesugi", False),  # Echigo to Mutsu
    (FIRST, "1426", "1526", "usami_sadayuki", "uesugi", False),  # Shinano to Musashi
    (SECOND, "0914", "0915", "usami_sadayuki", "uesugi", True),  # Shinano to Kozuke
    (SECOND, "2407", "2508", "usami_sadayuki", "uesugi", True),  # Mutsu to Shimotsuke
    (SECOND, "3438", "3439", "usami_sadayuki", "uesugi", True),  # Kazusa to Awa
    (SECOND, "2039", "1939", "hojo_tsunataka", "hojo", False),  # Sagami to Suruga
    (SECOND, "0138", "0139", "usami_sadayuki", "uesugi", False),  # Shinano to Totomi
    (THIRD, "2039", "1939", "hojo_tsunataka", "hojo", False),
    (THIRD, "0636", "0637", "atobe_katsusuke", "takeda", False),  # Kai to Suruga
    (THIRD, "0138", "0139", "atobe_katsusuke", "takeda", False),
    (THIRD, "1426", "1526", "atobe_katsusuke", "takeda", True),  # Shinano to Musashi
    (FOURTH, "2039", "1939", "hojo_tsunataka", "hojo", True),  # Sagami to Suruga
    (FOURTH, "0636", "0637", "atobe_katsusuke", "takeda", True),  # Kai to Suruga
    (FOURTH, "0343", "0342", "atobe_katsusuke", "takeda", False),  # Suruga to Totomi
    (FOURTH, "0110", "0109", "atobe_katsusuke", "takeda", False),  # Shinano to Echigo
    (FOURTH, "3327", "3326", "hojo_tsunataka", "hojo", False),  # Musashi to Shimosa
    (FOURTH, "0914", "0915", "atobe_katsusuke", "takeda", True),  # Shinano to Kozuke
]


@clause("kanto", "36(1)", "37(1)", "38(1)", "39(1)")
@pytest.mark.parametrize(("scenario", "here", "there", "name", "phase", "open_"), BORDERS)
def test_nobody_enters_an_area_that_is_not_in_use(
    scenario: str, here: str, there: str, name: str, phase: str, open_: bool
) -> None:
    match = compose(force(here, name), scenario=scenario, around=here, radius=1, turn=2, weather="normal", phase=phase)
    march(match, name)
    if open_:
        allowed(match, f"to {there}")
    else:
        refused(match, f"to {there}")


@clause("kanto", "38(1)", "39(1)")
@pytest.mark.parametrize(("scenario", "cut_off"), [(THIRD, {"hojo_tsunataka"}), (FOURTH, set())])
def test_no_line_goes_through_an_area_that_is_not_in_use(scenario: str, cut_off: set[str]) -> None:
    # From Izu the only way to Odawara leads by 1939 in Suruga (T-39).
    way = lane(["2237", "2138", "2038", "1939", "1940"])
    assert (
        units_without_line(compose(force("1940", "hojo_tsunataka"), scenario=scenario, turn=2, stage=0, **way))
        == cut_off
    )


@clause("kanto", "36(1)", "37(3)", "39(1)", "31-1-2", "39(8)")
@pytest.mark.parametrize(
    ("scenario", "name", "here", "there", "reason"),
    [
        (FIRST, USAMI, "0914", "0915", "35.0(2) not_in_use"),
        (FOURTH, "atobe_katsusuke", "0343", "0342", "35.0(2) not_in_use"),
        (SECOND, USAMI, "0513", "0514", "37(3) neutral_castle"),
        (THIRD, USAMI, "2236", "2237", "31-1-2 odawara_closed"),
        (FOURTH, "atobe_katsusuke", "2018", "2118", "39(8) beyond_tone"),
    ],
)
def test_a_closed_hex_is_refused_with_its_own_reason(
    scenario: str, name: str, here: str, there: str, reason: str
) -> None:
    phase = "uesugi" if name == USAMI else "takeda"
    match = compose(force(here, name), scenario=scenario, around=here, radius=1, turn=2, weather="normal", phase=phase)
    march(match, name)
    reasons = {f"{bar.clause.partition(':')[2]} {bar.what}" for bar in match.why_not(f"to {there}")}
    assert reason in reasons
    refused(match, f"to {there}", reason.split()[0])


# --- length and players ------------------------------------------------------------------------------------------

LENGTHS = [
    (FIRST, 3, (8, 4), (9, 2), {}),
    (SECOND, 12, (2, 1), (4, 4), {}),
    (THIRD, 24, (11, 1), (4, 4), {}),
    (THIRD, 20, (11, 1), (3, 4), {"scenario3_turns": 20}),
    (THIRD, 16, (11, 1), (2, 4), {"scenario3_turns": 16}),
    (FOURTH, 12, (9, 1), (11, 4), {}),
]


def place_commander(scenario: str) -> dict[str, Any]:
    """Return a commander who can act in the fourth stage."""
    return {SHINGEN: "1230"} if scenario == FOURTH else {KENSHIN: "0505"}


@clause("kanto", "36(2)", "37(2)", "38(2)", "39(2)")
@pytest.mark.parametrize(("scenario", "turns", "start", "end", "options"), LENGTHS)
def test_each_scenario_has_its_first_and_last_week(
    scenario: str, turns: int, start: tuple[int, int], end: tuple[int, int], options: dict[str, Any]
) -> None:
    def week(turn: int) -> tuple[int, int]:
        match = compose(place_commander(scenario), scenario=scenario, turn=turn, stage=0, options=options)
        (data,) = [event.data for event in match.events if event.kind == "turn"]
        assert data["turn"] == turn
        return data["month"], data["week"]

    assert (week(1), week(turns)) == (start, end)
    match = compose(place_commander(scenario), scenario=scenario, turn=turns - 1, stage=4, options=options)
    match.act("end")
    assert match.result is None
    assert match.view(None)["turn"] == turns
    match = compose(place_commander(scenario), scenario=scenario, turn=turns, stage=4, options=options)
    match.act("end")
    assert match.result is not None
    assert match.decision is None


@clause("kanto", "36(3)", "37(3)", "38(3)", "39(3)")
def test_each_scenario_has_its_players_and_their_armies() -> None:
    seats = {scenario: start_match(scenario).seats for scenario in SCENARIOS}
    assert {name: set(found) for name, found in seats.items()} == {
        FIRST: {"uesugi", "takeda"},
        SECOND: {"uesugi", "hojo"},
        THIRD: {"uesugi", "takeda", "hojo"},
        FOURTH: {"takeda", "hojo"},
    }
    great = ("uesugi", "takeda", "hojo")
    sides = {name: start_match(name).view(None)["sides"] for name in SCENARIOS}
    assert [sides[FIRST][army] for army in great] == ["uesugi", "takeda", "neutral"]
    assert [sides[SECOND][army] for army in great] == ["uesugi", "neutral", "hojo"]  # T-16
    assert [sides[THIRD][army] for army in great] == ["uesugi", "takeda", "hojo"]
    assert [sides[FOURTH][army] for army in great] == ["hojo", "takeda", "hojo"]
    assert {army for army, side in sides[FOURTH].items() if side == "hojo"} == {"uesugi", "hojo", "narita", "ohara"}


@clause("kanto", "39(3)")
def test_in_scenario_4_the_hojo_player_leads_the_uesugi_phase() -> None:
    match = compose({KENSHIN: "2017", SHINGEN: "1230"}, scenario=FOURTH, turn=10, phase="uesugi")
    assert match.who == "hojo"
    allowed(match, f"act {KENSHIN}")


# --- 36: Heaven and Earth ----------------------------------------------------------------------------------------


@clause("kanto", "36(5)", "36(2)", "36(7)")
def test_nobody_else_ever_comes_and_without_a_fight_it_is_a_draw() -> None:
    match = play_past_deployment()
    off = {name for name, where in match.view(None)["units"].items() if where == "off"}
    while match.decision is not None:
        match.act("end")
        assert {name for name, where in match.view(None)["units"].items() if where == "off"} == off
    assert (match.result.winner, match.result.points) == (None, (0, 0))
    turns = [
        (event.data["turn"], event.data["month"], event.data["week"]) for event in match.events if event.kind == "turn"
    ]
    assert turns == [(1, 8, 4), (2, 9, 1), (3, 9, 2)]


def play_to_the_end(units: dict[str, Any], **entries: Any) -> Any:
    """Play the last stage, with all other units at their places, to the end; return the result."""
    match = compose(units, empty=False, turn=3, stage=4, **entries)
    while match.decision is not None:
        match.act("end")
    return match.result


@clause("kanto", "36(7)")
def test_the_player_who_destroyed_more_enemy_steps_wins() -> None:
    reduced = {"hex": "1230", "inside": True, "steps": 1}
    own = {"hex": "0505", "inside": True, "steps": 1}
    result = play_to_the_end({"atobe_katsusuke": reduced})
    assert (result.points, result.winner) == ((1, 0), "uesugi")
    result = play_to_the_end({"atobe_katsusuke": reduced, "usami_sadayuki": own})
    assert (result.points, result.winner) == ((1, 1), None)
    result = play_to_the_end({"atobe_katsusuke": reduced, "usami_sadayuki": own, "nakajo_fujisuke": own})
    assert (result.points, result.winner) == ((1, 2), "takeda")


@clause("kanto", "36(7)")
def test_a_unit_that_is_gone_counts_two_steps_whatever_its_rank() -> None:
    result = play_to_the_end({"atobe_katsusuke": "dead", "baba_nobuharu": "dead", "usami_sadayuki": "removed"})
    assert (result.points, result.winner) == ((4, 2), "uesugi")  # T-26


@clause("kanto", "36(7)")
def test_castles_count_for_nothing_at_kawanakajima() -> None:
    result = play_to_the_end({}, castles={"komoro": {"owner": "uesugi"}, "tsutsujigasaki": {"owner": "uesugi"}})
    assert (result.points, result.winner) == ((0, 0), None)


@clause("kanto", "36(8)-1")
def test_there_is_no_replenishment_at_kawanakajima() -> None:
    units = {
        KENSHIN: {"hex": "0505", "inside": True, "steps": 1},
        "usami_sadayuki": {"hex": "0505", "inside": True, "leader": KENSHIN, "steps": 1},
    }
    castles = {"kasugayama": {"durability": 5}}

    def after(scenario: str) -> Any:
        match = compose(units, scenario=scenario, turn=2, castles=castles)
        acts(match, f"act {KENSHIN}", "organise", "done")
        return match

    assert after(THIRD).decision.name == "replenish"
    assert after(FIRST).decision.name != "replenish"
    lone = compose({KENSHIN: units[KENSHIN]}, turn=2, castles=castles)
    lone.act(f"act {KENSHIN}")
    refused(lone, "organise")


@clause("kanto", "36(8)-2")
def test_before_the_game_each_uesugi_force_moves_twice_and_does_nothing_else() -> None:
    match = play_past_deployment()
    assert (match.who, match.decision.name, match.view(None)["stage"]) == ("uesugi", "force_before", 0)
    match.act("act yasuda_akimoto")
    assert set(match.decision.texts) == {"move", "strategic", "rest"}
    for action in ("organise", "battle", "siege", "rally"):
        refused(match, action, "36(8)-2")
    match.act("move")
    assert points_left(match) == 8
    acts(match, "to 0712", "halt")
    asked = match.decision.data
    assert (match.decision.name, asked["unit"]) == ("move_before", "yasuda_akimoto")
    assert (asked["count"], asked["total"]) == (2, 2)
    match.act("move")
    assert points_left(match) == 8
    match.act("halt")
    refused(match, "act yasuda_akimoto", "36(8)-2")
    allowed(match, f"act {KENSHIN}")
    assert not [event for event in match.events if event.kind == "turn"]


HOKKOKU_ROAD = ["0506", "0507", "0508", "0509", "0409", "0410", "0411"]
ZENKOJI = ["0512", "0513", "0413"]


@clause("kanto", "36.0", "36(8)-2", "15-3-1")
@pytest.mark.parametrize("fielded", [True, False], ids=["from outside", "from the castle"])
@pytest.mark.parametrize("camp", [ZENKOJI, [*ZENKOJI, "0414", "0515"]], ids=["Zenkoji", "Saijoyama"])
def test_with_his_two_moves_kenshin_reaches_zenkoji_or_saijoyama(camp: list[str], fielded: bool) -> None:
    """On the map as it is, by the real costs: strategically past Nojiri, then normally past Kaizu and its garrison."""
    match = start_match(FIRST)
    acts(match, *([f"field {KENSHIN}"] if fielded else []))
    while match.decision.name.startswith("deploy"):
        match.act("ready")
    assert (at(match, "kosaka_masanobu"), unit(match, "kosaka_masanobu")["inside"]) == ("0514", True)
    acts(match, f"act {KENSHIN}", "strategic", *(f"to {hex_id}" for hex_id in HOKKOKU_ROAD))
    way = camp
    if fielded:  # to leave the castle costs the point that this step needs
        match.act(f"to {camp[0]}")
        way = camp[1:]
    acts(match, "halt", "move", *(f"to {hex_id}" for hex_id in way))
    assert (at(match, KENSHIN), at(match, "usami_sadayuki")) == (camp[-1], camp[-1])


@clause("kanto", "36(8)-2")
def test_moves_before_the_game_spend_no_activation() -> None:
    match = play_past_deployment()
    acts(match, "act yasuda_akimoto", "move", "to 0712", "halt", "rest", "end")
    assert (match.view(None)["stage"], match.view(None)["phase"], at(match, "yasuda_akimoto")) == (1, "uesugi", "0712")
    allowed(match, "act yasuda_akimoto")


@clause("kanto", "36(8)-2")
def test_only_the_uesugi_and_only_at_kawanakajima_move_before_the_game() -> None:
    match = play_past_deployment()
    match.act("end")
    assert match.view(None)["stage"] == 1
    assert [event.kind for event in match.events][:1] == ["turn"]
    for scenario in (SECOND, THIRD, FOURTH):
        assert play_past_deployment(scenario).view(None)["stage"] == 1


@clause("kanto", "36(7)")
def test_a_tie_is_a_draw_without_a_winner() -> None:
    match = compose({}, empty=False, turn=3, stage=4)
    pass_on(match)
    assert (match.result.points, match.result.reason, match.result.winners) == ((0, 0), "draw", ())


# --- 36(8)-1: no replenishment -----------------------------------------------------------------------------------


@clause("kanto", "36(8)-1", "20-3(Surrender)", "14.0")
@pytest.mark.parametrize(("spoils", "steps_left"), [(True, 2), (False, 1)])
def test_a_surrender_restores_steps_in_the_first_scenario_unless_the_option_says_no(
    spoils: bool, steps_left: int
) -> None:
    """Ruling T-41: Kaizu at durability 1 gives in on 6 - 1 + 4: the two steps inside are one for Kenshin's force."""
    host = force("0514", KENSHIN, "usami_sadayuki", "saito_tomonobu", "yasuda_akimoto", invests=True)
    host["yasuda_akimoto"]["steps"] = 1
    inmate = {"kosaka_masanobu": {"hex": "0514", "inside": True, "morale": -4}}
    options = {"scenario1_spoils": spoils}
    castles = {"kaizu": {"durability": 1}}
    match = compose({**host, **inmate}, around="0514", phase="uesugi", dice=[6], castles=castles, options=options)
    acts(match, f"act {KENSHIN}", "siege", "call")
    assert at(match, "kosaka_masanobu") == "removed"
    assert unit(match, "yasuda_akimoto")["steps"] == steps_left


# --- 36(8)-2: the moves before the game ------------------------------------------------------------------------------


@clause("kanto", "36(8)-2", "12-2-1")
def test_a_first_move_by_a_force_that_has_none_is_refused_with_its_reason() -> None:
    match = play_past_deployment()
    barred(match, f"act {SHINGEN}", "36(8)-2 not_own")
    barred(match, f"act {USAMI}", "12-2-1 under_command")
    refused(match, "act honjo_shigenaga", "36(8)-2")  # not in this scenario
    acts(match, "act yasuda_akimoto", "rest")
    barred(match, "act yasuda_akimoto", "36(8)-2 has_acted")


@clause("kanto", "36(8)-2")
def test_the_game_begins_when_every_uesugi_force_has_moved() -> None:
    match = play_past_deployment()
    moved = []
    while match.view(None)["stage"] == 0:
        moved.append(match.decision.texts[0])
        acts(match, moved[-1], "rest")
    assert set(moved) == {f"act {name}" for name in (KENSHIN, "nagao_masakage", KAKIZAKI, NAOE, "yasuda_akimoto")}
    assert (match.who, match.decision.name) == ("uesugi", "force")


@clause("kanto", "36(8)-2", "15-2")
def test_a_force_that_can_go_nowhere_has_no_first_move() -> None:
    stack = [
        {"procedure": "Campaign", "step": "before", "place": 1},
        {"procedure": "MovesBefore", "step": "start", "seat": 0, "moves": 2, "force": -1, "made": 0},
    ]
    match = compose({USAMI: "1207", KENSHIN: "0505"}, stack=stack, **lane(["1207"]))
    allowed(match, f"act {KENSHIN}")
    barred(match, f"act {USAMI}", "15-2 nowhere")


@clause("kanto", "36(8)-2", "15-5")
def test_a_unit_left_behind_on_a_first_move_makes_none_of_its_own() -> None:
    """T-25, G-39: Kenshin drops Usami on the way; the two movements of that force were his too."""
    match = play_past_deployment()
    acts(match, f"act {KENSHIN}", "move", "to 0506", f"detach {USAMI}", "halt")
    acts(match, "move", "to 0507", "halt")
    assert (at(match, KENSHIN), at(match, USAMI)) == ("0507", "0506")
    barred(match, f"act {USAMI}", "36(8)-2 has_acted")
    allowed(match, f"act {NAOE}")
    match.act("end")
    allowed(match, f"act {USAMI}", f"act {KENSHIN}")  # in the first stage everybody acts
