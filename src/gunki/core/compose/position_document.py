"""The document of a position: its declared state (gunki.core.state.fields) and the procedures under way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache, partial
from inspect import Signature, isfunction, signature
from typing import Any

from gunki.core.definition.data_tables import Row
from gunki.core.errors import PositionError
from gunki.core.rules.procedure import COMPILED_STEPS, Ask, Procedure, Roll
from gunki.core.state.fields import COUNTS, STATE, Field, Piece, find_field, only, shorten

#: The largest number of procedures in a stack. In no game do procedures call each other to a greater depth.
MOST_FRAMES = 32


def check_keys(entries: Mapping[str, Any], allowed: Collection[str], where: str = "") -> None:
    """Raise PositionError if a table of a document has an entry that is not `allowed`."""
    try:
        only(entries, allowed, where)
    except ValueError as error:
        raise PositionError(str(error)) from None


def check_words(document: Row, words_by_key: Mapping[str, tuple[str, ...]]) -> None:
    """Check the entries of a document that hold words, such as the phase, if they are given.

    In a document with a stack, nothing else reads these entries, because the stack holds the same facts.
    """
    for key, words in words_by_key.items():
        if document.has(key):
            document.word(key, words)


# -- the state of positions -------------------------------------------------------------------------------------------


def pieces(g: Any, table: str) -> list[tuple[str, Piece]]:
    """Return the declared pieces of state that belong to one table of a document, each with its name, in order."""
    return [(name, piece) for name, piece in g.STATE.items() if piece.table == table]


def read_top(g: Any, document: Row) -> None:
    """Set the pieces of `g` that a document holds at its top level. The other pieces keep their values."""
    entries = document.entries_all()
    for name, piece in pieces(g, ""):
        key = piece.key or name
        if key in entries:
            try:
                setattr(g, name, piece.read(entries[key], g))
            except ValueError as error:
                raise PositionError(f"{document.where}: field {key!r}: {error}") from None


def write_top(g: Any) -> dict[str, Any]:
    """Return the pieces of `g` that belong to the top level of a document, by key."""
    return {piece.key or name: piece.write(getattr(g, name), g) for name, piece in pieces(g, "")}


def read_state(g: Any, state: Mapping[str, Any]) -> None:
    """Set the pieces of `g` that the table `state` of a document holds: those that belong to no other table."""
    pieces_by_name = {**COUNTS, **dict(pieces(g, STATE))}
    check_keys(state, pieces_by_name, "state")
    for name, value in state.items():
        try:
            setattr(g, name, pieces_by_name[name].read(value, g))
        except ValueError as error:
            raise PositionError(f"state.{name}: {error}") from None


def write_state(g: Any) -> dict[str, Any]:
    """Return the table `state` of a document: the pieces of `g` that belong to no other table."""
    return {name: piece.write(getattr(g, name), g) for name, piece in [*COUNTS.items(), *pieces(g, STATE)]}


# -- stacks -----------------------------------------------------------------------------------------------------------


def _field(g: Any, procedure: str, name: str) -> Field:
    field = find_field(g.FIELDS, procedure, name)
    if field is None:
        raise TypeError(f"{procedure}.{name}: nobody has declared what it may hold")
    return field


@lru_cache(maxsize=1024)
def steps(cls: Any) -> frozenset[str]:
    """Return the names of a procedure's steps: its methods that take only the position and return what comes next."""
    return frozenset(name for ancestor in cls.__mro__ for name in own_steps(ancestor))


def own_steps(cls: type) -> tuple[str, ...]:
    """Return the names of the steps that a class itself defines, without those that it inherits."""
    compiled = COMPILED_STEPS.get(f"{cls.__module__}.{cls.__qualname__}")
    return tuple(filter(partial(_is_step, cls), vars(cls))) if compiled is None else compiled


def _is_step(cls: type, name: str) -> bool:
    method = vars(cls)[name]
    if name.startswith("_") or not isfunction(method):
        return False
    form = signature(method)
    return len(form.parameters) == 2 and form.return_annotation in ("Next", Signature.empty)


def write_stack(g: Any) -> list[dict[str, Any]]:
    """Return the procedures under way as documents write them, with names instead of numbers."""
    frames = []
    for frame in g.stack:
        out = frame.to_dict()
        for key, value in out.items():
            if key not in ("procedure", "step"):
                out[key] = _field(g, type(frame).__name__, key).write(value, g)
        frames.append(out)
    return frames


def read_stack(g: Any, frames: Any) -> list[Procedure]:
    """Return the procedures of a written stack; every entry is checked."""
    if not isinstance(frames, Sequence) or isinstance(frames, str) or not 0 < len(frames) <= MOST_FRAMES:
        raise PositionError(f"stack: expected a list of 1 to {MOST_FRAMES} procedures")
    stack: list[Procedure] = []
    for place, frame in enumerate(frames, 1):
        try:
            read = _frame(g, frame, first=place == 1)
            if stack and type(stack[-1]) is type(read):  # no procedure calls another one of its own class
                raise ValueError(f"{type(read).__name__} is under way already: no procedure is part of itself")
        except ValueError as error:
            raise PositionError(f"stack entry {place}: {error}") from None
        stack.append(read)
    return stack


def _frame(g: Any, frame: Any, first: bool) -> Procedure:
    name = frame.get("procedure") if isinstance(frame, Mapping) else None
    cls = g.procedures.get(name) if isinstance(name, str) else None
    if not isinstance(name, str) or cls is None or cls is Procedure:
        raise ValueError(f"{shorten(name)} is no procedure of this game")
    # with another first procedure, the game would end too early; with ROOT in a later place, the game would be played
    # twice
    if first != (name == g.ROOT):
        raise ValueError(f"the first procedure, and only that, is {g.ROOT}; found {name}")
    frame = {**{key: value for key, value in cls.field_defaults().items() if key != "step"}, **frame}
    only(frame, ("procedure", *cls.field_names()), name)
    if not {*cls.field_names()} <= set(frame):
        raise ValueError(f"{name}: expected the fields {', '.join(cls.field_names())}")
    step = g.rename_step(cls, frame["step"])
    if not isinstance(step, str) or step not in steps(cls):
        raise ValueError(f"{name}: unknown step {shorten(step)}")
    values: dict[str, Any] = {"procedure": name, "step": step}
    for key in cls.field_names():
        if key != "step":
            try:
                values[key] = _field(g, name, key).read(frame[key], g)
            except ValueError as error:
                raise ValueError(f"{name}.{key}: {error}") from None
    return g.read_frame(values)  # type: ignore[no-any-return]


def check_stack(g: Any, frames: Any) -> list[Procedure]:
    """Set the stack of `g` to the procedures of a written stack, and return them.

    Raise PositionError unless they wait for a decision, a roll or a deal that can be answered in `g`.
    """
    g.stack = read_stack(g, frames)
    try:
        g.restore_wait()
        wait = g.wait
        fits = not isinstance(wait, Ask) or (0 <= wait.who < len(g.setup.seats) and bool(g.options()))
        fits = fits and (not isinstance(wait, Roll) or wait.fits)
    except Exception:
        fits = False
    if not fits:
        raise PositionError("stack: these procedures do not fit the position")
    return g.stack  # type: ignore[no-any-return]
