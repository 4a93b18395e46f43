"""Every act that can be written and is not on offer is refused by a rule of the game."""

from __future__ import annotations

import random

import pytest

import gunki


@pytest.mark.parametrize("game", ["nobunaga", "honganji"])
def test_every_refused_act_is_refused_by_a_rule(game: str) -> None:
    """Play a game at random and try some acts of every verb at every decision."""
    rng = random.Random(7)
    match = gunki.new(game, seed=7)
    lexicon = match.position.lexicon
    written = {verb: [*lexicon.universe(verb, range(4))] for verb in lexicon.verbs}
    asked = set()
    for _ in range(250):
        if match.decision is None:
            break
        asked.add(match.decision.name)
        position = match.position
        for acts in written.values():
            for act in rng.sample(acts, min(2, len(acts))):
                bars = position.bars(act)
                assert bool(bars) != (act in position.options())
                assert all(bar.what != "not_offered" and bar.clause in match.game.clauses for bar in bars), act
        match.act(rng.choice(match.decision.texts))
    assert len(asked) > 12
