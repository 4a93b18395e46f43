"""Whole moves and fights in a few words, for the tests of actions, movement and combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.common import armies, column, generals, options_of, turn_of
from tests.clauses.honganji.table import HOME, LEADERS, SEATS, acts, compose

__all__ = [
    "CARDS",
    "HOMES",
    "OTHERS_CARDS",
    "armies",
    "board",
    "column",
    "dead",
    "discarded",
    "drive",
    "finish",
    "generals",
    "layout",
    "move",
    "named",
    "only",
    "options_of",
    "pay",
    "settle",
    "strike",
    "throw_all",
    "turn_of",
    "whereabouts",
]

# Cards that have no bearing on movement or combat while they are merely held or paid.
CARDS = ("surrounding_nobunaga_1", "surrounding_nobunaga_2", "surrounding_nobunaga_3", "surrounding_nobunaga_4")
OTHERS_CARDS = ("surrounding_nobunaga_5", "surrounding_nobunaga_6", "surrounding_nobunaga_7")

# The clan and the home of each leader, where he sits unless a test places him.
HOMES = {LEADERS[seat]: (seat, HOME[seat]) for seat in SEATS}


def named(areas: Mapping[str, Any]) -> set[str]:
    """Return all generals that a layout of areas names."""
    found: set[str] = set()
    for area in areas.values():
        for units in area.values():
            if isinstance(units, Mapping):
                found |= {*units.get("generals", ()), *units.get("spent_generals", ())}
    return found


def layout(areas: Mapping[str, Any], dead: Sequence[str] = ()) -> dict[str, Any]:
    """Return the areas, with every other living leader alone at home and one Uesugi army in Echigo."""
    full = dict(areas)
    for leader, (clan, home) in HOMES.items():
        if leader not in named(areas) and leader not in dead:
            assert home not in areas, f"{leader} has no place of his own"
            full[home] = {clan: {"generals": [leader]}}
    full.setdefault("echigo", {"uesugi": {"ready": 1}})
    return full


def board(
    areas: Mapping[str, Any],
    *,
    seat: str = "tokugawa",
    cards: Sequence[str] = CARDS,
    dice: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    **entries: Any,
) -> Playing:
    """Lay out a small position at an action turn of the seat, with four harmless cards; the others hold one each."""
    out = {player for player, what in entries.get("status", {}).items() if what == "out"}
    others = [player for player in SEATS if player != seat]
    hands = {player: [card] for player, card in zip(others, OTHERS_CARDS, strict=True) if player not in out}
    document = {
        "empty": True,
        "areas": layout(areas, entries.get("dead", ())),
        "to_act": seat,
        "hands": {seat: list(cards), **hands},
        **entries,
    }
    return compose(document, dice=dice, options=options)


def only(**hands: Sequence[str]) -> dict[str, list[str]]:
    """Return the hands of all seats; those not named have no cards."""
    return {seat: list(hands.get(seat, ())) for seat in SEATS}


def pay(match: Playing) -> None:
    """Discard the first card offered."""
    assert match.decision.name == "discard"
    match.act(match.decision.texts[0])


def settle(match: Playing) -> None:
    """Pay for the action, if it is over (H-49)."""
    if match.decision is not None and match.decision.name == "discard":
        pay(match)


def move(match: Playing, clan: str, area: str, to: str, *, generals: Sequence[str] = (), armies: int = 0) -> None:
    """Play a unit movement; pay for it if its combat asks nothing, else stop at its first question."""
    match.act("movement")
    column(match, clan, area, generals=generals, armies=armies)
    match.act(f"to {to}")
    settle(match)


def strike(match: Playing, clan: str, area: str, *choices: str) -> None:
    """Play a continued combat with the choices it asks for (target, commanders); pay for it if it asks nothing else."""
    acts(match, "combat", f"attack {clan} {area}", *choices)
    settle(match)


def finish(match: Playing) -> None:
    """Pay for a combat, and fight no further."""
    settle(match)
    if match.decision.name == "additional":
        match.act("stop")
    assert match.decision.name != "additional"


def drive(match: Playing, clan: str, action: str) -> None:
    """Play Surrounding Nobunaga: a greater daimyo and what it does."""
    acts(match, "event surrounding_nobunaga_1", f"direct {clan}")
    if match.decision.name == "event_action":
        match.act(action)


def throw_all(match: Playing) -> None:
    """Throw every card in hand away."""
    seat = match.decision.who
    match.act("throw")
    while match.decision is not None and (match.decision.name, match.decision.who) == ("throw", seat):
        match.act(next(text for text in match.decision.texts if text != "done"))


def whereabouts(match: Playing, general: str) -> list[str]:
    """Return the areas in which a general stands."""
    places = match.view("akechi")["areas"]
    return [area for area in places for units in places[area]["stacks"].values() if general in units["generals"]]


def dead(match: Playing) -> set[str]:
    """Return the generals killed so far."""
    return set(match.view("akechi")["dead"])


def discarded(match: Playing, seat: str = "akechi") -> list[str]:
    """Return the discard pile as a seat sees it, in alphabetical order."""
    return sorted(match.view(seat)["discards"]["common"])
