"""Sections 7 and 10-5: zones of control of forces and castles, and their effect on marches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.series.forces_and_castles.rules.march_terms import Terms

if TYPE_CHECKING:
    from gunki.games.kenshin.state.troops import KenshinForces as G

#: The number for the zone of a neutral castle, which closes its hex (20). Castles without a zone have 0, and castles
#: of a side 1 or 2 (7-2).
NEUTRAL_CASTLE = 3


def change_force_zone(g: G, side: int, h: int, sign: int) -> None:
    """Add or remove the zone of a force: in the open it controls the hexes around (7-1).

    A force inside a castle controls none (7-1-2, K-46).
    """
    zone, strong = g.setup.controls[g.weather], g.strong[side]
    (zone.put if sign > 0 else zone.take)(strong, strong, h)


def find_castle_zone(g: G, castle: int) -> int:
    """Return the zone of a castle (7-2): the side plus 1, or `NEUTRAL_CASTLE` (20).

    Return 0 while the castle is invested (7-2-3).
    """
    holder = g.holder[castle]
    return NEUTRAL_CASTLE if holder < 0 else 0 if g.besieged[castle] else 1 + holder


def change_castle_zone(g: G, castle: int, sign: int) -> None:
    """Add or remove the zone of a castle: in its hex, and in a weaker form in those around (7-2).

    A neutral castle closes its hex to both sides (20).
    """
    kind, h = g.exerts[castle], g.setup.castle_hex[castle]
    if kind == NEUTRAL_CASTLE:
        for shut in g.closed_to:
            shut[h] += sign
    elif kind:
        zone, side = g.setup.controls[g.weather], kind - 1
        (zone.put if sign > 0 else zone.take)(g.hold[side], g.weak[side], h)
        g.strong[side][h] += sign


def terms(g: G, force: int) -> Terms:
    """Return what a march costs a force, and where it cannot go.

    Entering enemy control or an enemy castle costs more (10-5-1, 10-5-2), leaving does not (10-5-3, 10-5-4). With a
    friendly force in the hex, entering costs no more (10-5-5). An enemy in the open closes a hex (10-6-3).
    """
    side = g.side_of[force]
    return Terms(g.setup.normal[g.weather], g.closed_to[side], g.strong[1 - side], None, g.occupied[side])


def toll(g: G, side: int, h: int) -> int:
    """Return the cost that enemy control adds for a force that enters from the box (K-81)."""
    return g.setup.zone_cost if g.strong[1 - side][h] and not g.occupied[side][h] else 0
