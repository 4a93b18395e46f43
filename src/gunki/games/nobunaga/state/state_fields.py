"""Declarations of the state that the game adds to the series (4, 6-2, 9, 11; gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Piece, bits, each, number, one, thing
from gunki.series.areas_and_cards.state import state_fields
from gunki.series.areas_and_cards.state.procedure_fields import LARGEST_COUNT

STATE: dict[str, Piece] = {
    **state_fields.STATE,
    "box": each("clan", number(-1, LARGEST_COUNT), list, "markers", first="start_box", shared=True),
    "widowed": each("clan", number(0, LARGEST_COUNT), list, shared=True),
    "bonus": each("seat", number(0, LARGEST_COUNT), list, shared=True),
    "goal": one(number(0, LARGEST_COUNT)),
    "exchanged": one(FLAG),
    "chooser": one(thing("seat", 0)),
    "passes": one(number(0, 2), ""),
    "fought": one(bits("clan")),
    "struck": one(bits("clan")),
    "intruded": one(bits("clan")),
}
