"""The fields of the series' procedures, and their permitted values (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Field, number, thing, with_secret
from gunki.core.state.hidden_information import KnownTo
from gunki.series.forces_and_castles.state import procedure_fields
from gunki.series.forces_and_castles.state.procedure_fields import CASTLES, HEXES, MAX_LIST_LENGTH, MAX_NUMBER, UNITS
from gunki.series.forces_and_castles.state.state_fields import PHASE
from gunki.series.gunyuden.state.state_fields import WAYS

FIELDS: dict[str, Field] = {
    **procedure_fields.FIELDS,
    "captor": thing("unit"),
    "origin": thing("hex"),
    "base": thing("hex"),
    "here": thing("hex"),
    "Replenishment.castle": FLAG,
    **dict.fromkeys(
        ("attackers", "defenders", "targets", "helpers", "joined", "spared", "routed", "withdrawn", "asked",
         "taking_part", "placed", "members", "fleeing", "along"), UNITS
    ),
    "diced": CASTLES,
    "spoken": thing("seat", many=MAX_LIST_LENGTH),
    "way": HEXES,
    "ahead": with_secret(HEXES, KnownTo("seat")),  # other seats learn each hex of a march when it gets there
    "trail": HEXES,
    "ways": WAYS,
    "place": number(0, 9),
    "phase": PHASE,
    "attack_die": number(0, 6),
    "result": number(-MAX_NUMBER, MAX_NUMBER),
    **dict.fromkeys(
        ("spent", "losses", "hexes", "gone", "attack_losses", "defence_losses", "gain", "damage", "steps"),
        number(0, MAX_NUMBER),
    ),
    **dict.fromkeys(
        ("strategic", "fallen", "fatal", "attack_fatal", "defence_fatal", "shaking", "home", "sheltered", "changed",
         "whole", "invested"), FLAG,
    ),
}  # fmt: skip
