"""Section 21-2 with clans: the new owner of a castle (Y-56)."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.games.hideyoshi.state.position import HideyoshiPosition as G
from gunki.series.forces_and_castles.state.layers import replace_value
from gunki.series.gunyuden.rules.sieges import surrender
from gunki.series.gunyuden.state.position import GunyudenPosition


@dataclass(eq=False)
class Ownership(surrender.Ownership):
    """21-2-1, 21-2-2: the clan that had the castle at the start gets it, if it is on the captor's side.

    If it is not, a clan of the captors that may have castles gets it. If none of them may, Hashiba gets it (Y-47).
    """

    def choices(self, g: GunyudenPosition) -> list[int]:
        assert isinstance(g, G)
        setup, captors = g.setup, self.captors(g)
        first = setup.castle_owner[self.castle]
        if first >= 0 and g.army_side(first) == g.side(captors[0]):
            return [first]
        side, h = g.side(captors[0]), g.at[captors[0]]
        present = {setup.army[f] for f in g.forces_in(h) if g.side(f) == side and not g.inside[f]}
        return sorted(army for army in present if g.has_castles(army)) or [setup.army_named("hashiba")]

    def take(self, g: GunyudenPosition, army: int) -> None:
        assert isinstance(g, G)
        g.yielded = replace_value(g.yielded, self.castle, 1)  # Y-59: the castle was taken by a call, an offer or a fall
        super().take(g, army)
