"""Sections 7 and 10-5: zones of control of forces and castles, and what they do to a march."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.series.forces_and_castles.rules.march_terms import Terms

if TYPE_CHECKING:
    from gunki.games.kenshin.state.troops import KenshinForces as G

#: How a castle counts in the zones (7-2): not at all, held by the one or the other side, or closed by a neutral (20).
NEUTRAL_CASTLE = 3


def change_force_zone(g: G, side: int, h: int, sign: int) -> None:
    """7-1: a force in the open controls the hexes around; 7-1-2, K-46: one inside a castle does not."""
    zone, strong = g.setup.controls[g.weather], g.strong[side]
    (zone.put if sign > 0 else zone.take)(strong, strong, h)


def find_castle_zone(g: G, castle: int) -> int:
    """7-2: the side whose zone a castle exerts, plus 1, while nobody has invested it (7-2-3); 20: or that it is a
    neutral's, and closed."""
    holder = g.holder[castle]
    return NEUTRAL_CASTLE if holder < 0 else 0 if g.besieged[castle] else 1 + holder


def change_castle_zone(g: G, castle: int, sign: int) -> None:
    """7-2: a castle controls its hex, and weakly those around; 20: a neutral's hex is closed to both sides."""
    kind, h = g.exerts[castle], g.setup.castle_hex[castle]
    if kind == NEUTRAL_CASTLE:
        for shut in g.closed_to:
            shut[h] += sign
    elif kind:
        zone, side = g.setup.controls[g.weather], kind - 1
        (zone.put if sign > 0 else zone.take)(g.hold[side], g.weak[side], h)
        g.strong[side][h] += sign


def terms(g: G, force: int) -> Terms:
    """10-5-1, 10-5-2: a hex in enemy control or with an enemy castle costs more to enter, and nothing to leave (10-5-3,
    10-5-4); nothing more where a friendly force is (10-5-5). 10-6-3: an enemy in the open closes his hex."""
    side = g.side_of[force]
    return Terms(g.setup.normal[g.weather], g.closed_to[side], g.strong[1 - side], None, g.occupied[side])


def toll(g: G, side: int, h: int) -> int:
    """K-81: what enemy control adds for who enters from the box."""
    return g.setup.zone_cost if g.strong[1 - side][h] and not g.occupied[side][h] else 0
