"""What positions and procedures hold, each declared once: its kind, its range, and how a document writes it.

A `Field` says what one value may be. A `Piece` is a part of a position's state: one value, or one for each thing of a
kind; `state`, `restore` and documents follow from it. Fields of procedures are declared by name (`seat`), or by
procedure and name (`Petitions.result`) where the same word means something else there. Whoever writes a document is a
stranger: what is out of its range is refused by name. Documents hold names; the numbers that they stand for are read
too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gunki.core.definition.data_tables import Row
from gunki.core.definition.lexicon import NONE
from gunki.core.errors import ActionError, PositionError
from gunki.core.state.hidden_information import Secret

#: Counters that only grow with play: rolls, revealed secrets.
LARGEST_COUNTER = 10**9
#: The table of a document that holds what no other table shows.
STATE = "state"


# -- values -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """One value, or a list of at most `many`. Values are whole numbers, texts where a kind says so. `secret`: who does
    not know it (gunki.core.state.hidden_information)."""

    many: int = field(default=0, kw_only=True)
    secret: Secret | None = field(default=None, kw_only=True)

    def read_one(self, value: Any, g: Any) -> Any:
        """The value as it is kept; raises ValueError on anything else."""
        raise NotImplementedError

    def bounds(self, g: Any) -> tuple[int, int]:
        """The lowest and the highest number that it is kept as; of a word its place among the words."""
        raise NotImplementedError

    def write_one(self, value: Any, g: Any) -> Any:
        """As it stands in a document."""
        return value

    def read(self, value: Any, g: Any) -> Any:
        if not self.many:
            return self.read_one(value, g)
        return tuple(self.read_one(item, g) for item in _require_list(value, self.many))

    def write(self, value: Any, g: Any) -> Any:
        """As it stands in a document, which knows lists, not tuples."""
        return [self.write_one(item, g) for item in value] if self.many else self.write_one(value, g)

    def keys(self, key: str) -> tuple[str, ...]:
        """The entries that hold it in the row of a thing."""
        return (key,)

    def read_in(self, row: Row, key: str, g: Any) -> Any:
        """From the row of a thing, where it stands."""
        try:
            return self.read_one(row.entries_all()[key], g)
        except ValueError as error:
            raise PositionError(f"{row.where}: field {key!r}: {error}") from None

    def entry(self, key: str, value: Any, g: Any) -> tuple[str, Any]:
        """The entry of such a row that tells it."""
        return key, self.write_one(value, g)


@dataclass(frozen=True, slots=True)
class Number(Field):
    """From `low` to `high`; a name: that number of the setup, or how many of these it has. `minus`: a drop, which is
    written with its sign. `least`: what it may be besides, where no document writes it."""

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
    """A thing of a kind, by its name. Below the first are `none` and the words of `besides`, as far as `low`; `after`
    is one past the last. `plus`: it is kept as so much more."""

    kind: str
    low: int = -1
    besides: tuple[str, ...] = ()
    after: str = ""
    plus: int = 0

    def read_one(self, value: Any, g: Any) -> int:
        names, below = g.things(self.kind), self._below()
        if isinstance(value, int):  # what the name stands for
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
    """Some things of a kind, or some of these words; kept as a number, one bit for each."""

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
        """Those that may be in it."""
        return self.words or g.things(self.kind)

    def write_one(self, value: Any, g: Any) -> list[str]:
        return [name for i, name in enumerate(self.names(g)) if value >> i & 1]


@dataclass(frozen=True, slots=True)
class Words(Field):
    """One of these texts."""

    known: tuple[str, ...]

    def read_one(self, value: Any, g: Any) -> str:
        return self.known[_word(value, self.known)]

    def bounds(self, g: Any) -> tuple[int, int]:
        return 0, len(self.known) - 1


@dataclass(frozen=True, slots=True)
class Choice(Field):
    """One of these texts, kept as its place among them; `low` is that of the first."""

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
    """0, or which of these is true; in the row of a thing each is an entry of its own, and 0 has none."""

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
    """A flat list of runs: a thing, how many follow it, and those. A document has a table for each."""

    head: Thing
    rest: Thing
    #: The entry of the table that lists those who follow.
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
    """The number of a thing that is there."""
    if kind not in g.lexicon.domains:
        return _word(name, g.things(kind))
    try:
        return g.lexicon.index(kind, name)  # type: ignore[no-any-return]
    except ActionError as error:
        raise ValueError(str(error)) from None


def only(entries: Mapping[str, Any], allowed: Collection[str], where: str = "") -> None:
    """Nothing that nobody would read."""
    for key in entries:
        if key not in allowed:
            name = str(key)[:40]
            path = f"{where}.{name}" if where else repr(name)
            raise ValueError(f"{path}: unknown entry; known: {', '.join(allowed)}")


def shorten(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def number(low: int, high: int | str, many: int = 0) -> Field:
    return Number(low, high, many=many)


def drop(most: int | str) -> Field:
    """How far below normal: kept as 0 and up, written as 0 and down."""
    return Number(0, most, minus=True)


def thing(kind: str, low: int = -1, many: int = 0) -> Thing:
    """A thing, written with its name; -1: none."""
    return Thing(kind, low, many=many)


def bits(kind: str) -> Field:
    """A set of things, one bit for each."""
    return Set(kind)


def words(*known: str) -> Field:
    return Words(known)


def choice(*known: str, low: int = 0) -> Field:
    return Choice(known, low)


def flags(*known: str) -> Field:
    return Flags(known)


def with_secret(field: Field, secret: Secret) -> Field:
    """The same, but not known to everybody."""
    return replace(field, secret=secret)


FLAG = number(0, 1)
CLAUSE = Text(40)


# -- the state of positions -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a position's state: a value, or one for each thing of a kind (`per`; `clan*area`: for each pair).

    `container`: as what. Lists and bytearrays change in place, and a clone has its own; bytes, tuples and whatever is
    `shared` are replaced when they change. `table`: where it stands in a document, "" at its top; `key`: under which
    name, if not its own. `first`: what a thing has of which a document says nothing, as a number or as the name of what
    the setup has for each; it is left out of documents, unless `always`.
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
        if isinstance(self.first, str):
            return list(getattr(g.setup, self.first))
        return [self.first] * len(g.things(self.per))

    def read(self, value: Any, g: Any) -> Any:
        """From a document's table; raises ValueError on anything that it cannot be."""
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
        else:  # all of them in order
            values = [self.field.read_one(item, g) for item in _require_list(value, len(names))]
            if len(values) != len(names):
                raise ValueError(f"expected {len(names)}, found {len(values)}")
        return self.container(values)

    def write(self, value: Any, g: Any) -> Any:
        if not self.per:
            return self.field.write(value, g)
        each = zip(g.things(self.per), list(value), self.first_values(g), strict=True)
        return {name: self.field.write_one(item, g) for name, item, first in each if self.always or item != first}


def one(field: Field, table: str = STATE) -> Piece:
    """A single number."""
    return Piece(field, table=table)


def some(field: Field) -> Piece:
    """A tuple of things, which is replaced when it changes."""
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
    """A layer: one for each thing of a kind."""
    return Piece(field, container, per, table, key, first, always, shared)


#: What every position counts besides its state.
COUNTS = {"chances": one(number(0, LARGEST_COUNTER)), "barrier": one(number(0, LARGEST_COUNTER))}


# -- the fields of procedures -----------------------------------------------------------------------------------------


def find_field(fields: Mapping[str, Field], procedure: str, name: str) -> Field | None:
    return fields.get(f"{procedure}.{name}") or fields.get(name)
