"""Points for castles and losses, and their breakdown. A game says which points it has, and by which clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gunki.core.definition.data_tables import Row
from gunki.core.show import score
from gunki.core.show.charts import name_field
from gunki.series.gunyuden.state.position import DEAD
from gunki.series.gunyuden.state.position import GunyudenPosition as G

#: A source of points: the seat that gets them, the kind of source (a key of section `score` of the texts), the number
#: of the castle, unit or army (-1: none), and the points.
Source = tuple[int, str, int, int]
#: The ranks of units, by their stars.
RANKS = ("bushou", "taishou", "soudaishou")


class PointsTable(NamedTuple):
    """The points of a castle by its level (8-1-1), and of a unit's death by its stars."""

    castles: tuple[int, ...]
    killed: tuple[int, ...]


def read(row: Row, levels: Iterable[int]) -> PointsTable:
    """Return the points table of a game. `levels`: the levels of the castles that count by this table."""
    castles, highest = tuple(row.numbers("castle_by_level", 0, 99)), max(levels)
    if len(castles) <= highest:
        raise row.bad("castle_by_level", f"points for each level from 0 to {highest}")
    killed = row.sub("killed")
    return PointsTable(castles, tuple(killed.integer(rank, -99, 0) for rank in RANKS))


# -- sources ----------------------------------------------------------------------------------------------------------


def castles_taken(g: G, worth: Sequence[int], abandoned: bool) -> Iterator[Source]:
    """Yield the points for castles that have changed hands: the new owner gains them, and the first owner loses them.

    `worth`: the points of each castle. `abandoned`: whether a castle that nobody owns now counts for the side that
    brought it down.
    """
    for castle, (first, now) in enumerate(zip(g.setup.castle_owner, g.owner, strict=True)):
        if first != now and first >= 0 and (now >= 0 or abandoned):
            yield from _count_capture(g, castle, first, worth[castle])


def _count_capture(g: G, castle: int, first: int, value: int) -> Iterator[Source]:
    setup, now = g.setup, g.owner[castle]
    loser = setup.army_seat[first]
    if loser < 0:
        loser = g.seat_of[first]  # the army was neutral at the start, and a seat may play it now
    winner = g.ruined[castle] - 1 if now < 0 else g.seat_of[now]
    if loser >= 0 and winner >= 0 and setup.coalition[winner] != setup.coalition[loser]:
        yield winner, "castles_taken", castle, value
        yield loser, "castles_lost", castle, -value


def units_killed(g: G, worth: Sequence[int]) -> Iterator[Source]:
    """Yield the points that killed units cost their side, by rank (25).

    Units removed with a sodaisho cost nothing. `worth`: the points of a unit, by its stars.
    """
    if DEAD in g.at:
        setup = g.setup
        for u, at in enumerate(g.at):
            seat = g.seat_of[setup.army[u]]
            if at == DEAD and seat >= 0:
                yield seat, "killed", u, worth[setup.stars[u]]


# -- sums -------------------------------------------------------------------------------------------------------------


def totals(g: G, sources: Iterable[Source]) -> tuple[int, ...]:
    """Return the sum of points by seat."""
    points = [0] * len(g.setup.seats)
    for seat, _, _, value in sources:
        points[seat] += value
    return tuple(points)


def breakdown(g: G, sources: Iterable[Source], kinds: Mapping[str, tuple[str, str]]) -> dict[str, list[dict[str, Any]]]:
    """Return the points of each seat as the parts of a sum (docs/data/scene.md).

    `kinds`: for each kind of source, the key under which its text names the castle, unit or army; and the clause.
    """
    setup, rows = g.setup, list(sources)
    domains = {"castle": setup.castles, "unit": setup.units, "army": setup.armies}
    return {
        name: score.parts((source[1:] for source in rows if source[0] == seat), kinds, domains)
        for seat, name in enumerate(setup.seats)
    }


# -- the chart --------------------------------------------------------------------------------------------------------


def castle_rows(worth: PointsTable) -> list[dict[str, Any]]:
    """Return one row for each level of castles: the points that the captor gains and the loser loses."""
    return [
        {**name_field("level", str(level)), "cells": [points, -points]} for level, points in enumerate(worth.castles)
    ]


def death_rows(worth: PointsTable) -> list[dict[str, Any]]:
    """Return one row for each rank, the highest first: the points that the death of a unit of this rank costs."""
    rows = reversed(list(zip(RANKS, worth.killed, strict=True)))
    return [{**name_field("killed", rank), "cells": ["", value]} for rank, value in rows]
