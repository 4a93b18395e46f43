"""What a composed position says that no play by the rules could bring about: refused, by the name of the entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from gunki.core.errors import PositionError
from gunki.series.gunyuden.position import DEAD
from gunki.series.gunyuden.position import GunyudenPosition as G


def check(g: G, stack: Any = None) -> None:
    """`stack`: the procedures under way as they are written; in the middle of a fall a castle is in between."""
    for what in chain(_contradictions(g, _changing(g, stack)), _acting(g, stack)):
        raise PositionError(what)


def _contradictions(g: G, changing: set[int]) -> Iterator[str]:
    yield from _castles(g, changing)
    for unit, h in enumerate(g.at):
        if h >= 0:
            yield from _unit(g, unit, h, changing)
        elif g.acted[unit] and not g.waits_to_enter(unit):
            clause = g.setup.scenario_clauses.arrivals
            yield f"units.{g.setup.units[unit]}: he does not wait to enter in this turn ({clause})"
    yield from _enemies(g)
    yield from _leaderless(g)


def _changing(g: G, stack: Any) -> set[int]:
    """The castles that a written procedure is about (19 to 21), or all of them while somebody changes sides."""
    frames = [frame for frame in stack if isinstance(frame, Mapping)] if isinstance(stack, list) else []
    if any(frame.get("procedure") in g.CHANGES_SIDES for frame in frames):
        return set(range(len(g.owner)))
    named = [frame.get("castle") for frame in frames]
    return {g.setup.castles.index(name) for name in named if isinstance(name, str) and name in g.setup.castles}


def _acting(g: G, stack: Any) -> Iterator[str]:
    """An action under way has a phase, and somebody who plays the force; `state` tells both where describe wrote it."""
    for place, frame in enumerate(stack if isinstance(stack, list) else (), 1):
        procedure, name = (frame.get("procedure"), frame.get("force")) if isinstance(frame, Mapping) else ("", "")
        if procedure == "OperationsPhase" and g.phase < 0:
            yield "state.phase: expected the operations phase that is under way (4-1)"
        if isinstance(name, str) and name in g.setup.units and g.seat(g.setup.units.index(name)) < 0:
            army = g.setup.armies[g.setup.army[g.setup.units.index(name)]]
            yield f"stack entry {place}: {procedure}.force: nobody plays {army} (37(3))"


def _castles(g: G, changing: set[int]) -> Iterator[str]:
    setup = g.setup
    for castle, name in enumerate(setup.castles):
        owner, durability = g.owner[castle], g.durability[castle]
        if owner >= 0 and not durability and castle not in changing:
            yield f"castles.{name}.durability: 0 is an abandoned castle, without an owner (21-1)"
        if g.shaken[castle] and (owner < 0 or g.garrison(castle)):
            why = "an abandoned castle has none (21-1)" if owner < 0 else "that of its garrison counts (10-4)"
            yield f"castles.{name}.morale: {why}"
        if owner < 0 and durability:
            yield f"castles.{name}.durability: an abandoned castle has 0 (21-1)"
        if owner >= 0 and g.seat_of[owner] < 0 and owner != setup.castle_owner[castle]:
            clause = setup.scenario_clauses.armies
            yield f"castles.{name}.owner: nobody plays {setup.armies[owner]} in this scenario ({clause})"


def _unit(g: G, unit: int, h: int, changing: set[int]) -> Iterator[str]:
    setup, name, where = g.setup, g.setup.units[unit], g.setup.map.numbers[h]
    army, terrain = setup.army[unit], setup.map.terrain_at(h)
    if g.seat_of[army] < 0 and not g.neutral(army):
        yield f"units.{name}: nobody plays {setup.armies[army]} in this scenario ({setup.scenario_clauses.armies})"
        return
    if g.seat_of[army] < 0 and not _alone(g, army, h):
        yield f"units.{name}.hex: neutrals do not share {where} with others or their castle (37(3))"
    if g.leader[g.leader[unit]] != g.leader[unit]:
        yield f"units.{name}.leader: {setup.units[g.leader[unit]]} is under command himself (9-2)"
    if "move" not in setup.tables["terrain"][terrain]:
        yield f"units.{name}.hex: nobody enters {where}, it is {terrain} (15-2)"
    castle = setup.castle_at[h]
    if g.inside[unit] and castle not in changing and not g.friendly_castle(castle, army):
        yield f"units.{name}.inside: {setup.castles[castle]} is not a castle of his side (16.0)"
    banned = g.banned(unit)  # from entering: who is there all the same may go on
    if g.side(unit) >= 0 and not (banned and banned[h]):
        for bar in g.ban_bars(unit, h):
            yield f"units.{name}.hex: {where} is closed to him ({bar.clause})"


def _alone(g: G, army: int, h: int) -> bool:
    """Whether nobody of another army holds a hex."""
    castle = g.setup.castle_at[h]
    own = castle < 0 or g.owner[castle] in (army, -1)
    return own and all(g.setup.army[u] == army for u in g.units_in(h))


def _enemies(g: G) -> Iterator[str]:
    names = g.setup.units
    for h in sorted({g.at[force] for force in g.forces()}):
        ours, theirs = g.outside(h, 0), g.outside(h, 1)
        if ours and theirs:
            where = g.setup.map.numbers[h]
            yield f"units.{names[ours[0]]}.hex: his enemy {names[theirs[0]]} stands in {where} too (15-6-2)"


def _leaderless(g: G) -> Iterator[str]:
    """25-2, G-35: with a sodaisho who was killed, or the last of them, his army has gone; a deserter is "removed"."""
    setup = g.setup
    for unit, name in enumerate(setup.units):
        if g.at[unit] == DEAD and setup.stars[unit] == 2:
            left = [u for u, army in enumerate(setup.army) if army == setup.army[unit] and g.at[u] >= 0]
            led = setup.options["sodaisho_death"] == "last" and any(setup.stars[u] == 2 for u in left)
            if left and not led:
                yield f"units.{setup.units[left[0]]}: his army has gone with {name} (25-2)"
