"""Section 10-8: fortifications, built, razed and counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.series.forces_and_castles.state.layers import replace_value

if TYPE_CHECKING:
    from gunki.games.kenshin.state.troops import KenshinForces as G

#: The bits of a hex in which both sides have fortified themselves: the one inside a castle, the other before it.
BOTH_FORTS = 3


def fortify(g: G, force: int) -> None:
    """10-8."""
    h = g.at[force]
    g.fortified = replace_value(g.fortified, h, g.fortified[h] | 1 << g.side_of[force])
    g.emit("fortified", "10-8", unit=force, hex=h)


def raze(g: G, h: int, side: int) -> None:
    """10-8-1: a fortification goes with the last force of its side, or when its player likes."""
    g.fortified = replace_value(g.fortified, h, g.fortified[h] & ~(1 << side))
    g.emit("fortification_gone", "10-8-1", hex=h)


def has_fort(g: G, h: int, side: int) -> bool:
    return bool(g.fortified[h] >> side & 1)


def forts(g: G, side: int) -> list[int]:
    """The hexes with fortifications of a side."""
    layer, hexes = g.fortified, list[int]()
    for bits in (1 << side, BOTH_FORTS):
        h = -1
        while (h := layer.find(bits, h + 1)) >= 0:
            hexes.append(h)
    return sorted(hexes)
