"""The printed tables of a game of the series as charts: rows by die, columns by strength or durability."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gunki.core.show.charts import Cell, chart, die_row, heading, name_field, names, note, plain_heading
from gunki.series.forces_and_castles.show.charts import bands, die_rows, format_added, source
from gunki.series.gunyuden.setup import GunyudenSetup

#: Marks losses by which at least one unit must be eliminated.
BULLET = "•"
TERRAIN_COLUMNS = ("move", "strategic", "communication", "attack", "counterattack", "assault")


def charts(setup: GunyudenSetup, book_clauses: Collection[str]) -> list[dict[str, Any]]:
    """Return all charts of the basic rules.

    `book_clauses` are the clauses of the game's books. The data of a table say where it is printed.
    """
    return [
        field_battle(setup, source(setup, "field_battle", book_clauses)),
        assault(setup, source(setup, "assault", book_clauses)),
        _siege(setup),
        _surrender(setup),
        terrain(setup),
        decisive_retreat(setup),
        replenishment(setup),
    ]


def field_battle(
    setup: GunyudenSetup, clauses: list[str], *notes: dict[str, Any], mark: str = BULLET
) -> dict[str, Any]:
    """Return the chart of field battles.

    `clauses`: the clause of the table, then the clauses of its mark, which depend on the edition.
    """
    cells: list[list[Cell]] = [[f"{n}{mark * bool(fatal)}" for n, fatal in row] for row in setup.field.cells]
    columns = bands(setup.field)
    return chart(
        "field_battle", "die", columns, die_rows(setup.field, cells), groups=[(heading("strength"), len(columns))],
        notes=[note("field_cells", *clauses[:1]), note("eliminates", *clauses[1:], mark=mark), *notes], modified=True,
    )  # fmt: skip


def assault(setup: GunyudenSetup, clauses: list[str]) -> dict[str, Any]:
    cells: list[list[Cell]] = [[f"{a}/{b}{BULLET * bool(fatal)}" for a, b, fatal in row] for row in setup.assault.cells]
    columns = bands(setup.assault)
    return chart(
        "assault", "die", columns, die_rows(setup.assault, cells), groups=[(heading("surplus"), len(columns))],
        notes=[note("assault_cells", *clauses), note("eliminates", mark=BULLET)], modified=True,
    )  # fmt: skip


def _siege(setup: GunyudenSetup) -> dict[str, Any]:
    rows = [
        {**plain_heading(die), "dice": [die], "cells": [names("siege_result", setup.siege_result(die))]}
        for die in range(1, 7 + setup.siege_bonus)
    ]
    notes = [note("siege_bonus", "18-2-2", value=format_added(setup.siege_bonus))]
    return chart("siege", "die", [heading("result")], rows, notes=notes, modified=True)


def _surrender(setup: GunyudenSetup) -> dict[str, Any]:
    """Return the chart of surrenders.

    Its rows begin just below the lowest die that changes an answer, and end at the highest die that does.
    """
    bands = [row["durability"] for row in setup.surrender]
    marks = sorted({row[key] for row in setup.surrender for key in ("opens", "surrender") if row.get(key, -99) > -99})
    first, last = marks[0] - 1, marks[-1]

    def answer(durability: int, die: int) -> Cell:
        answer_name = setup.lookup_surrender(durability, die)
        return None if answer_name == "rejected" else names("answer_short", answer_name)

    dice = range(first, last + 1)
    rows = [die_row(die, [answer(least, die) for least, _ in bands], first, last) for die in dice]
    columns = [plain_heading(least if least == most else f"{least}–{most}") for least, most in bands]
    _, taisho, sodaisho = setup.rank_modifiers
    return chart(
        "surrender", "die", columns, rows, groups=[(heading("durability"), len(columns))], modified=True,
        notes=[note("surrender_ranks", "20-2-1(1)", "20-2-1(2)", sodaisho=sodaisho, taisho=taisho),
               note("surrender_morale", "20-2-1(3)")],
    )  # fmt: skip


def terrain(setup: GunyudenSetup) -> dict[str, Any]:
    effects, river = setup.tables["terrain"], setup.tables["river"]
    rows: list[dict[str, Any]] = [
        {**name_field("terrain", name), "cells": [effects[name].get(key) for key in TERRAIN_COLUMNS]}
        for name in setup.map.terrains
        if name in effects
    ]
    rows.append(
        {**name_field("terrain", "river"), "cells": [format_added(river.get(key)) or "" for key in TERRAIN_COLUMNS]}
    )
    enter, leave = setup.zone_costs
    gates = (setup.castle_extra, setup.gate, setup.gate_out)
    for key, cost in zip(("enter_zone", "leave_zone", "enemy_castle", "enter_gate", "leave_gate"),
                         (enter, leave, *gates), strict=True):  # fmt: skip
        rows.append({**heading(key), "cells": [format_added(cost), *("" for _ in TERRAIN_COLUMNS[1:])]})
    notes = [note("allowance", "15-2-1", count=setup.allowance), note("added"), note("river_bridge", "15-2-4", "G-16")]
    notes += setup.ground_notes()
    return chart(
        "terrain", "ground", [heading(key) for key in TERRAIN_COLUMNS], rows, notes=notes,
        groups=[(heading("costs"), 3), (heading("combat"), 3)],
    )  # fmt: skip


def decisive_retreat(setup: GunyudenSetup) -> dict[str, Any]:
    hexes, steps = setup.rout["hexes"], setup.rout["steps"]
    rows = [
        {**plain_heading(die), "dice": [die], "cells": list(cells)}
        for die, cells in enumerate(zip(hexes, steps, strict=True), 1)
    ]
    return chart("decisive_retreat", "die", [heading("hexes"), heading("steps")], rows, notes=[note("rout", "24-3-2")])


def replenishment(setup: GunyudenSetup) -> dict[str, Any]:
    tables = setup.replenishment
    first = setup.replenish_first
    count = min(len(table["home"]) for table in tables.values())
    rows = [
        die_row(
            first + i, [table[where][i] for table in tables.values() for where in ("home", "away")],
            first, first + count - 1,
        )
        for i in range(count)
    ]  # fmt: skip
    columns = [column for table in tables.values() for column in (heading(table["home_is"]), heading("elsewhere"))]
    return chart(
        "replenishment", "die", columns, rows, modified=True,
        groups=[(name_field("replenishment", name), 2) for name in tables],
        notes=[note("replenishment_morale", "14-2-3"), note("desertion", "14-2-4")],
    )  # fmt: skip
