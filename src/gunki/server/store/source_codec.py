"""What a match goes on from, as it is stored: header and entries, packed and held once.

The line that begins a match refers to it and adds only what was settled then.
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

#: Bytes of a source before it is packed: the longest games have a quarter of a million.
MAX_SOURCE_BYTES = 2 * 2**20
#: What a save may bring besides its actions: bytes, and how many values. The games' own have 20 and 160 thousand bytes,
#: 900 and 7000 values.
DOCUMENTS = {"composed": (128 * 2**10, 8_000), "tables": (2**20, 40_000)}
#: Parts of a header that only the source holds.
HEAVY = tuple(DOCUMENTS)


class TooMuch(Exception):
    """More than a game needs; says which part of it, and how much there may be."""


def check(header: MatchHeader) -> None:
    """Refuse documents that are larger than any game's: whatever they hold would be kept for every match."""
    for name, (size, values) in DOCUMENTS.items():
        document = getattr(header, name)
        if document is None:
            continue
        if _values(document, values) > values or len(orjson.dumps(document)) > size:
            raise TooMuch(f"{name}: holds more than a game can; at most {size} bytes and {values} values")


def _values(document: Any, most: int) -> int:
    """How many values there are in it, counted as far as `most`."""
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
    """Packed; TooMuch if it is larger than a game can be."""
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
    """Return the same, read once for all matches that are just being made from it; nothing of it may be changed."""
    header, entries = source_in(packed)
    return header, tuple(entries)


@lru_cache(maxsize=16)
def entries_in(packed: bytes) -> int:
    """Return how many entries a source has. Everybody who sits down wants to know it, several times."""
    return len(_unpack(packed)["entries"])


def _unpack(packed: bytes) -> Any:
    return orjson.loads(
        zlib.decompressobj().decompress(packed, 32 * MAX_SOURCE_BYTES)
    )  # an older version knew larger ones


def cards_by_name(match: Match, entries: Sequence[gunki.RecordEntry]) -> list[gunki.RecordEntry]:
    """The entries of a match with cards by name, so that a later version with other numbers can still read them."""
    return [entry_in(entry_out(match, entry)) for entry in entries]


def _plain(entry: gunki.RecordEntry) -> dict[str, Any]:
    return {"who": entry.who, "act": entry.act, "chance": [[kind, list(values)] for kind, values in entry.chance]}


# -- where a match stands -----------------------------------------------------------------------------------------


def checkpoint_out(checkpoint: Mapping[str, Any]) -> bytes:
    """Return a stand (gunki.core.matches.resume) as it is stored: packed quickly, for it is written often."""
    return zlib.compress(orjson.dumps(checkpoint), 1)


def checkpoint_in(packed: bytes) -> dict[str, Any] | None:
    """Return a stored stand; None if it is damaged. What it holds is checked where it is taken up."""
    try:
        checkpoint = orjson.loads(zlib.decompressobj().decompress(packed, MAX_SOURCE_BYTES))
    except (zlib.error, orjson.JSONDecodeError):
        return None
    return checkpoint if isinstance(checkpoint, dict) and type(checkpoint.get("ply")) is int else None


# -- the line that begins a match ---------------------------------------------------------------------------------


def start_out(match: Match, source: Source) -> dict[str, Any]:
    """Header and entries of a match that begins: `taken` entries are those of the source, the others stand here."""
    prior = 0
    for mine, theirs in zip(match.entries, source[1], strict=False):
        if mine is not theirs and entry_out(match, mine) != _plain(theirs):
            break
        prior += 1
    entries = [entry_out(match, entry) for entry in match.entries[prior:]]
    header = {name: value for name, value in header_out(match.header).items() if name not in HEAVY}
    return {"header": header, "taken": prior, "entries": entries}


def start_in(body: Any, packed: bytes) -> Source:
    """Back from the line and the source. In lines of older versions all of it stands in the line."""
    if "taken" not in body:
        return header_in(body["header"]), [entry_in(entry) for entry in body["entries"]]
    source, entries = source_in(packed)
    header = header_in({**{name: getattr(source, name) for name in HEAVY}, **body["header"]})
    return header, [*entries[: body["taken"]], *(entry_in(entry) for entry in body["entries"])]
