"""The codec of headers and entries for the store and for jobs. It imports little, so that workers load fast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

import gunki
from gunki.core.matches.match import Match, MatchHeader
from gunki.core.rules.decision import Reason


def entry_out(match: Match, entry: gunki.RecordEntry) -> dict[str, Any]:
    """Return an entry as JSON data, with cards by name, because later versions may number cards in another way."""
    cards = match.setup.lexicon.domains.get("card", ())
    chance = [[kind, [cards[v] for v in values] if kind == "deal" else list(values)] for kind, values in entry.chance]
    return {"who": entry.who, "act": entry.act, "chance": chance}


def entry_as_it_is(entry: gunki.RecordEntry) -> dict[str, Any]:
    """Return an entry as JSON data. Cards stay as they are in the entry: numbers or names."""
    return {"who": entry.who, "act": entry.act, "chance": [[kind, list(values)] for kind, values in entry.chance]}


def entry_in(data: Any) -> gunki.RecordEntry:
    return gunki.RecordEntry(data["who"], data["act"], tuple((kind, tuple(values)) for kind, values in data["chance"]))


def header_out(header: MatchHeader) -> dict[str, Any]:
    """Return a header as JSON data. The seed is text, because many JSON readers round large numbers."""
    out = {name: getattr(header, name) for name in MatchHeader.__dataclass_fields__}
    return {**out, "seed": str(header.seed)}


def header_in(data: Any) -> MatchHeader:
    return MatchHeader(**{**data, "seed": int(data["seed"])})


def record_out(
    header: MatchHeader,
    entries: Sequence[gunki.RecordEntry],
    base: Mapping[str, Any] | None,
    checkpoint: Mapping[str, Any] | None,
    who: str | None,
) -> bytes:
    """Return the arguments of `open_stored` (gunki.server.matches.unplayable) as JSON, for a worker."""
    lines = [entry_as_it_is(entry) for entry in entries]
    return orjson.dumps({"header": header_out(header), "entries": lines, "base": base, "stand": checkpoint, "who": who})


def bars_out(bars: Sequence[Reason]) -> list[dict[str, Any]]:
    return [{"clause": bar.clause, "what": bar.what, "data": dict(bar.data)} for bar in bars]
