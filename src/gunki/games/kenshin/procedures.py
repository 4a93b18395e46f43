"""Every procedure of the game, by name: what a written stack is read back with."""

from __future__ import annotations

from gunki.core.procedure import by_name, defined_in
from gunki.games.kenshin import (
    allegiance,
    attrition,
    castles,
    combat,
    deaths,
    displacement,
    events,
    mori,
    movement,
    navy,
    overrun,
    rebellion,
    replenishment,
    sequence,
    siege_results,
    transport,
    turn_start,
)
from gunki.series.forces_and_castles import deployment

#: The chapters, in the order of the rulebook.
CHAPTERS = (
    sequence, castles, turn_start, siege_results, events, allegiance, rebellion, displacement, mori, attrition,
    replenishment, movement, combat, overrun, deaths, navy, transport, deployment,
)  # fmt: skip

PROCEDURES = by_name(defined_in(*CHAPTERS))
