"""What the fields of the game's procedures may hold besides those of the series (gunki.core.fields)."""

from __future__ import annotations

from gunki.core.fields import FLAG, Field, choice, hidden, named, number
from gunki.core.hidden import KnownTo
from gunki.core.lexicon import NONE
from gunki.games.nobunaga.optional import NO_BID
from gunki.games.nobunaga.sequence import TURN
from gunki.games.nobunaga.setup import ODA
from gunki.series.areas_and_cards import fields
from gunki.series.areas_and_cards.fields import MOST

BID = number(NO_BID, MOST)
FIELDS: dict[str, Field] = {
    **fields.FIELDS,
    "ActionPhase.seat": named("seat"),
    "phase": choice(NONE, *(name for name, _ in TURN), low=-1),
    "for_cards": FLAG,
    # 11-1, 11-2: who writes first is not seen before the other has written too, and then the result tells it
    "first_bid": hidden(BID, KnownTo(ODA)),
    "second_bid": BID,
    "first_wish": hidden(named("choice"), KnownTo(ODA)),
    "first_die": number(0, 6),
    "second_die": number(0, 6),
}
