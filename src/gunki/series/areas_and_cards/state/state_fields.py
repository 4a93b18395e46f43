"""The state that games of areas and cards have in common, declared (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Piece, Thing, bits, each, hidden, named, number, one
from gunki.core.state.hidden_information import Held
from gunki.series.areas_and_cards.state.procedure_fields import MOST, NO_LIMIT

#: The tables of a document that show units and cards (document.py).
AREAS, HANDS = "areas", "hands"
#: 3-1: a hand is known to its owner alone, and nobody knows the order of a stack.
IN_HAND = Held("deck")

STATE: dict[str, Piece] = {
    "turn": one(number(1, "last_turn"), ""),
    "ready": each("clan*area", number(0, MOST), bytearray, AREAS),
    "spent": each("clan*area", number(0, MOST), bytearray, AREAS),
    "pool": each("clan", number(0, MOST), list, AREAS, first="counters"),
    "at": each("general", Thing("area", -2, ("dead",)), list, AREAS, first=-1),
    "up": each("general", FLAG, list, AREAS, first=1),
    "owner": each("general", named("clan"), list, AREAS, first="general_clan", shared=True),
    "fixed": one(bits("general"), AREAS),
    "control": each("area", named("clan"), list, AREAS, first=-1),
    "cards": each("card", hidden(Thing("seat", -3, ("discards", "in_effect")), IN_HAND), list, HANDS, first=-1),
    "moved": one(number(0, NO_LIMIT)),
    "march_clan": one(named("clan")),
    "march_origin": one(named("area")),
}
