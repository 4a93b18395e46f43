"""Whole moves and fights in a few words, for the tests of actions, movement and combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.clauses.areas_and_cards.playing import Playing
from tests.clauses.common import armies, column, generals, options_of, turn_of
from tests.clauses.nobunaga.table import acts, compose

__all__ = [
    "ANTI_CARDS",
    "NOBODY_NEUTRAL",
    "ODA_CARDS",
    "armies",
    "board",
    "column",
    "finish",
    "generals",
    "move",
    "options_of",
    "pay",
    "strike",
    "to_action_phase",
    "turn_of",
]

# Cards that have no bearing on movement or combat while they are merely held or paid.
ODA_CARDS = ("gift_to_greater_daimyo", "urgent_recruitment_oda", "gift_to_lesser_daimyo", "converging_attack")
ANTI_CARDS = ("feign_illness", "shogun_letter", "ikkou_uprising", "murakami_navy")

# Nobody is Neutral but the Neutral armies: no way leads through a Neutral daimyo's land.
NOBODY_NEUTRAL = {"tokugawa": 1, "matsunaga": 1, "ukita": 1, "takeda": 4, "uesugi": 4, "mouri": 4}


def board(
    areas: Mapping[str, Any],
    *,
    oda: Sequence[str] = ODA_CARDS,
    anti_oda: Sequence[str] = ANTI_CARDS,
    dice: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    today: bool = False,
    **entries: Any,
) -> Playing:
    """Lay out an otherwise empty board at an action turn; both sides hold four harmless cards unless told otherwise."""
    document = {"empty": True, "areas": areas, "hands": {"oda": list(oda), "anti_oda": list(anti_oda)}, **entries}
    return compose(document, dice=dice, options=options, today=today)


def move(match: Playing, clan: str, area: str, to: str, *, generals: Sequence[str] = (), armies: int = 0) -> None:
    """Play a unit movement as far as the arrival; a combat or the payment comes next."""
    match.act("movement")
    column(match, clan, area, generals=generals, armies=armies)
    match.act(f"to {to}")


def strike(match: Playing, clan: str, area: str, *choices: str) -> None:
    """Play a continued combat, with the choices it asks for (target, commanders)."""
    acts(match, "combat", f"attack {clan} {area}", *choices)


def pay(match: Playing) -> None:
    """Discard the first card offered."""
    assert match.decision.name == "discard"
    match.act(match.decision.texts[0])


def finish(match: Playing) -> None:
    """Pay for a continued combat and fight no further."""
    pay(match)
    if match.decision.name == "additional":
        match.act("stop")


def to_action_phase(match: Playing, order: str) -> None:
    """Take the first option of each reinforcement, and let Oda say who is first."""
    while match.decision.name == "reinforcements":
        match.act(match.decision.texts[0])
    assert (match.decision.name, match.decision.who) == ("order", "oda")
    match.act(order)
