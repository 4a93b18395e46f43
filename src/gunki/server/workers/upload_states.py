"""States of replayed sources.

A new match from an upload that was used before is resumed from the state, and not replayed again.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b

import orjson

import gunki
from gunki.core.matches.match import Match, MatchHeader
from gunki.core.matches.resume import state_of

#: The largest size of all kept states together, packed, in bytes. The state of the longest game takes 15 thousand.
MAX_STATE_BYTES = 8 * 2**20
#: The largest size of one state in bytes, packed and unpacked.
LARGEST_PACKED, LARGEST = 2**20, 16 * 2**20


def pack_state(match: Match, latest: int) -> bytes:
    """Return the state of a match, packed. Return an empty one if it is larger than the state of any game."""
    text = orjson.dumps(state_of(match, latest))
    state = zlib.compress(text, 1)
    return state if len(text) <= LARGEST and len(state) <= LARGEST_PACKED else b""


def resume_match(header: MatchHeader, entries: Sequence[gunki.RecordEntry], state: bytes) -> Match:
    """Return a match with the given header that goes on from a packed state."""
    return gunki.resume(header, entries, orjson.loads(zlib.decompressobj().decompress(state, LARGEST)))


class UploadStates:
    """A cache of packed states by source, in memory only. The longest unused states are dropped first."""

    def __init__(self, most: int = MAX_STATE_BYTES) -> None:
        self._most = most
        self._size = 0
        self._states: OrderedDict[bytes, bytes] = OrderedDict()

    def keep(self, source: bytes, state: bytes) -> None:
        if not state or len(state) > self._most:
            return
        key = _key(source)
        self._size += len(state) - len(self._states.pop(key, b""))
        self._states[key] = state
        while self._size > self._most:
            self._size -= len(self._states.popitem(last=False)[1])

    def state(self, source: bytes) -> bytes | None:
        """Return the packed state of a source. Return None if the state is not kept."""
        key = _key(source)
        if key in self._states:
            self._states.move_to_end(key)
        return self._states.get(key)


def _key(source: bytes) -> bytes:
    return blake2b(source, digest_size=16).digest()
