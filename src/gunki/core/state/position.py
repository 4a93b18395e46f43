"""The position of a match: numbers and lists of numbers, the stack of procedures, and what it waits for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import Any, ClassVar, Self

from gunki.core.definition.lexicon import Lexicon
from gunki.core.dice.chance import Chance
from gunki.core.errors import EndlessError, PositionError
from gunki.core.rules.aims import AT_ONCE, Ending, first_outcome
from gunki.core.rules.decision import Act, Reason
from gunki.core.rules.events import RawEvent, Trace
from gunki.core.rules.old_names import refuse_old_hooks
from gunki.core.rules.procedure import Ask, Call, Deal, GameOver, Next, Procedure, Roll, Wait
from gunki.core.show.notebook import notebook_svg
from gunki.core.state.fields import Field, Piece

#: The largest number of steps of procedures between two decisions. More steps mean that the procedures would never
#: end. Games need some dozens, or up to some thousands if no seat has a decision until the end of the game.
MOST_STEPS = 10_000
#: The entry of a document that holds the procedures under way.
STACK = "stack"


def digest(state: Mapping[str, Any], leave_out: str = "") -> str:
    """Return a digest of a result of `Position.to_dict`, without its entry `leave_out` if that is given."""
    entries = {name: value for name, value in state.items() if name != leave_out}
    text = json.dumps(entries, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).hexdigest()


@lru_cache(maxsize=64)
def _state_names(cls: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the pieces of state that are single numbers, and of all others."""
    single = {name: piece.container is int for name, piece in cls.STATE.items()}
    return tuple(name for name, one in single.items() if one), tuple(name for name, one in single.items() if not one)


class Position:
    """A position. Games subclass it, add their lists of ints, declare them in `STATE`, and extend `clone`.

    Every slot of a subclass is declared in `STATE`, computed from the state (`DERIVED`), or a cache (`CACHES`).
    """

    __slots__ = ("barrier", "chances", "log", "memo", "outcome", "shared", "stack", "wait")
    #: Every procedure by its name, in games in which all setups have the same procedures (see `procedures`).
    PROCEDURES: ClassVar[Mapping[str, type[Procedure]]] = {}
    #: The declarations of the state (gunki.core.state.fields), and the slots that `derive` computes from it.
    STATE: ClassVar[Mapping[str, Piece]] = {}
    DERIVED: ClassVar[frozenset[str]] = frozenset()
    #: The declarations of the fields of procedures, and the name of the procedure at the bottom of every stack.
    FIELDS: ClassVar[Mapping[str, Field]] = {}
    ROOT: ClassVar[str] = ""
    #: Today's names of steps, by their old names. An old name includes the class that defines the step:
    #: `Class.old_name`.
    OLD_STEPS: ClassVar[Mapping[str, str]] = {}
    #: The endings of the game, in the order in which they are checked.
    ENDINGS: ClassVar[tuple[Ending[Any], ...]] = ()
    #: Slots that only save time: their values can be computed anew and may be missing.
    CACHES: ClassVar[frozenset[str]] = frozenset({"shared"})

    stack: list[Procedure]
    #: How many procedures at the bottom of the stack may be shared with clones. A procedure changes only while it is at
    #: the top of the stack, and a shared one is copied when it gets there.
    shared: int
    wait: Wait | None
    outcome: GameOver | None
    log: list[RawEvent] | None
    #: A cache for the checks of several options. It exists only while options are listed, because nothing changes then.
    memo: dict[Any, Any] | None
    #: How many rolls and deals there have been. The generator takes its numbers by this count.
    chances: int
    #: How often something was revealed (dice, cards or secrets). A take-back past a reveal needs the consent of all
    #: seats.
    barrier: int

    @property
    def lexicon(self) -> Lexicon:
        """The names of the things in this position."""
        raise NotImplementedError

    def _repr_svg_(self) -> str | None:
        """Return the position as SVG for notebooks, or None if nothing can draw it."""
        return notebook_svg(self)

    def things(self, kind: str) -> Sequence[str]:
        """Return the names of the things of a kind, as the declarations of the state need them."""
        return self.lexicon.domains[kind]

    @property
    def procedures(self) -> Mapping[str, type[Procedure]]:
        """Every procedure by its name, for reading a saved stack."""
        return self.PROCEDURES

    # -- the end of the game --------------------------------------------------------------------------------------

    def find_outcome(self, *whens: str) -> GameOver | None:
        """Return the end of the game if one of the endings checked at these times applies (gunki.core.rules.aims)."""
        return first_outcome(self.ENDINGS, self, *whens)

    def position_for(self, when: str) -> Self:
        """Return the position in which the endings checked at the time `when` are judged now; do not change it.

        For AT_ONCE it is this position. Otherwise it is a copy, in which the procedures under way have done what they
        do at the end of the turn.
        """
        if when == AT_ONCE or not self.stack:
            return self
        new = self.clone()
        for frame in reversed(self.stack):
            frame.settle_turn_end(new)
        return new

    def aims_cache_key(self) -> tuple[Any, ...]:
        """Return everything that the aims depend on. If it is equal in two positions, their aims are equal."""
        return self.state(), self.list_unsettled(), self.outcome

    def list_unsettled(self) -> list[dict[str, Any]]:
        """Return, as plain data, the procedures under way that have something to do at the end of the turn."""
        frames = [f.to_dict() for f in self.stack if type(f).settle_turn_end != Procedure.settle_turn_end]
        return [{name: value for name, value in frame.items() if name != "step"} for frame in frames]

    def closing(self) -> tuple[int, int]:
        """Return the present turn, and the highest result of the die with which the game ends after this turn.

        The number is 0 if the game goes on with every result, and 6 if it ends with every result.
        """
        return 0, 0

    def last_turns(self) -> tuple[tuple[int, int], ...]:
        """Return the turns after which the game may end, each with the highest result of the die that ends the game."""
        return ()

    # -- copying and comparing ------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """Return an independent copy that keeps no log."""
        cls = type(self)
        new: Self = cls()
        stack = new.stack = self.stack[:]
        if stack:
            stack[-1] = stack[-1].clone()
        self.shared = new.shared = len(stack) - 1
        new.wait = self.wait
        new.outcome = self.outcome
        new.log = new.memo = None
        new.chances = self.chances
        new.barrier = self.barrier
        return new

    def state(self) -> dict[str, Any]:
        """Return the game's own state, as plain data by name."""
        cls: Any = type(self)
        numbers, layers = _state_names(cls)
        values = {name: getattr(self, name) for name in numbers}
        for name in layers:
            values[name] = list(getattr(self, name))
        return values

    def to_dict(self) -> dict[str, Any]:
        """Return the whole position as plain data, which `restore` reads."""
        return {
            **self.state(),
            "chances": self.chances,
            "barrier": self.barrier,
            "stack": [frame.to_dict() for frame in self.stack],
            "outcome": self._outcome_data(),
        }

    def _outcome_data(self) -> list[Any] | None:
        over = self.outcome
        return None if over is None else [list(over.winners), over.reason, over.clause, list(over.points)]

    def restore(self, data: Mapping[str, Any]) -> None:
        """Set the position from a result of `to_dict`.

        The result must not come from a stranger, because it is not fully checked.
        """
        for name, piece in self.STATE.items():
            setattr(self, name, piece.container(data[name]))
        self.chances, self.barrier = data["chances"], data["barrier"]
        self.stack, self.shared = [self.read_frame(frame) for frame in data["stack"]], 0
        over = data["outcome"]
        self.outcome = None if over is None else GameOver(tuple(over[0]), over[1], over[2], tuple(over[3]))
        self.derive()
        self.restore_wait()

    def derive(self) -> None:
        """Compute anew the slots that follow from the state (`DERIVED`)."""

    def read_frame(self, frame: Mapping[str, Any]) -> Procedure:
        """Return a procedure from its saved form; raise an error if the form is wrong."""
        cls = self.procedures[frame["procedure"]]
        values = {**cls.field_defaults(), **frame}
        del values["procedure"]
        if set(values) != set(cls.field_names()):
            raise ValueError(f"{frame['procedure']}: expected the fields {', '.join(cls.field_names())}")
        values["step"] = self.rename_step(cls, values["step"])
        step = getattr(cls, values["step"], None) if isinstance(values["step"], str) else None
        if not callable(step) or values["step"].startswith("_"):
            raise ValueError(f"{frame['procedure']}: unknown step {values['step']!r}")
        for key, kind in cls.field_kinds().items():
            value = tuple(values[key]) if isinstance(values[key], list) else values[key]
            if type(value) is not kind:
                raise ValueError(f"{frame['procedure']}: {key}: expected {kind.__name__}, found {value!r}")
            values[key] = value
        return cls(**values)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_old_hooks(cls)

    def rename_step(self, cls: type[Procedure], step: Any) -> Any:
        """Return today's name of a step. Saves of earlier versions may hold an older name."""
        if not isinstance(step, str) or hasattr(cls, step):
            return step
        return next((new for base in cls.__mro__ if (new := self.OLD_STEPS.get(f"{base.__name__}.{step}"))), step)

    def digest(self) -> str:
        """Return a digest of the whole position."""
        return digest(self.to_dict())

    # -- going on -------------------------------------------------------------------------------------------------

    def resume(self, chance: Chance | None = None) -> None:
        """Run the procedures from the present step to the next decision."""
        frame = self.stack[-1]
        self._run(getattr(frame, frame.step)(self), chance)

    def restore_wait(self) -> None:
        """Set `wait` after a load, by running the present step again. Steps that wait change nothing."""
        if not self.stack:
            self.wait = None
            return
        frame = self.stack[-1]
        out = getattr(frame, frame.step)(self)
        if not isinstance(out, Ask | Roll | Deal):
            raise TypeError(f"{type(frame).__name__}.{frame.step} does not wait")
        self.wait = out

    def apply(self, act: Act, chance: Chance | None = None) -> None:
        """Answer the decision. This does not check that the act is legal; `bars` returns the reasons against an act."""
        ask = self.wait
        frame = self.stack[-1]
        then: str = ask.then  # type: ignore[union-attr]
        frame.step = then
        self._run(getattr(frame, then)(self, act), chance, answered=True)

    def apply_chance(self, result: tuple[int, ...], chance: Chance | None = None) -> None:
        """Answer the roll or deal that the position waits for."""
        self._run(self._apply_result(self.wait, result), chance, answered=True)  # type: ignore[arg-type]

    def _apply_result(self, wait: Roll | Deal, result: tuple[int, ...]) -> Next:
        self.chances += 1
        self.barrier += 1
        if self.log is not None:
            self._emit_chance(wait, result)
        frame = self.stack[-1]
        frame.step = wait.then
        out: Next = getattr(frame, wait.then)(self, result)
        return out

    def _run(self, out: Any, chance: Chance | None, answered: bool = False) -> None:
        stack = self.stack
        for _ in range(MOST_STEPS):
            kind = type(out)
            if kind is str:
                frame = stack[-1]
                frame.step = out
                out = getattr(frame, out)(self)
            elif out is None:
                frame = stack.pop()
                if isinstance(self.log, Trace):
                    self.log.note(type(frame).__name__, frame.step)
                if not stack:
                    self.wait = None
                    return
                if len(stack) <= self.shared:
                    self.shared = len(stack) - 1
                    stack[-1] = stack[-1].clone()
                frame = stack[-1]
                out = getattr(frame, frame.step)(self)
            elif kind is Call:
                stack[-1].step = out.then
                frame = out.procedure
                stack.append(frame)
                if isinstance(self.log, Trace):
                    self.log.note(type(frame).__name__)
                out = frame.start(self)
            elif kind is GameOver:
                self.outcome = out
                stack.clear()
                self.wait = None
                return
            elif answered:
                frame = stack[-1]
                raise TypeError(f"{type(frame).__name__}.{frame.step} takes an answer and must not wait itself")
            elif kind is Ask:
                self.wait = out
                return
            else:
                if (kind is not Roll and kind is not Deal) or not out.fits:
                    raise PositionError(self._impossible(out))
                result = None if chance is None else chance(self, out)
                if result is None:
                    self.wait = out
                    return
                out = self._apply_result(out, result)
                answered = True
                continue
            answered = False
        raise EndlessError(f"{self._place()}: {MOST_STEPS} steps and no question: the procedures run in a circle")

    def _place(self) -> str:
        """Return the name of the present procedure and step, for messages."""
        return f"{type(self.stack[-1]).__name__}.{self.stack[-1].step}" if self.stack else "the end"

    def _impossible(self, wait: Any) -> str:
        if not isinstance(wait, Roll | Deal):
            return f"{self._place()} is no step of a procedure"
        if isinstance(wait, Roll):
            return f"{self._place()}: a roll of {wait.count} dice ({wait.clause}) is none that the rules can ask for"
        return f"{self._place()}: {wait.count} cards of {len(wait.pool)} cannot be dealt ({wait.clause})"

    # -- decisions ------------------------------------------------------------------------------------------------

    def options(self) -> list[Act]:
        """Return the legal acts, in the order of the candidates. Do not change the list, because clones share it."""
        ask = self.wait
        if type(ask) is not Ask:
            return []
        legal = ask.legal
        if legal is None:
            if ask.bars and not ask.exact:
                bars = self._bars_of(ask)
                self.memo = {}
                legal = [act for act in ask.candidates if next(bars(self, act), None) is None]
                self.memo = None
            else:
                legal = list(ask.candidates)
            ask.legal = legal
        return legal

    def pick(self, rng: Random) -> Act | None:
        """Return a random one of the `options`, each with the same chance, or None if there are none.

        Candidates are drawn until one is legal, so that few of them need to be checked.
        """
        ask = self.wait
        if type(ask) is not Ask:
            return None
        if ask.legal is not None or not ask.bars or ask.exact:
            legal = self.options()
            return legal[int(rng.random() * len(legal))] if legal else None
        bars = self._bars_of(ask)
        left = list(ask.candidates)
        self.memo = {}
        while left:
            drawn = int(rng.random() * len(left))
            act = left[drawn]
            if next(bars(self, act), None) is None:
                self.memo = None
                return act
            left[drawn] = left[-1]
            left.pop()
        self.memo = None
        ask.legal = []
        return None

    def _bars_of(self, ask: Ask) -> Callable[[Position, Act], Iterator[Reason]]:
        """Return the function of the procedure that yields the reasons against an act."""
        bars: Callable[[Position, Act], Iterator[Reason]] = getattr(self.stack[-1], ask.bars)
        return bars

    @property
    def is_listing(self) -> bool:
        """Whether options are being listed. Then one reason is enough; reasons that are slow to find can be skipped."""
        return self.memo is not None

    def cost(self, act: Act) -> int | None:
        """Return the cost of an option, or None if the rules count no cost."""
        return self.stack[-1].cost(self, act)

    def bars(self, act: Act) -> list[Reason]:
        """Return every reason that forbids the act now. There is none if and only if the act is an option."""
        ask = self.wait
        if type(ask) is not Ask:
            return [Reason("", "not_now")]
        options = self.options()
        if act in options:
            return []
        bars: list[Reason] = []
        if ask.bars and act[0] in self._verbs(ask):
            bars = list(getattr(self.stack[-1], ask.bars)(self, act))
        return bars or [Reason(ask.clause, "not_offered")]

    #: The largest numbers of acts examined and of refusals listed when a player points at a thing.
    MAX_ACTS_EXAMINED: ClassVar[int] = 400
    MAX_REFUSALS_LISTED: ClassVar[int] = 4

    def list_refusals(self, kind: str, index: int) -> list[tuple[Act, list[Reason], int]]:
        """Return the refused acts about one thing with their reasons, those with the fewest reasons first.

        Return an empty list if one of the acts is allowed. Of acts with equal reasons, one is returned with the number
        of the others. If no act of the decision can name the thing, return an empty act with a reason that says so.
        """
        ask = self.wait
        assert type(ask) is Ask
        lexicon = self.lexicon
        about = [act for verb in self._verbs(ask) for act in lexicon.about(verb, kind, index)]
        options = set(self.options())
        if any(act in options for act in about):
            return []
        # Prefer acts that name the thing first, because their reasons are more helpful than those of other acts.
        about = [act for act in about if act[1] == index and lexicon.first_kind(act[0]) == kind] or about
        offered = set(ask.candidates)
        about.sort(key=lambda act: act not in offered)
        refusals: dict[tuple[Any, ...], tuple[Act, list[Reason], int]] = {}
        for act in about[: self.MAX_ACTS_EXAMINED]:
            bars = self.bars(act)
            key = tuple((bar.clause, bar.what, str(bar.data)) for bar in bars)
            first, _, others = refusals.get(key, (act, bars, -1))
            refusals[key] = (first, bars, others + 1)
        nearest = sorted(refusals.values(), key=lambda refusal: len(refusal[1]))
        return nearest[: self.MAX_REFUSALS_LISTED] or [((), [Reason(ask.clause, "not_offered")], 0)]

    @staticmethod
    def _verbs(ask: Ask) -> list[str]:
        """Return the verbs of the acts for which a decision can give reasons."""
        return list(dict.fromkeys([*(candidate[0] for candidate in ask.candidates), *ask.verbs]))

    # -- events ---------------------------------------------------------------------------------------------------

    def emit(self, kind: str, *clauses: str, seen_by: tuple[int, ...] | None = None, **data: Any) -> None:
        """Add an event to the log, if the position keeps one. Code that runs often checks `log is not None` first."""
        if self.log is not None:
            fight = any(frame.is_fight() for frame in self.stack)
            self.log.append(RawEvent(kind, clauses, data, seen_by, fight))

    def _emit_chance(self, wait: Roll | Deal, result: tuple[int, ...]) -> None:
        if isinstance(wait, Roll):
            total = {"total": sum(result) + wait.data["value"]} if wait.modified else {}
            self.emit("roll", wait.clause, purpose=wait.name, dice=list(result), **total, **wait.data)
        else:
            self.emit("draw", wait.clause, seat=wait.seat, count=len(result))
            if result:
                self.emit("dealt", wait.clause, seen_by=(wait.seat,), seat=wait.seat, cards=list(result))
