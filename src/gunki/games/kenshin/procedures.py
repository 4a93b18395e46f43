"""Every procedure of the game, by name: used to read a written stack."""

from __future__ import annotations

from gunki.core.rules.procedure import index_by_name, procedures_in
from gunki.games.kenshin.rules import movement, overrun, sequence
from gunki.games.kenshin.rules.combat import combat_phase, field_battle, losses, retreat
from gunki.games.kenshin.rules.naval import naval_battle, ship_movement, transport
from gunki.games.kenshin.rules.sieges import assault, castles, investment, siege_results, sortie
from gunki.games.kenshin.rules.turn_start import (
    allegiance,
    attrition,
    displacement,
    mori_deployment,
    random_events,
    rebellion,
    replenishment,
    turn_start_phase,
)
from gunki.series.forces_and_castles.rules import deployment

#: The modules with procedures, in the order of the rulebook.
CHAPTERS = (
    sequence, deployment, castles, sortie, turn_start_phase, siege_results, random_events, allegiance, rebellion,
    displacement, mori_deployment, attrition, replenishment, movement, combat_phase, field_battle, retreat,
    investment, assault, overrun, losses, ship_movement, naval_battle, transport,
)  # fmt: skip

PROCEDURES = index_by_name(procedures_in(*CHAPTERS))
