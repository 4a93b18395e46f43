"""What the clause tests of all games do alike: play action texts, look at the table, demand reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

import gunki


def acts(match: Any, *texts: str) -> list[Any]:
    """Play the texts one after another; all events of those actions in order."""
    events: list[Any] = []
    for text in texts:
        events += match.act(text)
    return events


def stack(match: Any, area: str, clan: str) -> dict[str, Any]:
    """What one daimyo has in one area; zeros and no generals if he has nothing there."""
    found = match.view(None)["areas"][area]["stacks"].get(clan, {})
    return {
        "ready": found.get("ready", 0),
        "spent": found.get("spent", 0),
        "generals": dict(found.get("generals", {})),
    }


def controller(match: Any, area: str) -> str:
    """The daimyo that controls the area, or "none"."""
    return str(match.view(None)["areas"][area]["controller"])


def hand(match: Any, seat: str) -> list[str]:
    """The cards in a seat's hand, as that seat sees them."""
    return list(match.view(seat)["hand"])


def clauses_of(bars: Iterable[Any]) -> set[str]:
    """The clause ids of some bars, without the name of the game."""
    return {bar.clause.partition(":")[2] for bar in bars}


def refused(match: Any, text: str, *clauses: str) -> None:
    """The action is not on offer, every given clause is named as a reason, and trying it changes nothing."""
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


def allowed(match: Any, *texts: str) -> None:
    """Every given action is on offer and nothing bars it."""
    assert match.decision is not None
    for text in texts:
        assert text in match.decision.texts, f"{text!r} is not among {match.decision.texts}"
        assert not match.why_not(text)


def column(match: Any, clan: str, area: str, *, generals: Sequence[str] = (), armies: int = 0) -> None:
    """Who marches, from where and with what: up to the choice of the destination."""
    acts(match, f"march {clan} {area}", *[f"take {general}" for general in generals])
    if match.decision.name == "generals":
        match.act("done")
    if match.decision.name == "strength":
        match.act(f"with {armies}")
    assert match.decision.name == "destination"


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
