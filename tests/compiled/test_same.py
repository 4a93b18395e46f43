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
PROGRAM = f"""
import json, random
import gunki
from gunki.core.chance import quick
found = {{}}
for ident in gunki.game_ids():
    for scenario in gunki.game(ident).scenarios:
        start = gunki.new(ident, scenario, seed=7).position
        for seed in range({often(1, 3)}):
            rng = random.Random(seed)
            chance, position, texts = quick(rng), start.clone(), []
            for decision in range({DECISIONS}):
                if position.wait is None:
                    position = start.clone()
                options = position.options()
                act = position.pick(rng) if decision % 2 else options[int(rng.random() * len(options))]
                texts.append(repr((position.wait.name, options, act)))
                position.apply(act, chance)
            found[f"{{ident}} {{scenario}} {{seed}}"] = [position.digest(), texts]
print(json.dumps(found))
"""


def play(plain: str) -> dict[str, list[object]]:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "GUNKI_PLAIN": plain}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True)
    found: dict[str, list[object]] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(not compiled.is_used(), reason="the rules here are plain")
def test_every_option_and_every_position_is_the_same() -> None:
    ours, theirs = play("0"), play("1")
    assert len(ours) >= 11
    for name, (digest, texts) in theirs.items():
        assert ours[name][1] == texts, name
        assert ours[name][0] == digest, name
