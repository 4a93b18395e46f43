"""Retreats against the list of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from hypothesis import given, settings

from tests.board.support import BARRED, Case, cases, small_map

many = settings(max_examples=150)


def all_retreats(
    case: Case, way: list[int], away: list[int], length: int, most: int
) -> Iterator[tuple[list[int], int]]:
    """Every retreat of one to `length` steps, with its cost."""
    if length == 0:
        return
    a, distance = way[-1], case.board.distance
    for d in range(6):
        b, cost = case.board.neighbours[6 * a + d], case.step(a, d)
        if cost is not None and all(distance(b, foe) > distance(a, foe) for foe in away):
            yield [*way, b], min(cost, most)
            for longer, more in all_retreats(case, [*way, b], away, length - 1, most):
                yield longer, min(cost, most) + more


@many
@given(case=cases())
def test_a_retreat_leads_away_at_the_least_cost(kernel: ModuleType, case: Case) -> None:
    travel, start = case.travel(kernel), case.hex()
    away = case.hexes(case.rng.randint(1, 2))
    length, most = case.rng.randrange(5), case.rng.choice([0, 1, 2, BARRED])
    least: dict[int, int] = {}
    ways: dict[int, dict[tuple[int, ...], int]] = {}
    for way, cost in all_retreats(case, [start], away, length, most):
        least[way[-1]] = min(cost, least.get(way[-1], cost))
        ways.setdefault(way[-1], {})[tuple(way)] = cost
    found = kernel.retreat(travel, start, away, length, most, *case.layers.values())
    assert found == least
    steps = [case.board.distance(start, away[0])] + [case.board.distance(h, away[0]) for h in found]
    assert steps == sorted(steps)  # nearer hexes come first
    for target in range(case.board.size):
        path = kernel.retreat_path(travel, start, target, away, length, most, *case.layers.values())
        assert (ways[target].get(tuple(path)) == least[target]) if target in least else path == []


def test_one_loss_a_hex_at_most(kernel: ModuleType) -> None:
    """A force of 23-4: a zone and a river cost one step, both together too; mountains cannot be entered."""
    board = small_map(3, 5)
    case = Case(1)
    case.board, case.free, case.links = board, None, []
    case.costs = bytes(
        1 if b == board.hex("0202") else BARRED if b == board.hex("0102") else 0 for b in board.neighbours
    )
    case.strong_toll, case.weak_toll = (1, 0), (0, 0)
    case.layers = dict.fromkeys(("closed", "strong", "weak", "waive"))
    travel = case.travel(kernel)
    start, foe = board.hex("0203"), board.hex("0204")
    zone = board.layer([board.hex("0202"), board.hex("0303")])
    found = kernel.retreat(travel, start, [foe], 2, 1, None, zone)
    assert {board.numbers[h]: losses for h, losses in found.items()} == {
        "0202": 1, "0303": 1, "0103": 0, "0201": 1, "0302": 1,
    }  # fmt: skip
    assert kernel.retreat(travel, start, [foe], 1, 1, zone, zone) == {board.hex("0103"): 0}
    # an enemy in the same hex: every neighbour is away
    assert len(kernel.retreat(travel, start, [start], 1, 1)) == len(board.around(start))
