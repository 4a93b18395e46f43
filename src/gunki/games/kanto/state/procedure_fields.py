"""What the fields of the game's procedures may hold besides those of the series (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import Field, number, thing
from gunki.series.gunyuden.state import procedure_fields

FIELDS: dict[str, Field] = {
    **procedure_fields.FIELDS,
    "won": thing("unit"),
    "moves": number(0, 9),
    "made": number(0, 9),
}
