"""Sections 4 and 29: turns, stages and phases; section 34 and the scenarios: who wins."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.procedure import Call, GameOver, Next, Procedure
from gunki.games.kanto import scenarios
from gunki.games.kanto.position import KantoPosition as G
from gunki.series.gunyuden import communication
from gunki.series.gunyuden.actions import OperationsPhase
from gunki.series.gunyuden.position import DEAD


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
        for u, leader in enumerate(g.leader):
            g.acted[u] = 0
            g.led[u] = leader != u and g.at[u] >= 0
        g.tried.clear()
        g.tell("stage", "4-1", stage=g.stage)
        scenarios.stage_begins(g)
        return "next_phase"

    # 29(2): the five operations phases

    def next_phase(self, g: G) -> Next:
        g.phase += 1
        if g.phase >= len(g.setup.phases):
            scenarios.stage_ends(g)
            return "next_stage"
        g.turned_down.clear()
        g.called.clear()
        g.stormed.clear()
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


def scores(g: G) -> tuple[int, ...]:
    """What each seat would have if the game ended now."""
    setup = g.setup
    if setup.by_steps:
        lost = [0] * len(setup.seats)
        for u, starts in enumerate(setup.starts):
            seat = setup.army_seat[setup.army[u]]
            if starts and seat >= 0:
                lost[seat] += 2 - g.steps[u] if g.at[u] >= 0 else 2
        return tuple(sum(lost) - lost[seat] for seat in range(len(lost)))
    points = [0] * len(setup.seats)
    for castle, (first, now) in enumerate(zip(setup.castle_owner, g.owner, strict=True)):
        if first != now:
            _castle_points(g, points, castle, first)
    if DEAD in g.at:
        for u, at in enumerate(g.at):
            seat = g.seat_of[setup.army[u]]
            if at == DEAD and seat >= 0:  # 34-3: killed, not removed with a sodaisho
                points[seat] += setup.killed_points[setup.stars[u]]
    if setup.kanrei_seat >= 0:
        points[setup.kanrei_seat] += g.invested_turns * setup.invested_points + max(0, g.ceremony)
    if setup.unused_bonus is not None:
        seat, army, bonus = setup.unused_bonus
        seen = any(a == army and (at >= 0 or at == DEAD) for at, a in zip(g.at, setup.army, strict=True))
        if not g.used and not seen:
            points[seat] += bonus
    return tuple(points)


def _castle_points(g: G, points: list[int], castle: int, first: int) -> None:
    """34-1, 34-2, T-36, T-37."""
    setup = g.setup
    if first < 0:
        return
    value = setup.odawara_points if castle == setup.odawara else setup.castle_points[setup.level[castle]]
    loser, now = setup.army_seat[first], g.owner[castle]
    if now < 0 and not setup.options["abandoned_castles_score"]:
        return
    winner = g.ruined[castle] - 1 if now < 0 else g.seat_of[now]
    if loser >= 0 and winner >= 0 and setup.coalition[winner] != setup.coalition[loser]:
        points[winner] += value
        points[loser] -= value
