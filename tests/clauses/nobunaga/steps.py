"""Whole moves and fights in a few words, for the tests of actions, movement and combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.clauses.nobunaga.table import acts, compose, stack

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
) -> Any:
    """An otherwise empty board at an action turn; both sides hold four harmless cards unless told otherwise."""
    document = {"empty": True, "areas": areas, "hands": {"oda": list(oda), "anti_oda": list(anti_oda)}, **entries}
    return compose(document, dice=dice, options=options, today=today)


def column(match: Any, clan: str, area: str, *, generals: Sequence[str] = (), armies: int = 0) -> None:
    """Who marches, from where and with what: up to the choice of the destination."""
    acts(match, f"march {clan} {area}", *[f"take {general}" for general in generals])
    if match.decision.name == "generals":
        match.act("done")
    if match.decision.name == "strength":
        match.act(f"with {armies}")
    assert match.decision.name == "destination"


def move(match: Any, clan: str, area: str, to: str, *, generals: Sequence[str] = (), armies: int = 0) -> None:
    """A unit movement as far as the arrival; whatever it leads to comes next."""
    match.act("movement")
    column(match, clan, area, generals=generals, armies=armies)
    match.act(f"to {to}")


def strike(match: Any, clan: str, area: str, *choices: str) -> None:
    """A continued combat, with the choices it asks for (target, commanders)."""
    acts(match, "combat", f"attack {clan} {area}", *choices)


def pay(match: Any) -> None:
    """Discard the first card offered."""
    assert match.decision.name == "discard"
    match.act(match.decision.texts[0])


def finish(match: Any) -> None:
    """Pay for a continued combat and fight no further."""
    pay(match)
    if match.decision.name == "additional":
        match.act("stop")


def options_of(match: Any) -> set[str]:
    """The texts of the decision at hand; none of them is offered twice."""
    texts = list(match.decision.texts)
    assert len(texts) == len(set(texts))
    return set(texts)


def turn_of(match: Any) -> tuple[str, str]:
    """Which decision it is, and whose."""
    return match.decision.name, match.decision.who


def armies(match: Any, area: str, clan: str) -> tuple[int, int]:
    """Ready and spent armies of a daimyo in an area."""
    found = stack(match, area, clan)
    return found["ready"], found["spent"]


def generals(match: Any, area: str, clan: str) -> dict[str, str]:
    """The generals of a daimyo in an area, each with his status."""
    return dict(stack(match, area, clan)["generals"])
