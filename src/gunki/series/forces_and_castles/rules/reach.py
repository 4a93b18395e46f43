"""Where a force can go, and along which hexes."""

from __future__ import annotations

from gunki.board.kernel import Layer, Travel, path, points, reach_points, union
from gunki.series.forces_and_castles.rules.march_terms import Terms
from gunki.series.forces_and_castles.state.position import OFF
from gunki.series.forces_and_castles.state.position import ForcesPosition as G

PathQuery = tuple[Travel, int, int, int, Layer, Layer, Layer, Layer]


def destinations(g: G, force: int, kind: int, left: int) -> dict[int, int]:
    """Return every hex that a force could go to now, with the points this takes. The dict is shared: do not change it.

    `kind`: the number of the kind of movement in the rules. `left`: the points that the force still has.
    """
    key = force, kind, left
    goals: dict[int, int] | None = g.map_cache.get(key)
    if goals is None:
        goals = g.map_cache[key] = _destinations(g, force, kind, left)
    return goals


def _destinations(g: G, force: int, kind: int, left: int) -> dict[int, int]:
    if left < 0:
        return {}
    h = g.at[force]
    if h == OFF:
        return find_entry_goals(g, force, left, True)
    if g.inside[force]:
        if g.outside(h, 1 - g.side(force)):
            return {}
        left -= g.gate_cost(force)
        if left < 0:
            return {}
    terms, trap = _terms(g, force, kind)
    goals = reach_points(terms.travel, h, left, terms.closed, terms.strong, terms.weak, terms.waived)
    if trap is not None:
        around = union(terms.closed, trap)
        outside = reach_points(terms.travel, h, left, around, terms.strong, terms.weak, terms.waived)
        goals = {**outside, **{goal: points for goal, points in goals.items() if trap[goal]}}
    del goals[h]
    return goals


def _terms(g: G, force: int, kind: int) -> tuple[Terms, bytes | None]:
    """Return the terms of a force's march, and the hexes that the force could enter but not leave."""
    key = force, kind
    terms_and_trap: tuple[Terms, bytes | None] | None = g.map_cache.get(key)
    if terms_and_trap is None:
        terms_and_trap = g.map_cache[key] = g.terms(force, kind), g.trap_hexes(force)
    return terms_and_trap


def points_to(g: G, force: int, kind: int, left: int, goal: int) -> int:
    """Return the points that a march to `goal` takes; -1 if `goal` is not one of the `destinations`.

    It does not calculate the other destinations.
    """
    reach: dict[int, int] | None = g.map_cache.get((force, kind, left))
    if reach is not None:
        return reach.get(goal, -1)
    key = force, kind, left, goal
    least: int | None = g.map_cache.get(key)
    if least is None:
        least = g.map_cache[key] = _points_to(g, force, kind, left, goal)
    return least


def _points_to(g: G, force: int, kind: int, left: int, goal: int) -> int:
    h = g.at[force]
    if h < 0 or g.inside[force] or h == goal:
        return destinations(g, force, kind, left).get(goal, -1)
    if left < 0:
        return -1
    return points(*_way(g, force, kind, left, goal))


def find_entry_goals(g: G, force: int, left: int, taxed: bool) -> dict[int, int]:
    """Return the hexes where a force can come onto the map, with the points this takes.

    `taxed`: whether enemy zones add to the points.
    """
    side = g.side(force)
    costs = {e: cost + (g.toll(side, e) if taxed else 0) for e, cost in g.entries(force).items()}
    return {e: cost for e, cost in costs.items() if cost <= left and not g.closed_to[side][e]}


def way_to(g: G, force: int, kind: int, left: int, goal: int) -> list[int]:
    """Return the hexes of a march."""
    if g.at[force] < 0:
        return [goal]
    if g.inside[force]:
        left -= g.gate_cost(force)
    return path(*_way(g, force, kind, left, goal))


def _way(g: G, force: int, kind: int, left: int, goal: int) -> PathQuery:
    """Return the arguments with which the kernel searches the way of a force to one hex."""
    terms, trap = _terms(g, force, kind)
    closed = terms.closed if trap is None or trap[goal] else union(terms.closed, trap)
    return terms.travel, g.at[force], goal, left, closed, terms.strong, terms.weak, terms.waived
