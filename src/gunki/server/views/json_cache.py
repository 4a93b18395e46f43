"""A cache of JSON bytes: most parts of views and scenes stay the same from one decision to the next."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import orjson

from gunki.core.show.views import SharedView

#: A part with at least this many members is cached member by member. For example, only few places of a map change at
#: once.
LARGE_PART_MEMBERS = 16
#: If more than this many times as many parts are kept as the document has, the parts that are no longer in the document
#: are dropped. They are not dropped at once, because old values often come back.
PARTS_KEPT_FACTOR = 1.1
#: If VAIN_DOCUMENTS documents in a row had no known part, the game makes new objects each time. The cache
#: then stops keeping parts. It tries again to keep them once in every RETRY_EVERY documents.
VAIN_DOCUMENTS, RETRY_EVERY = 4, 32


class WrittenDocument:
    """A document and its JSON as last written.

    Parts of the next document that are the same objects as before are not written again. A game returns the same object
    for a part as long as nothing in it changes. So the objects in a document must never be changed.
    """

    __slots__ = ("_document", "_json", "_large", "_parts", "_vain")

    def __init__(self) -> None:
        self._document: dict[str, Any] = {}
        self._json = b""
        #: Parts with their JSON, by the `id` of the part. The part is kept too, so that no other object can get its id.
        self._parts: dict[int, tuple[Any, orjson.Fragment]] = {}
        #: Large parts by name, each cached by its own members.
        self._large: dict[str, WrittenDocument] = {}
        #: Number of documents in a row without a known part.
        self._vain = 0

    def __len__(self) -> int:
        """Return the number of bytes of the document and its large parts."""
        return len(self._json) + sum(map(len, self._large.values()))

    def members(self, document: dict[str, Any], but: Collection[str] = ()) -> bytes:
        """Return the document as JSON without braces.

        `but`: members to leave out. They must be the same in each call.
        """
        if document is not self._document:
            if self._is_worth_keeping(document):
                self._json = self._from_parts(document, but)
            else:
                shown_members = {name: part for name, part in document.items() if name not in but} if but else document
                self._json = orjson.dumps(shown_members)[1:-1]
            self._document = document
        return self._json

    def _is_worth_keeping(self, document: dict[str, Any]) -> bool:
        """Return whether to keep parts of this document. If not, drop all kept parts."""
        parts = self._parts
        self._vain = 0 if any(id(part) in parts for part in document.values()) else self._vain + 1
        if self._vain < VAIN_DOCUMENTS or self._vain % RETRY_EVERY == 0:
            return True
        parts.clear()
        self._large.clear()
        return False

    def _from_parts(self, document: dict[str, Any], but: Collection[str]) -> bytes:
        parts = self._parts
        if len(parts) > PARTS_KEPT_FACTOR * len(document):  # drop parts that are no longer in the document
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
            if part is not large._document and not large._is_worth_keeping(part):
                large._document = {}
                return part
            large._document = part  # its JSON is not kept, because it is a part of the document's JSON
            return orjson.Fragment(b"{%b}" % large._from_parts(part, ()))
        if kind is not dict and kind is not list:
            return part
        # A copy: bytes returned by orjson take up a kilobyte or more, however short they are.
        written = orjson.Fragment(b"%b" % orjson.dumps(part))
        self._parts[id(part)] = (part, written)
        return written


class JsonCache:
    """The JSON of a match's views and scenes as last written."""

    __slots__ = ("_written", "seq", "steps")

    def __init__(self) -> None:
        self.seq = -1
        self._written: dict[tuple[str | None, ...], WrittenDocument] = {}
        #: Steps of the latest ply as JSON, by participant.
        self.steps: dict[str | None, bytes] = {}

    def __len__(self) -> int:
        """Return the number of bytes of all documents."""
        return sum(map(len, self._written.values()))

    def at(self, seq: int) -> JsonCache:
        if seq != self.seq:
            self.seq = seq
            self.steps.clear()
        return self

    def view_json(self, what: str, seat: str | None, layers: SharedView) -> bytes:
        """Return a view or scene as JSON. Its public part is written once for all seats."""
        return b"".join(self.pieces(what, seat, layers))

    def pieces(self, what: str, seat: str | None, layers: SharedView) -> tuple[bytes, ...]:
        """Return a view or scene as JSON in pieces. The piece with the public part is one object for all seats."""
        public, own = layers
        shared, mine = self._of(what, *own).members(public, own), self._of(what, seat).members(own)
        return b"{", shared, b",", mine, b"}"

    def _of(self, *key: str | None) -> WrittenDocument:
        written = self._written.get(key)
        if written is None:
            written = self._written[key] = WrittenDocument()
        return written
