"""Sections 8-1 and 13-1: units inside a castle and before it, and whether it is invested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.series.forces_and_castles.state.layers import replace_value

if TYPE_CHECKING:
    from gunki.games.kenshin.state.troops import KenshinForces as G


def inside_units(g: G, castle: int) -> list[int]:
    """Return the land units inside a castle."""
    h = g.setup.castle_hex[castle]
    return [u for u in g.units_in(h) if g.inside[u]]


def room(g: G, castle: int) -> int:
    """Return how many more units fit inside: printed durability counts, not what is left of it (8-1, 8-1-1, K-43)."""
    return g.setup.max_durability(castle) - len(g.inside_units(castle))


def fits(g: G, force: int) -> bool:
    """Return whether the whole force fits into the friendly castle of its hex (K-43)."""
    castle = g.setup.castle_at[g.at[force]]
    if castle < 0 or g.inside[force] or not g.is_friendly_castle(castle, g.setup.army[force]):
        return False
    return g.leader.count(force) <= g.room(castle)


def is_shut_in(g: G, force: int) -> bool:
    """Return whether a force is inside a castle with an enemy before it (13-1-3, K-42)."""
    return bool(g.inside[force]) and bool(g.outside(g.at[force], 1 - g.side_of[force]))


def besiegers(g: G, castle: int) -> list[int]:
    """Return the units in the open before a castle (13-1, K-45), without forces that have attacked (K-48)."""
    h, foe = g.setup.castle_hex[castle], 1 - g.holder[castle]
    return [u for f in g.outside(h, foe) if not g.fought[f] for u in g.members(f)]


def is_outnumbered(g: G, castle: int) -> bool:
    """Return whether more units are before a castle than inside (13-1)."""
    return g.holder[castle] >= 0 and len(g.besiegers(castle)) > len(g.inside_units(castle))


def strength_to_invest(g: G, castle: int) -> int:
    """Return the number of units, not steps, needed to invest a castle (13-1)."""
    return len(g.inside_units(castle)) + 1


def invest(g: G, castle: int) -> None:
    """Invest a castle; its Investment marker begins with 0 (13-1-2)."""
    g.besieged, g.lowered = replace_value(g.besieged, castle, 1), replace_value(g.lowered, castle, 0)
    g.castle_changed(castle)
    g.emit("invested", "13-1-2", castle=castle)


def lift(g: G, castle: int, *clauses: str) -> None:
    """End an investment, and with it all penalties on morale (13-1-5)."""
    g.besieged, g.lowered = replace_value(g.besieged, castle, 0), replace_value(g.lowered, castle, 0)
    g.castle_changed(castle)
    g.emit("lifted", *clauses, castle=castle)


def review(g: G, h: int) -> None:
    """Lift the investment in a hex if no more units are before the castle than inside (13-1-5, 13-1-6)."""
    castle = g.setup.castle_at[h]
    if castle >= 0 and g.besieged[castle] and not g.is_outnumbered(castle):
        g.lift(castle, "13-1-5")
