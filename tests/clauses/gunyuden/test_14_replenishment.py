"""Section 14 and the Replenishment Tables: troops and castles; rulings G-40, G-52 and T-23."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.clauses.common import acts, allowed, refused
from tests.clauses.forces import castle, plain, rolls, steps, unit
from tests.clauses.gunyuden.table import compose, host
from tests.clauses.replenishing import begin_replenishing, reduced_force, replenish_troops, replenishment_column
from tests.support import clause

MATSU, SUGI, KAEDE = "matsu", "sugi", "kaede"
MEN = ["kuri", "buna", "nara", "kashi"]
HOME, SEKI = "0505", "1913"  # Yama at home and Seki in the east, both of the red


def start_replenishing(units: dict[str, Any], leader: str, *, dice: tuple[int, ...] = (), **entries: Any) -> Any:
    """Compose a position and bring this commander to the decision what to replenish, without a reorganisation."""
    entries = {"phase": "red", **entries}
    return begin_replenishing(compose(units, dice=dice, **entries), leader)


# --- the tables ---------------------------------------------------------------------------------------------------

read_column = partial(replenishment_column, start_replenishing)
GREEN = ("koi", "ayu", "funa", "saba", "iwashi")
BROWN = ("kuma", "tanuki")


@clause("gunyuden", "14-2", "14-2-1", "14-2-2", "14-2-3", "14-2-4", "7-2")
def test_a_great_army_has_one_column_for_its_territory_and_one_for_elsewhere() -> None:
    assert read_column((MATSU, *MEN), HOME, "red") == [-1, 0, 1, 1, 2, 2, 2, 3]
    assert read_column((MATSU, *MEN), SEKI, "red") == [-1, -1, 0, 0, 1, 1, 1, 2]


@clause("gunyuden", "14-2", "14-2-1", "14-2-3")
def test_a_small_army_has_one_column_for_its_main_castle_and_one_for_elsewhere() -> None:
    assert read_column(BROWN, "1513", "red_friends") == [-1, 0, 0, 0, 1, 1, 1, 1]
    assert read_column(BROWN, "1913", "red_friends", {"seki": "brown"}) == [-1, -1, 0, 0, 0, 0, 1, 1]


@clause("gunyuden", "14-2-1")
def test_beside_the_main_castle_is_foreign_territory() -> None:
    """With a 3 one step in the hex of Iwa, none beside it."""
    for hex_id, steps_gained in [("1513", 1), ("1514", 0)]:
        units = {name: {**told, "inside": False} for name, told in reduced_force(hex_id, *BROWN).items()}
        ground: dict[str, Any] = plain("1513", 2)
        assert (
            replenish_troops(start_replenishing(units, BROWN[0], dice=(3,), phase="red_friends", **ground))
            == steps_gained
        )


@clause("gunyuden", "14-2-3")
@pytest.mark.parametrize(("morale", "die", "change"), [(-1, 4, 2), (-2, 4, 1), (-3, 6, 2), (-4, 6, 1), (-4, 1, -1)])
def test_reduced_morale_is_taken_from_the_die(morale: int, die: int, change: int) -> None:
    """Own territory; the last one is below the table (G-52)."""
    match = start_replenishing(reduced_force(HOME, MATSU, *MEN, morale=morale), MATSU, dice=(die,))
    assert replenish_troops(match) == change
    assert rolls(match.events)[0]["value"] == morale


# --- 14-1: who may, and when --------------------------------------------------------------------------------------


@clause("gunyuden", "14.0", "14-1")
def test_replenishment_is_part_of_organisation_alone() -> None:
    match = compose({**reduced_force(HOME, MATSU, MEN[0]), KAEDE: "0605"}, to_act="red")
    match.act(f"act {MATSU}")
    refused(match, "troops")
    acts(match, "move", "leave", "halt")
    assert match.decision.name == "force"


@clause("gunyuden", "14-1-1")
def test_reorganisation_comes_first() -> None:
    """A reduced unit just taken is restored."""
    units = {MATSU: {"hex": HOME, "inside": True}, MEN[0]: {"hex": HOME, "inside": True, "steps": 1}}
    match = compose(units, to_act="red", dice=[6])
    acts(match, f"act {MATSU}", "organise")
    refused(match, "troops")
    acts(match, f"take {MEN[0]}", "done", "troops")
    assert steps(match, MEN[0]) == 2


@clause("gunyuden", "14-1-1")
def test_a_reduced_unit_given_away_is_not_restored() -> None:
    units = {**reduced_force(HOME, MATSU, MEN[0], MEN[1]), KAEDE: {"hex": HOME, "inside": True}}
    match = compose(units, to_act="red", dice=[6])
    acts(match, f"act {MATSU}", "organise", f"split {MEN[0]}", "done", "troops")
    assert (steps(match, MEN[0]), steps(match, MEN[1])) == (1, 2)


@clause("gunyuden", "14-1-2")
@pytest.mark.parametrize("led", [False, True])
def test_a_commander_who_was_under_command_does_not_replenish(led: bool) -> None:
    units = {SUGI: {"hex": HOME, "inside": True, "steps": 1, "led": led}, KAEDE: "0605"}
    match = compose(units, to_act="red", dice=[6])
    match.act(f"act {SUGI}")
    if led:
        refused(match, "organise")
    else:
        acts(match, "organise", "troops")
        assert steps(match, SUGI) == 2


@clause("gunyuden", "13-2-3", "14-1-3")
@pytest.mark.parametrize("change", ["take tobi", None])
def test_a_commander_out_of_points_replenishes_only_after_a_reorganisation(change: str | None) -> None:
    """Stage 3: Hato (2), reduced, at home; Tobi (3) inside with him lets him reorganise, not replenish."""
    inside = {"hex": "1218", "inside": True}
    units = {"hato": {**inside, "steps": 1}, "tobi": inside, "tsuru": "1217"}
    match = compose(units, phase="blue", stage=3)
    acts(match, "act hato", "organise", "with tobi", *([change] if change else []), "done")
    assert match.decision.name == ("replenish" if change else "force")


@clause("gunyuden", "14-1-3")
def test_replenishment_needs_no_reorganisation() -> None:
    """A commander alone: nothing to reorganise."""
    match = start_replenishing({SUGI: {"hex": HOME, "inside": True, "steps": 1}}, SUGI, dice=(6,))
    match.act("troops")
    assert steps(match, SUGI) == 2


@clause("gunyuden", "14-1")
def test_replenishment_may_be_left_out() -> None:
    match = start_replenishing({**reduced_force(HOME, MATSU, MEN[0]), KAEDE: "0605"}, MATSU)
    match.act("no_replenishment")
    assert steps(match, MEN[0]) == 1
    assert unit(match, MATSU)["acted"]


# --- 14-2: troops -------------------------------------------------------------------------------------------------


@clause("gunyuden", "14-2-4", "14-2-5")
def test_the_owner_chooses_who_is_restored() -> None:
    """A 3 brings two steps for three reduced units."""
    match = start_replenishing(reduced_force(HOME, MATSU, *MEN[:3]), MATSU, dice=(3,))
    match.act("troops")
    acts(match, f"restore {MEN[2]}", f"restore {MEN[1]}")
    assert [steps(match, name) for name in MEN[:3]] == [1, 2, 2]


@clause("gunyuden", "14-2-4")
def test_deserters_are_steps_of_the_commanders_choice() -> None:
    """-1 with a 1 and morale -2; a reduced unit that deserts is gone, but not killed (G-40)."""
    match = start_replenishing(reduced_force(HOME, MATSU, *MEN[:2], morale=-2), MATSU, dice=(1,))
    match.act("troops")
    allowed(match, f"desert {MATSU}", f"desert {MEN[0]}", f"desert {MEN[1]}")
    events = match.act(f"desert {MEN[1]}")
    assert unit(match, MEN[1]) in ("dead", "removed")
    assert not [event for event in events if event.kind == "killed"]
    assert (steps(match, MATSU), steps(match, MEN[0])) == (2, 1)


@clause("gunyuden", "14-2-4")
def test_in_the_worst_case_two_steps_desert() -> None:
    """The green outside their territory, below the table."""
    match = start_replenishing(
        reduced_force("0514", *GREEN[:4], morale=-2),
        GREEN[0],
        dice=(1,),
        phase="green",
        castles={"kawa": {"owner": "green"}},
    )
    match.act("troops")
    acts(match, f"desert {GREEN[1]}", f"desert {GREEN[0]}")
    assert (steps(match, GREEN[0]), steps(match, GREEN[1])) == (1, 0)


@clause("gunyuden", "14-2-5", "14-2-6")
def test_only_units_under_the_commander_profit_and_surplus_is_lost() -> None:
    """A 6 brings three steps; Matsu lacks one, Kaede and a single unit in the same castle lack more."""
    others = {name: {"hex": HOME, "inside": True, "steps": 1} for name in (KAEDE, MEN[3])}
    match = start_replenishing({**reduced_force(HOME, MATSU, MEN[0]), **others}, MATSU, dice=(6,))
    match.act("troops")
    assert [steps(match, name) for name in (MATSU, MEN[0], KAEDE, MEN[3])] == [2, 2, 1, 1]


@clause("gunyuden", "14-2-6")
def test_surplus_does_not_go_to_the_castle() -> None:
    units = reduced_force(HOME, MATSU, MEN[0])
    match = start_replenishing(units, MATSU, dice=(6,), castles={"yama": {"durability": 5}})
    match.act("troops")
    assert castle(match, "yama")["durability"] == 5


# --- 14-3: castles ------------------------------------------------------------------------------------------------


def mend_castle(die: int, hex_id: str, name: str, durability: int, **entry: Any) -> int:
    """Return the durability of a castle after Matsu alone has replenished it."""
    units = {MATSU: {"hex": hex_id, "inside": True, **entry}}
    match = start_replenishing(units, MATSU, dice=(die,), castles={name: {"durability": durability}})
    match.act("castle")
    return int(castle(match, name)["durability"])


@clause("gunyuden", "14-3", "14-3-4", "14-2-2")
def test_a_castle_gains_durability_by_the_same_table() -> None:
    """Yama in own territory, Seki outside."""
    assert [mend_castle(die, HOME, "yama", 5) for die in (1, 3, 6)] == [6, 7, 8]
    assert [mend_castle(die, SEKI, "seki", 5) for die in (1, 3, 6)] == [5, 6, 7]


@clause("gunyuden", "14-3", "14-3-4", "14-2-3")
def test_a_bad_result_costs_the_castle_durability() -> None:
    """G-40."""
    assert mend_castle(1, HOME, "yama", 5, morale=-2) == 4


@clause("gunyuden", "14-3-4", "8-2-1")
def test_durability_never_exceeds_ten() -> None:
    """G-40."""
    assert mend_castle(6, HOME, "yama", 9) == 10


@clause("gunyuden", "14-3-1")
@pytest.mark.parametrize("inside", [False, True])
def test_the_commander_is_in_the_castles_hex_in_garrison_or_not(inside: bool) -> None:
    castles = {"yama": {"durability": 5}}
    match = start_replenishing({MATSU: {"hex": HOME, "inside": inside}}, MATSU, dice=(1,), castles=castles)
    match.act("castle")
    assert castle(match, "yama")["durability"] == 6


@clause("gunyuden", "14-3-2", "7-1-3")
def test_allies_do_not_replenish_a_castle() -> None:
    """Matsu in Numa of the orange; Kitsune may."""
    units = {MATSU: {"hex": "2211", "inside": True, "steps": 1}, "kitsune": {"hex": "2211", "inside": True}}
    castles = {"numa": {"durability": 5}}
    match = start_replenishing(units, MATSU, castles=castles)
    allowed(match, "troops")
    refused(match, "castle", "14-3-2")
    match = start_replenishing(units, "kitsune", dice=(3,), castles=castles, phase="red_friends")
    match.act("castle")
    assert castle(match, "numa")["durability"] == 6


@clause("gunyuden", "14-3-3")
def test_one_commander_replenishes_a_castle_in_a_stage() -> None:
    units = {name: {"hex": HOME, "inside": True, "steps": 1} for name in (MATSU, SUGI)}
    match = start_replenishing(units, MATSU, dice=(1, 6), castles={"yama": {"durability": 5}})
    match.act("castle")
    begin_replenishing(match, SUGI)
    allowed(match, "troops")
    refused(match, "castle", "14-3-3")


@clause("gunyuden", "14-3-3")
def test_in_the_next_stage_another_commander_may_replenish_the_castle() -> None:
    units = {name: {"hex": HOME, "inside": True} for name in (MATSU, SUGI)}
    match = start_replenishing({**units, "taka": "1218"}, MATSU, dice=(1, 6), castles={"yama": {"durability": 5}})
    match.act("castle")
    while match.view("red")["stage"] == 1:
        match.act("end")
    begin_replenishing(match, SUGI)
    match.act("castle")
    assert castle(match, "yama")["durability"] == 9


@clause("gunyuden", "14-3-5", "16-5")
@pytest.mark.parametrize("invested", [False, True])
def test_an_invested_castle_is_not_replenished_from_inside(invested: bool) -> None:
    """Twenty points of blue before Yama (level 2), investing it or not; troops are barred alike (16-5)."""
    enemies = host(HOME, 21, "blue", **({"invests": True} if invested else {}))
    units = {MATSU: {"hex": HOME, "inside": True, "steps": 1}, KAEDE: "1101", **enemies}
    match = compose(units, to_act="red", castles={"yama": {"durability": 5}})
    match.act(f"act {MATSU}")
    if invested:
        refused(match, "organise")
    else:
        match.act("organise")
        allowed(match, "castle", "troops")
