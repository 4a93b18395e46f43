"""The printed tables of the series, read cell by cell (18 to 20, 22 to 24, 14, the terrain effects)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from gunki.core.definition.data_tables import Tables
from gunki.series.forces_and_castles.table_cells import MAX_MODIFIED_DIE, cells, columns, first_row

#: The highest cost that a table may give for a step.
MAX_STEP_COST = 9
COSTS, MODIFIERS = ("move", "strategic", "communication"), ("attack", "counterattack", "assault")
#: A die number that every roll reaches.
ALWAYS_DIE = -MAX_MODIFIED_DIE


def field_battle(tables: Tables) -> tuple[list[int], int, list[list[tuple[int, int]]]]:
    """Return the table of field battles (22): where each column begins, the die of the first row, and the cells.

    A cell holds the losses, and whether at least one unit is eliminated.
    """
    row = tables.row("field_battle")
    losses, marks = cells(row, "losses", 99), cells(row, "eliminate_mark", 1)
    if len(marks) != len(losses):
        raise row.bad("eliminate_mark", f"as many rows as `losses` has, {len(losses)}")
    both = [list(zip(a, b, strict=True)) for a, b in zip(losses, marks, strict=True)]
    return columns(row), first_row(row), both


def assault(tables: Tables) -> tuple[list[int], int, list[Any]]:
    """Return the table of assaults (19): where each column begins, the die of the first row, and the cells.

    A cell holds the durability lost, the steps lost, and the mark.
    """
    row = tables.row("assault")
    return columns(row), first_row(row), cells(row, "cells", 99, 3)


def siege(tables: Tables) -> tuple[dict[int, str], int]:
    """Return the result of each siege die (18-2), and the modifier for a commander in chief inside."""
    row = tables.row("siege")
    results = {die: what for what in ("morale", "durability") for die in row.numbers(what, 1, MAX_MODIFIED_DIE)}
    return results, row.integer("soudaishou", -6, 9)


def surrender(tables: Tables, full: int) -> tuple[list[dict[str, Any]], tuple[int, int, int]]:
    """Return the surrender table (20-2): rows for every durability, and the modifiers of commanders by stars."""
    table = tables.row("surrender")
    rows: list[dict[str, Any]] = []
    for row in table.subs("rows"):
        entry: dict[str, Any] = {"durability": row.bounds("durability", 0, 99)}
        for field in ("opens", "surrender"):
            if field == "opens" or row.has(field):
                entry[field] = row.integer(field, ALWAYS_DIE, MAX_MODIFIED_DIE)
        rows.append(entry)
    for durability in range(full + 1):
        if not any(least <= durability <= most for least, most in (row["durability"] for row in rows)):
            raise table.bad("rows", f"a row for each durability from 0 to {full}; {durability} has none")
    if all(row["opens"] == ALWAYS_DIE for row in rows):
        raise table.bad("rows", "a die that opens the gates in one of them at least")
    taishou, soudaishou = (table.integer(rank, -9, 9) for rank in ("taishou", "soudaishou"))
    return rows, (0, taishou, soudaishou)


def replenishment(tables: Tables) -> tuple[int, dict[str, dict[str, Any]]]:
    """Return the replenishment table (14-2): the die of the first row, and the columns of each kind of army."""
    table = tables.row("replenishment")
    charts: dict[str, dict[str, Any]] = {}
    for name, entry in table.entries_all().items():
        if isinstance(entry, Mapping):
            row = table.sub(name)
            home = row.array("home", -9, 9, None)
            charts[name] = {
                "home_is": row.word("home_is", ("territory", "main_castle", "friendly_castle")),
                "home": home,
                "away": row.numbers("away", -9, 9, len(home)),
            }
    for army in tables.rows("army"):
        army.word("replenishment", charts)
    return first_row(table), charts


def decisive_retreat(tables: Tables) -> dict[str, list[int]]:
    """Return how many hexes a beaten force flees and how many steps it loses, for each die (24-3)."""
    row = tables.row("decisive_retreat")
    return {"hexes": row.numbers("hexes", 0, 9, 6), "steps": row.numbers("steps", 0, 99, 6)}


def check_ground(tables: Tables, terrains: Collection[str]) -> None:
    """Check the costs and modifiers of the terrains (15-2, 23-2).

    A terrain that lacks a kind of cost cannot be entered in that way. A modifier that is missing is 0.
    """
    table, river = tables.row("terrain"), tables.row("river")
    for name in terrains:
        row = table.sub(name)
        for field in (*COSTS, *MODIFIERS):
            if row.has(field):
                row.integer(field, 1 if field in COSTS else -9, MAX_STEP_COST)
    for field in (*COSTS, *MODIFIERS[:2]):
        river.integer(field, 0 if field in COSTS else -9, MAX_STEP_COST)
