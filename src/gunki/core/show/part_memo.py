"""Parts of views and scenes that are kept from one action to the next.

A part is made again only if something it is made from has changed. Otherwise the same object is used again, so that
readers may compare parts by identity. Objects of a view or scene must therefore never be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any, TypeVar

PartT = TypeVar("PartT")

#: How many parts of things that no longer exist may be kept. If there are more, all of them are forgotten.
MOST_FORMER = 16


class PartMemo:
    """The latest parts of views and scenes, by name. Each is kept with the inputs that it was made from."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: dict[Hashable, tuple[Any, Any]] = {}

    def latest(self, name: Hashable) -> Any:
        """Return the latest part of this name, or None."""
        latest = self._parts.get(name)
        return None if latest is None else latest[1]

    def store(self, name: Hashable, part: Any) -> None:
        """Store a part as the latest one of this name."""
        self._parts[name] = (None, part)

    def forget_others(self, kind: str, names: Collection[str]) -> None:
        """Forget the parts named `(kind, name)` whose name is not in `names` if they are more than MOST_FORMER."""
        others = [key for key in self._parts if type(key) is tuple and key[0] == kind and key[1] not in names]
        if len(others) > MOST_FORMER:
            for key in others:
                del self._parts[key]

    def keep(self, name: Hashable, part: PartT) -> PartT:
        """Return the latest part of this name if it equals `part`, otherwise `part`."""
        latest = self._parts.get(name)
        if latest is not None and latest[1] == part:
            kept: PartT = latest[1]
            return kept
        self._parts[name] = (None, part)
        return part

    def make(self, name: Hashable, inputs: Any, make: Callable[[], PartT]) -> PartT:
        """Return the latest part of this name if its inputs equal these, otherwise what `make` returns."""
        latest = self._parts.get(name)
        if latest is not None and latest[0] == inputs:
            kept: PartT = latest[1]
            return kept
        part = make()
        self._parts[name] = (inputs, part)
        return part

    def rows(
        self,
        name: Hashable,
        names: Sequence[str],
        layers: Sequence[Any],
        write: Callable[[Sequence[int]], Mapping[str, Any]],
    ) -> dict[str, Any]:
        """Return a row for each thing, by the thing's name. Only rows of things with a changed value are made anew.

        A layer has one value for each thing. `write` returns the rows of the things with the given numbers. It must
        make each row from the layers alone.
        """
        frozen = tuple(layer if type(layer) in (bytes, tuple) else layer[:] for layer in layers)
        latest = self._parts.get(name)
        if latest is None or len(latest[0]) != len(frozen):
            rows = dict(write(range(len(names))))
        else:
            changed: set[int] = set()
            for before, now in zip(latest[0], frozen, strict=True):
                if before != now:
                    changed.update(i for i, (a, b) in enumerate(zip(before, now, strict=True)) if a != b)
            rows = latest[1]
            if changed:
                rows = {**rows, **write(sorted(changed))}
        self._parts[name] = (frozen, rows)
        return rows
