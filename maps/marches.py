"""Checks that a map allows historical movements: documented marches, opening moves, lines, roads and basins.

The games have no movement costs for roads. So documented marches test whether the terrain allows the speed that armies
had on roads. A march that the map does not allow is listed with the reason (`falls_short` in `data/marches.csv`). A
reason that no longer applies is a fault too.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from maps.hexes import Cell, cell, code
from maps.movement import cheapest, reach
from maps.plane import plane
from maps.rivers import one_bank, runs_inside
from maps.roads import main_roads
from maps.tables import DATA, lines, marches, rows
from maps.terrain import too_steep

if TYPE_CHECKING:
    from maps.checks import Map

STEPS_TOO_MANY = 18  # at most this many steps of roads may cross a river where the real road crosses none


def place(m: "Map", name: str) -> Cell:
    """Return a hex by its number, or by the name of a castle or place in it."""
    if name.isdigit():
        return cell(name)
    for castle in m.board.castles:
        if castle.name == name:
            return cell(castle.hex)
    for spot in m.document["places"].values():
        if spot["name"] == name:
            return cell(spot["hex"])
    raise ValueError(f"{m.config.game}: no castle or place {name!r} for a route")


def routes_are_sensible(m: "Map") -> Iterator[str]:
    """The routes of `maps/games/` cost a sensible number of points, and those over a pass cross hills."""
    for route in m.config.document.get("route", []):
        costs = m.config.document[route.get("mode", "movement")]
        ends = place(m, route["from"]), place(m, route["to"])
        via = [place(m, name) for name in route.get("via", [])]
        march = cheapest(m.board, costs, *ends, via)
        way = f"{route['from']} -> {route['to']}"
        if march is None:
            yield f"{way}: no way"
        elif not route["least"] <= march[0] <= route["most"]:
            yield f"{way}: {march[0]} movement points, expected {route['least']} to {route['most']} ({route['why']})"
        elif route.get("climbs"):
            level = {terrain: cost for terrain, cost in costs.items() if terrain != "foothills"}
            without = cheapest(m.board, level, *ends, via)
            if without and without[0] <= march[0]:
                yield f"{way}: {without[0]} movement points without any foothills ({route['why']})"


def documented_marches_fit(m: "Map") -> Iterator[str]:
    """Each documented march costs no more points than its days allow, unless the table says why the map falls short."""
    costs = m.config.document.get("strategic", m.config.document["movement"])
    for march in marches(m.config.game):
        found = cheapest(m.board, costs, cell(march.start), cell(march.goal), [cell(number) for number in march.via])
        if found is None:
            yield f"{march.name}: no way"
        elif found[0] > march.allowed and not march.falls_short:
            yield f"{march.name}: {found[0]} movement points, allowed {march.allowed} ({march.because})"
        elif found[0] <= march.allowed and march.falls_short:
            yield f"{march.name}: {found[0]} of {march.allowed} movement points, so it does not fall short"


def opening_moves_reach(m: "Map") -> Iterator[str]:
    """The moves that a scenario makes before play bring the army to the place where all reports say it was."""
    for opening in m.config.document.get("opening", []):
        enemies = {cell(number) for number in opening["enemies"]}
        beside = enemies | {near for at in enemies for near in m.board.grid.neighbours(at)}
        at = {place(m, opening["from"]): 0}
        for mode in opening["modes"]:
            costs = m.config.document[mode]
            # strategic movement avoids hexes beside enemies; other movement only cannot enter their castle
            closed = beside if mode == "strategic" else enemies
            best, _ = reach(m.board, costs, at, closed=closed)
            at = {here: 0 for here, spent in best.items() if spent <= m.config.document["movement"]["allowance"]}
        for name in opening["to"]:
            if place(m, name) not in at:
                yield f"{opening['from']} -> {name}: not reached in {len(opening['modes'])} moves ({opening['source']})"


def castles_are_linked(m: "Map") -> Iterator[str]:
    """From each castle of a network a line of communication leads to its hub; snow cuts some of these lines."""
    for network in m.config.document.get("network", []):
        for snow in (False, True):
            linked, todo = set(), [network["hub"]]
            while todo:
                best, _ = reach(m.board, m.config.document["strategic"], {place(m, todo.pop()): 0}, snow=snow)
                for name in network["castles"]:
                    if name not in linked and best.get(place(m, name), 1 << 30) <= network["within"]:
                        linked.add(name)
                        todo.append(name)
            for name in network["castles"]:
                if not snow and name not in linked:
                    yield f"{name}: no line to {network['hub']} within {network['within']} ({network['source']})"
                if snow and name in linked and name in network["cut_by_snow"]:
                    yield f"{name}: snow does not cut its line to {network['hub']} ({network['source']})"


def retreats_are_as_told(m: "Map") -> Iterator[str]:
    """A retreat without foothills and rivers is possible where players' reports say so, and not where they deny it."""
    for retreat in m.config.document.get("retreat", []):
        start = cell(retreat["from"])
        found, todo = {start}, [start]
        while todo:
            here = todo.pop()
            for near in m.board.steps(here):
                level = m.board.hexes[near].terrain in ("flat", "rough", "marsh")
                if near not in found and level and not m.board.side(here, near):
                    found.add(near)
                    todo.append(near)
        if (cell(retreat["to"]) in found) != retreat["level"]:
            told = "no way" if retreat["level"] else "a way"
            yield f"{retreat['from']} -> {retreat['to']}: {told} without foothills or river ({retreat['source']})"


def terrain_carries_the_roads(m: "Map") -> Iterator[str]:
    """Main roads cross hills only at passes."""
    for at in too_steep(m.board, plane(m.config.game)):
        yield f"hex {code(at)}: a main road runs through {m.board.hexes[at].terrain}, but over no pass"


def roads_keep_their_bank(m: "Map") -> Iterator[str]:
    """Main roads do not cross back and forth over a river that runs beside them."""
    fitted = plane(m.config.game)
    courses: dict[str, list[np.ndarray]] = {}
    for line in lines("rivers"):
        courses.setdefault(line.properties["name"], []).extend(runs_inside(fitted, line))
    needless = set()
    for road in main_roads(fitted):
        dry = {name: [set(one_bank(m.board, road, course)) for course in found] for name, found in courses.items()}
        for step in road.steps:
            side = m.board.side(*step)
            if side and side.kind == "river" and all(step in found for found in dry.get(side.name, [])):
                needless.add((step, side.name))
    if len(needless) > STEPS_TOO_MANY:
        yield f"main roads step over {len(needless)} river sides where they cross no river, {STEPS_TOO_MANY} at most"


def basins_are_flat(m: "Map") -> Iterator[str]:
    spots = rows(DATA / "basins.csv")
    fitted = plane(m.config.game)
    where = fitted.from_degrees(np.array([(float(s["lon"]), float(s["lat"])) for s in spots]))
    for spot, (x, y) in zip(spots, where.tolist(), strict=True):
        at = fitted.grid.at(x, y)
        if at and m.board.hexes[at].terrain != "flat":
            yield f"the basin of {spot['name']}, hex {code(at)}, is {m.board.hexes[at].terrain}"


CHECKS = (
    routes_are_sensible,
    documented_marches_fit,
    opening_moves_reach,
    castles_are_linked,
    retreats_are_as_told,
    terrain_carries_the_roads,
    roads_keep_their_bank,
    basins_are_flat,
)
