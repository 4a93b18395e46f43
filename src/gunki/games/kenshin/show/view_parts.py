"""The parts of a view that only this game has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gunki.core.show.score import condition
from gunki.games.kenshin.compose import document
from gunki.games.kenshin.rules.points import kyoto_points
from gunki.games.kenshin.rules.turn_start import rebellion, supply
from gunki.games.kenshin.setup import ODA, SEATS, UESUGI
from gunki.games.kenshin.state.position import ABOARD, BOX
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.games.kenshin.state.state_fields import EVENTS, NO_REBELLION, ONE_TIME_EVENTS


def time(g: G) -> dict[str, Any]:
    phases = g.setup.phases
    phase = phases[g.phase] if 0 <= g.phase < len(phases) else "deployment" if g.phase < 0 else phases[-1]
    fields = {"turn": g.turn, "phase": phase, "weather": g.setup.weathers[g.weather]}
    step = next((frame.step for frame in g.stack if type(frame).__name__ == "TurnStart"), "")
    return {**fields, "step": step} if step else fields


def _seats(bits: int) -> list[str]:
    return [seat for side, seat in enumerate(SEATS) if bits >> side & 1]


def complete_units(g: G, numbers: Sequence[int], units: dict[str, Any]) -> dict[str, Any]:
    """Return units as a view shows them.

    Units in the box or aboard a ship have steps and a leader, like units on the map.
    """
    for u in numbers:
        if g.at[u] in (BOX, ABOARD):
            name = g.setup.units[u]
            entry = units[name]
            row = {"hex": entry, "steps": g.steps[u]} if isinstance(entry, str) else dict(entry)
            row.pop("leader", None)
            units[name] = row if g.leader[u] == u else {**row, "leader": g.setup.units[g.leader[u]]}
    return units


def _ships(g: G) -> dict[str, Any]:
    entries = document.write_ships(g)
    for ship, name in enumerate(g.setup.ships):
        if document.is_absent(g, ship):
            entries[name] = "absent"
        elif g.cargo[ship] >= 0:
            entries[name]["cargo"] = g.setup.units[g.cargo[ship]]
    return entries


def view_fields(g: G) -> dict[str, Any]:
    """Return the fields of the view that only this game has."""
    setup = g.setup
    happened = [name for name in ONE_TIME_EVENTS if getattr(g, name)]
    if g.araki_rebellion != NO_REBELLION:
        happened.append("araki_rebellion")
    return {
        "score": g.score,
        "column": setup.event_tables.column(g.score),
        "ships": _ships(g),
        "clans": {
            name: SEATS[seat] if seat >= 0 else "neutral"
            for army, (name, seat) in enumerate(zip(setup.armies, g.seat_of, strict=True))
            if army not in setup.rebels or army in rebellion.list_rebel_clans(g)
        },
        "fortified": {setup.map.numbers[h]: _seats(bits) for h, bits in enumerate(g.fortified) if bits},
        "fell_last_turn": _seats(g.fell_last_turn),
        "fell_this_turn": _seats(g.fell_this_turn),
        "happened": happened,
        "event": EVENTS[g.event],
    }


def view_castles(g: G, numbers: Sequence[int], has_line: Sequence[bool]) -> dict[str, Any]:
    """Return castles as a view shows them, with Investment markers and open naval lines of ports (16-1)."""
    entries = document.write_castles(g, numbers)
    for castle, row in zip(numbers, entries.values(), strict=True):
        row["owner"] = g.setup.armies[g.owner[castle]]
        if g.besieged[castle]:
            row["besieged"] = True
        else:
            row.pop("marker", None)
        if has_line[castle]:
            row["line"] = True
    return entries


# -- 21, 22: the score ------------------------------------------------------------------------------------------------


def conditions(g: G) -> list[dict[str, Any]]:
    """Return the score, the score needed to win (22-2), and the points that Kyoto would bring next turn (21)."""
    any_unit, _ = g.setup.kyoto_points
    kyoto = sum(value for _, value in kyoto_points(g))
    return [
        condition("score", SEATS[UESUGI], g.score, g.setup.score_to_win),
        condition("kyoto", SEATS[UESUGI], kyoto, any_unit),
    ]


def benchmark_tasks(g: G) -> Mapping[str, Callable[[], Any]]:
    """Return the benchmark of supply (9-4): it finds the units without a line, and uses no cache.

    It looks at all units of the side that has the most units.
    """
    new = g.clone()
    side = max((UESUGI, ODA), key=new.side_of.count)

    def supply_of_a_side() -> list[tuple[int, int]]:
        new.clear_caches()
        return supply.cut_off(new, side)

    return {"supply_of_a_side": supply_of_a_side}
