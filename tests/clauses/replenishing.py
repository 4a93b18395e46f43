"""Helpers for the tests of replenishment in the games with a replenishment table (14.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gunki import Match
from tests.clauses.common import acts, decision_of
from tests.clauses.forces import force, of_kind

#: Die and morale for each row of the table: modified dice of -1 (or less) to 6.
ROWS = [(1, -2), (1, -1), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]


def begin_replenishing(match: Match, leader: str) -> Any:
    """Organise with this commander without a reorganisation, up to the decision what to replenish; return the match."""
    acts(match, f"act {leader}", "organise")
    if decision_of(match).name == "organise":
        match.act("done")
    return match


def reduced_force(hex_id: str, leader: str, *led: str, **entry: Any) -> dict[str, dict[str, Any]]:
    """Return a force inside a castle whose led units are reduced."""
    units = force(hex_id, leader, *led, **{"inside": True, **entry})
    return {name: {**told, "steps": 1} if name in led else told for name, told in units.items()}


def replenish_troops(match: Match) -> int:
    """Replenish troops and return the steps gained; desertion counts as negative.

    The units restored, or that desert, are those offered last, which is never the leader.
    """
    before = _steps(match)
    events = match.act("troops")
    while match.decision is not None and match.decision.name in ("restore", "desert"):
        events += match.act(match.decision.texts[-1])
    (result,) = of_kind(events, "replenished")
    changed = _steps(match) - before
    assert changed == result["count"], f"{result['count']} announced, {changed} applied"
    return changed


def _steps(match: Match) -> int:
    return sum(entry["steps"] for entry in match.view(None)["units"].values() if not isinstance(entry, str))


def replenishment_column(
    begin: Callable[..., Any], who: Sequence[str], hex_id: str, phase: str, captured: Mapping[str, str] | None = None
) -> list[int]:
    """Return the steps that each row of the table brings a force in a castle.

    `begin` composes a match and brings a leader to the decision what to replenish.
    """
    castles = {name: {"owner": owner} for name, owner in (captured or {}).items()}
    changes = []
    for die, spirit in ROWS:
        entry: dict[str, Any] = {"morale": spirit} if spirit else {}
        units = reduced_force(hex_id, *who, **entry)
        changes.append(replenish_troops(begin(units, who[0], dice=(die,), phase=phase, castles=castles)))
    return changes
