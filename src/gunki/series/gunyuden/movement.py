"""Sections 15 and 16: moving forces, detaching on the way, entering and leaving garrison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gunki.board.kernel import Travel, path, reach_points, union
from gunki.core.decision import Act, Bar
from gunki.core.procedure import Ask, Next, Procedure
from gunki.series.gunyuden.communication import has_line
from gunki.series.gunyuden.position import OFF
from gunki.series.gunyuden.position import GunyudenPosition as G
from gunki.series.gunyuden.reasons import line_bars


@dataclass(eq=False)
class March(Procedure):
    """15: a force moves as far as its points go, in one step or in several."""

    seat: int
    force: int
    strategic: int
    spent: int = 0

    def start(self, g: G) -> Next:
        at, left = g.at[self.force], self.left(g)
        acts: list[Act] = [("to", h) for h in destinations(g, self.force, self.strategic, left)]
        name = "march" if acts else "march_end"
        if at >= 0:
            if g.castle_at(at) >= 0:
                gates: list[Act] = [("enter",), ("leave",)]
                acts += [act for act in gates if next(self.bars(g, act), None) is None]
            acts += self._detachments(g)
        if not acts:
            return "over"
        closes: Act | None = None
        if at >= 0:
            closes = ("halt",)
            acts.append(closes)
        data = {"unit": self.force, "count": left}
        verbs = ("to", "enter", "leave", "detach", "attach")
        return Ask(
            self.seat, name, "15-2", acts, "chosen", bars="bars", exact=True, data=data, closes=closes, verbs=verbs
        )

    def left(self, g: G) -> int:
        """15-2-1, 15-6-3."""
        return g.setup.allowance - g.morale[self.force] - self.spent

    def cost(self, g: G, act: Act) -> int | None:
        """The movement points it takes."""
        verb = act[0]
        if verb == "to":
            return self.points_to(g, act[1])
        if verb == "leave":
            return gate(g, self.force)
        return g.setup.gate if verb == "enter" else None

    def points_to(self, g: G, goal: int) -> int:
        """15, 16-3: the way to a hex, out of the castle first."""
        out = gate(g, self.force) if g.at[self.force] >= 0 and g.inside[self.force] else 0
        return destinations(g, self.force, self.strategic, self.left(g))[goal] + out

    def bars(self, g: G, act: Act) -> Iterator[Bar]:
        verb = act[0]
        if verb == "to":
            yield from to_bars(g, self.force, self.strategic, self.left(g), act[1])
        elif verb == "enter":
            yield from enter_bars(g, self.force, self.left(g))
        elif verb == "leave":
            yield from leave_bars(g, self.force)
            if g.inside[self.force] and self.left(g) < gate(g, self.force):
                yield Bar("16-3", "too_few_points", {"count": self.left(g)})
        elif verb in ("detach", "attach"):
            yield from self._detach_bars(g, act)

    def chosen(self, g: G, act: Act) -> Next:
        verb = act[0]
        if verb == "halt":
            return "over"
        if verb == "to":
            return self._go(g, act[1])
        if verb == "enter":
            self.spent += g.setup.gate
            g.put(self.force, g.at[self.force], 1)
            g.tell("entered_castle", "16-1", unit=self.force, castle=g.castle_at(g.at[self.force]))
            # who has others with him may leave some inside and go on (15-5, 16-3); alone he would go in for nothing
            return "start" if len(g.members(self.force)) > 1 else "over"
        if verb == "leave":
            self.spent += gate(g, self.force)
            self._step_out(g)
            return "start"
        g.split(act[1])  # 15-5, G-39: it has acted, and keeps its morale
        if verb == "attach":
            g.join(act[1], act[2])
        else:
            g.dropped = (*g.dropped, act[1])
        g.tell("detached", "15-5", unit=act[1], hex=g.at[act[1]])
        return "start"

    def _step_out(self, g: G) -> None:
        g.put(self.force, g.at[self.force], 0)
        g.tell("left_castle", "16-3", unit=self.force, castle=g.castle_at(g.at[self.force]))

    def _go(self, g: G, goal: int) -> Next:
        origin, left = g.at[self.force], self.left(g)
        self.spent += self.points_to(g, goal)
        if origin >= 0 and g.inside[self.force]:
            g.tell("left_castle", "16-3", unit=self.force, castle=g.castle_at(origin))
        watched = g.watched(self.force)
        way = way_to(g, self.force, self.strategic, left, goal) if watched or g.log is not None else []
        if g.log is not None:
            g.tell("marched", "15-2", unit=self.force, from_hex=origin, to_hex=goal, way_hex=way)
        if watched:
            g.passed(self.force, way)
        g.put(self.force, goal, int(g.always_inside(self.force, goal)))
        return "start"

    # 15-5

    def _detachments(self, g: G) -> list[Act]:
        led = [u for u in g.members(self.force) if u != self.force]
        acts: list[Act] = [("detach", u) for u in led]
        if not g.dropped:
            return acts
        for chief in g.dropped:
            if self._is_detached(g, chief):
                acts += [("attach", u, chief) for u in recruits(g, chief, led)]
        return acts

    def _is_detached(self, g: G, chief: int) -> bool:
        """Left behind here during this march, on this side of the gate: a commander may be given others."""
        here = g.at[chief] == g.at[self.force] and g.inside[chief] == g.inside[self.force]
        return chief in g.dropped and here

    def _detach_bars(self, g: G, act: Act) -> Iterator[Bar]:
        unit = act[1]
        if g.at[self.force] < 0:
            yield Bar("15-5", "not_on_map", {"unit": self.force})
            return
        if g.leader[unit] != self.force or unit == self.force:
            yield Bar("15-5", "not_in_force", {"unit": unit})
            return
        if act[0] == "attach":
            chief = act[2]
            if not self._is_detached(g, chief):
                yield Bar("15-5-2", "not_detached", {"unit": chief})
            else:
                yield from lead_bars(g, chief, unit)

    def over(self, g: G) -> Next:
        g.dropped = ()
        return None


# -- bars and reach ---------------------------------------------------------------------------------------------------


def gate(g: G, force: int) -> int:
    """What leaving the castle costs: nothing where troops are inside by themselves (T-04)."""
    return 0 if g.always_inside(force, g.at[force]) else g.setup.gate_out


def lead_bars(g: G, chief: int, unit: int) -> Iterator[Bar]:
    """9-2: why a commander cannot take a unit under his command."""
    setup = g.setup
    if not setup.boxes[chief]:
        yield Bar("13-1-1", "no_commander", {"unit": chief})
        return
    if g.leader[chief] != chief:
        yield Bar("9-2-4", "under_command", {"unit": chief, "leader_unit": g.leader[chief]})
    yield from g.command_bars(chief, unit)
    if setup.stars[chief] <= setup.stars[unit] and (chief, unit) not in setup.may_also_lead:
        yield Bar("9-2-3", "rank", {"unit": unit, "leader_unit": chief})
    if setup.army[chief] != setup.army[unit] and not g.commands_others(chief, unit):
        yield Bar("9-2-6", "other_army", {"unit": unit, "leader_unit": chief})
    if len(g.members(chief)) > setup.boxes[chief]:
        yield Bar("9-2-2", "track_full", {"unit": chief, "count": setup.boxes[chief]})


def recruits(g: G, chief: int, units: Iterable[int]) -> list[int]:
    """The units that `lead_bars` lets him take, found quickly."""
    if not g.has_room(chief):
        return []
    return [u for u in units if g.may_lead(chief, u)]


def move_bars(g: G, force: int, strategic: int) -> Iterator[Bar]:
    """Why a force cannot choose movement at all."""
    if g.invests[force]:
        yield Bar("18-4-1", "investing", {"unit": force})
        return
    if strategic:
        if g.morale[force]:
            yield Bar("15-3-3", "morale_reduced", {"unit": force})
            return
        if g.near[1 - g.side(force)][g.at[force]]:
            yield Bar("15-3-1", "near_enemy", {"hex": g.at[force]})
            return
        if not has_line(g, force):
            yield Bar("15-3-2", "no_line", {"unit": force})
            yield from line_bars(g, force)
            return
    if g.at[force] >= 0 and g.inside[force] and not g.always_inside(force, g.at[force]):
        yield from leave_bars(g, force)
        return
    left = g.setup.allowance - g.morale[force]
    if next(enter_bars(g, force, left), None) is None:
        return
    if not can_step(g, force, strategic, left):
        found = [] if g.listing else slow_bars(g, force, strategic, left) or shut_in_bars(g, force, strategic, left)
        yield from found or (Bar("15-2", "nowhere", {"unit": force}),)


def leave_bars(g: G, force: int) -> Iterator[Bar]:
    if not g.inside[force]:
        yield Bar("16-3", "not_inside", {"unit": force})
    elif g.always_inside(force, g.at[force]):
        yield Bar("31-1-1", "always_inside", {"hex": g.at[force]})
    elif g.outside(g.at[force], 1 - g.side(force)):
        yield Bar("16-3-1", "enemy_at_gate", {"hex": g.at[force]})


def enter_bars(g: G, force: int, left: int) -> Iterator[Bar]:
    """16, 16-1-1."""
    h = g.at[force]
    castle = g.castle_at(h) if h >= 0 else -1
    if castle < 0 or g.castle_side(castle) != g.side(force) or not g.durability[castle]:
        yield Bar("16.0", "no_castle", {"hex": h})
        return
    if g.inside[force]:
        yield Bar("16.0", "already_inside", {"unit": force})
    if left < g.setup.gate:
        yield Bar("16-1-1", "too_few_points", {"count": left})


def can_step(g: G, force: int, strategic: int, left: int) -> bool:
    """Whether there is a hex to go to at all: a neighbour that the points reach."""
    h = g.at[force]
    if h < 0 or g.inside[force] or g.banned(force) is not None or g.setup.options["castle_surcharge_stacks"]:
        return bool(destinations(g, force, strategic, left))
    setup, side = g.setup, g.side_of[force]
    near, shut = setup.map.neighbours, g.shut[side]
    if strategic:
        costs, watched = setup.strategic_moves[g.weather], g.near[1 - side]
        for step in range(6 * h, 6 * h + 6):
            b = near[step]
            if b >= 0 and costs[step] <= left and not shut[b] and not watched[b]:
                return True
        return False
    costs, held, strong = setup.moves[g.weather], g.held[side], g.strong[1 - side]
    enter, leave = setup.zone_costs
    if strong[h] and held[h] < 2:
        left -= leave
    for step in range(6 * h, 6 * h + 6):
        b = near[step]
        if b >= 0 and not shut[b] and costs[step] + (enter if strong[b] and not held[b] else 0) <= left:
            return True
    return False


def destinations(g: G, force: int, strategic: int, left: int) -> dict[int, int]:
    """Every hex the force could go to now, with its points. Shared: do not change it."""
    key = force, strategic, left
    found: dict[int, int] | None = g.found.get(key)
    if found is None:
        found = g.found[key] = _destinations(g, force, strategic, left)
    return found


def _destinations(g: G, force: int, strategic: int, left: int) -> dict[int, int]:
    if left < 0:
        return {}
    side, h = g.side(force), g.at[force]
    if h == OFF:
        costs = {e: cost + toll(g, side, e) for e, cost in g.entries(force).items()}
        return {e: cost for e, cost in costs.items() if cost <= left and not g.shut[side][e]}
    if g.inside[force]:
        if g.outside(h, 1 - side):
            return {}
        left -= gate(g, force)
        if left < 0:
            return {}
    found = _search(g, force, strategic, left)
    del found[h]
    return found


def way_to(g: G, force: int, strategic: int, left: int, goal: int) -> list[int]:
    """The hexes of the march, for the log."""
    h = g.at[force]
    if h < 0:
        return [goal]
    if g.inside[force]:
        left -= gate(g, force)
    side = g.side(force)
    closed = _closed(g, force, strategic)
    if strategic:
        return path(g.setup.strategic[g.weather], h, goal, left, closed)
    strong, weak = taxing(g, side)
    return path(g.setup.normal[g.weather], h, goal, left, closed, strong, weak, _helped(g, force))


def _closed(g: G, force: int, strategic: int) -> bytes | bytearray:
    side = g.side(force)
    closed: bytes | bytearray = g.shut[side]
    ban = g.banned(force)
    if ban is not None:
        closed = union(closed, ban)
    return union(closed, g.near[1 - side]) if strategic else closed


def _search(g: G, force: int, strategic: int, left: int) -> dict[int, int]:
    """15-4: zones tax who enters and leaves, except where another friendly force or castle is (15-4-6, G-05)."""
    h, side, closed = g.at[force], g.side(force), _closed(g, force, strategic)
    if strategic:
        return reach_points(g.setup.strategic[g.weather], h, left, closed)
    strong, weak = taxing(g, side)
    return reach_points(g.setup.normal[g.weather], h, left, closed, strong, weak, _helped(g, force))


def _helped(g: G, force: int) -> bytearray:
    """Where others than the force itself hold a hex with it (15-4-6)."""
    held = g.held[g.side_of[force]][:]
    if not g.inside[force]:
        held[g.at[force]] -= 1
    return held


def taxing(g: G, side: int) -> tuple[bytearray, bytearray | None]:
    """The enemy's strong zones; and apart, if their surcharges add up (G-06), the castles in them."""
    strong = g.strong[1 - side]
    if not g.setup.options["castle_surcharge_stacks"]:
        return strong, None
    castles = g.hold[1 - side]
    return bytearray(0 if castle else zone for zone, castle in zip(strong, castles, strict=True)), castles


def toll(g: G, side: int, h: int) -> int:
    """15-4-1, 15-4-6: what the enemy's zones add for who enters the map in a hex (G-56)."""
    if g.held[side][h]:
        return 0
    strong, castles = taxing(g, side)
    enter = g.setup.zone_costs[0]
    if castles is not None and castles[h]:
        return enter + g.setup.castle_extra
    return enter if strong[h] else 0


def to_bars(g: G, force: int, strategic: int, left: int, goal: int) -> Iterator[Bar]:
    """Why a force cannot go to a hex."""
    if goal in destinations(g, force, strategic, left):
        return
    side, setup = g.side(force), g.setup
    terrain = setup.map.terrain_at(goal)
    if goal == g.at[force]:
        yield Bar("15-1", "same_hex", {"hex": goal})
    elif terrain in ("sea", "lake", "mountain"):
        yield Bar("15-6-1" if terrain != "mountain" else "15-2-2", "no_entry", {"hex": goal, "terrain": terrain})
    elif strategic and "strategic" not in setup.tables["terrain"][terrain]:
        yield Bar("15-2-3", "no_entry", {"hex": goal, "terrain": terrain})
    elif g.outside(goal, 1 - side):
        yield Bar("15-6-2", "enemy_there", {"hex": goal})
    elif g.at[force] >= 0 and setup.map.direction(g.at[force], goal) >= 0 and setup.water_between(g.at[force], goal):
        yield Bar("15-6-1", "water_between", {"hex": goal})
    else:
        found = list(closed_bars(g, force, strategic, goal)) or slow_bars(g, force, strategic, left, goal)
        found = found or way_bars(g, force, strategic, left, goal)
        yield from found or (Bar("15-2-1", "too_far", {"hex": goal, "count": left}),)


def closed_bars(g: G, force: int, strategic: int, h: int) -> Iterator[Bar]:
    """Why a force can neither enter nor pass a hex, whatever its points."""
    foe = 1 - g.side(force)
    if g.outside(h, foe):
        yield Bar("15-6-2", "enemy_there", {"hex": h})
        return
    yield from g.ban_bars(force, h)
    if strategic and g.near[foe][h]:
        yield Bar("15-3-1", "near_enemy", {"hex": h})


# -- what closes the way or slows a march: worked out only for who asks why -------------------------------------------


def way_bars(g: G, force: int, strategic: int, left: int, goal: int) -> list[Bar]:
    """What is closed on the cheapest way to a hex, if the points would take a force there."""
    h = g.at[force]
    if h >= 0 and g.inside[force]:
        left -= gate(g, force)
    if h < 0 or left < 0:
        return []
    travel = (g.setup.strategic if strategic else g.setup.normal)[g.weather]
    closed = _closed(g, force, strategic)
    way = [b for b in path(travel, h, goal, left) if closed[b]]
    return [bar for b in way for bar in closed_bars(g, force, strategic, b)]


def shut_in_bars(g: G, force: int, strategic: int, left: int) -> list[Bar]:
    """What closes the hexes that a force could step into."""
    h, setup = g.at[force], g.setup
    if h < 0:
        steps = list(g.entries(force).items())
    else:
        costs = (setup.strategic_moves if strategic else setup.moves)[g.weather]
        steps = [(setup.map.neighbours[step], costs[step]) for step in range(6 * h, 6 * h + 6)]
    closed = _closed(g, force, strategic)
    shut = [b for b, cost in steps if b >= 0 and cost <= left and closed[b]]
    return [bar for b in shut for bar in closed_bars(g, force, strategic, b)]


def slow_bars(g: G, force: int, strategic: int, left: int, goal: int = -1) -> list[Bar]:
    """Enemy zones (15-4) and lowered morale (15-6-3), if without them a force came to a hex (-1: to any at all).

    Zones are named by what is too dear, leaving them (15-4-4), entering them (15-4-1) or both.
    """
    if strategic:
        return []
    lost = g.morale[force]

    def comes(points: int, enter: bool = True, leave: bool = True) -> bool:
        found = _untaxed(g, force, points, enter, leave)
        return goal in found if goal >= 0 else bool(found)

    shaken = lost > 0 and comes(left + lost)
    taxed = comes(left, enter=False, leave=False)
    points = left
    if not (shaken or taxed) and lost and comes(left + lost, enter=False, leave=False):
        shaken, taxed, points = True, True, left + lost
    bars = []
    if taxed:
        free_to_leave, free_to_enter = comes(points, leave=False), comes(points, enter=False)
        if free_to_leave or not free_to_enter:
            bars.append(Bar("15-4-4", "zone_holds", {"count": left}))
        if free_to_enter or not free_to_leave:
            bars.append(Bar("15-4-1", "zone_slows", {"count": left}))
    if shaken:
        bars.append(Bar("15-6-3", "morale_slows", {"unit": force, "count": lost}))
    return bars


def _untaxed(g: G, force: int, left: int, enter: bool, leave: bool) -> dict[int, int]:
    """The hexes a force could go to if zones took nothing from who enters or leaves them."""
    key = "untaxed", force, left, enter, leave
    found: dict[int, int] | None = g.found.get(key)
    if found is None:
        found = g.found[key] = _search_untaxed(g, force, left, enter, leave)
    return found


def _search_untaxed(g: G, force: int, left: int, enter: bool, leave: bool) -> dict[int, int]:
    h, side, setup = g.at[force], g.side(force), g.setup
    if h < 0:
        costs = {e: cost + (toll(g, side, e) if enter else 0) for e, cost in g.entries(force).items()}
        return {e: cost for e, cost in costs.items() if cost <= left and not g.shut[side][e]}
    if g.inside[force]:
        left -= gate(g, force)
        if left < 0 or g.outside(h, 1 - side):
            return {}
    strong, weak = taxing(g, side)
    dear, out = setup.zone_costs[0] * enter, setup.zone_costs[1] * leave
    travel = Travel(setup.map.grid, setup.moves[g.weather], (dear, out), (dear + setup.castle_extra * enter, out))
    found = reach_points(travel, h, left, _closed(g, force, 0), strong, weak, _helped(g, force))
    del found[h]
    return found
