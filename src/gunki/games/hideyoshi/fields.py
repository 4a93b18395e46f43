"""What the fields of the game's procedures may hold besides (gunki.core.fields)."""

from __future__ import annotations

from gunki.core.fields import Field, number
from gunki.games.hideyoshi.state import ARMIES
from gunki.series.forces_and_castles.fields import CASTLES, UNITS
from gunki.series.gunyuden.revised import fields

FIELDS: dict[str, Field] = {
    **fields.FIELDS,
    "struck": UNITS,
    "convoy": UNITS,
    "seen": CASTLES,
    "Summons.diced": ARMIES,
    "ClanMovement.diced": ARMIES,
    "number": number(0, 9),
}
