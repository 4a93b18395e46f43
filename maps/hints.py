"""Checks that a map agrees with what `maps/games/` says of single hexes and lines, from rulebooks and history."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from maps.board import Board
from maps.hexes import Cell, cell, code
from maps.movement import cheapest

if TYPE_CHECKING:
    from maps.checks import Map


def touches(board: Board, at: Cell, river: str = "") -> bool:
    """Return whether a side of the hex is a river; if `river` is given, only the river of this name counts."""
    sides = (board.side(at, near) for near in board.grid.neighbours(at))
    return any(side and side.kind == "river" and river in ("", side.name) for side in sides)


def reached(board: Board, start: Cell, rivers: list[str], within: int | None) -> set[Cell]:
    """Return open hexes that can be reached on foot without crossing one of the rivers, at most `within` steps away."""
    found, ring, steps = {start}, {start}, 0
    while ring and (within is None or steps < within):
        grown = set()
        for here in ring:
            for near in board.steps(here):
                side = board.side(here, near)
                if near not in found and not (side and side.kind == "river" and side.name in rivers):
                    grown.add(near)
        found |= grown
        ring, steps = grown, steps + 1
    return found


def edges_can_be_entered(m: "Map") -> Iterator[str]:
    """Entry hexes are at the map's edge and on open land."""
    for name, entry in m.config.document.get("edges", {}).items():
        for number in entry["hexes"]:
            at = cell(number)
            if not m.board.at_edge(at):
                yield f"{name}: {number} is not at the edge of the map"
            if not m.board.is_open(at):
                yield f"{name}: {number} is {m.board.hexes[at].terrain}"


def entries_reach_the_mainland(m: "Map") -> Iterator[str]:
    """From every entry hex a force can march to the largest piece of open land.

    So no entry is on an island or enclosed.
    """
    mainland = m.board.pieces({at for at in m.board.hexes if m.board.is_open(at)})[0]
    for name, entry in m.config.document.get("edges", {}).items():
        for number in entry["hexes"]:
            if cell(number) not in mainland:
                yield f"{name}: there is no way from {number} to the mainland"


def entries_lie_in_their_province(m: "Map") -> Iterator[str]:
    for name, entry in m.config.document.get("edges", {}).items():
        for number in entry["hexes"] if "province" in entry else ():
            province = m.board.hexes[cell(number)].province
            if province != entry["province"]:
                yield f"{name}: {number} is in {province}, expected {entry['province']}"


def named_provinces_are_one_piece(m: "Map") -> Iterator[str]:
    """If a rule names a province, a force can march through all of it without leaving it.

    `apart` holds a hex of each part that is known to be separate.
    """
    for name, entry in m.config.document.get("provinces", {}).items():
        pieces = m.board.pieces({at for at, h in m.board.hexes.items() if h.province == name and m.board.is_open(at)})
        if not pieces:
            yield f"{name}: no open hex of it is on the map ({entry['source']})"
        apart = {cell(number) for number in entry.get("apart", [])}
        for piece in pieces[1:]:
            if not piece & apart:
                cut = ", ".join(sorted(map(code, piece)))
                yield f"{name}: {cut} cannot be reached from the rest of the province ({entry['source']})"


def investment_hexes_surround_the_castle(m: "Map") -> Iterator[str]:
    """Investment hexes are exactly the open neighbours of the castle."""
    for name, ring in m.config.document.get("rings", {}).items():
        around = {code(n) for n in m.board.grid.neighbours(cell(ring["castle"])) if m.board.is_open(n)}
        for number in sorted(around ^ set(ring["hexes"])):
            fault = "is open beside the castle but not listed" if number in around else "cannot be entered"
            yield f"{name}: {number} {fault}"


def river_lines_hold(m: "Map") -> Iterator[str]:
    """The river touches every hex of the line and separates its two banks."""
    for name, line in m.config.document.get("lines", {}).items():
        for number in line["hexes"]:
            if not touches(m.board, cell(number), line["river"]):
                yield f"{name}: {number} does not touch the {line['river']}"
        left, right, river = line["left_bank"], line["right_bank"], line["river"]
        if cell(right) in reached(m.board, cell(left), [river], None):
            yield f"{name}: one can walk from {left} to {right} without crossing the {river}"


def single_hexes_are_as_told(m: "Map") -> Iterator[str]:
    for hint in m.config.document.get("hint", []):
        h = m.board.hexes[cell(hint["hex"])]
        if "terrain" in hint and h.terrain not in hint["terrain"]:
            yield f"{hint['hex']} is {h.terrain}, expected {' or '.join(hint['terrain'])} ({hint['source']})"
        if hint.get("river") and not touches(m.board, cell(hint["hex"])):
            yield f"{hint['hex']} has no river side ({hint['source']})"


def banks_are_right(m: "Map") -> Iterator[str]:
    """Near a river, places that are known to lie on the same bank or on different banks do so on the map too."""
    for bank in m.config.document.get("bank", []):
        found = reached(m.board, cell(bank["from"]), bank["rivers"], bank["within"])
        rivers = " and ".join(bank["rivers"])
        for number in bank.get("same", []):
            if cell(number) not in found:
                yield f"{bank['from']} and {number} should lie on one side of the {rivers}"
        for number in bank.get("other", []):
            if cell(number) in found:
                yield f"{bank['from']} and {number} should lie on different sides of the {rivers}"


def lakes_separate(m: "Map") -> Iterator[str]:
    """A lake is one piece of water; known places on its shore touch it, and the way around it is long."""
    for lake in m.config.document.get("lake", []):
        area = m.document["sea"].get(lake["id"])
        if area is None:
            yield f"there is no lake {lake['id']}"
            continue
        own = {cell(number) for number in area["hexes"]}
        pieces = m.board.pieces(own, dry=False)
        if len(pieces) > 1:
            yield f"{area['name']} falls into {len(pieces)} pieces"
        for number in lake["shore"]:
            if not set(m.board.grid.neighbours(cell(number))) & own:
                yield f"{number} should lie on {area['name']}"
        for a, b, least in lake["around"]:
            march = cheapest(m.board, m.config.document["movement"], cell(a), cell(b))
            if march and len(march[1]) - 1 < least:
                steps = len(march[1]) - 1
                yield f"{area['name']} does not separate {a} and {b}: a march of {steps} hexes, expected {least}"


CHECKS = (
    edges_can_be_entered,
    entries_reach_the_mainland,
    entries_lie_in_their_province,
    named_provinces_are_one_piece,
    investment_hexes_surround_the_castle,
    river_lines_hold,
    single_hexes_are_as_told,
    banks_are_right,
    lakes_separate,
)
