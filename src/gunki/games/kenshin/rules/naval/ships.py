"""Chapter 16: the places, sides and cargo of ships."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.games.kenshin.state.troops import ABOARD, SHIP_BOX
from gunki.series.forces_and_castles.state.layers import replace_value

if TYPE_CHECKING:
    from gunki.games.kenshin.state.position import KenshinPosition as G


def ship_side(g: G, ship: int) -> int:
    return g.seat_of[g.setup.ship_army[ship]]


def is_in_the_open(g: G, ship: int) -> bool:
    """Return whether a ship is not sheltered by a port castle of its side (16-2-5)."""
    at = g.ship_at[ship]
    castle = g.setup.castle_at[at] if at >= 0 else -1
    if castle < 0 or g.setup.port[castle] < 0 or g.holder[castle] != g.ship_side(ship):
        return True
    return bool(g.exposed[ship])


def waters_at(g: G, place: int) -> set[int]:
    """Return the waters of the naval lines (K-67) at a ship's place."""
    setup = g.setup
    if place < 0:
        return {w for w, area in enumerate(setup.area_of_water) if area == (-2 - place if place != SHIP_BOX else 0)}
    return {w for w, area in enumerate(setup.area_of_water) if area >= 0 and place in setup.coast[area]}


def move_ship(g: G, ship: int, place: int) -> None:
    g.ship_at = replace_value(g.ship_at, ship, place)
    g.clear_caches()
    g.set_ship("exposed", ship, 0)


def embark(g: G, unit: int, ship: int) -> None:
    """Put a unit aboard a ship (16-4-1)."""
    g.move_off_map(unit, ABOARD)
    g.cargo = replace_value(g.cargo, ship, unit)


def disembark(g: G, ship: int, place: int, inside: int) -> None:
    """Put the cargo of a ship ashore as a force of its own, in a hex or in the box."""
    unit = g.cargo[ship]
    g.cargo = replace_value(g.cargo, ship, -1)
    if place < 0:
        g.at[unit] = place
        g.clear_caches()
    else:
        g.put(unit, place, inside)


def remove_ship(g: G, ship: int, fate: int) -> None:
    """Take a ship out of the game, sunk or gone with its clan; neither side scores for it (16-3 score)."""
    place = g.ship_at[ship]
    g.ship_at = replace_value(g.ship_at, ship, fate)
    g.ship_bound, g.exposed = replace_value(g.ship_bound, ship, 0), replace_value(g.exposed, ship, 0)
    g.ship_steps = replace_value(g.ship_steps, ship, 0)
    g.clear_caches()
    ships = [s for s, at in enumerate(g.ship_at) if at == place]
    if len({g.ship_side(s) for s in ships if g.is_in_the_open(s)}) == 1:  # K-59: only one side is left there
        for s in ships:
            g.set_ship("ship_bound", s, 0)
            g.set_ship("exposed", s, 0)


def put_to_sea(g: G, ship: int, place: int, *clauses: str) -> None:
    """Move a ship without a port to the sea before it (K-24, K-33, K-72).

    If enemy ships are there it must fight them (16-2-4).
    """
    was, area = max(g.ship_at[ship], -1), -2 - place
    g.move_ship(ship, place)
    g.emit("sailed", *clauses, ship=ship, from_area=-1, from_hex=was, area=area, hex=-1)
    side = g.ship_side(ship)
    foes = [s for s, at in enumerate(g.ship_at) if at == place and g.ship_side(s) == 1 - side]
    g.set_ship("ship_bound", ship, 0)
    if foes and not any(g.ship_bound[foe] for foe in foes):
        g.set_ship("ship_bound", ship, 1)
        g.emit("ships_meet", "16-2-4", ship=ship, area=area, hex=-1)
