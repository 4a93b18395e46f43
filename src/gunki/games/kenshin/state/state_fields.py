"""The declared state of Kenshin's Arrival in Kyoto (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Piece, Set, Thing, choice, each, flags, number, one, some, thing
from gunki.series.forces_and_castles.state import state_fields
from gunki.series.forces_and_castles.state.procedure_fields import CASTLES as CASTLES_NAMED
from gunki.series.forces_and_castles.state.state_fields import CASTLES, FULL, UNITS

#: The table of a document with a row for each ship.
SHIPS = "ships"
#: 21: the limit of the score; the rules have none (K-29, K-89), and no match comes near it.
MAX_POINTS = 9999
#: 21: the limit of each count: how often a castle was taken, a unit killed or Kyoto scored. No match comes near it.
MAX_TIMES = 99
#: The fields that count the castles for which each seat has scored; then the fields that count the units it has killed.
CASTLES_SCORED = ("uesugi_castles", "oda_castles")
KILLS_SCORED = ("uesugi_kills", "oda_kills")
#: The limit of the number on an Investment marker. Each turn of a siege can add to it. From 6 on the castle surrenders
#: for certain when this is demanded (9-1-2).
MAX_LOWERED = 99
#: 9-2: the events that happen at most once, besides Araki's rebellion. Then the results of Araki's rebellion: none yet,
#: over without a traitor, one clan for all traitors, or a clan for each (9-2 Araki Rebellion clan,
#: 9-2 Araki Rebellion independents).
ONE_TIME_EVENTS = ("hojo_invasion", "yoshiaki_uprising", "ukita_defection")
REBELLION = ("none", "over", "clan", "independent")
NO_REBELLION, REBELLION_OVER, REBEL_CLAN, REBEL_INDEPENDENT = range(4)
#: 9-2: all events of the table.
EVENTS = (
    "none", "mori_advance", "hojo_invasion", "yoshiaki_uprising", "ukita_defection", "araki_rebellion",
    "neutral_to_oda", "neutral_to_uesugi", "oda_to_uesugi", "uesugi_to_oda", "saika_neutrality", "saika_rejoins",
)  # fmt: skip
NO_EVENT = 0
#: The place of a unit: a hex, `OFF` (here the Mori box), dead, removed, not yet in play, or aboard a ship.
UNIT_PLACE = Thing("hex", -5, ("dead", "removed", "undeployed", "aboard"))
#: The place of a ship: a coastal hex, a sea area, the box, sunk or removed; -1 while it is still to come.
SHIP_PLACE = Thing("hex", -6, ("seto", "pacific", "box", "sunk", "removed"))

STATE: dict[str, Piece] = {
    **{name: piece for name, piece in state_fields.STATE.items() if name != "owner"},
    "at": each("unit", UNIT_PLACE, list, UNITS, key="hex", first=-1),
    "deployed": each("unit", Set(words=("hex", "command", "gate", "apart")), bytes),
    "score": one(number(-MAX_POINTS, MAX_POINTS), ""),
    # 21: the parts of the score, as far as they were counted: how often each castle fell to a side, how often a side
    # has killed each unit, and how often Kyoto scored for any unit and for Kenshin
    **{name: each("castle", number(0, MAX_TIMES), bytes) for name in CASTLES_SCORED},
    **{name: each("unit", number(0, MAX_TIMES), bytes) for name in KILLS_SCORED},
    "kyoto_unit": one(number(0, MAX_TIMES)),
    "kyoto_kenshin": one(number(0, MAX_TIMES)),
    # 9-2, 9-3: once-only events that have happened; this turn's event, if it took effect; the captors of castles in
    # Inaba, Tajima and Harima in this turn and in the last; castles whose surrender was demanded in this turn
    **{name: one(FLAG) for name in ONE_TIME_EVENTS},
    "araki_rebellion": one(choice(*REBELLION)),
    "event": one(choice(*EVENTS)),
    "fell_this_turn": one(Set(kind="seat")),
    "fell_last_turn": one(Set(kind="seat")),
    "demanded": some(CASTLES_NAMED),
    # castles (8, 13): holder, number on the Investment marker, and whether a double has closed it to assaults (13-5)
    "holder": each("castle", choice("neutral", "uesugi", "oda", low=-1), tuple, CASTLES, always=True),
    "lowered": each("castle", number(0, MAX_LOWERED), bytes, CASTLES, key="marker"),
    "stormed": each("castle", flags("stormed"), bytes, CASTLES),
    # forces: what they have done in this phase, the hex they must attack, whether a marker lies on them (10-7)
    "done": each("unit", flags("done", "landed"), bytearray, UNITS),
    "fought": each("unit", flags("fought"), bytes, UNITS),
    "bound": each("unit", thing("hex"), tuple, UNITS, first=-1),
    "pinned": each("unit", flags("pinned"), bytes, UNITS),
    # 10-8: the sides with a fortification in a hex
    "fortified": each("hex", Set(kind="seat"), bytes),
    # 16: ships: place, steps and cargo; whether they have moved, must fight where they are, or lie outside the port of
    # their side in their hex
    "ship_at": each("ship", SHIP_PLACE, tuple, SHIPS, key="at", first=-1, always=True),
    "ship_steps": each("ship", number(0, FULL), bytes, SHIPS, key="steps", first=FULL, always=True),
    "cargo": each("ship", thing("unit"), tuple, SHIPS, first=-1),
    "ship_done": each("ship", flags("done"), bytes, SHIPS),
    "ship_bound": each("ship", flags("bound"), bytes, SHIPS),
    "exposed": each("ship", flags("exposed"), bytes, SHIPS),
}
