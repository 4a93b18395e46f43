"""What the fields of the game's procedures may hold besides those of the series (gunki.core.fields)."""

from __future__ import annotations

from gunki.core.fields import FLAG, Field, choice, named, number, words
from gunki.core.lexicon import NONE
from gunki.games.honganji.actions import PAID
from gunki.games.honganji.sequence import TURN
from gunki.series.areas_and_cards import fields

FIELDS: dict[str, Field] = {
    **fields.FIELDS,
    "phase": choice(NONE, *(name for name, _ in TURN), low=-1),
    "place": number(-1, "seats"),  # in the order; one past its end when everybody had his turn
    "waiting": named("seat", 0, many=4),
    "rolled": number(0, 6),
    "result": number(0, 6),
    "doing": words("", *PAID),
    "thrown": FLAG,
    "flipped": FLAG,
    "firearms": number(0, 0),  # no card of this game shoots
}
