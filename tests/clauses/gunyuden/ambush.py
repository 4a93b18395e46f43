"""Helpers for the tests of ambushes (R-8): a lair beside a road, and an enemy that marches along it."""

from __future__ import annotations

from typing import Any

from tests.clauses.common import acts
from tests.clauses.forces import force, march
from tests.clauses.gunyuden.table import compose

LAIR, NEAR = "1206", "1207"
OTHERS = {"sagi": "0919", "yanagi": "0505"}
ROUGH = {LAIR: "rough"}
LOST = {"sake": "1716"}


def lair(leader: str = "kaede", *led: str, at: str = LAIR, **entry: Any) -> dict[str, Any]:
    return force(at, leader, *led, ambush=True, **entry)


def march_towards_lair(units: dict[str, Any], dice: list[int], start: str = "1210", **entries: Any) -> Any:
    """Begin the march of Tsuru (3) from the south towards the hex beside the lair, in the blue phase."""
    place: dict[str, Any] = {"around": "1208", "radius": 6, "phase": "blue", **entries}
    victim = place.pop("victim", force(start, "tsuru", "kiji"))
    place["terrain"] = {**ROUGH, **place.get("terrain", {})}
    return march(compose({**units, **victim, **OTHERS}, dice=dice, **place), next(iter(victim)))


def spring_ambush(units: dict[str, Any], dice: list[int], **entries: Any) -> Any:
    match = march_towards_lair(units, dice, **entries)
    acts(match, f"to {NEAR}", "spring")
    return match
