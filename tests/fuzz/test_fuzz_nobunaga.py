"""A short fuzz of the real game; `make fuzz` runs a long one."""

from __future__ import annotations

from pathlib import Path

from gunki.lab.fuzz import fuzzer
from tests.support import often


def test_random_games_with_every_option_pass_the_checks(tmp_path: Path) -> None:
    plans = fuzzer.plan_games("nobunaga", games=40, seed=20, all_options=True, out=str(tmp_path), every=often(3, 1))
    chosen = [plans[0], plans[1], plans[2], *plans[-5:]]  # the defaults, both biddings, and combinations
    summary = fuzzer.run(chosen)
    assert [f"{f.check} seed {f.seed} {dict(f.options)}: {f.message}" for f in summary.failures] == []
    assert summary.games == 8
    assert summary.tally.decisions.total() > 1000


def test_other_processes_play_the_same_games(tmp_path: Path) -> None:
    plans = fuzzer.plan_games("nobunaga", games=2, seed=1, out=str(tmp_path), texts=False, every=10)
    apart, here = fuzzer.run(plans, jobs=2), fuzzer.run(plans, jobs=1)
    assert apart.tally.decisions == here.tally.decisions
    assert apart.tally.endings == here.tally.endings
