"""Makes tables for the kernel from a map and a game's terrain effects. Callers should make them once and keep them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from gunki.board.hexmap import SIDES, WATER, HexMap
from gunki.board.kernel import BARRED, Layer


def step_costs(
    board: HexMap,
    terrain: Mapping[str, int],
    sides: Mapping[str, int] | None = None,
    *,
    times: Layer = None,
    side_times: int = 1,
) -> bytes:
    """Return the cost of each step: the cost of the terrain entered, plus that of the hexside crossed.

    `terrain` and `sides` give the costs by name. A terrain that is missing or costs `BARRED` cannot be entered. A water
    hexside cannot be crossed unless `sides` gives it a cost. `times` multiplies the cost of the terrain in each hex
    (for snow), and `side_times` the cost of all hexsides (for thaw).
    """
    added = {"": 0, "river": 0, "ford": 0, "bridge": 0, "water": BARRED, **(sides or {})}
    unknown = [name for name in terrain if name not in board.terrains] + [name for name in added if name not in SIDES]
    if unknown:
        raise ValueError(f"no terrain and no hexside is called {unknown[0]!r}")
    factors = b"\1" * board.size if times is None else times
    enter = [terrain.get(name, BARRED) for name in board.terrains]
    cross = [added[name] for name in SIDES]
    costs = bytearray(b"\xff" * (6 * board.size))
    for step, b in enumerate(board.neighbours):
        ground, side = enter[board.terrain[b]], cross[board.sides[step]]
        if b < 0 or ground == BARRED or side == BARRED:
            continue
        cost = ground * factors[b] + side * side_times
        if not 0 <= cost < BARRED:
            raise ValueError(f"a step into {board.numbers[b]} would cost {cost}; the most is {BARRED - 1}")
        costs[step] = cost
    return bytes(costs)


def zone_sides(
    board: HexMap,
    *,
    over: Collection[str] = ("", "river", "ford", "bridge"),
    not_into: Collection[str] = WATER,
    shut: Layer = None,
) -> bytes:
    """Return where zones spread, with a byte for each hex and direction.

    They spread over the kinds of hexsides in `over`, but not into the terrains of `not_into` or the hexes of `shut`.
    """
    closed = bytes(board.size) if shut is None else shut
    open_side = [name in over for name in SIDES]
    open_ground = [name not in not_into for name in board.terrains]
    return bytes(
        b >= 0 and open_side[board.sides[step]] and open_ground[board.terrain[b]] and not closed[b]
        for step, b in enumerate(board.neighbours)
    )


def steps_touching(board: HexMap, terrains: Collection[str]) -> bytes:
    """Return the steps that begin or end in these terrains. For `sea`, they can be the `free` steps of a `Travel`."""
    has_terrain = [board.terrain_at(h) in terrains for h in range(board.size)]
    return bytes(b >= 0 and (has_terrain[step // 6] or has_terrain[b]) for step, b in enumerate(board.neighbours))
