"""The rows of a study. A row is a game as one line of JSON. This module also reads rows from untrusted files.

Everything in a row except `cpu` is the same on every machine and with every runner.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any

from gunki.core.errors import GunkiError
from gunki.lab.studies.study_plan import MOST_GAMES, Plan

LONGEST_LINE = 2_000_000
LONGEST_TEXT = 2_000
MOST_ENTRIES = 100_000
LARGEST = 2**53


class RowError(GunkiError):
    """A line that is no row; the message names the line and the fault."""


@dataclass(frozen=True, slots=True)
class _Game:
    """The fields that identify a game in its plan."""

    number: int
    #: Games of one pair have the same seed.
    pair: int
    seed: int
    #: The player on each seat at the end. Bidding may have exchanged sides before.
    seating: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Row(_Game):
    """A game played to its end."""

    winners: tuple[str, ...]
    reason: str
    #: The clause that ended the game, with the name of its book.
    clause: str
    points: Mapping[str, int]
    turns: int
    decisions: int
    #: Seconds of processor time. This is the one field that differs from run to run.
    cpu: float
    #: The digest of all decisions and answers (gunki.lab.studies.play_digest).
    digest: str
    #: The conditions that were met at the end, each with the turn since which it was met. This field and those below
    #: come from gunki.lab.studies.game_observer.
    conditions: tuple[tuple[str, int], ...] = ()
    #: The greatest number of times that the direction of one thing was reversed within one turn.
    turned_back: int = 0
    #: The milestones that were reached: the kind, the turn, and the person or thing concerned.
    milestones: tuple[tuple[str, int, str], ...] = ()
    #: The luck of each seat's dice (gunki.lab.analysis.balance.Balance.luck): `rolls`, `got`, `mean`, `better`.
    luck: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    #: The points of each seat after each turn: (number of the turn, points by seat).
    points_by_turn: tuple[tuple[int, Mapping[str, int]], ...] = ()
    #: The captures: the turn, the thing, its former holder, its new holder.
    taken: tuple[tuple[int, str, str, str], ...] = ()
    #: The leaders who fell: the turn and the leader.
    fell: tuple[tuple[int, str], ...] = ()
    #: The number of fights at each place.
    fights: Mapping[str, int] = field(default_factory=dict)

    def comparable_fields(self) -> dict[str, Any]:
        """Return all fields that must be equal when the game is played again."""
        return {name: value for name, value in plain(self).items() if name != "cpu"}


@dataclass(frozen=True, slots=True)
class FailedGame(_Game):
    """A game that could not be played; `failed` is the reason."""

    failed: str


def plain(row: Row | FailedGame) -> dict[str, Any]:
    """Return the row as it is read back from a file: with lists instead of tuples."""
    document: dict[str, Any] = json.loads(line(row))
    return document


def line(row: Row | FailedGame) -> bytes:
    """Return the row as one line of JSON, with its line end."""
    return json.dumps(row.to_dict(), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


# -- reading ----------------------------------------------------------------------------------------------------------


def read(lines: Iterable[bytes], plan: Plan, name: str = "games.jsonl") -> Iterator[Row | FailedGame]:
    """Parse lines as they come and yield their rows, checked against the plan.

    Raises RowError for a bad line, or if a game occurs twice. `name` is the name of the file in error messages.
    """
    first_lines: dict[int, int] = {}
    for count, text in enumerate(lines, 1):
        row = parse_row(text, plan, f"{name} line {count}")
        first = first_lines.setdefault(row.number, count)
        if first != count:
            raise RowError(f"{name} line {count}: game {row.number} is there twice, first in line {first}")
        yield row


def parse_row(text: bytes, plan: Plan, where: str) -> Row | FailedGame:
    """Parse one line and check it against the plan. `where` names the line in error messages."""
    if len(text) > LONGEST_LINE:
        raise RowError(f"{where}: longer than {LONGEST_LINE} bytes")
    try:
        document = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:  # a text that is not UTF-8 raises a ValueError too
        raise RowError(f"{where}: not JSON: {error}") from None
    if not isinstance(document, dict):
        raise RowError(f"{where}: expected an object with fields")
    fields = _FAILED if "failed" in document else _ROW
    unknown = [name for name in document if name not in fields]
    if unknown:
        raise RowError(f"{where}: unknown field {unknown[0][:50]!r}")
    values = {}
    for name, (expected, fits, convert) in fields.items():
        if name not in document and name in OPTIONAL:
            continue
        value = document.get(name)
        if not fits(value):
            raise RowError(f"{where}: field {name!r}: expected {expected}")
        values[name] = convert(value)
    row: Row | FailedGame = FailedGame(**values) if fields is _FAILED else Row(**values)
    _check_against_plan(row, plan, where)
    return row


def _check_against_plan(row: Row | FailedGame, plan: Plan, where: str) -> None:
    """Raise RowError if the row does not fit the game that has the same number in the plan."""
    if row.number >= plan.games:
        raise RowError(f"{where}: field 'number': the plan has games 0 to {plan.games - 1}")
    scheduled = plan.game_at(row.number)
    for name, expected in (("pair", scheduled.pair), ("seed", scheduled.seed)):
        if getattr(row, name) != expected:
            raise RowError(f"{where}: field {name!r}: expected {expected} by the plan")
    players = {seat: assignment.player for seat, assignment in scheduled.seating.items()}
    if set(row.seating) != set(players) or sorted(row.seating.values()) != sorted(players.values()):
        raise RowError(f"{where}: field 'seating': other seats or players than by the plan")
    if isinstance(row, Row):
        by_seat = {"winners": row.winners, "points": row.points, "luck": row.luck}
        by_seat["points_by_turn"] = [seat for _, points in row.points_by_turn for seat in points]
        for name, seats in by_seat.items():
            if not set(seats) <= set(players):
                raise RowError(f"{where}: field {name!r}: names a seat that is not in the plan")


def _no_constant(text: str) -> None:
    raise ValueError(f"{text} is no number here")


Fits = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _whole(low: int, high: int) -> Fits:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and abs(value) <= LARGEST


def _mapping(fits: Fits) -> Fits:
    return lambda value: (
        isinstance(value, dict)
        and len(value) <= MOST_ENTRIES
        and all(map(_is_text, value))
        and all(map(fits, value.values()))
    )


def _entries(*fits: Fits) -> Fits:
    return lambda value: (
        isinstance(value, list)
        and len(value) <= MOST_ENTRIES
        and all(
            isinstance(entry, list) and len(entry) == len(fits) and all(f(v) for f, v in zip(fits, entry, strict=True))
            for entry in value
        )
    )


def _tuples(value: Any) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(tuple, value))


def _as_is(value: Any) -> Any:
    return value


_count = _whole(0, LARGEST)
_points = _mapping(_whole(-LARGEST, LARGEST))
_GAME: dict[str, tuple[str, Fits, Callable[[Any], Any]]] = {
    "number": ("a whole number from 0", _whole(0, MOST_GAMES * 2), _as_is),
    "pair": ("a whole number from 0", _whole(0, MOST_GAMES * 2), _as_is),
    "seed": ("a whole number from 0", _whole(0, 2**256), _as_is),
    "seating": ("seats with their players", _mapping(_is_text), _as_is),
}
_FAILED = {**_GAME, "failed": ("a text", _is_text, _as_is)}
#: By field: the expected value in words, a function that checks a value, and a function that converts it.
_ROW = {
    **_GAME,
    "winners": ("a list of seats", lambda v: isinstance(v, list) and len(v) <= 16 and all(map(_is_text, v)), tuple),
    "reason": ("a text", _is_text, _as_is),
    "clause": ("a text", _is_text, _as_is),
    "points": ("whole numbers by seat", _points, _as_is),
    "turns": ("a whole number from 0", _count, _as_is),
    "decisions": ("a whole number from 0", _count, _as_is),
    "cpu": ("a number from 0", lambda v: _is_number(v) and v >= 0, _as_is),
    "digest": ("a text", _is_text, _as_is),
    "conditions": ("lists of a name and a turn", _entries(_is_text, _count), _tuples),
    "turned_back": ("a whole number from 0", _count, _as_is),
    "milestones": ("lists of a kind, a turn and a name", _entries(_is_text, _count, _is_text), _tuples),
    "luck": ("numbers by seat", _mapping(_mapping(_is_number)), _as_is),
    "points_by_turn": ("lists of a turn and points by seat", _entries(_count, _points), _tuples),
    "taken": (
        "lists of a turn, a thing, from whom and by whom",
        _entries(_count, _is_text, _is_text, _is_text),
        _tuples,
    ),
    "fell": ("lists of a turn and a name", _entries(_count, _is_text), _tuples),
    "fights": ("counts by place", _mapping(_count), _as_is),
}
#: Fields that rows of older versions lack.
OPTIONAL = {"points_by_turn", "taken", "fell", "fights"}
