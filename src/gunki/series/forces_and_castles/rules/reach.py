"""Where a force can go, and by which way."""

from __future__ import annotations

from gunki.board.kernel import Layer, Travel, path, points, reach_points, union
from gunki.series.forces_and_castles.rules.march_terms import Terms
from gunki.series.forces_and_castles.state.position import OFF
from gunki.series.forces_and_castles.state.position import ForcesPosition as G

Way = tuple[Travel, int, int, int, Layer, Layer, Layer, Layer]


def destinations(g: G, force: int, kind: int, left: int) -> dict[int, int]:
    """Every hex the force could go to now, with its points. Shared: do not change it.

    `kind`: the kind of movement, as the rules count them; `left`: the points that are left for it.
    """
    key = force, kind, left
    found: dict[int, int] | None = g.found.get(key)
    if found is None:
        found = g.found[key] = _destinations(g, force, kind, left)
    return found


def _destinations(g: G, force: int, kind: int, left: int) -> dict[int, int]:
    if left < 0:
        return {}
    h = g.at[force]
    if h == OFF:
        return entering(g, force, left, True)
    if g.inside[force]:
        if g.outside(h, 1 - g.side(force)):
            return {}
        left -= g.gate_cost(force)
        if left < 0:
            return {}
    terms, trap = _terms(g, force, kind)
    found = reach_points(terms.travel, h, left, terms.closed, terms.strong, terms.weak, terms.waived)
    if trap is not None:
        around = union(terms.closed, trap)
        outside = reach_points(terms.travel, h, left, around, terms.strong, terms.weak, terms.waived)
        found = {**outside, **{goal: points for goal, points in found.items() if trap[goal]}}
    del found[h]
    return found


def _terms(g: G, force: int, kind: int) -> tuple[Terms, bytes | None]:
    """On what terms it goes, and where it would be held."""
    key = force, kind
    found: tuple[Terms, bytes | None] | None = g.found.get(key)
    if found is None:
        found = g.found[key] = g.terms(force, kind), g.trapped_in(force)
    return found


def points_to(g: G, force: int, kind: int, left: int, goal: int) -> int:
    """The points that one of the `destinations` takes, -1 if it is none; others need not be found."""
    found: dict[int, int] | None = g.found.get((force, kind, left))
    if found is not None:
        return found.get(goal, -1)
    key = force, kind, left, goal
    least: int | None = g.found.get(key)
    if least is None:
        least = g.found[key] = _points_to(g, force, kind, left, goal)
    return least


def _points_to(g: G, force: int, kind: int, left: int, goal: int) -> int:
    h = g.at[force]
    if h < 0 or g.inside[force] or h == goal:
        return destinations(g, force, kind, left).get(goal, -1)
    if left < 0:
        return -1
    return points(*_way(g, force, kind, left, goal))


def entering(g: G, force: int, left: int, taxed: bool) -> dict[int, int]:
    """The same for a force that comes onto the map."""
    side = g.side(force)
    costs = {e: cost + (g.toll(side, e) if taxed else 0) for e, cost in g.entries(force).items()}
    return {e: cost for e, cost in costs.items() if cost <= left and not g.shut[side][e]}


def way_to(g: G, force: int, kind: int, left: int, goal: int) -> list[int]:
    """The hexes of a march."""
    if g.at[force] < 0:
        return [goal]
    if g.inside[force]:
        left -= g.gate_cost(force)
    return path(*_way(g, force, kind, left, goal))


def _way(g: G, force: int, kind: int, left: int, goal: int) -> Way:
    """What the kernel is asked about the way of a force to one hex."""
    terms, trap = _terms(g, force, kind)
    closed = terms.closed if trap is None or trap[goal] else union(terms.closed, trap)
    return terms.travel, g.at[force], goal, left, closed, terms.strong, terms.weak, terms.waived
