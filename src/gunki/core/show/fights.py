"""Data on a fight, which the event of a roll in that fight carries (docs/data/events.md, "Fights").

The data holds names, not numbers, so that it can be shown as it is. It is made only if the position keeps a log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: The fight is announced; neither side has rolled yet.
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
    """Return a piece in the form of scenes; `values`: its numbers in this fight, by their signs."""
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
    """Return one side of a fight.

    `more` may hold `leader`, the name of the side's leader, and `limit`, what keeps its strength down (`limit` below).
    """
    return {"clan": clan, "strength": strength, "pieces": list(pieces), **more}


def loss(section: str, piece_id: str, *, left: int = 0, count: int = 1) -> dict[str, Any]:
    """Return a loss: `count` steps or counters of a thing that has `left` of them; 0: the thing is gone."""
    return {"thing": f"{section}:{piece_id}", "count": count, "left": left}


def limit(value: int, text: str, clause: str) -> dict[str, Any]:
    """Return the limit of a strength that would be `value` without a rule; `text` is in section "cap"."""
    return {"value": value, "text": text, "clause": clause}


def fight(place: str, *sides: dict[str, Any], rolls: int = NOBODY_ROLLS, opens: bool = False) -> dict[str, Any]:
    """Return a fight at a place, the attacker's side first; `rolls`: whose dice these are; `opens`: it begins here."""
    data: dict[str, Any] = {"place": place, "sides": list(sides)}
    if rolls != NOBODY_ROLLS:
        data["rolls"] = rolls
    return data | ({"opens": True} if opens else {})
