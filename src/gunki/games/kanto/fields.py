"""What the fields of the game's procedures may hold besides those of the series (gunki.core.fields)."""

from __future__ import annotations

from gunki.core.fields import Field, named, number
from gunki.series.gunyuden import fields

FIELDS: dict[str, Field] = {
    **fields.FIELDS,
    "won": named("unit"),
    "moves": number(0, 9),
    "made": number(0, 9),
}
