"""reach and path against NetworkX."""

from __future__ import annotations

from itertools import pairwise
from types import ModuleType

import pytest
from hypothesis import given, settings

from tests.board.support import BARRED, UNLIMITED, Case, cases, nx, small_map

many = settings(max_examples=150)
BUDGETS = (0, 1, 3, 8, 30, UNLIMITED)


@many
@given(case=cases())
def test_reach_finds_the_cheapest_way_to_every_hex(kernel: ModuleType, case: Case) -> None:
    travel = case.travel(kernel)
    case.layers["stop"] = case.layer()
    for budget in BUDGETS:
        start = case.hex()
        expected = nx.single_source_dijkstra_path_length(case.graph(start), start, cutoff=budget)
        found = kernel.reach_points(travel, start, budget, *case.layers.values())
        target = case.hex()
        assert kernel.points(travel, start, target, budget, *case.layers.values()) == found.get(target, -1)
        assert found == expected
        assert list(found.values()) == sorted(found.values())
        assert next(iter(found)) == start
        assert kernel.reach(travel, start, budget, *case.layers.values()) == list(found)


@many
@given(case=cases())
def test_a_path_is_a_cheapest_one(kernel: ModuleType, case: Case) -> None:
    travel = case.travel(kernel)
    case.layers["stop"] = case.layer()
    for budget in BUDGETS:
        start, target = case.hex(), case.hex()
        graph = case.graph(start)
        least = nx.single_source_dijkstra_path_length(graph, start, cutoff=budget).get(target)
        found = kernel.path(travel, start, target, budget, *case.layers.values())
        if least is None:
            assert found == []
        else:
            assert (found[0], found[-1]) == (start, target)
            assert sum(graph[a][b]["weight"] for a, b in pairwise(found)) == least


# A row of seven flat hexes in one column; the middle one is hex 3.
ROW = small_map(1, 7)


def row_travel(kernel: ModuleType, **extra: object) -> object:
    grid = kernel.Grid(ROW.neighbours, [1] * 7, [2 * y for y in range(7)])
    return kernel.Travel(grid, b"\1" * 42, **extra)


def test_zones_cost_on_entering_and_on_leaving(kernel: ModuleType) -> None:
    travel = row_travel(kernel, strong=(1, 2), weak=(3, 0))
    strong, weak = ROW.layer([2, 3]), ROW.layer([3, 4])
    # into 2: 1+1; on to 3 (strong goes before weak): 2+1+1; to 4 (weak): 2+1+3; to 5: 1
    assert kernel.reach_points(travel, 1, 20, None, strong, weak) == {1: 0, 0: 1, 2: 2, 3: 6, 4: 12, 5: 13, 6: 14}
    waived = kernel.reach_points(travel, 1, 20, None, strong, weak, ROW.layer([3]))
    assert waived == {1: 0, 0: 1, 2: 2, 3: 5, 4: 9, 5: 10, 6: 11}


def test_a_barred_zone_cannot_be_entered_or_left(kernel: ModuleType) -> None:
    strong = ROW.layer([3])
    assert max(kernel.reach_points(row_travel(kernel, strong=(BARRED, 0)), 0, 30, None, strong)) == 2
    assert max(kernel.reach_points(row_travel(kernel, strong=(0, BARRED)), 0, 30, None, strong)) == 3
    assert kernel.reach_points(row_travel(kernel, strong=(0, BARRED)), 3, 30, None, strong) == {3: 0}


def test_stops_and_closed_hexes_end_a_move(kernel: ModuleType) -> None:
    travel = row_travel(kernel)
    assert max(kernel.reach(travel, 0, 30, None, None, None, None, ROW.layer([0, 3]))) == 3
    assert max(kernel.reach(travel, 0, 30, ROW.layer([0, 3]))) == 2
    assert kernel.path(travel, 0, 3, 30, ROW.layer([3])) == []


def test_links_and_free_steps_heed_neither_zones_nor_closed_hexes(kernel: ModuleType) -> None:
    shut, strong = ROW.layer([6]), ROW.layer(range(7))
    linked = row_travel(kernel, strong=(BARRED, BARRED), links=[(0, 6, 4)])
    assert kernel.reach_points(linked, 0, 30, shut, strong) == {0: 0, 6: 4}
    assert kernel.reach_points(linked, 6, 30, shut, strong) == {6: 0}  # one way
    free = bytes(i // 6 < 2 for i in range(42))
    assert kernel.reach_points(row_travel(kernel, strong=(BARRED, BARRED), free=free), 0, 30, None, strong) == {
        0: 0,
        1: 1,
        2: 2,
    }


def test_linked_leaves_the_first_alone(kernel: ModuleType) -> None:
    travel = row_travel(kernel)
    more = travel.with_links([(0, 6, 200)])  # type: ignore[attr-defined]
    assert kernel.path(travel, 0, 6, 300) == kernel.path(more, 0, 6, 300) == [0, 1, 2, 3, 4, 5, 6]
    shut = ROW.layer([3])
    assert kernel.path(travel, 0, 6, 300, shut) == []
    assert kernel.path(more, 0, 6, 300, shut) == [0, 6]
    assert kernel.reach_points(more, 0, 300, shut)[5] == 201


@pytest.mark.parametrize(
    ("name", "args", "error", "words"),
    [
        ("reach", (7, 8), ValueError, "no hex has the index 7"),
        ("reach", (-1, 8), ValueError, "no hex has the index -1"),
        ("reach", (0, -1), ValueError, "a budget is 0 to 1000000"),
        ("reach", (0, 1_000_001), ValueError, "a budget is 0 to 1000000"),
        ("reach", (0, 8, bytes(6)), ValueError, "a layer has 7 bytes"),
        ("reach", (0, 8, None, None, None, None, bytes(8)), ValueError, "a layer has 7 bytes"),
        ("reach_points", (0, 8, [0] * 7), TypeError, "a layer is bytes, a bytearray or None"),
        ("path", (0, 7, 8), ValueError, "no hex has the index 7"),
        ("retreat", (0, [], 2), ValueError, "away from at least one hex"),
        ("retreat", (0, [7], 2), ValueError, "from hex to hex"),
        ("retreat", (7, [0], 2), ValueError, "from hex to hex"),
        ("retreat", (0, [1], -1), ValueError, "out of range"),
        ("retreat", (0, [1], 1, 256), ValueError, "out of range"),
        ("retreat_path", (0, 9, [1], 1), ValueError, "no hex has the index 9"),
        ("trace", ([0], b"", [0], [[1]]), ValueError, "every relay has a kind"),
        ("trace", ([0], b"\1", [0], [[1]]), ValueError, "every relay has a kind"),
        ("trace", ([7], b"\0", [0], [[1]]), ValueError, "a relay stands in no hex"),
        ("trace", ([0], b"\0", [1], [[1]]), ValueError, "a source is the number of a relay"),
        ("trace", ([0], b"\0", [0], [[1, 2]]), ValueError, "a square table"),
        ("trace", ([0], b"\0", [0], [[-2]]), ValueError, "a limit is -1 to"),
        ("trace", ([0], b"\0", [0], [[1] * 5] * 5), ValueError, "a square table of up to 4 kinds"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(
    kernel: ModuleType, name: str, args: tuple[object, ...], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        getattr(kernel, name)(row_travel(kernel), *args)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda k: k.Grid([], [], []), "1 to 10000 hexes"),
        (lambda k: k.Grid([-1] * 6, [1], [1, 2]), "two coordinates"),
        (lambda k: k.Grid([1, -1, -1, -1, -1, -1], [1], [1]), "neighbour 0 of hex 0: 1 is no hex"),
        (lambda k: k.Grid([0, -1, -1, -1, -1, -1], [1], [1]), "does not lead back"),
        (lambda k: k.Travel(one(k), b"\1" * 5), "costs and free have 6 bytes"),
        (lambda k: k.Travel(one(k), b"\1" * 6, free=b"\1"), "costs and free have 6 bytes"),
        (lambda k: k.Travel(one(k), b"\1" * 6, (0, 256)), "a surcharge is 0 to 255"),
        (lambda k: k.Travel(one(k), b"\1" * 6, links=[(0, 1, 1)]), "link 0, 1, 1: expected two hexes"),
        (lambda k: k.Travel(one(k), b"\1" * 6).with_links([(0, 0, 255)]), "a cost of 0 to 254"),
        (lambda k: k.Control(one(k), b"\1" * 5), "sides has 6 bytes"),
    ],
)  # fmt: skip
def test_tables_that_do_not_fit_are_refused(kernel: ModuleType, make: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make(kernel)  # type: ignore[operator]


def one(kernel: ModuleType) -> object:
    return kernel.Grid([-1] * 6, [1], [2])
