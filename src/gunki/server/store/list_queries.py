"""Queries over many matches: lists, matches in which a bot has to decide, matches without a checkpoint.

They read only the columns that are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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

from gunki.server.store.database import is_damage
from gunki.server.store.rows import LogRow, MatchRow, ParticipantRow
from gunki.server.store.schema import ABOUT_CLOSING, chairs, log, matches, stands

ListedMatch = tuple[MatchRow, list[ParticipantRow], LogRow | None]

#: Index of `source` in `MatchRow`. The table of matches has all other fields, in the same order.
_SOURCE = [field.name for field in fields(MatchRow)].index("source")

#: `_NEWEST`: the seq of the last line of a match. It takes one lookup in the primary key of the log.
_lines = log.alias("lines")
_NEWEST = select(func.max(_lines.c.seq)).where(_lines.c.match == matches.c.id).correlate(matches).scalar_subquery()
#: The body of a line. It is left out for the kinds `start` and `rules`, because these may be long and lists do not need
#: them.
_BODY = case((log.c.kind.in_(("start", "rules")), literal("{}")), else_=log.c.body)
_LINE = (log.c.match, log.c.seq, log.c.at, log.c.kind, log.c.ply, log.c.who, _BODY)


#: Statements are built once: building one costs more than reading a page with it.
_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
_SEATS = select(chairs).where(chairs.c.match.in_(_IDS)).order_by(chairs.c.match, chairs.c.number)
_LAST = (
    select(*_LINE)
    .select_from(matches)
    .join(log, (log.c.match == matches.c.id) & (log.c.seq == _NEWEST))
    .where(matches.c.id.in_(_IDS))
)
_CLOSING = select(log).where(log.c.match.in_(_IDS), text(ABOUT_CLOSING)).order_by(log.c.match, log.c.seq)


def page(
    game: str | None, state: str | None, after: tuple[float, str] | None, limit: int, *, further: bool = False
) -> Select[Any]:
    """Return the statement for a page of public matches, in the order of its index.

    `further`: whether to select the matches that lists show last, because one network has made many.
    """
    created, match_id = after or (None, None)
    parameters = {"game": game, "state": state, "created": created, "id": match_id, "limit": limit, "further": further}
    values = {name: value for name, value in parameters.items() if value is not None}
    return _page(game is not None, state is not None, after is not None).params(values)


@lru_cache
def _page(game: bool, state: bool, after: bool) -> Select[Any]:
    behind = matches.c.further == bindparam("further", type_=Integer)
    wanted = select(matches).where(matches.c.public == literal_column("1"), behind, matches.c.quarantine == "")
    if game:
        wanted = wanted.where(matches.c.game == bindparam("game"))
    if state:
        wanted = wanted.where(matches.c.state == bindparam("state"))
    if after:
        begin = tuple_(bindparam("created", type_=matches.c.created.type), bindparam("id", type_=matches.c.id.type))
        wanted = wanted.where(tuple_(matches.c.created, matches.c.id) < begin)
    return wanted.order_by(matches.c.created.desc(), matches.c.id.desc()).limit(bindparam("limit", type_=Integer))


def list_matches(
    connection: Connection, game: str | None, state: str | None, after: str | None, limit: int
) -> list[ListedMatch]:
    """Return public matches, newest first. Matches marked `further` follow, newest first too.

    A match is marked if its network had made many public matches before. Raise LookupError if the match `after` is not
    in the list. If the store is damaged, return the matches that can be read.
    """
    begin: tuple[float, str] | None = None
    further = False
    if after is not None:
        place_query = select(matches.c.created, matches.c.further).where(matches.c.id == after, matches.c.public)
        place = connection.execute(place_query).first()
        if place is None:
            raise LookupError(after)
        begin, further = (place.created, after), place.further
    wanted = page(game, state, begin, limit, further=further)
    try:
        rows = list(connection.execute(wanted))
        if not further and len(rows) < limit:
            rows += connection.execute(page(game, state, None, limit - len(rows), further=True))
        return _around(connection, rows)
    except DatabaseError as error:
        if not is_damage(error):
            raise
        readable = _readable_matches(connection, wanted.limit(None), _is_wanted(game, state, begin, further), limit)
        if readable is None:
            raise
        return readable


def _around(connection: Connection, rows: Sequence[Row[Any]]) -> list[ListedMatch]:
    """Return matches with their participants and last lines.

    Columns are read by index, because reading them by name would take three times as long.
    """
    ids = [row[0] for row in rows]
    seats: dict[str, list[ParticipantRow]] = {match_id: [] for match_id in ids}
    for row in connection.execute(_SEATS, {"ids": ids}):
        seats[row[0]].append(ParticipantRow(*row))
    last = {row[0]: LogRow(*row) for row in connection.execute(_LAST, {"ids": ids})}
    return [(_match(row), seats[row[0]], last.get(row[0])) for row in rows]


def _match(row: Row[Any]) -> MatchRow:
    """Return the row of a match with an empty source."""
    values: list[Any] = [*row]
    values.insert(_SOURCE, b"")
    return MatchRow(*values)


def about_closing(connection: Connection, ids: Sequence[str]) -> dict[str, list[LogRow]]:
    """Return the lines about closing of these matches, by match."""
    lines_by_match: dict[str, list[LogRow]] = {}
    with suppress(DatabaseError):  # if the store is damaged, list the matches without these lines
        for row in connection.execute(_CLOSING, {"ids": ids}):
            lines_by_match.setdefault(row[0], []).append(LogRow(*row))
    return lines_by_match


# -- out of a damaged store ---------------------------------------------------------------------------------------

#: All matches in the order of the table, the newest row first. No index is used.
_TABLE = select(matches).order_by(text("rowid DESC"))


def _is_wanted(
    game: str | None, state: str | None, after: tuple[float, str] | None, further: bool
) -> Callable[[Row[Any]], bool]:
    """Return a function that tells whether a row belongs on a page. It checks rows that are read without the index."""

    def is_wanted(row: Row[Any]) -> bool:
        if (
            not row.public
            or row.quarantine
            or row.further != further
            or (after is not None and (row.created, row.id) >= after)
        ):
            return False
        return game in (None, row.game) and state in (None, row.state)

    return is_wanted


def _readable_matches(
    connection: Connection, wanted: Select[Any], is_wanted: Callable[[Row[Any]], bool], limit: int
) -> list[ListedMatch] | None:
    """Return those of the wanted matches that can be read. Return None if some are wanted but none can be read.

    Read them by the index first. If a match is lost, the index itself may be damaged, so read the table then.
    """
    by_index = (
        _of_id(connection, match_id) for match_id in _readable_rows(connection, wanted.with_only_columns(matches.c.id))
    )
    in_table = (row for row in _readable_rows(connection, _TABLE) if row is None or is_wanted(row))
    by_id: dict[str, ListedMatch] = {}
    lost = False
    for rows in (by_index, in_table):
        for row in rows:
            one = None if row is None else _whole(connection, row)
            lost = lost or one is None
            if one is not None:
                by_id[one[0].id] = one
            if len(by_id) == limit:
                break
        if not lost or len(by_id) == limit:
            break
    if lost and not by_id:
        return None
    return sorted(by_id.values(), key=lambda one: (one[0].created, one[0].id), reverse=True)


def _readable_rows(connection: Connection, wanted: Select[Any]) -> Iterator[Row[Any] | None]:
    """Yield rows as far as they can be read. If reading fails before the end, yield None as the last item."""
    try:
        yield from connection.execute(wanted)
    except DatabaseError:
        yield None


def _of_id(connection: Connection, id_row: Row[Any] | None) -> Row[Any] | None:
    """Return the row of the match whose id is in `id_row`. Return None if the row cannot be read."""
    if id_row is None:
        return None
    try:
        return connection.execute(select(matches).where(matches.c.id == id_row[0])).one_or_none()
    except DatabaseError:
        return None


def _whole(connection: Connection, row: Row[Any]) -> ListedMatch | None:
    """Return a match with everything that lists show of it. Return None if a part of it is on a damaged page."""
    try:
        return _around(connection, [row])[0]
    except DatabaseError:
        return None


# -- bots ---------------------------------------------------------------------------------------------------------

_PLAYING = matches.c.state == "playing"
#: The kind is written as a literal, because SQLite uses the index `log_swaps` only for a literal.
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
    with suppress(DatabaseError):  # if this fails too, opening a match wakes its bot
        ids = connection.scalars(select(matches.c.id).where(_PLAYING)).all()
        return [match_id for match_id in ids if _is_bot_to_move(connection, match_id)]
    return []


def _is_bot_to_move(connection: Connection, match_id: str) -> bool:
    try:
        return connection.scalar(_TO_MOVE.where(matches.c.id == match_id)) is not None
    except DatabaseError:
        return False


# -- checkpoints --------------------------------------------------------------------------------------------------

_MOVED = (
    select(_lines.c.seq)
    .where(_lines.c.match == matches.c.id, _lines.c.kind.in_(("act", "swap", "back", "start")))
    .order_by(_lines.c.seq.desc())
    .limit(1)
    .correlate(matches)
    .scalar_subquery()
)
_STANDS = select(stands.c.match).where(stands.c.match == matches.c.id, stands.c.seq >= _MOVED).correlate(matches)
_WITHOUT_CHECKPOINT = (
    select(matches.c.id)
    .where(_PLAYING, matches.c.quarantine == "", ~_STANDS.exists())
    .order_by(matches.c.created.desc())
)


def without_checkpoint(connection: Connection) -> list[str]:
    """Return the matches under way that have no checkpoint, or have changed since it was made.

    The newest matches come first.
    """
    try:
        return list(connection.scalars(_WITHOUT_CHECKPOINT))
    except DatabaseError as error:
        if not is_damage(error):
            raise
    return []  # a match without a checkpoint gets one when it goes on
