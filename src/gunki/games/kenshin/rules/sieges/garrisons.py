"""Sections 8-1 and 13-1: who is inside a castle, who is before it, and whether it is invested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.series.forces_and_castles.state.layers import replace_value

if TYPE_CHECKING:
    from gunki.games.kenshin.state.troops import KenshinForces as G


def inside_units(g: G, castle: int) -> list[int]:
    """The land units of a garrison."""
    h = g.setup.castle_hex[castle]
    return [u for u in g.units_in(h) if g.inside[u]]


def room(g: G, castle: int) -> int:
    """8-1, 8-1-1, K-43: so many more units go inside; the printed durability counts, whatever is left of it."""
    return g.setup.max_durability(castle) - len(g.inside_units(castle))


def fits(g: G, force: int) -> bool:
    """K-43: whether a force can go into the friendly castle of its hex: whole forces only."""
    castle = g.setup.castle_at[g.at[force]]
    if castle < 0 or g.inside[force] or not g.is_friendly_castle(castle, g.setup.army[force]):
        return False
    return g.leader.count(force) <= g.room(castle)


def is_shut_in(g: G, force: int) -> bool:
    """13-1-3, K-42: inside a castle with an enemy before it."""
    return bool(g.inside[force]) and bool(g.outside(g.at[force], 1 - g.side_of[force]))


def besiegers(g: G, castle: int) -> list[int]:
    """13-1, K-45: the units in the open before a castle that count: not those whose force has attacked (K-48)."""
    h, foe = g.setup.castle_hex[castle], 1 - g.holder[castle]
    return [u for f in g.outside(h, foe) if not g.fought[f] for u in g.members(f)]


def is_outnumbered(g: G, castle: int) -> bool:
    """13-1: whether more units are before a castle than inside."""
    return g.holder[castle] >= 0 and len(g.besiegers(castle)) > len(g.inside_units(castle))


def strength_to_invest(g: G, castle: int) -> int:
    """13-1: in units, not in steps."""
    return len(g.inside_units(castle)) + 1


def invest(g: G, castle: int) -> None:
    """13-1-2: the marker begins with 0."""
    g.besieged, g.lowered = replace_value(g.besieged, castle, 1), replace_value(g.lowered, castle, 0)
    g.castle_changed(castle)
    g.emit("invested", "13-1-2", castle=castle)


def lift(g: G, castle: int, *clauses: str) -> None:
    """13-1-5: and with it all morale penalties."""
    g.besieged, g.lowered = replace_value(g.besieged, castle, 0), replace_value(g.lowered, castle, 0)
    g.castle_changed(castle)
    g.emit("lifted", *clauses, castle=castle)


def review(g: G, h: int) -> None:
    """13-1-5, 13-1-6: an investment stands while more units are before the castle than inside."""
    castle = g.setup.castle_at[h]
    if castle >= 0 and g.besieged[castle] and not g.is_outnumbered(castle):
        g.lift(castle, "13-1-5")
