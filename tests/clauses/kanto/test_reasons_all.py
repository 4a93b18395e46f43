"""Every constraint of the game's own rules is the reason of a refusal that a test demands, but for one."""

from __future__ import annotations

from pathlib import Path

from tests.clauses.reasons import find_constraints_without_refusal


def test_every_constraint_is_the_reason_of_a_refusal() -> None:
    """32-1-4 limits where a zone reaches; no act is refused for want of one."""
    assert find_constraints_without_refusal("kanto", Path(__file__).parent) == ["32-1-4"]
