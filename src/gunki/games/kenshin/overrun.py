"""Section 14: overruns."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.procedure import Next, Procedure
from gunki.games.kenshin.position import KenshinPosition as G


@dataclass(eq=False)
class Overrun(Procedure):
    """14: a battle of one round in the course of a march."""

    seat: int
    force: int
    hex: int

    def start(self, g: G) -> Next:
        return None
