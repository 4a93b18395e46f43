"""Chapter 8: what damage does to armies and generals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.areas_and_cards.stage import Stage, Units
from tests.clauses.common import armies, generals, options_of, refused, stack, turn_of
from tests.clauses.honganji.steps import pay
from tests.support import clause


def attack(stage: Stage, foe: Units, *dice: int, **entries: Any) -> Playing:
    """A general (3) and three armies attack: four dice."""
    return stage.attack({"ready": 3, "generals": [stage.chief]}, foe, *dice, **entries)


def whereabouts(stage: Stage, match: Playing, general: str) -> list[str]:
    """Return the areas in which a general stands."""
    places = match.view(stage.seat)["areas"]
    return [area for area in places for units in places[area]["stacks"].values() if general in units["generals"]]


# --- 8-4, 8-4-1: armies ------------------------------------------------------------------------------------------


@clause("nobunaga", "8-4")
@clause("honganji", "8-4")
@pytest.mark.parametrize("ready_lost", [0, 1, 2])
def test_the_receiver_chooses_among_ready_and_spent_armies(stage: Stage, ready_lost: int) -> None:
    """Two hits on two ready and two spent armies: their owner says how many ready ones go."""
    match = attack(stage, {"ready": 2, "spent": 2}, 1, 1, 6, 6)
    assert turn_of(match) == ("losses", stage.foe_seat)
    assert options_of(match) == {"lose 0", "lose 1", "lose 2"}
    match.act(f"lose {ready_lost}")
    assert armies(match, stage.here, stage.foe) == (2 - ready_lost, ready_lost)


@clause("nobunaga", "8-4")
@clause("honganji", "8-4")
@pytest.mark.parametrize(
    ("ready", "spent", "offered", "barred"),
    [(1, 3, {"lose 0", "lose 1"}, "lose 2"), (3, 1, {"lose 2", "lose 3"}, "lose 1")],
)
def test_the_choice_stays_within_what_stands_there(
    stage: Stage, ready: int, spent: int, offered: set[str], barred: str
) -> None:
    """Three hits: with one ready army at most one of them is ready, with one spent army at least two are."""
    match = attack(stage, {"ready": ready, "spent": spent}, 1, 1, 1, 6)
    assert options_of(match) == offered
    refused(match, barred, "8-4")


@clause("nobunaga", "8-4-1")
@clause("honganji", "8-4-1")
def test_armies_are_removed_at_once_without_a_check(stage: Stage) -> None:
    """Three hits, three armies fewer before the card is paid; a fourth army stays as it was."""
    match = attack(stage, {"spent": 4}, 1, 2, 3, 4)
    assert turn_of(match) == ("discard", stage.seat)
    assert armies(match, stage.here, stage.foe) == (0, 1)


@clause("nobunaga", "8-4.p2")
@clause("honganji", "8-4.p2")
def test_removed_armies_go_back_beside_the_board(stage: Stage) -> None:
    units = {stage.own: {"ready": 3, "generals": [stage.chief]}, stage.foe: {"ready": 8}}
    before = stage.lay({stage.here: units}).view(stage.seat)["pools"]
    match = attack(stage, {"ready": 8}, 1, 1, 6, 6)
    after = match.view(stage.seat)["pools"]
    assert after == before | {stage.foe: before[stage.foe] + 2}


@clause("nobunaga", "8-4")
@clause("honganji", "8-4")
def test_armies_fall_before_generals(stage: Stage) -> None:
    """Two hits take the two armies and the general makes no check (no die is left); a third hit is his (H-15)."""
    foe = {"ready": 1, "spent": 1, "generals": [stage.strong]}
    match = attack(stage, foe, 1, 1, 6, 6, 6, 6, 6)
    assert stack(match, stage.here, stage.foe) == {"ready": 0, "spent": 0, "generals": {stage.strong: "ready"}}
    match = attack(stage, foe, 1, 1, 1, 6, 6, 6, 6, 2)
    assert stack(match, stage.here, stage.foe) == {"ready": 0, "spent": 0, "generals": {}}
    assert stage.dead(match) == [stage.strong]


@clause("nobunaga", "8-4")
@clause("honganji", "8-4")
def test_hits_left_over_harm_nobody_else(stage: Stage) -> None:
    """Four hits on one army (H-14)."""
    match = attack(stage, {"ready": 1}, 1, 1, 1, 1, third={"ready": 3})
    assert armies(match, stage.here, stage.foe) == (0, 0)
    assert armies(match, stage.here, stage.bystander) == (3, 0)


@clause("nobunaga", "8-4", "8-4-2", "8-1-1")
@clause("honganji", "8-4", "8-4-2", "8-1-1")
def test_of_the_attackers_only_those_who_fight_are_hit(stage: Stage) -> None:
    """Three hits on a general and one army: the third is lost, for the spent units beside them did not fight (H-14)."""
    own = {"ready": 1, "spent": 3, "generals": [stage.second], "spent_generals": [stage.third]}
    match = stage.attack(own, {"ready": 3, "generals": [stage.strong]}, 6, 6, 1, 1, 1, 6, 1)
    assert stack(match, stage.here, stage.own) == {"ready": 0, "spent": 3, "generals": {stage.third: "spent"}}
    assert stage.dead(match) == [stage.second]
    pay(match)
    assert turn_of(match) == stage.then


# --- 8-4-2: generals ---------------------------------------------------------------------------------------------


@clause("nobunaga", "8-4", "8-4-2")
@clause("honganji", "8-4", "8-4-2")
@pytest.mark.parametrize(("victim", "other"), [("weak", "strong"), ("strong", "weak")])
def test_the_receiver_chooses_among_his_generals_and_only_that_one_is_checked(
    stage: Stage, victim: str, other: str
) -> None:
    """Two hits, one army: its owner says which of two generals takes the second (H-15)."""
    match = attack(stage, {"ready": 1, "generals": [stage.strong, stage.weak]}, 1, 1, 6, 6, 6, 6, 6, 1)
    match.act(f"commander {stage.strong}")
    assert turn_of(match) == ("wound", stage.foe_seat)
    assert options_of(match) == {f"hit {stage.strong}", f"hit {stage.weak}"}
    match.act(f"hit {getattr(stage, victim)}")
    assert generals(match, stage.here, stage.foe) == {getattr(stage, other): "ready"}
    assert stage.dead(match) == [getattr(stage, victim)]


@clause("nobunaga", "8-2", "8-4")
@clause("honganji", "8-2", "8-4")
@pytest.mark.parametrize("victim", ["weak", "strong"])
def test_the_receiver_may_choose_a_spent_general(stage: Stage, victim: str) -> None:
    foe = {"generals": [stage.weak], "spent_generals": [stage.strong]}
    match = attack(stage, foe, 1, 6, 6, 6, 6, 6, 1)
    match.act(f"commander {stage.strong}")
    assert turn_of(match) == ("wound", stage.foe_seat)
    assert options_of(match) == {f"hit {stage.strong}", f"hit {stage.weak}"}
    match.act(f"hit {getattr(stage, victim)}")
    assert stage.dead(match) == [getattr(stage, victim)]


@clause("nobunaga", "8-2", "8-4", "8-4-2")
@clause("honganji", "8-2", "8-4", "8-4-2")
def test_spent_generals_under_attack_are_hit_too(stage: Stage) -> None:
    """Two hits: one general is ready, the other spent; both make their checks."""
    match = attack(stage, {"generals": [stage.weak], "spent_generals": [stage.strong]}, 1, 1, 6, 6, 6, 6, 1, 1)
    match.act(f"commander {stage.strong}")
    assert set(stage.dead(match)) == {stage.weak, stage.strong}


@clause("nobunaga", "8-4-2")
@clause("honganji", "8-4-2")
def test_each_general_who_is_hit_has_his_own_check(stage: Stage) -> None:
    """Both are hit; the dice 2 and 5 kill one and put the other to flight."""
    match = attack(stage, {"generals": [stage.strong, stage.weak]}, 1, 1, 6, 6, 6, 6, 2, 5)
    match.act(f"commander {stage.strong}")
    dead = stage.dead(match)
    fled = {one for one in (stage.strong, stage.weak) if whereabouts(stage, match, one) == [stage.refuge]}
    assert len(dead) == len(fled) == 1
    assert {*dead, *fled} == {stage.strong, stage.weak}
    assert generals(match, stage.here, stage.foe) == {}
    assert {generals(match, stage.refuge, stage.foe)[one] for one in fled} == {"spent"}


@clause("nobunaga", "8-4-2")
@clause("honganji", "8-4-2")
def test_generals_of_the_attacker_are_checked_first(stage: Stage) -> None:
    """Two generals hit each other: the first die is the attacker's (H-16)."""
    own, foe = {"generals": [stage.chief]}, {"generals": [stage.strong]}
    match = stage.attack(own, foe, 1, 1, 2, 5)
    assert stage.dead(match) == [stage.chief]
    assert whereabouts(stage, match, stage.strong) == [stage.refuge]
    match = stage.attack(own, foe, 1, 1, 5, 2)
    if match.decision.name == "flee":
        assert match.decision.who == stage.seat
        match.act(f"flee {stage.home}")
    assert generals(match, stage.home, stage.own)[stage.chief] == "spent"
    assert stage.dead(match) == [stage.strong]


@clause("nobunaga", "8-4-2", "8-4-2-1", "8-4-2-2")
@clause("honganji", "8-4-2", "8-4-2-1", "8-4-2-2")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_general_is_dead_up_to_3_and_flees_from_4(stage: Stage, die: int) -> None:
    """He flees to the only other area of his clan, and is spent."""
    match = attack(stage, {"generals": [stage.strong]}, 1, 6, 6, 6, 6, die)
    assert generals(match, stage.here, stage.foe) == {}
    assert stage.strong not in match.view(stage.seat)["off_map"]
    if die <= 3:
        assert stage.dead(match) == [stage.strong]
        assert whereabouts(stage, match, stage.strong) == []
    else:
        assert stage.dead(match) == []
        assert whereabouts(stage, match, stage.strong) == [stage.refuge]
        assert generals(match, stage.refuge, stage.foe)[stage.strong] == "spent"


@clause("nobunaga", "8-4-2-2")
@clause("honganji", "8-4-2-2", "FAQ-Q8")
def test_a_general_flees_to_another_area_of_his_clan_by_choice(stage: Stage) -> None:
    """Neither to the field of battle, though it is his clan's, nor to an area of others."""
    held = {"controller": stage.foe, stage.foe: {"spent": 1}}
    field = {"controller": stage.foe, stage.own: {"ready": 3, "generals": [stage.chief]}}
    areas = {stage.here: {**field, stage.foe: {"generals": [stage.strong]}}, stage.other_refuge: held}
    match = stage.lay(areas, dice=[1, 6, 6, 6, 6, 4])
    match.act("combat")
    match.act(f"attack {stage.own} {stage.here}")
    assert turn_of(match) == ("flee", stage.foe_seat)
    assert options_of(match) == {f"flee {stage.refuge}", f"flee {stage.other_refuge}"}
    refused(match, f"flee {stage.here}", "8-4-2-2")
    refused(match, f"flee {stage.no_refuge}", "8-4-2-2")
    match.act(f"flee {stage.other_refuge}")
    assert whereabouts(stage, match, stage.strong) == [stage.other_refuge]
    assert generals(match, stage.other_refuge, stage.foe) == {stage.strong: "spent"}
