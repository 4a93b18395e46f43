"""The archive: matches that have not changed for a long time are written to files and deleted from the store.

The server runs it regularly in a process of low priority, a few matches at a time:
`python -m gunki.server.admin.retention DATA TERMS COUNT [NOW]`. `gunki admin archive` does the same by hand.

A wrong clock must not empty a store. So ages are counted by `gunki.server.operation.clock`, matches in the server's
memory are not archived, and only a share of all matches is archived in a day. `gunki admin unarchive` restores a match.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, Engine, and_, delete, false, func, select

from gunki.core.matches import saves
from gunki.server.admin.archive_format import ARCHIVE, document
from gunki.server.matches.session import MatchSession, load_here
from gunki.server.operation import clock
from gunki.server.settings import Settings
from gunki.server.store.database import open_engine, writing
from gunki.server.store.deletion import newest_seq, remove
from gunki.server.store.match_store import load_match
from gunki.server.store.schema import chairs, gone, log, matches
from gunki.server.views.snapshot import match_info

DAY = 86400.0
#: One run archives at most this many matches.
MATCHES_PER_RUN = 20
#: If a run fails to archive this number of matches, it gives up. The next run tries them again.
MOST_FAILED = 500
#: DAILY_SHARE: the share of the stored matches that may be archived in a day. DAILY_LEAST: this number may be archived
#: in a day even if the share is smaller.
DAILY_SHARE, DAILY_LEAST = 0.1, 5
#: The name of the file in which the server lists the matches in its memory. A larger list than LONGEST_LIST bytes is
#: not read.
IN_MEMORY, LONGEST_LIST = "in-memory.json", 2**20


@dataclass(frozen=True, slots=True)
class Terms:
    """How many days matches stay unchanged before they are archived, and how many days archive files are kept.

    0 means for ever. See `Settings.keep_over`.
    """

    over: float
    idle: float
    gathering: float
    archive: float


def terms_of(settings: Settings) -> Terms:
    return Terms(settings.keep_over, settings.keep_idle, settings.keep_gathering, settings.keep_archive)


# -- choosing matches ---------------------------------------------------------------------------------------------


def due(
    connection: Connection,
    terms: Terms,
    limit: int = MATCHES_PER_RUN,
    now: float | None = None,
    without: Collection[str] = (),
) -> list[str]:
    """Return the ids of matches that are old enough for the archive, at most `limit`.

    Matches that are due by the first field of `Terms` come first, then those that are due by the next one. Among the
    matches of a field, those that were created first come first. Quarantined matches and matches in `without` are left
    out.
    """
    now = time.time() if now is None else now
    people = select(chairs.c.seat).where(chairs.c.match == matches.c.id, chairs.c.kind == "person", chairs.c.joined)
    rules = (
        (matches.c.state.in_(("over", "closed", "aside")), terms.over),
        (matches.c.state.in_(("playing", "gathering")), terms.idle),
        (and_(matches.c.state == "gathering", ~people.exists()), terms.gathering),
    )
    due_ids: list[str] = []
    for which, days in rules:
        wanted = select(matches.c.id).where(which, _idle_clause(now, days), matches.c.quarantine == "")
        wanted = (
            wanted.where(matches.c.id.not_in([*due_ids, *without]))
            .order_by(matches.c.created)
            .limit(limit - len(due_ids))
        )
        due_ids += connection.scalars(wanted)
    return due_ids


def _idle_clause(now: float, days: float) -> ColumnElement[bool]:
    if days <= 0:
        return false()
    newest = select(log.c.at).where(log.c.match == matches.c.id).order_by(log.c.seq.desc()).limit(1).scalar_subquery()
    last = func.coalesce(newest, matches.c.created)
    return and_(matches.c.created < now - days * DAY, last < now - days * DAY)


# -- writing files ------------------------------------------------------------------------------------------------


def try_archive(engine: Engine, data: Path, match_id: str, now: float, *, wanted: bool = False) -> bool:
    """Write a match to files, then delete it from the store.

    Return False if the match is not there, has changed meanwhile, or is in the server's memory. `now`: the time that is
    stored with the files; their age is counted from it. `wanted`: the operator asked for it, so archive the match even
    if it is in memory.
    """
    with engine.connect() as connection:
        stored = load_match(connection, match_id)
        if stored is None:
            return False
        rows = document(connection, stored[:3])
    folder = folder_at(data, now)
    files = export(load_here(*stored), rows, folder)
    for path in files:
        os.utime(path, (now, now))
    with writing(engine) as connection:
        same = newest_seq(connection, match_id) == (stored[2][-1].seq if stored[2] else None)
        same = same and (wanted or match_id not in ids_in_memory(data))
        if same:
            remove(connection, match_id, "archived", now)
    if not same:
        for path in files:
            path.unlink(missing_ok=True)
    return same


def folder_at(data: Path, now: float) -> Path:
    """Return the folder for matches that are archived at the time `now`. Each month has its own folder."""
    return data / ARCHIVE / time.strftime("%Y-%m", time.localtime(now))


def export(live: MatchSession, rows: dict[str, Any], folder: Path) -> list[Path]:
    """Write the facts of a match as JSON, and a save if the match had begun. Return the paths of both files.

    Only the owner may read the files. `rows`: all stored rows of the match, which are part of the JSON. The match is
    restored from them. The save alone is not enough for that, because it ends where today's rules refuse the record.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    facts = {**match_info(live), "stored": rows}
    files = {f"{live.id}.json": orjson.dumps(facts, option=orjson.OPT_INDENT_2)}
    if live.match is not None:
        files[f"{live.id}.gunki"] = saves.save_bytes(live.match)
    return [_write_file(folder / name, content) for name, content in files.items()]


def _write_file(path: Path, content: bytes) -> Path:
    """Write a file and wait until it is on the disk, because its match is deleted from the store afterwards."""
    part = path.with_name(path.name + ".part")
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    return path


# -- a run --------------------------------------------------------------------------------------------------------


def ids_in_memory(data: Path) -> set[str]:
    """Return the ids of the matches that the server of this folder has in memory.

    These matches are played or watched.
    """
    with suppress(OSError, ValueError):
        with (data / IN_MEMORY).open("rb") as file:
            ids = orjson.loads(file.read(LONGEST_LIST))
        if isinstance(ids, list):
            return {one for one in ids if isinstance(one, str)}
    return set()


def share_left(connection: Connection, now: float) -> int:
    """Return how many more matches may be archived within the present day (24 hours)."""
    stored = connection.scalar(select(func.count()).select_from(matches)) or 0
    lately = (gone.c.how == "archived") & gone.c.at.between(now - DAY, now)
    done = connection.scalar(select(func.count()).select_from(gone).where(lately)) or 0
    return max(0, max(DAILY_LEAST, int(DAILY_SHARE * (stored + done))) - done)


def run(
    engine: Engine, data: Path, terms: Terms, limit: int = MATCHES_PER_RUN, until: float | None = None
) -> dict[str, Any]:
    """Archive old matches, at most `limit`, and delete old files of the archive. Return a report.

    `until`: the present time as a running server counts it. The member `notes` of the report holds hints for the
    operator.
    """
    with engine.connect() as connection:
        until = clock.time_for_ages(connection, data) if until is None else until
        wall = time.time()
        now = min(wall, until)
        left = share_left(connection, now)
    done: list[str] = []
    failed: dict[str, str] = {}
    tried = [*ids_in_memory(data)]
    batch = _next(engine, terms, now, tried, min(limit, left))
    while batch and len(failed) < MOST_FAILED:
        tried += batch
        for match_id in batch:
            try:
                if try_archive(engine, data, match_id, now):
                    done.append(match_id)
            except Exception as error:  # an unreadable match must not stop the others
                failed[match_id] = type(error).__name__
        batch = _next(engine, terms, now, tried, min(limit, left) - len(done))
    notes = []
    if wall > until + clock.BELIEVED_SPAN:
        notes.append(
            f"the clock is {(wall - until) / DAY:.0f} days ahead of the time known to the store, and ages are counted "
            "by the store; if the clock is right, confirm it once: gunki admin archive --trust-clock"
        )
    if len(done) == left < limit and _next(engine, terms, now, tried, 1):
        notes.append(
            f"more are due: at most {DAILY_SHARE:.0%} of the stored matches are archived in a day; "
            "run this again tomorrow"
        )
    return {
        "archived": done,
        "failed": [{"match": match_id, "why": why} for match_id, why in failed.items()],
        "files_deleted": _forget_files(engine, data, terms, now),
        "more": len(done) == limit < left,
        "notes": notes,
    }


def _next(engine: Engine, terms: Terms, now: float, without: Collection[str], limit: int) -> list[str]:
    if limit <= 0:
        return []
    with engine.connect() as connection:
        return due(connection, terms, limit, now, without)


def _forget_files(engine: Engine, data: Path, terms: Terms, now: float) -> int:
    if terms.archive <= 0:
        return 0
    before, count = now - terms.archive * DAY, 0
    for month in sorted((data / ARCHIVE).glob("*")):
        if not month.is_dir():
            continue
        for path in month.iterdir():
            with suppress(FileNotFoundError):
                if path.stat().st_mtime < before:
                    path.unlink()
                    count += 1
        with suppress(OSError):  # the folder is not empty
            month.rmdir()
    with writing(engine) as connection:
        connection.execute(delete(gone).where(gone.c.at < before))
    return count


def main() -> None:
    with suppress(OSError, AttributeError):
        os.nice(10)
    data, terms = Path(sys.argv[1]), Terms(**orjson.loads(sys.argv[2]))
    until = float(sys.argv[4]) if len(sys.argv) > 4 else None
    engine = open_engine(Settings(data=data).database)
    try:
        clock.begin(engine, data)
        sys.stdout.buffer.write(orjson.dumps(run(engine, data, terms, int(sys.argv[3]), until)))
    finally:
        engine.dispose()


if __name__ == "__main__":
    main()
