"""12-3: the units that take the hits, and in which order."""

from __future__ import annotations

import pytest

from tests.clauses.kenshin.fights import (
    HERE,
    HONJO,
    JINBO,
    KAGETORA,
    KAKIZAKI,
    MAEDA,
    MINE,
    NAOE,
    SASA,
    SHIBATA,
    THEIRS,
    THERE,
    compose_field,
    reduce_units,
)
from tests.clauses.kenshin.table import acts, at, choices, data_of, decision_of, force, of_kind, score, steps, turn_of
from tests.clauses.reasons import barred
from tests.support import clause


@clause("kenshin", "12-3")
def test_the_owner_chooses_which_units_take_one_step_for_each_hit() -> None:
    match = compose_field(MINE, THEIRS, 2, 8)
    events = match.act(f"attack {KAKIZAKI}")
    assert of_kind(events, "round") == [{"hex": THERE, "area": "none", "dealt": 0, "taken": 1}]
    assert turn_of(match) == ("losses", "uesugi")
    assert decision_of(match).data["count"] == 1
    assert choices(match, "lose") == {KAKIZAKI, JINBO, NAOE}
    events = match.act(f"lose {NAOE}")
    assert of_kind(events, "step_lost") == [{"unit": NAOE, "left": 1}]
    assert [steps(match, name) for name in (KAKIZAKI, JINBO, NAOE)] == [2, 2, 1]
    assert turn_of(match) == ("break_off", "uesugi")


@clause("kenshin", "12-3")
def test_units_outside_the_battle_take_no_losses() -> None:
    """Kagetora in the same hex did not join."""
    match = compose_field({**MINE, KAGETORA: HERE}, THEIRS, 2, 8)
    acts(match, f"attack {KAKIZAKI}", "fight")
    barred(match, f"lose {KAGETORA}", "12-3 not_involved")
    barred(match, f"lose {MAEDA}", "1 sides not_involved")


@clause("kenshin", "12-3-1")
def test_two_step_units_take_losses_before_reduced_ones() -> None:
    match = compose_field(reduce_units(MINE, JINBO), THEIRS, 2, 8)
    match.act(f"attack {KAKIZAKI}")
    assert choices(match, "lose") == {KAKIZAKI, NAOE}
    barred(match, f"lose {JINBO}", "12-3-1 others_first")


@clause("kenshin", "12-3-1")
def test_two_step_units_of_all_forces_of_a_side_take_losses_first() -> None:
    """K-16: Kagetora's force is reduced; it does not pay while Kakizaki's has two-step units."""
    mine = {**MINE, **reduce_units(force(HERE, KAGETORA, HONJO))}
    match = compose_field(mine, THEIRS, 2, 8)
    acts(match, f"attack {KAKIZAKI}", f"join {KAGETORA}", f"under {KAKIZAKI}")
    assert choices(match, "lose") == {KAKIZAKI, JINBO, NAOE}
    barred(match, f"lose {HONJO}", "12-3-1 others_first")


@clause("kenshin", "12-3-1", "12-3-2")
def test_hits_reduce_all_two_step_units_before_any_unit_dies() -> None:
    """Two hits: Kakizaki, the only unit with two steps, is reduced by rule; the owner chooses the next unit."""
    match = compose_field(reduce_units(MINE, JINBO, NAOE), THEIRS, 2, 11)
    match.act(f"attack {KAKIZAKI}")
    assert steps(match, KAKIZAKI) == 1
    assert decision_of(match).data["count"] == 1
    assert choices(match, "lose") == {KAKIZAKI, JINBO, NAOE}
    events = match.act(f"lose {JINBO}")
    assert data_of(events, "killed", "unit") == [JINBO]
    assert at(match, JINBO) == "dead"


@clause("kenshin", "12-3-2", "15", "21 busho")
@pytest.mark.parametrize(("left", "found"), [(2, 1), (1, "dead")])
def test_a_reduced_unit_that_loses_a_step_dies(left: int, found: object) -> None:
    """8 and 1 on the row of 5 and 6: one hit."""
    match = compose_field(MINE, {MAEDA: {"hex": THERE, "steps": left}}, 8, 2)
    match.act(f"attack {KAKIZAKI}")
    assert (steps(match, MAEDA) or at(match, MAEDA)) == found
    assert score(match) == (1 if left == 1 else 0)


@clause("kenshin", "12-3")
def test_hits_beyond_the_last_step_do_nothing() -> None:
    """K-16: three hits on two steps."""
    match = compose_field(force(HERE, KAKIZAKI, JINBO, NAOE, HONJO), {MAEDA: THERE}, 11, 2)  # 11 and 1 on 7-10
    events = match.act(f"attack {KAKIZAKI}")
    assert data_of(events, "round", "dealt") == [3]
    assert data_of(events, "killed", "unit") == [MAEDA]
    assert score(match) == 1


@clause("kenshin", "12-3", "12-4-1")
def test_the_attacker_takes_his_losses_first() -> None:
    match = compose_field(MINE, THEIRS, 8, 8)
    match.act(f"attack {KAKIZAKI}")
    assert turn_of(match) == ("losses", "uesugi")
    match.act(f"lose {JINBO}")
    assert turn_of(match) == ("losses", "oda")
    assert decision_of(match).data["hex"] == THERE
    match.act(f"lose {SASA}")
    assert (steps(match, JINBO), steps(match, SASA), steps(match, SHIBATA)) == (1, 1, 2)
