"""The two sides of a fight in a hex or before a castle, as data for display (docs/data/events.md, "Fights")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gunki.core.definition.lexicon import NONE
from gunki.core.show.fights import NOBODY_ROLLS, counter, fight, fighters
from gunki.series.forces_and_castles.rules.losses import all_units, forces_of, living
from gunki.series.gunyuden.state.position import GunyudenPosition as G


def clash(
    g: G, h: int, own: Sequence[int], other: Sequence[int], strengths: tuple[int, int],
    rolls: int = NOBODY_ROLLS, opens: bool = False,
) -> dict[str, Any] | None:  # fmt: skip
    """Return the fight of units against units, the attacking units first; None while no log is kept."""
    if g.log is None:
        return None
    place = f"hex:{g.setup.map.numbers[h]}"
    sides = [_side(g, living(g, units), strength) for units, strength in zip((own, other), strengths, strict=True)]
    return fight(place, *sides, rolls=rolls, opens=opens)


def storm(
    g: G, castle: int, units: Sequence[int], rolls: int = NOBODY_ROLLS, opens: bool = False
) -> dict[str, Any] | None:
    """Return the fight of units against a castle and its garrison; None while no log is kept."""
    if g.log is None:
        return None
    setup = g.setup
    alive, garrison = living(g, units), g.garrison(castle)
    owner = setup.armies[g.owner[castle]] if g.owner[castle] >= 0 else NONE
    walls = counter("castle", setup.castles[castle], owner, "castle", {"durability": g.durability[castle]})
    inside = _side(g, list(all_units(g, garrison)), g.sum_strength(garrison))
    before = _side(g, alive, g.sum_strength(forces_of(g, alive)))
    defenders = {**inside, "clan": owner, "pieces": [walls, *inside["pieces"]]}
    place = f"hex:{setup.map.numbers[setup.castle_hex[castle]]}"
    return fight(place, before, defenders, rolls=rolls, opens=opens)


def siege(g: G, castle: int) -> dict[str, Any] | None:
    """Return the fight of a castle's investors against its garrison. Each siege die opens a fight of its own."""
    return storm(g, castle, all_units(g, g.investors(castle)), 0, True) if g.log is not None else None


def _side(g: G, units: Sequence[int], strength: int) -> dict[str, Any]:
    setup = g.setup
    pieces = [
        counter(
            "unit", setup.units[u], setup.armies[setup.army[u]], "unit",
            {"strength": setup.strength[u][g.steps[u]], "modifier": setup.modifier[u]}, reduced=g.steps[u] == 1,
        )
        for u in units
    ]  # fmt: skip
    if not units:
        return fighters(NONE, strength, [])
    leader = g.best_leader(forces_of(g, units))
    return fighters(setup.armies[setup.army[leader]], strength, pieces, leader=["unit", setup.units[leader]])
