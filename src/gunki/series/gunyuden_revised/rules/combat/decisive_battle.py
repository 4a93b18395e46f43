"""Section 24 as revised: a decisive battle goes on until all of one side have lost a step (R-2)."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.procedure import Next
from gunki.series.forces_and_castles.rules.losses import living
from gunki.series.gunyuden.rules.combat import decisive_battle
from gunki.series.gunyuden.state.position import GunyudenPosition as G

#: Who has lost the battle.
ATTACKER, DEFENDER = 1, 2


@dataclass(eq=False)
class DecisiveBattle(decisive_battle.DecisiveBattle):
    """24: as ever, but for its end."""

    beaten: int = 0
    attack_steps: int = 0  # what both sides began with, once everybody has joined
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
        """24-2-5: a side loses when nobody of it is whole any more, also from before the battle; if both come to that
        in one round, who has lost more steps in it, and the attacker if they have lost as many. Who has nobody left has
        lost; where nobody is left at all, nobody has won (G-31). 24-2-6: else they fight on."""
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
