"""What a match is, in short names that no renaming changes: made with the documented interface alone.

Names of procedures and fields are left out of them. What these hold is tried by playing on: the same questions, dice
and events must follow.
"""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import gunki

Json = dict[str, Any]
#: Decisions that are played on to try what a match holds.
PLIES = 16
#: Tables of a document that name procedures under way and what they keep.
INNER = ("stack", "state")


def digest(document: Any) -> str:
    """Name a plain document in short."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def stand(match: gunki.Match) -> str:
    """Digest how a match stands: what everybody sees, what is asked, how it ended, and its written position."""
    return digest({"views": _views(match), "written": None if match.result is not None else _written(match)})


def _views(match: gunki.Match) -> list[Json]:
    return [match.view(seat) for seat in (None, *match.seats)]


def _written(match: gunki.Match) -> Json:
    return {name: table for name, table in match.describe().items() if name not in INNER}


def answer(match: gunki.Match, rng: random.Random) -> str:
    """Draw an answer to what is asked, or dice where they are typed."""
    decision = match.decision
    assert decision is not None, "nothing is asked"
    if decision.who == "chance":
        data = decision.data
        return " ".join(["roll", *(str(rng.randint(1, data["sides"])) for _ in range(data["count"]))])
    return rng.choice(decision.texts)


def course(match: gunki.Match, plies: int = PLIES) -> str:
    """Play a match on, at random but always alike; digest all that happens, and how it stands then."""
    rng = random.Random(plies)
    happened: list[Any] = []
    for _ in range(plies):
        if match.decision is None:
            break
        act = answer(match, rng)
        events = match.act(act)
        happened.append([act, [[e.kind, e.data, e.clauses, e.seen_by] for e in events]])
    return digest([happened, stand(match)])
