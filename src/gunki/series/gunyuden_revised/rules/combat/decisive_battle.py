"""Section 24 as revised: a decisive battle goes on until every unit of one side is reduced (R-2)."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.procedure import Next
from gunki.series.forces_and_castles.rules.losses import living
from gunki.series.gunyuden.rules.combat import decisive_battle
from gunki.series.gunyuden.state.position import GunyudenPosition as G

#: Values of the field `beaten`: the side that has lost the battle.
ATTACKER, DEFENDER = 1, 2


@dataclass(eq=False)
class DecisiveBattle(decisive_battle.DecisiveBattle):
    """24: a decisive battle. It is like that of the first edition, but ends in another way."""

    beaten: int = 0
    attack_steps: int = 0  # the steps of both sides when all forces have joined and the battle begins
    defence_steps: int = 0

    def defenders_join(self, g: G) -> Next:
        following = super().defenders_join(g)
        if following == "attack":
            self.attack_steps, self.defence_steps = self._steps(g, self.attackers), self._steps(g, self.defenders)
        return following

    @staticmethod
    def _steps(g: G, units: tuple[int, ...]) -> int:
        return sum(g.steps[u] for u in living(g, units))

    def compare(self, g: G) -> Next:
        """End the battle when a side has no unit at full strength left (24-2-5).

        It does not matter whether units were reduced in this battle or before. If this happens to both sides in one
        round, the side that has lost more steps in the battle loses. If the losses are equal, the attacker loses. A
        side that has no unit left has lost. If no side has one, nobody has won (G-31). While both sides have units at
        full strength, they fight on (24-2-6).
        """
        attackers, defenders = living(g, self.attackers), living(g, self.defenders)
        if not attackers and not defenders:
            return "over"
        worn = (all(g.steps[u] == 1 for u in attackers), all(g.steps[u] == 1 for u in defenders))
        if worn == (False, False):
            return "attack"
        if not attackers or not defenders:
            self.beaten = DEFENDER if attackers else ATTACKER
        elif worn == (True, True):
            ours = self.attack_steps - self._steps(g, self.attackers)
            theirs = self.defence_steps - self._steps(g, self.defenders)
            self.beaten = DEFENDER if theirs > ours else ATTACKER
        else:
            self.beaten = ATTACKER if worn[0] else DEFENDER
        return self.settle_battle(g)

    def is_attacker_beaten(self, g: G) -> bool:
        return self.beaten == ATTACKER
