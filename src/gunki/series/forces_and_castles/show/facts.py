"""The facts and signs that a scene shows about forces and castles."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


@lru_cache(maxsize=4096)
def value(glyph: str, number: int) -> dict[str, Any]:
    """Return a sign with a number. Equal calls return the same object: do not change it."""
    return {"glyph": glyph, "value": number}


def fact(text: str, value: int | None = None, *, names: list[list[Any]] | None = None, **more: Any) -> dict[str, Any]:
    """Return one fact for a list of facts. Equal calls without names return the same object: do not change it.

    `of`: the highest possible value. `least`: how far the value can fall below 0. `names`: the seats, units or
    others that the fact is about, each as its kind and its name.
    """
    shared = _shared_fact(text, value, **more)
    return shared if names is None else {**shared, "names": names}


@lru_cache(maxsize=4096)
def _shared_fact(text: str, value: int | None, **more: Any) -> dict[str, Any]:
    return {"text": text, **({} if value is None else {"value": value}), **more}
