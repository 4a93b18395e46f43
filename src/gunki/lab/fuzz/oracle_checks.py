"""The fuzzer's comparison with a game's oracle (gunki.core.definition.oracle): made instead of the other checks."""

from __future__ import annotations

from collections.abc import Iterator

from gunki.lab.fuzz.context import AfterAction, AtDecision, Check


def compare_decision(at: AtDecision) -> Iterator[str]:
    """Yield how a decision differs from what the oracle calculates."""
    if at.context.oracle is not None:
        yield from at.context.oracle.compare_decision(at.match, at.document)


def compare_events(action: AfterAction) -> Iterator[str]:
    """Yield how the events of an action differ from what the oracle calculates."""
    if action.context.oracle is not None:
        yield from action.context.oracle.compare_events(action.match, action.before.document, action.events)


ORACLE_AT_DECISION = (Check("oracle_decision", compare_decision),)
ORACLE_AFTER_ACTION = (Check("oracle_events", compare_events),)
