"""Helpers for the tests of section 31: Odawara, the four hexes around it, and positions of its siege."""

from __future__ import annotations

from functools import partial
from typing import Any

from gunki import Match
from tests.clauses.forces import castle, garrison
from tests.clauses.kanto.table import RING, SCENARIOS, compose

SECOND = SCENARIOS[1]
ODAWARA = "2237"
#: The leaders of the forces of `ring`.
HONJO, KAKIZAKI, NAGAO, NAOE = (names[0] for names in RING.values())
CHISAKA, KENSHIN, UJIYASU = "chisaka_kagechika", "uesugi_kenshin", "hojo_ujiyasu"
#: Units of the Hojo under a commander.
ARMY = ("hojo_ujishige", "hojo_tsunataka", "hojo_ujinori", "hojo_ujitaka")
#: A unit of each side elsewhere: they keep the phases open.
KENSHIN_AT_HOME = {KENSHIN: "0505"}
UJITERU_OUTSIDE = {"hojo_ujiteru": "2530"}
#: Strengths for `ring` that add up to 50, which is just enough to invest Odawara.
ENOUGH = (15, 12, 12, 11)
#: T-06, the other reading: an investment takes Siege actions.
ORDERED = {"odawara_auto_invest": False}

inside = partial(garrison, ODAWARA)


def compose_siege(units: dict[str, Any], **entries: Any) -> Any:
    """Compose the Uesugi phase on flat ground around Odawara; a unit of each side elsewhere keeps the phases open."""
    place: dict[str, Any] = {"around": ODAWARA, "radius": 3, "phase": "uesugi", **entries}
    return compose({**units, **KENSHIN_AT_HOME, **UJITERU_OUTSIDE}, scenario=SECOND, **place)


def compose_ring(units: dict[str, Any], **entries: Any) -> Any:
    """Compose turn 12 on flat ground around Odawara; a unit of each side elsewhere keeps the phases open."""
    place: dict[str, Any] = {"around": ODAWARA, "radius": 3, "turn": 12, **entries}
    return compose({**units, **KENSHIN_AT_HOME, **UJITERU_OUTSIDE}, scenario=SECOND, **place)


def compose_odawara(units: dict[str, Any], **entries: Any) -> Any:
    """Compose the Hojo phase on flat ground around Odawara, without snow and with these units alone."""
    place: dict[str, Any] = {"around": ODAWARA, "radius": 3, "phase": "hojo", "weather": "normal", **entries}
    return compose(units, scenario=SECOND, **place)


def is_besieged(match: Match) -> bool:
    """Return whether Odawara is invested."""
    return bool(castle(match, "odawara").get("besieged"))
