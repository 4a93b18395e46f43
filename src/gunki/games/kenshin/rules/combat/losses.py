"""Sections 12-3 and 15: losses, and what follows a death."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.aims import AT_ONCE
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Call, Next
from gunki.games.kenshin.rules.naval import transport
from gunki.games.kenshin.state.position import BOX
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.rules.losses import StepLosses
from gunki.series.forces_and_castles.state.state_fields import FULL


@dataclass(eq=False)
class Losses(StepLosses):
    """12-3: units lose steps, chosen by their owner; units with two steps first (12-3-1, K-16)."""

    hex: int = -1  # the hex of the losses

    def start(self, g: G) -> Next:  # type: ignore[override]
        """Reduce all units with two steps without asking, if there are at least as many hits."""
        alive = self.alive(g)
        full = sum(g.steps[u] == FULL for u in alive)
        if 0 < full <= self.count < sum(g.steps[u] for u in alive):
            return "flip_all"
        return super().start(g)

    def flip_all(self, g: G) -> Next:
        for u in self.alive(g):
            if g.steps[u] == FULL:
                self.count -= 1
                g.lose_step(u, self.clause)
        return "start"

    def question_data(self, acts: list[Act]) -> dict[str, int]:
        return {"count": self.count, "hex": self.hex}

    def alive(self, g: G) -> list[int]:  # type: ignore[override]
        return [u for u in self.units if g.at[u] >= BOX]

    def choices(self, g: G, alive: list[int]) -> list[int]:  # type: ignore[override]
        return [u for u in alive if g.steps[u] == FULL] or alive

    def order_clause(self) -> str:
        return "12-3-1"


def settle_losses(g: G, then: str) -> Next:
    """Return the step that follows losses: the end of the game, the cargo of removed ships, or `then`.

    The game may end (22-1). If a clan has left with its taisho, its ships may carry units of other clans (K-79).
    """
    over = g.find_outcome(AT_ONCE)
    if over is not None:
        return over
    return Call(transport.Ashore(), then) if transport.is_anybody_stranded(g) else then
