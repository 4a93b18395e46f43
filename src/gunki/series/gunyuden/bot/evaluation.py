"""Evaluation of a side: the parts that only this series has. The weights are data, not rules."""

from __future__ import annotations

from gunki.series.forces_and_castles.bot.evaluation import (
    NOBODY,
    WIN,
    Goal,
    GoalAssignment,
    Weights,
    army_sides,
    castles_to_take,
    march_value,
    outcome_value,
    points_lead,
    sum_nearby_strength,
    weaker_enemies,
)
from gunki.series.gunyuden.state.position import GunyudenPosition as G

__all__ = [
    "NOBODY",
    "WIN",
    "Goal",
    "GoalAssignment",
    "Weights",
    "army_sides",
    "castles_to_take",
    "march_value",
    "outcome_value",
    "points_lead",
    "sieges",
    "sum_nearby_strength",
    "troops",
    "weaker_enemies",
]  # fmt: skip


def troops(g: G, side: int, w: Weights) -> int:
    """Return how far a side leads in troops on the map: in steps, leaders, units under command, and morale."""
    led, morale = w["led"], w["morale"]
    step, star = w["step"], w["leader"]
    totals = [0, 0, 0]  # the last total is for armies that take no part
    rows = zip(g.at, g.side_of, g.steps, g.setup.stars, g.leader, g.morale, strict=True)
    for u, (at, of, steps, stars, leader, lost) in enumerate(rows):
        if at >= 0:
            totals[of] += step * steps + star * stars + (led if leader != u else -morale * lost)
    return totals[side] - totals[1 - side]


def sieges(g: G, side: int, w: Weights) -> int:
    """Return the harm done to enemy castles, less that done to the side's own: lost durability, and investments."""
    durability, invested = w["durability"], w["invested"]
    full, sides = g.setup.full_durability, army_sides(g)
    totals = [0, 0, 0]
    for owner, level, left, besieged in zip(g.owner, g.setup.level, g.durability, g.besieged, strict=True):
        if (besieged or left != full) and owner >= 0:
            totals[sides[owner]] += (1 + level) * (durability * (full - left) // 4 + (invested if besieged else 0))
    return totals[1 - side] - totals[side]
