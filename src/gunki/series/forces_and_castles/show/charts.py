"""Parts of printed tables for display (gunki.core.show.charts)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gunki.core.show.charts import Cell, die_row, plain_heading
from gunki.series.forces_and_castles.setup import Chart, ForcesSetup


def bands(table: Chart) -> list[dict[str, Any]]:
    """Return the headings of a table's columns: `3–4`, `5–6` … `50+`."""
    return [plain_heading(band) for band in spans(table.columns)]


def spans(leasts: Collection[int]) -> list[str]:
    """Return the bands that begin at these numbers, as texts."""
    starts = list(leasts)
    ends = [*(least - 1 for least in starts[1:]), None]
    return [
        f"{least}+" if end is None else str(least) if end == least else f"{least}–{end}"
        for least, end in zip(starts, ends, strict=True)
    ]


def die_rows(table: Chart, cells: list[list[Cell]]) -> list[dict[str, Any]]:
    last = table.first + len(cells) - 1
    return [die_row(table.first + i, row, table.first, last) for i, row in enumerate(cells)]


def format_added(value: int | None) -> Cell:
    """Return a modifier with its sign, e.g. `+1`; None if there is none."""
    return None if value is None else f"{value:+d}"


def source(setup: ForcesSetup, table: str, book_clauses: Collection[str]) -> list[str]:
    """Return the clauses that a table's `source` names (`rulebook QR-1, QR-2`) and that are in the rulebook."""
    kind, _, cited = str(setup.tables[table].get("source", "")).partition(" ")
    return [clause for clause in cited.split(", ") if kind == "rulebook" and clause in book_clauses]
