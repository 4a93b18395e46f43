"""Section 34 and the scenarios: points, their sources, and the other conditions of victory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gunki.core.rules.aims import AimPart
from gunki.core.show import score
from gunki.core.show.charts import chart, heading, name_field, note, plain_heading
from gunki.games.kanto.setup import KantoSetup
from gunki.games.kanto.state.position import KantoPosition as G
from gunki.series.forces_and_castles.show.charts import spans
from gunki.series.gunyuden.rules import points
from gunki.series.gunyuden.state.position import DEAD

#: For each source of points: the key under which its text names the castle, unit or army ("" for none); the clause.
SOURCES = {
    "castles_taken": ("castle", "34-1"),
    "castles_lost": ("castle", "34-2"),
    "killed": ("unit", "34-3"),
    "destroyed": ("unit", "36(7)"),
    "reduced": ("unit", "36(7)"),
    "odawara_invested": ("", "37(7)-1"),
    "ceremony": ("", "37(7)-2"),
    "stayed_away": ("army", "39(7)"),
}


def scores(g: G) -> tuple[int, ...]:
    """Return the points of each seat if the game ended now; at the end they decide (34.0)."""
    return points.totals(g, sources(g))


def sources(g: G) -> Iterator[points.Source]:
    """Yield the sources of points (34-1, 34-2, 34-3, T-36, T-37).

    A captured castle of level 0 (34-1(1)), 1 (34-1(2)), 2 (34-1(3)) or 3 (34-1(4)), or Odawara (34-1(5)) adds points
    for one side. It subtracts as many from the other (34-2(1), 34-2(2), 34-2(3), 34-2(4), 34-2(5)). This also holds for
    castles of an army that was neutral and has taken a side since (T-16). A killed unit costs points by its rank
    (34-3): sodaisho (34-3(1)), taisho (34-3(2)), busho (34-3(3)).
    """
    setup = g.setup
    if setup.by_steps:
        yield from _steps(g)
        return
    yield from points.castles_taken(g, setup.castle_worth, bool(setup.options["abandoned_castles_score"]))
    yield from points.units_killed(g, setup.worth.killed)
    if setup.kanrei_seat >= 0:
        if g.invested_turns:
            yield setup.kanrei_seat, "odawara_invested", -1, g.invested_turns * setup.invested_points
        if g.ceremony >= 0:
            yield setup.kanrei_seat, "ceremony", -1, g.ceremony
    if setup.unused_bonus is not None:
        seat, army, bonus = setup.unused_bonus
        has_come = any(a == army and (at >= 0 or at == DEAD) for at, a in zip(g.at, setup.army, strict=True))
        if not g.used and not has_come:
            yield seat, "stayed_away", army, bonus


def _steps(g: G) -> Iterator[points.Source]:
    """Yield the steps that each side has lost, as points of its enemies (36(7))."""
    setup, seats = g.setup, range(len(g.setup.seats))
    for u, starts in enumerate(setup.starts):
        loser = setup.army_seat[setup.army[u]]
        if starts and loser >= 0:
            lost = 2 - g.steps[u]
            if lost:
                what = "destroyed" if lost == 2 else "reduced"
                yield from ((seat, what, u, lost) for seat in seats if seat != loser)


# -- display ----------------------------------------------------------------------------------------------------------


def breakdown(g: G) -> dict[str, list[dict[str, Any]]]:
    """Return the parts that add up to the points of each seat (docs/data/scene.md)."""
    parts_by_seat = points.breakdown(g, sources(g), SOURCES)
    for part in (part for parts in parts_by_seat.values() for part in parts):
        if part["text"] == "odawara_invested":
            part["data"]["count"] = g.invested_turns
    return parts_by_seat


def conditions(g: G) -> list[dict[str, Any]]:
    """Return the conditions that the Uesugi must meet besides having the most points (37(7))."""
    seat = g.setup.seats[g.setup.kanrei_seat]
    return [score.condition(part.text, seat, part.value, part.needed, part.state) for part in vows(g)]


def vows(g: G) -> tuple[AimPart, ...]:
    """Return both conditions of the Uesugi: Odawara invested (37(7)-1) and the ceremony held (37(7)-2).

    Once they are waived, neither is needed (37(7)-3).
    """
    if g.setup.kanrei_seat < 0:
        return ()
    done = (("invest_odawara", "37(7)-1", g.invested_turns > 0), ("hold_ceremony", "37(7)-2", g.ceremony >= 0))
    return tuple(
        AimPart(text, clause, int(met or g.waived), 1, "waived" if g.waived and not met else "")
        for text, clause, met in done
    )


def charts(setup: KantoSetup) -> list[dict[str, Any]]:
    """Return the charts of victory points (34) and of the ceremony (37(7)-2)."""
    odawara = {
        **name_field("castle", setup.castles[setup.odawara]),
        "cells": [setup.odawara_points, -setup.odawara_points],
    }
    rows = [*points.castle_rows(setup.worth), odawara, *points.death_rows(setup.worth)]
    bands = spans([least for least, _ in setup.shrine_points])
    ceremony = [
        {**plain_heading(band), "cells": [value]} for band, (_, value) in zip(bands, setup.shrine_points, strict=True)
    ]
    return [
        chart(
            "victory", "what", [heading("taken"), heading("lost")], rows,
            notes=[note("castles_count", "34-1", "34-2"), note("killed_count", "34-3"), note("steps_count", "36(7)")],
        ),
        chart(
            "ceremony", "units_there", [heading("points")], ceremony,
            notes=[note("ceremony", "37(7)-2"), note("invested", "37(7)-1", count=setup.invested_points),
                   note("unmet", "37(7)"), note("waived", "37(7)-3")],
        ),
    ]  # fmt: skip
