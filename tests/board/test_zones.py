"""Zones of control: counts kept by put and take equal a count from scratch."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given, settings

from gunki.board.costs import zone_sides
from tests.board.support import Case, cases, small_map

many = settings(max_examples=100)


@many
@given(case=cases())
def test_counts_are_those_of_the_sources_left(kernel: ModuleType, case: Case) -> None:
    size, near = case.board.size, case.board.neighbours
    sides = bytes(case.rng.random() < 0.8 for _ in range(6 * size))
    control = kernel.Control(case.travel(kernel).grid, sides)
    strong, weak = bytearray(size), bytearray(size)
    forces: list[int] = []
    castles: list[int] = []
    for _ in range(40):
        sources, ring = case.rng.choice([(forces, strong), (castles, weak)])
        if sources and case.rng.random() < 0.4:
            control.take(strong, ring, sources.pop(case.rng.randrange(len(sources))))
        else:
            sources.append(case.hex())
            control.put(strong, ring, sources[-1])
    for h in range(size):
        touching = [a for a in range(size) for d in range(6) if near[6 * a + d] == h and sides[6 * a + d]]
        around = sum(forces.count(a) for a in touching)
        assert strong[h] == forces.count(h) + castles.count(h) + around
        assert weak[h] == sum(castles.count(a) for a in touching)


def test_counts_never_run_over_and_a_refusal_changes_nothing(kernel: ModuleType) -> None:
    board = small_map(3, 3)
    control = kernel.Control(Case.travel(of(board), kernel).grid, zone_sides(board))
    core, ring = bytearray(9), bytearray(9)
    middle = board.hex("0202")
    with pytest.raises(ValueError, match="from 0 to 255"):
        control.take(core, ring, middle)
    ring[board.hex("0201")] = 255
    before = bytes(ring)
    with pytest.raises(ValueError, match="from 0 to 255"):
        control.put(core, ring, middle)
    assert (bytes(core), bytes(ring)) == (bytes(9), before)
    for bad in (bytearray(8), bytearray(10)):
        with pytest.raises(ValueError, match="a layer has 9 bytes"):
            control.put(bad, ring, middle)
        with pytest.raises(ValueError, match="a layer has 9 bytes"):
            control.put(core, bad, middle)
    for wrong in (bytes(9), None, [0] * 9):
        with pytest.raises(TypeError):
            control.put(wrong, ring, middle)
    with pytest.raises(ValueError, match="no hex"):
        control.put(core, ring, 9)


def of(board: object) -> Case:
    case = Case(0)
    case.board = board  # type: ignore[assignment]
    case.costs, case.free, case.links = b"\1" * 54, None, []
    return case


def test_zones_stop_at_water_and_where_the_game_says() -> None:
    board = small_map(
        3, 3, terrain={"0201": "sea", "0203": "foothills"}, sides={("0202", "0102"): "water", ("0202", "0302"): "river"}
    )
    middle = board.hex("0202")

    def spread(sides: bytes) -> set[str]:
        near = board.neighbours
        return {board.numbers[near[i]] for i in range(6 * middle, 6 * middle + 6) if sides[i]}

    assert spread(zone_sides(board)) == {"0203", "0103", "0302", "0303"}
    assert spread(zone_sides(board, over=("",))) == {"0203", "0103", "0303"}
    assert spread(zone_sides(board, shut=board.layer(board.of_terrain("foothills")))) == {"0103", "0302", "0303"}
    assert spread(zone_sides(board, not_into=("flat", "sea"))) == {"0203"}
