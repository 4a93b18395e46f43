"""Every procedure of the game, by name: what a written stack is read back with."""

from __future__ import annotations

from gunki.core.procedure import by_name, defined_in
from gunki.games.kenshin import (
    attrition,
    castles,
    combat,
    deaths,
    movement,
    navy,
    overrun,
    sequence,
    transport,
    turn_start,
)
from gunki.series.forces_and_castles import deployment

#: The chapters, in the order of the rulebook.
CHAPTERS = (sequence, castles, turn_start, attrition, movement, combat, overrun, deaths, navy, transport, deployment)

PROCEDURES = by_name(defined_in(*CHAPTERS))
