"""Sections 23-2-1 and 23-6-2: what is added to the dice of attack and counterattack, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import attack, force, rolls
from tests.clauses.gunyuden.field import HERE, THERE
from tests.clauses.gunyuden.table import compose
from tests.support import clause

# --- modifiers ---------------------------------------------------------------------------------------------------

SUGI = force(HERE, "sugi")  # 3-2-3
TSURU = force(THERE, "tsuru")  # 3-2-3: no difference between the leaders


def roll_values(units: dict[str, Any], **entries: Any) -> tuple[int, int]:
    """Return the sums of the modifiers of attack and counterattack; both dice miss."""
    match = compose(units, around=THERE, radius=2, to_act="red", dice=[1, 1], **entries)
    events = attack(match, next(iter(units)), THERE)
    found = rolls(events)
    assert [roll["purpose"] for roll in found] == ["attack", "counterattack"]
    return found[0]["value"], found[1]["value"]


@clause("gunyuden", "23-2-1(1)", "23-2-1(2)", "23-6-2(1)", "2-1-2")
@pytest.mark.parametrize(
    ("ground", "expected"), [("flat", (0, 0)), ("rough", (-1, 0)), ("foothills", (-2, -1)), ("marsh", (-1, -1))]
)
def test_the_ground_under_the_defender_hinders_attack_and_counterattack(ground: str, expected: tuple[int, int]) -> None:
    """G-13, G-49: both columns speak of the hex of the one who was attacked; rough counts for the attack alone."""
    assert roll_values({**SUGI, **TSURU}, terrain={THERE: ground}) == expected


@clause("gunyuden", "23-2-1(1)", "23-2-1(2)", "23-6-2(1)")
@pytest.mark.parametrize("ground", ["rough", "foothills", "marsh"])
def test_the_ground_under_the_attacker_does_not_matter(ground: str) -> None:
    """G-13: in the counterattack the defending force is still the one that was attacked."""
    assert roll_values({**SUGI, **TSURU}, terrain={HERE: ground}) == (0, 0)


@clause("gunyuden", "23-2-1(3)", "23-6-2(2)")
@pytest.mark.parametrize("side", ["river", "bridge"])
def test_a_river_between_costs_two_each_way_even_with_a_bridge(side: str) -> None:
    """G-16: a bridge helps to move, never to fight."""
    assert roll_values({**SUGI, **TSURU}, sides={f"{THERE}-{HERE}": side}) == (-2, -2)


@clause("gunyuden", "23-2-1", "23-6-2")
def test_all_modifiers_add_up() -> None:
    """Foothills -2/-1, river -2/-2, Matsu 4 against Hato 0: +4/-4, morale -1 against -3: +2/-2."""
    units = {**force(HERE, "matsu", morale=-1), **force(THERE, "hato", morale=-3)}
    hard = {"terrain": {THERE: "foothills"}, "sides": {f"{THERE}-{HERE}": "river"}}
    assert roll_values(units, **hard) == (-2 - 2 + 4 + 2, -1 - 2 - 4 - 2)


@clause("gunyuden", "23-2-1(4)", "23-6-2(3)", "2-2-1(3)")
@pytest.mark.parametrize(
    ("attacker", "defender", "difference"),
    [
        ("kuri", "hato", 3),
        ("ume", "taka", -2),
        ("kuri", "suzume", 2),
    ],
)
def test_the_better_leader_gains_whoever_rolls(attacker: str, defender: str, difference: int) -> None:
    """G-12: own modifier minus the enemy's, for the attack and for the counterattack."""
    assert roll_values({attacker: HERE, defender: THERE}) == (difference, -difference)


@clause("gunyuden", "23-2-1(4)", "23-6-2(3)", "9-2-5")
def test_only_the_modifier_of_the_leader_of_a_force_counts() -> None:
    """Kuri (3) under Kaede (2), Washi (2) under Taka (3)."""
    units = {
        **force(HERE, "kaede", "kuri"),
        **force(THERE, "taka", "washi"),
    }
    match = compose(units, around=THERE, radius=2, to_act="red", dice=[1, 1])
    assert [roll["value"] for roll in rolls(attack(match, "kaede", THERE))] == [-1, 1]


@clause("gunyuden", "23-2-1(4)", "23-6-2(3)")
def test_several_defenders_use_the_modifier_of_their_highest_rank() -> None:
    """Hato (★, 0) outranks Tobi (no star, 2): 2 - 0 = +2."""
    assert roll_values({**SUGI, "tobi": THERE, "hato": THERE}) == (2, -2)


@clause("gunyuden", "23-2-1(4)", "23-6-2(3)")
def test_among_equal_ranks_the_defender_takes_the_best_modifier() -> None:
    """G-14: Hato (★, 0) and Tsuru (★, 2): Tsuru's 2 against Sugi's 2."""
    assert roll_values({**SUGI, "hato": THERE, "tsuru": THERE}) == (0, 0)


@clause("gunyuden", "23-2-1(5)", "23-6-2(4)", "10-2(3)")
@pytest.mark.parametrize(("mine", "theirs", "difference"), [(-3, 0, -3), (0, -2, 2), (-1, -4, 3), (-2, -2, 0)])
def test_the_difference_of_morale_is_added_or_subtracted(mine: int, theirs: int, difference: int) -> None:
    units = {"sugi": {"hex": HERE, "morale": mine}, "tsuru": {"hex": THERE, "morale": theirs}}
    assert roll_values(units) == (difference, -difference)


@clause("gunyuden", "23-2-1(5)", "23-6-2(4)")
def test_several_defenders_use_their_lowest_morale() -> None:
    units = {**SUGI, **TSURU, **force(THERE, "kamo", morale=-3)}
    assert roll_values(units) == (3, -3)


@clause("gunyuden", "23-1-2", "23-2-1(4)", "23-2-1(5)")
def test_a_force_that_is_spared_lends_neither_modifier_nor_morale() -> None:
    """G-14: Taka (★★, 3, morale -2) is spared; Suzume (1) stands alone against Sugi (2)."""
    units = {**SUGI, **force(THERE, "taka", morale=-2), "suzume": THERE}
    match = compose(units, around=THERE, radius=2, to_act="red", dice=[1, 1])
    match.act("act sugi")
    match.act("battle")
    assert set(match.decision.texts) == {"spare taka", "spare suzume", "fight"}
    match.act("spare taka")
    events = match.events
    if match.decision.name == "defenders":
        match.act("fight")
        events = match.events
    found = rolls(events)
    assert [(roll["value"], roll["strength"]) for roll in found] == [(1, 3), (-1, 3)]


@clause("gunyuden", "2-2-1(5)", "23-2", "23-6")
def test_a_reduced_unit_fights_with_its_weaker_side_and_keeps_the_rest() -> None:
    """G-51: 3 becomes 2; Matsu's modifier of 4 stays."""
    units = {"matsu": {"hex": HERE, "steps": 1}, "hato": {"hex": THERE, "steps": 1}}
    match = compose(units, around=THERE, radius=2, to_act="red", dice=[1, 1])
    found = rolls(attack(match, "matsu", THERE))
    assert [(roll["strength"], roll["value"]) for roll in found] == [(2, 4), (2, -4)]
