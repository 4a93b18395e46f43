"""Data that describes a fight, in the event of a roll in that fight (docs/data/events.md, "Fights").

The data holds names, not indices, so that it can be shown as it is. It is made only if the position keeps a log.
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
    """Return a piece in the form that scenes use. `values` holds its numbers in this fight, by the sign of each."""
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

    `more` may hold `leader`, the name of the side's leader, and `limit`, a result of the function `limit`.
    """
    return {"clan": clan, "strength": strength, "pieces": list(pieces), **more}


def loss(section: str, piece_id: str, *, left: int = 0, count: int = 1) -> dict[str, Any]:
    """Return a loss: a piece loses `count` steps or counters and keeps `left` of them. If `left` is 0, it is gone."""
    return {"thing": f"{section}:{piece_id}", "count": count, "left": left}


def limit(value: int, text: str, clause: str) -> dict[str, Any]:
    """Return the rule that limits a side's strength, which would otherwise be `value`.

    `text` is a key of section "cap" of the texts.
    """
    return {"value": value, "text": text, "clause": clause}


def fight(place: str, *sides: dict[str, Any], rolls: int = NOBODY_ROLLS, opens: bool = False) -> dict[str, Any]:
    """Return a fight at a place; the attacker's side is the first.

    `rolls` is the number of the side that rolls, and `opens` tells whether the fight begins with this event.
    """
    data: dict[str, Any] = {"place": place, "sides": list(sides)}
    if rolls != NOBODY_ROLLS:
        data["rolls"] = rolls
    return data | ({"opens": True} if opens else {})
