"""Sections 4, 7 and 12, and what a counter says (2): the order of play, armies, activation points; G-42 and G-56."""

from __future__ import annotations

from typing import Any

import pytest

from gunki import Match
from tests.clauses.common import acts, allowed, decision_of, refused
from tests.clauses.forces import at, attack, cost, force, march, neighbours, of_kind, rolls, unit
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.table import compose
from tests.support import clause

MATSU, SUGI, KAEDE, YANAGI = "matsu", "sugi", "kaede", "yanagi"  # 4, 3, 2, 2
TAKA, TSURU, HATO = "taka", "tsuru", "hato"  # 4, 3, 2
APART = {MATSU: "0705", SUGI: "0805", KAEDE: "0905", YANAGI: "1005"}
SOUTH = {TAKA: "1218", TSURU: "1318", HATO: "1418"}


def list_able_forces(match: Match) -> set[str]:
    """Return the forces that may act now."""
    return {text.removeprefix("act ") for text in decision_of(match).texts if text.startswith("act ")}


def play_phases(match: Match, turns: int = 1) -> list[tuple[int, int, str, str]]:
    """End every phase and return turn, stage, phase and seat of each."""
    seen = []
    first = match.view(match.seats[0])["turn"]
    while match.decision is not None:
        view = match.view(match.seats[0])
        if view["turn"] >= first + turns:
            break
        seen.append((view["turn"], view["stage"], view["phase"], match.decision.who))
        match.act("end")
    return seen


# --- 4-1: the sequence of play ------------------------------------------------------------------------------------


@clause("gunyuden", "4.0", "4-1", "4-1-2(3)", "4-1-3", "4-1-4", "4-1-5")
def test_a_turn_has_four_stages_with_a_phase_for_each_army() -> None:
    match = compose({MATSU: "0705", TAKA: "1218"}, stage=0)
    assert play_phases(match) == [(1, stage, phase, phase) for stage in (1, 2, 3, 4) for phase in ("red", "blue")]
    assert match.view("red")["turn"] == 2
    assert match.view("red")["stage"] == 1


@clause("gunyuden", "4.0")
def test_the_game_ends_after_the_turns_of_the_scenario() -> None:
    """The valley has three turns."""
    match = compose({MATSU: "0705", TAKA: "1218"}, turn=2, stage=0)
    assert {turn for turn, *_ in play_phases(match, turns=9)} == {2, 3}
    assert match.decision is None
    assert match.result is not None


@clause("gunyuden", "4-1", "7-1", "7-1-1")
def test_armies_of_one_player_act_in_phases_of_their_own() -> None:
    """The red before their friends, blue and green in between."""
    units = {MATSU: "0705", TAKA: "1218", "koi": "2018", "kitsune": "2211", "ushi": "2220"}
    match = compose(units, stage=0)
    assert play_phases(match)[:5] == [
        (1, 1, "red", "red"),
        (1, 1, "blue", "blue"),
        (1, 1, "green", "green"),
        (1, 1, "red_friends", "red"),
        (1, 1, "green_friends", "green"),
    ]


@clause("gunyuden", "7-1", "7-1-1", "7-1-3")
def test_in_a_phase_only_its_army_acts() -> None:
    units = {MATSU: "0705", TAKA: "1218", "kitsune": "2211"}
    match = compose(units, phase="red")
    assert list_able_forces(match) == {MATSU}
    refused(match, "act kitsune")
    match = compose(units, phase="red_friends")
    assert list_able_forces(match) == {"kitsune"}
    refused(match, f"act {MATSU}")


@clause("gunyuden", "4-1-1(1)", "4-1-1(2)")
def test_the_initial_stage_has_the_check_and_no_random_events() -> None:
    """Nothing is rolled, although no dice are given; the check comes before the first stage."""
    ring = dict.fromkeys(neighbours("1207"), "mountain")
    match = compose({SUGI: "1207", TAKA: "1218"}, stage=0, terrain=ring)
    kinds = [event.kind for event in match.events]
    assert "roll" not in kinds
    assert kinds.index("turn") < kinds.index("no_line") < kinds.index("stage")


@clause("gunyuden", "4-1-2(3)", "4-1-2(3-1)", "12-1-1", "12.0", "12.0(1)", "12.0(2)", "12.0(3)", "12.0(4)", "12.0(5)")
def test_each_force_chooses_one_of_the_five_actions() -> None:
    """A force before an enemy castle, beside an enemy, with low morale and a unit to organise may choose any action."""
    units = {
        SUGI: {"hex": "1706", "morale": -1},
        YANAGI: "1706",
        HATO: "1707",
        **force("1706", KAEDE, "ume", "momo"),
    }
    castles = {"toge": {"owner": "blue"}}
    match = compose(units, around="1706", castles=castles, to_act="red")
    match.act(f"act {SUGI}")
    assert set(match.decision.texts) >= {"organise", "move", "siege", "battle", "rally"}


@clause("gunyuden", "4-1-2(3-2)", "18-2")
@only("first")
def test_sieges_are_diced_after_the_actions_of_the_owner() -> None:
    """Toge of the red invested by Blue: the die falls at the end of the red phase, before Blue's."""
    siege = force("1706", HATO, "kiji", "kari", "mozu", invests=True)
    match = compose({MATSU: "0705", **siege}, to_act="red", around="1706", dice=[2])
    assert not rolls(match.events)
    events = match.act("end")
    if match.decision.name == "offer":
        events += match.act("hold_out")
    assert of_kind(events, "durability") == [{"castle": "toge", "count": 9}]
    assert match.view("red")["phase"] == "blue"


# --- 12: activation points ----------------------------------------------------------------------------------------

STAGES = [
    (1, {MATSU, SUGI, KAEDE, YANAGI}, {TAKA, TSURU, HATO}),
    (2, {MATSU, SUGI, KAEDE, YANAGI}, {TAKA, TSURU, HATO}),
    (3, {MATSU, SUGI}, {TAKA, TSURU}),
    (4, {MATSU}, {TAKA}),
]


@clause("gunyuden", "4-1-3", "4-1-4", "4-1-5", "12-2", "12-2-2", "12-2-4", "12-2-4(ex)", "2-2-1(4)")
@pytest.mark.parametrize(("stage", "red", "blue"), STAGES)
def test_activation_points_decide_in_which_stages_a_force_acts(stage: int, red: set[str], blue: set[str]) -> None:
    match = compose({**APART, **SOUTH}, stage=stage, to_act="red")
    assert list_able_forces(match) == red
    for name in set(APART) - red:
        refused(match, f"act {name}", "12-2-4")
    match.act("end")
    assert list_able_forces(match) == blue


@clause("gunyuden", "12-2-1", "9-2-5")
def test_led_units_act_by_their_commanders_points() -> None:
    """Yanagi (2 points) moves with Matsu in the fourth stage, and not by himself."""
    match = compose({**force("0705", MATSU, YANAGI), KAEDE: "0905"}, stage=4, to_act="red", around="0705", radius=2)
    assert list_able_forces(match) == {MATSU}
    acts(march(match, MATSU), "to 0805", "halt")
    assert at(match, YANAGI) == "0805"


@clause("gunyuden", "12-1", "12-1-1")
def test_actions_are_taken_force_by_force() -> None:
    match = compose({**APART, **SOUTH}, to_act="red", around="0805", radius=3)
    match.act(f"act {MATSU}")
    refused(match, f"act {KAEDE}")
    acts(match, "move", "to 0706")
    refused(match, f"act {KAEDE}")
    match.act("halt")
    assert list_able_forces(match) == {SUGI, KAEDE, YANAGI}


@clause("gunyuden", "12-1-1")
def test_some_actions_take_other_forces_along() -> None:
    """An investment by several forces: Kaede joins Sugi, and has acted with him."""
    one = force("1706", SUGI, "ume")
    two = force("1706", KAEDE, "momo")
    match = compose({**one, **two, YANAGI: "0705"}, around="1706", castles={"toge": {"owner": "blue"}}, to_act="red")
    acts(match, f"act {SUGI}", "siege", f"with {KAEDE}", "invest")
    if match.decision.name == "siege":
        match.act("done")
    assert list_able_forces(match) == {YANAGI}


@clause("gunyuden", "12-1-2", "12-2-3")
@pytest.mark.parametrize("action", ["rest", "march", "battle"])
def test_an_action_uses_up_the_forces_part_in_the_phase(action: str) -> None:
    """One point for each phase, whatever was done with it."""
    match = compose({SUGI: "1207", KAEDE: "0505", HATO: "1206", TAKA: "1218"}, around="1206", dice=[1, 1])
    if action == "rest":
        acts(match, f"act {SUGI}", "rest")
    elif action == "march":
        acts(march(match, SUGI), "to 1208", "halt")
    else:
        attack(match, SUGI, "1206")
    assert match.decision.name == "force"
    assert unit(match, SUGI)["acted"]
    refused(match, f"act {SUGI}")


@clause("gunyuden", "12-2-3", "12-2-4")
def test_a_force_that_has_acted_acts_again_in_the_next_stage() -> None:
    match = compose({MATSU: "0705", TAKA: "1218"}, to_act="red")
    acts(match, f"act {MATSU}", "rest")
    while match.decision.who != "red":
        match.act("end")
    assert match.view("red")["stage"] == 2
    assert list_able_forces(match) == {MATSU}


@clause("gunyuden", "12-2-5")
def test_points_may_go_unused_and_are_not_saved() -> None:
    """Kaede does nothing in stages 1 and 2; the points do not let him act in the third, nor twice in the second."""
    match = compose({KAEDE: "0705", MATSU: "0905", TAKA: "1218"}, to_act="red")
    allowed(match, "end")
    acts(match, "end", "end")
    assert match.view("red")["stage"] == 2
    acts(match, f"act {KAEDE}", "rest")
    refused(match, f"act {KAEDE}")
    acts(match, "end", "end")
    assert list_able_forces(match) == {MATSU}


@clause("gunyuden", "12-2-5")
def test_points_do_not_last_into_the_next_turn() -> None:
    match = compose({KAEDE: "0505", MATSU: "0905", TAKA: "1218"}, to_act="red")
    play_phases(match)
    assert match.view("red")["turn"] == 2
    stages = [stage for turn, stage, phase, _ in play_phases(match) if phase == "red"]
    assert stages == [1, 2, 3, 4]
    match = compose({KAEDE: "0505", TAKA: "1218"}, to_act="red", turn=2)
    assert [stage for _, stage, phase, _ in play_phases(match) if phase == "red"] == [1, 2]


# --- 7: armies and allies -----------------------------------------------------------------------------------------


@clause("gunyuden", "7-1-1")
def test_armies_of_one_player_stand_together() -> None:
    """Allied forces share a hex and exert no zones upon each other."""
    units = {SUGI: "1207", "kuma": "1206", KAEDE: "0505"}
    match = compose(units, around="1206", phase="red")
    assert cost(march(match, SUGI), "1206") == 1


@clause("gunyuden", "7-1-2")
def test_armies_of_two_players_may_be_allied() -> None:
    """Blue and green do not fight, tax or stop each other; the red are both sides' enemy."""
    units = {HATO: "1207", "masu": "1206", TAKA: "1218"}
    match = compose(units, around="1206", phase="blue")
    match.act(f"act {HATO}")
    refused(match, "battle")
    match.act("move")
    assert cost(match, "1206") == 1
    units = {HATO: "1207", SUGI: "1206", TAKA: "1218"}
    match = compose(units, around="1206", phase="blue")
    match.act(f"act {HATO}")
    allowed(match, "battle")


@clause("gunyuden", "7.0", "7-1", "7-1-1", "7-1-2")
def test_every_army_is_one_players() -> None:
    """The player of an army is on one side with the allies: the red against the blue and the green."""
    sides = compose({MATSU: "0705", TAKA: "1218"}).view("red")["sides"]
    assert sides == {
        **dict.fromkeys(("red", "brown", "orange", "grey", "white"), "red"),
        "blue": "blue",
        **dict.fromkeys(("green", "black"), "green"),
    }


# --- 2-2-1: what a counter says -----------------------------------------------------------------------------------


@clause("gunyuden", "2-2-1(2)", "2-2-1(3)", "2-2-1(5)")
def test_strength_is_summed_and_the_reduced_side_is_weaker() -> None:
    """Sugi (3, modifier 2) with one full (3) and one reduced unit (2) against Hato (modifier 0)."""
    units = {**force("1207", SUGI, YANAGI), HATO: "1206", KAEDE: "0505"}
    units["ume"] = {"hex": "1207", "leader": SUGI, "steps": 1}
    match = compose(units, around="1206", to_act="red", dice=[1, 1])
    roll = rolls(attack(match, SUGI, "1206"))[0]
    assert (roll["strength"], roll["value"]) == (8, 2)


@clause("gunyuden", "2-2-1(1)", "2-2-1(5)")
def test_a_unit_is_named_for_its_leader_and_has_two_steps() -> None:
    match = compose({MATSU: "0705", TAKA: "1218"})
    assert unit(match, MATSU)["steps"] == 2
    match = compose({MATSU: {"hex": "0705", "steps": 1}, TAKA: "1218"})
    assert unit(match, MATSU)["steps"] == 1


@clause("gunyuden", "2-2-1(5)")
def test_no_unit_has_three_steps() -> None:
    with pytest.raises(Exception, match="steps"):
        compose({MATSU: {"hex": "0705", "steps": 3}, TAKA: "1218"})


# --- G-56: reinforcements -----------------------------------------------------------------------------------------


def start_entering(others: dict[str, Any] | None = None) -> Any:
    """Begin the march of Usagi, who is beside the map; 2213 is flat, 2214 foothills."""
    units = {"usagi": "off", "kitsune": "2211", **(others or {})}
    terrain = {"2213": "flat", "2214": "foothills"}
    match = compose(units, phase="red_friends", terrain=terrain)
    return march(match, "usagi")


@clause("gunyuden", "15-2-2")
@pytest.mark.parametrize(("hex_id", "points"), [("2213", 1), ("2214", 4)])
def test_reinforcements_pay_for_the_hex_they_enter(hex_id: str, points: int) -> None:
    match = start_entering()
    assert cost(match, hex_id) == points
    assert at(match, "usagi") == hex_id


@clause("gunyuden", "15-6-2")
def test_reinforcements_enter_by_another_hex_when_one_is_held() -> None:
    match = start_entering({"koi": "2213"})
    refused(match, "to 2213", "15-6-2")
    allowed(match, "to 2214")
