"""Epochs of the seqs: a seq that was told to somebody is never given to anything else.

A backup that is brought back takes away what happened since, but pages and programs still know the seqs of that time.
So each match gets a line then (`restored`) with a seq far above all before, and goes on from there; a match out of the
archive does too. The upper part of a seq is the epoch, the lower part counts. One who comes back with a seq of another
epoch is told the whole state and every step.
"""

from __future__ import annotations

from sqlalchemy import Connection, case, func, insert, literal, select

from gunki.server.store.schema import log, matches

#: Seqs of an epoch. All of them are whole numbers that JavaScript can hold.
UNIT = 2**28
LARGEST = 2**53 - 1
#: Epochs are minutes since 2026, where the clock is right: a store that is lost may have been of any epoch before now.
BEGAN, MINUTE = 1767225600.0, 60.0
#: A clock that tells of a later one is not believed; it would be after 2085.
LAST_BY_CLOCK = 31_000_000
RESTORED = "restored"


def next_seq(newest: int, now: float) -> int:
    """The first seq of an epoch after `newest`, the largest seq that is still known."""
    by_clock = int((now - BEGAN) // MINUTE)
    epoch = newest // UNIT + 1
    if epoch < by_clock <= LAST_BY_CLOCK:
        epoch = by_clock
    return epoch * UNIT


def newest_seq_of_all(connection: Connection) -> int:
    """The largest seq in the store."""
    return connection.scalar(select(func.max(log.c.seq))) or 0


def begin_epoch(connection: Connection, seq: int, match_id: str | None = None, at: float | None = None) -> None:
    """Let all matches go on from a seq, or one. Their lines tell what the last ones told.

    `at`: when that was; else the lines are as old as the last ones.
    """
    newest = select(func.max(log.c.seq)).where(log.c.match == matches.c.id).correlate(matches).scalar_subquery()
    ended = matches.c.state.in_(("over", "closed"))  # lists tell from the last line how it ended
    lines = (
        select(
            log.c.match,
            literal(seq),
            log.c.at if at is None else literal(at),
            literal(RESTORED),
            log.c.ply,
            log.c.who,
            case((ended, log.c.body), else_=literal("{}")),
        )
        .select_from(matches)
        .join(log, (log.c.match == matches.c.id) & (log.c.seq == newest))
        .order_by(log.c.at)
    )
    if match_id is not None:
        lines = lines.where(matches.c.id == match_id)
    connection.execute(insert(log).from_select([column.name for column in log.columns], lines))
