"""Section 15: what closes the way or slows a march. This is costly and computed only on demand."""

from __future__ import annotations

from collections.abc import Iterator

from gunki.board.kernel import Travel, path, reach_points
from gunki.core.rules.decision import Reason
from gunki.series.forces_and_castles.rules.reach import find_entry_goals
from gunki.series.gunyuden.rules.zones_of_control import count_other_holders, find_closed_hexes, find_taxing_zones
from gunki.series.gunyuden.state.position import GunyudenPosition as G


def closed_bars(g: G, force: int, strategic: int, h: int) -> Iterator[Reason]:
    """Yield why a force can neither enter nor pass a hex, regardless of its points.

    Friends never close a hex: any number of forces may stack, and they stay separate (6.0, 6-1).
    """
    foe = 1 - g.side(force)
    if g.outside(h, foe):
        yield Reason("15-6-2", "enemy_there", {"hex": h})
        return
    bans = (list(g.ban_bars(one, h)) for one in g.company(force))
    yield from next((reasons for reasons in bans if reasons), [])
    if strategic and g.adjacent[foe][h]:
        yield Reason("15-3-1", "near_enemy", {"hex": h})


def way_bars(g: G, force: int, strategic: int, left: int, goal: int) -> list[Reason]:
    """Return the reasons that close the cheapest way to a hex; none if the force lacks the points for that way."""
    h = g.at[force]
    if h >= 0 and g.inside[force]:
        left -= g.gate_cost(force)
    if h < 0 or left < 0:
        return []
    travel = (g.setup.strategic if strategic else g.setup.normal)[g.weather]
    closed = find_closed_hexes(g, force, strategic)
    way = [b for b in path(travel, h, goal, left) if closed[b]]
    return [bar for b in way for bar in closed_bars(g, force, strategic, b)]


def shut_in_bars(g: G, force: int, strategic: int, left: int) -> list[Reason]:
    """Return the reasons that close the hexes into which a force could step."""
    h, setup = g.at[force], g.setup
    if h < 0:
        steps = list(g.entries(force).items())
    else:
        costs = (setup.strategic_moves if strategic else setup.moves)[g.weather]
        steps = [(setup.map.neighbours[step], costs[step]) for step in range(6 * h, 6 * h + 6)]
    closed = find_closed_hexes(g, force, strategic)
    shut = [b for b, cost in steps if b >= 0 and cost <= left and closed[b]]
    return [bar for b in shut for bar in closed_bars(g, force, strategic, b)]


def slow_bars(g: G, force: int, strategic: int, left: int, goal: int = -1) -> list[Reason]:
    """Return the obstacles without which a force could come to a hex: enemy zones (15-4), low morale (15-6-3).

    If `goal` is -1, any other hex will do. A reason about zones says which cost is too high: that of leaving zones
    (15-4-4), or that of entering them (15-4-1). There may be both reasons.
    """
    if strategic:
        return []
    slowest = max(g.company(force), key=g.morale.__getitem__)
    lost = g.morale[slowest]

    def can_come(points: int, enter: bool = True, leave: bool = True) -> bool:
        goals = _reach_without_tax(g, force, points, enter, leave)
        return goal in goals if goal >= 0 else bool(goals)

    shaken = lost > 0 and can_come(left + lost)
    taxed = can_come(left, enter=False, leave=False)
    points = left
    if not (shaken or taxed) and lost and can_come(left + lost, enter=False, leave=False):
        shaken, taxed, points = True, True, left + lost
    bars = []
    if taxed:
        free_to_leave, free_to_enter = can_come(points, leave=False), can_come(points, enter=False)
        if free_to_leave or not free_to_enter:
            bars.append(Reason("15-4-4", "zone_holds", {"count": left}))
        if free_to_enter or not free_to_leave:
            bars.append(Reason("15-4-1", "zone_slows", {"count": left}))
    if shaken:
        bars.append(Reason("15-6-3", "morale_slows", {"unit": slowest, "count": lost}))
    return bars


def _reach_without_tax(g: G, force: int, left: int, enter: bool, leave: bool) -> dict[int, int]:
    """Return the hexes that a force could reach if zones charged nothing for entering or leaving them."""
    key = "untaxed", force, left, enter, leave
    goals: dict[int, int] | None = g.map_cache.get(key)
    if goals is None:
        goals = g.map_cache[key] = _search_untaxed(g, force, left, enter, leave)
    return goals


def _search_untaxed(g: G, force: int, left: int, enter: bool, leave: bool) -> dict[int, int]:
    h, side, setup = g.at[force], g.side(force), g.setup
    if h < 0:
        return find_entry_goals(g, force, left, enter)
    if g.inside[force]:
        left -= g.gate_cost(force)
        if left < 0 or g.outside(h, 1 - side):
            return {}
    strong, weak = find_taxing_zones(g, side)
    dear, out = setup.zone_costs[0] * enter, setup.zone_costs[1] * leave
    travel = Travel(setup.map.grid, setup.moves[g.weather], (dear, out), (dear + setup.castle_extra * enter, out))
    goals = reach_points(travel, h, left, find_closed_hexes(g, force, 0), strong, weak, count_other_holders(g, force))
    del goals[h]
    return goals
