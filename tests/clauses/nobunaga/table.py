"""Helpers of the clause tests: lay out a position, play action texts, look at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gunki
from tests.clauses.common import acts, allowed, clauses_of, controller, hand, refused, stack

__all__ = [
    "PREFIX",
    "SEATS",
    "acts",
    "allowed",
    "box",
    "clauses_of",
    "compose",
    "controller",
    "hand",
    "power",
    "refused",
    "stack",
]

SEATS = ("oda", "anti_oda")
PREFIX = "nobunaga:"


def compose(
    doc: Mapping[str, Any] | None = None,
    /,
    *,
    dice: Sequence[int] = (),
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    **doc_entries: Any,
) -> Any:
    """A match from a composed position; entries may be given as a dict, as keywords, or both (keywords win)."""
    document = {**(doc or {}), **doc_entries}
    return gunki.compose("nobunaga", document, dice=list(dice), seed=seed, options=dict(options or {}))


def power(match: Any, clan: str) -> str:
    """The power a daimyo belongs to now: "oda", "anti_oda" or "neutral"."""
    return str(match.view("oda")["powers"][clan])


def box(match: Any, clan: str) -> int:
    """The war-entry box (1 = leftmost) in which the daimyo's marker lies."""
    return int(match.view("oda")["markers"][clan]["box"])
