"""The store: everything is written here before it is answered. Plain SQL through SQLAlchemy."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, inspect, select, text, update
from sqlalchemy.exc import IntegrityError

from gunki.server.tables import VERSION, chairs, chat, log, matches, uploads
from gunki.server.writer import Writer

LONGEST_LIST = 100
LONGEST_CHAT = 500
UPLOADS_KEPT = 24 * 3600.0


class Conflict(Exception):
    """Somebody else has written this place of a log before."""


class FromLater(Exception):
    """The store was written by a later version, whose form this one does not know."""


@dataclass(slots=True)
class MatchRow:
    id: str
    game: str
    scenario: str
    options: str
    name: str
    public: bool
    state: str
    dice: str
    secret: str
    owner: str
    created: float
    source: str


@dataclass(slots=True)
class ChairRow:
    match: str
    seat: str
    number: int
    kind: str
    bot: str
    mine: bool
    name: str
    token: str
    invite: str
    nonce: str
    joined: bool


@dataclass(slots=True)
class LogRow:
    match: str
    seq: int
    at: float
    kind: str
    ply: int
    who: str
    body: str

    @property
    def values(self) -> tuple[Any, ...]:
        """In the order of the columns."""
        return self.match, self.seq, self.at, self.kind, self.ply, self.who, self.body


class Store:
    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        try:
            migrate(self.engine)
        except BaseException:
            self.engine.dispose()
            raise
        self._writer = Writer(self.engine)

    def close(self) -> None:
        self._writer.close()
        self.engine.dispose()

    # -- writing --------------------------------------------------------------------------------------------------

    async def create(self, match: MatchRow, seats: Sequence[ChairRow], first: LogRow) -> None:
        def work(connection: Connection) -> None:
            connection.execute(insert(matches), [asdict(match)])
            connection.execute(insert(chairs), [asdict(row) for row in seats])
            connection.execute(insert(log).values(first.values))

        await self._writer.write(work)

    def append(self, row: LogRow, state: str | None = None, chair: ChairRow | None = None) -> Awaitable[None]:
        """Append to a log and, in the same transaction, what changes with it.

        Begins at once; it is on the disk when it has been awaited. Raises Conflict then if the place is taken.
        """
        if state is None and chair is None:
            return _appended(self._writer.write(row.values), row)

        def work(connection: Connection) -> None:
            connection.execute(insert(log).values(row.values))
            if state is not None:
                connection.execute(update(matches).where(matches.c.id == row.match).values(state=state))
            if chair is not None:
                _update_chair(connection, chair)

        return _appended(self._writer.write(work), row)

    async def update_chairs(self, rows: Sequence[ChairRow]) -> None:
        def work(connection: Connection) -> None:
            for row in rows:
                _update_chair(connection, row)

        await self._writer.write(work)

    async def say(self, match: str, seat: str, name: str, text: str) -> dict[str, Any]:
        line = {"seat": seat, "name": name, "text": text, "at": time.time()}

        def work(connection: Connection) -> int:
            key = connection.execute(insert(chat).values(match=match, **line)).inserted_primary_key
            assert key is not None
            return int(key[0])

        return {"id": await self._writer.write(work), **line}

    async def keep_upload(self, ident: str, body: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(uploads).where(uploads.c.at < time.time() - UPLOADS_KEPT))
            connection.execute(insert(uploads).values(id=ident, at=time.time(), body=body))

        await self._writer.write(work)

    # -- reading --------------------------------------------------------------------------------------------------

    async def load(self, ident: str) -> tuple[MatchRow, list[ChairRow], list[LogRow]] | None:
        return await asyncio.to_thread(self._load, ident)

    def _load(self, ident: str) -> tuple[MatchRow, list[ChairRow], list[LogRow]] | None:
        with self.engine.connect() as connection:
            match = connection.execute(select(matches).where(matches.c.id == ident)).one_or_none()
            if match is None:
                return None
            seats = connection.execute(select(chairs).where(chairs.c.match == ident).order_by(chairs.c.number))
            rows = connection.execute(select(log).where(log.c.match == ident).order_by(log.c.seq))
            return (
                MatchRow(**match._mapping),
                [ChairRow(**row._mapping) for row in seats],
                [LogRow(*row) for row in rows],
            )

    async def listed(self, game: str | None, state: str | None) -> list[tuple[MatchRow, list[ChairRow], LogRow | None]]:
        """Public matches, newest first, each with its chairs and its last line."""
        return await asyncio.to_thread(self._listed, game, state)

    def _listed(self, game: str | None, state: str | None) -> list[tuple[MatchRow, list[ChairRow], LogRow | None]]:
        wanted = select(matches).where(matches.c.public)
        if game is not None:
            wanted = wanted.where(matches.c.game == game)
        if state is not None:
            wanted = wanted.where(matches.c.state == state)
        with self.engine.connect() as connection:
            rows = connection.execute(wanted.order_by(matches.c.created.desc(), matches.c.id).limit(LONGEST_LIST))
            found = [MatchRow(**row._mapping) for row in rows]
            ids = [row.id for row in found]
            seats: dict[str, list[ChairRow]] = {ident: [] for ident in ids}
            for row in connection.execute(select(chairs).where(chairs.c.match.in_(ids)).order_by(chairs.c.number)):
                seats[row.match].append(ChairRow(**row._mapping))
            last = _last_lines(connection, ids)
        return [(row, seats[row.id], last.get(row.id)) for row in found]

    async def bots_to_move(self) -> list[str]:
        """Matches under way in which a bot has to decide (or may have to, after players exchanged sides)."""
        return await asyncio.to_thread(self._bots_to_move)

    def _bots_to_move(self) -> list[str]:
        seats = (
            select(chairs.c.match, chairs.c.seat)
            .join(matches, matches.c.id == chairs.c.match)
            .where(matches.c.state == "playing", chairs.c.kind == "bot")
        )
        with self.engine.connect() as connection:
            bots: dict[str, set[str]] = {}
            for row in connection.execute(seats):
                bots.setdefault(row.match, set()).add(row.seat)
            swapped = set(connection.scalars(select(log.c.match).where(log.c.kind == "swap")))
            newest = (
                select(log.c.match, func.max(log.c.seq).label("seq"))
                .join(matches, matches.c.id == log.c.match)
                .where(matches.c.state == "playing")
                .group_by(log.c.match)
            ).subquery()
            last = connection.execute(
                select(log.c.match, log.c.who).join(
                    newest, (log.c.match == newest.c.match) & (log.c.seq == newest.c.seq)
                )
            )
            return [
                row.match for row in last if row.match in bots and (row.who in bots[row.match] or row.match in swapped)
            ]

    async def chat_of(self, match: str) -> list[dict[str, Any]]:
        return await asyncio.to_thread(self._chat_of, match)

    def _chat_of(self, match: str) -> list[dict[str, Any]]:
        lines = select(chat).where(chat.c.match == match).order_by(chat.c.id.desc()).limit(LONGEST_CHAT)
        with self.engine.connect() as connection:
            rows = connection.execute(lines).all()
        return [{"id": r.id, "seat": r.seat, "name": r.name, "text": r.text, "at": r.at} for r in reversed(rows)]

    async def upload(self, ident: str) -> str | None:
        def read() -> str | None:
            with self.engine.connect() as connection:
                return connection.execute(select(uploads.c.body).where(uploads.c.id == ident)).scalar_one_or_none()

        return await asyncio.to_thread(read)


async def _appended(future: asyncio.Future[None], row: LogRow) -> None:
    try:
        await future
    except IntegrityError as error:
        raise Conflict(f"{row.match}: {row.seq} is written already") from error


def _update_chair(connection: Connection, chair: ChairRow) -> None:
    values: Mapping[str, Any] = {k: v for k, v in asdict(chair).items() if k not in ("match", "seat")}
    connection.execute(
        update(chairs).where(chairs.c.match == chair.match, chairs.c.seat == chair.seat).values(**values)
    )


def _last_lines(connection: Connection, ids: Sequence[str]) -> dict[str, LogRow]:
    newest = (
        select(log.c.match, func.max(log.c.seq).label("seq")).where(log.c.match.in_(ids)).group_by(log.c.match)
    ).subquery()
    rows = connection.execute(select(log).join(newest, (log.c.match == newest.c.match) & (log.c.seq == newest.c.seq)))
    return {row.match: LogRow(*row) for row in rows}


def open_engine(url: str) -> Engine:
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":  # the only place that knows which database it is
        if engine.url.database not in (None, "", ":memory:"):
            _keep_private(str(engine.url.database))

        @event.listens_for(engine, "connect")
        def _set_up(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute("PRAGMA busy_timeout=10000")
            cursor.close()

    return engine


def _keep_private(database: str) -> None:
    """For the owner's eyes alone: the secrets of dice and hands are in it. SQLite makes its other files likewise."""
    with suppress(PermissionError):  # then SQLite says why it cannot be opened
        os.close(os.open(database, os.O_CREAT | os.O_WRONLY, 0o600))
    for file in (Path(database + more) for more in ("", "-wal", "-shm", "-journal")):
        try:
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)
        except FileNotFoundError:
            continue
        except OSError as error:
            logging.getLogger(__name__).warning("%s: others may read it, and that cannot be changed: %s", file, error)


def migrate(engine: Engine) -> None:
    """Bring the store to this version's form, if it has another. What does it is slow to load."""
    with engine.connect() as connection:
        marked = inspect(connection).has_table("alembic_version")
        if marked and connection.scalar(text("SELECT version_num FROM alembic_version")) == VERSION:
            return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise FromLater(str(error)) from None
