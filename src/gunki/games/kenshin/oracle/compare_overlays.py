"""What the overlays and the view show of zones, ports and lines (7, 9-4, 16-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gunki.core.matches.match import Match
from gunki.games.kenshin.oracle.board import Board
from gunki.games.kenshin.oracle.lines import Lines
from gunki.games.kenshin.oracle.zones import Zones

#: The names that the overlays give to places, from the mildest to the worst.
WORST = ("has_line", "no_line", "isolated")


def places(match: Match, name: str, side: str) -> dict[str, str]:
    """Return what an overlay calls each hex."""
    return {where: str(shown["name"][1]) for where, shown in match.overlay(name, side)["places"].items()}


def compare_zones(match: Match, board: Board, side: str) -> Iterator[str]:
    """Compare the zones of control that hamper a side (7-1, 7-2)."""
    told, mine = places(match, "zoc", side), Zones(board, side).overlay()
    for where in sorted({*told, *mine}):
        if where in board.ground.land and told.get(where) != mine.get(where):
            yield f"{where} is {told.get(where)} for {side} instead of {mine.get(where)} (7-1)"


def compare_ports(match: Match, board: Board, side: str, options: Mapping[str, Any]) -> Iterator[str]:
    """Compare which ports have an open naval line (16-1, 13-1-9)."""
    lines = Lines(board, side, bool(options.get("japan_sea_ports")))
    castles = match.view(side)["castles"]
    for keep in board.keeps.values():
        told = bool(castles[keep.printed.id].get("line"))
        if keep.holder == side and told != lines.has_naval_line(keep):
            yield f"{keep.printed.id} has {'a' if told else 'no'} naval line (16-1)"


def compare_lines(match: Match, board: Board, side: str, options: Mapping[str, Any]) -> Iterator[str]:
    """Compare which hexes hold forces without a line, and isolated ones (9-4, 9-4-7 isolated)."""
    lines = Lines(board, side, bool(options.get("japan_sea_ports")))
    mine = {leader.place: WORST[0] for leader in board.leaders(side) if leader.is_on_map}
    for leader, clan in lines.out_of_supply():
        man = next(man for man in board.force(leader) if man.clan == clan)
        name = "isolated" if lines.is_isolated(man) else "no_line"
        mine[man.place] = max(mine[man.place], name, key=WORST.index)
    told = places(match, "supply", side)
    for where in sorted({*told, *mine}):
        if told.get(where) != mine.get(where):
            yield f"{side} in {where}: {told.get(where)} instead of {mine.get(where)} (9-4)"
