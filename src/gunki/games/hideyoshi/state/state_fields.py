"""The state of the scenarios' own rules (35 to 37), as declared fields (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Piece, bits, choice, each, flags, one, some, thing
from gunki.series.forces_and_castles.state.procedure_fields import MAX_LIST_LENGTH
from gunki.series.forces_and_castles.state.state_fields import CASTLES
from gunki.series.gunyuden_revised.state import state_fields

ARMIES = thing("army", 0, many=MAX_LIST_LENGTH)

STATE: dict[str, Piece] = {
    **state_fields.STATE,
    "kyoto": one(thing("seat")),
    "peace": one(FLAG),
    "hashiba_won": one(FLAG),
    "hashiba_lost": one(FLAG),
    "akechi_won": one(FLAG),
    "akechi_lost": one(FLAG),
    "nobusumi": one(choice("unknown", "dead", "alive")),
    "declared": one(FLAG),
    "thawed": one(FLAG),
    "left_echizen": one(FLAG),
    "attacked_first": one(FLAG),
    "katsuie_left": one(FLAG),
    "appeared": one(FLAG),
    "summoned": some(ARMIES),
    "held_back": some(ARMIES),
    "lost": each("unit", choice("no", "fallen", "otherwise"), bytes),
    "yielded": each("castle", flags("yielded"), bytes, CASTLES),
    "former_owners": each("castle", bits("seat"), bytes),
}
