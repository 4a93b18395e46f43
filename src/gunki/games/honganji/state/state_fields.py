"""Declarations of the state that the game adds to the series (4, 6-1, 8-4, 9-2, 10; gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Piece, Thing, bits, choice, each, number, one, thing, with_secret
from gunki.series.areas_and_cards.state import state_fields
from gunki.series.areas_and_cards.state.procedure_fields import LARGEST_COUNT
from gunki.series.areas_and_cards.state.state_fields import HANDS, IN_HAND

#: The places of cards that are neither in a hand nor in the stack.
PILES = ("discards", "in_effect", "gone")
#: A player's status (4).
STATUS = ("vassal", "rebel", "out")

STATE: dict[str, Piece] = {
    **state_fields.STATE,
    "owner": each("general", thing("clan"), list, first="general_clan", shared=True),
    "fixed": one(bits("general")),
    "cards": each("card", with_secret(Thing("seat", -4, PILES), IN_HAND), list, HANDS, first=-1),
    "order": Piece(thing("seat", 0, many=4), list, table="", shared=True),
    "status": each("seat", choice(*STATUS), list, "", always=True, shared=True),
    "killer": Piece(thing("clan"), table="", key="nobunaga_killer"),
    "adviser": one(thing("seat"), ""),
    "revenge": one(thing("seat"), ""),
    "slandered": one(bits("seat"), ""),
    "flipped": each("area", number(0, LARGEST_COUNT), list, "", shared=True),
    "killed_by": each("seat", thing("clan"), list, "", first=-1, shared=True),
    "slayer": each("general", thing("clan"), list, first=-1, shared=True),
    "assailant": each("area", thing("clan"), list, first=-1),
    "prey": each("area", thing("clan"), list, first=-1),
    "fallen": one(number(0, LARGEST_COUNT)),
    "used": one(FLAG),
    "directed": one(thing("clan")),
}
