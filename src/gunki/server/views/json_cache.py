"""A cache of JSON, as bytes: most of what people are shown stays as it was from one decision to the next."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import orjson

from gunki.core.show.views import SharedView

#: A part with so many parts of its own is put together from those: of a map few places change at once.
LARGE_PART_MEMBERS = 16
#: How many times as many parts are kept as a document has: what has changed may soon be as it was.
PARTS_KEPT_FACTOR = 2
#: After so many documents in a row of which no part was known, none is kept: the game makes all of it anew each time.
#: One in so many is tried again.
VAIN_DOCUMENTS, RETRY_EVERY = 4, 32


class WrittenDocument:
    """A document as it was written last: of the next one only those parts are written that are other objects.

    A game gives the same object again while nothing in it changes, so nothing that was given may be changed.
    """

    __slots__ = ("_document", "_json", "_large", "_parts", "_vain")

    def __init__(self) -> None:
        self._document: dict[str, Any] = {}
        self._json = b""
        #: Each part and how it is written, by its id, which is nobody else's while the part is kept.
        self._parts: dict[int, tuple[Any, orjson.Fragment]] = {}
        #: Parts that are put together from their own parts.
        self._large: dict[str, WrittenDocument] = {}
        #: How many documents in a row had no part that was known.
        self._vain = 0

    def __len__(self) -> int:
        """Bytes of the document, with its large parts."""
        return len(self._json) + sum(map(len, self._large.values()))

    def members(self, document: dict[str, Any], but: Collection[str] = ()) -> bytes:
        """As JSON, without the braces, and without some of the members (always the same)."""
        if document is not self._document:
            if self._is_worth_keeping(document):
                self._json = self._from_parts(document, but)
            else:
                shown_members = {name: part for name, part in document.items() if name not in but} if but else document
                self._json = orjson.dumps(shown_members)[1:-1]
            self._document = document
        return self._json

    def _is_worth_keeping(self, document: dict[str, Any]) -> bool:
        """Whether parts of documents like this come again; else nothing is held of those before."""
        parts = self._parts
        self._vain = 0 if any(id(part) in parts for part in document.values()) else self._vain + 1
        if self._vain < VAIN_DOCUMENTS or self._vain % RETRY_EVERY == 0:
            return True
        parts.clear()
        self._large.clear()
        return False

    def _from_parts(self, document: dict[str, Any], but: Collection[str]) -> bytes:
        parts = self._parts
        if len(parts) > PARTS_KEPT_FACTOR * len(document):  # forget what is not shown any more
            parts = self._parts = {id(part): parts[id(part)] for part in document.values() if id(part) in parts}
        shown_members = {
            name: cached[1] if (cached := parts.get(id(part))) else self._part(name, part)
            for name, part in document.items()
            if name not in but
        }
        return orjson.dumps(shown_members)[1:-1]

    def _part(self, name: str, part: Any) -> Any:
        kind = type(part)
        if kind is dict and len(part) >= LARGE_PART_MEMBERS and type(next(iter(part.values()))) is dict:
            large = self._large.get(name)
            if large is None:
                large = self._large[name] = WrittenDocument()
            if part is large._document:
                return orjson.Fragment(b"{%b}" % large._json)
            if not large._is_worth_keeping(part):
                large._document, large._json = {}, b""
                return part
            large._document, large._json = part, large._from_parts(part, ())
            return orjson.Fragment(b"{%b}" % large._json)
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
        self._written: dict[tuple[str | None, ...], WrittenDocument] = {}
        #: By participant: the steps of the latest ply.
        self.steps: dict[str | None, bytes] = {}

    def __len__(self) -> int:
        """Bytes of all that is kept as it was written."""
        return sum(map(len, self._written.values()))

    def at(self, seq: int) -> JsonCache:
        if seq != self.seq:
            self.seq = seq
            self.steps.clear()
        return self

    def view_json(self, what: str, seat: str | None, layers: SharedView) -> bytes:
        """A view or a scene. What everybody sees of it is written once for all seats."""
        return b"".join(self.pieces(what, seat, layers))

    def pieces(self, what: str, seat: str | None, layers: SharedView) -> tuple[bytes, ...]:
        """The same in pieces: that of all seats is one object, however many hold it."""
        public, own = layers
        shared, mine = self._of(what, *own).members(public, own), self._of(what, seat).members(own)
        return b"{", shared, b",", mine, b"}"

    def _of(self, *key: str | None) -> WrittenDocument:
        written = self._written.get(key)
        if written is None:
            written = self._written[key] = WrittenDocument()
        return written
