"""Printed charts as plain data (docs/data/charts.md). A name is given by a section and a key of the texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: The faces of a die.
FACES = range(1, 7)
#: A cell of a chart: a number or sign as printed, names, or None if the cell is empty.
Cell = int | str | dict[str, Any] | None


def heading(key: str) -> dict[str, Any]:
    """Return the heading of a row, of a column or of several columns. `key` is in section `heading` of the texts."""
    return name_field("heading", key)


def name_field(section: str, key: str) -> dict[str, Any]:
    """Return a table with the entry `name`, which holds the section and the key of a name in the texts."""
    return {"name": [section, key]}


def plain_heading(text: str | int) -> dict[str, Any]:
    """Return a heading that is the same in every language."""
    return {"text": str(text)}


def names(section: str, *keys: str) -> dict[str, Any]:
    """Return a cell that shows one or several names, by their section and keys in the texts."""
    return {"names": [[section, key] for key in keys]}


def note(key: str, *clauses: str, **data: Any) -> dict[str, Any]:
    """Return a sentence below the chart; `key` is in section `note` of the texts."""
    return {"text": key, "data": data, "clauses": list(clauses)}


def die_row(die: int, cells: Sequence[Cell], first: int, last: int) -> dict[str, Any]:
    """Return the row for a result of a modified die.

    The row of `first` is also for all lower results, the row of `last` for all higher ones.
    """
    sign = "≤" if die == first else "≥" if die == last else ""
    return {"text": f"{sign}{die}", "dice": [die], "cells": list(cells)}


def chart(
    chart_id: str,
    by: str,
    columns: Sequence[dict[str, Any]],
    rows: Sequence[dict[str, Any]],
    *,
    groups: Sequence[tuple[dict[str, Any], int]] = (),
    notes: Sequence[dict[str, Any]] = (),
    modified: bool = False,
) -> dict[str, Any]:
    """Return a chart. `by` is the key of the heading above the column of row headings.

    `modified` tells whether the die is modified before the chart is read. `groups` are headings over several columns,
    each with the number of its columns.
    """
    return {
        "id": chart_id,
        **name_field("table", chart_id),
        "by": heading(by),
        "groups": [{**what, "span": span} for what, span in groups],
        "columns": list(columns),
        "rows": list(rows),
        "notes": list(notes),
        "modified": modified,
    }


def dice_bands(chart_data: Mapping[str, Any], column: int, modifier: int) -> list[tuple[str, Cell]]:
    """Return the cell of a column for each face of a die. Neighbouring faces with equal cells are joined: `1–3`."""
    rows = {die: row["cells"] for row in chart_data["rows"] for die in row.get("dice", ())}
    bands: list[tuple[int, int, Cell]] = []
    for face in FACES:
        die = min(max(face + modifier, min(rows)), max(rows)) if chart_data["modified"] else face
        cell: Cell = rows[die][column]
        first = bands.pop()[0] if bands and bands[-1][2] == cell else face
        bands.append((first, face, cell))
    return [(str(first) if first == last else f"{first}–{last}", cell) for first, last, cell in bands]
