"""Section 16-2: ships."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gunki.core.decision import Bar
from gunki.core.procedure import Next, Procedure
from gunki.games.kenshin.position import KenshinPosition as G


def able(g: G, seat: int) -> list[int]:
    """The ships that a side may move now."""
    return []


def sail_bars(g: G, seat: int, ship: int) -> Iterator[Bar]:
    """Why a ship cannot be moved now."""
    yield Bar("16-2", "not_yours", {"ship": ship})


@dataclass(eq=False)
class Sail(Procedure):
    """16-2: one ship moves."""

    seat: int
    ship: int

    def start(self, g: G) -> Next:
        return None
