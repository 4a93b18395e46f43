"""The allowed values of the fields that only this game's procedures have (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import Field, number, thing
from gunki.series.gunyuden.state import procedure_fields

FIELDS: dict[str, Field] = {
    **procedure_fields.FIELDS,
    "won": thing("unit"),
    "moves": number(0, 9),
    "made": number(0, 9),
}
