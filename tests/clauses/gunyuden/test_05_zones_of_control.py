"""Section 5: strong and weak zones of control, where they do not reach, and how they overlap."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.forces import cost, force, lane, march, points_left, units_without_line
from tests.clauses.gunyuden.editions import as_first
from tests.clauses.gunyuden.table import compose
from tests.support import clause

MOVER, ENEMY, SECOND, FRIEND = "sugi", "hato", "kamo", "kaede"
FAR = {"yanagi": "0808"}  # so that the phase does not end with the march

# Open ground: from 1207 one step north to 1206, or further on to 1205.
START, STEP = "1207", "1206"

# A single way from Yama (0505) along the fifth row; 1104 touches 1105 alone, Toge (1706) touches 1605 to 1805.
ROW = [f"{column:02}05" for column in range(5, 20)]
END = ROW[-1]
TOGE = {"toge": {"owner": "blue"}}


def measure_entry(units: dict[str, Any], to: str = STEP, start: str = START, **entries: Any) -> int:
    """Return the cost of one step of Sugi from START."""
    match = compose({MOVER: start, **FAR, **units}, around="1206", radius=6, to_act="red", **entries)
    return cost(march(match, MOVER), to)


def is_cut(units: dict[str, Any], beside: dict[str, str] | None = None, **entries: Any) -> bool:
    """Return whether Sugi at the end of the way has no line to Yama."""
    sides = entries.pop("sides", None)
    ground = lane(ROW, beside=beside, sides=sides)
    match = compose({MOVER: END, **units}, stage=0, **ground, **entries)
    return MOVER in units_without_line(match)


# --- 5-1: strong and weak -----------------------------------------------------------------------------------------


@clause("gunyuden", "5.0", "5-1", "5-1-1", "5-1-1(list)", "5-1-1(2)", "15-4", "15-4-1")
def test_entering_each_of_the_six_hexes_around_a_unit_costs_a_point_more() -> None:
    for enemy in ["1205", "1106", "1306"]:
        assert measure_entry({ENEMY: enemy}) == 2
    assert measure_entry({ENEMY: "1204"}) == 1


@clause("gunyuden", "5-1-1(2)")
def test_strong_zones_tax_movement_but_do_not_stop_it() -> None:
    """G-04: a force may go on through several strong hexes."""
    match = march(compose({MOVER: START, ENEMY: "1105", **FAR}, around="1206", to_act="red"), MOVER)
    assert cost(match, "1206") == 1
    assert cost(match, "1205") == 2
    assert cost(match, "1204") == 3
    assert points_left(match) == 2


@clause("gunyuden", "5-1-1(1)", "5-1-1", "11-1-3(3)")
@as_first("communication_range")
def test_the_strong_zone_of_a_unit_cuts_a_line() -> None:
    assert not is_cut({})
    assert is_cut({ENEMY: "1104"}, {"1104": "flat"})


@clause("gunyuden", "5-1-1", "15-4-1")
def test_the_hex_of_an_enemy_castle_is_a_strong_zone() -> None:
    """Toge without a garrison."""
    assert measure_entry({}, to="1706", start="1707") == 1
    assert measure_entry({}, to="1706", start="1707", castles=TOGE) == 2


@clause("gunyuden", "5-1-2", "5-1", "15-4-2")
def test_the_hexes_around_a_castle_do_not_hamper_movement() -> None:
    match = compose({MOVER: "1708", **FAR}, around="1706", castles=TOGE, to_act="red")
    march(match, MOVER)
    assert [cost(match, hex_id) for hex_id in ["1707", "1806", "1805"]] == [1, 1, 1]


@clause("gunyuden", "5-1-2", "11-1-3(3)")
def test_the_weak_zone_of_a_castle_cuts_a_line() -> None:
    """1605, 1705 and 1805 lie beside Toge, which stands off the way."""
    assert not is_cut({}, {"1706": "flat"})
    assert is_cut({}, {"1706": "flat"}, castles=TOGE)


# --- 5-2: where zones do not reach --------------------------------------------------------------------------------


@clause("gunyuden", "5-2", "5-2(1)")
@as_first("communication_range")
def test_no_zone_reaches_across_a_sea_or_lake_hexside() -> None:
    assert measure_entry({ENEMY: "1205"}, sides={"1205-1206": "water"}) == 1
    assert is_cut({ENEMY: "1104"}, {"1104": "flat"}, sides={"1104-1105": "river"})
    assert not is_cut({ENEMY: "1104"}, {"1104": "flat"}, sides={"1104-1105": "water"})


@clause("gunyuden", "5-2", "5-2(2)")
def test_no_zone_reaches_into_a_marsh() -> None:
    assert measure_entry({ENEMY: "1205"}, terrain={STEP: "marsh"}) == 4
    assert measure_entry({ENEMY: "1205"}, terrain={STEP: "foothills"}) == 5


@clause("gunyuden", "5-2(2)", "15-4-3")
def test_nobody_pays_for_leaving_a_marsh_beside_an_enemy() -> None:
    assert measure_entry({ENEMY: "1308"}, terrain={START: "marsh"}) == 1
    assert measure_entry({ENEMY: "1308"}) == 2


@clause("gunyuden", "5-2", "5-2(3)", "5-4-1", "11-1-5")
def test_no_zone_reaches_into_a_hex_with_units_of_the_other_side() -> None:
    assert is_cut({ENEMY: "1104"}, {"1104": "flat"})
    assert not is_cut({ENEMY: "1104", FRIEND: "1105"}, {"1104": "flat"})


@clause("gunyuden", "5-2(3)", "5-4-1")
def test_the_zone_of_the_unit_next_to_it_is_not_negated_around_it() -> None:
    """A friend in 1005 clears 1005, not 1105."""
    assert is_cut({ENEMY: "1104", FRIEND: "1005"}, {"1104": "flat"})


@clause("gunyuden", "5-2", "5-2(4)", "5-4-1")
def test_no_zone_reaches_into_the_hex_of_a_castle_of_the_other_side() -> None:
    """A line may pass one's own castle beside an enemy, an abandoned one not."""
    ground = lane([*ROW[:12], "1706", "1806", "1906"], beside={"1707": "flat"})
    units = {MOVER: "1906", ENEMY: "1707", FRIEND: "1806"}
    assert MOVER not in units_without_line(compose(units, stage=0, **ground))
    assert MOVER in units_without_line(compose(units, stage=0, castles={"toge": {"owner": "none"}}, **ground))


@clause("gunyuden", "5-2(4)", "5-4-1")
def test_entering_ones_own_castle_hex_beside_an_enemy_costs_nothing_more() -> None:
    assert measure_entry({ENEMY: "1705"}, to="1706", start="1707") == 1
    assert measure_entry({ENEMY: "1705"}, to="1706", start="1707", castles={"toge": {"owner": "none"}}) == 2


# --- 5-3: zones of one side overlap -------------------------------------------------------------------------------


@clause("gunyuden", "5-3", "5-3-1")
def test_the_zones_of_two_units_cost_no_more_than_one() -> None:
    assert measure_entry({ENEMY: "1205", SECOND: "1306"}) == 2
    assert measure_entry({ENEMY: "1205", SECOND: "1205"}) == 2


@clause("gunyuden", "5-3", "5-3-2")
def test_a_units_zone_goes_before_that_of_a_castle_of_its_side() -> None:
    """1707 lies beside Toge (weak) and beside 1806 (strong)."""
    assert measure_entry({}, to="1707", start="1708", castles=TOGE) == 1
    assert measure_entry({ENEMY: "1806"}, to="1707", start="1708", castles=TOGE) == 2


@clause("gunyuden", "5-3-3")
@pytest.mark.parametrize(("inside", "points"), [(False, 2), (True, 1)])
def test_a_unit_before_its_castle_has_its_own_zone_a_garrison_only_the_castles(inside: bool, points: int) -> None:
    units = {ENEMY: {"hex": "1706", "inside": inside}}
    assert measure_entry(units, to="1707", start="1708", castles=TOGE) == points


# --- 5-4: zones of both sides overlap -----------------------------------------------------------------------------


@clause("gunyuden", "5-4", "5-4-2")
def test_in_an_empty_hex_the_zones_of_both_sides_work() -> None:
    """FRIEND's zone over 1105 or over STEP does not help."""
    assert is_cut({ENEMY: "1104", FRIEND: "1004"}, {"1104": "flat", "1004": "flat"})
    assert measure_entry({ENEMY: "1205", FRIEND: "1306"}) == 2


@clause("gunyuden", "5-4", "5-4-1", "15-4-6")
def test_in_a_hex_with_a_friend_the_enemys_zone_does_not_tax() -> None:
    assert measure_entry({ENEMY: "1205", FRIEND: STEP}) == 1


INVESTORS = force("1706", "kaede", "ume", "momo", "kaki")  # strength 12


def place_investors(invests: bool) -> dict[str, Any]:
    """Return twelve points of strength before Toge that invest it or only stand there."""
    return {**INVESTORS, "kaede": {"hex": "1706", "invests": True} if invests else {"hex": "1706"}}


@clause("gunyuden", "5-4", "5-4-3", "5-4-4")
@as_first("communication_range")
def test_a_castle_has_a_zone_until_it_is_invested() -> None:
    """With twelve red points on Toge the line past it stays cut until they invest it."""
    assert is_cut(place_investors(False), {"1706": "flat"}, castles=TOGE)
    assert not is_cut(place_investors(True), {"1706": "flat"}, castles=TOGE)


@clause("gunyuden", "5-4-4")
def test_a_unit_on_an_enemy_castle_has_its_zone_there_and_around() -> None:
    """The castle belongs to the red; Hato on it makes 1707 a strong zone."""
    assert measure_entry({ENEMY: "1706"}, to="1707", start="1708") == 2
    assert measure_entry({}, to="1707", start="1708") == 1


@clause("gunyuden", "5-4-4", "5-4-2")
@as_first("communication_range")
def test_friends_in_the_hexes_around_let_the_line_pass_the_castle() -> None:
    """5-4-4 speaks of adjacent hexes without units: 1605, 1705 and 1805 held by friends are open."""
    held = {"ume": "1605", "momo": "1705", "kaki": "1805"}
    assert not is_cut({"kaede": "1706", **held}, {"1706": "flat"}, castles=TOGE)
    del held["kaki"]
    assert is_cut({"kaede": "1706", **held}, {"1706": "flat"}, castles=TOGE)
