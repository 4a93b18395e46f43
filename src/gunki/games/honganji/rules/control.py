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
    """The change of control (5-2), with the priorities of this game; empty areas become Neutral (5-3)."""

    def heirs(self, g: G, area: int) -> tuple[list[int], int]:
        present = bits(g.present[area])
        # H-43: the clan that attacked here last takes control, or else the clan that it attacked.
        for fighter in (g.assailant[area], g.prey[area]):
            if fighter in present:
                return [fighter], self.seat
        # H-32: no player chooses. H-23: the clan with the most units takes control. If several clans are equal in this,
        # the one whose id comes first takes control.
        if g.status[self.seat] == OUT:
            return [min(present, key=lambda clan: (-g.units(clan, area), g.setup.clans[clan]))], self.seat
        return list(present), self.seat

    def holder_when_empty(self, g: G, owner: int) -> int:
        return g.setup.neutral_clan  # 5-3: empty areas count as controlled by Neutral

    def priority_reason(self, g: G, area: int, clan: int) -> Reason:
        return Reason("5-2.p2", "others_first")
