"""Sections 4 and 12: stages, operations phases, and the actions of a force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure, Roll
from gunki.series.gunyuden.rules import organisation
from gunki.series.gunyuden.rules.lines_of_communication import is_at_ease
from gunki.series.gunyuden.setup import ALONE, WITH_PARTNERS
from gunki.series.gunyuden.state.position import DEAD, GONE
from gunki.series.gunyuden.state.position import GunyudenPosition as G

END: Act = ("end",)


@dataclass(eq=False)
class OperationsPhase(Procedure):
    """4-1-2(3): the forces of one seat act one after the other, in any order. Then dice are rolled for their sieges.

    Each force ends its action before another begins (12-1-1).
    """

    seat: int

    def start(self, g: G) -> Next:
        to_act = g.setup.to_act
        acts = [to_act[f] for f in list_able_forces(g)]
        if not acts:
            return "run_sieges"
        acts.append(END)
        return Ask(
            self.seat,
            "force",
            "12.0",
            acts,
            "take_choice",
            bars="bars",
            exact=True,
            starts_order=True,
            end_option=END,
            verbs=("act",),
        )

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] == "act":
            yield from act_bars(g, self.seat, act[1])

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "end":
            return "run_sieges"
        return Call(g.rules.force_action(self.seat, act[1]), "start")

    # 4-1-2(3-2), 18-2: the results of sieges

    def run_sieges(self, g: G) -> Next:
        return Call(g.rules.siege_results(self.seat, g.phase), "over")


def list_able_forces(g: G) -> list[int]:
    """Return the forces that can act now (12-1, 12-2). For each other force, `act_bars` says why it cannot.

    Players act force by force (9.0). A force is a commander with the units he leads, or a unit alone (9-1, 9-1(1),
    9-1(2)). All units in a hex together do not form a force (9-1-1).
    """
    acted, suited, waiting = g.acted, g.setup.activity_codes(g.phase, g.seat_of, g.stage), g.list_waiting()
    forces_able = [f for f in g.list_acting(suited) if not acted[f]]
    if waiting:
        forces_able += [f for f in waiting if suited[f] and not acted[f]]
    forces_able = g.free_to_act(forces_able)
    if WITH_PARTNERS not in suited or WITH_PARTNERS not in [suited[f] for f in forces_able]:
        return forces_able
    at, points, stage = g.at, g.setup.activation, g.stage
    forces = [*g.forces(), *waiting]
    strong = {at[f] for f in forces if points[f] >= stage and not acted[f]}  # 13-2-3: hexes of forces that can act
    return [f for f in forces_able if suited[f] == ALONE or (at[f] in strong and organisation.may_organise(g, f))]


def act_bars(g: G, seat: int, force: int) -> Iterator[Reason]:
    """Yield the first reason why the force of a unit cannot act now."""
    if force in list_able_forces(g):
        return
    if g.seat(force) < 0 and g.at[force] in (DEAD, GONE):
        yield Reason("12.0", "not_on_map", {"unit": force})
    elif g.seat(force) < 0:
        yield from g.neutral_bars(force)
    elif g.seat(force) != seat:
        yield Reason("12.0", "not_own", {"unit": force})
    elif g.at[force] < 0 and not g.may_enter_now(force):
        yield Reason("12.0", "not_on_map", {"unit": force})
    elif g.leader[force] != force:
        yield Reason("12-2-1", "under_command", {"unit": force, "leader_unit": g.leader[force]})
    elif not g.is_in_phase(force, g.phase):
        yield Reason("4-1", "other_phase", {"unit": force})
    elif g.is_idle(force):
        yield from g.idle_bars(force)
    elif g.acted[force]:
        yield Reason("12-2-3", "has_acted", {"unit": force})
    else:
        yield Reason("12-2-4", "no_activation", {"unit": force, "count": g.setup.activation[force]})


#: Verbs within a siege or an organisation, offered only after that action is chosen.
NESTED_VERBS = ("invest", "assault", "call", "take", "split")


@dataclass(eq=False)
class ForceAction(Procedure):
    """12: one force spends its activation point on one action.

    It may end an investment first (18-3-1). The edition's table gives the actions (4-1-2(3-1)).
    """

    seat: int
    force: int

    def start(self, g: G) -> Next:
        rules, force = g.rules, self.force
        acts: list[Act] = [
            (verb,) for verb, action in rules.actions.items() if action.asked is None or action.asked(g, force)
        ]
        if g.invests[self.force]:
            acts.append(("lift",))
        acts.append(("rest",))
        data = {"unit": self.force, "hex": g.at[self.force]}
        return Ask(self.seat, "action", "12.0", acts, "take_choice", bars="bars", data=data, verbs=rules.verbs)

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        return action_bars(g, self.force, act)

    def take_choice(self, g: G, act: Act) -> Next:
        verb = act[0]
        if verb == "lift":
            h = g.at[self.force]
            g.stop_investing(self.force)
            g.emit("lifted", "18-3-1", unit=self.force)
            g.review(h)
            return "start"
        if verb == "rest":
            g.acted[self.force] = 1
            return None
        if g.log is not None:
            g.emit("acts", "12-1-2", unit=self.force, action=verb)
        g.acted[self.force] = 1
        g.begin_action(self.force)
        return Call(g.rules.actions[verb].procedure(g.rules, self.seat, self.force), "over")


def action_bars(g: G, force: int, act: Act) -> Iterator[Reason]:
    """Yield the reasons against an action of a force. They come from the action's own section."""
    verb = act[0]
    action = g.setup.rules.actions.get(verb)
    if action is not None:
        if action.by_points and not g.has_points(force):
            yield Reason("12-2-4", "no_activation", {"unit": force, "count": g.setup.activation[force]})
        if action.on_the_map and g.at[force] < 0:
            yield Reason("12.0", "not_on_map", {"unit": force})
        else:
            yield from action.bars(g, force)
    elif verb == "lift":
        if not g.invests[force]:
            yield Reason("18-3-1", "not_investing", {"unit": force})
    elif verb in NESTED_VERBS:
        yield from early_bars(g, force, act)


def early_bars(g: G, force: int, act: Act) -> Iterator[Reason]:
    """Yield why a verb within an action cannot be chosen yet: the action must be chosen first (13-1-5, 17-1-5)."""
    if len(act) == 1:
        yield Reason("17-1-5", "siege_first", {"unit": force})
    elif g.at[act[1]] == g.at[force] and g.side(act[1]) == g.side(force):
        yield Reason("13-1-5", "organise_first", {"unit": act[1]})
    else:
        yield Reason("12.0", "not_offered")


def rally_bars(g: G, force: int) -> Iterator[Reason]:
    if not g.morale[force]:
        yield Reason("26.0", "morale_normal", {"unit": force})


@dataclass(eq=False)
class Rally(Procedure):
    """Section 26: a force recovers morale; without a line of communication a die decides."""

    seat: int
    force: int

    def start(self, g: G) -> Next:
        """Recover if the force has a line now, else roll (26-1, 11-3(4), 11-4-3)."""
        if is_at_ease(g, self.force):
            return "recover"
        return Roll(
            "recovery", "26-1-2", 1, "take_roll", data={"unit": self.force, "value": g.setup.activation[self.force] - 1}
        )

    def luck(self, g: G, wait: Roll) -> Luck | None:
        """Return the value of the recovery die: 1 if the force recovers."""
        return Luck(self.seat, lambda die: int(die < g.setup.activation[self.force]))

    def take_roll(self, g: G, dice: tuple[int, ...]) -> Next:
        if dice[0] < g.setup.activation[self.force]:  # G-43: the die must be less than the points
            return self._recover(g, "26-1-2")
        g.emit("not_recovered", "26-1-2", unit=self.force)
        return None

    def recover(self, g: G) -> Next:
        return self._recover(g, "26-1-1")

    def _recover(self, g: G, clause: str) -> Next:
        g.morale[self.force] = max(0, g.morale[self.force] - g.setup.recovery)
        g.emit("morale", clause, unit=self.force, morale=-g.morale[self.force])
        return None
