"""What the twins of functions that yield bars need at run time (gunki.compiled.twins)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

END = "__barred"
_TWINS: dict[Callable[..., Any], Callable[..., bool]] = {}


def twin_of(function: Callable[..., Iterator[Any]]) -> Callable[..., bool]:
    """Return the twin of a function that yields bars; for one that has none, a function that asks it itself."""
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
    """Return a function that asks whether one without a twin yields any bar."""

    def is_barred(*args: Any) -> bool:
        return next(iter(function(*args)), None) is not None

    return is_barred


def complete_twins(cls: type) -> None:
    """Give a plain class that overrides a function with a twin a twin of its own; compiled classes have theirs."""
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
