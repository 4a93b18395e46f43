"""The codec of sources and of checkpoints.

A source is the packed header and entries that a match goes on from. It is stored once. The line `start` of the match
refers to the source, and adds only what the source does not hold.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import orjson

import gunki
from gunki.core.matches.match import Match, MatchHeader
from gunki.server.store.record_codec import entry_in, entry_out, header_in, header_out

Source = tuple[MatchHeader, list[gunki.RecordEntry]]

#: The largest size of a source before packing, in bytes; the longest games have a quarter of a million.
MAX_SOURCE_BYTES = 2 * 2**20
#: The largest documents that the header of a save may hold: (bytes, number of values). In our games,
#: `composed` has at most 20 thousand bytes and 900 values, `tables` at most 160 thousand bytes and 7000 values.
DOCUMENTS = {"composed": (128 * 2**10, 8_000), "tables": (2**20, 40_000)}
#: Members of a header that are stored in the source only, not in the line `start`.
HEAVY = tuple(DOCUMENTS)


class TooMuch(Exception):
    """A source is larger than any game needs. The message says which part is too large, and what the limit is."""


def check(header: MatchHeader) -> None:
    """Raise TooMuch if a document in a header is larger than any game needs, because every match would store a copy."""
    for name, (size, values) in DOCUMENTS.items():
        document = getattr(header, name)
        if document is None:
            continue
        if _values(document, values) > values or len(orjson.dumps(document)) > size:
            raise TooMuch(f"{name}: holds more than a game can; at most {size} bytes and {values} values")


def _values(document: Any, most: int) -> int:
    """Return the number of values in a document; stop counting above `most`."""
    count, waiting = 0, [document]
    while waiting and count <= most:
        value = waiting.pop()
        count += 1
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list | tuple):
            waiting += value
    return count


def source_out(source: Source) -> bytes:
    """Return a source in its packed form. Raise TooMuch if it is larger than a game can be."""
    header, entries = source
    check(header)
    text = orjson.dumps({"header": header_out(header), "entries": [_plain(entry) for entry in entries]})
    if len(text) > MAX_SOURCE_BYTES:
        raise TooMuch(f"the game to go on from: its actions are longer than {MAX_SOURCE_BYTES} bytes")
    return zlib.compress(text, 6)


def source_in(packed: bytes) -> Source:
    data = _unpack(packed)
    return header_in(data["header"]), [entry_in(entry) for entry in data["entries"]]


@lru_cache(maxsize=4)
def load_shared_source(packed: bytes) -> tuple[MatchHeader, tuple[gunki.RecordEntry, ...]]:
    """Return a source. Do not change the result: it is cached for several matches that are made from the source."""
    header, entries = source_in(packed)
    return header, tuple(entries)


@lru_cache(maxsize=16)
def entries_in(packed: bytes) -> int:
    """Return how many entries a source has. Cached, because each join needs the number several times."""
    return len(_unpack(packed)["entries"])


def _unpack(packed: bytes) -> Any:
    return orjson.loads(zlib.decompressobj().decompress(packed, 32 * MAX_SOURCE_BYTES))  # older sources may be larger


def cards_by_name(match: Match, entries: Sequence[gunki.RecordEntry]) -> list[gunki.RecordEntry]:
    """Return the entries of a match with cards by name, because later versions may number cards in another way."""
    return [entry_in(entry_out(match, entry)) for entry in entries]


def _plain(entry: gunki.RecordEntry) -> dict[str, Any]:
    return {"who": entry.who, "act": entry.act, "chance": [[kind, list(values)] for kind, values in entry.chance]}


# -- checkpoints --------------------------------------------------------------------------------------------------


def checkpoint_out(checkpoint: Mapping[str, Any]) -> bytes:
    """Return a checkpoint (`standing_of`) packed for the store.

    It is packed at the fastest level, because it is written often.
    """
    return zlib.compress(orjson.dumps(checkpoint), 1)


def checkpoint_in(packed: bytes) -> dict[str, Any] | None:
    """Return a stored checkpoint. Return None if it is damaged.

    The rules check the content of a checkpoint when a match goes on from it.
    """
    try:
        checkpoint = orjson.loads(zlib.decompressobj().decompress(packed, MAX_SOURCE_BYTES))
    except (zlib.error, orjson.JSONDecodeError):
        return None
    return checkpoint if isinstance(checkpoint, dict) and type(checkpoint.get("ply")) is int else None


# -- the line that begins a match ---------------------------------------------------------------------------------


def start_out(match: Match, source: Source) -> dict[str, Any]:
    """Return the body of the line `start`.

    The first entries of the match may be equal to those of the source. The line holds their number, the entries after
    them, and the header.
    """
    prior = 0
    for mine, theirs in zip(match.entries, source[1], strict=False):
        if mine is not theirs and entry_out(match, mine) != _plain(theirs):
            break
        prior += 1
    entries = [entry_out(match, entry) for entry in match.entries[prior:]]
    header = {name: value for name, value in header_out(match.header).items() if name not in HEAVY}
    return {"header": header, "taken": prior, "entries": entries}


def start_in(body: Any, packed: bytes) -> Source:
    """Return the header and the entries from the line `start` and the source.

    A line that an older version wrote holds the header and all entries itself.
    """
    if "taken" not in body:
        return header_in(body["header"]), [entry_in(entry) for entry in body["entries"]]
    source, entries = source_in(packed)
    header = header_in({**{name: getattr(source, name) for name in HEAVY}, **body["header"]})
    return header, [*entries[: body["taken"]], *(entry_in(entry) for entry in body["entries"])]
