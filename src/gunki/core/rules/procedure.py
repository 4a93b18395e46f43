"""Rulebook procedures: classes with named steps, kept on a stack inside the position.

A step is a method `step(g)` that returns what comes next:

- a string: the next step of this procedure;
- `Call(procedure, then)`: run another procedure, then go on at step `then`;
- `Ask`, `Roll` or `Deal`: wait for a seat or for chance; the answer is passed to step `then`;
- `GameOver`; or `None` when the procedure is done.

Two rules keep a match clonable and savable in the middle of anything:

- a step that waits changes nothing, because it is run again after a clone or a load to find out what is awaited;
- a step that takes an answer stores it and names the next step; it never waits itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from operator import attrgetter
from types import ModuleType
from typing import Any, ClassVar

from gunki.core.dice.luck import Luck
from gunki.core.rules.decision import Act, Consequence
from gunki.core.rules.old_names import refuse_old_hooks

#: No rulebook rolls so many dice at once; whoever asks for more stands in a position that cannot be.
MOST_DICE = 200
#: Fields of a procedure may hold these and tuples of ints: things that a shallow copy shares safely.
FieldValue = int | str | tuple[int, ...]


@dataclass(eq=False)
class Procedure:
    """A procedure under way: its step, and its fields (ints and tuples of ints)."""

    step: str = field(default="start", kw_only=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_old_hooks(cls)

    def start(self, g: Any) -> Next:
        """The first step."""
        raise TypeError(f"{type(self).__name__} has no first step")

    def over(self, g: Any) -> Next:
        """The step after the last one, for a procedure that ends with another one that it called."""
        return None

    def is_fight(self) -> bool:
        """Whether it is one, from its beginning to its end: whatever is told meanwhile belongs to it."""
        return False

    def cost(self, g: Any, act: Act) -> int | None:
        """What an answer to its question costs, for people who choose; None where the rules count nothing."""
        return None

    def propose_acts(self, g: Any) -> Sequence[Act]:
        """Where its question arranges something that does not stand yet: answers in a row that arrange all of it, for
        whoever only wants to go on; none where what stands may be left as it is."""
        return ()

    def consequence(self, g: Any, act: Act) -> Consequence | None:
        """What an answer to its question brings that its words do not say, for people who choose."""
        return None

    def settle_turn_end(self, g: Any) -> None:
        """What it leaves to be settled, without anybody's choice, if the turn ends now (gunki.core.rules.aims)."""

    def luck(self, g: Any, wait: Roll) -> Luck | None:
        """Whom the dice serve that it waits for, and what they are worth to him; None where nobody can say."""
        return None

    def forget(self, seat: int) -> None:
        """Take out of it what a seat does not know: somebody's intention that has not shown yet."""

    def clone(self) -> Procedure:
        cls = type(self)
        return cls(*_values(cls)(self), step=self.step)

    def to_dict(self) -> dict[str, Any]:
        """Saved by name, never by position, so that an edit elsewhere breaks no saved game."""
        values = {name: getattr(self, name) for name in _init_fields(type(self))}
        return {"procedure": type(self).__name__, "step": self.step, **values}

    @classmethod
    def field_names(cls) -> tuple[str, ...]:
        return ("step", *_init_fields(cls))

    @classmethod
    def field_defaults(cls) -> dict[str, FieldValue]:
        """What fields hold that an older frame does not know yet."""
        return {f.name: f.default for f in fields(cls) if f.default is not MISSING}

    @classmethod
    def field_kinds(cls) -> dict[str, type]:
        """What each field holds, by its annotation: its text, or in a compiled class the type itself."""
        kinds: dict[object, type] = {"int": int, int: int, "str": str, str: str}
        return {f.name: kinds.get(f.type, tuple) for f in fields(cls)}


#: The steps that compiled procedures define, by module and class. Their methods do not say what they return, so that
#: generated code writes down here what the source says.
COMPILED_STEPS: dict[str, tuple[str, ...]] = {}

_INIT_FIELDS: dict[type[Procedure], tuple[str, ...]] = {}


def _init_fields(cls: type[Procedure]) -> tuple[str, ...]:
    """The fields that a procedure is made with, in that order; its step is named."""
    names = _INIT_FIELDS.get(cls)
    if names is None:
        names = _INIT_FIELDS[cls] = tuple(f.name for f in fields(cls) if f.name != "step")
    return names


_VALUES: dict[type[Procedure], Callable[[Procedure], tuple[Any, ...]]] = {}


def _values(cls: type[Procedure]) -> Callable[[Procedure], tuple[Any, ...]]:
    """What gives their values, all at once: clones are made at every step of a search."""
    getter = _VALUES.get(cls)
    if getter is None:
        names = _init_fields(cls)
        getter = _VALUES[cls] = attrgetter(*names) if len(names) > 1 else _make_getter(names)
    return getter


def _make_getter(names: tuple[str, ...]) -> Callable[[Procedure], tuple[Any, ...]]:
    def values(procedure: Procedure) -> tuple[Any, ...]:
        return tuple(getattr(procedure, name) for name in names)

    return values


def index_by_name(procedures: Iterable[type[Procedure]]) -> dict[str, type[Procedure]]:
    """The table that a written stack is read back with. Two of one name would be read back as one: an error."""
    table: dict[str, type[Procedure]] = {}
    for cls in procedures:
        if table.setdefault(cls.__name__, cls) is not cls:
            raise TypeError(f"two procedures are called {cls.__name__}: {cls}, {table[cls.__name__]}")
    return table


def procedures_in(*modules: ModuleType) -> Iterator[type[Procedure]]:
    """The procedures that modules define or use."""
    for module in modules:
        for cls in vars(module).values():
            if isinstance(cls, type) and issubclass(cls, Procedure) and cls is not Procedure:
                yield cls


class Ask:
    """A question to seat `who`. `candidates` hold every legal act, and others too unless `exact`.

    `bars` names the method `(g, act) -> Iterator[Reason]` of the procedure that tells what forbids an act; without it
    the candidates are exactly the legal acts. `verbs` names verbs that `bars` knows even if no candidate has them.
    `starts_order` marks the first question of a whole order: bots plan from there, and a player can take back to there.
    Where the same is asked again and again, `end_option` is the act that ends the series: of orders, if the question
    opens one, else of steps inside an order.
    `is_setup` marks a question that only sets up what will be played with: nothing is lost by going on with what stands
    or is proposed (`Procedure.propose_acts`). `irreversible` are acts that give up for good what matters much.
    """

    __slots__ = (
        "bars", "candidates", "clause", "data", "end_option", "exact", "irreversible", "is_setup", "kind", "legal",
        "name", "starts_order", "then", "verbs", "who",
    )  # fmt: skip
    EMPTY: ClassVar[Mapping[str, Any]] = {}

    def __init__(
        self,
        who: int,
        name: str,
        clause: str,
        candidates: Sequence[Act],
        then: str,
        *,
        bars: str = "",
        exact: bool = False,
        kind: str = "choose",
        data: Mapping[str, Any] = EMPTY,
        verbs: tuple[str, ...] = (),
        starts_order: bool = False,
        end_option: Act | None = None,
        is_setup: bool = False,
        irreversible: tuple[Act, ...] = (),
    ) -> None:
        self.who = who
        self.name = name
        self.clause = clause
        self.candidates = candidates
        self.then = then
        self.bars = bars
        self.exact = exact
        self.kind = kind
        self.data = data
        self.verbs = verbs
        self.starts_order = starts_order
        self.end_option = end_option
        self.is_setup = is_setup
        self.irreversible = irreversible
        self.legal: list[Act] | None = None


class Roll:
    """`count` dice of `sides` for a purpose; the results go to step `then` as a tuple.

    `modified`: the `value` in the data is added to the dice, and the total is told with them.
    """

    __slots__ = ("clause", "count", "data", "modified", "name", "sides", "then")

    def __init__(
        self,
        name: str,
        clause: str,
        count: int,
        then: str,
        *,
        sides: int = 6,
        data: Mapping[str, Any] = Ask.EMPTY,
        modified: bool = False,
    ) -> None:
        self.name = name
        self.clause = clause
        self.count = count
        self.sides = sides
        self.then = then
        self.data = data
        self.modified = modified

    @property
    def fits(self) -> bool:
        return 0 <= self.count <= MOST_DICE


class Deal:
    """`count` cards out of `pool`, unseen by all but `seat`; they go to step `then` as a tuple."""

    __slots__ = ("clause", "count", "pool", "seat", "then")

    def __init__(self, seat: int, clause: str, pool: tuple[int, ...], count: int, then: str) -> None:
        self.seat = seat
        self.clause = clause
        self.pool = pool
        self.count = count
        self.then = then

    @property
    def fits(self) -> bool:
        return 0 <= self.count <= len(self.pool)


class Call:
    __slots__ = ("procedure", "then")

    def __init__(self, procedure: Procedure, then: str) -> None:
        self.procedure = procedure
        self.then = then


@dataclass(frozen=True, slots=True)
class GameOver:
    """The end: which seats won (none, if all lose), why, and by which clause; `points` per seat."""

    winners: tuple[int, ...]
    reason: str
    clause: str
    points: tuple[int, ...] = ()


Wait = Ask | Roll | Deal
Next = str | Call | Ask | Roll | Deal | GameOver | None
