"""Section 10-8: fortifications: building, razing and listing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.series.forces_and_castles.state.layers import replace_value

if TYPE_CHECKING:
    from gunki.games.kenshin.state.troops import KenshinForces as G

#: The bits of a hex with fortifications of both sides: one side inside a castle, the other before it.
BOTH_FORTS = 3


def fortify(g: G, force: int) -> None:
    """Build a fortification in the hex of a force (10-8)."""
    h = g.at[force]
    g.fortified = replace_value(g.fortified, h, g.fortified[h] | 1 << g.side_of[force])
    g.emit("fortified", "10-8", unit=force, hex=h)


def raze(g: G, h: int, side: int) -> None:
    """Remove a fortification, with the last force of its side or at its player's wish (10-8-1)."""
    g.fortified = replace_value(g.fortified, h, g.fortified[h] & ~(1 << side))
    g.emit("fortification_gone", "10-8-1", hex=h)


def has_fort(g: G, h: int, side: int) -> bool:
    return bool(g.fortified[h] >> side & 1)


def forts(g: G, side: int) -> list[int]:
    """Return the hexes with fortifications of a side."""
    layer, hexes = g.fortified, list[int]()
    for bits in (1 << side, BOTH_FORTS):
        h = -1
        while (h := layer.find(bits, h + 1)) >= 0:
            hexes.append(h)
    return sorted(hexes)
