"""The printed tables of the revised edition as charts: one table for every fight, and those of sieges."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gunki.core.show.charts import Cell, chart, die_row, heading, names, note, plain_heading
from gunki.series.forces_and_castles.show.charts import source
from gunki.series.gunyuden.show import charts as basic
from gunki.series.gunyuden_revised.setup import EFFECTS, RevisedSetup

#: The lists of modifiers beside the table of fights, with the clause of each.
MODIFIER_LISTS = {
    "crt_skirmish": "QR-CRT-skirmish",
    "crt_decisive": "QR-CRT-decisive",
    "crt_assault": "QR-CRT-assault",
    "crt_ambush": "QR-CRT-ambush",
}
#: Marks losses by which a unit must be eliminated, as printed (QR-CRT-star).
ASTERISK = "*"
DICE = range(1, 7)


def charts(setup: RevisedSetup, book_clauses: Collection[str]) -> list[dict[str, Any]]:
    """Return all charts of the revised edition.

    `book_clauses` are the clauses of the game's books. The data of a table say where it is printed.
    """
    lists = [note(text, clause) for text, clause in MODIFIER_LISTS.items()]
    assault = [basic.assault(setup, [])] if setup.options["assault_rule"] == "first edition" else []
    return [
        basic.field_battle(setup, source(setup, "field_battle", book_clauses), *lists, mark=ASTERISK),
        *assault,
        _siege(setup),
        _garrison_limit(setup),
        _incident(setup),
        _surrender(setup),
        basic.terrain(setup),
        basic.decisive_retreat(setup),
        basic.replenishment(setup),
    ]


def _siege(setup: RevisedSetup) -> dict[str, Any]:
    crowded = setup.garrison_limit[0] + 1
    rows = [
        {
            **plain_heading(die),
            "dice": [die],
            "cells": [names("siege_result", setup.siege_result(die, units)) for units in (0, crowded)],
        }
        for die in DICE
    ]
    columns = [heading("within_limit"), heading("over_limit")]
    return chart("siege", "die", columns, rows, notes=[note("siege_plain", "QR-SRT", "18-2-2")])


def _garrison_limit(setup: RevisedSetup) -> dict[str, Any]:
    rows = [{**plain_heading(level), "cells": [units]} for level, units in enumerate(setup.garrison_limit)]
    return chart("garrison_limit", "level", [heading("units")], rows, notes=[note("over_limit", "QR-GL")])


def _incident(setup: RevisedSetup) -> dict[str, Any]:
    """Return the chart of incidents. The first row holds for all dice below that of the second row."""
    leasts = [least for least, _, _, _ in setup.incidents]
    rows = []
    for (least, event, effect, count), after in zip(setup.incidents, [*leasts[1:], None], strict=True):
        first = least == leasts[0]
        dice = [least] if after is None else [after - 1] if first else list(range(least, after))
        text = (
            f"≥{least}"
            if after is None
            else f"≤{after - 1}"
            if first
            else "–".join(str(die) for die in dict.fromkeys((dice[0], dice[-1])))
        )
        cells: list[Cell] = [f"−{count}" if effect == name else "" for name in EFFECTS]
        rows.append({**plain_heading(text), "dice": dice, "cells": [names("incident", event), *cells]})
    columns = [heading("result"), *(heading(f"incident_{name}") for name in EFFECTS)]
    notes = [note("incident_morale", "QR-INC"), note("incident_units", "QR-INC")]
    return chart("incident", "die", columns, rows, notes=notes, modified=True)


def _surrender(setup: RevisedSetup) -> dict[str, Any]:
    """Return the chart of surrenders: a column for each durability, a row for each total.

    The rows begin just below the lowest total that changes an answer.
    """
    marks = [least for leasts, _ in setup.answers for least in leasts[1:]]
    first, last = min(marks) - 1, setup.highest

    def answer(durability: int, die: int) -> Cell:
        answer_name = setup.lookup_surrender(durability, die)
        return None if answer_name in ("no_response", "rejected") else names("answer_short", answer_name)

    columns = [plain_heading(durability) for durability in range(len(setup.answers))]
    rows = [
        die_row(die, [answer(durability, die) for durability in range(len(columns))], first, last)
        for die in range(first, last + 1)
    ]
    _, taisho, sodaisho = setup.rank_modifiers
    return chart(
        "surrender", "die", columns, rows, groups=[(heading("durability"), len(columns))], modified=True,
        notes=[
            note("surrender_ranks", "20-2-1(1)", "20-2-1(2)", sodaisho=sodaisho, taisho=taisho),
            note("surrender_calls", "QR-CST-mod"), note("surrender_quiet", "20-3(Resists)", "20-3(Refuses)"),
            note("surrender_fall", "21.0"),
        ],
    )  # fmt: skip
