"""The overlay of naval lines (16-1): the ports of a side, their links, and what cuts a line."""

from __future__ import annotations

from typing import Any

from gunki.core.show.charts import note
from gunki.games.kenshin.rules.naval import naval_lines
from gunki.games.kenshin.rules.naval.naval_lines import BOX_PORT, NOWHERE
from gunki.games.kenshin.rules.naval.ship_movement import PLACES, ships_at
from gunki.games.kenshin.setup import AREAS
from gunki.games.kenshin.state.position import KenshinPosition as G
from gunki.series.forces_and_castles.show import overlays


def naval(g: G, side: int) -> dict[str, Any]:
    setup, names = g.setup, g.setup.map.numbers
    linked = naval_lines.open_lines(g, side)
    places: dict[str, Any] = {}
    for castle in setup.ports:
        if g.holder[castle] == side:
            name = "naval_open" if linked.get(castle) else _cut(g, side, castle)
            tone = "good" if name == "naval_open" else "bad"
            places[names[setup.castle_hex[castle]]] = {"tone": tone, "name": ["overlay", name]}
    lines_overlay = overlays.overlay("naval", places, _lines(g, linked))
    lines_overlay["notes"] = [*_ships(g, side), *([] if places else [note("no_ports", "16-1")])]
    if linked.get(BOX_PORT):
        lines_overlay["notes"].append(note("box_open", "9-4-4"))
    return lines_overlay


def _cut(g: G, side: int, castle: int) -> str:
    """Return why a port has no line (16-1 (23-2.1)).

    Enemy ships may be before the port or in its sea area. If not, it has no port to link with, or an enemy army stands
    before each port that it could link with (K-67).
    """
    setup = g.setup
    if ships_at(g, setup.castle_hex[castle], 1 - side):
        return "naval_cut_port"
    area = setup.area_of_water[setup.port[castle]]
    if ships_at(g, NOWHERE if area < 0 else PLACES[area], 1 - side):
        return "naval_cut_area"
    return "naval_no_end"


def _ships(g: G, side: int) -> list[dict[str, Any]]:
    """Return a note for each port and each sea area where enemy ships cut lines."""
    setup, notes = g.setup, []
    for castle in setup.ports:
        h = setup.castle_hex[castle]
        if g.holder[castle] == side and (ships := ships_at(g, h, 1 - side)):
            data = {"ship": [setup.ships[s] for s in ships], "castle": setup.castles[castle]}
            notes.append(note("ships_cut_port", "16-1 (23-2.1)", **data))
    waters = {setup.port[castle] for castle in setup.ports if g.holder[castle] == side}
    for water in sorted(waters):
        area = setup.area_of_water[water]
        if area >= 0 and (ships := ships_at(g, PLACES[area], 1 - side)):
            data = {"ship": [setup.ships[s] for s in ships], "water": AREAS[area]}
            notes.append(note("ships_cut_area", "16-1 (23-2.1)", **data))
    return notes


def _lines(g: G, linked: naval_lines.Links) -> list[dict[str, Any]]:
    """Return a line from each port to the nearest port that it is linked with.

    The other links are not drawn, because they run through these lines.
    """
    hexes, board = g.setup.castle_hex, g.setup.map
    drawn: dict[tuple[int, int], None] = {}
    for port, others in linked.items():
        ends = [hexes[other] for other in others if other != BOX_PORT]
        if port != BOX_PORT and ends:
            start = hexes[port]
            nearest = min(ends, key=lambda h: (board.distance(start, h), h))
            drawn[min(start, nearest), max(start, nearest)] = None
    return [{"from": board.numbers[a], "to": board.numbers[b], "tone": "good"} for a, b in drawn]
