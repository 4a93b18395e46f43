"""Sections 6-5 and 7-4: marches as the action and the events of this game order them; placing armies."""

from __future__ import annotations

from typing import Any

from gunki.games.honganji.state.position import HonganjiPosition as G
from gunki.series.areas_and_cards.rules.movement import UnitMovement, unit_movement

NO_LIMIT = 999  # H-64


def movement(g: G, seat: int, **special: Any) -> UnitMovement:
    """A unit movement of the seat's own clan; an event gives what differs."""
    areas = special.pop("areas", g.setup.march_areas)
    return unit_movement(seat, g.own_clans(seat), areas, NO_LIMIT, **special)


def place(g: G, clan: int, area: int, count: int, ready: bool, *clauses: str) -> None:
    """Armies from the pool; it causes neither combat nor rebellion (H-35)."""
    g.place_armies(clan, area, count, ready, *clauses)
