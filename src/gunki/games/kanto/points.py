"""Section 34 and the scenarios: points, where they come from, and what else a side must do to win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gunki.core import score
from gunki.core.aims import Part
from gunki.core.chart import chart, heading, named, note, printed
from gunki.games.kanto.position import KantoPosition as G
from gunki.games.kanto.setup import KantoSetup
from gunki.series.gunyuden.position import DEAD

#: Seat, where points come from (section `score` of the texts), which castle, unit or army it is (-1: none), points.
Source = tuple[int, str, int, int]
#: The data under which a text names the things that points come from, and the clause.
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
    """What each seat would have if the game ended now. 34.0: at the end they decide."""
    points = [0] * len(g.setup.seats)
    for seat, _, _, value in sources(g):
        points[seat] += value
    return tuple(points)


def sources(g: G) -> Iterator[Source]:
    """Who was killed costs by his rank: sodaisho (34-3(1)), taisho (34-3(2)), busho (34-3(3))."""
    setup = g.setup
    if setup.by_steps:
        yield from _steps(g)
        return
    for castle, (first, now) in enumerate(zip(setup.castle_owner, g.owner, strict=True)):
        if first != now:
            yield from _castle_points(g, castle, first)
    if DEAD in g.at:
        for u, at in enumerate(g.at):
            seat = g.seat_of[setup.army[u]]
            if at == DEAD and seat >= 0:  # 34-3: killed, not removed with a sodaisho
                yield seat, "killed", u, setup.killed_points[setup.stars[u]]
    if setup.kanrei_seat >= 0:
        if g.invested_turns:
            yield setup.kanrei_seat, "odawara_invested", -1, g.invested_turns * setup.invested_points
        if g.ceremony >= 0:
            yield setup.kanrei_seat, "ceremony", -1, g.ceremony
    if setup.unused_bonus is not None:
        seat, army, bonus = setup.unused_bonus
        seen = any(a == army and (at >= 0 or at == DEAD) for at, a in zip(g.at, setup.army, strict=True))
        if not g.used and not seen:
            yield seat, "stayed_away", army, bonus


def _steps(g: G) -> Iterator[Source]:
    """36(7): what one side has lost the others have destroyed."""
    setup, seats = g.setup, range(len(g.setup.seats))
    for u, starts in enumerate(setup.starts):
        loser = setup.army_seat[setup.army[u]]
        if starts and loser >= 0:
            lost = 2 - g.steps[u]
            if lost:
                what = "destroyed" if lost == 2 else "reduced"
                yield from ((seat, what, u, lost) for seat in seats if seat != loser)


def _castle_points(g: G, castle: int, first: int) -> Iterator[Source]:
    """34-1, 34-2, T-36, T-37. Taken, a castle of level 0 (34-1(1)), 1 (34-1(2)), 2 (34-1(3)) or 3 (34-1(4)), or Odawara
    (34-1(5)) counts for the one and as much against the other (34-2(1), 34-2(2), 34-2(3), 34-2(4), 34-2(5))."""
    setup = g.setup
    if first < 0:
        return
    value = setup.odawara_points if castle == setup.odawara else setup.castle_points[setup.level[castle]]
    loser, now = setup.army_seat[first], g.owner[castle]
    if loser < 0:
        loser = g.seat_of[first]  # T-16: who was neutral and has taken a side since
    if now < 0 and not setup.options["abandoned_castles_score"]:
        return
    winner = g.ruined[castle] - 1 if now < 0 else g.seat_of[now]
    if loser >= 0 and winner >= 0 and setup.coalition[winner] != setup.coalition[loser]:
        yield winner, "castles_taken", castle, value
        yield loser, "castles_lost", castle, -value


# -- for people -------------------------------------------------------------------------------------------------------


def breakdown(g: G) -> dict[str, list[dict[str, Any]]]:
    """By seat what the points consist of, as parts of a sum (docs/server.md)."""
    setup, found = g.setup, list(sources(g))
    domains = {"castle": setup.castles, "unit": setup.units, "army": setup.armies}
    told = {
        name: score.parts((source[1:] for source in found if source[0] == seat), SOURCES, domains)
        for seat, name in enumerate(setup.seats)
    }
    for part in (part for parts in told.values() for part in parts):
        if part["text"] == "odawara_invested":
            part["data"]["count"] = g.invested_turns
    return told


def conditions(g: G) -> list[dict[str, Any]]:
    """37(7): what the Uesugi must do besides having the most points."""
    seat = g.setup.seats[g.setup.kanrei_seat]
    return [score.condition(part.text, seat, part.value, part.needed, part.state) for part in vows(g)]


def vows(g: G) -> tuple[Part, ...]:
    """37(7)-1, 37(7)-2: Odawara invested and the ceremony held; 37(7)-3: neither, once they are waived."""
    if g.setup.kanrei_seat < 0:
        return ()
    done = (("invest_odawara", "37(7)-1", g.invested_turns > 0), ("hold_ceremony", "37(7)-2", g.ceremony >= 0))
    return tuple(
        Part(text, clause, int(met or g.waived), 1, "waived" if g.waived and not met else "")
        for text, clause, met in done
    )


def charts(setup: KantoSetup) -> list[dict[str, Any]]:
    """34: what a castle and a life are worth; 37(7)-2: what the ceremony is."""
    castles = [
        {**named("level", str(level)), "cells": [points, -points]} for level, points in enumerate(setup.castle_points)
    ]
    odawara = {**named("castle", setup.castles[setup.odawara]), "cells": [setup.odawara_points, -setup.odawara_points]}
    ranks = ("bushou", "taishou", "soudaishou")
    killed = [
        {**named("killed", rank), "cells": ["", value]}
        for rank, value in reversed(list(zip(ranks, setup.killed_points, strict=True)))
    ]
    ends = [*(least - 1 for least, _ in setup.shrine_points[1:]), None]
    ceremony = [
        {**printed(f"{least}+" if end is None else f"{least}–{end}"), "cells": [points]}
        for (least, points), end in zip(setup.shrine_points, ends, strict=True)
    ]
    return [
        chart(
            "victory", "what", [heading("taken"), heading("lost")], [*castles, odawara, *killed],
            notes=[note("castles_count", "34-1", "34-2"), note("killed_count", "34-3"), note("steps_count", "36(7)")],
        ),
        chart(
            "ceremony", "units_there", [heading("points")], ceremony,
            notes=[note("ceremony", "37(7)-2"), note("invested", "37(7)-1", count=setup.invested_points),
                   note("unmet", "37(7)"), note("waived", "37(7)-3")],
        ),
    ]  # fmt: skip
