"""The state that the game adds (37(7), 39(7), T-16), declared (gunki.core.fields)."""

from __future__ import annotations

from gunki.core.fields import FLAG, Piece, number, one
from gunki.series.forces_and_castles.fields import MOST
from gunki.series.gunyuden import state

STATE: dict[str, Piece] = {
    **state.STATE,
    "invested_turns": one(number(0, "turns")),
    "ceremony": one(number(-1, MOST)),
    "vigil": one(FLAG),
    "waived": one(FLAG),
    "used": one(FLAG),
    "provoked": one(FLAG),
}
