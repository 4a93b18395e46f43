"""Section 10-7: forces that are engaged, bound to attack, or let go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gunki.series.forces_and_castles.state.layers import replace_value

if TYPE_CHECKING:
    from gunki.games.kenshin.state.troops import KenshinForces as G


def is_engaged(g: G, force: int) -> bool:
    """10-6-4, 10-7-2: whether a force owes an attack, or carries the marker of one that is still owed (K-59)."""
    if g.bound[force] >= 0:
        return True
    return bool(g.pinned[force]) and g.is_target(g.at[force], 1 - g.side_of[force])


def is_anybody_bound(g: G) -> bool:
    """Whether any marker lies on the map; mostly none does."""
    return g.bound.count(-1) < len(g.bound) or 1 in g.pinned


def is_target(g: G, h: int, side: int) -> bool:
    """Whether a force of a side owes an attack on a hex."""
    if h not in g.bound:
        return False
    return any(b == h and g.at[f] >= 0 and g.side_of[f] == side for f, b in enumerate(g.bound))


def release(g: G, force: int) -> None:
    """10-7-3, K-59: what a force owed has lapsed, and no marker lies on it."""
    if not g.is_anybody_bound():
        return
    target = g.bound[force]
    for u in g.members(force):
        g._set_marks(u, g.fought[u], -1, 0)
    if target >= 0:
        g.emit("marker_off", "10-7-3", unit=force, hex=target)
        g._unpin(target)


def lapse(g: G, h: int) -> None:
    """K-59: whoever was to attack a hex in which no enemy is left in the open owes nothing more."""
    if h in g.bound:
        for f in g.forces():
            if g.bound[f] == h and not g.outside(h, 1 - g.side_of[f]):
                g.release(f)


def unpin(g: G, h: int) -> None:
    """Markers for which nobody owes an attack any more are taken off."""
    for f in g.forces_in(h):
        if g.pinned[f] and not g.is_target(h, 1 - g.side_of[f]):
            g._set_marks(f, g.fought[f], g.bound[f], 0)


def mark_attack(g: G, units: Iterable[int], h: int) -> None:
    """12-1-4: these have attacked in this Combat Phase, and what they owed is paid (10-7-3); 13-1-7, K-48: they do
    not count as besiegers until its end."""
    forces = sorted({g.leader[u] for u in units})
    for f in forces:
        g._set_marks(f, 1, -1, g.pinned[f])
    g._unpin(h)
    for home in sorted({g.at[f] for f in forces}):
        g.review(home)


def owes_attack(g: G, force: int) -> bool:
    """10-7-3: whether a force must attack, and still can: K-59: whoever it was to attack may have left."""
    h = g.bound[force]
    return h >= 0 and bool(g.outside(h, 1 - g.side_of[force]))


def bind(g: G, force: int, h: int, only: int = -1, clause: str = "10-7-1") -> None:
    """10-7: a force places an Engagement marker on who stands in the open in a hex, or on one of them (K-56)."""
    g.bound = replace_value(g.bound, force, h)
    for f in (only,) if only >= 0 else g.outside(h, 1 - g.side_of[force]):
        g.pinned = replace_value(g.pinned, f, 1)
    g.emit("engaged", clause, unit=force, hex=h)
