"""Helpers for the clause tests of the basic rules: composed positions in the made-up land, and its armies.

The map, the castles and the roster are in `tests/series/land.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gunki
from gunki import Match
from tests.clauses.common import decision_of
from tests.clauses.forces import compose_match, end_phases, gather, striker


def compose(units: Mapping[str, Any], **more: Any) -> Any:
    """Compose a match with these units alone on the board; see `compose_match`."""
    return compose_match("valley", None, "2220", units, **more)


def start_match() -> Any:
    """Start a new match; its first decision is the deployment."""
    return gunki.new("valley", seed=1)


def find_morale_die() -> int:
    """Return a siege die that costs morale and nothing else in the printing that is played."""
    return int(gunki.game("valley").tables["siege"]["morale"][0])


def recompose(match: Match) -> Any:
    """Return the match that is composed from the description of this one."""
    return gunki.compose("valley", match.describe())


# --- forces ------------------------------------------------------------------------------------------------------

# Units without stars that Matsu leads in the tests.
COMPANIONS = ["kuri", "buna", "nara", "kashi", "tsuga", "ume", "momo", "take", "shii", "kaki"]


def matsu(hex_id: str, result: str) -> tuple[dict[str, dict[str, Any]], int]:
    """Return Matsu's force and the die with which it causes this result on flat ground against a modifier of 0."""
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
    """Return forces with this total strength (2 or more) in one hex; the entries go to each of their leaders."""
    return gather(hex_id, strength, HOSTS[army], **entry)


def roll_siege_die(
    units: dict[str, Any], dice: list[int], known: dict[str, Any], **entries: Any
) -> tuple[Any, list[Any]]:
    """Roll the siege die once for Kawa, invested by 12; return the match and the events."""
    men = host("0514", 12, invests=True, morale=entries.pop("low", 0))
    place: dict[str, Any] = {"around": "0514", "radius": 2, "phase": "blue", **entries}
    match = compose({**men, **units, "matsu": "0505"}, castles={"kawa": known}, dice=dice, **place)
    end_phases(match, "offer")
    return match, match.act("hold_out")


def go_to_second_stage(match: Match) -> None:
    """Go on to the red phase of the second stage."""
    while (match.view(None)["stage"], decision_of(match).name, match.who) != (2, "force", "red"):
        match.act({"offer": "hold_out", "losses": decision_of(match).texts[-1]}.get(decision_of(match).name, "end"))
