"""A match as it lies in the archive: all that was stored of it, so that it can be brought back with its seats."""

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
from gunki.server.store.rows import ChairRow, LogRow, MatchRow
from gunki.server.store.schema import VERSION, chairs, chat, gone, log, matches, sources
from gunki.server.store.seq_epochs import LARGEST, begin_epoch, next_seq

T = TypeVar("T", MatchRow, ChairRow, LogRow)
Stored = tuple[MatchRow, list[ChairRow], list[LogRow]]

ARCHIVE = "archive"
#: Bytes of a file that are read; the longest games take a hundredth.
LARGEST_FILE = 256 * 2**20
_IDENT = re.compile(r"[A-Za-z0-9_-]{1,32}")
#: What a line of a chat has, besides its number, which it gets anew.
_CHAT = {"seat": str, "name": str, "text": str, "at": float}


class ArchiveError(GunkiError):
    """A match cannot be brought back; says what to do instead."""


# -- writing ------------------------------------------------------------------------------------------------------


def document(connection: Connection, stored: Stored) -> dict[str, Any]:
    """All rows of a match."""
    match, seats, lines = stored
    said = select(*(chat.c[name] for name in _CHAT)).where(chat.c.match == match.id).order_by(chat.c.id)
    return {
        "version": VERSION,
        "match": {**asdict(match), "source": base64.b64encode(match.source).decode()},
        "chairs": [asdict(seat) for seat in seats],
        "log": [asdict(line) for line in lines],
        "chat": [dict(zip(_CHAT, row, strict=True)) for row in connection.execute(said)],
    }


# -- bringing back ------------------------------------------------------------------------------------------------


def unarchive(engine: Engine, data: Path, ident: str) -> dict[str, Any]:
    """Bring a match back into the store, with its seats and all else; where it was. It counts as touched just now.

    Its files go, once it is stored.
    """
    path, (match, seats, lines), said = _newest(data, ident)
    with writing(engine) as connection:
        if connection.scalar(select(matches.c.id).where(matches.c.id == ident)) is not None:
            raise ArchiveError(f"{ident}: is in the store already; see gunki admin show {ident}")
        values = asdict(match)
        source = values.pop("source")
        connection.execute(insert(matches).values(values))
        if source:
            connection.execute(insert(sources).values(match=ident, body=source))
        connection.execute(insert(chairs), [asdict(seat) for seat in seats])
        connection.execute(insert(log), [asdict(line) for line in lines])
        if said:
            connection.execute(insert(chat), [{"match": ident, **line} for line in said])
        broken = first_break(connection, ident)
        if broken is not None:
            raise ArchiveError(f"{path}: line {broken[0]}: {broken[1]}; nothing was brought back")
        at = clock.now()
        begin_epoch(connection, next_seq(lines[-1].seq, at), ident, at)
        connection.execute(delete(gone).where(gone.c.match == ident))
        touch(connection, ident)
    for file in (path, path.with_suffix(".gunki")):
        file.unlink(missing_ok=True)
    return {"unarchived": ident, "state": match.state, "ply": lines[-1].ply, "seats": len(seats)}


def _newest(data: Path, ident: str) -> tuple[Path, Stored, list[dict[str, Any]]]:
    """The file of a match that tells most, and what it holds."""
    if not _IDENT.fullmatch(ident):
        raise ArchiveError(f"{ident}: is no id of a match; the files in {data / ARCHIVE} are named by them")
    files = sorted((data / ARCHIVE).glob(f"*/{ident}.json"))
    if not files:
        raise ArchiveError(f"{ident}: is not in {data / ARCHIVE}; see gunki admin list for those in the store")
    read = [(path, *_read(path, ident)) for path in files]
    return max(read, key=lambda one: one[1][2][-1].seq)


def _read(path: Path, ident: str) -> tuple[Stored, list[dict[str, Any]]]:
    try:
        with path.open("rb") as file:
            body = file.read(LARGEST_FILE + 1)
        facts = orjson.loads(body) if len(body) <= LARGEST_FILE else None
    except OSError as error:
        raise ArchiveError(f"{path}: cannot be read: {error.strerror or error}") from None
    except orjson.JSONDecodeError:
        facts = None
    if not isinstance(facts, dict):
        raise ArchiveError(f"{path}: is no file of the archive; look for a copy of it in your backups")
    if "stored" not in facts:
        raise ArchiveError(
            f"{path}: was put away by an older version, without its seats; upload {ident}.gunki on the page to go on "
            "from there in a new match"
        )
    found = _mapping(facts["stored"], path, "stored")
    version = found.get("version")
    if not isinstance(version, str) or version > VERSION:
        raise ArchiveError(f"{path}: was written by a newer version of gunki; use that one")
    match = _row(MatchRow, found.get("match"), path, "stored.match")
    seats = [_row(ChairRow, one, path, where) for one, where in _each(found, "chairs", path)]
    lines = [_row(LogRow, one, path, where) for one, where in _each(found, "log", path)]
    said = [_said(one, path, where) for one, where in _each(found, "chat", path)]
    if {match.id, *(seat.match for seat in seats), *(line.match for line in lines)} != {ident}:
        raise ArchiveError(f"{path}: stored.match.id: is that of another match than {ident}")
    if not seats or not lines:
        raise ArchiveError(f"{path}: stored: has no seats or no lines")
    if len({seat.seat for seat in seats}) < len(seats) or len({line.seq for line in lines}) < len(lines):
        raise ArchiveError(f"{path}: stored: has a seat or a line twice")
    return (match, seats, sorted(lines, key=lambda line: line.seq)), said


def _mapping(found: Any, path: Path, where: str) -> Mapping[str, Any]:
    if not isinstance(found, dict):
        raise ArchiveError(f"{path}: {where}: expected an object")
    return found


def _each(found: Mapping[str, Any], name: str, path: Path) -> Sequence[tuple[Any, str]]:
    many = found.get(name)
    if not isinstance(many, list):
        raise ArchiveError(f"{path}: stored.{name}: expected a list")
    return [(one, f"stored.{name}[{number}]") for number, one in enumerate(many)]


def _row(kind: type[T], found: Any, path: Path, where: str) -> T:
    """A row of the store; what this version's rows have more gets what they have by themselves."""
    given = _mapping(found, path, where)
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name not in given and field.default is not MISSING:
            continue
        values[field.name] = _value(given.get(field.name), str(field.type), path, f"{where}.{field.name}")
    return kind(**values)


def _said(found: Any, path: Path, where: str) -> dict[str, Any]:
    given = _mapping(found, path, where)
    return {name: _value(given.get(name), kind.__name__, path, f"{where}.{name}") for name, kind in _CHAT.items()}


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
