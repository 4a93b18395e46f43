"""Section 9-4-7: attrition."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.procedure import Next, Procedure
from gunki.games.kenshin.position import KenshinPosition as G


@dataclass(eq=False)
class Attrition(Procedure):
    """One die for some units of a force that is out of supply or has failed a check."""

    seat: int
    units: tuple[int, ...]

    def start(self, g: G) -> Next:
        return None
