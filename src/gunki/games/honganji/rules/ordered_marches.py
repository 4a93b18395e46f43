"""Sections 6-5 and 7-4: the unit movements that the action and the events of this game allow; placing armies."""

from __future__ import annotations

from typing import Any

from gunki.games.honganji.state.position import HonganjiPosition as G
from gunki.series.areas_and_cards.rules.movement import UnitMovement, unit_movement

NO_LIMIT = 999  # H-64: no rule limits the size of a march


def movement(g: G, seat: int, **special: Any) -> UnitMovement:
    """Return a unit movement of the seat's own clan. `special` holds the fields that an event sets."""
    areas = special.pop("areas", g.setup.march_areas)
    return unit_movement(seat, g.own_clans(seat), areas, NO_LIMIT, **special)


def place(g: G, clan: int, area: int, count: int, ready: bool, *clauses: str) -> None:
    """Place armies from the pool. This causes neither combat nor rebellion (H-35)."""
    g.place_armies(clan, area, count, ready, *clauses)
