"""The fuzzer's comparison with a game's oracle (gunki.core.definition.oracle), run instead of the other checks."""

from __future__ import annotations

from collections.abc import Iterator

from gunki.lab.fuzz.context import AfterAction, AtDecision, Check


def compare_decision(at: AtDecision) -> Iterator[str]:
    """Yield each difference between a decision and the oracle's calculation."""
    if at.context.oracle is not None:
        yield from at.context.oracle.compare_decision(at.match, at.document)


def compare_events(action: AfterAction) -> Iterator[str]:
    """Yield each difference between the events of an action and the oracle's calculation."""
    if action.context.oracle is not None:
        yield from action.context.oracle.compare_events(action.match, action.before.document, action.events)


ORACLE_AT_DECISION = (Check("oracle_decision", compare_decision),)
ORACLE_AFTER_ACTION = (Check("oracle_events", compare_events),)
