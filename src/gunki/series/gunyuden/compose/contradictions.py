"""Checks that refuse a composed position which no play by the basic rules could reach; errors name the entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from gunki.core.errors import PositionError
from gunki.series.forces_and_castles.compose.contradictions import contradictions
from gunki.series.gunyuden.state.position import DEAD
from gunki.series.gunyuden.state.position import GunyudenPosition as G


def check_contradictions(g: G, stack: Any = None) -> None:
    """Raise `PositionError` for the first entry that contradicts the rules.

    `stack`: the procedures under way, as the document writes them. The entries of a castle that is just falling may
    contradict each other.
    """
    for what in chain(
        contradictions(g, _changing(g, stack)), _morale(g), _waiting(g), _leaderless(g), _acting(g, stack)
    ):
        raise PositionError(what)


def _changing(g: G, stack: Any) -> set[int]:
    """Return the castles that the written procedures name (19 to 21), or all castles if armies are changing sides."""
    frames = [frame for frame in stack if isinstance(frame, Mapping)] if isinstance(stack, list) else []
    if any(frame.get("procedure") in g.CHANGES_SIDES for frame in frames):
        return set(range(len(g.owner)))
    named = [frame.get("castle") for frame in frames]
    return {g.setup.castles.index(name) for name in named if isinstance(name, str) and name in g.setup.castles}


def _acting(g: G, stack: Any) -> Iterator[str]:
    """Yield a message if an action is under way outside an operations phase, or with a force that nobody plays.

    The document gives the phase and the seats in `state`.
    """
    for place, frame in enumerate(stack if isinstance(stack, list) else (), 1):
        procedure, name = (frame.get("procedure"), frame.get("force")) if isinstance(frame, Mapping) else ("", "")
        if procedure == "OperationsPhase" and g.phase < 0:
            yield "state.phase: expected the operations phase that is under way (4-1)"
        if isinstance(name, str) and name in g.setup.units and g.seat(g.setup.units.index(name)) < 0:
            army, clause = g.setup.armies[g.setup.army[g.setup.units.index(name)]], g.setup.scenario_clauses.armies
            yield f"stack entry {place}: {procedure}.force: nobody plays {army} ({clause})"


def _morale(g: G) -> Iterator[str]:
    for castle, name in enumerate(g.setup.castles):
        owner = g.owner[castle]
        if g.shaken[castle] and (owner < 0 or g.garrison(castle)):
            why = "an abandoned castle has none (21-1)" if owner < 0 else "that of its garrison counts (10-4)"
            yield f"castles.{name}.morale: {why}"


def _waiting(g: G) -> Iterator[str]:
    for unit, name in enumerate(g.setup.units):
        if g.at[unit] < 0 and g.acted[unit] and not g.may_enter_now(unit):
            yield f"units.{name}: he does not wait to enter in this turn ({g.setup.scenario_clauses.arrivals})"


def _leaderless(g: G) -> Iterator[str]:
    """Yield a message for a unit on the map whose army must have left with a dead sodaisho (25-2, G-35).

    Depending on the option, the army goes with the first or the last sodaisho killed. A sodaisho who deserted is
    "removed", not dead, and does not count.
    """
    setup = g.setup
    for unit, name in enumerate(setup.units):
        if g.at[unit] == DEAD and setup.stars[unit] == 2:
            gone = g.list_departing_armies(setup.army[unit])
            left = [u for u, army in enumerate(setup.army) if army in gone and g.at[u] >= 0]
            led = setup.options["sodaisho_death"] == "last" and any(setup.stars[u] == 2 for u in left)
            if left and not led:
                yield f"units.{setup.units[left[0]]}: his army has gone with {name} (25-2)"
