"""The overlay of supply lines (9-4): where they run, which forces have none, and what cuts them."""

from __future__ import annotations

from collections import deque
from typing import Any

from gunki.board.kernel import BARRED
from gunki.core.show.charts import note
from gunki.games.kenshin.rules.movement_reasons import has_neutral
from gunki.games.kenshin.rules.naval.naval_lines import BOX_PORT
from gunki.games.kenshin.rules.turn_start import supply as rules
from gunki.games.kenshin.rules.turn_start.supply import Lines
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.show import overlays

#: Used instead of the next hex where a line ends.
END = -1
#: The reasons why a line does not pass a hex: its name in the texts, and the clause.
REASONS = {
    "enemy": ("cut_by_enemy", "9-4-1(1)"),
    "neutral": ("cut_by_neutral", "20 entry"),
    "castle": ("cut_by_castle", "9-4-1(2)"),
    "force_control": ("cut_by_force_control", "9-4-1(3)"),
    "castle_control": ("cut_by_castle_control", "9-4-1(3)"),
}


def supply(g: G, side: int, place: tuple[str, int] | None) -> dict[str, Any]:
    """Return the lines of all forces of a side, or of the unit at `place`.

    For a unit, the overlay shows all hexes from which its clan has a line. If the unit has no line, the overlay says
    why.
    """
    if place is None or place[0] != "unit":
        return _of_side(g, side)
    unit = place[1]
    if g.at[unit] < 0 or g.side_of[unit] < 0:
        return overlays.overlay("supply", {}, None, "choose_force")
    return _of_unit(g, unit)


# -- all forces of a side ---------------------------------------------------------------------------------------------


def _of_side(g: G, side: int) -> dict[str, Any]:
    setup, names = g.setup, g.setup.map.numbers
    cut = {unit for _, unit in rules.cut_off(g, side)}
    places: dict[str, Any] = {}
    drawn: dict[tuple[int, int], None] = {}
    for clan in range(len(setup.armies)):
        units = [u for u, h in enumerate(g.at) if h >= 0 and g.side_of[u] == side and g.clan(u) == clan]
        tree = ways(g, clan) if units and not setup.needs_no_line[clan] else {}
        for u in units:
            hex_number = names[g.at[u]]
            if u in cut:
                places[hex_number] = _bad(g, u)
            else:
                places.setdefault(hex_number, {"tone": "good", "name": ["overlay", "has_line"]})
                drawn.update(dict.fromkeys(way(tree, g.at[u])))
    side_overlay = overlays.overlay("supply", places, _lines(g, drawn))
    if not cut:
        side_overlay["notes"] = [note("all_supplied", "9-4")]
    return side_overlay


def _bad(g: G, unit: int) -> dict[str, Any]:
    """Return the entry of the overlay for a unit without a line.

    An isolated unit is shown as worse (9-4-7 isolated).
    """
    return {"tone": "bad", "name": ["overlay", "isolated" if rules.is_isolated(g, unit) else "no_line"]}


def _lines(g: G, steps: dict[tuple[int, int], None]) -> list[dict[str, Any]]:
    names = g.setup.map.numbers
    return [{"from": names[a], "to": names[b], "tone": "good"} for a, b in steps]


# -- where lines run --------------------------------------------------------------------------------------------------


def ways(g: G, clan: int) -> dict[int, int]:
    """Return the hexes to which lines of a clan run, each with the next hex towards the end (9-4, K-39)."""
    setup, net = g.setup, rules.lines(g, g.seat_of[clan])
    next_hexes: dict[int, int] = {}
    open_ones: deque[int] = deque()

    def visit(h: int, next_one: int) -> None:
        if h not in next_hexes:
            next_hexes[h] = next_one
            if net.is_open(h):
                open_ones.append(h)

    for end in rules.sources(g, clan):
        visit(end, END)
        if not net.is_open(end):
            for h in net.list_touched_hexes(end, setup.castle_at[end]):
                visit(h, end)
    if setup.by_edge[clan]:
        for h in (*(h for h in setup.west_edge if net.is_open(h)), *net.harbours(BOX_PORT)):
            visit(h, END)
    while open_ones:
        h = open_ones.popleft()
        castle = setup.castle_at[h]
        for b in (*net.beside(h), *(net.harbours(castle) if castle >= 0 else ())):
            visit(b, h)
    return next_hexes


def way(tree: dict[int, int], h: int) -> list[tuple[int, int]]:
    """Return the steps of a line from a hex to its end."""
    steps = []
    while (b := tree.get(h, END)) != END:
        steps.append((h, b))
        h = b
    return steps


# -- one unit, and what cuts its line ---------------------------------------------------------------------------------


def _of_unit(g: G, unit: int) -> dict[str, Any]:
    setup, names = g.setup, g.setup.map.numbers
    clan, origin = g.clan(unit), g.at[unit]
    if setup.needs_no_line[clan]:
        unit_overlay = overlays.overlay("supply", {names[origin]: {"tone": "good", "name": ["overlay", "has_line"]}})
        unit_overlay["notes"] = [note("needs_no_line", "9-4-5", army=setup.armies[clan])]
        return unit_overlay
    tree = ways(g, clan)
    places: dict[str, Any] = {names[h]: {"tone": "good", "name": ["overlay", "line_runs"]} for h in tree}
    if rules.has_line(g, unit):
        places[names[origin]] = {"tone": "good", "name": ["overlay", "has_line"]}
        return overlays.overlay("supply", places, _lines(g, dict.fromkeys(way(tree, origin))))
    places[names[origin]] = _bad(g, unit)
    notes = []
    if not rules.sources(g, clan) and not setup.by_edge[clan]:
        notes.append(note("main_lost", "9-4", army=setup.armies[clan]))
    elif rules.lines(g, g.side_of[unit]).closed[origin]:
        notes.append(note("shut_in", "9-4-7 besieged", unit=setup.units[unit]))
    else:
        barriers = cutting(g, unit, tree)
        for h in barriers:
            name, clause = REASONS[reason(g, g.side_of[unit], h)]
            places[names[h]] = {"tone": "bad", "name": ["overlay", name]}
            notes.append(note(f"{name}_at", clause, hex=names[h]))
        if not barriers:
            notes.append(note("no_ground", "9-4-1(4)", unit=setup.units[unit]))
    unit_overlay = overlays.overlay("supply", places)
    unit_overlay["notes"] = notes
    return unit_overlay


def cutting(g: G, unit: int, tree: dict[int, int]) -> list[int]:
    """Return the hexes that keep a unit from its lines.

    They lie on one way over land: the one with the fewest closed hexes, and among equal ways the shortest.
    """
    setup, net, near = g.setup, rules.lines(g, g.side_of[unit]), g.setup.map.neighbours
    came: dict[int, int] = {}
    level = {g.at[unit]: END}
    while level:
        blocked: dict[int, int] = {}
        queue = deque(level)
        came.update({h: b for h, b in level.items() if h not in came})
        while queue:
            h = queue.popleft()
            if h in tree:
                return _barriers(net, came, h)
            for i in range(6 * h, 6 * h + 6):
                b = near[i]
                if b < 0 or setup.line_steps[i] == BARRED or b in came:
                    continue
                if net.is_open(b):
                    came[b] = h
                    queue.append(b)
                else:
                    blocked.setdefault(b, h)
        level = {h: b for h, b in blocked.items() if h not in came}
    return []


def _barriers(net: Lines, came: dict[int, int], h: int) -> list[int]:
    """Return the closed hexes on the way to hex `h`, starting from the unit."""
    barriers = []
    while h != END:
        if not net.is_open(h) and came[h] != END:
            barriers.append(h)
        h = came[h]
    return barriers[::-1]


def reason(g: G, side: int, h: int) -> str:
    """Return why no line passes a hex (9-4-1), as a key of `REASONS`."""
    castle, foe = g.castle_at(h), 1 - side
    if has_neutral(g, h):
        return "neutral"
    if g.outside(h, foe):
        return "enemy"
    if castle >= 0 and g.holder[castle] == foe:
        return "castle"
    return "force_control" if g.strong[foe][h] else "castle_control"
