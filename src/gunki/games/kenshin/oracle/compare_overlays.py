"""Compares zones, ports and lines in overlays and views (7, 9-4, 16-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gunki.core.matches.match import Match
from gunki.games.kenshin.oracle.board import Board
from gunki.games.kenshin.oracle.lines import Lines
from gunki.games.kenshin.oracle.zones import Zones

#: The names that the supply overlay gives to places, from the best to the worst.
SUPPLY_GRADES = ("has_line", "no_line", "isolated")


def places(match: Match, name: str, side: str) -> dict[str, str]:
    """Return the name that an overlay gives each hex."""
    return {where: str(entry["name"][1]) for where, entry in match.overlay(name, side)["places"].items()}


def compare_zones(match: Match, board: Board, side: str) -> Iterator[str]:
    """Compare the zones of control that affect a side (7-1, 7-2)."""
    game_zones, mine = places(match, "zoc", side), Zones(board, side).overlay()
    for where in sorted({*game_zones, *mine}):
        if where in board.ground.land and game_zones.get(where) != mine.get(where):
            yield f"{where} is {game_zones.get(where)} for {side} instead of {mine.get(where)} (7-1)"


def compare_ports(match: Match, board: Board, side: str, options: Mapping[str, Any]) -> Iterator[str]:
    """Compare which ports have an open naval line (16-1, 13-1-9)."""
    lines = Lines(board, side, bool(options.get("japan_sea_ports")))
    castles = match.view(side)["castles"]
    for keep in board.keeps.values():
        has_line = bool(castles[keep.printed.id].get("line"))
        if keep.holder == side and has_line != lines.has_naval_line(keep):
            yield f"{keep.printed.id} has {'a' if has_line else 'no'} naval line (16-1)"


def compare_lines(match: Match, board: Board, side: str, options: Mapping[str, Any]) -> Iterator[str]:
    """Compare the hexes of forces that have a line, that have none, and that are isolated (9-4, 9-4-7 isolated)."""
    lines = Lines(board, side, bool(options.get("japan_sea_ports")))
    mine = {leader.place: SUPPLY_GRADES[0] for leader in board.leaders(side) if leader.is_on_map}
    for leader, clan in lines.out_of_supply():
        man = next(man for man in board.force(leader) if man.clan == clan)
        name = "isolated" if lines.is_isolated(man) else "no_line"
        mine[man.place] = max(mine[man.place], name, key=SUPPLY_GRADES.index)
    game_lines = places(match, "supply", side)
    for where in sorted({*game_lines, *mine}):
        if game_lines.get(where) != mine.get(where):
            yield f"{side} in {where}: {game_lines.get(where)} instead of {mine.get(where)} (9-4)"
