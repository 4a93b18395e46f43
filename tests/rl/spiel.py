"""Playing the games of OpenSpiel in tests."""

from __future__ import annotations

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="there is no OpenSpiel for Windows")

import gunki  # noqa: E402  OpenSpiel must be there first
import gunki.rl.openspiel  # noqa: E402
from gunki.rl.openspiel import PREFIX  # noqa: E402

SCENARIOS = [(ident, scenario) for ident in gunki.game_ids() for scenario in gunki.game(ident).scenarios]
#: One scenario of each game, the quick ones.
EACH = [("nobunaga", "campaign"), ("honganji", "three_players"), ("kanto", "mimase_pass"), ("kenshin", "campaign")]
EACH += [("hideyoshi", "tennozan")]


def load(ident: str, scenario: str | None = None, **parameters: Any) -> Any:
    chosen = {} if scenario is None else {"scenario": scenario}
    return pyspiel.load_game(PREFIX + ident, {**chosen, **parameters})


def step(state: Any, rng: random.Random) -> int:
    """One move at random."""
    actions = state.legal_actions()
    action = int(actions[int(rng.random() * len(actions))])
    state.apply_action(action)
    return action


def played(game: Any, moves: int, seed: int = 1) -> Any:
    """A state after so many moves at random, chance's too, or at its end."""
    state, rng = game.new_initial_state(), random.Random(seed)
    while moves and not state.is_terminal():
        step(state, rng)
        moves -= 1
    return state


def to_a_decision(state: Any, rng: random.Random) -> Any:
    while state.is_chance_node():
        step(state, rng)
    return state
