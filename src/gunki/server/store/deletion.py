"""Deleting or changing a match in the store while a server may hold it in memory."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select

from gunki.server.store.schema import chairs, chat, gone, log, matches, sources, stands, touched

#: At most this many rows of `touched` are kept, because a server reads this table every second.
MOST_TOUCHED = 1000


def touch(connection: Connection, match_id: str) -> None:
    """Note that a match was changed, so that the server drops it from its memory."""
    key = connection.execute(insert(touched).values(match=match_id)).inserted_primary_key
    assert key is not None
    connection.execute(delete(touched).where(touched.c.id <= key[0] - MOST_TOUCHED))


def newest_seq(connection: Connection, match_id: str) -> int | None:
    seq: int | None = connection.scalar(select(func.max(log.c.seq)).where(log.c.match == match_id))
    return seq


def forget(connection: Connection, match_id: str) -> None:
    """Delete all rows of a match."""
    for table in (log, chat, chairs, sources, stands):
        connection.execute(delete(table).where(table.c.match == match_id))
    connection.execute(delete(matches).where(matches.c.id == match_id))


def remove(connection: Connection, match_id: str, how: str, now: float) -> None:
    """Delete a match, and note in `gone` that it existed. `how`: "archived" or "deleted"."""
    forget(connection, match_id)
    connection.execute(delete(gone).where(gone.c.match == match_id))
    connection.execute(insert(gone).values(match=match_id, at=now, how=how))
    touch(connection, match_id)
