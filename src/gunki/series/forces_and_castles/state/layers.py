"""Layers of numbers that clones share: a change makes a new one. What is remembered of them has an end."""

from __future__ import annotations

from typing import TypeVar

Layer = TypeVar("Layer", bytes, tuple[int, ...])
K = TypeVar("K")
V = TypeVar("V")

#: More than a game brings about; strangers' positions may hold anything.
MAX_CACHED = 512


def replace_value(layer: Layer, index: int, value: int) -> Layer:
    """A layer with one other value."""
    return layer[:index] + type(layer)((value,)) + layer[index + 1 :]


class BoundedCache(dict[K, V]):
    """Answers by what they depend on. When there are too many it begins anew."""

    def __init__(self, most: int = MAX_CACHED) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, value)
