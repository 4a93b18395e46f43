"""The file format of archived matches: all stored rows of a match, so that it can be restored with its seats."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, fields
from pathlib import Path
from typing import Any, TypeVar

import orjson
from sqlalchemy import Connection, Engine, delete, insert, select

from gunki.core.errors import GunkiError
from gunki.server.admin.integrity import first_break
from gunki.server.operation import clock
from gunki.server.store.database import writing
from gunki.server.store.deletion import touch
from gunki.server.store.rows import LogRow, MatchRow, ParticipantRow
from gunki.server.store.schema import VERSION, chairs, chat, gone, log, matches, sources
from gunki.server.store.seq_epochs import LARGEST, begin_epoch, next_seq

T = TypeVar("T", MatchRow, ParticipantRow, LogRow)
Stored = tuple[MatchRow, list[ParticipantRow], list[LogRow]]

ARCHIVE = "archive"
#: The largest archive file that is read, in bytes. The archive files of the longest games are a hundred times smaller.
LARGEST_FILE = 256 * 2**20
_IDENT = re.compile(r"[A-Za-z0-9_-]{1,32}")
#: Columns of a chat line and their types. Its id is not archived: a restored line gets a new one.
_CHAT = {"seat": str, "name": str, "text": str, "at": float}


class ArchiveError(GunkiError):
    """A match cannot be restored; the message says what to do instead."""


# -- writing ------------------------------------------------------------------------------------------------------


def document(connection: Connection, stored: Stored) -> dict[str, Any]:
    """Return all rows of a match as a JSON document."""
    match, seats, lines = stored
    chat_query = select(*(chat.c[name] for name in _CHAT)).where(chat.c.match == match.id).order_by(chat.c.id)
    return {
        "version": VERSION,
        "match": {**asdict(match), "source": base64.b64encode(match.source).decode()},
        "chairs": [asdict(seat) for seat in seats],
        "log": [asdict(line) for line in lines],
        "chat": [dict(zip(_CHAT, row, strict=True)) for row in connection.execute(chat_query)],
    }


# -- restoring ----------------------------------------------------------------------------------------------------


def unarchive(engine: Engine, data: Path, match_id: str) -> dict[str, Any]:
    """Restore an archived match into the store, with its seats, log and chat, and delete its files.

    The age of the match starts again at 0. Return the match's id, state, ply and number of seats. Raise ArchiveError if
    the match cannot be restored.
    """
    path, (match, seats, lines), chat_lines = _newest(data, match_id)
    with writing(engine) as connection:
        if connection.scalar(select(matches.c.id).where(matches.c.id == match_id)) is not None:
            raise ArchiveError(f"{match_id}: is in the store already; see gunki admin show {match_id}")
        values = asdict(match)
        source = values.pop("source")
        connection.execute(insert(matches).values(values))
        if source:
            connection.execute(insert(sources).values(match=match_id, body=source))
        connection.execute(insert(chairs), [asdict(seat) for seat in seats])
        connection.execute(insert(log), [asdict(line) for line in lines])
        if chat_lines:
            connection.execute(insert(chat), [{"match": match_id, **line} for line in chat_lines])
        broken = first_break(connection, match_id)
        if broken is not None:
            raise ArchiveError(f"{path}: line {broken[0]}: {broken[1]}; nothing was brought back")
        at = clock.now()
        begin_epoch(connection, next_seq(lines[-1].seq, at), match_id, at)
        connection.execute(delete(gone).where(gone.c.match == match_id))
        touch(connection, match_id)
    for file in (path, path.with_suffix(".gunki")):
        file.unlink(missing_ok=True)
    return {"unarchived": match_id, "state": match.state, "ply": lines[-1].ply, "seats": len(seats)}


def _newest(data: Path, match_id: str) -> tuple[Path, Stored, list[dict[str, Any]]]:
    """Return the archive file with the highest seq of a match, with the rows and the chat lines in it."""
    if not _IDENT.fullmatch(match_id):
        raise ArchiveError(f"{match_id}: is not a match id; the files in {data / ARCHIVE} are named by them")
    files = sorted((data / ARCHIVE).glob(f"*/{match_id}.json"))
    if not files:
        raise ArchiveError(f"{match_id}: is not in {data / ARCHIVE}; see gunki admin list for those in the store")
    read = [(path, *_read(path, match_id)) for path in files]
    return max(read, key=lambda one: one[1][2][-1].seq)


def _read(path: Path, match_id: str) -> tuple[Stored, list[dict[str, Any]]]:
    try:
        with path.open("rb") as file:
            body = file.read(LARGEST_FILE + 1)
        facts = orjson.loads(body) if len(body) <= LARGEST_FILE else None
    except OSError as error:
        raise ArchiveError(f"{path}: cannot be read: {error.strerror or error}") from None
    except orjson.JSONDecodeError:
        facts = None
    if not isinstance(facts, dict):
        raise ArchiveError(f"{path}: is not an archive file; look for a copy of it in your backups")
    if "stored" not in facts:
        raise ArchiveError(
            f"{path}: was archived by an older version, without its seats; "
            f"upload {match_id}.gunki on the page to go on "
            "from there in a new match"
        )
    stored = _mapping(facts["stored"], path, "stored")
    version = stored.get("version")
    if not isinstance(version, str) or version > VERSION:
        raise ArchiveError(f"{path}: was written by a newer version of gunki; use that one")
    match = _row(MatchRow, stored.get("match"), path, "stored.match")
    seats = [_row(ParticipantRow, one, path, where) for one, where in _each(stored, "chairs", path)]
    lines = [_row(LogRow, one, path, where) for one, where in _each(stored, "log", path)]
    chat_lines = [_chat_line(one, path, where) for one, where in _each(stored, "chat", path)]
    if {match.id, *(seat.match for seat in seats), *(line.match for line in lines)} != {match_id}:
        raise ArchiveError(f"{path}: stored.match.id: names another match than {match_id}")
    if not seats or not lines:
        raise ArchiveError(f"{path}: stored: has no seats or no lines")
    if len({seat.seat for seat in seats}) < len(seats) or len({line.seq for line in lines}) < len(lines):
        raise ArchiveError(f"{path}: stored: has a seat or a line twice")
    return (match, seats, sorted(lines, key=lambda line: line.seq)), chat_lines


def _mapping(value: Any, path: Path, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ArchiveError(f"{path}: {where}: expected an object")
    return value


def _each(mapping: Mapping[str, Any], name: str, path: Path) -> Sequence[tuple[Any, str]]:
    many = mapping.get(name)
    if not isinstance(many, list):
        raise ArchiveError(f"{path}: stored.{name}: expected a list")
    return [(one, f"stored.{name}[{number}]") for number, one in enumerate(many)]


def _row(kind: type[T], value: Any, path: Path, where: str) -> T:
    """Return a row of the store from an archive file. A field that an older version did not write gets its default."""
    mapping = _mapping(value, path, where)
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name not in mapping and field.default is not MISSING:
            continue
        values[field.name] = _value(mapping.get(field.name), str(field.type), path, f"{where}.{field.name}")
    return kind(**values)


def _chat_line(value: Any, path: Path, where: str) -> dict[str, Any]:
    mapping = _mapping(value, path, where)
    return {name: _value(mapping.get(name), kind.__name__, path, f"{where}.{name}") for name, kind in _CHAT.items()}


def _value(value: Any, kind: str, path: Path, where: str) -> Any:
    good = False
    match kind:
        case "str":
            good = isinstance(value, str)
        case "bool":
            good = isinstance(value, bool)
        case "int":
            good = isinstance(value, int) and not isinstance(value, bool) and -1 <= value <= LARGEST
        case "float":
            good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e12
        case "bytes":
            try:
                return base64.b64decode(value, validate=True)
            except (TypeError, ValueError, binascii.Error):
                pass
    if not good:
        raise ArchiveError(f"{path}: {where}: expected {kind}")
    return value
