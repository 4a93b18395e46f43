"""The store of matches, in SQL through SQLAlchemy. A change is stored before its request is answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from sqlalchemy import Connection, Delete, and_, bindparam, delete, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from gunki.server.operation import clock
from gunki.server.store import deletion, list_queries
from gunki.server.store.database import StoreFromLaterVersion as StoreFromLaterVersion
from gunki.server.store.database import as_store_error, migrate, open_engine
from gunki.server.store.rows import CheckpointRow as CheckpointRow
from gunki.server.store.rows import LogRow as LogRow
from gunki.server.store.rows import MatchRow as MatchRow
from gunki.server.store.rows import ParticipantRow as ParticipantRow
from gunki.server.store.schema import chairs, chat, gone, log, matches, sources, stands, touched, uploads
from gunki.server.store.writer import Writer

T = TypeVar("T")

MAX_CHAT_LINES = 500
UPLOAD_SECONDS = 24 * 3600.0


class Conflict(Exception):
    """The log has a line with this seq already, or the match is gone."""


#: ASKING: the kinds of lines about take-backs. They become obsolete with the next request or take-back. CLOSING: the
#: kinds of lines about closing. They become obsolete with the next request to close.
ASKING = ("ask", "agree", "renew", "refuse")
CLOSING = ("close_ask", "close_agree", "close_refuse")

#: Statements are built once: building one costs more than executing it.
_LINE = insert(log)
_STATE = update(matches).where(matches.c.id == bindparam("of")).values(state=bindparam("state"))
_MATCH = select(matches).where(matches.c.id == bindparam("of"))
_SOURCE = select(sources.c.body).where(sources.c.match == bindparam("of"))
_CHAIRS = select(chairs).where(chairs.c.match == bindparam("of")).order_by(chairs.c.number)
_LOG = select(log).where(log.c.match == bindparam("of")).order_by(log.c.seq)
_STAND = select(stands).where(stands.c.match == bindparam("of"))


def _delete(*obsolete: Any) -> Delete:
    return delete(log).where(log.c.match == bindparam("of"), log.c.seq < bindparam("before"), or_(*obsolete))


#: The statements that delete obsolete older lines, by the kind of the new line that makes them obsolete. Without this,
#: repeated actions and take-backs would fill the disk. Lines of kinds that no statement names stay.
_OBSOLETE = {
    "ask": _delete(log.c.kind.in_(ASKING)),
    "close_ask": _delete(log.c.kind.in_(CLOSING)),
    "back": _delete(
        log.c.kind.in_(ASKING),
        and_(log.c.kind.in_(("act", "swap")), log.c.ply > bindparam("ply")),
        and_(log.c.kind == "back", log.c.ply >= bindparam("ply")),
    ),
}


class Store:
    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        try:
            migrate(self.engine)
        except BaseException:
            self.engine.dispose()
            raise
        self._writer = Writer(self.engine)
        #: A counter that rises after each stored write that changes a list of matches. Plain actions do not count.
        #: Cached lists compare it.
        self.changes = 0

    def measure(self, took: Callable[[float], None]) -> None:
        """Call `took` with the seconds of each commit, in the writer's thread."""
        self._writer.took = took

    def ping(self) -> None:
        """Read one row. An error is raised if the store cannot be read."""
        with self.engine.connect() as connection:
            connection.execute(select(matches.c.id).limit(1)).first()

    def close(self) -> None:
        self._writer.close()
        self.engine.dispose()

    # -- writing --------------------------------------------------------------------------------------------------

    async def create(self, match: MatchRow, seats: Sequence[ParticipantRow], first: LogRow) -> None:
        def work(connection: Connection) -> None:
            values = asdict(match)
            source = values.pop("source")
            connection.execute(insert(matches), [values])
            if source:
                connection.execute(insert(sources).values(match=match.id, body=source))
            connection.execute(insert(chairs), [asdict(row) for row in seats])
            connection.execute(insert(log).values(first.values))

        await self._writer.write(work)
        self.changes += 1

    def append(
        self, row: LogRow, state: str | None = None, participant: ParticipantRow | None = None
    ) -> Awaitable[None]:
        """Append a line to a log and, in the same transaction, change the match's state and a participant's row.

        The write begins at once. Await the result to wait until the line is stored. Awaiting it raises Conflict if the
        seq is taken.
        """
        obsolete = _OBSOLETE.get(row.kind)
        if state is None and participant is None and obsolete is None:
            return self._finish_append(self._writer.write(row.values), row, changes=row.kind in CLOSING)

        def work(connection: Connection) -> None:
            connection.execute(_LINE, asdict(row))
            if state is not None:
                connection.execute(_STATE, {"of": row.match, "state": state})
            if participant is not None:
                _update_participant(connection, participant)
            if obsolete is not None:
                connection.execute(obsolete, {"of": row.match, "before": row.seq, "ply": row.ply})

        changes = state is not None or participant is not None or row.kind in CLOSING
        return self._finish_append(self._writer.write(work), row, changes=changes)

    async def _finish_append(self, future: asyncio.Future[None], row: LogRow, *, changes: bool) -> None:
        try:
            await future
        except IntegrityError as error:
            raise Conflict(f"{row.match}: {row.seq} is written already, or the match has gone") from error
        self.changes += changes

    async def update_participants(self, rows: Sequence[ParticipantRow]) -> None:
        def work(connection: Connection) -> None:
            for row in rows:
                _update_participant(connection, row)

        await self._writer.write(work)
        self.changes += 1

    async def say(self, match: str, seat: str, name: str, text: str) -> dict[str, Any]:
        line = {"seat": seat, "name": name, "text": text, "at": clock.now()}

        def work(connection: Connection) -> int:
            key = connection.execute(insert(chat).values(match=match, **line)).inserted_primary_key
            assert key is not None
            before = select(chat.c.id).where(chat.c.match == match).order_by(chat.c.id.desc())
            last = before.offset(MAX_CHAT_LINES).limit(1).scalar_subquery()  # older lines are never shown
            connection.execute(delete(chat).where(chat.c.match == match, chat.c.id <= last))
            return int(key[0])

        return {"id": await self._writer.write(work), **line}

    async def keep_checkpoint(self, row: CheckpointRow) -> None:
        """Store a checkpoint, unless the match is gone or has a later one."""

        def work(connection: Connection) -> None:
            connection.execute(delete(stands).where(stands.c.match == row.match, stands.c.seq <= row.seq))
            later = select(stands.c.match).where(stands.c.match == row.match).exists()
            match_query = select(matches.c.id).where(matches.c.id == row.match, ~later)
            if connection.scalar(match_query) is not None:
                connection.execute(insert(stands).values(asdict(row)))

        await self._writer.write(work)

    async def discard(self, match_id: str) -> None:
        """Delete a new match that could not begin."""
        await self._writer.write(lambda connection: deletion.forget(connection, match_id))
        self.changes += 1

    async def keep_upload(self, upload_id: str, body: bytes) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(uploads).where(uploads.c.at < time.time() - UPLOAD_SECONDS))
            connection.execute(insert(uploads).values(id=upload_id, at=time.time(), body=body))

        await self._writer.write(work)

    async def forget_old_uploads(self) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(uploads).where(uploads.c.at < time.time() - UPLOAD_SECONDS))

        await self._writer.write(work)

    # -- reading --------------------------------------------------------------------------------------------------

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a thread, in a transaction: all its reads see one state of the store."""
        return await asyncio.to_thread(self.read_now, work)

    def read_now(self, work: Callable[[Connection], T]) -> T:
        try:
            with self.engine.connect() as connection:
                # SQLite's driver begins no transaction for reads, so begin one here
                if self.engine.dialect.name == "sqlite":
                    connection.exec_driver_sql("BEGIN")
                return work(connection)
        except DBAPIError as error:
            store_error = as_store_error(error)
            if store_error is None:
                raise
            raise store_error from None

    async def load(self, match_id: str) -> Stored | None:
        return await self.read(lambda connection: load_match(connection, match_id))

    async def list_matches(
        self, game: str | None = None, state: str | None = None, after: str | None = None, limit: int = 100
    ) -> list[list_queries.ListedMatch]:
        """Return a page of public matches, newest first, each with its participants and last line.

        Raise LookupError if `after` is not among them.
        """
        return await self.read(lambda connection: list_queries.list_matches(connection, game, state, after, limit))

    async def about_closing(self, ids: Sequence[str]) -> dict[str, list[LogRow]]:
        """Return the lines about closing, by match. Matches without such lines are left out."""
        return await self.read(lambda connection: list_queries.about_closing(connection, ids))

    async def bots_to_move(self) -> list[str]:
        """Return the matches under way in which a bot has to decide, or may have to after an exchange of sides."""
        return await self.read(list_queries.bots_to_move)

    async def without_checkpoint(self) -> list[str]:
        """Return the matches under way that have no checkpoint, or have changed since their checkpoint."""
        return await self.read(list_queries.without_checkpoint)

    async def fate_of(self, match_id: str) -> str | None:
        """Return "archived" or "deleted" for a match in `gone`.

        Return None if the match never existed, or was deleted long ago.
        """
        return await self.read(lambda connection: connection.scalar(select(gone.c.how).where(gone.c.match == match_id)))

    async def list_touched(self, since: int | None) -> tuple[int, list[str]]:
        """Return the newest id of `touched`, and the matches touched after the id `since`.

        If `since` is None, return no matches. The returned id is then the starting point for the next call.
        """

        def read(connection: Connection) -> tuple[int, list[str]]:
            if since is None:
                return connection.scalar(select(touched.c.id).order_by(touched.c.id.desc()).limit(1)) or 0, []
            rows = connection.execute(select(touched).where(touched.c.id > since).order_by(touched.c.id)).all()
            return rows[-1].id if rows else since, [row.match for row in rows]

        return await self.read(read)

    async def chat_of(self, match: str) -> list[dict[str, Any]]:
        lines = select(chat).where(chat.c.match == match).order_by(chat.c.id.desc()).limit(MAX_CHAT_LINES)
        rows = await self.read(lambda connection: connection.execute(lines).all())
        return [{"id": r.id, "seat": r.seat, "name": r.name, "text": r.text, "at": r.at} for r in reversed(rows)]

    async def upload(self, upload_id: str) -> bytes | None:
        wanted = select(uploads.c.body).where(uploads.c.id == upload_id)
        return await self.read(lambda connection: connection.scalar(wanted))


Stored = tuple[MatchRow, list[ParticipantRow], list[LogRow], CheckpointRow | None]


def load_match(connection: Connection, match_id: str) -> Stored | None:
    """Return all stored rows of a match except its chat. Return None if the match is not there."""
    match = connection.execute(_MATCH, {"of": match_id}).one_or_none()
    if match is None:
        return None
    source = connection.scalar(_SOURCE, {"of": match_id})
    seats = connection.execute(_CHAIRS, {"of": match_id})
    rows = connection.execute(_LOG, {"of": match_id})
    checkpoint = connection.execute(_STAND, {"of": match_id}).one_or_none()
    return (
        MatchRow(**match._mapping, source=source or b""),
        [ParticipantRow(**row._mapping) for row in seats],
        [LogRow(*row) for row in rows],
        None if checkpoint is None else CheckpointRow(*checkpoint),
    )


def _update_participant(connection: Connection, participant: ParticipantRow) -> None:
    values: Mapping[str, Any] = {k: v for k, v in asdict(participant).items() if k not in ("match", "seat")}
    connection.execute(
        update(chairs).where(chairs.c.match == participant.match, chairs.c.seat == participant.seat).values(**values)
    )
