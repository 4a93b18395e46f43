"""Functions that compiled rules call at run time to find or make twins (gunki.compiled.twins)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

END = "__barred"
C = TypeVar("C", bound=type)
_TWINS: dict[Callable[..., Any], Callable[..., bool]] = {}


def twin_of(function: Callable[..., Iterator[Any]]) -> Callable[..., bool]:
    """Return the twin of a function that yields reasons. If it has none, return a twin that calls the function."""
    twin = _TWINS.get(function)
    if twin is None:
        twin = _TWINS[function] = _find_twin(function)
    return twin


def _find_twin(function: Callable[..., Iterator[Any]]) -> Callable[..., bool]:
    module = sys.modules.get(getattr(function, "__module__", ""))
    name = getattr(function, "__name__", "")
    twin = getattr(module, name + END, None)
    if callable(twin) and getattr(module, name, None) is function:
        return twin  # type: ignore[no-any-return]
    return ask_itself(function)


def ask_itself(function: Callable[..., Iterator[Any]]) -> Callable[..., bool]:
    """Return a twin for a function that has none: it calls the function and returns whether it yields a reason."""

    def is_barred(*args: Any) -> bool:
        return next(iter(function(*args)), None) is not None

    return is_barred


def plain_class(cls: C) -> C:
    """Return a class unchanged. mypyc does not know this decorator, so a class that has it stays a plain class."""
    return cls


def complete_twins(cls: type) -> None:
    """Add to a plain class the twins of the functions that it overrides; compiled classes already have their twins."""
    own = vars(cls)
    for name, value in list(own.items()):
        if name.endswith(END) or name + END in own or getattr(cls, name + END, None) is None:
            continue
        setattr(cls, name + END, _method(name, value))


def _method(name: str, value: object) -> object:
    def is_barred(self: Any, *args: Any) -> bool:
        return next(iter(getattr(self, name)(*args)), None) is not None

    if isinstance(value, staticmethod):
        function = value.__func__
        return staticmethod(ask_itself(function))
    return classmethod(is_barred) if isinstance(value, classmethod) else is_barred
