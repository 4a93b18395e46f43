"""Section 35.9, an option: Nobunaga has escaped, and leads all forces that stand with him."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.games.hideyoshi.rules.scenarios.accompanied_action import AccompaniedAction
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G
from gunki.series.forces_and_castles.rules.losses import all_units
from gunki.series.gunyuden.rules.actions import action_bars
from gunki.series.gunyuden.rules.movement import March
from gunki.series.gunyuden.state.position import GunyudenPosition
from gunki.series.gunyuden_revised.rules.ambush import Ambush

#: The actions that Nobunaga may take together with his companions.
JOINT_VERBS = ("move", "strategic", "battle", "siege")


def is_nobunaga(g: GunyudenPosition, force: int) -> bool:
    assert isinstance(g, G)
    return force == g.setup.leads_all


def companions(g: G, force: int) -> list[int]:
    """Return the forces that act with Nobunaga: those of his side in his hex that have not acted (Y-47).

    Army, rank and points do not matter. A force that may not act yet stays out. A force that is held in its province
    comes along too, and then all stay there (Y-22).
    """
    others = [f for f in g.forces_in(g.at[force]) if f != force and g.inside[f] == g.inside[force]]
    return [f for f in others if g.side(f) == g.side(force) and not g.acted[f] and not g.is_idle(f)]


def summon_bars(g: GunyudenPosition, force: int) -> Iterator[Reason]:
    assert isinstance(g, G)
    if not is_nobunaga(g, force):
        yield Reason("35.9", "only_nobunaga", {"unit": force})
    elif not companions(g, force):
        yield Reason("35.9", "nobody_with_him", {"unit": force})
    elif all(next(action_bars(g, force, (verb,)), None) is not None for verb in JOINT_VERBS):
        yield Reason("35.9", "nothing_together", {"unit": force})


@dataclass(eq=False)
class SummonAll(AccompaniedAction):
    """35.9, Y-47: Nobunaga and his companions take one action together. Then all of them have acted.

    They may end investments first (18-3-1), or rest.
    """

    def start(self, g: G) -> Next:
        """Gather the companions. Nobunaga has acted already; the companions count as having acted after the action."""
        self.convoy = tuple(companions(g, self.force))
        g.clear_caches()  # cached results hold for Nobunaga alone
        return "ask_action"

    def ask_action(self, g: G) -> Next:
        acts: list[Act] = [(verb,) for verb in (*JOINT_VERBS, "lift", "rest")]
        data = {"unit": self.force, "hex": g.at[self.force]}
        return Ask(self.seat, "action", "35.9", acts, "take_choice", bars="bars", data=data)

    def bars(self, g: G, act: Act) -> Iterator[Reason]:
        if act[0] != "lift":
            yield from action_bars(g, self.force, act)
        elif not self._investors(g):
            yield Reason("18-3-1", "not_investing", {"unit": self.force})

    def _investors(self, g: G) -> list[int]:
        return [f for f in (self.force, *self.convoy) if g.invests[f]]

    def take_choice(self, g: G, act: Act) -> Next:
        if act[0] == "lift":
            for force in self._investors(g):
                g.stop_investing(force)
                g.emit("lifted", "18-3-1", unit=force)
            g.review(g.at[self.force])
            return "ask_action"
        if act[0] == "rest":
            return "finish"
        if g.log is not None:
            g.emit("acts", "35.9", unit=self.force, action=act[0])
        for force in self.convoy:
            g.begin_action(force)
        return {"move": "march", "strategic": "march_far", "battle": "battle", "siege": "siege"}[act[0]]

    def march(self, g: G) -> Next:
        return Call(Progress(self.seat, self.force, 0, convoy=self.convoy), "finish")

    def march_far(self, g: G) -> Next:
        return Call(Progress(self.seat, self.force, 1, convoy=self.convoy), "finish")

    def battle(self, g: G) -> Next:
        return Call(g.rules.field_battle(self.seat, self.force, joined=self.convoy), "finish")

    def siege(self, g: G) -> Next:
        return Call(g.rules.siege(self.seat, self.force, self.convoy), "finish")

    def finish(self, g: G) -> Next:
        for force in self.convoy:
            if g.at[force] >= 0:
                g.acted[force] = 1
        g.clear_caches()  # cached results hold for all of them together
        return None


@dataclass(eq=False)
class Progress(March):
    """A march of several forces, as slow as the slowest of them."""

    convoy: tuple[int, ...] = ()

    def points_left(self, g: GunyudenPosition) -> int:
        slowest = max(g.morale[f] for f in (self.force, *self.convoy))
        return g.setup.allowance - slowest - self.spent

    def advance_to(self, g: GunyudenPosition, goal: int) -> None:
        origin = g.at[self.force]
        super().advance_to(g, goal)
        for force in self._others(g, origin):
            g.put(force, goal, g.inside[self.force])
            g.emit("marched", "35.9", unit=force, from_hex=origin, to_hex=goal, way_hex=(goal,))

    def _others(self, g: GunyudenPosition, h: int) -> list[int]:
        return [f for f in self.convoy if g.at[f] == h and g.leader[f] == f]

    def reaction(self, g: GunyudenPosition) -> Procedure | None:
        """Return the reaction to the march. An ambush (R-8) strikes all the marching forces together (Y-47)."""
        procedure = super().reaction(g)
        if isinstance(procedure, Ambush):
            procedure.units = all_units(g, (self.force, *self._others(g, g.at[self.force])))
        return procedure

    def detachments(self, g: GunyudenPosition) -> list[Act]:
        return []

    def take_choice(self, g: GunyudenPosition, act: Act) -> Next:
        then = super().take_choice(g, act)
        if act[0] in ("enter", "leave"):
            for force in self._others(g, g.at[self.force]):
                g.put(force, g.at[force], g.inside[self.force])
        return then
