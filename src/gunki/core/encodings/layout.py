"""The layout of encoded positions (gunki.core.encodings.encoder): names and bounds of places, and conversions."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from operator import attrgetter, sub
from typing import Any, cast

from gunki.core.compose.position_document import MOST_FRAMES, steps
from gunki.core.rules.procedure import Procedure
from gunki.core.state.fields import Field, Piece, Set, Text, Words, find_field
from gunki.core.state.hidden_information import HiddenFrom, KnownTo, WithSeats

#: The code for every value that a seat does not know.
HIDDEN = -1
#: How many members of a list are encoded, after a place for how many it has. In play, lists are shorter than this.
SLOTS = 32
#: Rows are arrays of whole numbers of 16 bits. They are small, because learning programs keep very many of them.
TYPECODE, LARGEST = "h", 2**15 - 1
LOW_BYTE = 0 if sys.byteorder == "little" else 1

#: A function that takes a value and a seat, and returns the numbers for the places of the value, as the seat knows it.
Convert = Callable[[Any, int], "array[int]"]


@dataclass(frozen=True, slots=True)
class LayoutPart:
    """Neighbouring places of a row that hold one value or one list of values.

    The numbers are from `low` to `high`; a number plus `base` is the declared value. If `optional` is true, 0 means
    that there is no value. `names` holds a name for each place of a list, such as a unit's; it is empty for one value.
    """

    name: str
    start: int
    size: int
    low: int
    high: int
    base: int
    optional: bool
    names: tuple[str, ...]

    @property
    def places(self) -> slice:
        """The slice of a row that holds this part."""
        return slice(self.start, self.start + self.size)


class Layout:
    """The places of a row for one setup. `parts` holds the parts of the row by name, in their order."""

    def __init__(self, g: Any) -> None:
        self.setup = g.setup
        self.parts: dict[str, LayoutPart] = {}
        self.size = 0
        seats = len(g.setup.seats)
        self._add("seat", 0, seats - 1)
        self._add("asked", -1, seats - 1)
        self._add("question", 0, 0, optional=True)  # the code below sets its highest number
        self.state = State(self, g)
        self.frames: dict[type[Procedure], Frame] = {}
        questions = 0
        for name, cls in sorted(g.procedures.items()):
            if cls not in self.frames:
                self.frames[cls] = Frame(self, g, name, cls, questions)
                questions += len(self.frames[cls].steps)
        self.parts["question"] = replace(self.parts["question"], high=questions)
        #: The lowest and the highest number of every place.
        self.low = array(TYPECODE, (part.low for part in self.parts.values() for _ in range(part.size)))
        self.high = array(TYPECODE, (part.high for part in self.parts.values() for _ in range(part.size)))

    def __len__(self) -> int:
        return self.size

    @property
    def names(self) -> list[str]:
        """The name of each place: `turn`, `at.UNIT`, `March.force`, `Retreat.way.3`."""
        each = ((part.name, part.names) for part in self.parts.values())
        return [f"{name}.{inner}" if inner else name for name, inners in each for inner in inners or ("",)]

    def decode(self, row: Sequence[int]) -> dict[str, list[int | None]]:
        """Return the declared values in a row, by part. A hidden value is None. Parts without a value are left out."""
        if len(row) != self.size:
            raise ValueError(f"expected {self.size} numbers, found {len(row)}")
        values_by_part: dict[str, list[int | None]] = {}
        for part in self.parts.values():
            values = [int(value) for value in row[part.places] if value or not part.optional]
            if values:
                values_by_part[part.name] = [None if value == HIDDEN else value + part.base for value in values]
        return values_by_part

    def _add(
        self,
        name: str,
        low: int,
        high: int,
        *,
        names: Sequence[str] = (),
        optional: bool = False,
        hides: bool = False,
    ) -> LayoutPart:
        """Add places for values from `low` to `high`, and return their part."""
        base = low - optional
        if high - base > LARGEST:
            raise TypeError(f"{name}: the range from {low} to {high} is too wide")
        if name in self.parts:
            raise TypeError(f"{name} is declared twice")
        lowest = HIDDEN if hides else 0
        part = LayoutPart(name, self.size, len(names) or 1, lowest, high - base, base, optional, tuple(names))
        self.parts[name] = part
        self.size += part.size
        return part


def _add_places(layout: Layout, g: Any, name: str, field: Field, optional: bool) -> tuple[slice, Convert]:
    """Add the places for a field that is a set, a list or a word. Return them, and the function that fills them."""
    hides = field.secret is not None
    low, high = (0, 1) if isinstance(field, Set) else field.bounds(g)
    if isinstance(field, Set):
        part = layout._add(name, low, high, names=field.names(g), optional=optional, hides=hides)
        return part.places, partial(_bits, part.size, int(optional))
    if isinstance(field, Words):
        part = layout._add(name, low, high, optional=optional, hides=hides)
        return part.places, partial(_word, {word: place - part.base for place, word in enumerate(field.known)})
    slots = min(field.many, SLOTS)
    count = layout._add(f"{name}.count", 0, field.many, optional=optional, hides=hides)
    part = layout._add(name, low, high, names=[*map(str, range(slots))], optional=True)
    return slice(count.start, count.start + 1 + slots), partial(_list, slots, part.base, int(optional))


def _bits(size: int, base: int, value: int, _seat: int) -> array[int]:
    return array(TYPECODE, [base + (value >> i & 1) for i in range(size)])


def _word(places: dict[str, int], value: str, _seat: int) -> array[int]:
    return array(TYPECODE, (places[value],))


def _list(slots: int, base: int, more: int, value: Sequence[int], _seat: int) -> array[int]:
    items = [item - base for item in value[:slots]]
    return array(TYPECODE, [len(value) + more, *items, *(0,) * (slots - len(items))])


# -- the state --------------------------------------------------------------------------------------------------------


class State:
    """The places of a position's state in a row: first all single numbers, then sets, lists and layers."""

    def __init__(self, layout: Layout, g: Any) -> None:
        single = {n: p.field for n, p in g.STATE.items() if p.container is int and not isinstance(p.field, Set)}
        start = layout.size
        hiding = {n: field.secret for n, field in single.items()}
        parts = [layout._add(n, *field.bounds(g), hides=hiding[n] is not None) for n, field in single.items()]
        self.places = slice(start, layout.size)
        self.numbers = _getter(tuple(single))
        self.bases = tuple(part.base for part in parts)
        #: For each number that can be hidden: its place, a procedure and a field. While the procedure is under way, its
        #: field holds the seat that does not know the number.
        self.hidden: list[tuple[int, type[Procedure], str]] = []
        for part in parts:
            secret = hiding[part.name]
            if isinstance(secret, HiddenFrom):
                procedure, _, field = secret.field.partition(".")
                self.hidden.append((part.start, g.procedures[procedure], field))
            elif secret is not None:
                raise TypeError(f"{part.name}: a single number cannot be secret in this way: {secret}")
        others = {n: piece for n, piece in g.STATE.items() if n not in single}
        self.values = _getter(tuple(others))
        self.pieces = [self._piece(layout, g, n, piece) for n, piece in others.items()]

    def _piece(self, layout: Layout, g: Any, name: str, piece: Piece) -> tuple[slice, Convert]:
        if not piece.per:
            return _add_places(layout, g, name, piece.field, False)
        names = [".".join(pair) for pair in product(*(g.things(kind) for kind in piece.per.split("*")))]
        secret = piece.field.secret
        part = layout._add(name, *piece.field.bounds(g), names=names, hides=secret is not None)
        if secret is None:
            plain = piece.container in (bytes, bytearray) and not part.base
            return part.places, _wide if plain else partial(_layer, part.base)
        if not isinstance(secret, WithSeats):
            raise TypeError(f"{name}: a layer cannot be secret in this way: {secret}")
        groups, kinds = tuple(getattr(g.setup, secret.group)), getattr(g.setup, f"{secret.group}s")
        owners = ("none", *g.setup.seats)
        counted = [".".join(pair) for pair in product(kinds, owners)]
        layout._add(f"{name}.count", 0, len(names), names=counted)
        convert = partial(_owner_numbers, part.base, groups, len(owners), len(counted))
        return slice(part.start, layout.size), convert


def _layer(base: int, value: Sequence[int], _seat: int) -> array[int]:
    return array(TYPECODE, [item - base for item in value] if base else list(value))


def _wide(value: bytes, _seat: int) -> array[int]:
    """Return bytes as numbers of 16 bits. Slices are used, because a loop would be slower."""
    wide = bytearray(2 * len(value))
    wide[LOW_BYTE::2] = value
    return array(TYPECODE, bytes(wide))


def _owner_numbers(
    base: int, groups: Sequence[int], owners: int, counted: int, value: Sequence[int], seat: int
) -> array[int]:
    """Return the owner of each thing as far as a seat knows it, and then counts that are public.

    For each group of things, the counts tell how many of them no seat holds, and how many each seat holds.
    """
    counts = [0] * counted
    for group, owner in zip(groups, value, strict=True):
        if owner >= -1:
            counts[group * owners + owner + 1] += 1
    numbers = [owner - base if owner == seat or owner < -1 else HIDDEN for owner in value]
    return array(TYPECODE, numbers + counts)


def _getter(names: tuple[str, ...]) -> Callable[[Any], Sequence[Any]]:
    """Return a function that returns the values of these attributes all at once."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda thing: [getattr(thing, name) for name in names]


# -- procedures -------------------------------------------------------------------------------------------------------


class Frame:
    """The places of one procedure in a row: its depth on the stack, its step, its single numbers, then other fields."""

    def __init__(self, layout: Layout, g: Any, name: str, cls: type[Procedure], questions: int) -> None:
        #: How many steps all earlier procedures of the row have together. The number of a step counts on from there.
        self.questions = questions
        self.steps = {step: place for place, step in enumerate(sorted(steps(cast(Hashable, cls))), 1)}
        fields = {field: self._find_field(g, name, field) for field in cls.field_names() if field != "step"}
        single = {n: f for n, f in fields.items() if not f.many and not isinstance(f, Set | Words | Text)}
        start = layout.size
        layout._add(name, 1, MOST_FRAMES, optional=True)
        layout._add(f"{name}.step", 0, len(self.steps) - 1, optional=True)
        where: dict[str, slice] = {}
        bases = []
        for n, field in single.items():
            part = layout._add(f"{name}.{n}", *field.bounds(g), optional=True, hides=field.secret is not None)
            where[n] = part.places
            bases.append(part.base)
        self.head, self.bases = slice(start, layout.size), bases
        self.others: list[tuple[slice, Convert]] = []
        others = [n for n, field in fields.items() if n not in single and not isinstance(field, Text)]
        for n in others:
            where[n], convert = _add_places(layout, g, f"{name}.{n}", fields[n], True)
            self.others.append((where[n], convert))
        #: `values` returns the step, the single numbers and the other values of a procedure. `places` are all its
        #: places. `none` holds the numbers in these places while the procedure is not under way.
        self.values = _getter(("step", *single, *others))
        self.places = slice(start, layout.size)
        self.none = array(TYPECODE, (0,) * (layout.size - start))
        #: For each secret field: its places, the numbers that hide it, and the only seat that knows it (or the name of
        #: a field that holds this seat).
        self.secrets: list[tuple[slice, array[int], str | int]] = []
        for n, field in fields.items():
            if isinstance(field.secret, KnownTo):
                blank = array(TYPECODE, [HIDDEN, *(0,) * (where[n].stop - where[n].start - 1)])
                self.secrets.append((where[n], blank, field.secret.seat))
            elif field.secret is not None:
                raise TypeError(f"{name}.{n}: a field cannot be secret in this way: {field.secret}")

    @staticmethod
    def _find_field(g: Any, procedure: str, name: str) -> Field:
        field = find_field(g.FIELDS, procedure, name)
        if field is None:
            raise TypeError(f"{procedure}.{name}: nobody has declared what it may hold")
        return field

    def write(self, row: array[int], frame: Procedure, depth: int, values: Sequence[Any], seat: int) -> None:
        """Write a procedure into a row, as a seat knows it. `depth` is its place on the stack, counted from 1."""
        last = len(self.bases) + 1
        numbers = map(sub, values[1:last], self.bases)
        row[self.head] = array(TYPECODE, [depth, self.steps[values[0]], *numbers])
        for (places, convert), value in zip(self.others, values[last:], strict=True):
            row[places] = convert(value, seat)
        for places, blank, knows in self.secrets:
            if seat != (getattr(frame, knows) if isinstance(knows, str) else knows):
                row[places] = blank
