"""What the game's procedures and described positions hold besides those of the series (gunki.core.fields)."""

from __future__ import annotations

from gunki.core.fields import COUNTER, FLAG, Field, bits, index, named, number
from gunki.games.nobunaga.optional import NO_BID
from gunki.games.nobunaga.sequence import PHASES
from gunki.series.areas_and_cards import fields
from gunki.series.areas_and_cards.fields import MOST, NO_LIMIT

BID = number(NO_BID, MOST)
FIELDS = {
    **fields.FIELDS,
    "ActionPhase.seat": named("seat"),
    "phase": number(-1, len(PHASES) - 1),
    "for_cards": FLAG,
    "first_bid": BID,
    "second_bid": BID,
    "first_wish": index("choice"),
    "first_die": number(0, 6),
    "second_die": number(0, 6),
}
STATE = {
    "chances": number(0, COUNTER),
    "barrier": number(0, COUNTER),
    "widowed": Field(0, MOST, many=MOST, whole=True),
    "bonus": Field(0, MOST, many=2, whole=True),
    "goal": number(0, MOST),
    "exchanged": FLAG,
    "chooser": index("seat", 0),
    "fought": bits("clan"),
    "struck": bits("clan"),
    "intruded": bits("clan"),
    "moved": number(0, NO_LIMIT),
    "march_clan": index("clan"),
    "march_origin": index("area"),
}
