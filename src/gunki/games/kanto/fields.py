"""What a described position of the game holds besides (gunki.core.fields)."""

from __future__ import annotations

from gunki.core.fields import FLAG, Field, number
from gunki.series.gunyuden import fields

FIELDS = fields.FIELDS
STATE = {
    **fields.STATE,
    "declined": Field(0, 1, many=fields.LONGEST, whole=True),
    "deployed": Field(0, 7, many=fields.LONGEST, whole=True),  # scenarios.ARRANGED
    "invested_turns": number(0, fields.MOST),
    "ceremony": number(-1, fields.MOST),
    "vigil": FLAG,
    "waived": FLAG,
    "used": FLAG,
    "provoked": FLAG,
}
