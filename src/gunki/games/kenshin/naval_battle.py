"""Section 16-3: naval battles."""

from __future__ import annotations

from gunki.core.procedure import Procedure
from gunki.games.kenshin.position import KenshinPosition as G


def pending(g: G) -> list[int]:
    """The naval battles that are to be fought, each by the ship that names it: the first that moved in there."""
    return []


def battle(g: G, ship: int) -> Procedure:
    """The battle that a ship names."""
    raise NotImplementedError
