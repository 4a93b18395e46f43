"""The values that fields of the game's own procedures may hold, declared by name (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.definition.lexicon import NONE
from gunki.core.state.fields import FLAG, Field, choice, number, thing, words
from gunki.games.honganji.rules.actions import PAID_ACTIONS
from gunki.games.honganji.rules.sequence import TURN
from gunki.series.areas_and_cards.state import procedure_fields

FIELDS: dict[str, Field] = {
    **procedure_fields.FIELDS,
    "phase": choice(NONE, *(name for name, _ in TURN), low=-1),
    "place": number(-1, "seats"),  # a player's place in the order; after the last player, the number of players
    "waiting": thing("seat", 0, many=4),
    "rolled": number(0, 6),
    "result": number(0, 6),
    "doing": words("", *PAID_ACTIONS),
    "thrown": FLAG,
    "flipped": FLAG,
    "firearms": number(0, 0),  # no card of this game is a firearms attack
}
