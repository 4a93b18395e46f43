"""Helpers for the clause tests: composed positions on this map, replenishment, views, lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import gunki
from gunki import Match
from tests.clauses.common import decision_of
from tests.clauses.forces import compose_match, of_kind
from tests.clauses.replenishing import begin_replenishing, replenish_troops

# The scenarios in the order of the rulebook.
SCENARIOS = ("tennozan", "shizugatake", "komaki_nagakute")
TENNOZAN, SHIZUGATAKE, KOMAKI = SCENARIOS


def start_match(scenario: str, document: Mapping[str, Any] | None = None, **more: Any) -> Any:
    """Start a match, or compose one with the whole deployment from a later moment."""
    if document is None:
        return gunki.new("hideyoshi", scenario, seed=1, **more)
    return gunki.compose("hideyoshi", scenario, document, seed=1, **more)


@cache
def opening_view(scenario: str) -> Any:
    """Return the view of all seats before the deployment."""
    return start_match(scenario).view(None)


def compose(
    units: Mapping[str, Any], *, scenario: str = SHIZUGATAKE, dice: Sequence[int] | str | None = None, **more: Any
) -> Any:
    """Compose a match with these units alone on the board, with dice from the seed unless they are given."""
    return compose_match("hideyoshi", scenario, "6134", units, dice=dice, **more)


def units_in(view: Any, *hexes: str) -> set[str]:
    """Return the units in these hexes, or on the whole map if none is named."""
    placed = {name: entry["hex"] for name, entry in view["units"].items() if not isinstance(entry, str)}
    return {name for name, hex_id in placed.items() if not hexes or hex_id in hexes}


def count_replenished_steps(match: Match, leader: str) -> int:
    """Return the steps that a commander's die for troops brings; desertion counts as negative."""
    return replenish_troops(begin_replenishing(match, leader))


@cache
def _clans() -> dict[str, Any]:
    return {row["id"]: row["army"] for row in gunki.game("hideyoshi").tables["unit"]}


def clan_of(name: str, scenario: str) -> str:
    """Return the clan to which the data give a unit in a scenario."""
    clan = _clans()[name]
    return str(clan[scenario] if isinstance(clan, dict) else clan)


def may_take(leader: str, name: str, scenario: str, **entries: Any) -> bool:
    """Return whether a commander may take a unit of the same hex, on open ground, under command."""
    match = compose(
        {leader: "2920", name: "2920"}, scenario=scenario, around="2920", radius=2, **{"turn": 2, **entries}
    )
    match.act(f"act {leader}")
    if "organise" not in match.decision.texts:  # alone with a unit he may not lead
        return False
    match.act("organise")
    return f"take {name}" in match.decision.texts


def pass_until_turn(match: Match, until_turn: int = 99) -> list[Any]:
    """Answer passively up to the first decision of this turn, or to the end; return the events."""
    events: list[Any] = []
    while match.decision is not None and match.view(None)["turn"] < until_turn:
        text = next(t for t in ("end", "hold_out", "wait", "done", "ready") if t in match.decision.texts)
        events += match.act(text)
    return events


def find_cut_off(units: Mapping[str, Any], **entries: Any) -> set[str]:
    """Return the units without a line in the check of turn 2 (or the given one), after passive Random Events."""
    him = {"akechi_mitsuhide": "3719"} if entries.get("scenario") == TENNOZAN else {}  # without him it is over
    match = compose({**him, **units}, **{"turn": 2, "stage": 0, **entries})
    while not of_kind(match.events, "stage"):
        match.act(next(text for text in ("wait", "done") if text in match.decision.texts))
    kinds = [event.kind for event in match.events]
    found = {entry["unit"] for entry in of_kind(match.events[: kinds.index("stage")], "no_line")}
    return found & set(units)


def assert_reads_back(match: Match) -> None:
    """Assert that the description of a match reads back to the same position and decision; its dice are typed."""
    document = match.describe()
    again: Any = gunki.compose("hideyoshi", match.setup.scenario, document, dice="typed", options=match.setup.options)
    assert again.describe() == document
    assert again.position.digest() == match.position.digest()
    assert (again.decision.name, again.decision.who) == (decision_of(match).name, decision_of(match).who)
    assert again.decision.texts == decision_of(match).texts
