"""Chapter 5: controlling areas."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.decision import Reason
from gunki.games.honganji.state.position import OUT
from gunki.games.honganji.state.position import HonganjiPosition as G
from gunki.series.areas_and_cards.rules import control
from gunki.series.areas_and_cards.state.position import bits


@dataclass(eq=False)
class ChangeOfControl(control.ChangeOfControl):
    """5-2 with its priorities, and 5-3."""

    def heirs(self, g: G, area: int) -> tuple[list[int], int]:
        present = bits(g.present[area])
        for fighter in (g.assailant[area], g.prey[area]):  # H-43: who attacked there last, else who was attacked
            if fighter in present:
                return [fighter], self.seat
        if g.status[self.seat] == OUT:  # H-32: nobody is asked; H-23: most units there, then the first by id
            return [min(present, key=lambda clan: (-g.units(clan, area), g.setup.clans[clan]))], self.seat
        return list(present), self.seat

    def holder_when_empty(self, g: G, owner: int) -> int:
        return g.setup.neutral_clan  # 5-3

    def priority_reason(self, g: G, area: int, clan: int) -> Reason:
        return Reason("5-2.p2", "others_first")
