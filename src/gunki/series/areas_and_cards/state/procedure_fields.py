"""What the fields of the procedures of the series may hold (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import CLAUSE, FLAG, Field, Thing, bits, named, number

#: The largest number that a counter, a card or a table of these games can bear.
MOST = 99
#: How far a march goes, and how many units; the second is 999 where nothing limits it.
FARTHEST, NO_LIMIT = 30, 999

FIELDS: dict[str, Field] = {
    "seat": named("seat", 0),
    "decider": named("seat"),
    "clan": named("clan"),
    "target": named("clan"),
    "killer": named("clan"),
    "area": named("area"),
    "origin": named("area"),
    "not_from": named("area"),
    "via": named("area", 0, many=FARTHEST),
    "general": named("general"),
    "needs": named("general"),
    "commander": Thing("general", -2, ("armies",)),  # the armies' own value (10-1)
    "commanders": Thing("general", -2, ("armies",), many=2),
    "card": named("card", 0),
    "taken": bits("general"),
    "allowed": bits("clan"),
    "areas": number(1, FARTHEST),
    "most": number(0, NO_LIMIT),
    "value": number(0, 9),
    "bonus": number(0, 9),
    "ceiling": number(0, 9),
    "attack_value": number(-1, 9),
    "counter_value": number(-1, 9),
    "attack_hits": number(0, MOST),
    "counter_hits": number(0, MOST),
    "hits": number(0, MOST),
    "count": number(0, MOST),
    "armies": number(0, MOST),
    "moved": number(0, MOST),
    "made": number(0, MOST),
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
