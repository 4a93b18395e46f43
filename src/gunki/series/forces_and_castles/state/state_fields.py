"""The declared state of every hex game (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import Number, Piece, Set, Thing, each, flags, number, one, thing

#: The tables of a document that have a row for each unit or castle.
UNITS, CASTLES = "units", "castles"
#: The steps of a unit at full strength.
FULL = 2
#: The phase under way: `none` before the first, `over` after the last.
PHASE = Thing("phase", after="over")

STATE: dict[str, Piece] = {
    "turn": one(number(1, "turns"), ""),
    "phase": one(PHASE),
    "weather": one(thing("weather", 0), ""),
    "at": each("unit", Thing("hex", -3, ("dead", "removed")), list, UNITS, key="hex", first=-1),
    "steps": each("unit", Number(1, FULL, least=0), bytes, UNITS, first=FULL, always=True),
    "leader": each("unit", thing("unit", 0), bytearray, UNITS),
    "inside": each("unit", flags("inside"), bytearray, UNITS),
    "deployed": each("unit", Set(words=("hex", "command", "gate")), bytes),
    "owner": each("castle", thing("army"), tuple, CASTLES, always=True),
    "durability": each("castle", number(0, "full_durability"), bytes, CASTLES, always=True),
    "besieged": each("castle", flags("besieged"), bytes, CASTLES),
    "seat_of": each("army", thing("seat"), tuple, first="army_seat"),
}
