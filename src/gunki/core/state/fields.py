"""Declarations of the values in positions and procedures: the kind, the range and the written form of each.

A `Field` says what one value may be. A `Piece` is a part of a position's state: one value, or one for each thing of a
kind. From these declarations positions are saved and restored, and their documents are written and read. Fields of
procedures are declared by name (`seat`), or by procedure and name (`Petitions.result`) if the same name means something
else there. A document may come from a stranger, so a value out of its range is refused, and the error names the field.
Documents hold names, but the numbers that the names stand for can be read too.
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
#: The table of a document that holds all pieces of state that belong to no other table.
STATE = "state"


# -- values -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """The allowed values of one item. If `many` is given, the field is a list of at most that many items.

    Positions keep most values as whole numbers, and some as texts. Documents write most values as names. `secret` says
    which seats do not know the value (gunki.core.state.hidden_information). In all methods, `g` is the position.
    """

    many: int = field(default=0, kw_only=True)
    secret: Secret | None = field(default=None, kw_only=True)

    def read_one(self, value: Any, g: Any) -> Any:
        """Return one value of a document in the form that positions keep; raise ValueError if it is not allowed."""
        raise NotImplementedError

    def bounds(self, g: Any) -> tuple[int, int]:
        """Return the lowest and the highest number that positions may keep.

        If positions keep a text, its place among the allowed texts counts as the number.
        """
        raise NotImplementedError

    def write_one(self, value: Any, g: Any) -> Any:
        """Return one value of a position in the form that documents write."""
        return value

    def read(self, value: Any, g: Any) -> Any:
        """Return a value of a document in the form that positions keep; a list becomes a tuple.

        Raise ValueError if it is not allowed.
        """
        if not self.many:
            return self.read_one(value, g)
        return tuple(self.read_one(item, g) for item in _require_list(value, self.many))

    def write(self, value: Any, g: Any) -> Any:
        """Return a value of a position in the form that documents write; a tuple becomes a list."""
        return [self.write_one(item, g) for item in value] if self.many else self.write_one(value, g)

    def keys(self, key: str) -> tuple[str, ...]:
        """Return the keys under which a document's row for a thing (such as a unit) may hold the value."""
        return (key,)

    def read_in(self, row: Row, key: str, g: Any) -> Any:
        """Return the value from a document's row for a thing; raise PositionError if it is not allowed."""
        try:
            return self.read_one(row.entries_all()[key], g)
        except ValueError as error:
            raise PositionError(f"{row.where}: field {key!r}: {error}") from None

    def entry(self, key: str, value: Any, g: Any) -> tuple[str, Any]:
        """Return the key and the value with which a document's row for a thing states a value of the position."""
        return key, self.write_one(value, g)


@dataclass(frozen=True, slots=True)
class Number(Field):
    """A whole number from `low` to `high`.

    If `high` is the name of an attribute of the setup, the limit is that attribute, or its length if it is a list. If
    `minus` is true, positions keep the value as a positive number, and documents write it as a negative one. `least` is
    given if play can reach lower values than documents may have: it is the lowest value in play.
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
    """A thing of a kind. Documents write its name; positions keep its index plus `plus`.

    If `low` is negative, index -1 stands for `none`, and lower indices stand for the words of `besides`. `after`, if
    given, is the word for the index after the last thing.
    """

    kind: str
    low: int = -1
    besides: tuple[str, ...] = ()
    after: str = ""
    plus: int = 0

    def read_one(self, value: Any, g: Any) -> int:
        names, below = g.things(self.kind), self._below()
        if isinstance(value, int):  # the document has the number that positions keep
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
    """A set of things of a kind, or of words. Positions keep it as a number with one bit for each name."""

    kind: str = ""
    words: tuple[str, ...] = ()

    def read_one(self, value: Any, g: Any) -> int:
        if isinstance(value, int):  # the document has the number that positions keep, with one bit for each name
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
    """One of some texts. Positions keep the text itself."""

    known: tuple[str, ...]

    def read_one(self, value: Any, g: Any) -> str:
        return self.known[_word(value, self.known)]

    def bounds(self, g: Any) -> tuple[int, int]:
        return 0, len(self.known) - 1


@dataclass(frozen=True, slots=True)
class Choice(Field):
    """One of some texts. Positions keep its place among them; `low` is the place of the first text."""

    known: tuple[str, ...]
    low: int = 0

    def read_one(self, value: Any, g: Any) -> int:
        if isinstance(value, int):  # the document has the place
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
    """At most one of some flags. Positions keep its place among them, counted from 1, or 0 for no flag.

    A document's row for a thing has the flag as a key with the value true. If there is no flag, there is no such key.
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
    """A list of runs. A document has a table for each run.

    A run is a thing, the number of things that follow it, and these things.
    """

    head: Thing
    rest: Thing
    #: The key under which the table of a run lists the things that follow.
    key: str

    def read(self, value: Any, g: Any) -> tuple[int, ...]:
        runs = _require_list(value, self.many)
        if all(type(item) is int for item in runs):  # the document has the numbers that positions keep
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
    """Return a field for how far a value is below normal. Positions keep 0 or more, documents write 0 or less."""
    return Number(0, most, minus=True)


def thing(kind: str, low: int = -1, many: int = 0) -> Thing:
    """Return a field for a thing, which documents write by its name; -1 stands for no thing, unless `low` is 0."""
    return Thing(kind, low, many=many)


def bits(kind: str) -> Field:
    """Return a field for a set of things, which positions keep as a number with one bit for each thing."""
    return Set(kind)


def words(*known: str) -> Field:
    """Return a field for one of some texts; positions keep the text itself."""
    return Words(known)


def choice(*known: str, low: int = 0) -> Field:
    """Return a field for one of some texts; positions keep its place among them, from `low` on."""
    return Choice(known, low)


def flags(*known: str) -> Field:
    """Return a field for at most one of some flags."""
    return Flags(known)


def with_secret(field: Field, secret: Secret) -> Field:
    """Return the same field with a declaration that some seats do not know its value."""
    return replace(field, secret=secret)


FLAG = number(0, 1)
CLAUSE = Text(40)


# -- the state of positions -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a position's state: a single value, or one for each thing of a kind.

    `per` is the kind of things; with `clan*area` there is a value for each pair. `container` is the type that holds the
    values. Lists and bytearrays change in place, and each clone has its own; bytes, tuples and containers marked
    `shared` are replaced when they change. `table` is the table of a document that holds the piece ("" is the top
    level); `key` is its key in that table, if this is not its own name. `first` is the value of things that a document
    leaves out: a number, or the name of a list in the setup with a value for each thing. Documents leave out things
    with this value, unless `always` is true.
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
        """Return for each thing the value that it has if a document leaves it out."""
        if isinstance(self.first, str):
            return list(getattr(g.setup, self.first))
        return [self.first] * len(g.things(self.per))

    def read(self, value: Any, g: Any) -> Any:
        """Return the value for a position, given the value in a document; raise ValueError if that is not allowed."""
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
        """Return the value for a document, given the value in a position."""
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


#: The counters that every position has in addition to its own state (`Position.chances`, `Position.barrier`).
COUNTS = {"chances": one(number(0, LARGEST_COUNTER)), "barrier": one(number(0, LARGEST_COUNTER))}


# -- the fields of procedures -----------------------------------------------------------------------------------------


def find_field(fields: Mapping[str, Field], procedure: str, name: str) -> Field | None:
    """Return the declaration for a field of one procedure, or else the declaration for all fields of that name."""
    return fields.get(f"{procedure}.{name}") or fields.get(name)
