"""12-5 and 12-6: pursuit of a side that retreats, and the advance into the hex it left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import gunki
from gunki import Match
from tests.clauses.kenshin.fights import (
    FORT,
    FUWA,
    HERE,
    HONJO,
    JINBO,
    KAGETORA,
    KAKIZAKI,
    MAEDA,
    MINE,
    NAOE,
    NOBUKATSU,
    SASA,
    SHIBATA,
    THEIRS,
    THERE,
    compose_field,
    compose_siege,
    dice_of_sums,
    fall_back,
    fight_until_pursuit,
    reduce_units,
    strengths,
)
from tests.clauses.kenshin.table import (
    acts,
    at,
    choices,
    data_of,
    decision_of,
    force,
    modifiers_of,
    of_kind,
    options_of,
    roll_of,
    rolls,
    score,
    steps,
    turn_of,
    unit,
)
from tests.clauses.reasons import barred
from tests.support import clause


def retreat_before_pursuit(mine: int, theirs: int, *then: int, **entries: Any) -> Match:
    """Let a busho of ability `theirs` retreat from one of ability `mine`, up to the decision to pursue.

    The dice of `then` follow those of the first round.
    """
    units = {JINBO: {"hex": HERE, "ability": mine}}, {MAEDA: {"hex": THERE, "ability": theirs}}
    match = compose_field(*units, dice=[1, 1, 1, 1, *then], **entries)
    match.act(f"attack {JINBO}")
    fight_until_pursuit(match, "oda")
    return match


def win_battle(mine: Mapping[str, Any], theirs: Mapping[str, Any], *joining: str, **entries: Any) -> Match:
    """Let Kakizaki and the joining forces drive the Oda side out of THERE without pursuit; they may then advance."""
    match = compose_field(mine, theirs, 2, 2, **entries)
    acts(match, f"attack {KAKIZAKI}", *[f"join {name}" for name in joining])
    while decision_of(match).name in ("join", "ability"):
        match.act("fight" if decision_of(match).name == "join" else decision_of(match).texts[0])
    fight_until_pursuit(match, "oda")
    match.act("let_go")
    fall_back(match)
    return match


# --- 12-5 -----------------------------------------------------------------------------------------------------------


@clause("kenshin", "12-5")
def test_pursuit_is_a_choice_before_anybody_has_moved() -> None:
    match = retreat_before_pursuit(3, 3)
    assert turn_of(match) == ("pursuit", "uesugi")
    assert options_of(match) == {"pursue", "let_go"}
    assert at(match, MAEDA) == THERE
    events = match.act("let_go")
    assert not rolls(events)
    assert turn_of(match) == ("retreat", "oda")


@clause("kenshin", "12-5")
def test_the_defender_pursues_an_attacker_who_retreats() -> None:
    """Strength 6, 8: one hit."""
    match = compose_field(MINE, THEIRS, 2, 2, 8)
    match.act(f"attack {KAKIZAKI}")
    fight_until_pursuit(match, "uesugi")
    assert turn_of(match) == ("pursuit", "oda")
    events = match.act("pursue")
    assert of_kind(events, "pursued") == [{"seat": "oda", "count": 1}]
    assert turn_of(match) == ("losses", "uesugi")


@clause("kenshin", "12-5-1(1)", "12-5-1(2)", "12-5-3")
@pytest.mark.parametrize(("mine", "theirs"), [(5, 2), (3, 3), (1, 0)])
def test_a_pursuer_of_equal_or_better_ability_needs_no_die(mine: int, theirs: int) -> None:
    match = retreat_before_pursuit(mine, theirs, 1, 1)
    events = match.act("pursue")
    assert [roll["purpose"] for roll in rolls(events)] == ["pursuit"]
    assert modifiers_of(roll_of(events, "pursuit")) == ({"12-5-3": mine - theirs} if mine > theirs else {})


@clause("kenshin", "12-5-1(3)")
@pytest.mark.parametrize("literal", [False, True])
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("better", [1, 3, 5])
def test_a_better_leader_escapes_by_a_die(better: int, die: int, literal: bool) -> None:
    """K-10: at or below the difference; by the letter above it."""
    match = retreat_before_pursuit(1, 1 + better, die, 1, 1, options={"pursuit_literal": literal})
    events = match.act("pursue")
    escapes = die > better if literal else die <= better
    roll = roll_of(events, "escape")
    assert (roll["dice"], roll["value"]) == ([die], better)
    assert data_of(events, "escaped", "seat") == (["oda"] if escapes else [])
    assert len(rolls(events, "pursuit")) == (0 if escapes else 1)
    assert turn_of(match) == ("retreat", "oda")


@clause("kenshin", "12-5-1(3)", "12-5-3")
def test_a_worse_pursuer_that_catches_up_rolls_with_the_difference_of_abilities() -> None:
    match = retreat_before_pursuit(1, 3, 3, *dice_of_sums(12))
    roll = roll_of(match.act("pursue"), "pursuit")
    assert (roll["total"], modifiers_of(roll)) == (10, {"12-5-3": -2})
    assert steps(match, MAEDA) == 1  # 10 on the row of 2


@clause("kenshin", "12-5-1(3)")
@pytest.mark.parametrize(("difference", "die", "escapes"), [(1, 1, True), (1, 2, False), (4, 4, True), (4, 5, False)])
def test_the_chart_gives_the_die_of_escape(difference: int, die: int, escapes: bool) -> None:
    game = gunki.game("kenshin")
    assert bool(game.lookup(game.setup(), "pursuit", (str(difference), str(die)))["escapes"]) is escapes


@clause("kenshin", "12-5-2")
def test_a_pursuit_is_one_unanswered_attack_on_all_retreating_forces() -> None:
    """Strength 5 by then, 11: two hits on either force; the fleeing side does not roll, and no round follows."""
    match = compose_field(MINE, {**THEIRS, **force(THERE, NOBUKATSU, FUWA)}, 2, 7, 11)  # 7 on 7-10: one hit
    acts(match, f"attack {KAKIZAKI}", f"under {SHIBATA}", f"lose {JINBO}")
    fight_until_pursuit(match, "oda")
    events = match.act("pursue")
    assert [roll["purpose"] for roll in rolls(events)] == ["pursuit"]
    assert strengths(events) == [5]
    assert of_kind(events, "pursued") == [{"seat": "uesugi", "count": 2}]
    assert turn_of(match) == ("losses", "oda")
    assert choices(match, "lose") == {SHIBATA, MAEDA, SASA, NOBUKATSU, FUWA}
    acts(match, f"lose {FUWA}", f"lose {SASA}")
    assert turn_of(match) == ("retreat", "oda")


@clause("kenshin", "12-5-2", "12-3-1")
def test_in_a_pursuit_two_step_units_take_losses_first() -> None:
    """K-16."""
    match = compose_field(MINE, reduce_units(THEIRS, MAEDA), 2, 2, 8)
    match.act(f"attack {KAKIZAKI}")
    fight_until_pursuit(match, "oda")
    match.act("pursue")
    barred(match, f"lose {MAEDA}", "12-3-1 others_first")
    assert choices(match, "lose") == {SHIBATA, SASA}


@clause("kenshin", "12-5-3")
def test_only_the_abilities_modify_a_pursuit() -> None:
    """Neither foothills nor rivers nor fortifications."""
    ground = {
        "terrain": {THERE: "foothills"},
        "sides": {f"{HERE}-{THERE}": "river"},
        "state": {"fortified": {THERE: ["oda"]}},
    }
    match = retreat_before_pursuit(5, 3, 1, 1, **ground)
    assert modifiers_of(roll_of(match.act("pursue"), "pursuit")) == {"12-5-3": 2}


@clause("kenshin", "12-5-2", "12-6", "15")
def test_a_force_that_dies_in_the_pursuit_does_not_retreat() -> None:
    match = compose_field(MINE, reduce_units({MAEDA: {"hex": THERE}}), 2, 2, 8)  # reduced: it must retreat
    match.act(f"attack {KAKIZAKI}")
    events = match.act("pursue")
    assert data_of(events, "killed", "unit") == [MAEDA]
    assert score(match) == 1
    assert turn_of(match) == ("advance", "uesugi")


# --- 12-6 -----------------------------------------------------------------------------------------------------------


@clause("kenshin", "12-6", "12-6-1")
def test_the_winner_may_enter_the_hex_or_stay() -> None:
    match = win_battle(MINE, THEIRS)
    assert turn_of(match) == ("advance", "uesugi")
    assert options_of(match) == {f"advance {KAKIZAKI}", "stay"}
    match.act("stay")
    assert at(match, KAKIZAKI) == HERE
    match = win_battle(MINE, THEIRS)
    events = match.act(f"advance {KAKIZAKI}")
    assert of_kind(events, "advanced") == [{"unit": KAKIZAKI, "from_hex": HERE, "to_hex": THERE}]
    assert {at(match, name) for name in MINE} == {THERE}


@clause("kenshin", "12-6-1")
def test_some_forces_may_advance_and_others_stay_but_none_is_split() -> None:
    mine = {**MINE, **force(HERE, KAGETORA, HONJO), "nakajo_kageyasu": HERE}
    match = win_battle(mine, THEIRS, KAGETORA)
    assert options_of(match) == {f"advance {KAKIZAKI}", f"advance {KAGETORA}", "stay"}
    barred(match, f"advance {HONJO}", "12-6 took_no_part")
    barred(match, "advance nakajo_kageyasu", "12-6 took_no_part")  # took no part
    match.act(f"advance {KAGETORA}")
    assert options_of(match) == {f"advance {KAKIZAKI}", "stay"}
    match.act("stay")
    assert {at(match, name) for name in (KAGETORA, HONJO)} == {THERE}
    assert {at(match, name) for name in MINE} == {HERE}


@clause("kenshin", "12-6")
def test_neither_ground_nor_river_nor_control_hinders_the_advance() -> None:
    """K-92."""
    match = win_battle(MINE, THEIRS, sides={f"{HERE}-{THERE}": "river"}, terrain={THERE: "foothills"})
    match.act(f"advance {KAKIZAKI}")
    assert at(match, KAKIZAKI) == THERE


@clause("kenshin", "12-6")
def test_the_defender_may_advance_too() -> None:
    """K-92: into the hex that beaten attackers have left."""
    match = compose_field(MINE, {**THEIRS, NOBUKATSU: THERE}, 2, 2)
    acts(match, f"attack {KAKIZAKI}", f"under {SHIBATA}")
    fight_until_pursuit(match, "uesugi")
    match.act("let_go")
    fall_back(match)
    assert turn_of(match) == ("advance", "oda")
    assert options_of(match) == {f"advance {SHIBATA}", f"advance {NOBUKATSU}", "stay"}
    match.act(f"advance {SHIBATA}")
    assert {at(match, name) for name in THEIRS} == {HERE}


@clause("kenshin", "12-6")
def test_nobody_advances_where_enemies_are_left() -> None:
    """Kagetora, who did not join the attack, is still in the attackers' hex."""
    match = compose_field({**MINE, KAGETORA: HERE}, THEIRS, 2, 2)
    acts(match, f"attack {KAKIZAKI}", "fight")
    fight_until_pursuit(match, "uesugi")
    match.act("let_go")
    fall_back(match)
    assert turn_of(match) == ("force", "oda")


@clause("kenshin", "12-6", "8-2-1")
def test_when_all_defenders_take_refuge_nothing_is_rolled_and_the_attacker_may_enter() -> None:
    """The attacker counts for no siege in that phase (K-103) and does not storm."""
    units = {**force("3817", KAKIZAKI, JINBO), MAEDA: FORT, NAOE: "3817"}
    match = compose_siege(units)
    acts(match, f"attack {KAKIZAKI}", f"join {NAOE}")
    assert turn_of(match) == ("refuge", "oda")
    events = match.act(f"shelter {MAEDA}")
    assert not rolls(events)
    assert unit(match, MAEDA)["inside"] is True
    assert turn_of(match) == ("advance", "uesugi")
    acts(match, f"advance {KAKIZAKI}", f"advance {NAOE}")
    assert {at(match, name) for name in (KAKIZAKI, JINBO, NAOE)} == {FORT}
    assert turn_of(match) == ("force", "oda")  # three against one, but no siege action is left to them
