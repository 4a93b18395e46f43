"""The fields of the revised edition's procedures, and their permitted values (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import FLAG, Field, number, thing
from gunki.series.forces_and_castles.state.procedure_fields import MAX_NUMBER
from gunki.series.gunyuden.state import procedure_fields

#: The limit for counts of steps, which exceeds the steps of any army.
STEPS = 999

FIELDS: dict[str, Field] = {
    **procedure_fields.FIELDS,
    "victim": thing("unit"),
    "due": number(0, MAX_NUMBER),
    "traitors": number(0, MAX_NUMBER),
    "beaten": number(0, 2),
    "hardliners": FLAG,
    "damage_fatal": FLAG,
    "attack_steps": number(0, STEPS),
    "defence_steps": number(0, STEPS),
}
