"""What the fields of procedures of every hex game may hold (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import CLAUSE, Field, number, thing

#: More than any table, track or force of these games can bear.
MAX_NUMBER = 99
#: More than there are units, castles or hexes on a way.
MAX_LIST_LENGTH = 255

UNITS = thing("unit", 0, many=MAX_LIST_LENGTH)
CASTLES = thing("castle", 0, many=MAX_LIST_LENGTH)
HEXES = thing("hex", 0, many=MAX_LIST_LENGTH)

FIELDS: dict[str, Field] = {
    "seat": thing("seat", 0),
    "force": thing("unit"),
    "hex": thing("hex"),
    "castle": thing("castle"),
    "units": UNITS,
    "forces": UNITS,
    "count": number(0, MAX_NUMBER),
    "clause": CLAUSE,
}
