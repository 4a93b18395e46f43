"""The store's database file: opening, migration, and the meaning of its errors."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text

from gunki.server.store.schema import VERSION
from gunki.server.store.store_errors import StoreBusy, StoreDamaged, StoreFull

#: Seconds that a statement waits while another program locks the file.
BUSY_SECONDS = 2.0
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


class StoreFromLaterVersion(Exception):
    """The store was written by a later version, whose schema this version does not know."""


def open_engine(url: str) -> Engine:
    engine = create_engine(url, hide_parameters=True)  # parameters hold secrets: keep them out of logs
    if engine.dialect.name == "sqlite":  # settings that other databases do not have
        if engine.url.database not in (None, "", ":memory:"):
            _keep_private(str(engine.url.database))

        @event.listens_for(engine, "connect")
        def _set_up(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000:.0f}")
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.close()

    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Yield a connection in a transaction that locks out other writers."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


def as_store_error(error: BaseException) -> Exception | None:
    """Return the StoreBusy, StoreDamaged or StoreFull for an error of the database. Return None for other errors."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:
        return None
    code &= 0xFF  # drop the bits of the extended code
    if code in BUSY:
        return StoreBusy("another program holds the store")
    if code in DAMAGED:
        return StoreDamaged("the store is damaged here")
    return StoreFull(f"the store cannot be written: {cause}") if code in FULL else None


def operator_message(error: BaseException) -> str:
    """Return a message about an error of the database. It tells the operator what to do next."""
    store_error, cause = as_store_error(error), getattr(error, "orig", None) or error
    if isinstance(store_error, StoreBusy):
        return "another program holds the store; try again when it is done"
    if isinstance(store_error, StoreDamaged):
        return (
            f"the store is damaged: {cause}; save what is sound with `gunki admin salvage FILE`, or restore "
            "a backup with `gunki admin restore FILE`"
        )
    if isinstance(store_error, StoreFull):
        return f"the store cannot be used: {cause}; check that the disk has room and that you may write there"
    return f"the store cannot be used: {cause}"


def is_damage(error: BaseException) -> bool:
    """Return whether an error is about a damaged page; other pages may still be readable."""
    return isinstance(as_store_error(error), StoreDamaged)


def _keep_private(database: str) -> None:
    """Let only the owner read the files of a database: they hold the secrets of dice and hands.

    SQLite gives the other files of a database the same mode as the database file.
    """
    with suppress(PermissionError):  # SQLite will report why it cannot be opened
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
    """Migrate the store to this version's schema if needed. Alembic is imported only then, because it loads slowly."""
    with engine.connect() as connection:
        marked = inspect(connection).has_table("alembic_version")
        if marked and connection.scalar(text("SELECT version_num FROM alembic_version")) == VERSION:
            return
    from alembic import command, config, util

    settings = config.Config()
    settings.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # all migrations succeed or none; other servers wait
        settings.attributes["connection"] = connection
        try:
            command.upgrade(settings, "head")
        except util.CommandError as error:
            raise StoreFromLaterVersion(str(error)) from None
