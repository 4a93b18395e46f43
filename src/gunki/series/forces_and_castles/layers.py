"""Layers of numbers that clones share: a change makes a new one."""

from __future__ import annotations

from typing import TypeVar

Layer = TypeVar("Layer", bytes, tuple[int, ...])


def altered(layer: Layer, index: int, value: int) -> Layer:
    """A layer with one other value."""
    return layer[:index] + type(layer)((value,)) + layer[index + 1 :]
