"""Helpers of the clause tests: lay out a position, play action texts, look at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.clauses.areas_and_cards import playing
from tests.clauses.areas_and_cards.playing import Playing, new
from tests.clauses.common import acts, allowed, clauses_of, column, controller, hand, refused, stack

__all__ = [
    "CASTLES",
    "GREATER",
    "HANDS",
    "HOME",
    "LEADERS",
    "PREFIX",
    "SEATS",
    "acts",
    "allowed",
    "armies_of",
    "board",
    "clauses_of",
    "column",
    "compose",
    "controller",
    "fight",
    "go",
    "hand",
    "order",
    "pay",
    "play_out",
    "points",
    "refused",
    "settle",
    "stack",
    "start",
    "status",
    "throw",
]

SEATS = ("akechi", "shibata", "tokugawa", "hashiba")
GREATER = ("uesugi", "houjou", "mouri", "honganji")
PREFIX = "honganji:"


def compose(
    doc: Mapping[str, Any] | None = None,
    /,
    *,
    scenario: str | None = None,
    dice: Sequence[int] = (),
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    **entries: Any,
) -> Playing:
    """Lay out a composed position; entries may be given as a dict, as keywords, or both (keywords win)."""
    document = {**(doc or {}), **entries}
    return playing.compose("honganji", document, scenario=scenario, dice=dice, seed=seed, options=options)


def status(match: Playing, seat: str) -> str:
    """Return what a player is now: "vassal", "rebel" or "out"."""
    return str(match.view("akechi")["status"][seat])


def points(match: Playing, seat: str) -> int:
    """Return the victory points a player has now."""
    return int(match.view("akechi")["points"][seat])


def order(match: Playing) -> list[str]:
    """Return the seats in the order of this turn."""
    return list(match.view("akechi")["order"])


# --- shorthand for whole actions ---------------------------------------------------------------------------------

HOME = {"akechi": "tanba", "shibata": "echizen", "tokugawa": "mikawa", "hashiba": "harima"}
LEADERS = {
    "akechi": "akechi_mitsuhide",
    "shibata": "shibata_katsuie",
    "tokugawa": "tokugawa_ieyasu",
    "hashiba": "hashiba_hideyoshi",
}
CASTLES = {
    "akechi": "sakamoto_castle",
    "shibata": "kitanoshou_castle",
    "tokugawa": "hamamatsu_castle",
    "hashiba": "himeji_castle",
}
# The first card of each hand is the one that `pay` discards.
HANDS = {
    "akechi": ["charge_1", "surrounding_nobunaga_1", "fortification_1", "desertion_1", "surprise_attack_1"],
    "shibata": ["charge_2", "surrounding_nobunaga_2", "fortification_2", "desertion_2", "surprise_attack_2"],
    "tokugawa": ["forced_march_1", "surrounding_nobunaga_3", "fortification_3", "desertion_3", "opportunism_1"],
    "hashiba": ["forced_march_2", "surrounding_nobunaga_4", "surrounding_nobunaga_5", "slander_1", "opportunism_2"],
}


def start(seed: int = 1) -> Playing:
    """Return a new match at its first action turn: every petition die is a 1, a card."""
    return new("honganji", seed=seed, dice=[1, 1, 1, 1])


def board(
    areas: Mapping[str, Any],
    seat: str = "akechi",
    *,
    dice: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    **entries: Any,
) -> Playing:
    """Lay out an otherwise empty board at an action turn of that seat.

    A spent Uesugi army in Echigo keeps the greater daimyos in the game, so that 9-1(2) does not end it.
    """
    document = {"empty": True, "to_act": seat, "hands": HANDS, **entries}
    around = {"echigo": {"uesugi": {"spent": 1}}, **areas}
    return compose(document, dice=dice, options=options, areas=around)


def pay(match: Playing) -> None:
    """Discard the first card of the hand that the seat got from `HANDS`."""
    assert match.decision.name == "discard"
    match.act(f"discard {HANDS[match.decision.who][0]}")


def go(match: Playing, clan: str, origin: str, to: str, *, generals: Sequence[str] = (), armies: int = 0) -> None:
    """Play a movement of the seat's own clan; pay if its combat asks nothing, else stop at its first question."""
    match.act("movement")
    column(match, clan, origin, generals=generals, armies=armies)
    match.act(f"to {to}")
    settle(match)


def settle(match: Playing) -> None:
    """Pay for the action, if it is over (H-49)."""
    if match.decision is not None and match.decision.name == "discard":
        pay(match)


def fight(match: Playing, clan: str, area: str, *choices: str) -> None:
    """Play a continued combat with the choices it asks for; pay for it if it asks nothing else."""
    acts(match, "combat", f"attack {clan} {area}", *choices)
    settle(match)


def throw(match: Playing) -> None:
    """Play an action turn in which one card is thrown away and nothing else is done."""
    match.act("throw")
    match.act(match.decision.texts[0])
    if match.decision is not None and match.decision.name == "throw":
        match.act("done")


def play_out(match: Playing) -> None:
    """Play the rest of the action phase: everybody throws all cards away."""
    turn = match.view("akechi")["turn"]
    while match.result is None and match.decision.name == "action" and match.view("akechi")["turn"] == turn:
        match.act("throw")
        while match.decision is not None and match.decision.name == "throw":
            match.act(next(text for text in match.decision.texts if text != "done"))


def armies_of(match: Playing, area: str, clan: str) -> int:
    """Return how many armies a daimyo has in an area, ready and spent."""
    found = stack(match, area, clan)
    return int(found["ready"] + found["spent"])
