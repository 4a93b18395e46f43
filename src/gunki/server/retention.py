"""Matches that nobody touches any more are written to files and leave the store.

The server runs it now and then in a process of its own that steps back behind all others, a few matches at a time:
`python -m gunki.server.retention DATA TERMS COUNT`. `gunki admin archive` does the same by hand.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, Engine, and_, delete, false, func, select

from gunki.core import record
from gunki.server.database import open_engine
from gunki.server.live import Live, loaded
from gunki.server.removal import newest_seq, remove
from gunki.server.settings import Settings
from gunki.server.snapshot import info
from gunki.server.store import LogRow, stored_match
from gunki.server.tables import chairs, gone, log, matches

DAY = 86400.0
#: Matches that are written in one run.
AT_ONCE = 20
#: Matches that cannot be written after which a run gives up; they are tried again each time.
MOST_FAILED = 500
ARCHIVE = "archive"


@dataclass(frozen=True, slots=True)
class Terms:
    """Days; 0: for ever."""

    over: float
    idle: float
    gathering: float
    archive: float


def terms_of(settings: Settings) -> Terms:
    return Terms(settings.keep_over, settings.keep_idle, settings.keep_gathering, settings.keep_archive)


# -- which of them ------------------------------------------------------------------------------------------------


def due(
    connection: Connection,
    terms: Terms,
    limit: int = AT_ONCE,
    now: float | None = None,
    without: Collection[str] = (),
) -> list[str]:
    """Matches that have not been touched for as long as they are kept, the oldest first, `without` some."""
    now = time.time() if now is None else now
    people = select(chairs.c.seat).where(chairs.c.match == matches.c.id, chairs.c.kind == "person", chairs.c.joined)
    rules = (
        (matches.c.state.in_(("over", "closed", "aside")), terms.over),
        (matches.c.state.in_(("playing", "gathering")), terms.idle),
        (and_(matches.c.state == "gathering", ~people.exists()), terms.gathering),
    )
    found: list[str] = []
    for which, days in rules:
        wanted = select(matches.c.id).where(which, _untouched(now, days), matches.c.quarantine == "")
        wanted = (
            wanted.where(matches.c.id.not_in([*found, *without])).order_by(matches.c.created).limit(limit - len(found))
        )
        found += connection.scalars(wanted)
    return found


def _untouched(now: float, days: float) -> ColumnElement[bool]:
    if days <= 0:
        return false()
    newest = select(log.c.at).where(log.c.match == matches.c.id).order_by(log.c.seq.desc()).limit(1).scalar_subquery()
    last = func.coalesce(newest, matches.c.created)
    return and_(matches.c.created < now - days * DAY, last < now - days * DAY)


# -- writing them -------------------------------------------------------------------------------------------------


def archive(engine: Engine, data: Path, ident: str, folder: Path | None = None) -> bool:
    """Write a match to files, then delete it; False if somebody touched it meanwhile, or it is not there."""
    with engine.connect() as connection:
        stored = stored_match(connection, ident)
    if stored is None:
        return False
    folder = folder or data / ARCHIVE / time.strftime("%Y-%m")
    export(loaded(*stored), stored[2], folder)
    with writing(engine) as connection:
        same = newest_seq(connection, ident) == (stored[2][-1].seq if stored[2] else None)
        if same:
            remove(connection, ident, "archived")
    if not same:
        for path in (folder / f"{ident}.gunki", folder / f"{ident}.json"):
            path.unlink(missing_ok=True)
    return same


def export(live: Live, rows: list[LogRow], folder: Path) -> list[Path]:
    """The game as a save, if it had begun, and the facts of the match beside it; for the operator's eyes alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    facts = info(live)
    if live.match is None or live.aside:  # not all of it can be a save: today's rules go along only so far
        facts["log"] = [asdict(row) for row in rows]
    files = {f"{live.id}.json": orjson.dumps(facts, option=orjson.OPT_INDENT_2)}
    if live.match is not None:
        files[f"{live.id}.gunki"] = record.dumps(live.match)
    return [_written(folder / name, content) for name, content in files.items()]


def _written(path: Path, content: bytes) -> Path:
    """On the disk before the match leaves the store."""
    part = path.with_name(path.name + ".part")
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    return path


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that nobody writes beside."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


# -- a run --------------------------------------------------------------------------------------------------------


def run(engine: Engine, data: Path, terms: Terms, limit: int = AT_ONCE) -> dict[str, Any]:
    """Archive what is due, at most so many; delete files that are older than they are kept."""
    done: list[str] = []
    failed: dict[str, str] = {}
    tried: list[str] = []
    while len(done) < limit and len(failed) < MOST_FAILED:
        with engine.connect() as connection:
            found = due(connection, terms, limit - len(done), without=tried)
        if not found:
            break
        tried += found
        for ident in found:
            try:
                if archive(engine, data, ident):
                    done.append(ident)
            except Exception as error:  # one that cannot be read is no reason to keep the others
                failed[ident] = type(error).__name__
    return {
        "archived": done,
        "failed": [{"match": ident, "why": why} for ident, why in failed.items()],
        "files_deleted": _forget_files(engine, data, terms),
        "more": len(done) == limit,
    }


def _forget_files(engine: Engine, data: Path, terms: Terms) -> int:
    if terms.archive <= 0:
        return 0
    before, count = time.time() - terms.archive * DAY, 0
    for month in sorted((data / ARCHIVE).glob("*")):
        if not month.is_dir():
            continue
        for path in month.iterdir():
            with suppress(FileNotFoundError):
                if path.stat().st_mtime < before:
                    path.unlink()
                    count += 1
        with suppress(OSError):  # there are others in it
            month.rmdir()
    with writing(engine) as connection:
        connection.execute(delete(gone).where(gone.c.at < before))
    return count


def main() -> None:
    with suppress(OSError, AttributeError):
        os.nice(10)
    data, terms = Path(sys.argv[1]), Terms(**orjson.loads(sys.argv[2]))
    engine = open_engine(Settings(data=data).database)
    try:
        sys.stdout.buffer.write(orjson.dumps(run(engine, data, terms, int(sys.argv[3]))))
    finally:
        engine.dispose()


if __name__ == "__main__":
    main()
