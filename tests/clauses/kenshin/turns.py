"""Helpers of the tests of the Turn Start Phase and of ships: a turn that begins, an event that happens, a ship's way.

    match = happen("araki_rebellion", {"araki_murashige": "1728"}, 6)
    match = turn_start("siege", BESIEGED, 5, castles={"miki": {"marker": 0}})

Dice that are not told are ones: they cost nobody anything in attrition, and with a score of 0 the event that follows
a siege is told as QUIET.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.clauses.kenshin.table import ODA, UESUGI, compose, data_of, force, of_kind, phase_of, roll_of, unit_row

#: Two dice that bring no event while the score is -9 to 5.
QUIET = (4, 4)
#: A score and two dice that bring each event.
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
#: Five Oda units in Harima: no modifier of the Mori for few of them.
HARIMA = force(
    "0723", "hashiba_hideyoshi", "hashiba_hidenaga", "hachisuka_masakatsu", "takenaka_shigeharu", "miyabe_keijun"
)
COMMANDERS = ("mori_terumoto", "kikkawa_motoharu", "kobayakawa_takakage", "hoida_motokiyo")
BUSHO = ("kikkawa_motonaga", "shishido_takaie", "fukuhara_sadatoshi", "kuchiba_michiyoshi", "kumagai_nobunao")
#: Those of the Mori who have not come yet.
MORI = dict.fromkeys((*COMMANDERS, *BUSHO), "undeployed")
#: The neutral clans: unit, castles, the die that names it.
MINOR = {
    "miki": ("miki_yoritsuna", ("sakurabora",), 1),
    "isshiki": ("isshiki_yoshimichi", ("tatebeyama",), 2),
    "takeda_motoaki": ("takeda_motoaki", ("goseyama",), 3),
    "yamana": ("yamana_toyokuni", ("ariko", "tottori"), 4),
    "negoro": ("negoro_shu", ("negoroji",), 5),
}


def turn_start(step: str, units: Mapping[str, Any], *dice: int, **entries: Any) -> Any:
    """A Turn Start Phase from that step on, as far as the first question; UESUGI and ODA are there too."""
    everybody = {**UESUGI, **ODA, **units}
    return compose(everybody, phase="turn_start", step=step, dice=[*dice, *[1] * 40], **entries)


def afloat(ships: Mapping[str, Any], units: Mapping[str, Any] | None = None, **entries: Any) -> Any:
    """These ships and units, and a unit of each side far away."""
    return compose({**UESUGI, **ODA, **(units or {})}, ships=dict(ships), **entries)


def reduced(hex_id: str, *names: str) -> dict[str, dict[str, Any]]:
    """Units of one step in a hex, each a force of its own."""
    return {name: {"hex": hex_id, "steps": 1} for name in names}


def taken(*names: str, by: str = "uesugi") -> dict[str, Any]:
    """Castles that this side holds."""
    return {name: {"holder": by} for name in names}


def happen(event: str, units: Mapping[str, Any], *dice: int, **entries: Any) -> Any:
    """This event is rolled, with the dice that it needs, as far as the first question."""
    score, pair = EVENTS[event]
    match = turn_start("event", units, *pair, *dice, **{"score": score, **entries})
    assert data_of(match.events, "event", "random_event") == [event]
    return match


def no_effect(match: Any) -> bool:
    """Whether it was told that the event has no effect."""
    return bool(of_kind(match.events, "no_event"))


def began(match: Any) -> bool:
    """Whether the Turn Start is over."""
    return phase_of(match)[1] == "uesugi_movement"


def through(match: Any) -> list[Any]:
    """The first answer to everything until the Turn Start is over; all events of the match so far."""
    while phase_of(match)[1] == "turn_start":
        match.act(match.decision.texts[0])
    return list(match.events)


def clans(match: Any) -> dict[str, str]:
    """Whose side each clan is on."""
    return dict(match.view(None)["clans"])


def ship(match: Any, name: str) -> Any:
    """The ship's entry in the view: a table, or "sunk", "removed", "undeployed", "absent"."""
    return match.view(None)["ships"][name]


def lies(match: Any, name: str) -> str:
    """Where a ship lies, or "sunk", "removed", "undeployed", "absent"."""
    found = ship(match, name)
    return found if isinstance(found, str) else str(found["at"])


def sail(match: Any, name: str, *texts: str) -> list[Any]:
    """That ship begins to move; then these answers."""
    events: list[Any] = match.act(f"sail {name}")
    for text in texts:
        events += match.act(text)
    return events


def mori_roll(match: Any) -> dict[str, Any]:
    """The roll of the deployment in the events so far."""
    return roll_of(match.events, "mori")


def summoned(events: Iterable[Any]) -> tuple[int, int]:
    """How many commanders and busho of the Mori came into the box."""
    ranks = [unit_row(name)["rank"] for name in data_of(events, "deployed", "unit")]
    return len(ranks) - ranks.count("busho"), ranks.count("busho")
