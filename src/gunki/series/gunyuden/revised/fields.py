"""What the fields of the revised edition's procedures may hold besides (gunki.core.fields)."""

from __future__ import annotations

from gunki.core.fields import FLAG, Field, named, number
from gunki.series.forces_and_castles.fields import MOST
from gunki.series.gunyuden import fields

#: More than all steps of an army.
STEPS = 999

FIELDS: dict[str, Field] = {
    **fields.FIELDS,
    "victim": named("unit"),
    "due": number(0, MOST),
    "traitors": number(0, MOST),
    "beaten": number(0, 2),
    "hardliners": FLAG,
    "damage_fatal": FLAG,
    "attack_steps": number(0, STEPS),
    "defence_steps": number(0, STEPS),
}
