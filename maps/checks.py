"""The checks of every hex map. Each check is a function that yields a message for each fault."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maps import hints, marches
from maps.board import TERRAINS, WATER, Board
from maps.config import Config, config, rulebook_hexes
from maps.corners import Corner, Corners
from maps.hexes import Cell, cell, code
from maps.products import read_board, read_document
from maps.tables import castles


@dataclass(frozen=True)
class Map:
    board: Board
    document: dict[str, Any]  # the content of map.toml
    config: Config  # data from the rulebook


Check = Callable[[Map], Iterator[str]]


def load(game: str, folder: Path | None = None) -> Map:
    setup = config(game)
    where = folder or setup.folder
    return Map(read_board(where), read_document(where), setup)


def grid_is_whole(m: Map) -> Iterator[str]:
    """Every hex exists once, with a known terrain; land hexes have a province, water hexes none."""
    expected, found = set(m.board.grid), set(m.board.hexes)
    for at in sorted(expected ^ found):
        yield f"hex {code(at)} is {'missing' if at in expected else 'outside the map'}"
    for at, h in sorted(m.board.hexes.items()):
        if h.terrain not in TERRAINS:
            yield f"hex {code(at)}: unknown terrain {h.terrain!r}"
        elif (h.terrain in WATER) == bool(h.province):
            yield f"hex {code(at)}: {h.terrain} with province {h.province!r}"
        if h.provenance not in ("rulebook", "geography", "override"):
            yield f"hex {code(at)}: unknown provenance {h.provenance!r}"
        if h.terrain == "marsh" and not m.config.document["marsh"]:
            yield f"hex {code(at)}: the game has no marsh"


def grid_is_the_printed_one(m: Map) -> Iterator[str]:
    if m.board.grid != m.config.grid:
        yield f"map.toml has the grid {m.board.grid}, expected {m.config.grid}"


def sides_lie_between_land(m: Map) -> Iterator[str]:
    """Rivers and water sides separate two neighbouring land hexes; only rivers have crossings."""
    for (a, b), side in sorted(m.board.sides.items()):
        where = f"side {code(a)}-{code(b)}"
        if a not in m.board.hexes or b not in m.board.grid.neighbours(a):
            yield f"{where}: no neighbours"
        elif not (m.board.is_land(a) and m.board.is_land(b)):
            yield f"{where}: {side.kind} beside a water hex"
        if side.kind not in ("river", "water"):
            yield f"{where}: unknown kind {side.kind!r}"
        if side.crossing not in ("", "ford", "bridge") or (side.crossing and side.kind != "river"):
            yield f"{where}: crossing {side.crossing!r} on a {side.kind} side"
        if (side.kind == "river") != bool(side.name):
            yield f"{where}: a river needs its name, and nothing else has one"


def castles_stand_on_open_land(m: Map) -> Iterator[str]:
    """Castles and named places are on hexes that forces can enter, and castles in their province."""
    for castle in m.board.castles:
        h = m.board.hexes.get(cell(castle.hex))
        if h is None or not m.board.is_open(cell(castle.hex)):
            yield f"{castle.name} {castle.hex} stands on {h.terrain if h else 'no hex'}"
        elif h.province != castle.province:
            yield f"{castle.name} {castle.hex} belongs to {castle.province}, its hex to {h.province}"
    for place in m.document["places"].values():
        if not m.board.is_open(cell(place["hex"])):
            yield f"{place['name']} {place['hex']} lies on {m.board.hexes[cell(place['hex'])].terrain}"


def castles_are_all_there(m: Map) -> Iterator[str]:
    written = {(c.hex, c.name) for c in m.board.castles}
    for castle in castles(m.config.game):
        if castle.kind != "place" and (castle.hex, castle.name) not in written:
            yield f"{castle.name} {castle.hex} is missing in castles.csv"


def castles_reach_each_other(m: Map) -> Iterator[str]:
    """On one landmass a force can march from every castle to every other."""
    for landmass in m.board.pieces({at for at in m.board.hexes if m.board.is_land(at)}, dry=False):
        here = [c for c in m.board.castles if cell(c.hex) in landmass]
        parts = m.board.pieces({at for at in landmass if m.board.is_open(at)})
        homes = [(castle, next((i for i, part in enumerate(parts) if cell(castle.hex) in part), -1)) for castle in here]
        body = max({i for _, i in homes}, key=lambda i: sum(j == i for _, j in homes), default=0)
        for castle, part in homes:
            if part != body:
                yield f"{castle.name} {castle.hex} is cut off from the other castles of its landmass"


def ports_touch_their_water(m: Map) -> Iterator[str]:
    for castle in m.board.castles:
        if castle.port:
            area = m.document["sea"].get(castle.port)
            if area is None:
                yield f"{castle.name} {castle.hex}: no water {castle.port!r} on the map"
            elif not {code(n) for n in m.board.grid.neighbours(cell(castle.hex))} & set(area["hexes"]):
                yield f"{castle.name} {castle.hex} is a port of {area['name']}, but no hex of it is beside"


def waters_are_divided(m: Map) -> Iterator[str]:
    """Every water hex is in exactly one sea area or lake.

    A sea area or lake is in one piece, or its pieces reach the map's edge. The coast hexes listed for it touch it.
    """
    owners: dict[str, list[str]] = defaultdict(list)
    for name, area in m.document["sea"].items():
        for number in area["hexes"]:
            owners[number].append(name)
        own = set(area["hexes"])
        for number in area["coast"]:
            near = {code(n) for n in m.board.grid.neighbours(cell(number))}
            if not m.board.is_open(cell(number)) or not near & own:
                yield f"{number} is no open coast of {area['name']}"
        for piece in m.board.pieces(set(map(cell, own)), dry=False)[1:]:
            if not any(m.board.at_edge(at) for at in piece):
                yield f"{', '.join(sorted(map(code, piece)))} does not touch the rest of {area['name']}"
    for at, h in sorted(m.board.hexes.items()):
        if (h.terrain in WATER) != (len(owners[code(at)]) == 1):
            yield f"hex {code(at)}, {h.terrain}: in the waters {owners[code(at)]}"


def provinces_are_whole(m: Map) -> Iterator[str]:
    """A province is one piece; further pieces are islands or are at the map's edge."""
    for province in sorted({h.province for h in m.board.hexes.values() if h.province}):
        for piece in m.board.pieces({at for at, h in m.board.hexes.items() if h.province == province}, dry=False)[1:]:
            around = {n for at in piece for n in m.board.grid.neighbours(at)} - piece
            island = not any(m.board.is_land(n) for n in around)
            if not island and not any(m.board.at_edge(at) for at in piece):
                yield f"{province}: {', '.join(sorted(map(code, piece)))} is cut off from the rest of the province"


def rivers_are_connected(m: Map) -> Iterator[str]:
    """A river's sides form one line.

    Gaps are allowed only along lakes, seas or other rivers, or where the course leaves the map.
    """
    corners = Corners(m.board.grid)
    wet = [e for e, cells in corners.cells.items() if any(not m.board.is_land(at) for at in cells)]
    rim = {corner for e, cells in corners.cells.items() if any(m.board.at_edge(at) for at in cells) for corner in e}
    rivers = {corners.of(*cells): side.name for cells, side in m.board.sides.items() if side.kind == "river"}
    links: dict[Corner, set[Corner]] = defaultdict(set)
    for a, b in (*wet, *rivers):
        links[a].add(b)
        links[b].add(a)
    for name in sorted(set(rivers.values())):
        own = {corner for e, river in rivers.items() if river == name for corner in e}
        pieces = []
        left = set(own)
        while left:
            piece = {min(left)}
            todo = list(piece)
            while todo:
                for near in links[todo.pop()] - piece:
                    piece.add(near)
                    todo.append(near)
            pieces.append(piece & own)
            left -= piece
        if len(pieces) > 1 and not all(piece & rim for piece in pieces):
            yield f"the {name} river falls into {len(pieces)} pieces"


def rivers_flow_somewhere(m: Map) -> Iterator[str]:
    """Each river ends at the sea, at a lake, in another river or beyond the map's edge."""
    corners = Corners(m.board.grid)
    out = {c for e, cells in corners.cells.items() if any(not m.board.is_land(at) for at in cells) for c in e}
    out |= {c for e, cells in corners.cells.items() if any(m.board.at_edge(at) for at in cells) for c in e}
    rivers: dict[str, Counter[Corner]] = defaultdict(Counter)
    for cells, side in m.board.sides.items():
        if side.kind == "river":
            rivers[side.name].update(corners.of(*cells))
    for name, own in sorted(rivers.items()):
        others = {c for other, theirs in rivers.items() if other != name for c in theirs}
        if not any(c in out or c in others for c, sides in own.items() if sides == 1):
            yield f"the {name} river flows nowhere"


def snow_follows_the_rule(m: Map) -> Iterator[str]:
    rule = m.config.document.get("snow", {"all": [], "foothills": []})
    for at, h in sorted(m.board.hexes.items()):
        closed = h.province in rule["all"] or (h.province in rule["foothills"] and h.terrain == "foothills")
        if h.snow != closed:
            yield f"hex {code(at)} ({h.terrain}, {h.province}): snow is {h.snow}, the rule says {closed}"


def rulebook_hexes_are_marked(m: Map) -> Iterator[str]:
    """Every hex that the rulebook names has the provenance "rulebook", unless a correction changed the hex."""
    named: set[Cell] = rulebook_hexes(m.config)
    for at, h in sorted(m.board.hexes.items()):
        if (at in named) != (h.provenance == "rulebook") and h.provenance != "override":
            told = "names" if at in named else "does not name"
            yield f"hex {code(at)}: provenance {h.provenance}, but the rulebook {told} it"


CHECKS: tuple[Check, ...] = (
    grid_is_whole,
    grid_is_the_printed_one,
    sides_lie_between_land,
    castles_stand_on_open_land,
    castles_are_all_there,
    castles_reach_each_other,
    ports_touch_their_water,
    waters_are_divided,
    provinces_are_whole,
    rivers_are_connected,
    rivers_flow_somewhere,
    snow_follows_the_rule,
    rulebook_hexes_are_marked,
    *hints.CHECKS,
    *marches.CHECKS,
)


def faults(m: Map) -> list[str]:
    return [f"{check.__name__}: {message}" for check in CHECKS for message in check(m)]
