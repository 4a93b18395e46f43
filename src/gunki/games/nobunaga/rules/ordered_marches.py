"""Sections 6-6 and 7-4: the unit movements that the action and the events of this game allow."""

from __future__ import annotations

from typing import Any

from gunki.games.nobunaga.state.position import NobunagaPosition as G
from gunki.series.areas_and_cards.rules.movement import UnitMovement, unit_movement

NO_LIMIT = 999


def movement(g: G, seat: int, *, event: bool = False, **special: Any) -> UnitMovement:
    """Return a unit movement of the seat's own army. `special` holds the fields that an event sets."""
    most = size_limit(g, seat, event)
    if not special:
        return unit_movement(seat, g.sides[seat], g.setup.march_areas, most)
    allowed = special.pop("allowed", g.sides[seat])
    areas = special.pop("areas", g.setup.march_areas)
    return unit_movement(seat, allowed, areas, most, **special)


def size_limit(g: G, seat: int, event: bool) -> int:
    """Return how many more units may move in this action turn. The cards must be able to pay for them (11-5, N-50)."""
    setup = g.setup
    if not setup.options["move_limit"]:
        return NO_LIMIT
    enough = g.cards.count(seat) >= (1 if event else 2)
    return max(0, (setup.most_units if enough else setup.two_cards_from - 1) - g.moved)
