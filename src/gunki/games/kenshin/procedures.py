"""Every procedure of the game, by name: what a written stack is read back with."""

from __future__ import annotations

from gunki.core.procedure import by_name, defined_in
from gunki.games.kenshin import (
    assault,
    attrition,
    castles,
    combat,
    deaths,
    field_battle,
    investment,
    movement,
    naval_battle,
    navy,
    overrun,
    retreat,
    sequence,
    sortie,
    transport,
    turn_start,
)
from gunki.series.forces_and_castles import deployment

#: The chapters, in the order of the rulebook.
CHAPTERS = (
    sequence, castles, sortie, turn_start, attrition, movement, combat, field_battle, retreat, investment, assault,
    overrun, deaths, navy, naval_battle, transport, deployment,
)  # fmt: skip

PROCEDURES = by_name(defined_in(*CHAPTERS))
