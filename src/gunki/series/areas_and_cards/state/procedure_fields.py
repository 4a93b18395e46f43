"""The values that fields of the series' procedures may hold, declared by name (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import CLAUSE, FLAG, Field, Thing, bits, number, thing

#: The largest number on a counter, a card or in a table of these games.
LARGEST_COUNT = 99
#: The highest limits of a march, in areas and in units. 999 units means that no rule limits them.
MAX_MARCH_AREAS, NO_UNIT_LIMIT = 30, 999

FIELDS: dict[str, Field] = {
    "seat": thing("seat", 0),
    "decider": thing("seat"),
    "clan": thing("clan"),
    "target": thing("clan"),
    "killer": thing("clan"),
    "area": thing("area"),
    "origin": thing("area"),
    "not_from": thing("area"),
    "via": thing("area", 0, many=MAX_MARCH_AREAS),
    "general": thing("general"),
    "needs": thing("general"),
    "commander": Thing("general", -2, ("armies",)),  # -2 ("armies"): the armies' own value (10-1)
    "commanders": Thing("general", -2, ("armies",), many=2),
    "card": thing("card", 0),
    "taken": bits("general"),
    "allowed": bits("clan"),
    "areas": number(1, MAX_MARCH_AREAS),
    "most": number(0, NO_UNIT_LIMIT),
    "value": number(0, 9),
    "bonus": number(0, 9),
    "ceiling": number(0, 9),
    "attack_value": number(-1, 9),
    "counter_value": number(-1, 9),
    "attack_hits": number(0, LARGEST_COUNT),
    "counter_hits": number(0, LARGEST_COUNT),
    "hits": number(0, LARGEST_COUNT),
    "count": number(0, LARGEST_COUNT),
    "armies": number(0, LARGEST_COUNT),
    "moved": number(0, LARGEST_COUNT),
    "made": number(0, LARGEST_COUNT),
    "supports": number(0, 3),
    "countering": FLAG,
    "firearms": FLAG,
    "surprise": FLAG,
    "sea_open": FLAG,
    "by_sea": FLAG,
    "must_fight": FLAG,
    "only_ready": FLAG,
    "free": FLAG,
    "ready": FLAG,
    "clause": CLAUSE,
}
