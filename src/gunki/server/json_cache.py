"""A cache of JSON, as bytes: most of what people are shown stays as it was from one decision to the next."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import orjson

from gunki.core.seen import Layers

#: A part with so many parts of its own is put together from those: of a map few places change at once.
MANY = 16
#: So many times as many parts are kept as a document has: what has changed may soon be as it was.
KEPT = 3


class Written:
    """A document as it was written last: of the next one only those parts are written that are other objects.

    A game gives the same object again while nothing in it changes, so nothing that was given may be changed.
    """

    __slots__ = ("_document", "_json", "_large", "_parts")

    def __init__(self) -> None:
        self._document: dict[str, Any] = {}
        self._json = b""
        #: Each part and how it is written, by its id, which is nobody else's while the part is kept.
        self._parts: dict[int, tuple[Any, orjson.Fragment]] = {}
        #: Parts that are put together from their own parts.
        self._large: dict[str, Written] = {}

    def members(self, document: dict[str, Any], but: Collection[str] = ()) -> bytes:
        """As JSON, without the braces, and without some of the members (always the same)."""
        if document is not self._document:
            known = self._parts
            if len(known) > KEPT * len(document):  # forget what is not shown any more
                known = self._parts = {id(part): known[id(part)] for part in document.values() if id(part) in known}
            told = {
                name: found[1] if (found := known.get(id(part))) else self._part(name, part)
                for name, part in document.items()
                if name not in but
            }
            self._document, self._json = document, orjson.dumps(told)[1:-1]
        return self._json

    def _part(self, name: str, part: Any) -> Any:
        kind = type(part)
        if kind is dict and len(part) >= MANY and type(next(iter(part.values()))) is dict:
            large = self._large.get(name)
            if large is None:
                large = self._large[name] = Written()
            return orjson.Fragment(b"{%b}" % large.members(part))
        if kind is not dict and kind is not list:
            return part
        # A copy: what orjson gives holds on to a kilobyte or more, however short it is.
        written = orjson.Fragment(b"%b" % orjson.dumps(part))
        self._parts[id(part)] = (part, written)
        return written


class JsonCache:
    """How views and scenes of a match were written last."""

    __slots__ = ("_written", "seq", "steps")

    def __init__(self) -> None:
        self.seq = -1
        self._written: dict[tuple[str | None, ...], Written] = {}
        #: By chair: the steps of the latest ply.
        self.steps: dict[str | None, bytes] = {}

    def at(self, seq: int) -> JsonCache:
        if seq != self.seq:
            self.seq = seq
            self.steps.clear()
        return self

    def layers(self, what: str, seat: str | None, layers: Layers) -> bytes:
        """A view or a scene. What everybody sees of it is written once for all seats."""
        public, own = layers
        shared, mine = self._of(what, *own).members(public, own), self._of(what, seat).members(own)
        return b"".join((b"{", shared, b",", mine, b"}"))

    def _of(self, *key: str | None) -> Written:
        found = self._written.get(key)
        if found is None:
            found = self._written[key] = Written()
        return found
