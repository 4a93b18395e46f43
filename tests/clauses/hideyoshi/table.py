"""Helpers of the clause tests: a composed position on this map, a replenishment played out, a look at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import gunki
from tests.clauses.common import acts
from tests.clauses.forces import laid_out, of_kind

# The scenarios in the order of the rulebook.
SCENARIOS = ("tennozan", "shizugatake", "komaki_nagakute")
TENNOZAN, SHIZUGATAKE, KOMAKI = SCENARIOS


def begin(scenario: str, document: Mapping[str, Any] | None = None, **more: Any) -> Any:
    """A new match, or one with the whole deployment from a later moment."""
    if document is None:
        return gunki.new("hideyoshi", scenario, seed=1, **more)
    return gunki.compose("hideyoshi", scenario, document, seed=1, **more)


@cache
def opening(scenario: str) -> Any:
    """The table as all see it before anybody has rearranged his units."""
    return begin(scenario).view(None)


def compose(
    units: Mapping[str, Any],
    *,
    scenario: str = SHIZUGATAKE,
    around: str | None = None,
    radius: int = 5,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    dice: Sequence[int] | None = None,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    **entries: Any,
) -> Any:
    """A match on an otherwise empty board; `around` makes the ground flat, `terrain` and `sides` then change it.

    Without dice of its own it rolls them from the seed.
    """
    document = {**laid_out("6134", units, around, radius, terrain, sides), **entries}
    given = None if dice is None else list(dice)
    return gunki.compose("hideyoshi", scenario, document, dice=given, seed=seed, options=dict(options or {}))


def standing(view: Any, *hexes: str) -> set[str]:
    """Everybody who stands in these hexes, or on the map if none is named."""
    placed = {name: entry["hex"] for name, entry in view["units"].items() if not isinstance(entry, str)}
    return {name for name, hex_id in placed.items() if not hexes or hex_id in hexes}


def asked_to_replenish(match: Any, leader: str) -> Any:
    """That commander reorganises nothing and comes to the question what to replenish, if there is one."""
    acts(match, f"act {leader}", "organise")
    if match.decision.name == "organise":
        match.act("done")
    return match


def replenished(match: Any, leader: str) -> int:
    """What his die for troops brings: the steps gained, negative for those who desert."""
    asked_to_replenish(match, leader)
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


Row = tuple[str, str, str, set[str]]


def roster(text: str) -> list[Row]:
    """The rows of a deployment: clause, clan and hex on one line, the units on the indented lines below."""
    rows: list[Row] = []
    for line in text.strip().splitlines():
        if line.startswith(" "):
            rows[-1][3].update(line.split())
        else:
            clause_id, clan, hex_id = line.split()
            rows.append((clause_id, clan, hex_id, set()))
    return rows


@cache
def _clans() -> dict[str, Any]:
    return {row["id"]: row["army"] for row in gunki.game("hideyoshi").tables["unit"]}


def clan_of(name: str, scenario: str) -> str:
    """The clan to which the data give a unit in a scenario."""
    clan = _clans()[name]
    return str(clan[scenario] if isinstance(clan, dict) else clan)


def may_take(leader: str, name: str, scenario: str, **entries: Any) -> bool:
    """Whether a commander may take a unit of the same hex, on open ground, under his command."""
    match = compose(
        {leader: "2920", name: "2920"}, scenario=scenario, around="2920", radius=2, **{"turn": 2, **entries}
    )
    match.act(f"act {leader}")
    if "organise" not in match.decision.texts:  # alone with somebody he may not lead
        return False
    match.act("organise")
    return f"take {name}" in match.decision.texts


def passive(match: Any, until_turn: int = 99) -> list[Any]:
    """Nobody does anything of his own accord up to the first decision of that turn, or to the end; all events."""
    events: list[Any] = []
    while match.decision is not None and match.view(None)["turn"] < until_turn:
        text = next(t for t in ("end", "hold_out", "wait", "done", "ready") if t in match.decision.texts)
        events += match.act(text)
    return events


def cut_off(units: Mapping[str, Any], **entries: Any) -> set[str]:
    """Who has no line in the check of turn 2 (or the given one), after Random Events in which nobody does anything."""
    him = {"akechi_mitsuhide": "3719"} if entries.get("scenario") == TENNOZAN else {}  # without him it is over
    match = compose({**him, **units}, **{"turn": 2, "stage": 0, **entries})
    while not of_kind(match.events, "stage"):
        match.act(next(text for text in ("wait", "done") if text in match.decision.texts))
    kinds = [event.kind for event in match.events]
    found = {entry["unit"] for entry in of_kind(match.events[: kinds.index("stage")], "no_line")}
    return found & set(units)
