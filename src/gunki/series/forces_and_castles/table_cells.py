"""Printed tables, read cell by cell with a check of every one."""

from __future__ import annotations

from typing import Any

from gunki.core.definition.data_tables import Row

#: No die is modified as far as this.
MAX_MODIFIED_DIE = 99


def columns(row: Row) -> list[int]:
    """Where each column of a chart begins."""
    return row.steps("column_min", 0, 999)


def cells(row: Row, field: str, high: int, *shape: int) -> list[Any]:
    """The cells of a chart that has `column_min`: rows of one number, or of so many, for each column."""
    rows: list[Any] = row.array(field, 0, high, None, len(columns(row)), *shape)
    return rows


def first_row(row: Row) -> int:
    """The modified die of the first row."""
    return row.integer("first_row", -MAX_MODIFIED_DIE, MAX_MODIFIED_DIE)
