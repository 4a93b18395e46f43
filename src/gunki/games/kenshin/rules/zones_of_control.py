"""Sections 7 and 10-5: what zones of control do to a march."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.series.forces_and_castles.rules.march_terms import Terms

if TYPE_CHECKING:
    from gunki.games.kenshin.state.troops import Troops as G


def terms(g: G, force: int) -> Terms:
    """10-5-1, 10-5-2: a hex in enemy control or with an enemy castle costs more to enter, and nothing to leave (10-5-3,
    10-5-4); nothing more where a friendly force is (10-5-5). 10-6-3: an enemy in the open closes his hex."""
    side = g.side_of[force]
    return Terms(g.setup.normal[g.weather], g.shut[side], g.strong[1 - side], None, g.held[side])


def toll(g: G, side: int, h: int) -> int:
    """K-81: what enemy control adds for who enters from the box."""
    return g.setup.zone_cost if g.strong[1 - side][h] and not g.held[side][h] else 0
