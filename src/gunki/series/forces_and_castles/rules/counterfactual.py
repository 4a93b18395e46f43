"""Copies of a position without one possible obstacle, to explain why an act is refused."""

from __future__ import annotations

from typing import TypeVar

from gunki.series.forces_and_castles.state.position import ForcesPosition

P = TypeVar("P", bound=ForcesPosition)


def _copy(g: P) -> P:
    """Return a copy of a position, with empty caches."""
    new = g.clone()
    new.clear_caches()
    return new


def without_barrier(g: P, what: str) -> P:
    """Return a copy in which one kind of terrain does not bar lines."""
    new = _copy(g)
    new.setup = g.setup.relax(what)
    return new


def _find_occupied(g: ForcesPosition, force: int) -> set[int]:
    """Return hexes with enemy units in the open; such a unit bars a line even without a zone."""
    foe = 1 - g.side(force)
    return {g.at[f] for f in g.forces() if g.side(f) == foe and not g.inside[f]}


def _find_fortified(g: ForcesPosition, force: int) -> set[int]:
    """Return hexes with an enemy castle."""
    foe = 1 - g.side(force)
    return {h for c, h in enumerate(g.setup.castle_hex) if g.durability[c] and g.castle_side(c) == foe}


def _open_zones(g: P, force: int, zones_left: set[int] | None, opened: set[int]) -> P:
    """Return a copy without enemy zones in the hexes `opened`.

    If `zones_left` is given, zones remain only in these hexes, and `opened` is not used.
    """
    new, foe = _copy(g), 1 - g.side(force)
    new.strong, new.weak = g.strong[:], g.weak[:]
    for layers in (new.strong, new.weak):
        zone = layers[foe]
        layers[foe] = bytearray(
            zone[h] if (h in zones_left if zones_left is not None else h not in opened) else 0 for h in range(len(zone))
        )
    return new


def without_zones(g: P, force: int) -> P:
    return _open_zones(g, force, _find_occupied(g, force) | _find_fortified(g, force), set())


def without_enemies(g: P, force: int) -> P:
    hexes, side = _find_occupied(g, force), g.side(force)
    new = _open_zones(g, force, None, hexes - _find_fortified(g, force))
    new.closed_to = g.closed_to[:]
    shut = g.closed_to[side]
    new.closed_to[side] = bytearray(0 if h in hexes else shut[h] for h in range(len(shut)))
    return new


def without_castles(g: P, force: int) -> P:
    """Return a copy in which enemy castles do not close or control their hexes. Enemy units there still do."""
    hexes, side = _find_fortified(g, force) - _find_occupied(g, force), g.side(force)
    new = _open_zones(g, force, None, hexes)
    closed, shut = g.setup.closed[side], g.closed_to[side]
    new.closed_to = g.closed_to[:]
    new.closed_to[side] = bytearray(closed[h] if h in hexes else shut[h] for h in range(len(shut)))
    new.durability = bytes(n if g.castle_side(c) == side else 0 for c, n in enumerate(g.durability))
    return new
