"""Section 11-2-2 as revised: shorter lines of communication (R-10)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.clauses.forces import lane, units_without_line
from tests.clauses.gunyuden.editions import only
from tests.clauses.gunyuden.table import compose
from tests.support import clause

pytestmark = only("revised")

MOVER, FRIEND = "sugi", "kaede"
# A single way from Yama (0505) along the fifth row.
ROW = [f"{column:02}05" for column in range(5, 23)]
SIDES = [f"{a}-{b}" for a, b in pairwise(ROW)]
BEFORE = {"communication_range": "first edition"}


def find_cut_off(units: dict[str, Any], **entries: Any) -> set[str]:
    ground = lane(ROW, sides=entries.pop("sides", {}))
    ground["terrain"].update(entries.pop("grounds", {}))
    return units_without_line(compose(units, stage=0, **ground, **entries))


@clause("gunyuden_revised", "11-2-2(2)")
@pytest.mark.parametrize(("hexes", "has"), [(8, True), (9, False)])
def test_a_line_from_force_to_castle_is_eight_points_long_at_most(hexes: int, has: bool) -> None:
    assert (find_cut_off({MOVER: ROW[hexes]}) == set()) is has
    assert find_cut_off({MOVER: ROW[hexes]}, options=BEFORE) == set()


@clause("gunyuden_revised", "11-2-2(1)", "11-2-2(2)")
@pytest.mark.parametrize(("hexes", "has"), [(8, True), (9, False)])
def test_a_line_from_force_to_force_is_eight_points_long_at_most(hexes: int, has: bool) -> None:
    """Kaede stands eight points from Yama; Sugi is beyond him."""
    units = {FRIEND: ROW[8], MOVER: ROW[8 + hexes]}
    assert find_cut_off(units) == (set() if has else {MOVER})


@clause("gunyuden_revised", "11-2-2(1)")
@pytest.mark.parametrize(("rivers", "has"), [(1, True), (2, False)])
def test_rivers_count_in_the_length_of_a_line(rivers: int, has: bool) -> None:
    sides = dict.fromkeys(SIDES[8 : 8 + rivers], "river")
    assert find_cut_off({FRIEND: ROW[8], MOVER: ROW[15]}, sides=sides) == (set() if has else {MOVER})


@clause("gunyuden_revised", "11-2-2(2)")
def test_a_line_is_counted_from_the_force_towards_the_castle() -> None:
    """G-07: foothills under the castle cost 3, under the force nothing: 7 + 3 and 7 + 1."""
    assert find_cut_off({MOVER: ROW[8]}, grounds={ROW[0]: "foothills"}) == {MOVER}
    assert find_cut_off({MOVER: ROW[8]}, grounds={ROW[8]: "foothills"}) == set()


@clause("gunyuden_revised", "11-2-2(1)", "11-2-2(2)")
def test_lines_from_a_castle_are_as_long_as_before() -> None:
    """Toge, here the red's on the way, is 12 points from Yama; Sugi has 8 to Toge, then 9."""
    way = [*ROW[:12], "1706", *[f"{column:02}06" for column in range(18, 23)]]
    for place, has in (("2206", True), ("2207", True), ("2210", False)):
        beyond = ["2207", "2208", "2209", "2210"]
        match = compose({MOVER: place}, stage=0, **lane([*way, *beyond]))
        assert (units_without_line(match) == set()) is has
