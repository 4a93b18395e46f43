"""The state of Kenshin's Arrival in Kyoto, declared (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Piece, Set, Thing, choice, each, flags, number, one, some, thing
from gunki.series.forces_and_castles.state import state_fields
from gunki.series.forces_and_castles.state.procedure_fields import CASTLES as CASTLES_NAMED
from gunki.series.forces_and_castles.state.state_fields import CASTLES, FULL, UNITS

#: The table of a document with a row for each ship.
SHIPS = "ships"
#: 21: the score is a signed number without bounds (K-29, K-89); no play comes near this.
MAX_POINTS = 9999
#: 21: how often one castle is taken, one unit killed, or Kyoto counts; no play comes near this.
MAX_TIMES = 99
#: By the seat that scores: what it has scored for, castle by castle and unit by unit.
CASTLES_SCORED = ("uesugi_castles", "oda_castles")
KILLS_SCORED = ("uesugi_kills", "oda_kills")
#: 9-1-2: with 6 surrender is certain; sieges go on adding until somebody demands it.
MAX_LOWERED = 99
#: 9-2: what happens once at most, besides Araki's rebellion; and how that ended: nobody has betrayed, the traitors are
#: Araki's clan, or each is his own (9-2 Araki Rebellion clan, 9-2 Araki Rebellion independents).
ONE_TIME_EVENTS = ("hojo_invasion", "yoshiaki_uprising", "ukita_defection")
REBELLION = ("none", "over", "clan", "independent")
NO_REBELLION, REBELLION_OVER, REBEL_CLAN, REBEL_INDEPENDENT = range(4)
#: 9-2: everything that the table of events can bring.
EVENTS = (
    "none", "mori_advance", "hojo_invasion", "yoshiaki_uprising", "ukita_defection", "araki_rebellion",
    "neutral_to_oda", "neutral_to_uesugi", "oda_to_uesugi", "uesugi_to_oda", "saika_neutrality", "saika_rejoins",
)  # fmt: skip
NO_EVENT = 0
#: Where a unit is that is on no hex: beside the map like everybody who is `OFF` (that is the Mori box), dead, gone, not
#: yet in play, or aboard a ship.
UNIT_PLACE = Thing("hex", -5, ("dead", "removed", "undeployed", "aboard"))
#: Where a ship is: in a coastal hex, in a sea area, in the box; before its turn nowhere.
SHIP_PLACE = Thing("hex", -6, ("seto", "pacific", "box", "sunk", "removed"))

STATE: dict[str, Piece] = {
    **{name: piece for name, piece in state_fields.STATE.items() if name != "owner"},
    "at": each("unit", UNIT_PLACE, list, UNITS, key="hex", first=-1),
    "deployed": each("unit", Set(words=("hex", "command", "gate", "apart")), bytes),
    "score": one(number(-MAX_POINTS, MAX_POINTS), ""),
    # 21: what the score is made of, as far as it was counted: how often each castle fell to a side, how often a side
    # has killed each unit, and how often Kyoto counted for any unit and for Kenshin
    **{name: each("castle", number(0, MAX_TIMES), bytes) for name in CASTLES_SCORED},
    **{name: each("unit", number(0, MAX_TIMES), bytes) for name in KILLS_SCORED},
    "kyoto_unit": one(number(0, MAX_TIMES)),
    "kyoto_kenshin": one(number(0, MAX_TIMES)),
    # 9-2, 9-3: once-only events that have happened; this turn's event, if it took effect; to whom castles of Inaba,
    # Tajima and Harima fell in this turn and in the one before; which castles were asked to surrender in this turn
    **{name: one(FLAG) for name in ONE_TIME_EVENTS},
    "araki_rebellion": one(choice(*REBELLION)),
    "event": one(choice(*EVENTS)),
    "fell_this_turn": one(Set(kind="seat")),
    "fell_last_turn": one(Set(kind="seat")),
    "demanded": some(CASTLES_NAMED),
    # castles (8, 13): who holds them, the number on the Investment marker, and whom a double has closed (13-5)
    "holder": each("castle", choice("neutral", "uesugi", "oda", low=-1), tuple, CASTLES, always=True),
    "lowered": each("castle", number(0, MAX_LOWERED), bytes, CASTLES, key="marker"),
    "stormed": each("castle", flags("stormed"), bytes, CASTLES),
    # forces: what they have done in this phase, what they must attack, whether a marker lies on them (10-7)
    "done": each("unit", flags("done", "landed"), bytearray, UNITS),
    "fought": each("unit", flags("fought"), bytes, UNITS),
    "bound": each("unit", thing("hex"), tuple, UNITS, first=-1),
    "pinned": each("unit", flags("pinned"), bytes, UNITS),
    # 10-8: whose fortifications stand in a hex
    "fortified": each("hex", Set(kind="seat"), bytes),
    # 16: ships, their steps and what they carry; what they have done; whether they must fight where they are, and lie
    # outside a port of their side
    "ship_at": each("ship", SHIP_PLACE, tuple, SHIPS, key="at", first=-1, always=True),
    "ship_steps": each("ship", number(0, FULL), bytes, SHIPS, key="steps", first=FULL, always=True),
    "cargo": each("ship", thing("unit"), tuple, SHIPS, first=-1),
    "ship_done": each("ship", flags("done"), bytes, SHIPS),
    "ship_bound": each("ship", flags("bound"), bytes, SHIPS),
    "exposed": each("ship", flags("exposed"), bytes, SHIPS),
}
