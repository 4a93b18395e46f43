"""Chapter 5: controlling areas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.decision import Act, Bar
from gunki.core.procedure import Ask, Next, Procedure
from gunki.games.nobunaga.position import NobunagaPosition as G
from gunki.games.nobunaga.setup import NEUTRAL
from gunki.series.areas_and_cards.position import bits


@dataclass(eq=False)
class ChangeOfControl(Procedure):
    """5-2: at the end of an action turn, areas without their controller's units pass to a daimyo who is there."""

    seat: int  # whose action turn it was

    def start(self, g: G) -> Next:
        for area, owner in enumerate(g.control):
            present = g.present[area]
            if present:
                if owner < 0 or not present >> owner & 1:
                    heirs, _ = self._heirs(g, area)
                    if len(heirs) > 1:
                        return "choose"
                    g.set_control(area, heirs[0], "5-2")
            elif owner >= 0 and g.setup.options["empty_areas"] == "neutral":
                g.set_control(area, -1, "5-2")
        return None

    def _open(self, g: G) -> int:
        """The first area whose control is to be chosen."""
        return next(
            a for a, owner in enumerate(g.control) if g.present[a] and (owner < 0 or not g.present[a] >> owner & 1)
        )

    def _heirs(self, g: G, area: int) -> tuple[list[int], int]:
        """The daimyos who may take control, by the priorities, and the seat that chooses among them."""
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

    def choose(self, g: G) -> Next:
        area = self._open(g)
        heirs, chooser = self._heirs(g, area)
        acts: list[Act] = [("control", area, clan) for clan in heirs]
        return Ask(chooser, "control", "5-2", acts, "chosen", bars="control_bars", data={"area": area})

    def control_bars(self, g: G, act: Act) -> Iterator[Bar]:
        _, area, clan = act
        open_area = self._open(g)
        if area != open_area:
            yield Bar("5-2", "other_area", {"area": open_area})
        elif not g.present[area] >> clan & 1:
            yield Bar("5-2", "not_there", {"clan": clan, "area": area})
        elif clan not in self._heirs(g, area)[0]:
            yield Bar("5-2(1)" if g.power[clan] != g.power[self._heirs(g, area)[0][0]] else "5-2(2)", "others_first")

    def chosen(self, g: G, act: Act) -> Next:
        g.set_control(act[1], act[2], "5-2")
        return "start"
