"""Helpers of the clause tests of the basic rules: a composed position in the made-up land, and its armies.

The map, the castles and the roster are in `tests/series/land.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gunki
from tests.clauses.common import acts, allowed, clauses_of, refused
from tests.clauses.forces import (
    at,
    attack,
    besiege,
    castle,
    cost,
    disc,
    distance,
    force,
    forced,
    garrison,
    gathered,
    laid_out,
    lane,
    left,
    march,
    morale,
    neighbours,
    no_line,
    of_kind,
    onward,
    pass_on,
    plain,
    rolls,
    steps,
    striker,
    unit,
)

__all__ = [
    "COMPANIONS",
    "HOSTS",
    "acts",
    "again",
    "allowed",
    "at",
    "attack",
    "besiege",
    "castle",
    "clauses_of",
    "compose",
    "cost",
    "disc",
    "distance",
    "force",
    "forced",
    "fresh",
    "garrison",
    "host",
    "lane",
    "left",
    "march",
    "matsu",
    "morale",
    "morale_die",
    "neighbours",
    "no_line",
    "of_kind",
    "onward",
    "pass_on",
    "plain",
    "refused",
    "rolls",
    "steps",
    "unit",
]


def compose(
    units: Mapping[str, Any],
    *,
    around: str | None = None,
    radius: int = 5,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    dice: Sequence[int] | str = (),
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    **entries: Any,
) -> Any:
    """A match on an otherwise empty board; `around` makes the ground flat, `terrain` and `sides` then change it."""
    document = {**laid_out("2220", units, around, radius, terrain, sides), **entries}
    given = dice if isinstance(dice, str) else list(dice)
    return gunki.compose("valley", document, dice=given, seed=seed, options=dict(options or {}))


def fresh() -> Any:
    """A new match, before anybody has rearranged his units."""
    return gunki.new("valley", seed=1)


def morale_die() -> int:
    """A siege die that costs morale and nothing else, in the printing that is played."""
    return int(gunki.game("valley").tables["siege"]["morale"][0])


def again(match: Any) -> Any:
    """The same, from the position as it is written down."""
    return gunki.compose("valley", match.describe())


# --- forces ------------------------------------------------------------------------------------------------------

# Units without stars that Matsu leads in the tests.
COMPANIONS = ["kuri", "buna", "nara", "kashi", "tsuga", "ume", "momo", "take", "shii", "kaki"]


def matsu(hex_id: str, result: str) -> tuple[dict[str, dict[str, Any]], int]:
    """Matsu's force in a hex and the die that causes this result on flat ground against a modifier of 0."""
    return striker(hex_id, ["matsu", *COMPANIONS], result)


# Units of strength 3 (2 when reduced); each commander is followed by those he leads.
HOSTS = {
    "red": (
        "sugi ume momo kaki shii sakura kiri tsubaki",
        "hinoki kuri buna nara kashi tsuga yanagi take",
        "kaede",
    ),
    "blue": ("washi kiji kari mozu uzura suzume hibari tsubame", "tsuru karasu kamome chidori"),
}


def host(hex_id: str, strength: int, army: str = "red", **entry: Any) -> dict[str, dict[str, Any]]:
    """Forces of that total strength (2 or more) in one hex; the entries go to each of their leaders."""
    return gathered(hex_id, strength, HOSTS[army], **entry)
