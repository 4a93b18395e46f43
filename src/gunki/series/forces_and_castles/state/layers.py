"""Arrays of numbers that clones share, so that a change makes a copy; and a cache of limited size."""

from __future__ import annotations

from typing import TypeVar

Layer = TypeVar("Layer", bytes, tuple[int, ...])
K = TypeVar("K")
V = TypeVar("V")

#: A cache keeps at most this many answers. A normal game needs fewer, but a composed position may need any number.
MAX_CACHED = 512


def replace_value(layer: Layer, index: int, value: int) -> Layer:
    """Return a copy of a layer in which the value at `index` is replaced."""
    return layer[:index] + type(layer)((value,)) + layer[index + 1 :]


class BoundedCache(dict[K, V]):
    """A cache that is cleared when it is full."""

    def __init__(self, most: int = MAX_CACHED) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, value)
