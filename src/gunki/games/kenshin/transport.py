"""Section 16-4: transport by sea."""

from __future__ import annotations

from dataclasses import dataclass

from gunki.core.procedure import Next, Procedure
from gunki.games.kenshin.position import KenshinPosition as G


def stranded(g: G) -> bool:
    """Whether a stranger is aboard a ship of a clan that has left the game (K-21, K-79)."""
    return False


@dataclass(eq=False)
class Ashore(Procedure):
    """K-21, K-79: strangers aboard such ships are put into a friendly port of that water."""

    def start(self, g: G) -> Next:
        return None
