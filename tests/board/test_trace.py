"""Lines of communication against all shortest ways between all relays."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given, settings

from tests.board.support import BARRED, UNLIMITED, Case, cases, nx
from tests.board.test_moving import ROW, row_travel

many = settings(max_examples=200)


@many
@given(case=cases())
def test_a_relay_is_connected_exactly_if_a_chain_of_legs_leads_to_a_source(kernel: ModuleType, case: Case) -> None:
    rng, sorts = case.rng, case.rng.randint(1, 4)
    at = case.hexes(rng.randint(1, 14))
    kinds = bytes(rng.randrange(sorts) for _ in at)
    sources = [rng.randrange(len(at)) for _ in range(rng.randint(0, 3))]
    limits = [[rng.choice([-1, 0, 2, 5, 10, UNLIMITED]) for _ in range(sorts)] for _ in range(sorts)]

    ways = dict(nx.all_pairs_dijkstra_path_length(case.graph()))

    def leg(i: int, j: int) -> bool:
        return bool(ways[at[i]].get(at[j], UNLIMITED + 1) <= limits[kinds[i]][kinds[j]])

    connected = set(sources)
    while more := {i for i in range(len(at)) if i not in connected and any(leg(i, j) for j in connected)}:
        connected |= more

    via = kernel.trace(case.travel(kernel), at, kinds, sources, limits, *case.layers.values())
    assert {i for i, to in enumerate(via) if to >= 0} == connected
    for i in connected:
        passed = set()
        while i not in sources:
            assert i not in passed
            passed.add(i)
            assert leg(i, via[i])
            i = via[i]
        assert via[i] == i


@many
@given(case=cases())
def test_who_is_connected_is_found_both_ways_and_up_to_a_goal(kernel: ModuleType, case: Case) -> None:
    rng, sorts = case.rng, case.rng.randint(1, 4)
    at = case.hexes(rng.randint(1, 14))
    kinds = bytes(rng.randrange(sorts) for _ in at)
    limits = [[rng.choice([-1, 0, 2, 5, 10, UNLIMITED]) for _ in range(sorts)] for _ in range(sorts)]
    travel, layers = case.travel(kernel), list(case.layers.values())
    led_to = [kernel.trace(travel, at, kinds, [i], limits, *layers) for i in range(len(at))]
    for i in range(len(at)):
        back = kernel.connect_relays(travel, at, kinds, [i], limits, *layers)
        assert [to >= 0 for to in back] == [to >= 0 for to in led_to[i]]
        onward = kernel.connect_relays(travel, at, kinds, [i], limits, *layers, onward=True)
        assert [to >= 0 for to in onward] == [led_to[j][i] >= 0 for j in range(len(at))]
        goals = [rng.randrange(len(at)) for _ in range(rng.randint(1, 3))]
        found = kernel.connect_relays(travel, at, kinds, [i], limits, *layers, onward=True, goals=goals)
        assert any(found[j] >= 0 for j in goals) == any(onward[j] >= 0 for j in goals)


def test_a_goal_is_a_relay(kernel: ModuleType) -> None:
    with pytest.raises(ValueError, match="goal"):
        kernel.connect_relays(row_travel(kernel), [2, 3], b"\0\0", [0], [[5]], goals=[2])


def test_ten_points_from_force_to_force_and_thirty_with_a_castle(kernel: ModuleType) -> None:
    travel = row_travel(kernel)
    castle, force = 0, 1
    limits = ((4, 4), (3, 1))  # castle to castle 4, castle to force 4, force to castle 3, force to force 1
    assert kernel.trace(travel, [0, 3], bytes([castle, force]), [0], limits) == [0, 0]
    assert kernel.trace(travel, [0, 4], bytes([castle, force]), [0], limits) == [0, -1]
    assert kernel.trace(travel, [0, 4, 3], bytes([castle, force, force]), [0], limits) == [0, 2, 0]
    assert kernel.trace(travel, [0, 5, 3], bytes([castle, force, force]), [0], limits) == [0, -1, 0]
    assert kernel.trace(travel, [0, 6, 3], bytes([castle, castle, force]), [0], limits) == [0, 2, 0]


def test_a_line_enters_no_closed_hex_and_no_zone_but_may_begin_there(kernel: ModuleType) -> None:
    travel = row_travel(kernel, strong=(BARRED, 0), weak=(BARRED, 0))
    at, kinds, limits = [0, 3, 6], bytes(3), [[6]]
    assert kernel.trace(travel, at, kinds, [0], limits) == [0, 0, 0]
    assert kernel.trace(travel, at, kinds, [0], limits, ROW.layer([3])) == [0, 0, -1]
    assert kernel.trace(travel, at, kinds, [0], limits, None, ROW.layer([3])) == [0, 0, -1]
    assert kernel.trace(travel, at, kinds, [0], limits, None, None, ROW.layer([3])) == [0, 0, -1]
    assert kernel.trace(travel, at, kinds, [0], limits, None, ROW.layer([3]), None, ROW.layer([3])) == [0, 0, 0]
    # an enemy on the source's own hex: only whoever is inside is supplied
    assert kernel.trace(travel, [0, 0, 1], kinds, [0], limits, ROW.layer([0])) == [0, 0, -1]


def test_a_sea_leg_reaches_a_closed_coast(kernel: ModuleType) -> None:
    travel = row_travel(kernel).with_links([(6, 0, 3)])  # type: ignore[attr-defined]
    shut = ROW.layer([0, 3])
    assert kernel.trace(travel, [0, 6, 5], bytes(3), [0], [[5]], shut) == [0, 0, 0]
    assert kernel.trace(travel, [0, 6, 5], bytes(3), [0], [[2]], shut) == [0, -1, -1]


def test_nothing_to_trace(kernel: ModuleType) -> None:
    assert kernel.trace(row_travel(kernel), [], b"", [], [[5]]) == []
    assert kernel.trace(row_travel(kernel), [2, 3], b"\0\0", [], [[5]]) == [-1, -1]
