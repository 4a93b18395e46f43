"""Whatever can be written is answered with a rule of the game, whatever is being asked."""

from __future__ import annotations

import random

import pytest

import gunki


@pytest.mark.parametrize("game", ["nobunaga", "honganji"])
def test_nothing_is_merely_not_on_offer(game: str) -> None:
    """A game at random; at every question some acts of every verb are tried."""
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
