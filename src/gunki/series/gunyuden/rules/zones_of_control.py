"""Sections 5, 15 and 16-3: the effects of zones, gates and other forces on a march."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.board.kernel import union
from gunki.series.forces_and_castles.rules.march_terms import Terms

if TYPE_CHECKING:
    from gunki.series.gunyuden.state.position import GunyudenPosition as G


def gate(g: G, force: int) -> int:
    """Return the cost of leaving the castle (16-3). Troops that are always inside pay nothing."""
    return 0 if g.is_always_inside(force, g.at[force]) else g.setup.gate_out


def terms(g: G, force: int, strategic: int) -> Terms:
    """Return the terms of a march: the closed hexes, and the zones that charge for entering and leaving (15-4).

    A zone charges nothing where another friendly force or castle is (15-4-6, G-05). A strong zone (5-1-1(2)) charges
    one point for entering and one for leaving (15-4-3). A step from one strong zone into another costs both (15-4-5). A
    weak zone charges nothing (15-4-2). A march goes through adjacent hexes in any direction (15-1-2).
    """
    setup, closed = g.setup, find_closed_hexes(g, force, strategic)
    if strategic:
        return Terms(setup.strategic[g.weather], closed)
    return Terms(setup.normal[g.weather], closed, *find_taxing_zones(g, g.side(force)), count_other_holders(g, force))


def find_closed_hexes(g: G, force: int, strategic: int) -> bytes | bytearray:
    """Return the hexes that a force may not enter.

    These are the hexes shut by enemies (15-6-2), and those that a ban closes to the force or to a force that marches
    as one with it. For a strategic march, the hexes beside an enemy are closed too (15-3-1). The result is cached until
    an enemy moves, because one force after the other needs it.
    """
    side = g.side(force)
    bans = [ban for one in g.company(force) if (ban := g.ban_hexes(one)) is not None]
    if not bans and not strategic:
        return g.closed_to[side]
    key = strategic, *bans
    closed_hexes: bytes | None = g.enemy_cache[side].get(key)
    if closed_hexes is None:
        watched = [g.adjacent[1 - side]] if strategic else []
        closed_hexes = g.enemy_cache[side][key] = union(g.closed_to[side], *bans, *watched)
    return closed_hexes


def count_other_holders(g: G, force: int) -> bytearray:
    """Return how many friends hold each hex, without the force itself (15-4-6).

    Forces that march together with it are left out too (G-05).
    """
    holders, h = g.occupied[g.side_of[force]][:], g.at[force]
    for one in g.company(force):
        if g.at[one] == h and not g.inside[one]:
            holders[h] -= 1
    return holders


def find_taxing_zones(g: G, side: int) -> tuple[bytearray, bytearray | None]:
    """Return the zones that cost extra points: the enemy's strong zones, and None.

    If the option G-06 adds a surcharge for castles, None is replaced by the hexes of enemy castles, and the strong
    zones leave these hexes out.
    """
    strong = g.strong[1 - side]
    if not g.setup.options["castle_surcharge_stacks"]:
        return strong, None
    castles = g.hold[1 - side]
    return bytearray(0 if castles[h] else strong[h] for h in range(len(strong))), castles


def toll(g: G, side: int, h: int) -> int:
    """Return the surcharge of enemy zones for entering the map in a hex (15-4-1, 15-4-6, G-56)."""
    if g.occupied[side][h]:
        return 0
    strong, castles = find_taxing_zones(g, side)
    enter = g.setup.zone_costs[0]
    if castles is not None and castles[h]:
        return enter + g.setup.castle_extra
    return enter if strong[h] else 0
