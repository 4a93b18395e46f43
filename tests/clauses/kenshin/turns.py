"""Helpers for the tests of the Turn Start Phase and of ships: start a turn, roll an event, sail a ship.

    match = roll_event("araki_rebellion", {"araki_murashige": "1728"}, 6)
    match = start_turn("siege", BESIEGED, 5, castles={"miki": {"marker": 0}})

Dice that are not given are ones, which cost nothing in attrition. A test of a siege gives QUIET for the event that
follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gunki import Event, Match
from tests.clauses.kenshin.table import (
    ODA,
    UESUGI,
    compose,
    data_of,
    decision_of,
    force,
    of_kind,
    phase_of,
    roll_of,
    unit_row,
)

#: Two dice that bring no event while the score is between -9 and 5.
QUIET = (4, 4)
#: A score and two dice that bring this event.
EVENTS: dict[str, tuple[int, tuple[int, int]]] = {
    "mori_advance": (0, (6, 6)),
    "hojo_invasion": (0, (5, 6)),
    "yoshiaki_uprising": (6, (6, 6)),
    "ukita_defection": (0, (1, 1)),
    "araki_rebellion": (0, (4, 5)),
    "neutral_to_oda": (0, (3, 4)),
    "neutral_to_uesugi": (0, (3, 3)),
    "oda_to_uesugi": (6, (4, 5)),
    "uesugi_to_oda": (0, (2, 3)),
    "saika_neutrality": (0, (5, 5)),
    "saika_rejoins": (0, (2, 2)),
}
#: Five Oda units in Harima: too many for the modifier of the Mori roll for few of them.
HARIMA = force(
    "0723", "hashiba_hideyoshi", "hashiba_hidenaga", "hachisuka_masakatsu", "takenaka_shigeharu", "miyabe_keijun"
)
COMMANDERS = ("mori_terumoto", "kikkawa_motoharu", "kobayakawa_takakage", "hoida_motokiyo")
BUSHO = ("kikkawa_motonaga", "shishido_takaie", "fukuhara_sadatoshi", "kuchiba_michiyoshi", "kumagai_nobunao")
#: The Mori units, none of which has come yet.
MORI = dict.fromkeys((*COMMANDERS, *BUSHO), "undeployed")
#: For each neutral clan its unit, its castles and the die that names it.
MINOR = {
    "miki": ("miki_yoritsuna", ("sakurabora",), 1),
    "isshiki": ("isshiki_yoshimichi", ("tatebeyama",), 2),
    "takeda_motoaki": ("takeda_motoaki", ("goseyama",), 3),
    "yamana": ("yamana_toyokuni", ("ariko", "tottori"), 4),
    "negoro": ("negoro_shu", ("negoroji",), 5),
}


def start_turn(step: str, units: Mapping[str, Any], *dice: int, **entries: Any) -> Match:
    """Run a Turn Start Phase from this step on to its first decision; UESUGI and ODA are on the board too."""
    everybody = {**UESUGI, **ODA, **units}
    return compose(everybody, phase="turn_start", step=step, dice=[*dice, *[1] * 40], **entries)


def compose_ships(ships: Mapping[str, Any], units: Mapping[str, Any] | None = None, **entries: Any) -> Match:
    """Compose a match with these ships and units, and with UESUGI and ODA far away."""
    return compose({**UESUGI, **ODA, **(units or {})}, ships=dict(ships), **entries)


def place_reduced(hex_id: str, *names: str) -> dict[str, dict[str, Any]]:
    """Return entries of reduced units in a hex, each a force of its own."""
    return {name: {"hex": hex_id, "steps": 1} for name in names}


def take_castles(*names: str, by: str = "uesugi") -> dict[str, Any]:
    """Return `castles` in which this side holds the named ones."""
    return {name: {"holder": by} for name in names}


def roll_event(event: str, units: Mapping[str, Any], *dice: int, **entries: Any) -> Match:
    """Roll this event, with the dice that it needs, and run to the first decision."""
    score, event_dice = EVENTS[event]
    match = start_turn("event", units, *event_dice, *dice, **{"score": score, **entries})
    assert data_of(match.events, "event", "random_event") == [event]
    return match


def has_no_effect(match: Match) -> bool:
    """Return whether the event of this turn had no effect."""
    return bool(of_kind(match.events, "no_event"))


def is_turn_start_over(match: Match) -> bool:
    """Return whether the Turn Start is over."""
    return phase_of(match)[1] == "uesugi_movement"


def finish_turn_start(match: Match) -> list[Event]:
    """Give the first answer to everything until the Turn Start is over; return all events of the match."""
    while phase_of(match)[1] == "turn_start":
        match.act(decision_of(match).texts[0])
    return list(match.events)


def sides_of_clans(match: Match) -> dict[str, str]:
    """Return the side of each clan."""
    return dict(match.view(None)["clans"])


def ship(match: Match, name: str) -> Any:
    """Return the entry of a ship in the view: a table, or "sunk", "removed", "undeployed", "absent"."""
    return match.view(None)["ships"][name]


def ship_place(match: Match, name: str) -> str:
    """Return where a ship lies, or "sunk", "removed", "undeployed", "absent"."""
    entry = ship(match, name)
    return entry if isinstance(entry, str) else str(entry["at"])


def sail(match: Match, name: str, *texts: str) -> list[Event]:
    """Begin the move of a ship and give these answers; return the events."""
    events: list[Event] = match.act(f"sail {name}")
    for text in texts:
        events += match.act(text)
    return events


def mori_roll(match: Match) -> dict[str, Any]:
    """Return the deployment roll of the Mori."""
    return roll_of(match.events, "mori")


def count_summoned(events: Iterable[Event]) -> tuple[int, int]:
    """Return how many commanders and how many busho of the Mori came into the box."""
    ranks = [unit_row(name)["rank"] for name in data_of(events, "deployed", "unit")]
    return len(ranks) - ranks.count("busho"), ranks.count("busho")
