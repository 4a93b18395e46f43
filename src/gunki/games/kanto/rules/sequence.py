"""Sections 29, 32 and 36(8)-2: additions to the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gunki.core.rules.decision import Reason
from gunki.core.rules.procedure import Call, Next
from gunki.games.kanto.rules import scenarios
from gunki.games.kanto.state.position import KantoPosition as G
from gunki.series.gunyuden.editions import ACTIONS, FIRST, Action
from gunki.series.gunyuden.rules import sequence
from gunki.series.gunyuden.state.position import GunyudenPosition

#: `OPENING`: the steps of the campaign before the first turn. `TURN`: the steps of every turn before its four stages
#: (29, 32, 37(7)-1, 11-3-1). There are no random events (29.0(1)).
OPENING = ("deployment", "before")
TURN = ("weather", "vows", "lines")


@dataclass(eq=False)
class Campaign(sequence.Campaign):
    """The procedure that plays the whole game."""

    def before(self, g: G) -> Next:
        """Let each seat that may move before the first turn do so (36(8)-2)."""
        seat = self.place
        if seat >= len(g.setup.seats):
            return self.after_opening_step(g, "before")
        self.place += 1
        moves = g.setup.moves_before[seat]
        return Call(scenarios.MovesBefore(seat, moves), "before") if moves else "before"

    def weather(self, g: G) -> Next:
        """Set the weather of the turn (32)."""
        g.set_weather(g.setup.weather[g.turn - 1], "32.0")
        return self.after_turn_step(g, "weather")

    def vows(self, g: G) -> Next:
        """Count a turn that begins with Odawara invested (37(7)-1)."""
        scenarios.turn_begins(g)
        return self.after_turn_step(g, "vows")

    def stage_begins(self, g: GunyudenPosition) -> None:
        assert isinstance(g, G)
        scenarios.stage_begins(g)

    def stage_ends(self, g: GunyudenPosition) -> None:
        assert isinstance(g, G)
        scenarios.stage_ends(g)

    def settle_turn_end(self, g: G) -> None:
        if g.vigil:  # 37(7)-2: the ceremony is held as the stage ends
            scenarios.stage_ends(g)


def _talk_bars(g: GunyudenPosition, force: int) -> Iterator[Reason]:
    assert isinstance(g, G)
    return g.talk_bars(force)


def _may_talk(g: GunyudenPosition, force: int) -> bool:
    assert isinstance(g, G)
    return g.may_talk(force)


#: 38(8)-2: the action of a force that may negotiate.
TALKS = Action(_talk_bars, lambda rules, seat, force: scenarios.Negotiation(seat), asked=_may_talk)
RULES = replace(
    FIRST, actions={**ACTIONS, "talk": TALKS}, opening=OPENING, turn=TURN, campaign=Campaign,
    own=(scenarios.MovesBefore, scenarios.Negotiation, scenarios.Expulsion),
)  # fmt: skip
