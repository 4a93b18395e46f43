"""Hints for a decision, which help a player to choose an option. They are computed only when they are shown."""

from __future__ import annotations

import random
from typing import Any

from gunki.core.matches.match import Match
from gunki.core.rules.decision import Act
from gunki.core.rules.procedure import Ask, Procedure


def decision_hints(match: Match) -> dict[str, Any]:
    """Return the hints for the current decision that apply (docs/server/snapshot.md, "Decision")."""
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
    """Return a series of answers that set up all pieces, for players who do not want to set them up themselves."""
    wait, stack = match.position.wait, match.position.stack
    if not isinstance(wait, Ask) or not wait.is_setup:
        return []
    return [_text(match, act) for act in stack[-1].propose_acts(match.position)]


def _consequences(match: Match) -> dict[str, dict[str, Any]]:
    """Return, by answer, the consequence that a player cannot see from the text of the answer."""
    position, consequences = match.position, dict[str, dict[str, Any]]()
    procedure = position.stack[-1]
    if type(procedure).consequence is Procedure.consequence:  # no answer of this procedure has such a consequence
        return consequences
    for act in position.options():
        consequence = procedure.consequence(position, act)
        if consequence is not None:
            data = match.setup.lexicon.names(consequence.data)
            row = {"text": consequence.what, "data": data, "clause": match.game.cite(consequence.clause)}
            consequences[_text(match, act)] = {**row, "grave": True} if consequence.irreversible else row
    return consequences


def options_with_odds(match: Match) -> list[str]:
    """Return the options after which dice are rolled at once.

    They are tried in a sampled position, so that they reveal nothing of the true one. Trying every option takes longer
    than all other hints, so this hint is made only on request.
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
            if match.header.composed is None:  # only a composed position may contradict itself and so cause errors
                raise
    return risky_options


def _text(match: Match, act: Act) -> str:
    return str(match.setup.lexicon.action(act))
