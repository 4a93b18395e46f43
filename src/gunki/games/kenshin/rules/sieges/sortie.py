"""Section 8-2-4: sorties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gunki.core.rules.procedure import Call, Next, Procedure
from gunki.games.kenshin.rules.combat.battle import ATTACKER, BOTH, Battle
from gunki.games.kenshin.rules.combat.retreat import Advance, Retreat
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.losses import all_units, forces_of


@dataclass(eq=False)
class Sortie(Battle):
    """8-2-4, 13-1-8, K-47: forces that are shut in attack all enemies before their castle."""

    def start(self, g: G) -> Next:
        if g.log is not None:
            unit, castle = forces_of(g, self.attackers)[0], g.castle_at(self.hex)
            g.emit("sortie", "8-2-4", unit=unit, castle=castle, fight=self.describe_opening(g))
        g.mark_attack(self.attackers, self.hex)
        self.defenders = all_units(g, g.outside(self.hex, 1 - self.seat))
        return "ask_chief"

    def parts(self, g: G, who: int) -> list[dict[str, Any]]:
        """Return the modifiers: abilities only, no terrain."""
        return self.ability_part(g, who, "8-2-4 modifier")

    def withdraw(self, g: G) -> Next:
        """Put the garrison back inside if it retreats (K-47, 12-4-6)."""
        if self.retreating in (ATTACKER, BOTH):
            for force in self.bodies(g, ATTACKER):
                if force not in self.withdrawn:
                    self.withdrawn = (*self.withdrawn, *g.members(force))
                    g.emit("entered_castle", "12-4-6", unit=force, castle=g.castle_at(self.hex))
        return super().withdraw(g)

    def retreat(self, g: G, who: int, body: int) -> Procedure:
        """Return the retreat of besiegers, which may be in any direction (K-13)."""
        return Retreat(self.player(who), tuple(g.members(body)), self.hex, g.setup.retreat_most)

    def finish(self, g: G) -> Next:
        """Let the garrison come out if the besiegers have gone (K-47)."""
        if self.winner(g) != ATTACKER:
            return None
        return Call(Advance(self.seat, self.attackers, self.hex), "over")
