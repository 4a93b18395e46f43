"""The values that fields of the game's own procedures may hold, declared by name (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.definition.lexicon import NONE
from gunki.core.state.fields import FLAG, Field, choice, number, thing, with_secret
from gunki.core.state.hidden_information import KnownTo
from gunki.games.nobunaga.rules.optional_rules import NO_BID
from gunki.games.nobunaga.rules.sequence import TURN
from gunki.games.nobunaga.setup import ODA
from gunki.series.areas_and_cards.state import procedure_fields
from gunki.series.areas_and_cards.state.procedure_fields import LARGEST_COUNT

BID = number(NO_BID, LARGEST_COUNT)
FIELDS: dict[str, Field] = {
    **procedure_fields.FIELDS,
    "ActionPhase.seat": thing("seat"),
    "phase": choice(NONE, *(name for name, _ in TURN), low=-1),
    "for_cards": FLAG,
    # 11-1, 11-2: the first player's bid is secret until the second player has bid too; then both are revealed
    "first_bid": with_secret(BID, KnownTo(ODA)),
    "second_bid": BID,
    "first_wish": with_secret(thing("choice"), KnownTo(ODA)),
    "first_die": number(0, 6),
    "second_die": number(0, 6),
}
