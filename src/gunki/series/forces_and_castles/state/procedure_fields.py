"""What the fields of procedures of every hex game may hold (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import CLAUSE, Field, named, number

#: More than any table, track or force of these games can bear.
MOST = 99
#: More than there are units, castles or hexes on a way.
LONGEST = 255

UNITS = named("unit", 0, many=LONGEST)
CASTLES = named("castle", 0, many=LONGEST)
HEXES = named("hex", 0, many=LONGEST)

FIELDS: dict[str, Field] = {
    "seat": named("seat", 0),
    "force": named("unit"),
    "hex": named("hex"),
    "castle": named("castle"),
    "units": UNITS,
    "forces": UNITS,
    "count": number(0, MOST),
    "clause": CLAUSE,
}
