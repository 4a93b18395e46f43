"""Rulebook procedures: classes with named steps, kept on a stack inside the position.

A step is a method `step(g)` that returns what comes next:

- a string: the next step of this procedure;
- `Call(procedure, then)`: run another procedure, then go on at step `then`;
- `Ask`, `Roll` or `Deal`: wait for a seat or for chance; the answer is passed to step `then`;
- `GameOver`; or `None` when the procedure is done.

Two rules keep a match clonable and savable at any moment:

- a step that waits changes nothing, because it runs again after a clone or a load to find out what it waits for;
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

#: The largest number of dice in one roll. No rulebook asks for more; a larger roll means an impossible position.
MOST_DICE = 200
#: The values that a procedure's fields may hold. They cannot change, so a shallow copy of a procedure is enough.
FieldValue = int | str | tuple[int, ...]


@dataclass(eq=False)
class Procedure:
    """A procedure under way: its present step, and its fields (see FieldValue)."""

    step: str = field(default="start", kw_only=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_old_hooks(cls)

    def start(self, g: Any) -> Next:
        """Run the first step, and return what comes next."""
        raise TypeError(f"{type(self).__name__} has no first step")

    def over(self, g: Any) -> Next:
        """End the procedure. It is the step to name in a `Call` after which nothing is left to do."""
        return None

    def is_fight(self) -> bool:
        """Return whether this procedure is a fight. If so, every event while it is under way is part of the fight."""
        return False

    def cost(self, g: Any, act: Act) -> int | None:
        """Return the cost of an answer, to be shown to the player, or None if it has no cost in the rules."""
        return None

    def propose_acts(self, g: Any) -> Sequence[Act]:
        """Return a series of answers that set up all pieces, for players who do not want to set them up themselves.

        It is empty if the decision does not set up pieces, or if the pieces may stay as they are.
        """
        return ()

    def consequence(self, g: Any, act: Act) -> Consequence | None:
        """Return a consequence of an answer that the player cannot see from its text, or None if there is none."""
        return None

    def settle_turn_end(self, g: Any) -> None:
        """Change `g` as the rules would change it if the turn ended now, as far as no seat has a choice.

        Endings that are checked at the end of the turn need this position (gunki.core.rules.aims).
        """

    def luck(self, g: Any, wait: Roll) -> Luck | None:
        """Return which seat profits from the awaited dice, and how much (`Luck`), or None if that is not clear."""
        return None

    def forget(self, seat: int) -> None:
        """Remove from the fields what a seat does not know, such as an intention that another seat has not revealed."""

    def clone(self) -> Procedure:
        """Return a copy with the same fields and step."""
        cls = type(self)
        return cls(*_values(cls)(self), step=self.step)

    def to_dict(self) -> dict[str, Any]:
        """Return the procedure as plain data. Fields are saved by name, so that a new field breaks no old saves."""
        values = {name: getattr(self, name) for name in _init_fields(type(self))}
        return {"procedure": type(self).__name__, "step": self.step, **values}

    @classmethod
    def field_names(cls) -> tuple[str, ...]:
        """Return the names of the fields, `step` first."""
        return ("step", *_init_fields(cls))

    @classmethod
    def field_defaults(cls) -> dict[str, FieldValue]:
        """Return the default values of fields, for saved procedures of older versions that lack these fields."""
        return {f.name: f.default for f in fields(cls) if f.default is not MISSING}

    @classmethod
    def field_kinds(cls) -> dict[str, type]:
        """Return the type of each field: int, str or tuple.

        The type is taken from the annotation, which is a text in a plain class and a type in a compiled class.
        """
        kinds: dict[object, type] = {"int": int, int: int, "str": str, str: str}
        return {f.name: kinds.get(f.type, tuple) for f in fields(cls)}


#: The names of the steps that compiled procedures define, by module and class. Compiled methods have no annotations to
#: find the steps by, so generated code writes the names from the source into this table.
COMPILED_STEPS: dict[str, tuple[str, ...]] = {}

_INIT_FIELDS: dict[type[Procedure], tuple[str, ...]] = {}


def _init_fields(cls: type[Procedure]) -> tuple[str, ...]:
    """Return the names of the fields that a procedure's `__init__` takes, in order; `step` is keyword-only."""
    names = _INIT_FIELDS.get(cls)
    if names is None:
        names = _INIT_FIELDS[cls] = tuple(f.name for f in fields(cls) if f.name != "step")
    return names


_VALUES: dict[type[Procedure], Callable[[Procedure], tuple[Any, ...]]] = {}


def _values(cls: type[Procedure]) -> Callable[[Procedure], tuple[Any, ...]]:
    """Return a function that reads all fields of a procedure at once. It is fast, because searches clone very often."""
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
    """Return procedures by class name, for reading a written stack. Two procedures of one name are an error."""
    table: dict[str, type[Procedure]] = {}
    for cls in procedures:
        if table.setdefault(cls.__name__, cls) is not cls:
            raise TypeError(f"two procedures are called {cls.__name__}: {cls}, {table[cls.__name__]}")
    return table


def procedures_in(*modules: ModuleType) -> Iterator[type[Procedure]]:
    """Yield the procedures that modules define or import."""
    for module in modules:
        for cls in vars(module).values():
            if isinstance(cls, type) and issubclass(cls, Procedure) and cls is not Procedure:
                yield cls


class Ask:
    """A decision of seat `who`. `candidates` holds every legal act; unless `exact`, it may hold other acts too.

    `bars` names the method `(g, act) -> Iterator[Reason]` of the procedure that yields the reasons against an act. If
    it is empty, the candidates are exactly the legal acts. `verbs` are verbs that no candidate has, but for which
    `bars` can give reasons. `starts_order` marks the first decision of an order, which is a row of answers that belong
    together: bots plan whole orders, and a player can take a whole order back. If the same decision comes repeatedly,
    `end_option` is the act that ends the series: a series of orders if the decision starts an order, else a series of
    steps inside an order.
    `is_setup` marks a decision that only sets up pieces: a player may leave the pieces as they are, or accept the
    proposal (`Procedure.propose_acts`). `irreversible` are acts that give up something important for good.
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
    """A roll of `count` dice with `sides` sides; the results go to step `then` as a tuple.

    `name` is the purpose of the roll. If `modified` is true, the `value` in the data is added to the dice, and the
    event tells the total.
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
        """Whether the number of dice is possible."""
        return 0 <= self.count <= MOST_DICE


class Deal:
    """A deal of `count` cards out of `pool`. Only `seat` sees the cards; they go to step `then` as a tuple."""

    __slots__ = ("clause", "count", "pool", "seat", "then")

    def __init__(self, seat: int, clause: str, pool: tuple[int, ...], count: int, then: str) -> None:
        self.seat = seat
        self.clause = clause
        self.pool = pool
        self.count = count
        self.then = then

    @property
    def fits(self) -> bool:
        """Whether the pool has enough cards."""
        return 0 <= self.count <= len(self.pool)


class Call:
    """A call of another procedure; afterwards the calling procedure goes on at step `then`."""

    __slots__ = ("procedure", "then")

    def __init__(self, procedure: Procedure, then: str) -> None:
        self.procedure = procedure
        self.then = then


@dataclass(frozen=True, slots=True)
class GameOver:
    """The end of a game: the seats that won, the reason, the clause, the points of each seat. All seats may lose."""

    winners: tuple[int, ...]
    reason: str
    clause: str
    points: tuple[int, ...] = ()


Wait = Ask | Roll | Deal
Next = str | Call | Ask | Roll | Deal | GameOver | None
