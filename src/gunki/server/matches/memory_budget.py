"""The memory of matches: an estimate of its size, the caches that can be dropped, and which matches go first."""

from __future__ import annotations

from collections.abc import Callable, Collection

from gunki.core.matches.resume import count_snapshots, forget_cached_views, forget_old_plies
from gunki.server.matches.session import MatchSession
from gunki.server.views.json_cache import JsonCache

#: A match in memory holds the events of the latest EVENTS plies, and the latest POSITIONS positions. Workers know the
#: earlier ones. A match at rest holds fewer.
EVENTS, POSITIONS = 80, 8
EVENTS_AT_REST, POSITIONS_AT_REST = 64, 2
#: Older events and positions of a match are dropped each time that this number of plies was played.
DROP_EVERY_PLIES = 8
#: Approximate numbers of bytes. MATCH_BYTES: a match with its decision. PLY_BYTES: a ply in the record. POSITION_BYTES:
#: a position. BYTES_PER_TEXT_BYTE: each byte of cached JSON, with the objects that it was made of. They were measured
#: with the largest game (hideyoshi).
MATCH_BYTES, PLY_BYTES, POSITION_BYTES, BYTES_PER_TEXT_BYTE = 60_000, 300, 9_000, 8
#: When the memory is above the budget, it is reduced to this share of the budget.
TARGET_SHARE = 0.9


def memory_estimate(live: MatchSession) -> int:
    """Return the approximate bytes that a match takes."""
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
    """Drop old events and positions of a match that is played, every `DROP_EVERY_PLIES` plies."""
    if live.match is not None and live.match.ply % DROP_EVERY_PLIES == 0:
        forget_old_plies(live.match, EVENTS, POSITIONS)


def drop_caches(live: MatchSession) -> None:
    """Drop everything that can be made again: cached JSON, cached views, and older events and positions."""
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
    """Reduce the memory of matches to a budget of bytes. Return the bytes that they take then.

    Matches without listeners leave the memory first, the longest unused ones before the others (`drop`). Then watched
    matches drop their caches. If that is not enough, watched matches leave the memory too, and their streams end
    (`end`). Among these, matches that only spectators watch go first.
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
