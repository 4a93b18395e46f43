"""Sections 15 and 16: moving forces, detaching on the way, entering and leaving garrison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.series.forces_and_castles.rules.reach import destinations, points_to, way_to
from gunki.series.gunyuden.rules.forces_and_commanders import lead_bars, recruits
from gunki.series.gunyuden.rules.line_reasons import line_bars
from gunki.series.gunyuden.rules.lines_of_communication import has_line
from gunki.series.gunyuden.rules.movement_reasons import closed_bars, shut_in_bars, slow_bars, way_bars
from gunki.series.gunyuden.state.position import GunyudenPosition as G


@dataclass(eq=False)
class March(Procedure):
    """15: a force moves as far as its points go, in one step or in several.

    It ends its march before another force moves (15.0, 15-1-1).
    """

    seat: int
    force: int
    strategic: int
    spent: int = 0
    ahead: tuple[int, ...] = ()  # on a march hex by hex: the hexes still to enter; `here`: the latest hex entered
    here: int = -1
    trail: tuple[int, ...] = ()  # the hexes that the force has come through, the first one included

    def forget(self, seat: int) -> None:
        """Hide the hexes ahead from other seats, which learn of each hex when the force gets there."""
        if seat != self.seat:
            self.ahead = ()

    def start(self, g: G) -> Next:
        at, left = g.at[self.force], self.points_left(g)
        acts: list[Act] = [("to", h) for h in destinations(g, self.force, self.strategic, left)]
        name = "march" if acts else "march_end"
        if at >= 0:
            if g.castle_at(at) >= 0:
                gates: list[Act] = [("enter",), ("leave",)]
                acts += [act for act in gates if next(self.bars(g, act), None) is None]
            acts += self.detachments(g)
        if not acts:
            return "over"
        closes: Act | None = None
        if at >= 0:
            closes = ("halt",)
            acts.append(closes)
        data = {"unit": self.force, "count": left}
        verbs = ("to", "enter", "leave", "detach", "attach")
        return Ask(
            self.seat,
            name,
            "15-2",
            acts,
            "take_choice",
            bars="bars",
            exact=True,
            data=data,
            end_option=closes,
            verbs=verbs,
        )

    def points_left(self, g: G) -> int:
        """Return the movement points left (15-2-1, 15-6-3). Low morale lowers them (10-2(4))."""
        return g.setup.allowance - g.morale[self.force] - self.spent

    def cost(self, g: G, act: Act) -> int | None:
        """Return the movement points that an option takes. Detaching takes none (15-5-1)."""
        verb = act[0]
        if verb == "to":
            return self.points_to(g, act[1])
        if verb == "leave":
            return g.gate_cost(self.force)
        return g.setup.gate if verb == "enter" else None

    def points_to(self, g: G, goal: int) -> int:
        """Return the cost of the way to a hex, with the cost of leaving the castle first (15, 16-3)."""
        out = g.gate_cost(self.force) if g.at[self.force] >= 0 and g.inside[self.force] else 0
        return points_to(g, self.force, self.strategic, self.points_left(g), goal) + out

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        verb = act[0]
        if verb == "to":
            yield from to_bars(g, self.force, self.strategic, self.points_left(g), act[1])
        elif verb == "enter":
            yield from enter_bars(g, self.force, self.points_left(g))
        elif verb == "leave":
            yield from leave_bars(g, self.force)
            if g.inside[self.force] and self.points_left(g) < g.gate_cost(self.force):
                yield Reason("16-3", "too_few_points", {"count": self.points_left(g)})
        elif verb in ("detach", "attach"):
            yield from self._detach_bars(g, act)

    def take_choice(self, g: G, act: Act) -> Next:
        verb = act[0]
        if verb == "halt":
            return "over"
        if verb == "to":
            return self._go(g, act[1])
        if verb == "enter":
            self.spent += g.setup.gate
            g.put(self.force, g.at[self.force], 1)
            g.emit("entered_castle", "16-1", unit=self.force, castle=g.castle_at(g.at[self.force]))
            # a force of several units may leave some inside and go on (15-5, 16-3); a unit alone would have to come out
            # again
            return "start" if len(g.members(self.force)) > 1 else "over"
        if verb == "leave":
            self.spent += g.gate_cost(self.force)
            self._step_out(g)
            return "start"
        g.split(act[1])  # 15-5, G-39: the unit has acted, and keeps its morale
        if verb == "attach":
            g.join(act[1], act[2])
        else:
            g.dropped = (*g.dropped, act[1])
        g.emit("detached", "15-5", unit=act[1], hex=g.at[act[1]])
        return "start"

    def _step_out(self, g: G) -> None:
        g.put(self.force, g.at[self.force], 0)
        g.emit("left_castle", "16-3", unit=self.force, castle=g.castle_at(g.at[self.force]))

    def _go(self, g: G, goal: int) -> Next:
        """March to the goal at once, or hex by hex if the march may be interrupted or held up."""
        force, at = self.force, g.at[self.force]
        if g.keeps_trail(force):
            way = tuple(way_to(g, force, self.strategic, self.points_left(g), goal))
            if at >= 0:
                way, self.trail = way[1:], self.trail or (at,)
            if g.may_react(force) and (g.may_react_beside(force, way) or g.trap_hexes(force) is not None):
                self.ahead, self.here = way, -1
                return "walk"
            self.trail += way
        self.advance_to(g, goal)
        return "start"

    def walk(self, g: G) -> Next:
        """Enter the next hex of the march. In each hex, the march may be interrupted.

        The march ends where the force was driven away or held up. If the way on has been closed, the player decides
        again.
        """
        force = self.force
        if self.here >= 0 and (g.at[force] != self.here or g.leader[force] != force or g.is_held_up(force)):
            return "over"
        if not self.ahead or points_to(g, force, self.strategic, self.points_left(g), self.ahead[0]) < 0:
            self.ahead, self.here = (), -1
            return "start"
        self.here, self.ahead = self.ahead[0], self.ahead[1:]
        self.advance_to(g, self.here)
        self.trail = (*self.trail, self.here)
        reaction = self.reaction(g)
        return "walk" if reaction is None else Call(reaction, "walk")

    def reaction(self, g: G) -> Procedure | None:
        """Return the procedure by which others react to the force's arrival in its hex; None if nobody reacts."""
        return g.reaction(self.force, self.trail)

    def advance_to(self, g: G, goal: int) -> None:
        origin, left = g.at[self.force], self.points_left(g)
        self.spent += self.points_to(g, goal)
        if origin >= 0 and g.inside[self.force]:
            g.emit("left_castle", "16-3", unit=self.force, castle=g.castle_at(origin))
        watched = g.is_watched(self.force)
        way = way_to(g, self.force, self.strategic, left, goal) if watched or g.log is not None else []
        if g.log is not None:
            g.emit("marched", "15-2", unit=self.force, from_hex=origin, to_hex=goal, way_hex=way)
        if watched:
            g.record_passage(self.force, way)
        g.put(self.force, goal, int(g.is_always_inside(self.force, goal)))

    # 15-5: detaching units on the march

    def detachments(self, g: G) -> list[Act]:
        led = [u for u in g.members(self.force) if u != self.force]
        acts: list[Act] = [("detach", u) for u in led]
        if not g.dropped:
            return acts
        for chief in g.dropped:
            if self._is_detached(g, chief):
                acts += [("attach", u, chief) for u in recruits(g, chief, led)]
        return acts

    def _is_detached(self, g: G, chief: int) -> bool:
        """Return whether a commander was detached here during this march, on the same side of the gate.

        Only a commander left behind in this way may be given other units.
        """
        is_beside = g.at[chief] == g.at[self.force] and g.inside[chief] == g.inside[self.force]
        return chief in g.dropped and is_beside

    def _detach_bars(self, g: G, act: Act) -> Iterator[Reason]:
        unit = act[1]
        if g.at[self.force] < 0:
            yield Reason("15-5", "not_on_map", {"unit": self.force})
            return
        if g.leader[unit] != self.force or unit == self.force:
            yield Reason("15-5", "not_in_force", {"unit": unit})
            return
        if act[0] == "attach":
            chief = act[2]
            if not self._is_detached(g, chief):
                yield Reason("15-5-2", "not_detached", {"unit": chief})
            else:
                yield from lead_bars(g, chief, unit)

    def over(self, g: G) -> Next:
        g.end_march()
        return None


# -- reasons against a march ------------------------------------------------------------------------------------------


def ordinary_bars(g: G, force: int) -> Iterator[Reason]:
    """Yield the reasons against an ordinary march (15-2)."""
    return move_bars(g, force, 0)


def strategic_bars(g: G, force: int) -> Iterator[Reason]:
    """Yield the reasons against a strategic march (15-3)."""
    return move_bars(g, force, 1)


def move_bars(g: G, force: int, strategic: int) -> Iterator[Reason]:
    """Yield why a force cannot choose movement at all.

    A force that invests is tied (18-4-1). A force with lowered morale does not march strategically (15-3-3). A
    strategic march needs a line now (11-3(3)). If one of several forces that act as one (`company`) is
    tied, all of them are.
    """
    company = g.company(force)
    for one in company:
        if g.is_investing(one):
            yield Reason("18-4-1", "investing", {"unit": one})
            return
    if strategic:
        for one in company:
            if g.morale[one]:
                yield Reason("15-3-3", "morale_reduced", {"unit": one})
                return
        if g.adjacent[1 - g.side(force)][g.at[force]]:
            yield Reason("15-3-1", "near_enemy", {"hex": g.at[force]})
            return
        if not has_line(g, force):
            yield Reason("15-3-2", "no_line", {"unit": force})
            yield from line_bars(g, force)
            return
    if g.at[force] >= 0 and g.inside[force] and not g.is_always_inside(force, g.at[force]):
        yield from leave_bars(g, force)
        return
    left = g.setup.allowance - max(g.morale[f] for f in company)
    if next(enter_bars(g, force, left), None) is None:
        return
    if not can_step(g, force, strategic, left):
        reasons = (
            [] if g.is_listing else slow_bars(g, force, strategic, left) or shut_in_bars(g, force, strategic, left)
        )
        yield from reasons or (Reason("15-2", "nowhere", {"unit": force}),)


def leave_bars(g: G, force: int) -> Iterator[Reason]:
    if not g.inside[force]:
        yield Reason("16-3", "not_inside", {"unit": force})
    elif g.is_always_inside(force, g.at[force]):
        yield from g.castle_rules(g.at[force]).inside_bars(force)
    elif g.outside(g.at[force], 1 - g.side(force)):
        yield Reason("16-3-1", "enemy_at_gate", {"hex": g.at[force]})


def enter_bars(g: G, force: int, left: int) -> Iterator[Reason]:
    """Yield why a force cannot enter the castle of its hex (16, 16-1-1)."""
    h = g.at[force]
    castle = g.castle_at(h) if h >= 0 else -1
    if castle < 0 or g.castle_side(castle) != g.side(force) or not g.durability[castle]:
        yield Reason("16.0", "no_castle", {"hex": h})
        return
    if g.inside[force]:
        yield Reason("16.0", "already_inside", {"unit": force})
    if left < g.setup.gate:
        yield Reason("16-1-1", "too_few_points", {"count": left})


def can_step(g: G, force: int, strategic: int, left: int) -> bool:
    """Return whether the points of a force suffice for a step into some neighbouring hex."""
    h = g.at[force]
    if h < 0 or g.inside[force] or g.setup.options["castle_surcharge_stacks"] or g.convoy(force):
        return bool(destinations(g, force, strategic, left))
    setup, side = g.setup, g.side_of[force]
    near, shut, ban = setup.map.neighbours, g.closed_to[side], g.ban_hexes(force) or setup.nowhere
    if strategic:
        costs, watched = setup.strategic_moves[g.weather], g.adjacent[1 - side]
        for step in range(6 * h, 6 * h + 6):
            b = near[step]
            if b >= 0 and costs[step] <= left and not shut[b] and not watched[b] and not ban[b]:
                return True
        return False
    costs, occupied, strong = setup.moves[g.weather], g.occupied[side], g.strong[1 - side]
    enter, leave = setup.zone_costs
    if strong[h] and occupied[h] < 2:
        left -= leave
    for step in range(6 * h, 6 * h + 6):
        b = near[step]
        if b < 0 or shut[b] or ban[b]:
            continue
        if costs[step] + (enter if strong[b] and not occupied[b] else 0) <= left:
            return True
    return False


def to_bars(g: G, force: int, strategic: int, left: int, goal: int) -> Iterator[Reason]:
    """Yield why a force cannot go to a hex, by the restrictions of movement (15-6)."""
    if goal in destinations(g, force, strategic, left):
        return
    side, setup = g.side(force), g.setup
    terrain = setup.map.terrain_at(goal)
    if goal == g.at[force]:
        yield Reason("15-1", "same_hex", {"hex": goal})
    elif terrain in ("sea", "lake", "mountain"):
        yield Reason("15-6-1" if terrain != "mountain" else "15-2-2", "no_entry", {"hex": goal, "terrain": terrain})
    elif strategic and "strategic" not in setup.tables["terrain"][terrain]:
        yield Reason("15-2-3", "no_entry", {"hex": goal, "terrain": terrain})
    elif g.outside(goal, 1 - side):
        yield Reason("15-6-2", "enemy_there", {"hex": goal})
    elif g.at[force] >= 0 and setup.map.direction(g.at[force], goal) >= 0 and setup.is_water_between(g.at[force], goal):
        yield Reason("15-6-1", "water_between", {"hex": goal})
    else:
        reasons = list(closed_bars(g, force, strategic, goal)) or slow_bars(g, force, strategic, left, goal)
        reasons = reasons or way_bars(g, force, strategic, left, goal)
        yield from reasons or (Reason("15-2-1", "too_far", {"hex": goal, "count": left}),)
