"""Section 16-1: naval supply lines between port castles."""

from __future__ import annotations

from gunki.games.kenshin.setup import UESUGI
from gunki.games.kenshin.state.position import SETO
from gunki.games.kenshin.state.position import KenshinPosition as G

#: The number of the Mori box among the ports of the Uesugi side (K-67).
BOX_PORT = -1
#: A place in which no ship can be.
NOWHERE = -99
#: The ports with which each port is linked.
Links = dict[int, list[int]]


def open_lines(g: G, side: int) -> Links:
    """Return the ports to which each port of a side, and the Mori box, has an open naval line (16-1, K-67).

    Both ends are on the same water, and no enemy army is before the far end. The result is shared: do not change it.
    """
    key = "naval lines", side, g.ship_at, g.exposed
    links: Links | None = g.map_cache.get(key)
    if links is None:
        links = g.map_cache[key] = _open_lines(g, side)
    return links


def has_open_line(g: G, castle: int) -> bool:
    """Return whether a castle is a port with an open naval line (16-1, 13-1-9).

    On Lake Biwa no ship can cut such a line (16-1 Biwa).
    """
    side = g.holder[castle]
    return g.setup.port[castle] >= 0 and side >= 0 and bool(open_lines(g, side).get(castle))


def _open_lines(g: G, side: int) -> Links:
    setup, cut = g.setup, _cut(g, 1 - side)
    joined, hexes, shut = setup.joined_waters[side], setup.castle_hex, g.closed_to[side]
    ends: list[tuple[int, int, bool]] = []  # port, water, and whether the port is free of enemies on land
    for castle in setup.ports:
        water, h = setup.port[castle], hexes[castle]
        if g.holder[castle] == side and h not in cut and _area(g, water) not in cut:
            ends.append((castle, joined[water], not shut[h]))
    if side == UESUGI and SETO not in cut and any(g.is_in_the_game(clan) for clan in _box_clans(g)):
        ends.append((BOX_PORT, joined[setup.box_water], True))
    return {
        port: [other for other, other_water, free in ends if free and other_water == water and other != port]
        for port, water, _ in ends
    }


def _cut(g: G, foe: int) -> set[int]:
    """Return the hexes and areas with enemy ships in the open (16-1 (23-2.1)); sheltered ships cut no line (K-73)."""
    return {at for ship, at in enumerate(g.ship_at) if g.ship_side(ship) == foe and g.is_in_the_open(ship)}


def _area(g: G, water: int) -> int:
    """Return the place of ships on a water, or `NOWHERE` if no ship can be there (K-68)."""
    area = g.setup.area_of_water[water]
    return NOWHERE if area < 0 else -2 - area


def _box_clans(g: G) -> tuple[int, int]:
    """Return the clans of the Mori box. The box is a port while one of these clans is in the game."""
    chances = g.setup.event_tables
    return chances.mori_clan, chances.ukita_clan
