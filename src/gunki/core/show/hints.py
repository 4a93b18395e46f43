"""What helps people to answer a question, besides its options: made only where somebody is shown them."""

from __future__ import annotations

import random
from typing import Any

from gunki.core.matches.match import Match
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask, Procedure


def decision_hints(match: Match) -> dict[str, Any]:
    """Of the question that a seat is asked now (docs/server.md); what does not apply is left out."""
    wait = match.position.wait
    if not isinstance(wait, Ask):
        return {}
    entries: dict[str, Any] = {
        "arranges": wait.is_setup,
        "proposes": proposal(match),
        "grave": [_text(match, act) for act in wait.irreversible if act in match.position.options()],
        "brings": _consequences(match),
    }
    return {name: value for name, value in entries.items() if value}


def proposal(match: Match) -> list[str]:
    """Answers in a row that arrange everything, for whoever only wants to go on."""
    wait, stack = match.position.wait, match.position.stack
    if not isinstance(wait, Ask) or not wait.is_setup:
        return []
    return [_text(match, act) for act in stack[-1].propose_acts(match.position)]


def _consequences(match: Match) -> dict[str, dict[str, Any]]:
    """By answer what it brings that its words do not say."""
    position, consequences = match.position, dict[str, dict[str, Any]]()
    procedure = position.stack[-1]
    if type(procedure).consequence is Procedure.consequence:  # nothing, whatever is answered
        return consequences
    for act in position.options():
        consequence = procedure.consequence(position, act)
        if consequence is not None:
            data = match.setup.lexicon.names(consequence.data)
            row = {"text": consequence.what, "data": data, "clause": match.game.cite(consequence.clause)}
            consequences[_text(match, act)] = {**row, "grave": True} if consequence.irreversible else row
    return consequences


def options_with_odds(match: Match) -> list[str]:
    """The answers whose dice fall at once; found in what the seat could believe, never in what it cannot see.

    Every answer is tried, which takes longer than all the other hints: so it is told only to whoever asks for it.
    """
    game, wait, options = match.game, match.position.wait, match.position.options()
    if not isinstance(wait, Ask) or "odds" not in game.overlays or len(options) == 0:
        return []
    who = wait.who
    believed = game.sample(match.position, who, random.Random(match.ply))
    risky_options: list[str] = []
    for act in options:
        try:
            if game.rolls_at_once(believed, who, act):
                risky_options.append(_text(match, act))
        except Exception:
            if match.header.composed is None:  # a written position may contradict itself further on
                raise
    return risky_options


def _text(match: Match, act: Act) -> str:
    return str(match.setup.lexicon.action(act))
