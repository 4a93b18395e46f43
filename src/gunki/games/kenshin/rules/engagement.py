"""Section 10-7: Engagement markers. They bind forces to an attack (an owed attack), which may lapse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gunki.series.forces_and_castles.state.layers import replace_value

if TYPE_CHECKING:
    from gunki.games.kenshin.state.troops import KenshinForces as G


def is_engaged(g: G, force: int) -> bool:
    """Return whether a force is bound to attack (10-6-4, 10-7-2), or a force that is bound pins it (K-59)."""
    if g.bound[force] >= 0:
        return True
    return bool(g.pinned[force]) and g.is_target(g.at[force], 1 - g.side_of[force])


def is_anybody_bound(g: G) -> bool:
    """Return whether any Engagement marker lies on the map; usually none does."""
    return g.bound.count(-1) < len(g.bound) or 1 in g.pinned


def is_target(g: G, h: int, side: int) -> bool:
    """Return whether a force of `side` is bound to attack a hex."""
    if h not in g.bound:
        return False
    return any(b == h and g.at[f] >= 0 and g.side_of[f] == side for f, b in enumerate(g.bound))


def release(g: G, force: int) -> None:
    """Take the Engagement markers off a force, which is no longer bound to attack (10-7-3, K-59)."""
    if not g.is_anybody_bound():
        return
    target = g.bound[force]
    for u in g.members(force):
        g._set_marks(u, g.fought[u], -1, 0)
    if target >= 0:
        g.emit("marker_off", "10-7-3", unit=force, hex=target)
        g._unpin(target)


def lapse(g: G, h: int) -> None:
    """Release the forces that are bound to attack a hex where no enemy is left in the open (K-59)."""
    if h in g.bound:
        for f in g.forces():
            if g.bound[f] == h and not g.outside(h, 1 - g.side_of[f]):
                g.release(f)


def unpin(g: G, h: int) -> None:
    """Take off the markers in a hex that no force is bound to attack any more."""
    for f in g.forces_in(h):
        if g.pinned[f] and not g.is_target(h, 1 - g.side_of[f]):
            g._set_marks(f, g.fought[f], g.bound[f], 0)


def mark_attack(g: G, units: Iterable[int], h: int) -> None:
    """Mark forces as having attacked in this Combat Phase (12-1-4). They are no longer bound to attack (10-7-3).

    Until the end of the phase they do not count as besiegers (13-1-7, K-48).
    """
    forces = sorted({g.leader[u] for u in units})
    for f in forces:
        g._set_marks(f, 1, -1, g.pinned[f])
    g._unpin(h)
    for home in sorted({g.at[f] for f in forces}):
        g.review(home)


def owes_attack(g: G, force: int) -> bool:
    """Return whether a force is bound to attack (10-7-3) and still can: the enemies may have left (K-59)."""
    h = g.bound[force]
    return h >= 0 and bool(g.outside(h, 1 - g.side_of[force]))


def bind(g: G, force: int, h: int, only: int = -1, clause: str = "10-7-1") -> None:
    """Place an Engagement marker of `force` on the forces in the open in hex `h` (10-7), or on `only` (K-56)."""
    g.bound = replace_value(g.bound, force, h)
    for f in (only,) if only >= 0 else g.outside(h, 1 - g.side_of[force]):
        g.pinned = replace_value(g.pinned, f, 1)
    g.emit("engaged", clause, unit=force, hex=h)
