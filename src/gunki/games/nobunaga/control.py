"""Chapter 5: controlling areas."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.decision import Bar
from gunki.games.nobunaga.position import NobunagaPosition as G
from gunki.games.nobunaga.setup import NEUTRAL
from gunki.series.areas_and_cards import control
from gunki.series.areas_and_cards.position import bits


@dataclass(eq=False)
class ChangeOfControl(control.ChangeOfControl):
    """5-2 with its priorities."""

    def heirs(self, g: G, area: int) -> tuple[list[int], int]:
        owner = g.control[area]
        former = NEUTRAL if owner < 0 else g.power[owner]
        candidates = list(bits(g.present[area]))
        # 5-2(1), FAQ-Q12: the former controller's own power; 5-2(2): who fought in this action turn
        candidates = [c for c in candidates if g.power[c] == former] or candidates
        candidates = [c for c in candidates if g.fought >> c & 1] or candidates
        powers = {g.power[c] for c in candidates}
        # 5-2.p3: the player whose daimyos they are; 5-2(3): else the one who removed the former controller's units.
        chooser = powers.pop() if len(powers) == 1 else self.seat
        return candidates, self.seat if chooser == NEUTRAL else chooser

    def empty(self, g: G, owner: int) -> int:
        return owner if g.setup.options["empty_areas"] == "keep" else -1  # N-30

    def passed_over(self, g: G, area: int, clan: int) -> Bar:
        first = self.heirs(g, area)[0][0]
        return Bar("5-2(1)" if g.power[clan] != g.power[first] else "5-2(2)", "others_first")
