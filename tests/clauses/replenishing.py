"""Replenishment played out, for the clause tests of the games with a replenishment table (14.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.clauses.common import acts
from tests.clauses.forces import force, of_kind

#: How a modified die of -1 (or less) to 6 comes about: die and morale.
ROWS = [(1, -2), (1, -1), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]


def asked_to_replenish(match: Any, leader: str) -> Any:
    """That commander reorganises nothing and comes to the question what to replenish, if there is one."""
    acts(match, f"act {leader}", "organise")
    if match.decision.name == "organise":
        match.act("done")
    return match


def worn(hex_id: str, leader: str, *led: str, **entry: Any) -> dict[str, dict[str, Any]]:
    """A force inside a castle whose led units are reduced."""
    units = force(hex_id, leader, *led, **{"inside": True, **entry})
    return {name: {**told, "steps": 1} if name in led else told for name, told in units.items()}


def gained(match: Any) -> int:
    """What the die for troops brings: the steps gained, negative for those who desert.

    The units offered last, never the leader, are restored or desert.
    """
    before = _steps(match)
    events = match.act("troops")
    while match.decision is not None and match.decision.name in ("restore", "desert"):
        events += match.act(match.decision.texts[-1])
    (result,) = of_kind(events, "replenished")
    changed = _steps(match) - before
    assert changed == result["count"], f"{result['count']} announced, {changed} applied"
    return changed


def _steps(match: Any) -> int:
    return sum(entry["steps"] for entry in match.view(None)["units"].values() if not isinstance(entry, str))


def by_row(
    asked: Callable[..., Any], who: Sequence[str], hex_id: str, phase: str, captured: Mapping[str, str] | None = None
) -> list[int]:
    """The steps that each row of the table brings this force in this castle.

    `asked` composes a match and asks a leader what to replenish.
    """
    castles = {name: {"owner": owner} for name, owner in (captured or {}).items()}
    changes = []
    for die, spirit in ROWS:
        entry: dict[str, Any] = {"morale": spirit} if spirit else {}
        units = worn(hex_id, *who, **entry)
        changes.append(gained(asked(units, who[0], dice=(die,), phase=phase, castles=castles)))
    return changes
