"""`gunki verify`: whoever has the file can check the dice."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import gunki
from gunki.core.fairness import commitment, seed_of
from tests.cli.conftest import Run
from tests.core.duel import play_out

SECRET = b"\x07" * 32


def saved(path: Path, promised: str) -> Path:
    nonces = {"oda": "ab" * 16, "anti_oda": ""}
    match = play_out(gunki.new("nobunaga", seed=seed_of(SECRET, nonces)), random.Random(1), 60)
    told = {"commitment": promised, "secret": SECRET.hex(), "nonces": nonces, "from": 0}
    match.header = replace(match.header, fairness=told)
    return match.save(path)


def test_a_fair_game_is_called_fair(run: Run, tmp_path: Path) -> None:
    path = saved(tmp_path / "a.gunki", commitment(SECRET))
    assert "Fair" in run("verify", str(path), "--lang", "en").out
    assert "公正" in run("verify", str(path), "--lang", "ja").out
    answer = json.loads(run("verify", str(path), "--json").out)
    assert answer["fair"]
    assert answer["checked"] >= 10
    assert answer["commitment"] == commitment(SECRET)


def test_a_broken_promise_ends_with_one(run: Run, tmp_path: Path) -> None:
    outcome = run("verify", str(saved(tmp_path / "a.gunki", "0" * 64)))
    assert outcome.code == 1
    assert "not the one promised" in outcome.err
    gunki.new("nobunaga", seed=1).save(tmp_path / "b.gunki")
    assert "nothing to check" in run("verify", str(tmp_path / "b.gunki")).err
