"""Section 4: the opening, turns, stages and phases. An edition lists the steps of the opening and of a turn."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.aims import GAME_END
from gunki.core.rules.procedure import Call, Next, Procedure
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.gunyuden.rules import lines_of_communication
from gunki.series.gunyuden.state.position import FREED, LED
from gunki.series.gunyuden.state.position import GunyudenPosition as G

#: 4-1-1(1): the name of the step of a turn in which events of a game's own rules happen. The phase of that step has the
#: same name.
EVENTS = "events"


def _after(order: tuple[str, ...], step: str, last: str) -> str:
    place = order.index(step) + 1
    return order[place] if place < len(order) else last


@dataclass(eq=False)
class Campaign(Procedure):
    """The whole game. `place`: the number of seats that have had their turn in the present step of the opening."""

    place: int = 0

    def start(self, g: G) -> Next:
        return (*g.rules.opening, "turn")[0]

    def after_opening_step(self, g: G, step: str) -> Next:
        """Return the step that follows a step of the opening."""
        self.place = 0
        return _after(g.rules.opening, step, "turn")

    def deployment(self, g: G) -> Next:
        """Let the seats deploy, one after the other. The scenario says where counters go (3.0(4))."""
        order = g.setup.deploy_order
        if self.place >= len(order):
            return self.after_opening_step(g, "deployment")
        seat = order[self.place]
        self.place += 1
        return Call(g.rules.deployment(seat), "deployment")

    # 4-1-1: the initial stage

    def turn(self, g: G) -> Next:
        """Begin a turn. Steps of a game's own rules may come before the check of lines (4-1-1(1))."""
        month, week = g.setup.calendar[g.turn - 1]
        g.emit("turn", "4.0", turn=g.turn, month=month, week=week)
        g.stage, g.phase = 0, -1
        return g.rules.turn[0]

    def after_turn_step(self, g: G, step: str) -> Next:
        """Return the step that follows a step of the initial stage."""
        return _after(g.rules.turn, step, "next_stage")

    def lines(self, g: G) -> Next:
        """Check the lines of all players (4-1-1, 4-1-1(2), 11-3-1)."""
        lines_of_communication.check_lines(g)
        return self.after_turn_step(g, "lines")

    # 4-1-2 to 4-1-5: stages and phases

    def next_stage(self, g: G) -> Next:
        if g.stage == g.setup.last_stage:
            return "turn_over"
        g.stage += 1
        g.phase = -1
        g.acted = bytearray(len(g.at))
        g.led = bytes([LED if h >= 0 and g.leader[u] != u else 0 for u, h in enumerate(g.at)])
        g.tried = ()
        g.emit("stage", "4-1", stage=g.stage)
        self.stage_begins(g)
        return "next_phase"

    def stage_begins(self, g: G) -> None:
        """Apply a game's own rules for the beginning of a stage; the series has none."""

    def stage_ends(self, g: G) -> None:
        """Apply a game's own rules for the end of a stage; the series has none."""

    def next_phase(self, g: G) -> Next:
        g.phase += 1
        if g.phase >= len(g.setup.phases):
            self.stage_ends(g)
            return "next_stage"
        g.turned_down = g.called = g.stormed = ()
        u = -1
        while (u := g.led.find(LED, u + 1)) >= 0:
            if g.leader[u] == u:
                g.led = replace_value(g.led, u, FREED)
        seat = self._seat(g)
        return Call(g.rules.operations_phase(seat), "next_phase") if seat >= 0 else "next_phase"

    @staticmethod
    def _seat(g: G) -> int:
        """Return the seat that plays the armies of this phase, or -1."""
        for army, seat in enumerate(g.seat_of):
            if seat >= 0 and g.setup.phase_of(army, g.seat_of) == g.phase:
                return seat
        return -1

    def turn_over(self, g: G) -> Next:
        if not g.closing()[1]:
            g.turn += 1
            return "turn"
        over = g.find_outcome(GAME_END)
        if over is None:
            raise TypeError("a game says who wins it")
        return over


def is_in_initial_stage(g: G) -> bool:
    """Return whether a turn has begun and its stages have not (4-1-1). Before the first turn this is false."""
    root = g.stack[0] if g.stack else None
    before = {"start", "turn"}.union(g.rules.opening)
    return not g.stage and isinstance(root, Campaign) and root.step not in before
