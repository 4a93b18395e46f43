"""Sections 5, 15 and 16-3: what zones, gates and other forces do to a march."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunki.board.kernel import union
from gunki.series.forces_and_castles.rules.march_terms import Terms

if TYPE_CHECKING:
    from gunki.series.gunyuden.state.position import GunyudenPosition as G


def gate(g: G, force: int) -> int:
    """What leaving the castle costs (16-3): nothing where troops are inside by themselves."""
    return 0 if g.is_always_inside(force, g.at[force]) else g.setup.gate_out


def terms(g: G, force: int, strategic: int) -> Terms:
    """15-4: zones tax who enters and leaves, except where another friendly force or castle is (15-4-6, G-05). Strong
    ones (5-1-1(2)) take a point from who enters and from who leaves them (15-4-3), so that it is both from one into
    another (15-4-5); weak ones take nothing (15-4-2). Through adjacent hexes in any direction (15-1-2)."""
    setup, closed = g.setup, find_closed_hexes(g, force, strategic)
    if strategic:
        return Terms(setup.strategic[g.weather], closed)
    return Terms(setup.normal[g.weather], closed, *find_taxing_zones(g, g.side(force)), count_other_holders(g, force))


def find_closed_hexes(g: G, force: int, strategic: int) -> bytes | bytearray:
    """Where it may not go: hexes that are shut (15-6-2), bans on it or on who marches as one with it, and strategically
    whatever is beside an enemy (15-3-1). Kept until a force moves, since it is asked for every force in turn."""
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
    """Where others than the force itself hold a hex with it (15-4-6); who marches as one with it is no other (G-05)."""
    holders, h = g.occupied[g.side_of[force]][:], g.at[force]
    for one in g.company(force):
        if g.at[one] == h and not g.inside[one]:
            holders[h] -= 1
    return holders


def find_taxing_zones(g: G, side: int) -> tuple[bytearray, bytearray | None]:
    """The enemy's strong zones; and apart, if their surcharges add up (G-06), the castles in them."""
    strong = g.strong[1 - side]
    if not g.setup.options["castle_surcharge_stacks"]:
        return strong, None
    castles = g.hold[1 - side]
    return bytearray(0 if castles[h] else strong[h] for h in range(len(strong))), castles


def toll(g: G, side: int, h: int) -> int:
    """15-4-1, 15-4-6: what the enemy's zones add for who enters the map in a hex (G-56)."""
    if g.occupied[side][h]:
        return 0
    strong, castles = find_taxing_zones(g, side)
    enter = g.setup.zone_costs[0]
    if castles is not None and castles[h]:
        return enter + g.setup.castle_extra
    return enter if strong[h] else 0
