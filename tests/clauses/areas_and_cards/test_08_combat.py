"""Chapter 8: who fights whom, under which commander, with how many dice, and additional combat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.areas_and_cards.stage import Stage
from tests.clauses.common import acts, armies, generals, options_of, stack, turn_of
from tests.clauses.honganji.steps import pay
from tests.clauses.reasons import barred
from tests.support import clause


def told(match: Playing, kind: str, what: str) -> list[tuple[str, set[str]]]:
    """Return what each event of a kind names, and its clauses, in their order."""
    return [
        (event.data[what], {name.partition(":")[2] for name in event.clauses})
        for event in match.events
        if event.kind == kind
    ]


def finish(stage: Stage, match: Playing) -> None:
    """Pay for the combat, and fight no further."""
    assert turn_of(match) == ("discard", stage.seat)
    pay(match)
    if match.decision.name == "additional":
        match.act("stop")


@clause("nobunaga", "8")
@clause("honganji", "8")
def test_both_sides_take_their_losses_at_once(stage: Stage) -> None:
    """The first die kills the army attacked; it still rolls the die that kills the attacker's."""
    own, foe = {"ready": 1, "generals": [stage.chief]}, {"ready": 1, "generals": [stage.strong]}
    match = stage.attack(own, foe, 1, 6, 6, 1)
    assert stack(match, stage.here, stage.foe) == {"ready": 0, "spent": 0, "generals": {stage.strong: "ready"}}
    assert armies(match, stage.here, stage.own) == (0, 0)
    assert set(generals(match, stage.here, stage.own)) == {stage.chief}


@clause("nobunaga", "8.p3")
@clause("honganji", "8.p3")
@pytest.mark.parametrize("moving", [False, True])
def test_attackers_are_spent_and_defenders_stay_as_they_are(stage: Stage, moving: bool) -> None:
    """Three dice against four, all misses; only continued combat may be followed by another."""
    foe = {"ready": 2, "spent": 1, "generals": [stage.strong]}
    dice = [6] * 7
    if moving:
        own = {"ready": 3, "generals": [stage.chief]}
        areas = {stage.near: {stage.own: own}, stage.here: {stage.foe: foe}}
        match = stage.march(areas, stage.here, dice=dice, take=[stage.chief], armies=2)
        pay(match)
    else:
        match = stage.attack({"ready": 2, "generals": [stage.chief]}, foe, *dice)
        pay(match)
        assert turn_of(match) == ("additional", stage.seat)
        match.act("stop")
    assert turn_of(match) == stage.then
    assert stack(match, stage.here, stage.own) == {"ready": 0, "spent": 2, "generals": {stage.chief: "spent"}}
    assert stack(match, stage.here, stage.foe) == {"ready": 2, "spent": 1, "generals": {stage.strong: "ready"}}


@clause("nobunaga", "8-1")
@clause("honganji", "8-1")
def test_area_target_and_commander_are_declared_in_this_order(stage: Stage) -> None:
    """Under a 2 the dice 3, 3, 3, 2 are one hit; under a 3 they would have been four."""
    led = {"ready": 5, "generals": [stage.bystander_general]}
    areas = {
        stage.here: {
            stage.own: {"ready": 2, "generals": [stage.chief, stage.second]},
            stage.foe: {"ready": 5},
            stage.bystander: led,
        },
        stage.near: {stage.own: {"ready": 1}, stage.bystander: {"ready": 1}},
    }
    match = stage.lay(areas, dice=[3, 3, 3, 2])
    match.act("combat")
    assert turn_of(match) == ("attack", stage.seat)
    assert options_of(match) == {f"attack {stage.own} {stage.here}", f"attack {stage.own} {stage.near}"}
    match.act(f"attack {stage.own} {stage.here}")
    assert turn_of(match) == ("target", stage.seat)
    assert options_of(match) == {f"target {stage.foe}", f"target {stage.bystander}"}
    match.act(f"target {stage.foe}")
    assert turn_of(match) == ("commander", stage.seat)
    assert options_of(match) == {f"commander {stage.chief}", f"commander {stage.second}"}
    match.act(f"commander {stage.second}")
    assert turn_of(match) == ("discard", stage.seat)
    assert armies(match, stage.here, stage.foe) == (4, 0)
    assert armies(match, stage.here, stage.bystander) == (5, 0)


@clause("nobunaga", "8-1-1")
@clause("honganji", "8-1-1")
def test_all_ready_units_of_the_clan_attack_and_no_spent_one(stage: Stage) -> None:
    """A general and three ready armies roll four dice; two spent armies and a spent general take no part."""
    own = {"ready": 3, "spent": 2, "generals": [stage.chief], "spent_generals": [stage.third]}
    match = stage.attack(own, {"ready": 6}, 3, 3, 3, 3)
    assert armies(match, stage.here, stage.foe) == (2, 0)
    finish(stage, match)
    assert armies(match, stage.here, stage.own) == (0, 5)


@clause("nobunaga", "8-1-1.Ex", "8-1-1")
@clause("honganji", "8-1-1.Ex", "8-1-1")
def test_ready_units_on_the_spot_join_those_that_arrive(stage: Stage) -> None:
    """Two armies arrive; a general and two ready armies are there: five dice. The spent army looks on."""
    own = {"ready": 2, "spent": 1, "generals": [stage.chief]}
    areas = {stage.near: {stage.own: {"ready": 3}}, stage.here: {stage.own: own, stage.foe: {"ready": 6}}}
    match = stage.march(areas, stage.here, dice=[3] * 5, armies=2)
    pay(match)
    assert armies(match, stage.here, stage.foe) == (1, 0)
    assert stack(match, stage.here, stage.own) == {"ready": 0, "spent": 5, "generals": {stage.chief: "spent"}}
    assert armies(match, stage.near, stage.own) == (1, 0)


@clause("nobunaga", "8-1-3")
@clause("honganji", "8-1-3")
@pytest.mark.parametrize("beside", ["nobody", "spent general"])
def test_without_a_ready_general_they_roll_nothing_and_are_hit(stage: Stage, beside: str) -> None:
    """They attack without dice; a general and three armies answer with two hits (H-10)."""
    own = {"ready": 3, "spent_generals": [stage.chief] if beside == "spent general" else []}
    match = stage.attack(own, {"ready": 3, "generals": [stage.weak]}, 1, 1, 6, 6)
    assert told(match, "no_commander", "clan") == [(stage.own, {"8-1-3"})]
    assert armies(match, stage.here, stage.foe) == (3, 0)
    finish(stage, match)
    assert armies(match, stage.here, stage.own) == (0, 1)


@clause("nobunaga", "8-1-3")
@clause("honganji", "8-1-3")
@pytest.mark.parametrize(("place", "left"), [("chief", 2), ("second", 4)])
def test_a_ready_general_commands_the_attack_and_no_spent_one(stage: Stage, place: str, left: int) -> None:
    """Of 2, 3 and 3 a value of 3 makes three hits, a value of 2 one (H-11)."""
    own = {"ready": 1, "generals": [stage.chief, stage.second], "spent_generals": [stage.third]}
    match = stage.attack(own, {"ready": 5}, 2, 3, 3)
    assert options_of(match) == {f"commander {stage.chief}", f"commander {stage.second}"}
    barred(match, f"commander {stage.third}", "8-1-3 spent_unit")
    match.act(f"commander {getattr(stage, place)}")
    assert armies(match, stage.here, stage.foe) == (left, 0)


@clause("nobunaga", "8-1-3")
@clause("honganji", "8-1-3")
def test_a_general_who_has_just_moved_may_command(stage: Stage) -> None:
    """H-11."""
    areas = {
        stage.near: {stage.own: {"ready": 1, "generals": [stage.chief]}},
        stage.here: {stage.own: {"ready": 1, "generals": [stage.second]}, stage.foe: {"ready": 5}},
    }
    match = stage.march(areas, stage.here, dice=[3, 3, 3], take=[stage.chief])
    assert options_of(match) == {f"commander {stage.chief}", f"commander {stage.second}"}
    match.act(f"commander {stage.chief}")
    assert armies(match, stage.here, stage.foe) == (2, 0)


@clause("nobunaga", "8-2")
@clause("honganji", "8-2")
def test_the_target_answers_with_ready_and_spent_units_and_nobody_else_does(stage: Stage) -> None:
    """Four units of either status roll four dice for three hits on the three armies that attacked."""
    value = stage.strong_value
    match = stage.attack(
        {"ready": 3, "spent": 1, "generals": [stage.chief]},
        {"ready": 1, "spent": 2, "spent_generals": [stage.strong]},
        *(6, 6, 6, 6, value, value, value + 1, value),
        third={"ready": 2, "generals": [stage.bystander_general]},
    )
    finish(stage, match)
    assert stack(match, stage.here, stage.own) == {"ready": 0, "spent": 1, "generals": {stage.chief: "spent"}}
    assert stack(match, stage.here, stage.foe) == {"ready": 1, "spent": 2, "generals": {stage.strong: "spent"}}
    assert armies(match, stage.here, stage.bystander) == (2, 0)


@clause("nobunaga", "8-2-1", "8-2")
@clause("honganji", "8-2-1", "8-2")
@pytest.mark.parametrize(("place", "left"), [("weak", 3), ("strong", 1)])
def test_the_defender_names_his_commander_ready_or_spent(stage: Stage, place: str, left: int) -> None:
    """Three dice: one hit under the weak general, three under the strong one, though he is spent."""
    foe = {"ready": 1, "generals": [stage.weak], "spent_generals": [stage.strong]}
    dice = [6] * 5 + [stage.strong_value, stage.strong_value, stage.weak_value]
    match = stage.attack({"ready": 4, "generals": [stage.second]}, foe, *dice)
    assert turn_of(match) == ("commander", stage.foe_seat)
    assert options_of(match) == {f"commander {stage.weak}", f"commander {stage.strong}"}
    match.act(f"commander {getattr(stage, place)}")
    assert armies(match, stage.here, stage.own) == (left, 0)


@clause("nobunaga", "8-1-3", "8-2-1")
@clause("honganji", "8-1-3", "8-2-1")
def test_the_commanders_who_were_chosen_are_told_with_their_clauses(stage: Stage) -> None:
    own = {"ready": 1, "generals": [stage.chief, stage.second]}
    match = stage.attack(own, {"ready": 3, "generals": [stage.strong, stage.weak]}, *[6] * 8)
    assert told(match, "commander", "general") == []
    acts(match, f"commander {stage.chief}", f"commander {stage.weak}")
    assert told(match, "commander", "general") == [(stage.chief, {"8-1-3"}), (stage.weak, {"8-2-1"})]


@clause("nobunaga", "8-2-1")
@clause("honganji", "8-2-1")
def test_armies_without_a_general_do_not_answer(stage: Stage) -> None:
    """Four armies alone roll nothing; with a general the five of them do."""
    own = {"ready": 2, "generals": [stage.chief]}
    match = stage.attack(own, {"ready": 4}, 6, 6, 6)
    assert told(match, "no_commander", "clan") == [(stage.foe, {"8-2-1"})]
    assert armies(match, stage.here, stage.own) == (2, 0)
    value = stage.weak_value
    led = {"ready": 4, "generals": [stage.weak]}
    match = stage.attack(own, led, 6, 6, 6, value, *[value + 1] * 4)
    assert armies(match, stage.here, stage.own) == (1, 0)


@clause("nobunaga", "8-3")
@clause("honganji", "8-3")
def test_each_unit_rolls_a_die_that_hits_at_or_below_the_value(stage: Stage) -> None:
    """A value of 3 and six units: 1 to 6 are three hits. Five units answer with 1 to 5."""
    own, foe = {"ready": 5, "generals": [stage.chief]}, {"ready": 4, "generals": [stage.strong]}
    match = stage.attack(own, foe, 6, 5, 4, 3, 2, 1, 5, 4, 3, 2, 1)
    assert armies(match, stage.here, stage.foe) == (1, 0)
    assert armies(match, stage.here, stage.own) == (5 - stage.strong_value, 0)


@clause("nobunaga", "8-3", "8-4")
@clause("honganji", "8-3", "8-4")
def test_the_hits_of_both_sides_are_told_once_with_their_clauses(stage: Stage) -> None:
    """Two hits of four dice, one of three."""
    own, foe = {"ready": 3, "generals": [stage.chief]}, {"ready": 2, "generals": [stage.strong]}
    match = stage.attack(own, foe, 1, 1, 6, 6, 1, 6, 6)
    (hits,) = [event for event in match.events if event.kind == "hits"]
    assert {name.partition(":")[2] for name in hits.clauses} == {"8-3", "8-4"}
    assert (hits.data["clan"], hits.data["target_clan"]) == (stage.own, stage.foe)
    assert (hits.data["dealt"], hits.data["taken"]) == (2, 1)


# --- 8-5, 8-6: additional combat ---------------------------------------------------------------------------------


def siege(stage: Stage, *dice: int, **entries: Any) -> Playing:
    """A general and one army attack six armies without a general; the first combat is not paid yet."""
    own = {"ready": 1, "generals": [stage.chief]}
    match = stage.lay({stage.here: {stage.own: own, stage.foe: {"ready": 6}}}, dice=dice, **entries)
    acts(match, "combat", f"attack {stage.own} {stage.here}")
    return match


@clause("nobunaga", "8-5", "8-6")
@clause("honganji", "8-5", "8-6")
def test_the_same_units_fight_every_additional_combat_for_one_card_each(stage: Stage) -> None:
    """Two dice each time, for they stay ready until the action is over; with nobody left it ends by itself (H-12)."""
    match = siege(stage, *[3] * 6)
    cards = stage.hand_size(match, stage.foe_seat)
    pay(match)
    for left in (4, 2):
        assert armies(match, stage.here, stage.foe) == (left, 0)
        assert turn_of(match) == ("additional", stage.seat)
        assert options_of(match) == {"again", "stop"}
        assert stack(match, stage.here, stage.own) == {"ready": 1, "spent": 0, "generals": {stage.chief: "ready"}}
        match.act("again")
        pay(match)
    assert armies(match, stage.here, stage.foe) == (0, 0)
    assert turn_of(match) == stage.then
    assert stage.hand_size(match, stage.seat) == 1
    assert stage.hand_size(match, stage.foe_seat) == cards > 0  # the side attacked pays nothing
    assert stack(match, stage.here, stage.own) == {"ready": 0, "spent": 1, "generals": {stage.chief: "spent"}}


@clause("nobunaga", "8-5", "8-6")
@clause("honganji", "8-5", "8-6")
def test_the_attacker_may_stop_after_a_combat_and_keep_his_cards(stage: Stage) -> None:
    match = siege(stage, 3, 3)
    pay(match)
    match.act("stop")
    assert turn_of(match) == stage.then
    assert stage.hand_size(match, stage.seat) == 3
    assert armies(match, stage.here, stage.foe) == (4, 0)
    assert armies(match, stage.here, stage.own) == (0, 1)


@clause("nobunaga", "8-5")
@clause("honganji", "8-5")
def test_without_a_card_there_is_no_additional_combat(stage: Stage) -> None:
    match = siege(stage, *[3] * 4, hand=stage.hand[:2])
    pay(match)
    match.act("again")
    pay(match)
    assert armies(match, stage.here, stage.foe) == (2, 0)
    assert turn_of(match) == stage.then_without_cards


@clause("nobunaga", "8-5")
@clause("honganji", "8-5")
@pytest.mark.parametrize(("dice", "survivors"), [([1, 1, 6], 0), ([1, 6, 6], 1)])
@pytest.mark.parametrize("idle", [0, 2])
def test_an_additional_combat_needs_a_survivor_of_those_who_fought(
    stage: Stage, dice: list[int], survivors: int, idle: int
) -> None:
    """Two ready armies against a general: two hits leave no fighter, for spent armies do not count (H-42)."""
    own, foe = {"ready": 2, "spent": idle}, {"ready": 2, "generals": [stage.strong]}
    match = stage.attack(own, foe, *dice)
    pay(match)
    assert turn_of(match) == (("additional", stage.seat) if survivors else stage.then)
    assert sum(armies(match, stage.here, stage.own)) == idle + survivors


@clause("nobunaga", "8-5", "8-5.p5")
@clause("honganji", "8-5", "8-5.p4")
def test_each_additional_combat_has_its_own_target_and_commander(stage: Stage) -> None:
    """A 3 hits the one clan twice, a 2 the other once, the 3 the first once more (H-42)."""
    own = {"ready": 1, "generals": [stage.chief, stage.second]}
    areas = {stage.here: {stage.own: own, stage.foe: {"ready": 5}, stage.bystander: {"ready": 5}}}
    match = stage.lay(areas, dice=[3, 3, 4, 2, 3, 3, 3, 6, 6])
    acts(match, "combat", f"attack {stage.own} {stage.here}", f"target {stage.bystander}", f"commander {stage.chief}")
    pay(match)
    for target, commander in ((stage.foe, stage.second), (stage.bystander, stage.chief)):
        match.act("again")
        pay(match)
        assert turn_of(match) == ("target", stage.seat)
        assert options_of(match) == {f"target {stage.foe}", f"target {stage.bystander}"}
        match.act(f"target {target}")
        assert turn_of(match) == ("commander", stage.seat)
        match.act(f"commander {commander}")
    assert armies(match, stage.here, stage.bystander) == (2, 0)
    assert armies(match, stage.here, stage.foe) == (4, 0)
