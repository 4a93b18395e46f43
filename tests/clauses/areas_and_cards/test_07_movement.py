"""Chapter 7: who may move, how far, and what meets them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.areas_and_cards.stage import Stage
from tests.clauses.common import acts, allowed, armies, column, generals, hand, options_of, refused, stack, turn_of
from tests.clauses.honganji.steps import pay
from tests.support import clause

# --- 7: how far, and past whom -----------------------------------------------------------------------------------


@clause("nobunaga", "7")
@clause("honganji", "7")
def test_a_march_goes_as_many_areas_as_the_book_allows(stage: Stage) -> None:
    """In an open country every area of the rings around the start, neither the start nor what lies beyond."""
    match = stage.walk(2)
    assert options_of(match) == {f"to {area}" for ring in stage.rings for area in ring}
    for area in (*stage.beyond, stage.start):
        refused(match, f"to {area}", "7")
    goal = min(stage.rings[-1])
    match.act(f"to {goal}")
    pay(match)
    assert armies(match, goal, stage.walker) == (0, 2)
    assert armies(match, stage.start, stage.walker) == (2, 0)


@clause("nobunaga", "7.p1b")
@clause("honganji", "7.p1b")
def test_others_end_a_march_and_bar_the_way_behind_them(stage: Stage) -> None:
    match = stage.walk(2, stage.blocks)
    assert options_of(match) == {f"to {area}" for area in stage.around_blocks}
    for area in stage.behind_blocks:
        refused(match, f"to {area}", "7.p1b")


@clause("nobunaga", "7.p1b", "7.p2")
@clause("honganji", "7.p1b", "7.p2")
def test_a_march_past_own_units_drops_off_and_picks_up_nobody(stage: Stage) -> None:
    """The column arrives whole at the only destination that is asked, and those on the way stay as they are."""
    match = stage.walk(3, {stage.between: {stage.walker: {"ready": 2}}, **stage.detours})
    match.act(f"to {stage.two_away}")
    assert turn_of(match) == ("discard", stage.seat)
    pay(match)
    assert turn_of(match) == stage.then
    assert armies(match, stage.start, stage.walker) == (1, 0)
    assert armies(match, stage.between, stage.walker) == (2, 0)
    assert armies(match, stage.two_away, stage.walker) == (0, 3)


# --- 7.p3, 7.p4, 7-3: who is met ---------------------------------------------------------------------------------


def front(stage: Stage, foe: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Two generals and four armies beside an area of the foe's."""
    own = {"ready": 4, "generals": [stage.chief, stage.second]}
    return {stage.near: {stage.own: own}, stage.here: {stage.foe: foe, **more}}


@clause("nobunaga", "7.p3")
@clause("honganji", "7.p3")
def test_a_march_into_others_is_a_combat_at_once(stage: Stage) -> None:
    """Three dice at 3 before anything else is asked; no general answers."""
    match = stage.march(front(stage, {"ready": 5}), stage.here, dice=[1, 3, 3], take=[stage.chief], armies=2)
    assert turn_of(match) == ("discard", stage.seat)
    assert armies(match, stage.here, stage.foe) == (2, 0)


@clause("nobunaga", "7.p3")
@clause("honganji", "7.p3")
def test_nobody_fights_in_an_empty_area(stage: Stage) -> None:
    """No dice are given: a roll would be an error."""
    match = stage.march(front(stage, {"ready": 5}), stage.empty, take=[stage.chief], armies=2)
    pay(match)
    assert armies(match, stage.empty, stage.own) == (0, 2)
    assert armies(match, stage.here, stage.foe) == (5, 0)


@clause("nobunaga", "7.p4")
@clause("honganji", "7.p4")
@pytest.mark.parametrize(("goal", "dice"), [("empty", []), ("here", [6, 6, 6])])
def test_those_who_moved_are_spent_and_the_others_are_not(stage: Stage, goal: str, dice: list[int]) -> None:
    area = getattr(stage, goal)
    match = stage.march(front(stage, {"ready": 5}), area, dice=dice, take=[stage.chief], armies=2)
    pay(match)
    assert stack(match, area, stage.own) == {"ready": 0, "spent": 2, "generals": {stage.chief: "spent"}}
    assert stack(match, stage.near, stage.own) == {"ready": 2, "spent": 0, "generals": {stage.second: "ready"}}


@clause("nobunaga", "7-3", "6-6")
@clause("honganji", "7-3")
def test_a_march_is_one_combat_for_one_card(stage: Stage) -> None:
    """Two dice kill one of six; ready units and cards are left, yet no further combat is offered."""
    areas = front(stage, {"ready": 5, "spent": 1})
    match = stage.march(areas, stage.here, dice=[1, 4], take=[stage.chief], armies=1)
    cards = stage.hand_size(match, stage.foe_seat)
    match.act("lose 1")
    assert turn_of(match) == ("discard", stage.seat)
    pay(match)
    assert turn_of(match) == stage.then
    assert stage.hand_size(match, stage.seat) == 3
    assert stage.hand_size(match, stage.foe_seat) == cards
    assert stack(match, stage.here, stage.own) == {"ready": 0, "spent": 1, "generals": {stage.chief: "spent"}}
    assert armies(match, stage.here, stage.foe) == (4, 1)


@clause("nobunaga", "7-3", "8-1-1")
@clause("honganji", "7-3", "7.p3", "8-1-1")
@pytest.mark.parametrize("target", ["foe", "bystander"])
def test_among_several_others_a_march_is_one_combat_against_one_of_them(stage: Stage, target: str) -> None:
    """Three dice, three hits on the one chosen; those who were there and joined in are spent as well."""
    areas = {
        stage.near: {stage.own: {"ready": 2, "generals": [stage.chief]}},
        stage.here: {
            stage.own: {"ready": 1, "spent": 1},
            stage.foe: {"ready": 4},
            stage.bystander: {"ready": 4},
        },
    }
    match = stage.march(areas, stage.here, dice=[3, 3, 3], take=[stage.chief], armies=1)
    assert turn_of(match) == ("target", stage.seat)
    assert options_of(match) == {f"target {stage.foe}", f"target {stage.bystander}"}
    clan = getattr(stage, target)
    match.act(f"target {clan}")
    left = {other: armies(match, stage.here, other) for other in (stage.foe, stage.bystander)}
    assert left == dict.fromkeys(left, (4, 0)) | {clan: (1, 0)}
    pay(match)
    assert turn_of(match) == stage.then
    assert armies(match, stage.here, stage.own) == (0, 3)


# --- 7-1: who goes along -----------------------------------------------------------------------------------------


@clause("nobunaga", "7-1")
@clause("honganji", "7-1")
def test_only_ready_units_march(stage: Stage) -> None:
    units = {"ready": 2, "spent": 2, "generals": [stage.chief], "spent_generals": [stage.third]}
    match = stage.lay({stage.near: {stage.own: units}, stage.empty: {stage.own: {"spent": 3}}})
    match.act("movement")
    refused(match, f"march {stage.own} {stage.empty}", "7-1")
    match.act(f"march {stage.own} {stage.near}")
    assert options_of(match) == {f"take {stage.chief}", "done"}
    refused(match, f"take {stage.third}", "7-1")
    match.act("done")
    refused(match, "with 3", "7-1")
    allowed(match, "with 1", "with 2")


@clause("nobunaga", "7-1")
@clause("honganji", "7-1")
@pytest.mark.parametrize(("places", "count"), [([], 2), (["chief"], 0), (["chief", "second"], 0), (["second"], 3)])
def test_armies_or_generals_or_both_march(stage: Stage, places: list[str], count: int) -> None:
    men = [getattr(stage, place) for place in places]
    match = stage.march(front(stage, {"ready": 5}), stage.empty, take=men, armies=count)
    pay(match)
    moved = {"ready": 0, "spent": count, "generals": dict.fromkeys(men, "spent")}
    assert stack(match, stage.empty, stage.own) == moved
    assert armies(match, stage.near, stage.own) == (4 - count, 0)


@clause("nobunaga", "7-1", "7-2(1)")
@clause("honganji", "7-1", "7-2(1)")
@pytest.mark.parametrize(("ready", "spent", "taken"), [(2, 0, []), (0, 3, ["chief"]), (1, 0, ["chief"])])
def test_strength_is_not_asked_where_there_is_no_choice(stage: Stage, ready: int, spent: int, taken: list[str]) -> None:
    """Of two armies one has to stay; no army is ready; the only one has to stay."""
    men = [getattr(stage, place) for place in taken]
    match = stage.lay({stage.near: {stage.own: {"ready": ready, "spent": spent, "generals": men}}})
    acts(match, "movement", f"march {stage.own} {stage.near}", *[f"take {general}" for general in men])
    assert match.decision.name == "destination"
    match.act(f"to {stage.empty}")
    pay(match)
    went = 0 if men else 1
    assert armies(match, stage.near, stage.own) == (ready - went, spent)
    assert armies(match, stage.empty, stage.own) == (0, went)


# --- 7-2: who stays ----------------------------------------------------------------------------------------------


@clause("nobunaga", "7-2", "7-2(1)", "7-2(2)")
@clause("honganji", "7-2", "7-2(1)", "7-2(2)")
def test_either_condition_alone_forbids_a_march(stage: Stage) -> None:
    areas = {
        stage.empty: {stage.own: {"ready": 1}},
        stage.here: {stage.own: {"ready": 4}, stage.foe: {"ready": 1}},
        stage.near: {stage.own: {"ready": 4}},
    }
    match = stage.lay(areas)
    match.act("movement")
    assert options_of(match) == {f"march {stage.own} {stage.near}"}
    refused(match, f"march {stage.own} {stage.empty}", "7-2(1)")
    refused(match, f"march {stage.own} {stage.here}", "7-2(2)")


def strength(stage: Stage, units: dict[str, Any], *taken: str, beside: str = "", **entries: Any) -> Playing:
    """The choice of armies for a march, the given generals going along."""
    others = {beside: {"ready": 1}} if beside else {}
    match = stage.lay({stage.near: {stage.own: units, **others}}, **entries)
    acts(match, "movement", f"march {stage.own} {stage.near}", *[f"take {general}" for general in taken])
    if match.decision.name == "generals":
        match.act("done")
    assert match.decision.name == "strength"
    return match


@clause("nobunaga", "7-2(1)")
@clause("honganji", "7-2(1)")
def test_the_last_unit_stays(stage: Stage) -> None:
    match = strength(stage, {"ready": 3})
    assert options_of(match) == {"with 1", "with 2"}
    refused(match, "with 3", "7-2(1)")


@clause("nobunaga", "7-2(1)")
@clause("honganji", "7-2(1)")
@pytest.mark.parametrize("kind", ["spent army", "spent general", "ready general"])
def test_any_unit_of_the_clan_holds_the_place(stage: Stage, kind: str) -> None:
    stays: dict[str, dict[str, Any]] = {
        "spent army": {"spent": 1},
        "spent general": {"spent_generals": [stage.chief]},
        "ready general": {"generals": [stage.chief]},
    }
    match = strength(stage, {"ready": 3, **stays[kind]})
    assert options_of(match) == {"with 1", "with 2", "with 3"}


@clause("nobunaga", "7-2(1)")
@clause("honganji", "7-2(1)")
def test_a_general_who_goes_along_does_not_hold_the_place(stage: Stage) -> None:
    match = strength(stage, {"ready": 3, "generals": [stage.chief]}, stage.chief)
    assert options_of(match) == {"with 0", "with 1", "with 2"}
    refused(match, "with 3", "7-2(1)")


@clause("nobunaga", "7-2(1)")
@clause("honganji", "7-2(1)")
def test_of_two_generals_alone_one_stays(stage: Stage) -> None:
    match = stage.lay({stage.near: {stage.own: {"generals": [stage.chief, stage.second]}}})
    acts(match, "movement", f"march {stage.own} {stage.near}", f"take {stage.chief}")
    assert f"take {stage.second}" not in match.decision.texts
    if match.decision.name == "generals":
        match.act("done")
    match.act(f"to {stage.empty}")
    pay(match)
    assert generals(match, stage.near, stage.own) == {stage.second: "ready"}
    assert generals(match, stage.empty, stage.own) == {stage.chief: "spent"}


@clause("nobunaga", "7-2(1)")
@clause("honganji", "7-2(1)", "7-2(2).Exc")
def test_another_clan_does_not_hold_the_place(stage: Stage) -> None:
    """It does not hold the clan back either: it is of one power with it, or both are against Oda."""
    match = strength(stage, {"ready": 3}, beside=stage.companion, **stage.companion_entries)
    assert options_of(match) == {"with 1", "with 2"}
    refused(match, "with 3", "7-2(1)")


# --- 7-4: movement by event --------------------------------------------------------------------------------------


@clause("nobunaga", "7-4")
@clause("honganji", "7-4")
def test_a_march_by_event_keeps_the_rules_of_movement(stage: Stage) -> None:
    """Last unit, distance, combat on arrival, spent units, no additional combat; the event itself is the card."""
    areas = {
        stage.near: {stage.own: {"ready": 3, "generals": [stage.chief]}},
        stage.empty: {stage.own: {"ready": 1}},
        stage.here: {stage.foe: {"ready": 4}},
    }
    spare = stage.hand[0]
    match = stage.lay(areas, dice=[3, 4, 3], hand=[stage.march_event, spare])
    match.act(f"event {stage.march_event}")
    refused(match, f"march {stage.own} {stage.empty}", "7-2(1)")
    acts(match, f"march {stage.own} {stage.near}", f"take {stage.chief}")
    if match.decision.name == "generals":
        match.act("done")
    refused(match, "with 3", "7-2(1)")
    match.act("with 2")
    refused(match, f"to {stage.beyond_event}", "7")
    match.act(f"to {stage.here}")
    assert armies(match, stage.here, stage.foe) == (2, 0)
    assert stack(match, stage.here, stage.own) == {"ready": 0, "spent": 2, "generals": {stage.chief: "spent"}}
    assert turn_of(match) == stage.then
    assert hand(match, stage.seat) == [spare]


@clause("nobunaga", "7-4", "7")
@clause("honganji", "7-4", "7")
def test_a_march_by_event_never_comes_back_to_its_start(stage: Stage) -> None:
    areas = {stage.near: {stage.own: {"ready": 3}}}
    match = stage.lay(areas, hand=[stage.march_event, stage.hand[0]])
    match.act(f"event {stage.march_event}")
    column(match, stage.own, stage.near, armies=1)
    refused(match, f"to {stage.near}", "7")
