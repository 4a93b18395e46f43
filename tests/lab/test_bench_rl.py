"""The figures that the benchmark of the environments measures; no test asserts a speed."""

from __future__ import annotations

import pytest

import gunki
from gunki.lab.bench import rl_bench
from gunki.lab.bench.rl_bench import CHESS, DOMINOES, EnvironmentPace, RlReport
from gunki.lab.bench.timing import Spread


def test_every_scenario_is_measured_beside_chess_and_the_bare_rules() -> None:
    report = RlReport()
    rl_bench.zoo(report, 0.3, peers=True)
    scenarios = [f"{ident} {scenario}" for ident in gunki.game_ids() for scenario in gunki.game(ident).scenarios]
    assert [found.name for found in report.zoo] == scenarios
    assert report.chess is not None
    assert report.notes == []
    for found in report.zoo:
        assert found.per_s > 0
        assert found.ratio is not None
        assert found.share is not None
        assert found.share > 0


def test_without_other_environments_nothing_is_compared() -> None:
    report = RlReport()
    rl_bench.zoo(report, 0.2, peers=False)
    assert report.chess is None
    assert all(found.ratio is None for found in report.zoo)
    assert report.floors_missed == []


def test_too_slow_an_environment_is_named() -> None:
    def spread(*values: float) -> Spread:
        return Spread.of(list(values))

    report = RlReport(
        zoo=[EnvironmentPace("quick", 9000, spread(9, 11, 30)), EnvironmentPace("slow", 900, spread(9, 9.5, 30))],
        spiel=[EnvironmentPace("fine", 100, spread(0.5)), EnvironmentPace("lame", 10, spread(0.4))],
    )
    assert report.floors_missed == [f"slow ÷ {CHESS} 9.50 (floor 10)", f"lame ÷ {DOMINOES} 0.40 (floor 0.5)"]
    assert report.to_dict()["pettingzoo"]["ours"][1] == {
        "name": "slow", "per_s": 900, "ratio": 9.5, "range": [9, 30], "share_of_rules": None,
    }  # fmt: skip


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rl_bench, "find_spec", lambda name: None)
    report = rl_bench.bench(0.5)
    assert report.zoo == report.spiel == []
    assert ["PettingZoo" in report.notes[0], "OpenSpiel" in report.notes[1]] == [True, True]


def test_the_benchmark_runs_without_chess() -> None:
    assert rl_bench.other_environment("no_such_game_v1") is None
