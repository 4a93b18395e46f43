"""What a roll tells of the fight it belongs to, for whoever shows it (docs/server.md, "Fights").

Names, not numbers: it is told as it stands. Made only where a log is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: No dice of either side yet: the fight is announced.
NOBODY_ROLLS = -1


def counter(
    section: str,
    piece_id: str,
    clan: str,
    kind: str,
    values: Mapping[str, int],
    *,
    count: int = 1,
    reduced: bool = False,
) -> dict[str, Any]:
    """A piece as scenes have them; `values`: the numbers that count in this fight, by their signs."""
    return {
        "thing": f"{section}:{piece_id}",
        "kind": kind,
        "clan": clan,
        "name": [section, piece_id],
        "count": count,
        "state": "ready",
        "values": [{"glyph": glyph, "value": value} for glyph, value in values.items()],
        "marks": [{"glyph": "reduced"}] if reduced else [],
    }


def fighters(clan: str, strength: int, pieces: Sequence[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """One side of it; `leader`: the name of who leads it, `limit`: what keeps its strength down (`limit` below)."""
    return {"clan": clan, "strength": strength, "pieces": list(pieces), **more}


def loss(section: str, piece_id: str, *, left: int = 0, count: int = 1) -> dict[str, Any]:
    """What an event took: `count` steps or counters of a thing that has `left` of them; 0: it is gone."""
    return {"thing": f"{section}:{piece_id}", "count": count, "left": left}


def limit(value: int, text: str, clause: str) -> dict[str, Any]:
    """A strength that would be `value`, but for a rule; texts of section "cap"."""
    return {"value": value, "text": text, "clause": clause}


def fight(place: str, *sides: dict[str, Any], rolls: int = NOBODY_ROLLS, opens: bool = False) -> dict[str, Any]:
    """Two sides at a place, the attacker's first; `rolls`: whose dice they are; `opens`: it begins here."""
    data: dict[str, Any] = {"place": place, "sides": list(sides)}
    if rolls != NOBODY_ROLLS:
        data["rolls"] = rolls
    return data | ({"opens": True} if opens else {})
