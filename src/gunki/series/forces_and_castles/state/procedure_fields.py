"""The allowed values of the fields of procedures in every hex game (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import CLAUSE, Field, number, thing

#: Larger than any number of a table, track or force in these games.
MAX_NUMBER = 99
#: Longer than any list of units, castles or hexes.
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
