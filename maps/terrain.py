"""The terrain and the province of each hex, from the survey and from the country lists in `data/`.

The thresholds were chosen by looking at the maps until plains, basins and ranges were in the right places; no printed
map was available. To make movement faster or slower, first change FLOOR_*, and the roads (`main`) and passes in
`data/`.
"""

from collections import Counter
from dataclasses import replace

import numpy as np

from maps import exact
from maps.board import Board, Hex, Side
from maps.config import Config, rulebook_hexes
from maps.geography import lakes
from maps.hexes import COLUMN, Cell, cell, code
from maps.plane import Plane
from maps.roads import carried
from maps.survey import Measure, Survey
from maps.tables import castles, lines, spots

LAND_LEAST, LAKE_LEAST = 0.45, 0.50  # the least share of land that makes a hex land, and of lake that makes it lake

# A hex counts as plain, or as valley, if the lists call more than this share of its dry part so.
PLAIN_LEAST, VALLEY_LEAST = 0.42, 0.40
LEVEL_KM2 = 14  # in square kilometres: more plain or valley than this is enough too, if its share is too small
FLAT_SPREAD, FLAT_HEIGHT = 38, 180
# Land with more than SETTLED_TOWNS is farmed. It counts as flat if it is lower than SETTLED_HEIGHT and either its
# heights vary by less than SETTLED_SPREAD or it lies near the valley floor.
SETTLED_TOWNS, SETTLED_SPREAD, SETTLED_HEIGHT = 1.3, 70, 350
MOUNTAIN_HEIGHT = 1150
WILD_HEIGHT, WILD_TOWNS, WILD_ABOVE_FLOOR = 850, 0.06, 130
FOOTHILLS_HEIGHT, FOOTHILLS_SPREAD = 400, 105
FLOOR_ABOVE, FLOOR_TOWNS = 75, 0.2  # settled land near the valley floor is rough, even between steep slopes
THIN_HEIGHT, THIN_SPREAD, THIN_TOWNS = 250, 60, 0.7  # lower hills count as foothills if few people live there
CASTLE_TOWNS = 0.6  # foothills with a castle and more towns than this become rough: the castle is on their edge
SPECK = 5  # islands of up to this many hexes become sea if they have no castle or named place
POCKET = 4  # up to this many open hexes enclosed by mountains become mountain too


def classify(survey: Survey, config: Config) -> Board:
    """Return a board with land, lake and sea, terrain and provinces, each hex decided separately."""
    board = Board(config.game, survey.plane.grid)
    named = rulebook_hexes(config)
    castle_provinces = {cell(c.hex): c.province for c in castles(config.game)}
    plain, valley = survey.share_within(spots("plain")), survey.share_within(spots("valley"))
    in_range, hills = survey.centre_near(lines("ranges")), survey.centre_within(spots("hills"))
    marsh = survey.centre_within(spots("marsh"), least_km=0.45 * survey.plane.hex_km)
    roads = {at for road in lines("roads") for at in survey.cells_along(road)}
    ponds = small_lakes(survey.plane) - named
    for i, measure in enumerate(survey.measures):
        here = measure.cell
        if here in ponds:
            terrain = "lake"
        elif here not in named and measure.land < LAND_LEAST:
            terrain = "sea"
        elif here not in named and measure.lake > LAKE_LEAST:
            terrain = "lake"
        else:
            ground = exact.square(survey.plane.hex_km) * COLUMN * max(measure.land - measure.lake, 0.01)
            enough = LEVEL_KM2 / ground
            listed = (
                bool(plain[i] > min(PLAIN_LEAST, enough)),
                bool(valley[i] > min(VALLEY_LEAST, enough)),
                bool(in_range[i]),
            )
            terrain = land_terrain(measure, *listed)
            if hills[i] and terrain == "flat":
                terrain = "rough"
            if config.document["marsh"] and marsh[i] and terrain in ("flat", "rough") and here not in named:
                terrain = "marsh"
            if terrain == "mountain" and (here in named or here in castle_provinces or here in roads):
                terrain = "foothills"  # a road or a named place must be reachable
            if here in castle_provinces and terrain == "foothills" and measure.towns > CASTLE_TOWNS:
                terrain = "rough"
        wet = terrain in ("sea", "lake")
        province = "" if wet else castle_provinces.get(here) or measure.provinces.most_common(1)[0][0]
        height = 0 if terrain == "sea" else round(measure.height)
        board.hexes[here] = Hex(terrain, province, False, height, "rulebook" if here in named else "geography")
    return board


def carry_roads(board: Board, plane: Plane) -> None:
    """Make hexes of main roads rough instead of steep, except at passes."""
    for at in too_steep(board, plane):
        board.set_terrain(at, "rough")


def too_steep(board: Board, plane: Plane) -> list[Cell]:
    """Return the hexes that are too steep for their main road.

    If a small lake fills a hex, the road runs along its shore in that hex, so the hexes beside it may stay steep.
    """
    ground = {at for at in board.hexes if board.is_land(at)} | small_lakes(plane)
    steep = ("foothills", "mountain")
    return [
        at
        for at in sorted(carried(plane, ground))
        if board.hexes[at].terrain in steep and board.hexes[at].provenance != "override"
    ]


def tidy(board: Board, survey: Survey, config: Config) -> None:
    """Apply the steps that depend on neighbours, after the overrides."""
    kept = {at for at, h in board.hexes.items() if h.provenance != "geography"}
    posts = {cell(c.hex) for c in castles(config.game)}
    drop_specks(board, kept | posts)
    water_sides(board, survey)
    close_pockets(board, kept | posts)
    join_provinces(board, posts)
    snow = config.document.get("snow", {"all": [], "foothills": []})
    for at, h in board.hexes.items():
        closed = h.province in snow["all"] or (h.province in snow["foothills"] and h.terrain == "foothills")
        board.hexes[at] = replace(h, snow=closed)


def land_terrain(measure: Measure, plain: bool, valley: bool, in_range: bool) -> str:
    height, spread, settled = measure.height, measure.spread, measure.towns
    if plain:
        return "flat"
    if valley:
        return "rough"
    if in_range:
        return "mountain"
    if spread < FLAT_SPREAD and height < FLAT_HEIGHT:
        return "flat"
    above = height - measure.floor
    if settled > SETTLED_TOWNS and height < SETTLED_HEIGHT and (spread < SETTLED_SPREAD or above < FLAT_SPREAD):
        return "flat"
    if settled > FLOOR_TOWNS and above < FLOOR_ABOVE:
        return "rough"
    wild = height > WILD_HEIGHT and settled < WILD_TOWNS and above > WILD_ABOVE_FLOOR
    if height > MOUNTAIN_HEIGHT or wild:
        return "mountain"
    thin = height > THIN_HEIGHT and spread > THIN_SPREAD and settled < THIN_TOWNS
    if height > FOOTHILLS_HEIGHT or spread > FOOTHILLS_SPREAD or thin:
        return "foothills"
    return "rough"


def small_lakes(plane: Plane) -> set[Cell]:
    found = set()
    for lake in lakes():
        if lake.keeps_a_hex:
            middle = lake.outline.centroid
            found |= set(cells_at(plane, middle.x, middle.y))
    return found


def cells_at(plane: Plane, lon: float, lat: float) -> list[Cell]:
    x, y = plane.from_degrees(np.array([[lon, lat]]))[0]
    at = plane.grid.at(float(x), float(y))
    return [at] if at else []


def drop_specks(board: Board, named: set[Cell]) -> None:
    """Turn small islands into sea, if no castle or named place is on them.

    At the map's edge only islands of one hex are turned, because a larger piece may be the tip of a coast.
    """
    for piece in board.pieces({at for at in board.hexes if board.is_land(at)}):
        at_edge = any(board.at_edge(at) for at in piece)
        if len(piece) <= (1 if at_edge else SPECK) and not piece & named:
            for at in piece:
                board.hexes[at] = Hex("sea")


def water_sides(board: Board, survey: Survey) -> None:
    land = [at for at in sorted(board.hexes) if board.is_land(at)]
    between = [(a, b) for a in land for b in board.grid.neighbours(a) if a < b and board.is_land(b)]
    for side, wet in zip(between, survey.sides_in_water(between), strict=True):
        if wet:
            board.sides[side] = Side("water")


def close_pockets(board: Board, named: set[Cell]) -> None:
    for piece in board.pieces({at for at in board.hexes if board.is_open(at)})[1:]:
        walled = any(board.hexes[n].terrain == "mountain" for at in piece for n in board.grid.neighbours(at))
        if walled and len(piece) <= POCKET and not piece & named:
            for at in piece:
                board.set_terrain(at, "mountain")


def join_provinces(board: Board, castle_hexes: set[Cell]) -> None:
    """Give pieces of a province that are cut off inside the map to the province around them."""
    for _ in range(3):
        for province in sorted({h.province for h in board.hexes.values() if h.province}):
            pieces = board.pieces({at for at, h in board.hexes.items() if h.province == province}, dry=False)
            for piece in pieces[1:]:
                around = Counter(
                    board.hexes[n].province
                    for at in sorted(piece)
                    for n in board.grid.neighbours(at)
                    if n not in piece and board.hexes[n].province
                )
                stays = piece & castle_hexes or not around or any(board.at_edge(at) for at in piece)
                for at in () if stays else piece:
                    board.hexes[at] = replace(board.hexes[at], province=around.most_common(1)[0][0])


def place_hex(survey: Survey, lon: float, lat: float) -> str:
    """Return the number of the hex in which a place lies, for a place whose hex the rulebook does not give."""
    found = cells_at(survey.plane, lon, lat)
    if not found:
        raise ValueError(
            f"place at {lat} N {lon} E lies outside the {survey.plane.grid.columns} x {survey.plane.grid.rows} map"
        )
    return code(found[0])
