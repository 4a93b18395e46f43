"""Checks of a store: sound pages, rows that belong to a match, and logs without gaps.

A check can also replay the matches under way by today's rules. An operator does that before an upgrade. Checks never
write to the store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import orjson
from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DatabaseError

from gunki.server.admin.replay_check import ReplayChecker
from gunki.server.store.database import is_damage
from gunki.server.store.match_store import load_match
from gunki.server.store.schema import chairs, chat, log, matches, sources, stands

#: The largest number of faults that SQLite's integrity check lists.
MAX_FAULTS_LISTED = 20

#: Called with the number of matches checked so far and the number of all matches.
Progress = Callable[[int, int], None]


def check(
    engine: Engine, *, replay: bool = False, progress: Progress = lambda done, of: None
) -> Iterator[dict[str, Any]]:
    """Yield the faults of a store. If `replay` is true, replay every match under way by today's rules too."""
    damaged = False
    for wrong in _pages(engine):
        damaged = True
        yield {"match": None, "what": "file", "why": wrong}
    with _read_only(engine) as connection:
        try:
            ids = list(connection.scalars(select(matches.c.id).order_by(matches.c.created)))
            if not damaged:
                yield from _strays(connection)
        except DatabaseError as error:
            if not is_damage(error):
                raise
            ids = []
        with ReplayChecker() as replays:
            for done, match_id in enumerate(ids):
                progress(done, len(ids))
                yield from _match(connection, match_id, replays if replay else None)
        progress(len(ids), len(ids))


@contextmanager
def _read_only(engine: Engine) -> Iterator[Connection]:
    """Yield a connection that cannot write."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA query_only=ON")
        yield connection


def _pages(engine: Engine) -> list[str]:
    with _read_only(engine) as connection:
        try:
            faults = [row[0] for row in connection.exec_driver_sql(f"PRAGMA integrity_check({MAX_FAULTS_LISTED})")]
        except DatabaseError as error:
            return [str(error.orig)]
    return [] if faults == ["ok"] else faults


def _strays(connection: Connection) -> Iterator[dict[str, Any]]:
    """Yield a fault for rows without a match, and for matches without a log or without seats."""
    for table in (log, chairs, chat, sources, stands):
        lost = select(table.c.match).where(table.c.match.not_in(select(matches.c.id))).distinct()
        for match_id in connection.scalars(lost):
            yield {"match": match_id, "what": "stray", "why": f"rows of {table.name} without a match"}
    for table in (log, chairs):
        for match_id in connection.scalars(select(matches.c.id).where(matches.c.id.not_in(select(table.c.match)))):
            yield {"match": match_id, "what": "missing", "why": f"no row of {table.name}"}


def _match(connection: Connection, match_id: str, replays: ReplayChecker | None) -> Iterator[dict[str, Any]]:
    try:
        with _one_moment(connection):
            broken = first_break(connection, match_id)
            stored = None if replays is None else load_match(connection, match_id)
        if broken is not None:
            yield {"match": match_id, "what": "log", "why": f"line {broken[0]}: {broken[1]}"}
        elif replays is not None and stored is not None and stored[0].state == "playing":
            yield from replays.check_match(stored)
    except DatabaseError as error:
        if not is_damage(error):
            raise
        yield {"match": match_id, "what": "file", "why": "lies on a bad page"}


@contextmanager
def _one_moment(connection: Connection) -> Iterator[None]:
    """Hold a read transaction, so that all reads see one state of the store while a server writes.

    Keep it short: the server's WAL file grows as long as the transaction lasts.
    """
    connection.rollback()
    if connection.dialect.name == "sqlite":  # SQLite's driver begins no transaction for reads, so begin one here
        connection.exec_driver_sql("BEGIN")
    try:
        yield
    finally:
        connection.rollback()


def first_break(connection: Connection, match_id: str) -> tuple[int, str] | None:
    """Find the first line of a log that does not follow the lines before it. Return its seq and the fault, or None."""
    last = None
    length: int | None = None
    seq = 0
    for row in connection.execute(select(log).where(log.c.match == match_id).order_by(log.c.seq)):
        seq = row.seq
        try:
            body = orjson.loads(row.body)
        except orjson.JSONDecodeError:
            return seq, "cannot be read"
        if last is None and seq != 0:
            return seq, "the lines before it are missing"
        last = seq
        if row.kind == "start":
            if "taken" in body and not connection.scalar(select(sources.c.match).where(sources.c.match == match_id)):
                return seq, "what it goes on from is missing"
            length = row.ply
        elif row.kind in ("act", "swap", "back"):
            if length is None or not isinstance(body, dict):
                return seq, "the line that begins the match is missing"
            if (row.kind == "back" and row.ply <= length) or (row.kind != "back" and row.ply == length + 1):
                length = row.ply
            else:
                return seq, f"ply {row.ply} does not follow ply {length}"
    state = connection.scalar(select(matches.c.state).where(matches.c.id == match_id))
    if length is None and state in ("playing", "over"):
        return seq + 1, "the line that begins the match is missing"
    return None
