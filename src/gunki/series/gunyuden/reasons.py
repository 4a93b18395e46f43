"""Section 11: why a force has no line of communication, worked out only for who asks."""

from __future__ import annotations

from collections.abc import Iterator

from gunki.core.decision import Bar
from gunki.series.gunyuden.communication import ends, has_line
from gunki.series.gunyuden.position import GunyudenPosition as G
from gunki.series.gunyuden.setup import SNOW


def line_bars(g: G, force: int) -> Iterator[Bar]:
    """11-1-3, 11-2, 32-1-3, 33-2: what cuts the line of a force that has none: without it there would be one."""
    setup = g.setup
    army = setup.army[force]
    if not ends(g, army):
        return
    if has_line(_without_enemies(g, force), force):
        yield Bar("11-1-3(1)", "line_enemies", {"unit": force})
    if has_line(_without_castles(g, force), force):
        yield Bar("11-1-3(2)", "line_castles", {"unit": force})
    if has_line(_without_zones(g, force), force):
        yield Bar("11-1-3(3)", "line_zones", {"unit": force})
    if has_line(_elsewhere(g, "water"), force):
        yield Bar("11-1-3(4)", "line_water", {"unit": force})
    if has_line(_elsewhere(g, "marsh"), force):
        yield Bar("11-1-3(5)", "line_marsh", {"unit": force})
    if g.weather == SNOW and has_line(_elsewhere(g, "snow"), force):
        yield Bar("32-1-3", "line_snow", {"unit": force})
    if has_line(_elsewhere(g, "length"), force):
        yield Bar("11-2", "line_too_long", {"unit": force})
    if setup.sea[army] and not any(setup.map.terrain_at(b) == "sea" for b in setup.map.around(g.at[force])):
        yield Bar("33-2", "not_coastal", {"unit": force})


def _copy(g: G) -> G:
    """A position to try something on, with nothing remembered."""
    new = g.clone()
    new.found = {}
    return new


def _elsewhere(g: G, what: str) -> G:
    """The same where this does not bar lines."""
    new = _copy(g)
    new.setup = g.setup.lifted(what)
    return new


def _occupied(g: G, force: int) -> set[int]:
    """Hexes with enemy units in the open, which need no zone to bar a line."""
    foe = 1 - g.side(force)
    return {g.at[f] for f in g.forces() if g.side(f) == foe and not g.inside[f]}


def _fortified(g: G, force: int) -> set[int]:
    """Hexes with an enemy castle."""
    foe = 1 - g.side(force)
    return {h for c, h in enumerate(g.setup.castle_hex) if g.durability[c] and g.castle_side(c) == foe}


def _opened(g: G, force: int, kept: set[int] | None, opened: set[int]) -> G:
    """The same without enemy zones in some hexes; with `kept`, everywhere but there."""
    new, foe = _copy(g), 1 - g.side(force)
    new.strong, new.weak = g.strong[:], g.weak[:]
    for layers in (new.strong, new.weak):
        zone = layers[foe]
        layers[foe] = bytearray(
            n if (h in kept if kept is not None else h not in opened) else 0 for h, n in enumerate(zone)
        )
    return new


def _without_zones(g: G, force: int) -> G:
    return _opened(g, force, _occupied(g, force) | _fortified(g, force), set())


def _without_enemies(g: G, force: int) -> G:
    there, side = _occupied(g, force), g.side(force)
    new = _opened(g, force, None, there - _fortified(g, force))
    new.shut = g.shut[:]
    new.shut[side] = bytearray(0 if h in there else n for h, n in enumerate(g.shut[side]))
    return new


def _without_castles(g: G, force: int) -> G:
    """Also for who comes by sea (T-21), and for a castle that fills its hex (31-1-2)."""
    there, side = _fortified(g, force) - _occupied(g, force), g.side(force)
    new = _opened(g, force, None, there)
    closed = g.setup.closed[side]
    new.shut = g.shut[:]
    new.shut[side] = bytearray(closed[h] if h in there else n for h, n in enumerate(g.shut[side]))
    new.durability = bytes(
        n if g.castle_side(c) == side else 0 for c, n in enumerate(g.durability)
    )  # fmt: skip
    return new
