"""Every procedure of the game, by name: what a written stack is read back with."""

from __future__ import annotations

from gunki.core.procedure import by_name, defined_in
from gunki.games.kenshin import (
    allegiance,
    assault,
    attrition,
    castles,
    combat,
    deaths,
    displacement,
    events,
    field_battle,
    investment,
    mori,
    movement,
    naval_battle,
    navy,
    overrun,
    rebellion,
    replenishment,
    retreat,
    sequence,
    siege_results,
    sortie,
    transport,
    turn_start,
)
from gunki.series.forces_and_castles import deployment

#: The chapters, in the order of the rulebook.
CHAPTERS = (
    sequence, deployment, castles, sortie, turn_start, siege_results, events, allegiance, rebellion, displacement, mori,
    attrition, replenishment, movement, combat, field_battle, retreat, investment, assault, overrun, deaths, navy,
    naval_battle, transport,
)  # fmt: skip

PROCEDURES = by_name(defined_in(*CHAPTERS))
