"""Section 20-3 as revised: eight answers to a call for surrender (R-6). When a castle falls, the last four count."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask, Call, Next, Procedure
from gunki.series.forces_and_castles.rules.losses import all_units
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.gunyuden.rules.sieges import surrender
from gunki.series.gunyuden.state.position import GunyudenPosition
from gunki.series.gunyuden_revised.state.position import RevisedPosition as G


@dataclass(eq=False)
class CallForSurrender(surrender.CallForSurrender):
    """20-3: a castle may also hear no calls for a time, or give in after some of those inside have died."""

    def resists_to_the_end(self, g: G) -> Next:
        """Let the castle hear no calls in this turn and the next, and raise the morale inside (20-3(Resists))."""
        g.silence(self.castle, g.turn + 1, True)
        for force in g.garrison(self.castle):
            if g.morale[force]:
                g.morale[force] -= 1
                g.emit("morale", "20-3(Resists)", unit=force, morale=-g.morale[force])
        if not g.garrison(self.castle) and g.shaken[self.castle]:
            g.shaken = replace_value(g.shaken, self.castle, g.shaken[self.castle] - 1)
            g.emit("castle_morale", "20-3(Resists)", castle=self.castle, morale=-g.shaken[self.castle])
        return None

    def refuses(self, g: G) -> Next:
        """Let the castle hear no more calls in this turn (20-3(Refuses))."""
        g.silence(self.castle, g.turn, False)
        return None

    def no_response(self, g: G) -> Next:
        """End the call without effect (20-3(NoResponse))."""
        return None

    def lord_seppuku(self, g: G) -> Next:
        return Call(g.rules.seppuku(self.castle, self.force, 0, 0), "rejected")

    def hardliners(self, g: G) -> Next:
        return Call(g.rules.seppuku(self.castle, self.force, 0, 1), "rejected")

    def disbands(self, g: G) -> Next:
        return Call(g.rules.disband(self.castle, tuple(g.garrison(self.castle)), self.force, 1), "rejected")


@dataclass(eq=False)
class Fall(surrender.Fall):
    """21, R-7: a castle falls; the answers in the row of durability 0 decide what happens to its garrison."""

    def has_choice(self, g: GunyudenPosition, candidates: list[int]) -> bool:
        """Return whether the captor must be chosen (21.0).

        If nobody is inside, no force can gain steps, and it only matters which player took the castle (21-1).
        """
        if g.garrison(self.castle):
            return super().has_choice(g, candidates)
        return len({g.seat(f) for f in candidates}) > 1

    def lord_seppuku(self, g: G) -> Next:
        return Call(g.rules.seppuku(self.castle, self.captor, 1, 0), "changes_hands")

    def hardliners(self, g: G) -> Next:
        return Call(g.rules.seppuku(self.castle, self.captor, 1, 1), "changes_hands")

    def disbands(self, g: G) -> Next:
        return Call(g.rules.disband(self.castle, tuple(g.garrison(self.castle)), self.captor), "changes_hands")


@dataclass(eq=False)
class Seppuku(Procedure):
    """20-3(Lord): a unit of the highest rank inside dies, and the others may leave.

    20-3(Hardliners): half of the units inside die, and the others surrender.
    """

    castle: int
    captor: int
    fallen: int  # 1: the new owner is settled elsewhere (21)
    hardliners: int  # 1: half of the units inside die
    due: int = 0  # the number of units still to die

    def start(self, g: G) -> Next:
        inside = len(self._inside(g))
        self.due = (inside + 1) // 2 if self.hardliners else min(inside, 1)
        return "choose"

    def choose(self, g: G) -> Next:
        choices = self._choices(g)
        if not self.due or not choices:
            return "after_deaths"
        if len(choices) <= self.due:
            return "eliminate_all"
        acts: list[Act] = [("seppuku", u) for u in choices]
        data = {"castle": self.castle, "count": self.due}
        return Ask(g.seat(choices[0]), "seppuku", self._clause(), acts, "take_choice", data=data)

    def _clause(self) -> str:
        return "20-3(Hardliners)" if self.hardliners else "20-3(Lord)"

    def _inside(self, g: G) -> list[int]:
        return [u for f in g.garrison(self.castle) for u in g.members(f)]

    def _choices(self, g: G) -> list[int]:
        inside = self._inside(g)
        if self.hardliners:
            return inside
        best = max((g.setup.stars[u] for u in inside), default=0)
        return [u for u in inside if g.setup.stars[u] == best]

    def eliminate_all(self, g: G) -> Next:
        self.due = 0
        g.eliminate_all(self._choices(g), self._clause())
        return "choose"

    def take_choice(self, g: G, act: Act) -> Next:
        self.due -= 1
        g.eliminate(act[1], self._clause())
        return "choose"

    def after_deaths(self, g: G) -> Next:
        if self.hardliners:
            left = tuple(g.garrison(self.castle))
            return Call(g.rules.surrender(self.castle, left, self.captor, int(not self.fallen)), "over")
        return Call(g.rules.gates(self.castle, self.captor, self.fallen), "over")


@dataclass(eq=False)
class Disband(surrender.Surrender):
    """20-3(Disbands): the units inside go home, and restore no steps of the captor."""

    def start(self, g: GunyudenPosition) -> Next:
        for unit in all_units(g, self.forces):
            g.surrender(unit)
        return "after_surrender"
