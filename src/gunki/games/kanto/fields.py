"""What a described position of the game holds besides (gunki.core.fields)."""

from __future__ import annotations

from gunki.core.fields import FLAG, number
from gunki.series.gunyuden import fields

FIELDS = fields.FIELDS
STATE = {
    **fields.STATE,
    "invested_turns": number(0, fields.MOST),
    "ceremony": number(-1, fields.MOST),
    "vigil": FLAG,
    "waived": FLAG,
    "used": FLAG,
    "provoked": FLAG,
}
