"""Backups of the store, restoring a backup, and salvaging the readable rows of a damaged store."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from gunki.core.process.lockfile import exclusive
from gunki.server.admin.integrity import first_break
from gunki.server.admin.match_admin import AdminError, open_store, open_store_unchecked, schema_version_of, store_file
from gunki.server.settings import IN_USE
from gunki.server.store.database import (
    StoreFromLaterVersion,
    is_damage,
    migrate,
    open_engine,
    operator_message,
    writing,
)
from gunki.server.store.deletion import forget
from gunki.server.store.schema import VERSION, chairs, log, matches, stands
from gunki.server.store.seq_epochs import begin_epoch, newest_seq_of_all, next_seq

#: Suffixes of the files that SQLite keeps for one database.
FILE_SUFFIXES = ("", "-wal", "-shm")
#: In each gap of a damaged table, `_copy_rows` tries at most this many row ids one by one.
MOST_PROBES = 2_000_000


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Return a read-only connection to a database file."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=10.0, isolation_level=None)


def backup(data: Path, path: Path) -> int:
    """Copy the store as it is at this moment to `path`, and return the size in bytes.

    A server may write to the store meanwhile.
    """
    if path.exists():
        raise AdminError(f"{path}: is there already; choose another name")
    with closing(connect_read_only(store_file(data))) as source:
        _copy_pages(source, path)
    return path.stat().st_size


def _copy_pages(source: sqlite3.Connection, path: Path) -> None:
    """Copy all pages to a `.part` file, check the copy, then rename it to `path`. Only the owner may read the file."""
    part = path.with_name(path.name + ".part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        with closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            wrong = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if wrong != "ok":
            raise AdminError(f"the store is damaged ({wrong}); see gunki admin salvage FILE")
        part.replace(path)
    except sqlite3.Error as error:
        raise AdminError(f"{path}: cannot be written: {operator_message(error)}") from None
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        with suppress(OSError):
            part.unlink()


def _unwritable(path: Path, error: OSError) -> AdminError:
    return AdminError(f"{path}: cannot be written: {error.strerror or error}; choose another place")


@contextmanager
def open_read_only(data: Path) -> Iterator[Engine]:
    """Yield an engine for reading the store. A server may write to the store meanwhile.

    If the store has an older schema, it is copied, and the copy is migrated. The store itself stays usable for the old
    version.
    """
    with open_store_unchecked(data) as engine:
        form = schema_version_of(engine)
        if form is None or not form < VERSION:
            with open_store(data) as same:
                yield same
            return
        with tempfile.TemporaryDirectory(prefix="gunki-check-") as folder:
            copy = Path(folder) / "server.sqlite3"
            with closing(connect_read_only(store_file(data))) as source:
                _copy_pages(source, copy)
            _upgrade(copy)
            copied = open_engine(f"sqlite:///{copy}")
            try:
                yield copied
            finally:
                copied.dispose()


def restore(data: Path, path: Path) -> Path | None:
    """Replace the store by a backup. Return the path under which the old store is kept, or None if there was none."""
    if not path.is_file():
        raise AdminError(f"{path}: no such file; name a backup")
    try:
        return _put_in_place(data, path)
    except OSError as error:
        raise AdminError(f"{data}: cannot be used: {error.strerror or error}; choose another --data") from None


def _put_in_place(data: Path, path: Path) -> Path | None:
    with exclusive(data, IN_USE):
        _require_sound(path)
        now = data / "server.sqlite3"
        new = data / "server.sqlite3.new"
        with closing(connect_read_only(path)) as source:
            _copy_pages(source, new)
        try:
            _upgrade(new, after=_newest_seq(now))
        except AdminError:
            new.unlink()
            raise
        aside = None
        if now.exists():
            aside = data / f"server.sqlite3.before-{time.strftime('%Y%m%d-%H%M%S')}"
            for more in FILE_SUFFIXES:
                with suppress(FileNotFoundError):
                    Path(f"{now}{more}").replace(f"{aside}{more}")
        new.replace(now)
        return aside


def _require_sound(path: Path) -> None:
    try:
        with closing(connect_read_only(path)) as database:
            wrong = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error as error:
        raise AdminError(f"{path}: is not a sound backup: {error}") from None
    if wrong != "ok":
        raise AdminError(f"{path}: is not a sound backup: {wrong}")
    if not {"alembic_version", "match", "log"} <= tables:
        raise AdminError(f"{path}: is not a backup of a gunki server")


def _newest_seq(path: Path) -> int:
    """Return the largest seq in a store. Return 0 if the store cannot be read."""
    with suppress(sqlite3.Error), closing(connect_read_only(path)) as store:
        return int(store.execute("SELECT max(seq) FROM log").fetchone()[0] or 0)
    return 0


def _upgrade(path: Path, after: int | None = None) -> None:
    """Migrate a store file to this version's schema, and write its WAL back so that the store is one file.

    If `after` is given, all matches of the store get a new seq epoch (gunki.server.store.seq_epochs). It begins after
    the seq `after`.
    """
    engine = open_engine(f"sqlite:///{path}")
    try:
        migrate(engine)
        if after is not None:
            with writing(engine) as connection:
                newest = max(after, newest_seq_of_all(connection))
                begin_epoch(connection, next_seq(newest, time.time()))
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    except StoreFromLaterVersion:
        raise AdminError(f"{path}: was written by a newer version of gunki; use that one") from None
    except DBAPIError as error:
        raise AdminError(f"{path}: {operator_message(error)}") from None
    finally:
        engine.dispose()


# -- out of a damaged store ---------------------------------------------------------------------------------------


def salvage(data: Path, path: Path) -> dict[str, Any]:
    """Copy the readable rows of a damaged store into a new store at `path`.

    Return the number of copied rows and the missing rows of each table, and the result of `_mend`.
    """
    if path.exists():
        raise AdminError(f"{path}: is there already; choose another name")
    copied: dict[str, int] = {}
    lost: dict[str, str] = {}
    store = store_file(data)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        with closing(connect_read_only(store)) as old, closing(sqlite3.connect(path)) as new:
            laid_out = old.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
            tables = [(name, sql) for kind, name, sql in laid_out if kind == "table" and not name.startswith("sqlite_")]
            for name, sql in tables:
                new.execute(sql)
                copied[name], missing = _copy_rows(old, new, name)
                if missing:
                    lost[name] = missing
            for kind, _, sql in laid_out:
                if kind != "table":
                    new.execute(sql)
            new.commit()
        _upgrade(path)
        return {"copied": copied, "lost": lost, **_mend(path)}
    except (sqlite3.Error, DBAPIError) as error:
        _remove_unfinished(path)
        if not is_damage(error):  # the disk is full or the store is locked: neither means that rows are lost
            raise AdminError(f"{path}: nothing was saved: {operator_message(error)}") from None
        raise AdminError(
            f"{data}: nothing can be read: {error}; restore a backup with `gunki admin restore FILE`"
        ) from None
    except AdminError:
        _remove_unfinished(path)
        raise


def _remove_unfinished(path: Path) -> None:
    for more in FILE_SUFFIXES:
        Path(f"{path}{more}").unlink(missing_ok=True)


def _copy_rows(old: sqlite3.Connection, new: sqlite3.Connection, table: str) -> tuple[int, str]:
    """Copy a table's readable rows. Return how many were copied, and a text about missing rows.

    The text is empty if no rows are missing. The table is read from both ends up to the first unreadable page. Then the
    row ids in between are tried one by one.
    """
    done: set[int] = set()
    failed = False
    for order in ("ASC", "DESC"):
        for row in _rows(old, table, order):
            if row is None:
                failed = True
            elif row[0] not in done:
                _put(new, table, row, done)
        if not failed:
            return len(done), ""
    copied = sorted(done)
    gaps = [(a + 1, b) for a, b in pairwise(copied) if b - a > 1]
    missing = 0
    for rowid in (n for a, b in gaps for n in range(a, min(b, a + MOST_PROBES))):
        try:
            fetched = old.execute(f'SELECT rowid, * FROM "{table}" WHERE rowid = ?', (rowid,)).fetchone()
        except sqlite3.DatabaseError:
            missing += 1
            continue
        if fetched is not None:
            _put(new, table, fetched, done)
    return len(done), f"up to {missing} rows" if missing else "rows after the last that can be read, if there are any"


def _rows(old: sqlite3.Connection, table: str, order: str) -> Iterator[tuple[Any, ...] | None]:
    """Yield the rows of a table with their row ids. If reading fails before the end, yield None as the last item."""
    try:
        yield from old.execute(f'SELECT rowid, * FROM "{table}" NOT INDEXED ORDER BY rowid {order}')
    except sqlite3.DatabaseError:
        yield None


def _put(new: sqlite3.Connection, table: str, row: tuple[Any, ...], done: set[int]) -> None:
    marks = ", ".join("?" * (len(row) - 1))
    # skip rows that were misread: they break constraints
    with suppress(sqlite3.IntegrityError, sqlite3.InterfaceError):
        new.execute(f'INSERT INTO "{table}" VALUES ({marks})', row[1:])
        done.add(row[0])


def _mend(path: Path) -> dict[str, Any]:
    """Delete matches that lost their row, seats or first lines. Cut the log of other matches before its first gap.

    The matches with a cut log are quarantined.
    """
    engine = open_engine(f"sqlite:///{path}")
    cut: list[dict[str, Any]] = []
    gone: list[str] = []
    try:
        with writing(engine) as connection:
            with_row = set(connection.scalars(matches.select().with_only_columns(matches.c.id)))
            with_log = set(connection.scalars(log.select().with_only_columns(log.c.match).distinct()))
            with_seats = set(connection.scalars(chairs.select().with_only_columns(chairs.c.match).distinct()))
            whole = with_row & with_log & with_seats
            for match_id in sorted((with_row | with_log | with_seats) - whole):
                gone.append(match_id)
                forget(connection, match_id)
            for match_id in sorted(whole):
                broken = first_break(connection, match_id)
                if broken is None:
                    continue
                seq, why = broken
                connection.execute(log.delete().where(log.c.match == match_id, log.c.seq >= seq))
                connection.execute(stands.delete().where(stands.c.match == match_id))
                # if there is still a gap, the first lines are lost too
                if first_break(connection, match_id) is not None:
                    forget(connection, match_id)
                    gone.append(match_id)
                    continue
                held_back = matches.update().where(matches.c.id == match_id)
                connection.execute(held_back.values(quarantine=f"damaged: lines from {seq} on were lost ({why})"))
                cut.append({"match": match_id, "from": seq, "why": why})
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        engine.dispose()
    return {"matches": len(with_row.difference(gone)), "cut": cut, "gone": gone}
