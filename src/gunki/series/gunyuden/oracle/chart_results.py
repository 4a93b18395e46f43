"""Results looked up in the printed charts, which the data files contain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def find_column(least: Sequence[int], strength: int) -> int:
    """Return the last column whose minimum strength does not exceed `strength`."""
    return max([number for number, first in enumerate(least) if first <= strength], default=-1)


def find_row(first: int, rows: Sequence[Any], die: int) -> int:
    """Return the row of a die roll; a roll beyond the chart takes its first or last row (G-52)."""
    return min(max(die - first, 0), len(rows) - 1)


def look_up_battle(chart: Mapping[str, Any], column: int, die: int) -> tuple[int, bool]:
    """Return the losses of a field battle, and whether a unit is eliminated."""
    row = find_row(chart["first_row"], chart["losses"], die)
    return chart["losses"][row][column], bool(chart["eliminate_mark"][row][column])


def look_up_assault(chart: Mapping[str, Any], column: int, die: int) -> tuple[int, int]:
    """Return the losses of the castle and of the attackers in an assault (first edition)."""
    row = find_row(chart["first_row"], chart["cells"], die)
    damage, steps, _ = chart["cells"][row][column]
    return damage, steps


def look_up_replenishment(tables: Mapping[str, Any], army: str, column: str, die: int) -> int:
    """Return the steps that a replenishment brings; a negative number counts deserters."""
    rows = tables[army][column]
    return int(rows[find_row(tables["first_row"], rows, die)])


def look_up_call(chart: Mapping[str, Any], durability: int, die: int) -> str:
    """Return how a castle answers a call for surrender (first edition)."""
    row = next(row for row in chart["rows"] if row["durability"][0] <= durability <= row["durability"][1])
    if die >= row.get("surrender", 99):
        return "surrender"
    return "opens_the_gates" if die >= row["opens"] else "rejected"
