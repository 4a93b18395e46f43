"""What matches take in memory: an estimate of its bytes, what can be made again, and who goes where it is too much."""

from __future__ import annotations

from collections.abc import Callable, Collection

from gunki.core.matches.resume import count_snapshots, forget_cached_views, forget_old_plies
from gunki.server.matches.session import MatchSession
from gunki.server.views.json_cache import JsonCache

#: Plies of which a match in memory holds what happened, and where it stood; workers know the rest. Fewer while nothing
#: happens.
EVENTS, POSITIONS = 80, 8
EVENTS_AT_REST, POSITIONS_AT_REST = 64, 2
#: A match lets go of older ones every so many plies.
DROP_EVERY_PLIES = 8
#: Bytes, about: of a match and its question; of a ply in the record; of a position; and for each byte of JSON, with the
#: objects that it was made of. Measured with the largest game (hideyoshi).
MATCH_BYTES, PLY_BYTES, POSITION_BYTES, BYTES_PER_TEXT_BYTE = 60_000, 300, 9_000, 8
#: Where it was too much, matches go until this share of the budget is in use.
TARGET_SHARE = 0.9


def memory_estimate(live: MatchSession) -> int:
    """Return about how many bytes a match takes."""
    if live.match is None:
        return PLY_BYTES * 20
    text_bytes = len(live.cache) + sum(len(parts.first) for parts in live.parts.values())
    return (
        MATCH_BYTES
        + PLY_BYTES * len(live.by)
        + POSITION_BYTES * count_snapshots(live.match)
        + BYTES_PER_TEXT_BYTE * text_bytes
    )


def drop_old_positions(live: MatchSession) -> None:
    """Hold of a match that is played what is soon asked for."""
    if live.match is not None and live.match.ply % DROP_EVERY_PLIES == 0:
        forget_old_plies(live.match, EVENTS, POSITIONS)


def drop_caches(live: MatchSession) -> None:
    """Let go of what can be made again: what people were shown, and what lies further back."""
    live.cache = JsonCache()
    live.parts.clear()
    if live.match is not None:
        forget_old_plies(live.match, EVENTS_AT_REST, POSITIONS_AT_REST)
        forget_cached_views(live.match)


def free_memory(
    lives: Collection[MatchSession],
    budget: int,
    drop: Callable[[MatchSession], None],
    end: Callable[[MatchSession], None],
) -> int:
    """Bring matches within a budget of bytes; return how many they take then.

    The longest untouched go first: matches that nobody listens to leave the memory (`drop`); the others let go of what
    can be made again; if it is still too much, streams end (`end`), those of spectators first.
    """
    total, enough = sum(map(memory_estimate, lives)), TARGET_SHARE * budget
    if total <= budget:
        return total
    free = sorted((live for live in lives if not live.lock.locked()), key=lambda live: live.used)
    watched = [live for live in free if live.listeners]
    for live in free:
        if total > enough and not live.listeners:
            total -= memory_estimate(live)
            drop(live)
    for live in watched:
        if total > enough:
            before = memory_estimate(live)
            drop_caches(live)
            total += memory_estimate(live) - before
    for live in sorted(watched, key=lambda live: bool(live.participants_online)):
        if total > enough:
            total -= memory_estimate(live)
            end(live)
    return total
