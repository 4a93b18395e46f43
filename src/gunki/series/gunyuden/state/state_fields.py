"""The state that the basic rules add (10 to 14, 18 to 21, 23), as declared fields (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Piece, Runs, Thing, drop, each, flags, number, one, some, thing
from gunki.series.forces_and_castles.state import state_fields
from gunki.series.forces_and_castles.state.procedure_fields import CASTLES, MAX_LIST_LENGTH, UNITS
from gunki.series.forces_and_castles.state.state_fields import CASTLES as CASTLE_ROWS
from gunki.series.forces_and_castles.state.state_fields import UNITS as UNIT_ROWS

#: For each force that retreats: its leader, the length of its way, the hexes of the way (23-5).
WAYS = Runs(thing("unit", 0), thing("hex", 0), "way", many=MAX_LIST_LENGTH)

STATE: dict[str, Piece] = {
    **state_fields.STATE,
    "stage": one(number(0, "last_stage"), ""),
    "morale": each("unit", drop("lowest_morale"), bytearray, UNIT_ROWS),
    "acted": each("unit", flags("acted"), bytearray, UNIT_ROWS),
    "invests": each("unit", flags("invests"), bytearray, UNIT_ROWS),
    "led": each("unit", flags("led", "freed"), bytes, UNIT_ROWS),
    "declined": each("unit", FLAG, bytearray),
    "shaken": each("castle", drop("lowest_morale"), bytes, CASTLE_ROWS, key="morale"),
    "ruined": each("castle", Thing("seat", plus=1), bytes),
    "tried": some(CASTLES),
    "called": some(CASTLES),
    "stormed": some(CASTLES),
    "steadfast": some(CASTLES),
    "dropped": some(UNITS),
    "turned_down": some(UNITS),
    "retreated": some(WAYS),
}
