"""Compiled and plain rules play alike. `gunki bench` compares longer games."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from gunki import compiled
from tests.support import ROOT, often

DECISIONS = often(600, 4000)
#: Greedy starts from here and there in a random game, since openings alone offer little to choose from.
STARTS, CHOICES = often(3, 10), often(6, 40)
PLAY_AT_RANDOM = f"""
import json, random
import gunki
from gunki.core.dice.chance import searcher_chance
played = {{}}
for ident in gunki.game_ids():
    for scenario in gunki.game(ident).scenarios:
        start = gunki.new(ident, scenario, seed=7).position
        for seed in range({often(1, 3)}):
            rng = random.Random(seed)
            chance, position, texts = searcher_chance(rng), start.clone(), []
            for decision in range({DECISIONS}):
                if position.wait is None:
                    position = start.clone()
                options = position.options()
                act = position.pick(rng) if decision % 2 else options[int(rng.random() * len(options))]
                texts.append(repr((position.wait.name, options, act)))
                position.apply(act, chance)
            played[f"{{ident}} {{scenario}} {{seed}}"] = [position.digest(), texts]
print(json.dumps(played))
"""
LET_GREEDY_CHOOSE = f"""
import json, random
import gunki
from gunki import bots
played = {{}}
for ident in gunki.game_ids():
    for scenario in gunki.game(ident).scenarios:
        for seed in range({STARTS}):
            match, rng = gunki.new(ident, scenario, seed=seed), random.Random(seed)
            for decision in range(300 * seed):
                if match.decision is None:
                    break
                match.act(rng.choice(match.decision.options))
            greedy = {{seat: bots.bot("greedy:40", bots.bot_seed(seed, seat)) for seat in match.seats}}
            choices = []
            for decision in range({CHOICES}):
                if match.decision is None:
                    break
                choices.append(str(greedy[match.decision.who].choose(bots.bot_view(match, match.decision)).action))
                match.act(choices[-1])
            played[f"{{ident}} {{scenario}} {{seed}}"] = choices
print(json.dumps(played))
"""


def play(program: str, plain: str) -> dict[str, list[object]]:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "GUNKI_PLAIN": plain}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    played: dict[str, list[object]] = json.loads(done.stdout)
    return played


@pytest.mark.skipif(not compiled.is_used(), reason="the rules here are plain")
def test_every_option_and_every_position_is_the_same() -> None:
    ours, theirs = play(PLAY_AT_RANDOM, "0"), play(PLAY_AT_RANDOM, "1")
    assert len(ours) >= 11
    for name, (digest, texts) in theirs.items():
        assert ours[name][1] == texts, name
        assert ours[name][0] == digest, name


@pytest.mark.skipif(not compiled.is_used(), reason="the rules here are plain")
def test_greedy_chooses_the_same() -> None:
    ours, theirs = play(LET_GREEDY_CHOOSE, "0"), play(LET_GREEDY_CHOOSE, "1")
    assert ours == theirs
    assert sum(map(len, ours.values())) >= 11 * CHOICES
