"""Chapter 3: the sequence of play. Each game lists the phases of its turns (`TURN`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gunki.core.rules.procedure import Call, Next, Procedure

if TYPE_CHECKING:
    from gunki.series.areas_and_cards.state.position import AreaPosition as G

#: The phases of a turn in their order: the name of each, and its procedure.
Turn = tuple[tuple[str, type[Procedure]], ...]


@dataclass(eq=False)
class WholeGame(Procedure):
    """The whole game: turn after turn, each with all its phases in order (3)."""

    phase: int = -1  # the index of the phase under way in the `TURN` of the position

    def start(self, g: G) -> Next:
        return "next_phase"

    def next_phase(self, g: G) -> Next:
        self.phase = (self.phase + 1) % len(g.TURN)
        if self.phase == 0:
            g.emit("turn", "3", turn=g.turn)
        _, procedure = g.TURN[self.phase]
        return Call(procedure(), "next_phase")
