"""The numbered grid: the printed numbers, the plane of docs/maps.md and the neighbours agree."""

import math

import pytest

from maps.corners import Corners, chains, corner_key
from maps.hexes import COLUMN, RADIUS, Grid, cell, code

EVEN, ODD = Grid(40, 49, "even"), Grid(58, 35, "odd")


def test_numbers_are_column_and_row() -> None:
    assert cell("0417") == (4, 17)
    assert code((4, 17)) == "0417"
    with pytest.raises(ValueError, match="four digits"):
        cell("417")


def test_centres_follow_the_documented_formula() -> None:
    assert EVEN.centre((1, 1)) == (RADIUS, 0.5)
    assert EVEN.centre((2, 1)) == (RADIUS + COLUMN, 1.0)
    assert ODD.centre((1, 1)) == (RADIUS, 1.0)
    assert EVEN.size == (39 * math.sqrt(3) / 2 + 2 / math.sqrt(3), 49.5)


def test_neighbours_of_odawara_are_those_the_rulebook_counts_on() -> None:
    around = {code(n) for n in EVEN.neighbours(cell("2237"))}
    assert around == {"2236", "2337", "2338", "2238", "2138", "2137"}


@pytest.mark.parametrize("grid", [EVEN, ODD])
def test_neighbours_are_mutual_and_one_hex_away(grid: Grid) -> None:
    for here in grid:
        for near in grid.neighbours(here):
            assert here in grid.neighbours(near)
            assert math.dist(grid.centre(here), grid.centre(near)) == pytest.approx(1.0)
    assert len(grid.neighbours((1, 1))) in (2, 3)
    assert len(grid.neighbours((5, 5))) == 6


@pytest.mark.parametrize("grid", [EVEN, ODD])
def test_the_hex_at_a_point(grid: Grid) -> None:
    for here in grid:
        x, y = grid.centre(here)
        for dx, dy in ((0, 0), (0.4, 0.1), (-0.4, -0.1), (0, 0.49), (0.1, -0.45)):
            assert grid.at(x + dx, y + dy) == here
    assert grid.at(-1, -1) is None


@pytest.mark.parametrize("grid", [EVEN, ODD])
def test_two_neighbours_share_the_side_between_them(grid: Grid) -> None:
    corners = Corners(grid)
    for near in grid.neighbours((7, 9)):
        a, b = grid.side((7, 9), near)
        assert math.dist(a, b) == pytest.approx(RADIUS)
        assert corners.pair(corners.of((7, 9), near)) == tuple(sorted(((7, 9), near)))
        assert {corner_key(a), corner_key(b)} <= {corner_key(p) for p in grid.corners(near)}


def test_sides_join_into_lines_that_end_at_forks() -> None:
    a, b, c, d, e = (0, 0), (1, 0), (2, 0), (3, 0), (2, 1)
    lines = chains([(a, b), (b, c), (c, d), (c, e)])
    assert sorted(len(line) for line in lines) == [2, 2, 3]
    ring = chains([((0, 0), (1, 0)), ((1, 0), (1, 1)), ((0, 0), (1, 1))])
    assert [len(line) for line in ring] == [4]
    assert ring[0][0] == ring[0][-1]
