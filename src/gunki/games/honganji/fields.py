"""What the game's procedures and described positions hold besides those of the series (gunki.core.fields)."""

from __future__ import annotations

from gunki.core.fields import COUNTER, FLAG, Field, bits, index, number, words
from gunki.games.honganji.actions import PAID
from gunki.games.honganji.sequence import PHASES
from gunki.series.areas_and_cards import fields
from gunki.series.areas_and_cards.fields import MOST, NO_LIMIT

CLANS = Field(-1, kind="clan", many=MOST, whole=True)
FIELDS = {
    **fields.FIELDS,
    "phase": number(-1, len(PHASES) - 1),
    "place": Field(-1, kind="seat", above=1),  # in the order; one past its end when everybody had his turn
    "waiting": index("seat", 0, many=4),
    "rolled": number(0, 6),
    "result": number(0, 6),
    "doing": words("", *PAID),
    "thrown": FLAG,
    "flipped": FLAG,
    "firearms": number(0, 0),  # no card of this game shoots
}
STATE = {
    "chances": number(0, COUNTER),
    "barrier": number(0, COUNTER),
    "fixed": bits("general"),
    "fallen": number(0, MOST),
    "used": FLAG,
    "moved": number(0, NO_LIMIT),
    "owner": CLANS,
    "slayer": CLANS,
    "assailant": CLANS,
    "prey": CLANS,
    "directed": index("clan"),
    "march_clan": index("clan"),
    "march_origin": index("area"),
}
