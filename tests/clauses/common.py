"""Helpers for the clause tests of all games: play action texts, read the view, demand refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

import gunki
from gunki import Decision, Event, Match, Reason


def acts(match: Match, *texts: str) -> list[Event]:
    """Play the texts one after another; return the events of all of them."""
    events: list[Event] = []
    for text in texts:
        events += match.act(text)
    return events


def stack(match: Match, area: str, clan: str) -> dict[str, Any]:
    """Return what a daimyo has in an area: ready and spent armies, and the status of each general."""
    found = match.view(None)["areas"][area]["stacks"].get(clan, {})
    return {
        "ready": found.get("ready", 0),
        "spent": found.get("spent", 0),
        "generals": dict(found.get("generals", {})),
    }


def controller(match: Match, area: str) -> str:
    """Return the daimyo that controls the area, or "none"."""
    return str(match.view(None)["areas"][area]["controller"])


def hand(match: Match, seat: str) -> list[str]:
    """Return the cards in a seat's hand, as that seat sees them."""
    return list(match.view(seat)["hand"])


def clauses_of(bars: Iterable[Reason]) -> set[str]:
    """Return the clause ids of some reasons, without the name of the game."""
    return {bar.clause.partition(":")[2] for bar in bars}


def refused(match: Match, text: str, *clauses: str) -> None:
    """Assert that an action is not on offer, that each clause is a reason, and that trying it changes nothing."""
    assert match.decision is not None
    assert text not in match.decision.texts
    bars = match.why_not(text)
    assert bars, f"{text!r} is not on offer, but nothing bars it"
    missing = set(clauses) - clauses_of(bars)
    assert not missing, f"{text!r} is barred by {sorted(clauses_of(bars))}, not by {sorted(missing)}"
    before = match.position.digest()
    with pytest.raises(gunki.IllegalAction):
        match.act(text)
    assert match.position.digest() == before


def allowed(match: Match, *texts: str) -> None:
    """Assert that every given action is on offer and that nothing bars it."""
    assert match.decision is not None
    for text in texts:
        assert text in match.decision.texts, f"{text!r} is not among {match.decision.texts}"
        assert not match.why_not(text)


def column(match: Match, clan: str, area: str, *, generals: Sequence[str] = (), armies: int = 0) -> None:
    """March a column out of an area with these generals and armies, up to the choice of the destination."""
    acts(match, f"march {clan} {area}", *[f"take {general}" for general in generals])
    if decision_of(match).name == "generals":
        match.act("done")
    if decision_of(match).name == "strength":
        match.act(f"with {armies}")
    assert decision_of(match).name == "destination"


def options_of(match: Match) -> set[str]:
    """Return the texts of the decision at hand; assert that none is offered twice."""
    texts = list(decision_of(match).texts)
    assert len(texts) == len(set(texts))
    return set(texts)


def decision_of(match: Match) -> Decision:
    """Return the decision at hand; the match must not be over."""
    assert match.decision is not None, "the match is over"
    return match.decision


def turn_of(match: Match) -> tuple[str, str]:
    """Return the name of the decision at hand and the seat that decides."""
    return decision_of(match).name, decision_of(match).who


def armies(match: Match, area: str, clan: str) -> tuple[int, int]:
    """Return the ready and the spent armies of a daimyo in an area."""
    found = stack(match, area, clan)
    return found["ready"], found["spent"]


def generals(match: Match, area: str, clan: str) -> dict[str, str]:
    """Return the generals of a daimyo in an area with the status of each."""
    return dict(stack(match, area, clan)["generals"])
