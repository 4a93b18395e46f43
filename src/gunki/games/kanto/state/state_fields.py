"""The declared state that this game adds to the series (37(7), 39(7), T-16; gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Piece, number, one
from gunki.series.forces_and_castles.state.procedure_fields import MAX_NUMBER
from gunki.series.gunyuden.state import state_fields

STATE: dict[str, Piece] = {
    **state_fields.STATE,
    "invested_turns": one(number(0, "turns")),
    "ceremony": one(number(-1, MAX_NUMBER)),
    "vigil": one(FLAG),
    "waived": one(FLAG),
    "used": one(FLAG),
    "provoked": one(FLAG),
}
