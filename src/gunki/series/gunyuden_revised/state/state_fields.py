"""The state that the revised edition adds (R-6, R-8), as declared fields (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Piece, each, flags, number, one, with_secret
from gunki.core.state.hidden_information import HiddenFrom
from gunki.series.forces_and_castles.state.state_fields import CASTLES, UNITS
from gunki.series.gunyuden.state import state_fields

#: The limit for turns, which exceeds the turns of any game.
LAST = 99

STATE: dict[str, Piece] = {
    **state_fields.STATE,
    "ambush": each("unit", flags("ambush"), bytearray, UNITS),
    "quiet": each("castle", number(0, LAST), bytes, CASTLES),
    "defiant": each("castle", flags("defiant"), bytes, CASTLES),
    "surprised": one(FLAG),
    # the marching seat does not learn that ambushes let it pass
    "let_pass": one(with_secret(FLAG, HiddenFrom("March.seat"))),
}
