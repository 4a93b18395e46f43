"""Declarations of the values in positions and procedures: the kind, the range and the written form of each.

A `Field` says what one value may be. A `Piece` is a part of a position's state: one value, or one for each thing of a
kind; `state`, `restore` and documents follow from it. Fields of procedures are declared by name (`seat`), or by
procedure and name (`Petitions.result`) if the same name means something else there. A document may come from a
stranger: a value out of its range is refused, and the error names the field. Documents hold names; the numbers that the
names stand for are read too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gunki.core.definition.data_tables import Row
from gunki.core.definition.lexicon import NONE
from gunki.core.errors import ActionError, PositionError
from gunki.core.state.hidden_information import Secret

#: The largest value of counters that only grow in play: rolls, revealed secrets.
LARGEST_COUNTER = 10**9
#: The table of a document that holds everything that no other table shows.
STATE = "state"


# -- values -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """The allowed values of one item; with `many`, of a list of at most that many items.

    Values are whole numbers, in some kinds texts. `secret`: who does not know the value
    (gunki.core.state.hidden_information). `g` is always the position.
    """

    many: int = field(default=0, kw_only=True)
    secret: Secret | None = field(default=None, kw_only=True)

    def read_one(self, value: Any, g: Any) -> Any:
        """Return one value of a document as it is kept; raise ValueError if it does not fit."""
        raise NotImplementedError

    def bounds(self, g: Any) -> tuple[int, int]:
        """Return the lowest and the highest kept number; for a text, of its place among the texts."""
        raise NotImplementedError

    def write_one(self, value: Any, g: Any) -> Any:
        """Return one kept value as it stands in a document."""
        return value

    def read(self, value: Any, g: Any) -> Any:
        """Return a value of a document as it is kept, a list as a tuple; raise ValueError if it does not fit."""
        if not self.many:
            return self.read_one(value, g)
        return tuple(self.read_one(item, g) for item in _require_list(value, self.many))

    def write(self, value: Any, g: Any) -> Any:
        """Return a kept value as it stands in a document, a tuple as a list."""
        return [self.write_one(item, g) for item in value] if self.many else self.write_one(value, g)

    def keys(self, key: str) -> tuple[str, ...]:
        """Return the entries that hold the value in the row of a thing."""
        return (key,)

    def read_in(self, row: Row, key: str, g: Any) -> Any:
        """Return the value from the row of a thing; raise PositionError if it does not fit."""
        try:
            return self.read_one(row.entries_all()[key], g)
        except ValueError as error:
            raise PositionError(f"{row.where}: field {key!r}: {error}") from None

    def entry(self, key: str, value: Any, g: Any) -> tuple[str, Any]:
        """Return the key and the value of the entry in the row of a thing."""
        return key, self.write_one(value, g)


@dataclass(frozen=True, slots=True)
class Number(Field):
    """A whole number from `low` to `high`.

    If `high` is a name, it is that number of the setup, or the length of that list of the setup. `minus`: a drop, kept
    as a positive number and written as a negative one. `least`: the lowest value that play may reach, if documents
    cannot write it.
    """

    low: int
    high: int | str
    minus: bool = False
    least: int | None = None

    def read_one(self, value: Any, g: Any) -> int:
        low, high = self.low, self._high(g)
        return -_within(-high, -low, value) if self.minus else _within(low, high, value)

    def bounds(self, g: Any) -> tuple[int, int]:
        return self.low if self.least is None else self.least, self._high(g)

    def _high(self, g: Any) -> int:
        if isinstance(self.high, int):
            return self.high
        limit = getattr(g.setup, self.high)
        return limit if type(limit) is int else len(limit)

    def write_one(self, value: Any, g: Any) -> Any:
        return -value if self.minus else value


@dataclass(frozen=True, slots=True)
class Thing(Field):
    """A thing of a kind, written by its name and kept as its index plus `plus`.

    If `low` is negative, -1 stands for `none` and lower numbers for the words of `besides`. `after` is the word for one
    past the last thing.
    """

    kind: str
    low: int = -1
    besides: tuple[str, ...] = ()
    after: str = ""
    plus: int = 0

    def read_one(self, value: Any, g: Any) -> int:
        names, below = g.things(self.kind), self._below()
        if isinstance(value, int):  # the number as it is kept
            return _within(*self.bounds(g), value)
        if value == NONE and self.low >= 0:
            raise ValueError(f"expected a {self.kind}, found none")
        if isinstance(value, str) and value in below:
            return self.plus - 1 - below.index(value)
        if self.after and value == self.after:
            return self.plus + len(names)
        return self.plus + _number(g, self.kind, value)

    def bounds(self, g: Any) -> tuple[int, int]:
        return self.low + self.plus, len(g.things(self.kind)) - (not self.after) + self.plus

    def write_one(self, value: Any, g: Any) -> str:
        names: Sequence[str] = g.things(self.kind)
        place = int(value) - self.plus
        if place < 0:
            return self._below()[-1 - place]
        return names[place] if place < len(names) else self.after

    def _below(self) -> tuple[str, ...]:
        return (NONE, *self.besides) if self.low < 0 else ()


@dataclass(frozen=True, slots=True)
class Set(Field):
    """A set of things of a kind, or of words; kept as a number with one bit for each."""

    kind: str = ""
    words: tuple[str, ...] = ()

    def read_one(self, value: Any, g: Any) -> int:
        if isinstance(value, int):  # the number itself
            return _within(*self.bounds(g), value)
        mask = 0
        for name in _require_list(value, len(self.names(g))):
            mask |= 1 << (_word(name, self.words) if self.words else _number(g, self.kind, name))
        return mask

    def bounds(self, g: Any) -> tuple[int, int]:
        return 0, (1 << len(self.names(g))) - 1

    def names(self, g: Any) -> Sequence[str]:
        """Return the names that may be in the set."""
        return self.words or g.things(self.kind)

    def write_one(self, value: Any, g: Any) -> list[str]:
        return [name for i, name in enumerate(self.names(g)) if value >> i & 1]


@dataclass(frozen=True, slots=True)
class Words(Field):
    """One of some texts, kept as the text."""

    known: tuple[str, ...]

    def read_one(self, value: Any, g: Any) -> str:
        return self.known[_word(value, self.known)]

    def bounds(self, g: Any) -> tuple[int, int]:
        return 0, len(self.known) - 1


@dataclass(frozen=True, slots=True)
class Choice(Field):
    """One of some texts, kept as its place among them; `low` is the place of the first."""

    known: tuple[str, ...]
    low: int = 0

    def read_one(self, value: Any, g: Any) -> int:
        if isinstance(value, int):  # the place itself
            return _within(*self.bounds(g), value)
        return self.low + _word(value, self.known)

    def bounds(self, g: Any) -> tuple[int, int]:
        return self.low, self.low + len(self.known) - 1

    def write_one(self, value: Any, g: Any) -> str:
        return self.known[int(value) - self.low]


@dataclass(frozen=True, slots=True)
class Text(Field):
    """A short text, such as the number of a clause."""

    longest: int

    def read_one(self, value: Any, g: Any) -> str:
        if not isinstance(value, str) or not value.isascii() or not value.isprintable() or len(value) > self.longest:
            raise ValueError(f"expected a text of at most {self.longest} characters, found {shorten(value)}")
        return value


@dataclass(frozen=True, slots=True)
class Flags(Field):
    """At most one of some flags, kept as its place from 1 on, or as 0 for none.

    In the row of a thing each flag is an entry of its own; 0 has no entry.
    """

    known: tuple[str, ...]

    def read_one(self, value: Any, g: Any) -> int:
        return _within(*self.bounds(g), value)

    def bounds(self, g: Any) -> tuple[int, int]:
        return 0, len(self.known)

    def keys(self, key: str) -> tuple[str, ...]:
        return self.known

    def read_in(self, row: Row, key: str, g: Any) -> int:
        set_places = [place for place, name in enumerate(self.known, 1) if row.has(name) and row.is_true(name)]
        return max(set_places, default=0)

    def entry(self, key: str, value: Any, g: Any) -> tuple[str, Any]:
        return self.known[value - 1], True


@dataclass(frozen=True, slots=True)
class Runs(Field):
    """A flat list of runs: a thing, how many things follow it, and these things. Documents have a table for each."""

    head: Thing
    rest: Thing
    #: The entry of the table that lists the things that follow.
    key: str

    def read(self, value: Any, g: Any) -> tuple[int, ...]:
        runs = _require_list(value, self.many)
        if all(type(item) is int for item in runs):  # the numbers as they are kept
            flat = tuple(runs)
            if sum(((first, len(rest), *rest) for first, rest in _runs(flat)), ()) != flat:
                raise ValueError(f"a list that does not add up: {shorten(value)}")
            runs = list(_runs(flat))
        else:
            runs = [self._run(item) for item in runs]
        numbers: list[int] = []
        for first, others in runs:
            rest = [self.rest.read_one(item, g) for item in _require_list(others, self.many)]
            numbers += [self.head.read_one(first, g), len(rest), *rest]
        return tuple(_require_list(numbers, self.many))

    def bounds(self, g: Any) -> tuple[int, int]:
        lows, highs = zip(self.head.bounds(g), self.rest.bounds(g), (0, self.many), strict=True)
        return min(lows), max(highs)

    def _run(self, item: Any) -> tuple[Any, Any]:
        needed_keys = (self.head.kind, self.key)
        if not isinstance(item, Mapping) or not set(needed_keys) <= set(item):
            raise ValueError(f"expected tables with {' and '.join(needed_keys)}, found {shorten(item)}")
        only(item, needed_keys)
        return item[self.head.kind], item[self.key]

    def write(self, value: Any, g: Any) -> list[dict[str, Any]]:
        return [
            {self.head.kind: self.head.write_one(first, g), self.key: [self.rest.write_one(item, g) for item in rest]}
            for first, rest in _runs(value)
        ]


def _runs(flat: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    i = 0
    while i + 1 < len(flat) and flat[i + 1] >= 0:
        yield flat[i], flat[i + 2 : i + 2 + flat[i + 1]]
        i += 2 + flat[i + 1]


def _require_list(value: Any, most: int) -> Sequence[Any]:
    if not isinstance(value, list | tuple) or len(value) > most:
        raise ValueError(f"expected a list of at most {most}, found {shorten(value)}")
    return value


def _within(low: int, high: int, value: Any) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"expected a whole number from {low} to {high}, found {shorten(value)}")
    return value


def _word(value: Any, choices: tuple[str, ...]) -> int:
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"expected one of {', '.join(map(repr, choices))}, found {shorten(value)}")
    return choices.index(value)


def _number(g: Any, kind: str, name: Any) -> int:
    """Return the number of a thing by its name; raise ValueError if the name is unknown."""
    if kind not in g.lexicon.domains:
        return _word(name, g.things(kind))
    try:
        return g.lexicon.index(kind, name)  # type: ignore[no-any-return]
    except ActionError as error:
        raise ValueError(str(error)) from None


def only(entries: Mapping[str, Any], allowed: Collection[str], where: str = "") -> None:
    """Raise ValueError if a table has an entry that is not `allowed`."""
    for key in entries:
        if key not in allowed:
            name = str(key)[:40]
            path = f"{where}.{name}" if where else repr(name)
            raise ValueError(f"{path}: unknown entry; known: {', '.join(allowed)}")


def shorten(value: Any) -> str:
    """Return a value as a text of at most 40 characters, for messages."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def number(low: int, high: int | str, many: int = 0) -> Field:
    """Return a field for a number from `low` to `high`, or for a list of such numbers."""
    return Number(low, high, many=many)


def drop(most: int | str) -> Field:
    """Return a field for a drop below normal: kept as 0 and up, written as 0 and down."""
    return Number(0, most, minus=True)


def thing(kind: str, low: int = -1, many: int = 0) -> Thing:
    """Return a field for a thing, written by its name; -1: none."""
    return Thing(kind, low, many=many)


def bits(kind: str) -> Field:
    """Return a field for a set of things, one bit for each."""
    return Set(kind)


def words(*known: str) -> Field:
    """Return a field for one of some texts, kept as the text."""
    return Words(known)


def choice(*known: str, low: int = 0) -> Field:
    """Return a field for one of some texts, kept as its place; `low` is the place of the first."""
    return Choice(known, low)


def flags(*known: str) -> Field:
    """Return a field for at most one of some flags."""
    return Flags(known)


def with_secret(field: Field, secret: Secret) -> Field:
    """Return the same field, unknown to some seats."""
    return replace(field, secret=secret)


FLAG = number(0, 1)
CLAUSE = Text(40)


# -- the state of positions -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a position's state: a value, or one for each thing of a kind (`per`; `clan*area`: for each pair).

    `container`: the type that holds it. Lists and bytearrays change in place, and each clone has its own; bytes, tuples
    and `shared` containers are replaced when they change. `table`: the table of a document that holds it ("": the top
    level), under the name `key` if not its own. `first`: the value of a thing that a document leaves out, as a number
    or as the name of the setup's list of values. Documents leave out things with this value, unless `always`.
    """

    field: Field
    container: type[Any] = int
    per: str = ""
    table: str = STATE
    key: str = ""
    first: int | str = 0
    always: bool = False
    shared: bool = False

    def first_values(self, g: Any) -> list[int]:
        """Return for each thing the value it has if a document leaves it out."""
        if isinstance(self.first, str):
            return list(getattr(g.setup, self.first))
        return [self.first] * len(g.things(self.per))

    def read(self, value: Any, g: Any) -> Any:
        """Return the value from a document's table; raise ValueError if it does not fit."""
        if not self.per:
            values = self.field.read(value, g)
            return self.container(values) if self.field.many else values
        names = g.things(self.per)
        if isinstance(value, Mapping):
            values = self.first_values(g)
            for name, item in value.items():
                place = _number(g, self.per, name)
                try:
                    values[place] = self.field.read_one(item, g)
                except ValueError as error:
                    raise ValueError(f"{name}: {error}") from None
        else:  # a list with a value for each thing
            values = [self.field.read_one(item, g) for item in _require_list(value, len(names))]
            if len(values) != len(names):
                raise ValueError(f"expected {len(names)}, found {len(values)}")
        return self.container(values)

    def write(self, value: Any, g: Any) -> Any:
        """Return the value as it stands in a document."""
        if not self.per:
            return self.field.write(value, g)
        each = zip(g.things(self.per), list(value), self.first_values(g), strict=True)
        return {name: self.field.write_one(item, g) for name, item, first in each if self.always or item != first}


def one(field: Field, table: str = STATE) -> Piece:
    """Return a piece that is a single number."""
    return Piece(field, table=table)


def some(field: Field) -> Piece:
    """Return a piece that is a tuple of things, which is replaced when it changes."""
    return Piece(field, tuple)


def each(
    per: str,
    field: Field,
    container: type[Any],
    table: str = STATE,
    *,
    key: str = "",
    first: int | str = 0,
    always: bool = False,
    shared: bool = False,
) -> Piece:
    """Return a piece that is a layer: one value for each thing of a kind."""
    return Piece(field, container, per, table, key, first, always, shared)


#: The counters of every position, besides its state.
COUNTS = {"chances": one(number(0, LARGEST_COUNTER)), "barrier": one(number(0, LARGEST_COUNTER))}


# -- the fields of procedures -----------------------------------------------------------------------------------------


def find_field(fields: Mapping[str, Field], procedure: str, name: str) -> Field | None:
    """Return the declaration of a procedure's field: its own, else the one for all fields of that name."""
    return fields.get(f"{procedure}.{name}") or fields.get(name)
