"""What is asked of many matches at once: lists, and where a bot has to decide. Reads what it shows and nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Integer,
    Row,
    Select,
    bindparam,
    case,
    func,
    literal,
    literal_column,
    select,
    text,
    tuple_,
)
from sqlalchemy.exc import DatabaseError

from gunki.server.database import is_damage
from gunki.server.rows import ChairRow, LogRow, MatchRow
from gunki.server.tables import ABOUT_CLOSING, chairs, log, matches

Listed = tuple[MatchRow, list[ChairRow], LogRow | None]

#: Where the source stands in a row as it is handed around; the table of matches has all the others, in their order.
_SOURCE = [field.name for field in fields(MatchRow)].index("source")

#: The last line of a match: one look into the key of the log.
_lines = log.alias("lines")
_NEWEST = select(func.max(_lines.c.seq)).where(_lines.c.match == matches.c.id).correlate(matches).scalar_subquery()
#: The line that begins a match may be long (it was in older stores), and tells no list anything.
_BODY = case((log.c.kind == "start", literal("{}")), else_=log.c.body)
_LINE = (log.c.match, log.c.seq, log.c.at, log.c.kind, log.c.ply, log.c.who, _BODY)


#: Statements are made once: to put one together costs more than to read a page with it.
_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
_SEATS = select(chairs).where(chairs.c.match.in_(_IDS)).order_by(chairs.c.match, chairs.c.number)
_LAST = (
    select(*_LINE)
    .select_from(matches)
    .join(log, (log.c.match == matches.c.id) & (log.c.seq == _NEWEST))
    .where(matches.c.id.in_(_IDS))
)
_CLOSING = select(log).where(log.c.match.in_(_IDS), text(ABOUT_CLOSING)).order_by(log.c.match, log.c.seq)


def page(game: str | None, state: str | None, after: tuple[float, str] | None, limit: int) -> Select[Any]:
    """Public matches in the order of the index that serves them."""
    created, ident = after or (None, None)
    given = {"game": game, "state": state, "created": created, "id": ident, "limit": limit}
    values = {name: value for name, value in given.items() if value is not None}
    return _page(game is not None, state is not None, after is not None).params(values)


@lru_cache
def _page(game: bool, state: bool, after: bool) -> Select[Any]:
    wanted = select(matches).where(matches.c.public == literal_column("1"), matches.c.quarantine == "")
    if game:
        wanted = wanted.where(matches.c.game == bindparam("game"))
    if state:
        wanted = wanted.where(matches.c.state == bindparam("state"))
    if after:
        begin = tuple_(bindparam("created", type_=matches.c.created.type), bindparam("id", type_=matches.c.id.type))
        wanted = wanted.where(tuple_(matches.c.created, matches.c.id) < begin)
    return wanted.order_by(matches.c.created.desc(), matches.c.id.desc()).limit(bindparam("limit", type_=Integer))


def listed(connection: Connection, game: str | None, state: str | None, after: str | None, limit: int) -> list[Listed]:
    begin: tuple[float, str] | None = None
    if after is not None:
        created = connection.scalar(select(matches.c.created).where(matches.c.id == after, matches.c.public))
        if created is None:
            raise LookupError(after)
        begin = created, after
    wanted = page(game, state, begin, limit)
    try:
        return _around(connection, connection.execute(wanted).all())
    except DatabaseError as error:
        if not is_damage(error):
            raise
        ids = connection.scalars(wanted.with_only_columns(matches.c.id)).all()
        return [one for ident in ids for one in _sound(connection, ident)]


def _around(connection: Connection, rows: Sequence[Row[Any]]) -> list[Listed]:
    """With their chairs and their last lines. Rows are read by place: by name it takes three times as long."""
    ids = [row[0] for row in rows]
    seats: dict[str, list[ChairRow]] = {ident: [] for ident in ids}
    for row in connection.execute(_SEATS, {"ids": ids}):
        seats[row[0]].append(ChairRow(*row))
    last = {row[0]: LogRow(*row) for row in connection.execute(_LAST, {"ids": ids})}
    return [(_match(row), seats[row[0]], last.get(row[0])) for row in rows]


def _match(row: Row[Any]) -> MatchRow:
    """Without its source."""
    values: list[Any] = [*row]
    values.insert(_SOURCE, b"")
    return MatchRow(*values)


def about_closing(connection: Connection, ids: Sequence[str]) -> dict[str, list[LogRow]]:
    """The lines of these matches that tell whether somebody wants to close them."""
    found: dict[str, list[LogRow]] = {}
    with suppress(DatabaseError):  # of a damaged store the rest can still be listed
        for row in connection.execute(_CLOSING, {"ids": ids}):
            found.setdefault(row[0], []).append(LogRow(*row))
    return found


def _sound(connection: Connection, ident: str) -> list[Listed]:
    """Of a damaged store: a match, unless it lies on a bad page."""
    try:
        return _around(connection, connection.execute(select(matches).where(matches.c.id == ident)).all())
    except DatabaseError:
        return []


# -- bots ---------------------------------------------------------------------------------------------------------

_PLAYING = matches.c.state == "playing"
#: Written out: the index is only for this word.
_SWAPPED = select(_lines.c.match).where(_lines.c.match == matches.c.id, _lines.c.kind == literal_column("'swap'"))
_BOT = select(chairs.c.seat).where(chairs.c.match == matches.c.id, chairs.c.kind == "bot")
_TO_MOVE = (
    select(matches.c.id)
    .join(log, (log.c.match == matches.c.id) & (log.c.seq == _NEWEST))
    .where(_PLAYING, _BOT.exists(), _BOT.where(chairs.c.seat == log.c.who).exists() | _SWAPPED.exists())
)


def bots_to_move(connection: Connection) -> list[str]:
    try:
        return list(connection.scalars(_TO_MOVE))
    except DatabaseError as error:
        if not is_damage(error):
            raise
    with suppress(DatabaseError):  # without an index of them each is found when somebody looks at it
        ids = connection.scalars(select(matches.c.id).where(_PLAYING)).all()
        return [ident for ident in ids if _moves(connection, ident)]
    return []


def _moves(connection: Connection, ident: str) -> bool:
    try:
        return connection.scalar(_TO_MOVE.where(matches.c.id == ident)) is not None
    except DatabaseError:
        return False
