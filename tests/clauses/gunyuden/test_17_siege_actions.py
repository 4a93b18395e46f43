"""Section 17, the Siege action: who takes part, results without effect, castles that outlast their assaulters."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.common import acts
from tests.clauses.forces import at, besiege, castle, end_phases, morale, of_kind, rolls, steps, unit
from tests.clauses.gunyuden.editions import as_first, only
from tests.clauses.gunyuden.table import compose, find_morale_die, host
from tests.clauses.reasons import barred
from tests.support import clause

KAWA, HARA, IKE = "0514", "0617", "0919"
LEADER, SECOND = "sugi", "kaede"
MATSU = {"matsu": "0505"}


def inside(*names: str, hex_id: str = KAWA, **entry: Any) -> dict[str, Any]:
    return {name: {"hex": hex_id, "inside": True, **entry} for name in names}


def compose_siege(units: dict[str, Any], **entries: Any) -> Any:
    """Compose the red phase before Kawa."""
    return compose({**units, **MATSU}, **{"around": KAWA, "radius": 2, "to_act": "red", **entries})


def roll_siege_die(units: dict[str, Any], dice: list[int], **known: Any) -> tuple[Any, list[Any]]:
    """Roll the siege die for Kawa, invested by 12; return the match and the events."""
    match = compose_siege({**host(KAWA, 12, invests=True), **units}, phase="blue", dice=dice, castles={"kawa": known})
    end_phases(match, "offer")
    return match, match.act("hold_out")


# --- 17, 18: the Siege action ------------------------------------------------------------------------------------


@clause("gunyuden", "18-1-2")
def test_a_force_that_takes_part_in_a_siege_does_not_join_it_twice() -> None:
    match = compose_siege({**host(KAWA, 12), SECOND: KAWA, "nara": "0513"})
    besiege(match, LEADER, f"with {SECOND}")
    for name in (LEADER, SECOND):
        barred(match, f"with {name}", "18-1-2 takes_part")
    barred(match, "with nara", "19-1 other_hex", "17-1-1 other_hex")


@clause("gunyuden", "17-1", "17-1-2")
def test_a_siege_action_does_something_and_after_investing_there_is_only_the_assault() -> None:
    match = compose_siege(host(KAWA, 12))
    besiege(match, LEADER)
    barred(match, "done", "17-1 nothing_done")
    match.act("invest")
    for verb in ("call", "invest"):
        barred(match, verb, "17-1-2 only_assault")


@clause("gunyuden", "17-1-2", "19-1-3")
@as_first("assault_rule")
def test_investing_is_the_whole_action_where_no_assault_can_follow() -> None:
    """Twelve inside are not fewer than twelve outside."""
    garrison = inside("sagi", "suzume", "kari", "kiji")
    match = compose_siege({**host(KAWA, 12), **garrison})
    besiege(match, LEADER, "invest")
    assert match.decision.name == "force"
    assert unit(match, LEADER)["invests"]


@clause("gunyuden", "20-1-2")
def test_a_call_is_one_commanders_alone_and_spends_nobody_elses_action() -> None:
    """Kaede was to help, but then Sugi called: Kaede may still do something else."""
    match = compose_siege(
        {**host(KAWA, 12, invests=True), SECOND: {"hex": KAWA, "invests": True, "morale": -1}}, dice=[1]
    )
    besiege(match, LEADER, f"with {SECOND}", "call")
    assert "acted" not in unit(match, SECOND)
    acts(match, f"act {SECOND}", "rally")


# --- results -----------------------------------------------------------------------------------------------------


@clause("gunyuden", "19-4-1")
@as_first("assault_rule")
def test_an_assault_may_leave_the_castle_untouched() -> None:
    """1 - 1 = 0 on 11-20: 0/5."""
    match = compose_siege(host(KAWA, 12), dice=[1])
    events = besiege(match, LEADER, "assault")
    assert [(found["dealt"], found["taken"]) for found in of_kind(events, "assault_result")] == [(0, 5)]
    assert not of_kind(events, "durability")
    assert castle(match, "kawa")["durability"] == 10


@clause("gunyuden", "18-2-3", "10-1-2", "21.0(1)")
def test_a_garrison_that_drops_to_minus_four_holds_out() -> None:
    match, events = roll_siege_die(inside("sagi", morale=-3), [find_morale_die()])
    assert not of_kind(events, "castle_fell")
    assert (at(match, "sagi"), morale(match, "sagi")) == (KAWA, -4)
    assert castle(match, "kawa") == {"owner": "blue", "durability": 10, "besieged": True}


@clause("gunyuden", "20-3(Surrender)")
def test_as_many_steps_as_are_missing_are_filled_up_and_nobody_exceeds_two() -> None:
    """G-26: four steps surrender; two of five units lack one each, so there is nothing to choose."""
    men = host(KAWA, 15, invests=True)
    lacking = ("ume", "kaki")
    men |= {name: {**men[name], "steps": 1} for name in lacking}
    garrison = inside("suzume", "kari", morale=-2)
    match = compose_siege({**men, **garrison}, dice=[6], castles={"kawa": {"durability": 1}})
    events = besiege(match, LEADER, "call")  # 6 + 2 = 8 at durability 1
    assert [found["unit"] for found in of_kind(events, "step_gained")] == sorted(lacking, key=list(men).index)
    assert [steps(match, name) for name in men] == [2] * 5
    assert match.decision.name == "force"


@clause("gunyuden", "20-3(Opens)")
def test_an_enemy_before_a_castle_does_not_close_it_to_a_garrison_that_comes_unless_he_invests_it() -> None:
    """G-25: Kaede stands before Hara, too weak to invest it; Suzume comes to be inside, past him."""
    units = {**host(KAWA, 12, invests=True), SECOND: HARA, **inside("suzume")}
    match = compose_siege(units, dice=[5], radius=4, castles={"kawa": {"durability": 3}})
    besiege(match, LEADER, "call")  # 5 at durability 3 opens the gates
    assert (at(match, "suzume"), unit(match, "suzume")["inside"]) == (HARA, True)


# --- 21: the fall of a castle ------------------------------------------------------------------------------------


@clause("gunyuden", "21.0", "21.0(1)", "21.0(2)")
@pytest.mark.parametrize(("die", "known"), [(1, {"morale": -4}), (2, {"durability": 1})])
@only("first")
def test_a_castle_without_garrison_falls_without_another_die(die: int, known: dict[str, int]) -> None:
    """G-25, G-27: row 0 tells the fate of a garrison; there is none."""
    match, events = roll_siege_die({}, [die], **known)
    assert of_kind(events, "castle_fell") == [{"castle": "kawa"}]
    assert [roll["dice"] for roll in rolls(events)] == [[die]]
    assert castle(match, "kawa")["owner"] == ("red" if die == 1 else "none")


@clause("gunyuden", "21.0(2)", "21.0", "19-4-2")
@pytest.mark.parametrize(("die", "place"), [(3, IKE), (4, "removed")])
@only("first")
def test_a_castle_falls_though_none_of_its_assailants_lives(die: int, place: str) -> None:
    """4 + 2 = 6 on 1-5: 1/2, both steps of Nara. G-58: without a besieger no morale counts on row 0."""
    garrison = inside("suzume", hex_id=HARA, steps=1, morale=-2)
    match = compose_siege({"nara": HARA, **garrison}, around=HARA, dice=[4, die], castles={"hara": {"durability": 1}})
    events = besiege(match, "nara", "assault")
    assert (at(match, "nara"), at(match, "suzume")) == ("dead", place)
    assert [roll["value"] for roll in rolls(events)] == [2, 0]
    assert castle(match, "hara") == {"owner": "none", "durability": 0}
