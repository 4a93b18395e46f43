"""Section 9: the Turn Start Phase, step by step (K-100)."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.procedure import Next, Procedure
from gunki.games.kenshin.position import KenshinPosition as G

#: 9: the steps of the phase.
STEPS = ("kyoto", "siege", "demand", "event", "mori", "supply", "replenishment")


@dataclass(eq=False)
class TurnStart(Procedure):
    """9."""

    def start(self, g: G) -> Next:
        return "kyoto"

    def kyoto(self, g: G) -> Next:
        return "siege"

    def siege(self, g: G) -> Next:
        return "demand"

    def demand(self, g: G) -> Next:
        return "event"

    def event(self, g: G) -> Next:
        return "mori"

    def mori(self, g: G) -> Next:
        return "supply"

    def supply(self, g: G) -> Next:
        return "replenishment"

    def replenishment(self, g: G) -> Next:
        return None
