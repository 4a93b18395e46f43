"""Reads printed tables, and checks every cell."""

from __future__ import annotations

from typing import Any

from gunki.core.definition.data_tables import Row

#: A modified die is never further from 0 than this.
MAX_MODIFIED_DIE = 99


def columns(row: Row) -> list[int]:
    """Return the lowest value that belongs to each column of a chart."""
    return row.steps("column_min", 0, 999)


def cells(row: Row, field: str, high: int, *shape: int) -> list[Any]:
    """Return the rows of a chart whose columns are given by the field `column_min`.

    A row has a cell for each column. A cell holds one value, or an array of `shape`.
    """
    rows: list[Any] = row.array(field, 0, high, None, len(columns(row)), *shape)
    return rows


def first_row(row: Row) -> int:
    """Return the modified die of the first row."""
    return row.integer("first_row", -MAX_MODIFIED_DIE, MAX_MODIFIED_DIE)
