"""The printed tables of the game's own rules as charts: calls, the sides of clans, and victory (32, 35 to 37)."""

from __future__ import annotations

from typing import Any

from gunki.core.definition.data_tables import Row
from gunki.core.show.charts import Cell, chart, die_row, heading, name_field, names, note, plain_heading
from gunki.games.hideyoshi.rules.scenarios.event_tables import CLAN_MOVEMENT, MODIFIERS, SummonsTable
from gunki.games.hideyoshi.setup import HideyoshiSetup
from gunki.series.forces_and_castles.show.charts import format_added, spans
from gunki.series.gunyuden.rules.points import RANKS

#: The clauses of each table of called armies.
SUMMONED_BY = {"mori_movement": ("32-1(2)", "QR-MORI"), "band_movement": ("36.7-9", "QR-SAIKA")}
#: The scenarios that points decide, with the clauses for castles taken and for units lost.
BY_POINTS = {"shizugatake": ("36.6(1)", "36.6(2)"), "komaki_nagakute": ("37.7(1)", "37.7(2)")}


def charts(setup: HideyoshiSetup) -> list[dict[str, Any]]:
    """Return the charts of all scenarios, since players look at a chart before they choose a scenario."""
    return [*(_summons(table) for table in setup.movements), _clans(setup), _victory(setup)]


def _summons(table: SummonsTable) -> dict[str, Any]:
    """Return the chart of a table of called armies.

    If scenarios print different strengths over the same columns, a heading gives both, one after the other.
    """
    printings = list(dict.fromkeys(tuple(columns) for columns in table.printed.values()))
    bands = [" / ".join(column) for column in zip(*(spans(columns) for columns in printings), strict=True)]
    first, last = min(table.least) - 1, max(table.least)
    rows = [
        die_row(die, [names("heading", "acts") if die >= least else None for least in table.least], first, last)
        for die in range(first, last + 1)
    ]
    clauses = SUMMONED_BY[table.name]
    notes = [
        note(f"{table.name}_strength", *clauses),
        *([note("scenario_columns")] if len(printings) > 1 else []),
        note("summons_modifiers", "QR-MORI-mod", won=format_added(table.won), lost=format_added(table.lost)),
    ]
    return chart(
        table.name, "die", [plain_heading(band) for band in bands], rows, groups=[(heading("strength"), len(bands))],
        notes=notes, modified=True,
    )  # fmt: skip


def _clans(setup: HideyoshiSetup) -> dict[str, Any]:
    clans = setup.clans
    first = min(clans.hashiba.values())
    last = max(least for least in clans.akechi.values() if least < 99)

    def side(army: int, die: int) -> Cell:
        outcome = clans.outcome(army, die)
        if army in clans.begin:
            return names("heading", "acts") if outcome else None
        return names("army", outcome) if outcome else None

    rows = [die_row(die, [side(army, die) for army in clans.armies], first, last) for die in range(first, last + 1)]
    modifiers = [
        note(f"clan_{name}", clause, value=format_added(clans.modifiers[name])) for name, clause in MODIFIERS.items()
    ]
    notes = [
        note("clans_when", "35.8(1)-3", "35.8(2)"),
        note("clans_begin", "35.8(1)-3(a)", "QR-CLAN-note"),
        *modifiers,
    ]
    columns = [name_field("army", setup.armies[army]) for army in clans.armies]
    return chart(CLAN_MOVEMENT, "die", columns, rows, notes=notes, modified=True)


def _victory(setup: HideyoshiSetup) -> dict[str, Any]:
    """Return the chart of victory: points for castles and lost units, and other conditions (35.7, 36.6, 37.7)."""
    table = setup.own_row("victory")
    worth = [table.sub(scenario) for scenario in BY_POINTS]
    levels = [row.numbers("castle_by_level", 0, 99) for row in worth]
    rows: list[dict[str, Any]] = [
        {**name_field("level", str(level)), "cells": [cell for points in by_level for cell in (points, "")]}
        for level, by_level in enumerate(zip(*levels, strict=False))
    ]
    for rank in reversed(RANKS):
        cells = [cell for row in worth for cell in ("", row.sub("lost").integer(rank, -99, 0))]
        rows.append({**name_field("killed", rank), "cells": cells})
    return chart(
        "victory", "what", [heading("taken"), heading("lost")] * len(worth), rows,
        groups=[(name_field("scenario", scenario), 2) for scenario in BY_POINTS], notes=_victory_notes(table),
    )  # fmt: skip


def _victory_notes(table: Row) -> list[dict[str, Any]]:
    first, second, third = (table.sub(name) for name in ("tennozan", *BY_POINTS))
    bands = third.sub("bands")
    return [
        note("castles_count", *(clauses[0] for clauses in BY_POINTS.values())),
        note("lost_count", *(clauses[1] for clauses in BY_POINTS.values())),
        note("besieged_count", "36.6(3)", count=second.integer("besieged_unit", 0, 99)),
        note("stayed_count", "36.6(4)-1", count=second.sub("stayed").integer("points", 0, 999)),
        note("undeclared_count", "36.6(4)-2", count=second.sub("undeclared").integer("points", 0, 999)),
        note("surplus_needed", "36.6(5)", count=second.integer("surplus", 1, 999)),
        note("bands_count", "37.7(2)-4", units=bands.integer("units", 1, 99), value=bands.integer("points", -99, 0)),
        note("sakai_count", "37.7(3)", count=third.sub("sakai").integer("points", 0, 999)),
        note("tennozan_hashiba", "35.7(1)"),
        note("tennozan_chiefs", "35.7(2)-1", count=first.integer("soudaishou_killed", 1, 99)),
        note("tennozan_castles", "35.7(2)-2", count=first.integer("castles", 1, 99)),
    ]
