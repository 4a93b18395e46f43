"""What the fields of procedures and positions may hold, so that a written stack is read back with everything checked.

Each field is declared once, by name (`seat`), or by procedure and name (`Petitions.result`) where the same word means
something else there. Whoever writes a document is a stranger: what is out of its range is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from inspect import Signature, signature
from typing import Any

from gunki.core.errors import ActionError, PositionError
from gunki.core.lexicon import Lexicon
from gunki.core.procedure import Ask, Procedure, Roll

#: No rulebook nests its procedures deeper.
MOST_FRAMES = 32
#: Counters that only grow with play: rolls, revealed secrets.
COUNTER = 10**9


@dataclass(frozen=True, slots=True)
class Field:
    """Whole numbers from `low` to `high`, or to the last thing of a `kind`; one, or a list of at most `many`.

    `above`: so many numbers more than there are things. `named`: written with the thing's name. `bits`: a set of such
    things as a number. `whole`: as many as there are now. `shape`: what a list must be besides. `words`: texts instead.
    """

    low: int = 0
    high: int = 1
    kind: str = ""
    named: bool = False
    bits: bool = False
    many: int = 0
    above: int = 0
    whole: bool = False
    shape: Callable[[tuple[int, ...]], bool] | None = None
    words: tuple[str, ...] = ()

    def highest(self, lexicon: Lexicon) -> int:
        if not self.kind:
            return self.high
        count = len(lexicon.domains[self.kind])
        return (1 << count) - 1 if self.bits else count - 1 + self.above

    def read(self, value: Any, lexicon: Lexicon) -> Any:
        """The value as the procedure keeps it; raises ValueError on anything else."""
        if self.words:
            if not isinstance(value, str) or value not in self.words:
                raise ValueError(f"expected one of {', '.join(map(repr, self.words))}, found {_shown(value)}")
            return value
        if not self.many:
            return self._one(value, lexicon)
        if not isinstance(value, list | tuple) or len(value) > self.many:
            raise ValueError(f"expected a list of at most {self.many}, found {_shown(value)}")
        found = tuple(self._one(item, lexicon) for item in value)
        if self.shape is not None and not self.shape(found):
            raise ValueError(f"a list that does not add up: {_shown(value)}")
        return found

    def _one(self, value: Any, lexicon: Lexicon) -> int:
        high = self.highest(lexicon)
        if self.named and not isinstance(value, int):  # a number is what the name stands for
            try:
                value = lexicon.number(self.kind, value)
            except ActionError as error:
                raise ValueError(str(error)) from None
            if value < self.low:
                raise ValueError(f"expected a {self.kind}, found none")
        if type(value) is not int or not self.low <= value <= high:
            raise ValueError(f"expected a whole number from {self.low} to {high}, found {_shown(value)}")
        return value

    def write(self, value: Any, lexicon: Lexicon) -> Any:
        """As it stands in a document, which knows lists, not tuples."""
        if self.many:
            return [self._name(item, lexicon) for item in value]
        return self._name(value, lexicon)

    def _name(self, value: Any, lexicon: Lexicon) -> Any:
        return lexicon.name(self.kind, value) if self.named else value


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def number(low: int, high: int, many: int = 0) -> Field:
    return Field(low, high, many=many)


def index(kind: str, low: int = -1, many: int = 0) -> Field:
    """The number of a thing; -1: none."""
    return Field(low, kind=kind, many=many)


def named(kind: str, low: int = -1, many: int = 0) -> Field:
    """A thing, written with its name; -1: none."""
    return Field(low, kind=kind, named=True, many=many)


def bits(kind: str) -> Field:
    """A set of things, one bit for each."""
    return Field(kind=kind, bits=True)


def words(*known: str) -> Field:
    return Field(words=known)


FLAG = number(0, 1)
#: For what a game has not declared (a test says so): enough for a rulebook, too little for harm.
_UNDECLARED = {int: number(-1, 255), tuple: number(-1, 9999, many=99)}


def declared(fields: Mapping[str, Field], procedure: str, name: str) -> Field | None:
    return fields.get(f"{procedure}.{name}") or fields.get(name)


@lru_cache(maxsize=1024)
def steps(cls: Any) -> frozenset[str]:
    """The steps at which a procedure can stand: methods that need only the position, and tell what comes next."""
    found = set()
    for name in dir(cls):
        method = getattr(cls, name)
        if not name.startswith("_") and callable(method):
            form = signature(method)
            if len(form.parameters) == 2 and form.return_annotation in ("Next", Signature.empty):
                found.add(name)
    return frozenset(found)


# -- stacks -----------------------------------------------------------------------------------------------------------


def write_stack(g: Any) -> list[dict[str, Any]]:
    """The procedures under way, with names."""
    lexicon, fields = g.lexicon, g.FIELDS
    frames = []
    for frame in g.stack:
        out = frame.to_dict()
        for key, value in out.items():
            field = None if key in ("procedure", "step") else declared(fields, type(frame).__name__, key)
            if field is not None:
                out[key] = field.write(value, lexicon)
            elif isinstance(value, tuple):
                out[key] = list(value)
        frames.append(out)
    return frames


def read_stack(g: Any, frames: Any) -> list[Procedure]:
    """The same back, with every entry checked."""
    if not isinstance(frames, Sequence) or isinstance(frames, str) or not 0 < len(frames) <= MOST_FRAMES:
        raise PositionError(f"stack: expected a list of 1 to {MOST_FRAMES} procedures")
    found: list[Procedure] = []
    for place, frame in enumerate(frames, 1):
        try:
            read = _frame(g, frame, first=place == 1)
            if found and type(found[-1]) is type(read):  # what it has taken into its hand would be used twice
                raise ValueError(f"{type(read).__name__} is under way already: no procedure is part of itself")
        except ValueError as error:
            raise PositionError(f"stack entry {place}: {error}") from None
        found.append(read)
    return found


def _frame(g: Any, frame: Any, first: bool) -> Procedure:
    name = frame.get("procedure") if isinstance(frame, Mapping) else None
    cls = g.procedures.get(name) if isinstance(name, str) else None
    if not isinstance(name, str) or cls is None or cls is Procedure:
        raise ValueError(f"{_shown(name)} is no procedure of this game")
    if first != (name == g.ROOT):  # else the game would end with it, or be played twice
        raise ValueError(f"the first procedure, and only that, is {g.ROOT}; found {name}")
    frame = {**{key: _plain(value) for key, value in cls.field_defaults().items() if key != "step"}, **frame}
    if set(frame) != {"procedure", *cls.field_names()}:
        raise ValueError(f"{name}: expected the fields {', '.join(cls.field_names())}")
    if not isinstance(frame["step"], str) or frame["step"] not in steps(cls):
        raise ValueError(f"{name}: unknown step {_shown(frame['step'])}")
    values: dict[str, Any] = {"procedure": name, "step": frame["step"]}
    for key, kind in cls.field_kinds().items():
        if key != "step":
            values[key] = _value(g, name, key, kind, frame[key])
    return g.read_frame(values)  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _value(g: Any, name: str, key: str, kind: type, value: Any) -> Any:
    field = declared(g.FIELDS, name, key)
    try:
        if field is not None:
            return field.read(value, g.lexicon)
        if kind is str:
            return _clause(g, value)
        return _UNDECLARED[kind].read(value, g.lexicon)
    except ValueError as error:
        raise ValueError(f"{name}.{key}: {error}") from None


def _clause(g: Any, value: Any) -> str:
    if not isinstance(value, str) or not value.isascii() or not value.isprintable() or len(value) > 20:
        raise ValueError(f"expected the number of a clause, found {_shown(value)}")
    return value


def check_stack(g: Any, frames: Any) -> list[Procedure]:
    """The procedures under way, tried out: they must ask something that can be answered."""
    g.stack = read_stack(g, frames)
    try:
        g.reawait()
        wait = g.wait
        fits = not isinstance(wait, Ask) or (0 <= wait.who < len(g.setup.seats) and bool(g.options()))
        fits = fits and (not isinstance(wait, Roll) or wait.fits)
    except Exception:
        fits = False
    if not fits:
        raise PositionError("stack: these procedures do not fit the position")
    return g.stack  # type: ignore[no-any-return]


def read_state(g: Any, state: Mapping[str, Any], fields: Mapping[str, Field]) -> None:
    """What a description holds besides what its readers see: small numbers, each in its range and its length."""
    for name, value in state.items():
        field = fields.get(name)
        if field is None:
            raise PositionError(f"state.{str(name)[:40]}: unknown entry; known: {', '.join(fields)}")
        now = getattr(g, name)
        try:
            read = field.read(value, g.lexicon)
            if field.whole and len(read) != len(now):
                raise ValueError(f"expected {len(now)} whole numbers, found {len(read)}")
        except ValueError as error:
            raise PositionError(f"state.{name}: {error}") from None
        setattr(g, name, type(now)(read) if field.many else read)


def write_state(g: Any, fields: Mapping[str, Field]) -> dict[str, Any]:
    return {name: field.write(getattr(g, name), g.lexicon) for name, field in fields.items()}
