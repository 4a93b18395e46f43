"""Helpers for the tests of the greedy bot: its evaluation, its candidates, its choices, a phase that it plays."""

from __future__ import annotations

from typing import Any

from gunki import Match, bots
from gunki.bots.greedy import Greedy
from tests.clauses.common import decision_of
from tests.clauses.forces import at

#: How many orders the bot tries in these tests, by game.
TRIALS = {"hideyoshi": 6, "kenshin": 4, "nobunaga": 20}


def evaluate(match: Match, seat: int) -> int:
    """Return what the position is worth to a seat."""
    return match.game.evaluate(match.position, seat)


def list_candidates(match: Match) -> list[str]:
    """Return the answers that the bot considers, in its order; all options where the game names none."""
    candidates = match.game.bot_candidates(match.position, frozenset())
    return [str(match.position.lexicon.action(act)) for act in candidates or match.position.options()]


def choose(match: Match, seed: int = 1) -> str:
    """Return the answer that the bot chooses."""
    return str(Greedy(seed, TRIALS[match.game.id]).choose(bots.bot_view(match, decision_of(match))))


def play_phase(match: Match, seed: int) -> list[str]:
    """Let a bot for each seat play one phase; return the answers of the seat that decided first."""
    seat, players = decision_of(match).who, {name: Greedy(seed, TRIALS[match.game.id]) for name in match.seats}
    phase, answers = match.view(None)["phase"], []
    while match.decision is not None and match.view(None)["phase"] == phase:
        text = str(players[match.decision.who].choose(bots.bot_view(match, match.decision)))
        if match.decision.who == seat:
            answers.append(text)
        match.act(text)
    return answers


def points_to(match: Match, name: str, goal: str, printed: bool = False) -> int:
    """Return the movement points that a unit needs to a hex, on the ground in play or on the printed map."""
    position: Any = match.position
    setup: Any = match.setup if printed else position.setup
    return int(setup.way(setup.map.hex(goal))[setup.map.hex(at(match, name))])
