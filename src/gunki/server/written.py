"""Parts of what people are shown, as bytes: most of the table stays as it was from one decision to the next."""

from __future__ import annotations

from typing import Any

import orjson


class Written:
    """How the parts of scenes and views are written, kept from one state of a match to the next.

    A game gives the same object to everybody, and again while nothing in it changes: so it is written once for all.
    """

    __slots__ = ("_before", "_now", "seq", "steps")

    def __init__(self) -> None:
        self.seq = -1
        self._now: dict[int, tuple[Any, orjson.Fragment]] = {}
        self._before: dict[int, tuple[Any, orjson.Fragment]] = {}
        #: By chair: the steps of the latest ply.
        self.steps: dict[str | None, bytes] = {}

    def at(self, seq: int) -> Written:
        """Forget what was not shown in the last state either."""
        if seq != self.seq:
            self.seq, self._before, self._now = seq, self._now, {}
            self.steps.clear()
        return self

    def part(self, part: Any) -> Any:
        if type(part) is not dict and type(part) is not list:
            return part
        key = id(part)  # nobody else's while the part is kept
        known = self._now.get(key)
        if known is None:
            known = self._before.get(key) or (part, orjson.Fragment(orjson.dumps(part)))
            self._now[key] = known
        return known[1]

    def document(self, document: dict[str, Any]) -> dict[str, Any]:
        return {name: self.part(part) for name, part in document.items()}
