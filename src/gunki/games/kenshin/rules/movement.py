"""Section 10: movement, reactions and forced marches; engagements and fortifications."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.forced_choice import AutoAnswering
from gunki.core.rules.procedure import Call, Next, Procedure, Roll
from gunki.games.kenshin.rules import forces_and_commanders, movement_reasons, overrun
from gunki.games.kenshin.rules.naval import ship_movement
from gunki.games.kenshin.rules.sieges.castles import Refuge
from gunki.games.kenshin.rules.turn_start import attrition
from gunki.games.kenshin.state.position import ABOARD, BOX, LANDED, MOVED, UNDEPLOYED
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.reach import destinations, points_to, way_to
from gunki.series.forces_and_castles.rules.regrouping import regroup
from gunki.series.forces_and_castles.state.state_fields import FULL

#: The kinds of phases in which forces move; in the last two each force needs an action check (10-2).
MOVEMENT, REACTION, FORCED_MARCH = range(3)
CLAUSES = ("4(2)", "4(3)", "4(4)")


@dataclass(eq=False)
class MovementPhase(AutoAnswering):
    """10: a side moves its forces and ships one after the other, in any order (10-3-1).

    In a Movement Phase it forms forces first (10-1-2, K-64). In the other phases each force needs an action check
    (10 checks, 10-2), also to fortify (10-8 check). A force with an Engagement marker stays (10-7 effect).
    """

    seat: int
    kind: int
    begun: int = 0  # whether a force or ship has moved: then formation is over (10-1-2)

    def start(self, g: G) -> Next:
        verb = self.verb()
        acts: list[Act] = [(verb, f) for f in list_movable_forces(g, self.seat, self.kind)]
        acts += [("sail", ship) for ship in ship_movement.list_movable_ships(g, self.seat)]
        if self.kind == MOVEMENT and not self.begun:
            acts += forces_and_commanders.changes(g, self.seat)
        acts += [("raze", h) for h in g.forts(self.seat)]
        return self.ask(
            g, self.seat, "force", "10", [*acts, ("end",)], "take_choice", starts_order=True, end_option=("end",),
            verbs=("move", "check", "sail", "raze", *forces_and_commanders.FORMATION),
        )  # fmt: skip

    def verb(self) -> str:
        return "move" if self.kind == MOVEMENT else "check"

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        verb = act[0]
        if verb in ("move", "check"):
            if verb != self.verb():
                yield Reason("10-2", "check_first" if verb == "move" else "no_check_needed", {"unit": act[1]})
            else:
                yield from move_bars(g, self.seat, self.kind, act[1])
        elif verb == "sail":
            yield from ship_movement.sail_bars(g, self.seat, act[1])
        elif verb == "raze":
            if not g.has_fort(act[1], self.seat):
                yield Reason("10-8-1", "no_marker", {"hex": act[1]})
        elif verb in forces_and_commanders.FORMATION:
            if self.kind != MOVEMENT:
                yield Reason("10-1", "not_in_this_phase", {"unit": act[1]})
            elif self.begun:
                yield Reason("10-1-2", "too_late", {"unit": act[1]})
            else:
                yield from forces_and_commanders.change_bars(g, self.seat, act)

    def take_choice(self, g: G, act: Act) -> Next:
        verb = act[0]
        if verb == "end":
            return None
        if verb == "raze":
            g.raze(act[1], self.seat)
            return "start"
        if verb in forces_and_commanders.FORMATION:
            regroup(g, act)
            return "start"
        self.begun = 1
        if verb == "sail":
            return Call(ship_movement.Sail(self.seat, act[1]), "start")
        if verb == "check":
            return Call(ActionCheck(self.seat, act[1]), "start")
        return Call(March(self.seat, act[1]), "start")


def list_movable_forces(g: G, seat: int, kind: int) -> list[int]:
    """Return the forces that may move, judged by a few flags.

    Where a force can go is worked out only when it is chosen.
    """
    done, sides, inside, at, shut = g.done, g.side_of, g.inside, g.at, g.closed_to[seat]
    steps, least = g.steps, FULL if kind != MOVEMENT else 1
    forces = [
        f for f in g.forces()
        if sides[f] == seat and not done[f] and steps[f] >= least and not (inside[f] and shut[at[f]])
    ]  # fmt: skip
    if BOX in at:
        forces += [f for f in g.forces_in_box() if sides[f] == seat and not done[f] and steps[f] >= least]
    return [f for f in forces if not g.is_engaged(f)] if g.is_anybody_bound() else forces


def move_bars(g: G, seat: int, kind: int, force: int) -> Iterator[Reason]:
    """Yield why a force cannot be moved now."""
    other = next(own_bars(g, seat, force), None)
    if other is not None:
        yield other
    elif g.leader[force] != force:
        yield Reason("6-2-1", "is_led", {"unit": force, "leader_unit": g.leader[force]})
    elif g.is_engaged(force):
        yield Reason("10-7-2" if kind else "10-6-4", "engaged", {"unit": force})
    elif g.done[force] == LANDED:
        yield Reason("16-4-1 nomix", "landed", {"unit": force})
    elif g.done[force]:
        yield Reason("10-2-2" if kind else "10-3-1", "has_moved", {"unit": force})
    elif g.at[force] >= 0 and g.is_shut_in(force):
        yield Reason("13-1-3", "shut_in", {"hex": g.at[force]})
    elif kind and g.steps[force] < FULL:
        yield Reason("2-2-1(5) back", "reduced", {"unit": force})


def own_bars(g: G, seat: int, unit: int) -> Iterator[Reason]:
    """Yield why this player cannot act with a unit: it is not theirs, or not on the map or in the box."""
    if g.side_of[unit] < 0 and g.at[unit] >= 0:
        yield Reason("20", "neutral", {"unit": unit})
    elif g.side_of[unit] != seat:
        yield Reason("1 sides", "not_yours", {"unit": unit})
    elif g.at[unit] == UNDEPLOYED:
        yield Reason(g.setup.absent_by[unit], "undeployed", {"unit": unit})
    elif g.at[unit] == ABOARD:
        yield Reason("16-4-2 cargo", "aboard", {"unit": unit})
    elif g.at[unit] < BOX:
        yield Reason("15-1", "not_on_map", {"unit": unit})


# -- 10-2: action checks ----------------------------------------------------------------------------------------------


@dataclass(eq=False)
class ActionCheck(Procedure):
    """10-2-1: a force may march if one die is at most its leader's action points (K-63); else it suffers attrition."""

    seat: int
    force: int

    def start(self, g: G) -> Next:
        data = {"unit": self.force, "value": g.setup.action[self.force]}
        return Roll("action_check", "10-2-1", 1, "take_roll", data=data)

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return what the die is worth: 1 if the force may march."""
        return Luck(self.seat, lambda die: int(die <= g.setup.action[self.force]))

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        g.done[self.force] = MOVED
        if dice[0] <= g.setup.action[self.force]:
            g.emit("checked", "10-2-1 success", unit=self.force)
            return Call(March(self.seat, self.force), "over")
        g.emit("check_failed", "10-2-1 failure", unit=self.force)
        return Call(attrition.Attrition(self.seat, tuple(g.members(self.force))), "over")


# -- 10-3 to 10-8: one force ------------------------------------------------------------------------------------------


@dataclass(eq=False)
class March(AutoAnswering):
    """10-3, 10-4: a force moves hex by hex (10-3-2), whole (10-4-3), within its allowance.

    On the way it may overrun (14), at the end engage (10-7). Instead of all that it may fortify its hex (10-8).
    """

    seat: int
    force: int
    spent: int = 0
    target: int = -1  # the hex it engages or overruns

    def start(self, g: G) -> Next:
        left = g.setup.allowance - self.spent
        acts: list[Act] = [("to", h) for h in destinations(g, self.force, 0, left)]
        if g.at[self.force] >= 0:
            for h in targets(g, self.force):
                if left >= g.setup.engage_cost:
                    acts.append(("engage", h))
                if left >= overrun.overrun_cost(g, self.force, h):
                    acts.append(("overrun", h))
            if next(self._fortify_bars(g), None) is None:
                acts.append(("fortify",))
        data = {"unit": self.force, "count": left}
        return self.ask(
            g, self.seat, "march", "10-4", [*acts, ("halt",)], "take_choice", data=data, end_option=("halt",),
            verbs=("to", "engage", "overrun", "fortify"),
        )  # fmt: skip

    def cost(self, g: G, act: Act) -> int | None:
        if act[0] == "to":
            return points_to(g, self.force, 0, g.setup.allowance - self.spent, act[1])
        if act[0] == "engage":
            return g.setup.engage_cost
        if act[0] == "overrun":
            return overrun.overrun_cost(g, self.force, act[1])
        return g.setup.fortify_cost if act[0] == "fortify" else None

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        left = g.setup.allowance - self.spent
        if act[0] == "to":
            yield from movement_reasons.to_bars(g, self.force, left, act[1])
        elif act[0] in ("engage", "overrun"):
            other = next(target_bars(g, self.force, act[1], act[0]), None)
            needed = g.setup.engage_cost if act[0] == "engage" else overrun.overrun_cost(g, self.force, act[1])
            if other is not None:
                yield other
            elif left < needed:
                clause = "10-7-1" if act[0] == "engage" else "14-7-1"
                yield Reason(clause, "out_of_points", {"count": left})
        elif act[0] == "fortify":
            yield from self._fortify_bars(g)

    def _fortify_bars(self, g: G) -> Iterator[Reason]:
        """Yield why the force cannot fortify its hex (10-8, K-04)."""
        force = self.force
        if g.setup.allowance - self.spent < g.setup.fortify_cost:
            yield Reason("10-8", "points_spent", {"unit": force})
        if g.at[force] < 0:
            yield Reason("10-8", "in_the_box", {"unit": force})
        elif g.inside[force]:
            yield Reason("10-8", "inside", {"unit": force})
        elif g.has_fort(g.at[force], g.side_of[force]):
            yield Reason("10-8", "fortified", {"hex": g.at[force]})

    def take_choice(self, g: G, act: Act) -> Next:
        g.done[self.force] = MOVED
        verb = act[0]
        if verb == "halt":
            return "over"
        if verb == "to":
            self.advance_to(g, act[1])
            return "start"
        if verb == "fortify":
            g.fortify(self.force)
            return "over"
        self.target = act[1]
        if g.inside[self.force]:  # K-43: leaving a castle costs nothing
            g.put(self.force, g.at[self.force], 0)
        return "engage" if verb == "engage" else "fight_overrun"

    def advance_to(self, g: G, goal: int) -> None:
        origin, left = g.at[self.force], g.setup.allowance - self.spent
        self.spent += points_to(g, self.force, 0, left, goal)
        if g.log is not None:
            way = way_to(g, self.force, 0, left, goal)
            g.emit("marched", "10-4", unit=self.force, from_hex=origin, to_hex=goal, way_hex=way)
        g.put(self.force, goal)

    # 10-7: placing an Engagement marker

    def engage(self, g: G) -> Next:
        """Let the forces in the target hex take refuge first (8-2-1)."""
        return Call(Refuge(self.target, 1 - self.seat), "after_refuge")

    def after_refuge(self, g: G) -> Next:
        """Place the marker on all forces in the hex. With `engage_single_force` the player picks one of them (K-56)."""
        enemies = g.outside(self.target, 1 - self.seat)
        if not enemies:  # K-44: all are inside; no point is spent, and the march goes on
            return "start"
        if not g.setup.options["engage_single_force"]:
            return "place_marker"
        return self.ask(
            g,
            self.seat,
            "pin",
            "10-7",
            [("pin", f) for f in enemies],
            "pin_force",
            bars="pin_bars",
            data={"hex": self.target},
        )

    def pin_bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[1] not in g.outside(self.target, 1 - self.seat):
            yield Reason("10-7", "nobody_there", {"hex": self.target})

    def pin_force(self, g: G, act: Act) -> Next:
        g.bind(self.force, self.target, act[1])
        return "over"

    def place_marker(self, g: G) -> Next:
        g.bind(self.force, self.target)
        return "over"

    # 14: overruns on the march

    def fight_overrun(self, g: G) -> Next:
        self.spent += overrun.overrun_cost(g, self.force, self.target)
        units = tuple(g.members(self.force))
        return Call(overrun.Overrun(self.seat, self.target, units, force=self.force), "after_overrun")

    def after_overrun(self, g: G) -> Next:
        """Go on with the march while overruns succeed (14-7-2); a force that lost its leader stops (K-91)."""
        on = g.at[self.force] == self.target and g.leader[self.force] == self.force
        return "start" if on else "over"


def targets(g: G, force: int) -> list[int]:
    """Return the hexes with enemies in the open next to a force, except those across water (10-7, 14)."""
    h, side = g.at[force], g.side_of[force]
    shut = g.closed_to[side]
    return [
        b for b in g.setup.map.around(h)
        if shut[b] and g.outside(b, 1 - side) and not g.setup.is_water_between(h, b)
    ]  # fmt: skip


def target_bars(g: G, force: int, h: int, verb: str) -> Iterator[Reason]:
    """Yield why a hex cannot be engaged or overrun."""
    at, side, setup = g.at[force], g.side_of[force], g.setup
    near = "10-7" if verb == "engage" else "14"
    if at < 0:
        yield Reason("9-3-1 entry", "in_the_box", {"unit": force})  # K-81: from the box no force attacks
    elif movement_reasons.has_neutral(g, h):
        yield Reason("20", "neutral_there", {"hex": h})
    elif setup.map.direction(at, h) < 0:
        yield Reason(near, "not_adjacent", {"hex": h})
    elif setup.is_water_between(at, h):
        yield Reason("10-6-1", "water_between", {"hex": h})
    elif not g.outside(h, 1 - side):
        yield Reason(near, "nobody_there", {"hex": h})
