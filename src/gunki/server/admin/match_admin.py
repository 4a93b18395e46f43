"""The operator's commands on matches.

They can be used while a server runs: it polls the table `touched` and drops changed matches from its memory.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, Engine, func, insert, inspect, select, text, tuple_, update
from sqlalchemy.exc import DBAPIError

from gunki.core.errors import GunkiError
from gunki.core.matches import saves
from gunki.server.admin.retention import DAY, folder_at, try_archive
from gunki.server.matches.dice_commitment import fairness_of
from gunki.server.matches.session import MatchSession, load_here
from gunki.server.operation import clock
from gunki.server.settings import Settings
from gunki.server.store.database import open_engine, operator_message, writing
from gunki.server.store.deletion import remove, touch
from gunki.server.store.match_store import LogRow, load_match
from gunki.server.store.schema import VERSION, chairs, chat, log, matches, sources, stands
from gunki.server.views.snapshot import match_info

#: Columns of a match that commands show. They hold no secrets: they neither give access to a seat nor reveal dice.
FIELDS_SHOWN = ("id", "game", "scenario", "name", "public", "state", "dice", "created")


class AdminError(GunkiError):
    """A command cannot be carried out; the message says what to do instead."""


def store_file(data: Path) -> Path:
    """Return the path of the store in a data folder. Raise AdminError if the folder has no store."""
    path = data / "server.sqlite3"
    if not path.is_file():
        raise AdminError(f"{data}: no store of a gunki server in this folder; name it with --data")
    return path


@contextmanager
def open_store(data: Path) -> Iterator[Engine]:
    """Yield the engine of a store. Raise AdminError if its schema is of another version or the file has an error."""
    with open_store_unchecked(data) as engine:
        if schema_version_of(engine) != VERSION:
            raise AdminError(f"{data}: the store has another version's form; start this version's server on it once")
        clock.begin(engine, data)
        yield engine


def schema_version_of(engine: Engine) -> str | None:
    """Return the schema version that a store is marked with, or None."""
    with engine.connect() as connection:
        marked = inspect(connection).has_table("alembic_version")
        return connection.scalar(text("SELECT version_num FROM alembic_version")) if marked else None


@contextmanager
def open_store_unchecked(data: Path) -> Iterator[Engine]:
    """Yield the engine of a store of any schema version. Raise AdminError if the file has an error."""
    store_file(data)
    engine = open_engine(Settings(data=data).database)
    try:
        yield engine
    except DBAPIError as error:
        raise AdminError(f"{data}: {operator_message(error)}") from None
    finally:
        engine.dispose()


# -- reading ------------------------------------------------------------------------------------------------------


def list_matches(
    engine: Engine,
    state: str | None = None,
    game: str | None = None,
    idle: float | None = None,
    after: str | None = None,
    limit: int = 50,
) -> list[dict[str, Any]]:
    """Return the facts of matches, newest first, private ones included.

    `idle`: list only matches that have not changed for this number of days. `after`: the id of the last match on the
    previous page; this page goes on after it.
    """
    wanted = select(matches).order_by(matches.c.created.desc(), matches.c.id.desc()).limit(limit)
    if state is not None:
        quarantined = state == "quarantined"
        wanted = wanted.where(matches.c.quarantine != "" if quarantined else matches.c.state == state)
    if game is not None:
        wanted = wanted.where(matches.c.game == game)
    newest = select(log.c.at).where(log.c.match == matches.c.id).order_by(log.c.seq.desc()).limit(1).scalar_subquery()
    if idle is not None:
        wanted = wanted.where(func.coalesce(newest, matches.c.created) < time.time() - idle * DAY)
    with engine.connect() as connection:
        if after is not None:
            created = connection.scalar(select(matches.c.created).where(matches.c.id == after))
            if created is None:
                raise AdminError(f"--after: there is no match {after}; see gunki admin list")
            wanted = wanted.where(tuple_(matches.c.created, matches.c.id) < tuple_(created, after))
        return [_facts(connection, row.id) for row in connection.execute(wanted).all()]


def _facts(connection: Connection, match_id: str) -> dict[str, Any]:
    """Return the facts of a match from its rows and the last line of its log, without a replay."""
    row = connection.execute(select(matches).where(matches.c.id == match_id)).one()
    columns = (log.c.at, log.c.ply, log.c.seq, log.c.who)
    last = connection.execute(
        select(*columns).where(log.c.match == match_id).order_by(log.c.seq.desc()).limit(1)
    ).one_or_none()
    seats = connection.execute(select(chairs).where(chairs.c.match == match_id).order_by(chairs.c.number)).all()
    match_fields = {name: value for name, value in row._mapping.items() if name in FIELDS_SHOWN}
    return {
        **match_fields,
        "options": orjson.loads(row.options),
        "ply": 0 if last is None else last.ply,
        "seq": -1 if last is None else last.seq,
        "who": None if last is None or row.state != "playing" else last.who or None,
        "changed": row.created if last is None else last.at,
        "quarantine": row.quarantine,
        "origin": row.origin,
        "seats": [
            {"seat": s.seat, "kind": s.kind, "name": s.name, "bot": s.bot or None, "joined": s.joined} for s in seats
        ],
        "bytes": _size(connection, match_id),
    }


def _size(connection: Connection, match_id: str) -> int:
    size = 0
    for table, column in ((log, log.c.body), (chat, chat.c.text), (sources, sources.c.body), (stands, stands.c.body)):
        size += connection.scalar(select(func.sum(func.length(column))).where(table.c.match == match_id)) or 0
    return size


def show(engine: Engine, match_id: str) -> dict[str, Any]:
    """Return the facts of one match. Replay it first, so that the facts say whether today's rules accept it."""
    with engine.connect() as connection:
        require_match(connection, match_id)
        facts = _facts(connection, match_id)
        kinds = connection.execute(
            select(log.c.kind, func.count()).where(log.c.match == match_id).group_by(log.c.kind).order_by(log.c.kind)
        ).all()
        chat_count = connection.scalar(select(func.count()).select_from(chat).where(chat.c.match == match_id))
    live, _ = read_match(engine, match_id)
    match_fields = match_info(live)
    return {
        **facts,
        "state": live.state,
        "notice": None if live.notice is None else live.notice["why"] or live.notice["text"]["en"][0],
        "result": match_fields["result"],
        "lines": {row[0]: row[1] for row in kinds},
        "chat": chat_count,
    }


def read_match(engine: Engine, match_id: str) -> tuple[MatchSession, list[LogRow]]:
    with engine.connect() as connection:
        stored = load_match(connection, match_id)
    if stored is None:
        raise AdminError(f"there is no match {match_id}; see gunki admin list")
    return load_here(*stored), stored[2]


def require_match(connection: Connection, match_id: str) -> None:
    """Raise AdminError if the store has no match with this id."""
    if connection.scalar(select(matches.c.id).where(matches.c.id == match_id)) is None:
        raise AdminError(f"there is no match {match_id}; see gunki admin list")


# -- changing -----------------------------------------------------------------------------------------------------


def close(engine: Engine, match_id: str) -> None:
    """Close a match for good. As with every closed match, the secret of its dice becomes public."""
    live, _ = read_match(engine, match_id)
    if live.row.state in ("over", "closed"):
        raise AdminError(f"{match_id}: is {live.row.state} already")
    closed: dict[str, Any] = {"how": "operator", "seat": None, "winners": []}
    body = {"closed": closed, "fairness": fairness_of(live)}
    row = live.next_log_row("close", body)
    with writing(engine) as connection:
        if connection.scalar(select(func.max(log.c.seq)).where(log.c.match == match_id)) != live.seq:
            raise AdminError(f"{match_id}: somebody has just acted; try again")
        connection.execute(insert(log).values(row.values))
        connection.execute(update(matches).where(matches.c.id == match_id).values(state="closed"))
        touch(connection, match_id)


def quarantine(engine: Engine, match_id: str, why: str) -> None:
    """Hide a match from all clients until it is released."""
    _set_quarantine(engine, match_id, why.strip() or "by the operator")


def release(engine: Engine, match_id: str) -> None:
    _set_quarantine(engine, match_id, "")


def _set_quarantine(engine: Engine, match_id: str, why: str) -> None:
    with writing(engine) as connection:
        require_match(connection, match_id)
        connection.execute(update(matches).where(matches.c.id == match_id).values(quarantine=why))
        touch(connection, match_id)


def remove_match(engine: Engine, match_id: str) -> None:
    with writing(engine) as connection:
        require_match(connection, match_id)
        remove(connection, match_id, "deleted", clock.now())


def save(engine: Engine, match_id: str, path: Path) -> Path:
    """Write a match, as far as it was played, to a save file. Return the path of the file."""
    live, _ = read_match(engine, match_id)
    if live.match is None:
        raise AdminError(f"{match_id}: has not begun, or cannot be opened; there is nothing to save")
    return saves.save(live.match, path)


def archive_match(engine: Engine, data: Path, match_id: str) -> Path:
    """Archive one match regardless of its age, and return the folder of its files."""
    now = clock.now()
    folder = folder_at(data, now)
    with engine.connect() as connection:
        require_match(connection, match_id)
    try:
        done = try_archive(engine, data, match_id, now, wanted=True)
    except OSError as error:
        raise AdminError(f"{folder}: cannot be written: {error.strerror or error}; the match is where it was") from None
    if not done:
        raise AdminError(f"{match_id}: somebody has just acted; try again")
    return folder
