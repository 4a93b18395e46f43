"""Tables made from a map: terrain, rivers, snow and thaw."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gunki.board.costs import step_costs, steps_touching
from gunki.board.kernel import BARRED, union
from tests.board.support import small_map

GROUND = {"0102": "rough", "0103": "foothills", "0104": "mountain", "0105": "marsh", "0106": "lake", "0107": "sea"}
BOARD = small_map(
    2, 8, terrain=GROUND, sides={("0201", "0202"): "river", ("0202", "0203"): "ford", ("0203", "0204"): "bridge",
                                 ("0204", "0205"): "water"}
)  # fmt: skip
COSTS = {"flat": 1, "rough": 2, "foothills": 4, "marsh": 4, "mountain": BARRED}


def cost(costs: bytes, a: str, b: str) -> int:
    return costs[6 * BOARD.hex(a) + BOARD.direction(BOARD.hex(a), BOARD.hex(b))]


def test_the_terrain_entered_and_the_side_crossed() -> None:
    costs = step_costs(BOARD, COSTS, {"river": 1, "ford": 2, "bridge": 0})
    assert [cost(costs, "0101", "0102"), cost(costs, "0102", "0101"), cost(costs, "0102", "0103")] == [2, 1, 4]
    assert [cost(costs, "0103", "0104"), cost(costs, "0104", "0105"), cost(costs, "0107", "0106")] == [
        BARRED,
        4,
        BARRED,
    ]
    assert [cost(costs, "0201", "0202"), cost(costs, "0202", "0203"), cost(costs, "0203", "0204")] == [2, 3, 1]
    assert cost(costs, "0204", "0205") == BARRED
    assert cost(step_costs(BOARD, COSTS, {"water": 5}), "0204", "0205") == 6
    for h in range(BOARD.size):
        assert all(costs[i] == BARRED for i in range(6 * h, 6 * h + 6) if BOARD.neighbours[i] < 0)


def test_snow_doubles_the_ground_and_thaw_the_rivers() -> None:
    snow = bytes(1 + (BOARD.terrain_at(h) == "foothills") for h in range(BOARD.size))
    winter = step_costs(BOARD, COSTS, {"river": 1}, times=snow)
    assert [cost(winter, "0102", "0103"), cost(winter, "0103", "0102"), cost(winter, "0201", "0202")] == [8, 2, 2]
    assert cost(step_costs(BOARD, COSTS, {"river": 1}, side_times=2), "0201", "0202") == 3


def test_bad_tables_are_named() -> None:
    with pytest.raises(ValueError, match="called 'swamp'"):
        step_costs(BOARD, {"swamp": 3})
    with pytest.raises(ValueError, match="called 'brook'"):
        step_costs(BOARD, COSTS, {"brook": 3})
    with pytest.raises(ValueError, match="a step into 0102 would cost 256"):
        step_costs(BOARD, {"rough": 128}, times=b"\2" * BOARD.size)


def test_steps_at_sea() -> None:
    steps = steps_touching(BOARD, ("sea",))
    sea, beach, inland = BOARD.hex("0107"), BOARD.hex("0108"), BOARD.hex("0208")
    assert steps[6 * sea + BOARD.direction(sea, beach)]
    assert steps[6 * beach + BOARD.direction(beach, sea)]
    assert not steps[6 * beach + BOARD.direction(beach, inland)]


@settings(max_examples=50)
@given(st.integers(1, 40).flatmap(lambda n: st.lists(st.binary(min_size=n, max_size=n), min_size=1, max_size=4)))
def test_a_union_is_set_where_any_is(layers: list[bytes]) -> None:
    assert [value > 0 for value in union(*layers)] == [any(values) for values in zip(*layers, strict=True)]


def test_a_union_is_one_of_layers_of_one_size(kernel: ModuleType) -> None:
    assert kernel.union(b"\1\0\2", bytearray(b"\0\0\4")) == b"\1\0\6"
    with pytest.raises(ValueError, match="one size"):
        kernel.union(b"\0\0", b"\0")
    with pytest.raises(ValueError, match="at least one"):
        kernel.union()
    with pytest.raises(TypeError, match="a layer is"):
        kernel.union("ab")
