"""The overlay of bans: hexes closed to a side, and enemies that the side may not attack (35.8(3)-1, 36.7, 37.8-3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gunki.games.hideyoshi.rules.scenarios.restrictions import Restriction
from gunki.games.hideyoshi.setup import HASHIBA
from gunki.games.hideyoshi.state.position import HideyoshiPosition as G
from gunki.series.forces_and_castles.show.overlays import find_force, overlay

BANS = "bans"


def bans(g: G, seat: int | None, place: tuple[str, int] | None) -> dict[str, Any]:
    """Return the overlay of hexes closed to a side; a spectator sees the hexes closed to Hashiba.

    For a given force, only the locks that hold this force are shown.
    """
    setup, side = g.setup, HASHIBA if seat is None else seat
    force = find_force(g, place)
    places: dict[str, Any] = {}
    clauses: list[str] = []

    def lay(restriction: Restriction, name: str, hexes: Iterable[int]) -> None:
        clauses.append(restriction.clause)
        tone = "bad" if name == "banned" else "neutral"
        places.update({setup.map.numbers[h]: {"tone": tone, "name": ["overlay", name]} for h in hexes})

    for lock in setup.locks:
        ours = any(g.seat_of[army] == side for army in lock.armies)
        if ours and lock.holds(g) and (force < 0 or g.find_lock(force) is lock):
            lay(lock, "locked_in", (h for h, beyond in enumerate(lock.layer) if not beyond))
    for truce in setup.truces:
        if truce.seat == side and truce.holds(g):
            lay(truce, "no_attack", (h for h, p in enumerate(setup.map.province) if p == truce.province))
    for ban in setup.bans:
        if ban.seat == side and ban.holds(g):
            lay(ban, "banned", (h for h, shut in enumerate(ban.layer) if shut and setup.is_passable(h)))
    bans_overlay = overlay(BANS, places, None, "bans_hold" if clauses else "no_bans")
    bans_overlay["notes"][0]["clauses"] = list(dict.fromkeys(clauses))
    return bans_overlay
