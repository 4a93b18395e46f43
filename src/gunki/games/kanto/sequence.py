"""Sections 4 and 29: turns, stages and phases; section 34 and the scenarios: who wins."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.procedure import Call, GameOver, Next, Procedure
from gunki.games.kanto import scenarios
from gunki.games.kanto.points import scores
from gunki.games.kanto.position import KantoPosition as G
from gunki.series.gunyuden import communication
from gunki.series.gunyuden.actions import OperationsPhase
from gunki.series.gunyuden.ground import altered
from gunki.series.gunyuden.position import FREED, LED


@dataclass(eq=False)
class Campaign(Procedure):
    """The whole game. `place` counts the seats of the deployment."""

    place: int = 0

    def start(self, g: G) -> Next:
        return "deployment"

    # 35-2

    def deployment(self, g: G) -> Next:
        order = g.setup.deploy_order
        if self.place >= len(order):
            self.place = 0
            return "before"
        seat = order[self.place]
        self.place += 1
        return Call(scenarios.Deployment(seat), "deployment")

    def before(self, g: G) -> Next:
        seat = self.place
        if seat >= len(g.setup.seats):
            return "turn"
        self.place += 1
        moves = g.setup.moves_before[seat]
        return Call(scenarios.MovesBefore(seat, moves), "before") if moves else "before"

    # 4-1-1, 29(1): the initial stage

    def turn(self, g: G) -> Next:
        month, week = g.setup.calendar[g.turn - 1]
        g.tell("turn", "4.0", turn=g.turn, month=month, week=week)
        g.set_weather(g.setup.weather[g.turn - 1], "32.0")
        scenarios.turn_begins(g)
        g.stage, g.phase = 0, -1
        communication.check(g)
        return "next_stage"

    # 4-1-2 to 4-1-5

    def next_stage(self, g: G) -> Next:
        if g.stage == g.setup.last_stage:
            return "turn_over"
        g.stage += 1
        g.phase = -1
        g.acted = bytearray(len(g.at))
        g.led = bytes([LED if leader != u and g.at[u] >= 0 else 0 for u, leader in enumerate(g.leader)])
        g.tried = ()
        g.tell("stage", "4-1", stage=g.stage)
        scenarios.stage_begins(g)
        return "next_phase"

    # 29(2): the five operations phases

    def next_phase(self, g: G) -> Next:
        g.phase += 1
        if g.phase >= len(g.setup.phases):
            scenarios.stage_ends(g)
            return "next_stage"
        g.turned_down = g.called = g.stormed = ()
        u = -1
        while (u := g.led.find(LED, u + 1)) >= 0:
            if g.leader[u] == u:
                g.led = altered(g.led, u, FREED)
        seat = self._seat(g)
        return Call(OperationsPhase(seat), "next_phase") if seat >= 0 else "next_phase"

    @staticmethod
    def _seat(g: G) -> int:
        """Who plays the armies of this phase."""
        for army, seat in enumerate(g.seat_of):
            if seat >= 0 and g.setup.phase_of(army, g.seat_of) == g.phase:
                return seat
        return -1

    def turn_over(self, g: G) -> Next:
        if g.turn < g.setup.turns:
            g.turn += 1
            return "turn"
        return result(g)


def result(g: G) -> GameOver:
    """34, 36(7), 37(7), 38(7), 39(7)."""
    setup = g.setup
    points = scores(g)
    if setup.kanrei_seat >= 0 and not g.waived and not (g.invested_turns and g.ceremony >= 0):
        others = tuple(s for s in range(len(setup.seats)) if s != setup.kanrei_seat)
        return GameOver(others, "conditions_unmet", "37(7)", points)
    best = max(points)
    winners = tuple(seat for seat, n in enumerate(points) if n == best)
    if len(winners) > 1:  # T-29
        return GameOver((), "draw", setup.victory_clause, points)
    return GameOver(winners, "steps" if setup.by_steps else "points", setup.victory_clause, points)
