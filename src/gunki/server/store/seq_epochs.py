"""Epochs of seqs: they ensure that a seq is never used twice, even after a backup was restored.

Restoring a backup loses the newest lines of logs, but clients still know their seqs. So each match then gets a line
`restored` with a seq far above all earlier ones, and counts on from there. A match restored from the archive gets such
a line too. The upper part of a seq is the number of its epoch. The lower part counts the lines within the epoch. A
client with a seq of another epoch gets the whole state and all steps.
"""

from __future__ import annotations

from sqlalchemy import Connection, case, func, insert, literal, select

from gunki.server.store.schema import log, matches

#: UNIT: the number of seqs in an epoch. LARGEST: the largest seq, because JavaScript holds larger whole numbers
#: inexactly.
UNIT = 2**28
LARGEST = 2**53 - 1
#: BEGAN: the start of 2026. A new epoch is numbered by the minutes since then, if the clock is right. So its number is
#: not below that of any epoch of a lost store.
BEGAN, MINUTE = 1767225600.0, 60.0
#: The last epoch that is taken from the clock. It begins about the year 2085.
LAST_BY_CLOCK = 31_000_000
RESTORED = "restored"


def next_seq(newest: int, now: float) -> int:
    """Return the first seq of a new epoch, after `newest`, the largest known seq."""
    by_clock = int((now - BEGAN) // MINUTE)
    epoch = newest // UNIT + 1
    if epoch < by_clock <= LAST_BY_CLOCK:
        epoch = by_clock
    return epoch * UNIT


def newest_seq_of_all(connection: Connection) -> int:
    """Return the largest seq in the store."""
    return connection.scalar(select(func.max(log.c.seq))) or 0


def begin_epoch(connection: Connection, seq: int, match_id: str | None = None, at: float | None = None) -> None:
    """Append a line `restored` with the seq `seq` to the logs of all matches, or to the log of one match.

    The line repeats the ply and the seat of the line before it. `at`: the time of the new lines. If it is None, each
    new line gets the time of the line before it.
    """
    newest = select(func.max(log.c.seq)).where(log.c.match == matches.c.id).correlate(matches).scalar_subquery()
    # lists find the result of an ended match in its last line, so `restored` repeats the body of that line
    ended = matches.c.state.in_(("over", "closed"))
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
