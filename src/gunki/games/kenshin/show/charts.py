"""The nine printed tables, and the tracks of turns, phases and score, as displayed."""

from __future__ import annotations

from typing import Any

from gunki.core.show.charts import FACES, Cell, chart, die_row, heading, name_field, names, note, plain_heading
from gunki.games.kenshin.setup import RANKS, SEATS, KenshinSetup
from gunki.series.forces_and_castles.show.charts import bands, die_rows, format_added, spans

TERRAIN_COLUMNS = ("move", "attack", "defence")
ATTRITION = ("none", "tenth_down", "tenth_up")
MORI_EVENTS = {
    "neutral_to_uesugi": "TBL-MORI mod Neutral to Uesugi",
    "oda_to_uesugi": "TBL-MORI mod Oda to Uesugi",
    "neutral_to_oda": "TBL-MORI mod Neutral to Oda",
    "uesugi_to_oda": "TBL-MORI mod Uesugi to Oda",
    "mori_advance": "9-2 Mori's Advance",
}
FEW_ODA_CLAUSE, CASTLE_FELL_CLAUSES = "TBL-MORI mod Harima", ("TBL-MORI mod castle plus", "TBL-MORI mod castle minus")
CHANGES = ("Neutral to Oda", "Neutral to Uesugi", "Oda to Uesugi", "Uesugi to Oda")


def charts(setup: KenshinSetup) -> list[dict[str, Any]]:
    return [
        _combat(setup),
        _siege(setup),
        _attrition(setup),
        _events(setup),
        _minor_daimyo(setup),
        _mori(setup),
        _replenishment(setup),
        _terrain(setup),
        _turns(setup),
        _phases(setup),
        _score(setup),
    ]


def _combat(setup: KenshinSetup) -> dict[str, Any]:
    """Return the combat chart (TBL-CRT).

    Its printed rows are strengths; here the rows are rolls, as in every chart that is read with dice.
    """
    table = setup.combat
    columns = bands(table)
    notes = [
        note("combat_cells", "TBL-CRT", "12-2"),
        note("combat_field", "12-2-1 A(3)", "12-2-1 D(3)", "12-2-1 cumulative", "10-8 bonus"),
        note("combat_assault", "13-3-3", "13-3-4", "13-3-5 cumulative", count=setup.assault_cap),
        note("combat_pursuit", "12-5-3", "13-5-2"),
    ]
    cells: list[list[Cell]] = [list(row) for row in table.cells]
    return chart(
        "combat", "roll", columns, die_rows(table, cells), groups=[(heading("strength"), len(columns))], notes=notes,
        modified=True,
    )  # fmt: skip


def _siege(setup: KenshinSetup) -> dict[str, Any]:
    by_rank = dict(zip(("none", *RANKS), setup.siege, strict=True))
    cells: list[list[Cell]] = [[by_rank[name][die - 1] or None for name in setup.siege_columns] for die in FACES]
    columns = [heading("no_garrison") if name == "none" else name_field("rank", name) for name in setup.siege_columns]
    notes = [note("siege_cells", "TBL-SIEGE", "9-1-1"), note("siege_demand", "9-1-2"), note("siege_port", "13-1-9")]
    notes += [
        note("siege_always", "19", castle=setup.castles[castle], rank=("none", *RANKS)[row])
        for castle, row in setup.siege_always.items()
    ]
    return chart("siege", "die", columns, _by_die(cells), groups=[(heading("highest_inside"), 4)], notes=notes)


def _by_die(cells: list[list[Cell]]) -> list[dict[str, Any]]:
    """Return the rows of a chart that is read with an unmodified die."""
    return [{**plain_heading(die), "dice": [die], "cells": row} for die, row in zip(FACES, cells, strict=True)]


def _by_modified_die(cells: list[list[Cell]]) -> list[dict[str, Any]]:
    return [die_row(die, row, FACES[0], FACES[-1]) for die, row in zip(FACES, cells, strict=True)]


def _attrition(setup: KenshinSetup) -> dict[str, Any]:
    cells: list[list[Cell]] = [[names("attrition", ATTRITION[result])] for result in setup.attrition]
    counted = "attrition_units" if setup.options["attrition_base"] == "units" else "attrition_steps"
    notes = [
        note(counted, "TBL-ATTRITION A", "TBL-ATTRITION B"),
        note("attrition_isolated", "9-4-7 isolated", value=format_added(setup.isolated_adds)),
        note("attrition_when", "9-4-7(1)", "9-4-7(2)", "9-4-7(3)"),
    ]
    return chart("attrition", "die", [heading("result")], _by_modified_die(cells), notes=notes, modified=True)


def _events(setup: KenshinSetup) -> dict[str, Any]:
    """Return the chart of events (9-2).

    It is read with the sum of two dice and the column of the score. Columns have the same names as in the data of
    rolls.
    """
    chances = setup.event_tables
    leasts = [chances.event_columns[0] - 1, *chances.event_columns]
    texts = [f"≤{leasts[0]}", *spans(chances.event_columns)]
    columns = [
        {**plain_heading(text.replace("-", "−")), "id": chances.column(least)}
        for text, least in zip(texts, leasts, strict=True)
    ]
    rows = [
        {**plain_heading(roll), "dice": [roll], "cells": [names("random_event", name) for name in row]}
        for roll, row in enumerate(chances.events, chances.first_event)
    ]
    gone = [setup.armies[army] for army in chances.defects]
    joining = [setup.armies[army] for army in chances.rising_join]
    stay = [rebel.returns for rebel in chances.rebels]
    swing = format_added(chances.swings["mori_advance"])
    notes = [
        note("events_column", "9-2", "TBL-EVENTS"),
        note(
            "mori_advance",
            "9-2 Mori's Advance",
            count=chances.advance_commanders,
            busho=chances.advance_busho,
            value=swing,
        ),
        note("hojo_invasion", "9-2 Hojo Invasion", count=chances.hojo_commanders, busho=chances.hojo_busho),
        note("yoshiaki_uprising", "9-2 Yoshiaki's Uprising", "9-2 Yoshiaki's Uprising control", army=joining),
        note("ukita_defection", "9-2 Ukita's Defection", "9-2 Ukita's Defection nullified", army=gone),
        note("araki_rebellion", "9-2 Araki Rebellion", "9-2 Araki Rebellion check", value=stay[0], count=stay[-1]),
        note("allegiance", *(f"9-2 {change}" for change in CHANGES)),
        note("saika", "9-2 Saika Neutrality", "9-2 Saika Rejoins"),
    ]
    return chart(
        "events", "roll", columns, rows, groups=[(heading("score"), len(columns))], notes=notes, modified=True
    )  # fmt: skip


def _minor_daimyo(setup: KenshinSetup) -> dict[str, Any]:
    cells: list[list[Cell]] = [[names("army", setup.armies[army])] for army in setup.event_tables.minor]
    return chart("minor_daimyo", "die", [heading("clan")], _by_die(cells), notes=[note("minor_which", "TBL-MINOR")])


def _mori(setup: KenshinSetup) -> dict[str, Any]:
    chances = setup.event_tables
    cells: list[list[Cell]] = [[commanders or None, busho or None] for commanders, busho in chances.mori]
    to_uesugi, to_oda = chances.fell_values
    literal = setup.options["mori_castle_modifier"] == "literal"
    fell = (to_oda, to_uesugi) if literal else (to_uesugi, to_oda)
    province = setup.map.provinces[chances.few_province].lower()
    swings = [(name, clause) for name, clause in MORI_EVENTS.items() if name in chances.swings]
    notes = [
        note("mori_box", "9-3-1 box", "TBL-MORI"),
        *(note(f"mori_{name}", clause, value=format_added(chances.swings[name])) for name, clause in swings),
        note(
            "mori_few", FEW_ODA_CLAUSE, value=format_added(chances.few_value), count=chances.few_most, province=province
        ),
        note("mori_fell_uesugi", *CASTLE_FELL_CLAUSES, value=format_added(fell[0])),
        note("mori_fell_oda", *CASTLE_FELL_CLAUSES, value=format_added(fell[1])),
    ]
    columns = [heading("commanders"), name_field("rank", "busho")]
    return chart("mori_deployment", "die", columns, _by_modified_die(cells), notes=notes, modified=True)


def _replenishment(setup: KenshinSetup) -> dict[str, Any]:
    """Return both charts of replenishment side by side: TBL-REPL-UESUGI and TBL-REPL-ODA."""
    sides = setup.replenishment
    cells: list[list[Cell]] = [[row[die - 1] or None for rows in sides for row in rows.values()] for die in FACES]
    columns = [name_field("replenishment", name) for rows in sides for name in rows]
    groups = [(name_field("seat", seat), len(rows)) for seat, rows in zip(SEATS, sides, strict=True)]
    notes = [
        note("replenishment_point", "9-5-3", "9-5-7", count=setup.durability_per_point),
        note("replenishment_line", "9-5-2", "9-5-4"),
        note("replenishment_ikki", "9-5-6", "TBL-REPL-UESUGI ikki"),
        note("replenishment_centres", "9-5-2 Oda", "TBL-REPL-ODA centres"),
    ]
    return chart("replenishment", "die", columns, _by_die(cells), groups=groups, notes=notes)


def _terrain(setup: KenshinSetup) -> dict[str, Any]:
    """Return the terrain chart (TBL-TERRAIN), with all else that costs movement points (10-5, 10-7, 10-8)."""
    effects = setup.tables["terrain"]
    rows: list[dict[str, Any]] = []
    for name in setup.map.terrains:
        if name in effects and setup.map.terrain.count(setup.map.terrains.index(name)):
            cells = [effects[name].get(key) for key in TERRAIN_COLUMNS]
            rows.append(
                {**name_field("terrain", name), "cells": [cells[0], *(format_added(n) if n else "" for n in cells[1:])]}
            )
    river = (setup.tables["river"]["move"], setup.river_attack, setup.river_defence)
    rows.append({**name_field("terrain", "river"), "cells": [format_added(n) if n else "" for n in river]})
    extras = {"enemy_control": setup.zone_cost, "enemy_castle": setup.zone_cost}
    rows += [{**heading(key), "cells": [format_added(cost), "", ""]} for key, cost in extras.items()]
    rows.append({**heading("engagement"), "cells": [setup.engage_cost, "", ""]})
    fort = (setup.fort_attack, setup.fort_defence)
    rows.append(
        {**heading("fortification"), "cells": [setup.fortify_cost, *(format_added(n) if n else "" for n in fort)]}
    )
    notes = [
        note("terrain_points", "10-4-1", count=setup.allowance),
        note("terrain_zone", "10-5-1", "10-5-2", "10-5-5"),
        note("terrain_overrun", "14-7-1"),
        note("terrain_rolls", "12-2-1 A(1)", "12-2-1 A(2)", "12-2-1 D(1)", "12-2-1 D(2)"),
    ]
    return chart(
        "terrain", "ground", [heading(key) for key in TERRAIN_COLUMNS], rows, notes=notes,
        groups=[(heading("costs"), 1), (heading("combat"), 2)],
    )  # fmt: skip


# -- tracks -----------------------------------------------------------------------------------------------------------


def _turns(setup: KenshinSetup) -> dict[str, Any]:
    """Return the track of turns (TBL-TURNS)."""
    rows = []
    for turn, (month, third) in enumerate(setup.calendar, 1):
        ships = [ship for ship, when in zip(setup.ships, setup.ship_turn, strict=True) if when == turn > 1]
        cells = [names("month", str(month)), names("third", str(third)), names("ship", *ships) if ships else ""]
        rows.append({**plain_heading(turn), "cells": cells})
    columns = [heading("month"), heading("third"), heading("comes")]
    return chart("turns", "turn", columns, rows, notes=[note("turns_end", "22-2", count=setup.turns)])


def _phases(setup: KenshinSetup) -> dict[str, Any]:
    """Return the phases, each with the seats that act and its steps (TBL-PHASES)."""
    table = setup.tables["sequence"]
    rows: list[dict[str, Any]] = []
    for number, phase in enumerate(setup.phases, 1):
        seat = next((seat for seat in SEATS if phase.startswith(seat)), "")
        steps = names("step", *table[phase.removeprefix(f"{seat}_")])
        players = names("seat", *([seat] if seat else SEATS))
        rows.append({**name_field("phase", phase), "cells": [players, steps, f"4({number})"]})
    columns = [heading("player"), heading("steps_of_phase"), heading("clause")]
    return chart("sequence", "phase", columns, rows, notes=[note("phases_order", "TBL-PHASES")])


def _score(setup: KenshinSetup) -> dict[str, Any]:
    """Return what each side scores for (21, TBL-SCORE)."""
    classes = setup.castle_classes
    rows: list[dict[str, Any]] = [
        {**heading("castle_taken"), "cells": [durability, points, format_added(-points)]}
        for durability, (_, points) in zip(spans([least for least, _ in classes]), classes, strict=True)
    ]
    for rank, points in reversed(list(zip(RANKS, setup.rank_points, strict=True))):
        rows.append({**name_field("killed", rank), "cells": ["", points, format_added(-points)]})
    any_unit, kenshin = setup.kyoto_points
    rows.append({**heading("kyoto_unit"), "cells": ["", any_unit, ""]})
    rows.append({**heading("kyoto_kenshin"), "cells": ["", kenshin, ""]})
    notes = [
        note("score_needed", "22-2", count=setup.score_to_win, turn=setup.turns),
        note("score_sudden", "22-1(1)", "22-1(2)"),
        note("score_castles", "21"),
        note("score_kyoto_sum" if setup.options["kyoto_cumulative"] else "score_kyoto_instead", "21 Kyoto Kenshin"),
        note("score_ships", "16-3 score"),
    ]
    columns = [heading("durability"), *(name_field("seat", seat) for seat in SEATS)]
    return chart("points", "what", columns, rows, notes=notes)
