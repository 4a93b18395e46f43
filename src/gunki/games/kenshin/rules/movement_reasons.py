"""Section 10-6: why a force cannot march to a hex; worked out only when a reason is wanted."""

from __future__ import annotations

from collections.abc import Iterator

from gunki.board.hexmap import WATER
from gunki.core.rules.decision import Reason
from gunki.games.kenshin.setup import ODA
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.reach import destinations

#: More points than any march costs.
UNLIMITED_POINTS = 250


def to_bars(g: G, force: int, left: int, goal: int) -> Iterator[Reason]:
    """Yield why a force cannot march to a hex with `left` points.

    The reasons are water (10-6-1), mountains (10-6-2), enemies in the open (10-6-3), neutrals (20), and too great a
    distance (10-4-1).
    """
    if goal in destinations(g, force, 0, left):
        return
    setup, at, side = g.setup, g.at[force], g.side_of[force]
    terrain = setup.map.terrain_at(goal)
    if goal == at:
        yield Reason("10-3", "same_hex", {"hex": goal})
    elif terrain in WATER:
        yield Reason("10-6-1", "no_entry", {"hex": goal, "terrain": terrain})
    elif terrain == "mountain":
        yield Reason("10-6-2", "no_entry", {"hex": goal, "terrain": terrain})
    elif has_neutral(g, goal):
        yield Reason("20 entry", "neutral_there", {"hex": goal})
    elif g.outside(goal, 1 - side):
        yield Reason("10-6-3", "enemy_there", {"hex": goal})
    elif at < 0:
        if goal not in setup.west_edge:
            yield Reason("9-3-1 entry", "not_an_entry_hex", {"hex": goal})
        else:
            yield Reason("10-4-1", "out_of_points", {"hex": goal, "count": left})
    elif setup.map.direction(at, goal) >= 0 and setup.is_water_between(at, goal):
        yield Reason("10-6-1", "water_between", {"hex": goal})
    else:
        yield _too_far(g, force, left, goal)


def has_neutral(g: G, h: int) -> bool:
    """Return whether a neutral has a force or a castle in a hex, which closes it to both sides (20)."""
    if not g.closed_to[ODA][h]:
        return False
    castle = g.setup.castle_at[h]
    return (castle >= 0 and g.holder[castle] < 0) or any(g.side_of[f] < 0 for f in g.forces_in(h))


def _find_closing_clause(g: G, force: int, goal: int) -> str:
    """Return the clause that closes every way to a hex.

    Tried in order: water (10-6-1), mountains (10-6-2), neutrals (20 entry), enemies (10-6-3).
    """
    board = g.setup.map
    hexes = range(board.size)
    closed = {h for h in hexes if board.terrain_at(h) in WATER}
    if goal not in _find_connected(g, g.at[force], closed):
        return "10-6-1"
    closed.update(h for h in hexes if board.terrain_at(h) == "mountain")
    if goal not in _find_connected(g, g.at[force], closed):
        return "10-6-2"
    closed.update(h for h in hexes if has_neutral(g, h))
    return "10-6-3" if goal in _find_connected(g, g.at[force], closed) else "20 entry"


def _find_connected(g: G, start: int, closed: set[int]) -> set[int]:
    """Return the hexes connected with `start` by land, on ways without closed hexes."""
    region, edge = {start}, [start]
    while edge:
        h = edge.pop()
        near = [b for b in g.setup.map.around(h) if b not in region and b not in closed]
        near = [b for b in near if not g.setup.is_water_between(h, b)]
        region.update(near)
        edge += near
    return region


def _too_far(g: G, force: int, left: int, goal: int) -> Reason:
    """Return why no march reaches a hex: enemy control (10-5-1), a closed way, or too few points (10-4-1).

    Enemy control is the reason if the force could get there without it.
    """
    free = g.clone()
    free.clear_caches()
    side = g.side_of[force]
    free.strong = g.strong[:]
    free.strong[1 - side] = bytearray(g.setup.map.size)
    if goal in destinations(free, force, 0, left):
        castle = g.setup.castle_at[goal]
        own = castle >= 0 and g.holder[castle] == 1 - side
        return Reason("10-5-2" if own else "10-5-1", "out_of_points_in_zones", {"hex": goal, "count": left})
    if goal not in destinations(free, force, 0, UNLIMITED_POINTS):
        return Reason(_find_closing_clause(g, force, goal), "no_way", {"hex": goal})
    return Reason("10-4-1", "out_of_points", {"hex": goal, "count": left})
