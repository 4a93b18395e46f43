"""Chapter 5: controlling areas."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.rules.decision import Reason
from gunki.games.nobunaga.setup import NEUTRAL
from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.rules import control
from gunki.series.areas_and_cards.state.position import bits


@dataclass(eq=False)
class ChangeOfControl(control.ChangeOfControl):
    """The change of control (5-2), with the priorities of this game."""

    def heirs(self, g: G, area: int) -> tuple[list[int], int]:
        """Return the clans that may take control, and the seat that chooses among them.

        A clan that is alone in the area takes control (5-2.Ex).
        """
        # 5-2(1): clans of the former controller's power come first
        candidates = self._own_power(g, area) or list(bits(g.present[area]))
        # 5-2(2): then clans that fought in this action turn
        candidates = [c for c in candidates if g.fought >> c & 1] or candidates
        powers = {g.power[c] for c in candidates}
        # 5-2.p3: if one player leads all candidates, that player chooses. 5-2(3): else the player who removed the
        # units of the former controller chooses.
        chooser = powers.pop() if len(powers) == 1 else self._remover(g, area)
        return candidates, self.seat if chooser == NEUTRAL else chooser

    def _own_power(self, g: G, area: int) -> list[int]:
        """Return the clans in the area that are of the former controller's power (FAQ-Q12)."""
        owner = g.control[area]
        former = NEUTRAL if owner < 0 else g.power[owner]
        return [c for c in bits(g.present[area]) if g.power[c] == former]

    def _remover(self, g: G, area: int) -> int:
        """Return the player who removed the former controller's units.

        It is the acting player, unless the former controller attacked in this turn and fell to the counterattack.
        """
        owner = g.control[area]
        return 1 - self.seat if owner >= 0 and g.struck >> owner & 1 else self.seat

    def holder_when_empty(self, g: G, owner: int) -> int:
        # N-30: control stays, unless the option is set otherwise
        return owner if g.setup.options["empty_areas"] == "keep" else -1

    def priority_reason(self, g: G, area: int, clan: int) -> Reason:
        own = self._own_power(g, area)
        return Reason("5-2(1)" if own and clan not in own else "5-2(2)", "others_first")
