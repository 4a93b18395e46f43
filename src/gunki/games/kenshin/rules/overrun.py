"""Section 14: overruns, and what they cost (14-7-1)."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.procedure import Call, Next
from gunki.games.kenshin.rules.combat.battle import ATTACKER
from gunki.games.kenshin.rules.combat.field_battle import FieldBattle
from gunki.games.kenshin.rules.combat.retreat import Advance
from gunki.games.kenshin.rules.sieges.castles import Refuge
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.losses import forces_of


@dataclass(eq=False)
class Overrun(FieldBattle):
    """14, 14-7-4: a field battle of one round on the march, against all forces in the open in a hex (14-7-5)."""

    force: int = -1  # the force that marches

    def start(self, g: G) -> Next:
        self.origin = g.at[self.force]
        g.emit("overrun", "14", unit=self.force, hex=self.hex, fight=self.describe_opening(g))
        return Call(Refuge(self.hex, 1 - self.seat), "after_refuge")

    def may_pursue(self, g: G) -> bool:
        """Return False: there is no pursuit (14-7-6, 14-7-9)."""
        return False

    def go_on(self, g: G) -> Next:
        """Engage both sides, as neither has retreated (14-7-3, 14-7-8, 10-7-4).

        If the commander died, all forces that were his are engaged (K-91).
        """
        for force in forces_of(g, self.attackers):
            g.bind(force, self.hex, clause="14-7-3")
        return None

    def finish(self, g: G) -> Next:
        """Move a force that won into the hex (14-7-6, K-61).

        If its commander died, each of the forces that were his may advance (K-91).
        """
        if self.winner(g) != ATTACKER:
            return None
        if g.at[self.force] < 0:
            return Call(Advance(self.seat, self.attackers, self.hex), "over")
        g.emit("overrun_won", "14-7-6", unit=self.force, hex=self.hex)
        g.put(self.force, self.hex)
        return None


def overrun_cost(g: G, force: int, h: int) -> int:
    """Return the cost of an overrun: terrain and river, regardless of enemy control (14-7-1, ERR-1, K-60)."""
    at, board = g.at[force], g.setup.map
    return g.setup.moves[g.weather][6 * at + board.direction(at, h)] if board.direction(at, h) >= 0 else 99
