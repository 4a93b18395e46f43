"""Declarations of the state that the games of areas and cards share (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Piece, Thing, bits, each, number, one, thing, with_secret
from gunki.core.state.hidden_information import WithSeats
from gunki.series.areas_and_cards.state.procedure_fields import LARGEST_COUNT, NO_UNIT_LIMIT

#: The tables of a document that hold units and cards (document.py).
AREAS, HANDS = "areas", "hands"
#: 3-1: only its owner knows a hand, and nobody knows the order of a stack.
IN_HAND = WithSeats("deck")

STATE: dict[str, Piece] = {
    "turn": one(number(1, "last_turn"), ""),
    "ready": each("clan*area", number(0, LARGEST_COUNT), bytearray, AREAS),
    "spent": each("clan*area", number(0, LARGEST_COUNT), bytearray, AREAS),
    "pool": each("clan", number(0, LARGEST_COUNT), list, AREAS, first="counters"),
    "at": each("general", Thing("area", -2, ("dead",)), list, AREAS, first=-1),
    "up": each("general", FLAG, list, AREAS, first=1),
    "owner": each("general", thing("clan"), list, AREAS, first="general_clan", shared=True),
    "fixed": one(bits("general"), AREAS),
    "control": each("area", thing("clan"), list, AREAS, first=-1),
    "cards": each("card", with_secret(Thing("seat", -3, ("discards", "in_effect")), IN_HAND), list, HANDS, first=-1),
    "moved": one(number(0, NO_UNIT_LIMIT)),
    "march_clan": one(thing("clan")),
    "march_origin": one(thing("area")),
}
