"""Sections 11 and 12-1: the Combat Phase."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.procedure import Next, Procedure
from gunki.games.kenshin.position import KenshinPosition as G


@dataclass(eq=False)
class CombatPhase(Procedure):
    """11: naval battles, field battles, sieges of the phasing player."""

    seat: int

    def start(self, g: G) -> Next:
        return None
