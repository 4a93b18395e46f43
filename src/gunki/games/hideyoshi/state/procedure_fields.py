"""The fields of the game's procedures, and their permitted values (gunki.core.state.fields)."""

from __future__ import annotations

from gunki.core.state.fields import Field, number
from gunki.games.hideyoshi.state.state_fields import ARMIES
from gunki.series.forces_and_castles.state.procedure_fields import CASTLES, UNITS
from gunki.series.gunyuden_revised.state import procedure_fields

FIELDS: dict[str, Field] = {
    **procedure_fields.FIELDS,
    "struck": UNITS,
    "convoy": UNITS,
    "seen": CASTLES,
    "Summons.diced": ARMIES,
    "ClanMovement.diced": ARMIES,
    "number": number(0, 9),
}
