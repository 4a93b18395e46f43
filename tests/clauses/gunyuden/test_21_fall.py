"""Section 21: when a castle falls, abandoned castles, whose a taken castle is (G-24, G-26, G-27, G-58)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.clauses.common import acts, refused
from tests.clauses.forces import at, besiege, castle, end_phases, force, garrison, morale, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.table import compose, find_morale_die, host, roll_siege_die
from tests.support import clause

KAWA, HARA = "0514", "0617"
LEADER, SECOND = "sugi", "kaede"
MATSU = {"matsu": "0505"}


inside = partial(garrison, KAWA)


# --- 21.0 --------------------------------------------------------------------------------------------------------


@clause("gunyuden", "21.0(1)", "10-1-2")
@pytest.mark.parametrize(("spirit", "falls"), [(-3, False), (-4, True)])
def test_a_castle_whose_morale_drops_below_minus_four_falls(spirit: int, falls: bool) -> None:
    """Ruling G-27: it changes hands with its durability."""
    match, events = roll_siege_die({}, [find_morale_die(), 6], {"morale": spirit, "durability": 7})
    assert bool(of_kind(events, "castle_fell")) == falls
    if falls:
        assert castle(match, "kawa") == {"owner": "red", "durability": 7}
    else:
        assert castle(match, "kawa") == {"owner": "blue", "durability": 7, "morale": -4, "besieged": True}


@clause("gunyuden", "21.0(1)", "21.0", "20-3(Surrender)")
def test_a_castle_falls_when_the_last_of_its_garrison_drops_below_minus_four() -> None:
    """Ruling G-24: one roll on row 0. 4 - 1 + 4 is surrender."""
    match, events = roll_siege_die(inside("sagi", morale=-4), [find_morale_die(), 4], {"durability": 7})
    assert of_kind(events, "castle_fell") == [{"castle": "kawa"}]
    assert len(rolls(events)) == 2
    assert at(match, "sagi") == "removed"
    assert castle(match, "kawa") == {"owner": "red", "durability": 7}


@clause("gunyuden", "21.0(1)", "20-3(Opens)")
@only("first")
def test_a_garrison_that_opens_the_gates_below_minus_four_leaves_with_minus_four() -> None:
    """Ruling G-24. The investors' own morale of -4 pulls the die down: 1 - 4 + 4 or 5 is at most 2."""
    match, events = roll_siege_die(inside("suzume", morale=-4), [1, 1], {"durability": 7}, low=-4)
    assert of_kind(events, "castle_fell") == [{"castle": "kawa"}]
    assert at(match, "suzume") == HARA
    assert morale(match, "suzume") == -4


@clause("gunyuden", "21.0(1)", "18-2-3")
def test_if_all_of_several_forces_drop_below_minus_four_the_castle_falls() -> None:
    garrison = inside("suzume", "kiji", morale=-4)
    match, events = roll_siege_die(garrison, [find_morale_die(), 6], {"durability": 7})
    assert of_kind(events, "castle_fell") == [{"castle": "kawa"}]
    assert [at(match, name) for name in garrison] == ["removed", "removed"]
    assert castle(match, "kawa")["owner"] == "red"


@clause("gunyuden", "21.0(2)", "21.0", "8-2-5", "21-1")
@pytest.mark.parametrize(("durability", "falls"), [(2, False), (1, True)])
@only("first")
def test_a_castle_falls_when_siege_results_bring_its_durability_to_zero(durability: int, falls: bool) -> None:
    """Ruling G-27: the garrison rolls on row 0, and the castle is abandoned."""
    match, events = roll_siege_die(inside("suzume"), [2, 6], {"durability": durability})
    assert bool(of_kind(events, "castle_fell")) == falls
    assert [roll["dice"] for roll in rolls(events)] == ([[2], [6]] if falls else [[2]])
    if falls:
        assert castle(match, "kawa") == {"owner": "none", "durability": 0}
        assert [gone["castle"] for gone in of_kind(events, "castle_abandoned")] == ["kawa"]
        assert at(match, "suzume") == "removed"
        assert "invests" not in unit(match, LEADER)
    else:
        assert castle(match, "kawa")["owner"] == "blue"


@clause("gunyuden", "21.0(2)", "19-4-1")
@only("first")
def test_a_castle_falls_when_an_assault_brings_its_durability_to_zero() -> None:
    """6 - 1 = 5 on 21-30 is 2/1; durability 1 does not go below 0."""
    units = {**host(KAWA, 24), **inside("suzume"), **MATSU}
    match = compose(units, around=KAWA, radius=2, to_act="red", dice=[6, 2], castles={"kawa": {"durability": 1}})
    besiege(match, LEADER, "assault", f"lose {LEADER}")
    assert of_kind(match.events, "castle_fell") == [{"castle": "kawa"}]
    assert castle(match, "kawa") == {"owner": "none", "durability": 0}
    assert at(match, "suzume") == HARA  # 2 opens the gates


@clause("gunyuden", "21.0")
@pytest.mark.parametrize("die", range(1, 7))
@only("first")
def test_each_die_on_row_zero_has_its_printed_answer(die: int) -> None:
    match, _ = roll_siege_die(inside("suzume"), [3, die], {"durability": 1})
    assert at(match, "suzume") == (HARA if die <= 3 else "removed")
    if die <= 3:
        assert unit(match, "suzume")["inside"]


@clause("gunyuden", "21.0", "20-2-1(1)", "20-2-1(2)", "20-2-1(3)")
@pytest.mark.parametrize(
    ("garrison", "low", "value"),
    [
        (inside("sagi"), 0, -1),
        (inside("taka"), 0, -2),
        (inside("suzume", morale=-2), 0, 2),
        (inside("suzume"), -3, -3),
    ],
)
@only("first")
def test_the_modifiers_of_the_table_count_on_row_zero(garrison: dict[str, Any], low: int, value: int) -> None:
    """Ruling G-58: rank in garrison, and the lowest morale among the investors."""
    known = {"durability": 1}
    _, events = roll_siege_die(garrison, [2, 1], known, low=low)
    assert rolls(events)[1]["value"] == value
    _, events = roll_siege_die(garrison, [2, 1], known, low=low, options={"fall_modifiers": "none"})
    assert rolls(events)[1]["value"] == 0


@clause("gunyuden", "21.0")
@only("first")
def test_the_modifiers_on_row_zero_decide() -> None:
    """Ruling G-58: a 4 with a taishou inside is a 3, which opens the gates; without modifiers it is surrender."""
    for chosen, place in (("all", HARA), ("none", "removed")):
        match, _ = roll_siege_die(inside("sagi"), [2, 4], {"durability": 1}, options={"fall_modifiers": chosen})
        assert at(match, "sagi") == place


@clause("gunyuden", "21.0")
@only("first")
def test_the_lowest_morale_among_several_investors_counts_when_a_castle_falls() -> None:
    """Ruling G-58."""
    units = {SECOND: {"hex": KAWA, "invests": True, "morale": -2}, **inside("suzume")}
    match, _ = roll_siege_die(units, [2, 1], {"durability": 1})
    if match.decision.name == "captor":
        match.act(f"captor {SECOND}")
    assert rolls(match.events)[1]["value"] == -2


@clause("gunyuden", "21.0", "20-3(Surrender)")
@only("first")
def test_the_besieger_chooses_which_force_profits_from_a_fall() -> None:
    """Ruling G-26: four steps surrender, two go to the force he names, and to no other."""
    men = host(KAWA, 12, invests=True)
    men["ume"]["steps"] = 1
    units = {**men, SECOND: {"hex": KAWA, "invests": True, "steps": 1}, **inside("suzume", "kari")}
    for chosen, left in ((LEADER, (2, 1)), (SECOND, (1, 2))):
        match, _ = roll_siege_die(units, [2, 6], {"durability": 1})
        assert (match.decision.who, match.decision.name) == ("red", "captor")
        assert set(match.decision.texts) == {f"captor {LEADER}", f"captor {SECOND}"}
        match.act(f"captor {chosen}")
        assert (steps(match, "ume"), steps(match, SECOND)) == left


# --- 21-1: abandoned castles -------------------------------------------------------------------------------------


@clause("gunyuden", "21-1", "8-2-5")
def test_an_abandoned_castle_is_nobodys_and_has_no_function() -> None:
    """No garrison, no siege, no zone of control: what a standing castle costs, it does not."""
    ruin = {"kawa": {"owner": "none", "durability": 0}}
    match = compose({LEADER: "0513", **MATSU}, around=KAWA, radius=8, to_act="red", castles=ruin)
    acts(match, f"act {LEADER}", "move")
    free = set(match.decision.texts)
    match.act(f"to {KAWA}")
    refused(match, "enter")
    standing = compose({LEADER: "0513", **MATSU}, around=KAWA, radius=8, to_act="red")
    acts(standing, f"act {LEADER}", "move", f"to {KAWA}")
    after_ruin = {text for text in match.decision.texts if text.startswith("to ")}
    after_castle = {text for text in standing.decision.texts if text.startswith("to ")}
    assert after_castle < after_ruin <= free | {"to 0513"}
    match.act("halt")
    match = compose({LEADER: KAWA, **MATSU}, around=KAWA, to_act="red", castles=ruin)
    match.act(f"act {LEADER}")
    refused(match, "siege")


def replenish_seki(die: int) -> dict[str, Any]:
    """Replenish ruined Seki with this die by Keyaki, who stands there in the territory of another."""
    match = compose(
        {"keyaki": "1913", "matsu": "0505"},
        around="1915",
        radius=3,
        phase="red",
        dice=[die],
        castles={"seki": {"owner": "none", "durability": 0}},
    )
    acts(match, "act keyaki", "organise", "castle")
    return castle(match, "seki")


@clause("gunyuden", "21-1", "8-3-2", "14-3-4")
def test_the_army_that_replenishes_an_abandoned_castle_owns_it() -> None:
    assert replenish_seki(6) == {"owner": "red", "durability": 2}  # 6 is 2 there


@clause("gunyuden", "21-1")
def test_a_failed_replenishment_leaves_it_abandoned() -> None:
    assert replenish_seki(1) == {"owner": "none", "durability": 0}


# --- 21-2: whose it is -------------------------------------------------------------------------------------------


def take_castle(name: str, hex_id: str, owner: str, **units: Any) -> Any:
    """Take a castle without garrison, at durability 1, by a call of the red."""
    match = compose(
        {**host(hex_id, 21, invests=True), **units, **MATSU},
        around=hex_id,
        radius=2,
        phase="red",
        dice=[6],
        castles={name: {"owner": owner, "durability": 1}},
    )
    besiege(match, LEADER, "call")
    return match


ORANGE = {"hex": "1716", "invests": True}


@clause("gunyuden", "21-2-2")
def test_an_ally_who_took_no_part_may_be_given_the_castle() -> None:
    """The rule asks for an allied army, not for one that helped."""
    match = take_castle("tani", "1716", "green", kitsune="2211")
    assert match.decision.name == "ownership"
    assert {"own red", "own orange"} <= set(match.decision.texts)


@clause("gunyuden", "21-2-2")
@pytest.mark.parametrize(("fate", "can"), [("off", True), ("dead", False)])
def test_an_ally_who_is_yet_to_come_may_be_given_the_castle(fate: str, can: bool) -> None:
    """The white, reinforcements without a castle of their own; when none of them lives there is no such army."""
    match = take_castle("tani", "1716", "green", usagi=fate, kitsune="2211")
    assert ("own white" in match.decision.texts) == can


@clause("gunyuden", "21-2", "21-2-2")
def test_the_captor_gives_an_enemy_castle_to_his_own_or_an_allied_army() -> None:
    match = take_castle("tani", "1716", "green", kitsune=ORANGE)
    assert (match.decision.who, match.decision.name) == ("red", "ownership")
    assert {"own red", "own orange"} <= set(match.decision.texts)
    assert "own green" not in match.decision.texts
    refused(match, "own green")
    refused(match, "own blue")
    match.act("own orange")
    assert castle(match, "tani") == {"owner": "orange", "durability": 1}


@clause("gunyuden", "21-2-2")
def test_the_owner_of_a_captured_castle_stays_once_it_is_decided() -> None:
    match = take_castle("tani", "1716", "green", kitsune=ORANGE)
    match.act("own red")
    assert castle(match, "tani")["owner"] == "red"
    while match.decision is not None and match.view("red")["stage"] == 1:
        match.act("end")
    assert castle(match, "tani")["owner"] == "red"
    assert len(of_kind(match.events, "castle_taken")) == 1


@clause("gunyuden", "21-2-1")
@pytest.mark.parametrize(
    ("name", "hex_id", "army"),
    [("iwa", "1513", "brown"), ("seki", "1913", "red"), ("numa", "2211", "orange")],
)
def test_a_recaptured_castle_goes_back_to_its_first_owner_by_itself(name: str, hex_id: str, army: str) -> None:
    match = take_castle(name, hex_id, "green")
    assert match.decision.name == "force"
    assert castle(match, name) == {"owner": army, "durability": 1}


@clause("gunyuden", "21-2-1", "21-2")
def test_an_army_without_allies_keeps_what_it_takes() -> None:
    match = compose(
        {**host(KAWA, 12, invests=True), **MATSU},
        around=KAWA,
        radius=2,
        to_act="red",
        dice=[6],
        castles={"kawa": {"durability": 1}},
    )
    events = besiege(match, LEADER, "call")
    assert of_kind(events, "castle_taken") == [{"castle": "kawa", "army": "red"}]
    assert match.decision.name == "force"


@clause("gunyuden", "8-3-2", "8-3-1", "21-2-1")
def test_lines_end_at_a_main_castle_again_when_it_is_regained() -> None:
    """While the red hold Sato, Blue's men have no line of communication; when it is back they have."""
    besiegers = force("1218", "tsuru", "kiji", "kari", "mozu", invests=True)
    match = compose(
        {**besiegers, "matsu": "0505"},
        around="1218",
        radius=3,
        stage=0,
        dice=[6, 6],
        castles={"sato": {"owner": "red", "durability": 2}},
    )
    assert of_kind(match.events, "no_line") == [{"unit": "tsuru"}]
    assert morale(match, "tsuru") == -1
    end_phases(match, "offer")
    match.act("hold_out")
    besiege(match, "tsuru", "call")  # 6 - 1 = 5 at durability 2 opens the gates
    assert castle(match, "sato") == {"owner": "blue", "durability": 2}
    events = []
    while match.view("red")["turn"] == 1:
        events += match.act("end")
    assert not [lost for lost in of_kind(events, "no_line") if lost["unit"] == "tsuru"]
    assert morale(match, "tsuru") == -1
