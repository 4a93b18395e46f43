"""Look-up of single results in the printed charts."""

from __future__ import annotations

from typing import Any

from gunki.core.errors import OptionError
from gunki.games.kenshin.rules.turn_start.attrition import steps_lost
from gunki.games.kenshin.setup import KenshinSetup

#: The names of the results of the attrition chart.
ATTRITION = ("none", "tenth_down", "tenth_up")


def look_up(setup: KenshinSetup, table: str, numbers: list[int]) -> dict[str, Any]:
    """Return the result of a chart for some numbers.

    `Kenshin.LOOKUP_TABLES` says which numbers each chart takes. The charts are `combat STRENGTH ROLL`, `siege RANK
    DIE`, `attrition STEPS DIE`, `event SCORE ROLL`, `minor_daimyo DIE`, `mori DIE`, `replenishment CLAN DIE`,
    `castle_points DURABILITY` and `pursuit DIFFERENCE DIE`.
    """
    die = numbers[-1]
    if table == "combat":
        strength = _at_least(0, numbers[0], "STRENGTH")
        return {"strength": strength, "die": die, "row": setup.combat_row(strength), "hits": setup.hits(strength, die)}
    if table == "siege":
        return {"die": die, "loss": setup.siege[numbers[0]][_one_to_six(die) - 1]}
    if table == "attrition":
        steps = _at_least(0, numbers[0], "STEPS")
        result = setup.attrition[_one_to_six(die) - 1]
        return {"steps": steps, "die": die, "result": ATTRITION[result], "loss": steps_lost(setup, steps, die)}
    if table == "event":
        if not 2 <= die <= 12:
            raise OptionError("DIE: the sum of two dice, 2 to 12")
        return {"score": numbers[0], "die": die, "event": setup.event_tables.event(numbers[0], die)}
    if table == "minor_daimyo":
        return {"die": die, "army": setup.armies[setup.event_tables.minor[_one_to_six(die) - 1]]}
    if table == "mori":
        commanders, busho = setup.event_tables.mori[_one_to_six(die) - 1]
        return {"die": die, "commanders": commanders, "busho": busho}
    if table == "replenishment":
        army = numbers[0]
        row = setup.replenishment_row(army, max(setup.army_seat[army], 0))
        return {"army": setup.armies[army], "die": die, "count": row[_one_to_six(die) - 1] if row else 0}
    if table == "castle_points":
        return {"durability": numbers[0], "points": setup.castle_class(numbers[0])}
    return {"difference": numbers[0], "die": die, "escapes": numbers[0] > 0 and setup.can_escape(numbers[0], die)}


def _one_to_six(die: int) -> int:
    """Return a modified die within the rows of a chart. For a die beyond the rows, the first or last row counts."""
    return min(max(die, 1), 6)


def _at_least(least: int, number: int, what: str) -> int:
    if number < least:
        raise OptionError(f"{what}: a whole number of at least {least}")
    return number
