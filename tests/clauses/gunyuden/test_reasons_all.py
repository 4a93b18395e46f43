"""Every constraint of the basic rules is the reason of a refusal that a test demands, or it is said here why it is not.

The refusals are read from the tests: the clauses given to `refused`, `barred` and `refusal`, whose tests fail if the
rules do not name them.
"""

from __future__ import annotations

from pathlib import Path

from tests.clauses.reasons import find_constraints_without_refusal, list_demanded_clauses

#: Constraints that refuse no act, each with the reason.
NEVER_REFUSED = {
    "5-2": "heads the list of hexes without zones",
    "5-2(1)": "limits where a zone reaches; no act is refused for want of one",
    "5-2(2)": "limits where a zone reaches",
    "5-2(3)": "limits where a zone reaches",
    "5-2(4)": "limits where a zone reaches",
    "6-1": "says that stacking has no limit",
    "12-2-2": "says whose points count; who has none left is refused by 12-2-4",
    "12-2-5": "no act saves or gives points; who comes too late is refused by 12-2-4",
    "15-6": "heads the restrictions 15-6-1 to 15-6-3",
    "18-4": "heads the restrictions 18-4-1 and 18-4-2",
    "23-4-3": "heads the hexes 23-4-3(1) to 23-4-3(3)",
    "23-6-1": "a counterattack names no target",
    "23-7-1": "takes a modifier from the die",
}


def test_every_constraint_is_the_reason_of_a_refusal_or_named_as_none() -> None:
    assert find_constraints_without_refusal("gunyuden", Path(__file__).parent) == sorted(NEVER_REFUSED)


def test_what_refusals_demand_is_read_from_the_tests() -> None:
    source = 'refused(m, "move", "15-2", "18-4-1")\nbarred(*way(1), "15-4-4 zone_holds")\nother(m, "x", "9-9")'
    assert sorted(list_demanded_clauses(source)) == ["15-2", "15-4-4", "18-4-1", "move"]


def test_what_rows_of_refusals_demand_is_read_from_the_tests() -> None:
    source = 'refusal("a unit stays", proves("9-9"), {}, "", "move", "15-2 nowhere", "18-4-1 bound")'
    assert sorted(list_demanded_clauses(source)) == ["15-2", "18-4-1", "move"]
