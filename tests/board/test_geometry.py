"""Neighbours, distances and lines against the plane that docs/maps.md lays down."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gunki.board.hexmap import DIRECTIONS, HexMap
from gunki.core.errors import DataError
from tests.board.support import nx, small_map

#: Degrees clockwise from straight up.
ANGLES = {"n": 0, "ne": 60, "se": 120, "s": 180, "sw": 240, "nw": 300}
MAPS = {shifted: small_map(9, 8, shifted) for shifted in ("even", "odd")}
shifts = pytest.mark.parametrize("shifted", ["even", "odd"])


def centre(board: HexMap, h: int) -> tuple[float, float]:
    c, r = int(board.numbers[h][:2]), int(board.numbers[h][2:])
    down = 0.5 if (c % 2 == 0) == (board.shifted == "even") else 0.0
    return (c - 1) * math.sqrt(3) / 2 + 1 / math.sqrt(3), (r - 1) + 0.5 + down


def apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


@shifts
def test_neighbours_are_the_hexes_one_hex_height_away(shifted: str) -> None:
    board = MAPS[shifted]
    for a in range(board.size):
        here = centre(board, a)
        near = {b for b in range(board.size) if b != a and apart(here, centre(board, b)) < 1.01}
        assert set(board.around(a)) == near
        for d, name in enumerate(DIRECTIONS):
            b = board.neighbours[6 * a + d]
            if b >= 0:
                x, y = centre(board, b)
                angle = math.degrees(math.atan2(x - here[0], here[1] - y)) % 360
                assert math.isclose(angle, ANGLES[name], abs_tol=0.01) or math.isclose(angle, 360, abs_tol=0.01)
                assert board.direction(a, b) == d
                assert board.neighbours[6 * b + (d + 3) % 6] == a
    assert board.direction(0, board.size - 1) == -1


@pytest.mark.parametrize(
    ("shifted", "around"),
    [
        ("even", {"0403", "0504", "0505", "0405", "0305", "0304"}),
        ("odd", {"0403", "0503", "0504", "0405", "0303", "0304"}),
    ],
)
def test_the_neighbours_of_0404(shifted: str, around: set[str]) -> None:
    board = MAPS[shifted]
    assert {board.numbers[h] for h in board.around(board.hex("0404"))} == around


@shifts
def test_distance_is_the_number_of_steps(shifted: str) -> None:
    board = MAPS[shifted]
    graph = nx.Graph((a, b) for a in range(board.size) for b in board.around(a))
    for a, row in nx.all_pairs_shortest_path_length(graph):
        assert [board.distance(a, b) for b in range(board.size)] == [row[b] for b in range(board.size)]
        assert board.within(a, 2) == sorted(b for b in row if row[b] <= 2)


@settings(max_examples=200)
@given(shifted=st.sampled_from(["even", "odd"]), ends=st.tuples(st.integers(0, 71), st.integers(0, 71)))
def test_a_line_keeps_to_the_straight_way(shifted: str, ends: tuple[int, int]) -> None:
    board = MAPS[shifted]
    a, b = ends
    line = board.line(a, b)
    assert line[0] == a
    assert line[-1] == b
    assert line == board.line(b, a)[::-1]
    assert len(line) == board.distance(a, b) + 1
    assert all(board.distance(x, y) == 1 for x, y in pairwise(line))
    (ax, ay), (bx, by) = centre(board, a), centre(board, b)
    for i, h in enumerate(line):
        part = i / max(1, len(line) - 1)
        point = (ax + part * (bx - ax), ay + part * (by - ay))
        nearest = min(apart(point, centre(board, other)) for other in range(board.size))
        assert apart(point, centre(board, h)) <= nearest + 1e-6


def test_lines_and_distances_do_not_need_the_hexes_between() -> None:
    board = small_map(1, 5, without=["0103"])
    first, last = board.hex("0101"), board.hex("0105")
    assert board.distance(first, last) == 4
    assert [board.numbers[h] for h in board.line(first, last)] == ["0101", "0102", "0104", "0105"]
    assert board.around(board.hex("0102")) == [first]


def test_numbers_outside_indices_inside() -> None:
    board = small_map(3, 4, without=["0101"])
    assert board.numbers[:2] == ("0102", "0103")
    assert [board.hex(number) for number in board.numbers] == list(range(11))
    for bad in ("0101", "0401", "", "x" * 500):
        with pytest.raises(DataError, match="not on the map of test; a hex is written like 0102"):
            board.hex(bad)


def test_sides_seen_from_both_hexes() -> None:
    board = small_map(2, 2, sides={("0101", "0102"): "ford", ("0101", "0201"): "water"})
    a, b, c = board.hex("0101"), board.hex("0102"), board.hex("0201")
    assert board.side(a, b) == board.side(b, a) == "ford"
    assert board.side(c, a) == "water"
    assert board.side(b, c) == ""
    with pytest.raises(ValueError, match="0101 and 0202 do not touch"):
        board.side(a, board.hex("0202"))


def test_coasts() -> None:
    board = small_map(3, 3, terrain={"0101": "sea", "0303": "lake", "0203": "mountain"})
    assert {board.numbers[h] for h in board.coast()} == {"0102", "0201"}
    assert {board.numbers[h] for h in board.coast("lake")} == {"0203", "0202", "0302"}
