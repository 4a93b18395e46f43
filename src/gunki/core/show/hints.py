"""What helps people to answer a question, besides its options: made only where somebody is shown them."""

from __future__ import annotations

import random
from typing import Any

from gunki.core.matches.match import Match
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask, Procedure


def hints(match: Match) -> dict[str, Any]:
    """Of the question that a seat is asked now (docs/server.md); what does not apply is left out."""
    wait = match.position.wait
    if not isinstance(wait, Ask):
        return {}
    found: dict[str, Any] = {
        "arranges": wait.arranges,
        "proposes": proposal(match),
        "grave": [_text(match, act) for act in wait.grave if act in match.position.options()],
        "brings": _brings(match),
    }
    return {name: value for name, value in found.items() if value}


def proposal(match: Match) -> list[str]:
    """Answers in a row that arrange everything, for whoever only wants to go on."""
    wait, stack = match.position.wait, match.position.stack
    if not isinstance(wait, Ask) or not wait.arranges:
        return []
    return [_text(match, act) for act in stack[-1].proposes(match.position)]


def _brings(match: Match) -> dict[str, dict[str, Any]]:
    """By answer what it brings that its words do not say."""
    position, found = match.position, dict[str, dict[str, Any]]()
    asking = position.stack[-1]
    if type(asking).brings is Procedure.brings:  # nothing, whatever is answered
        return found
    for act in position.options():
        told = asking.brings(position, act)
        if told is not None:
            data = match.setup.lexicon.names(told.data)
            row = {"text": told.what, "data": data, "clause": match.game.cite(told.clause)}
            found[_text(match, act)] = {**row, "grave": True} if told.grave else row
    return found


def stakes(match: Match) -> list[str]:
    """The answers whose dice fall at once; found in what the seat could believe, never in what it cannot see.

    Every answer is tried, which takes longer than all the other hints: so it is told only to whoever asks for it.
    """
    game, wait, options = match.game, match.position.wait, match.position.options()
    if not isinstance(wait, Ask) or "odds" not in game.overlays or len(options) == 0:
        return []
    who = wait.who
    believed = game.sample(match.position, who, random.Random(match.ply))
    found: list[str] = []
    for act in options:
        try:
            if game.staked(believed, who, act):
                found.append(_text(match, act))
        except Exception:
            if match.header.composed is None:  # a written position may contradict itself further on
                raise
    return found


def _text(match: Match, act: Act) -> str:
    return str(match.setup.lexicon.action(act))
