"""What matches take in memory: an estimate of its bytes, what can be made again, and who goes where it is too much."""

from __future__ import annotations

from collections.abc import Callable, Collection

from gunki.core.matches.resume import forget_shown, let_go, positions_held
from gunki.server.matches.session import Live
from gunki.server.views.json_cache import JsonCache

#: Plies of which a match in memory holds what happened, and where it stood; workers know the rest. Fewer while nothing
#: happens.
EVENTS, POSITIONS = 80, 8
EVENTS_AT_REST, POSITIONS_AT_REST = 64, 2
#: A match lets go of older ones every so many plies.
EVERY = 8
#: Bytes, about: of a match and its question; of a ply in the record; of a position; and for each byte of JSON, with the
#: objects that it was made of. Measured with the largest game (hideyoshi).
MATCH, PLY, POSITION, TEXT = 60_000, 300, 9_000, 8
#: Where it was too much, matches go until this share of the budget is in use.
ENOUGH = 0.9


def weight(live: Live) -> int:
    """Return about how many bytes a match takes."""
    if live.match is None:
        return PLY * 20
    shown = len(live.cache) + sum(len(parts.first) for parts in live.parts.values())
    return MATCH + PLY * len(live.by) + POSITION * positions_held(live.match) + TEXT * shown


def let_go_of_old(live: Live) -> None:
    """Hold of a match that is played what is soon asked for."""
    if live.match is not None and live.match.ply % EVERY == 0:
        let_go(live.match, EVENTS, POSITIONS)


def lay_down(live: Live) -> None:
    """Let go of what can be made again: what people were shown, and what lies further back."""
    live.cache = JsonCache()
    live.parts.clear()
    if live.match is not None:
        let_go(live.match, EVENTS_AT_REST, POSITIONS_AT_REST)
        forget_shown(live.match)


def lighten(lives: Collection[Live], budget: int, drop: Callable[[Live], None], end: Callable[[Live], None]) -> int:
    """Bring matches within a budget of bytes; return how many they take then.

    The longest untouched go first: matches that nobody listens to leave the memory (`drop`); the others let go of what
    can be made again; if it is still too much, streams end (`end`), those of spectators first.
    """
    total, enough = sum(map(weight, lives)), ENOUGH * budget
    if total <= budget:
        return total
    free = sorted((live for live in lives if not live.lock.locked()), key=lambda live: live.used)
    watched = [live for live in free if live.listeners]
    for live in free:
        if total > enough and not live.listeners:
            total -= weight(live)
            drop(live)
    for live in watched:
        if total > enough:
            before = weight(live)
            lay_down(live)
            total += weight(live) - before
    for live in sorted(watched, key=lambda live: bool(live.online)):
        if total > enough:
            total -= weight(live)
            end(live)
    return total
