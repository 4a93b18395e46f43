"""What the benchmark finds out about a game beside its yardstick. No speed is asserted."""

from __future__ import annotations

from typing import Any

import pytest

import gunki
from gunki.lab import bench
from gunki.lab.timing import Spread
from gunki.lab.yardstick import Beside


@pytest.fixture(scope="module")
def report() -> bench.Report:
    found = bench.Report("hideyoshi")
    bench.yardstick(found, "hideyoshi", 0.2)
    return found


def test_every_scenario_runs_beside_the_yardstick_and_the_worst_is_judged(report: bench.Report) -> None:
    found = report.beside
    assert found is not None
    assert found.yardstick == "kanto conquest_of_kanto"
    assert set(found.scenarios) == set(gunki.game("hideyoshi").scenarios)
    assert all(spread.median > 0 for spread in found.scenarios.values())
    assert report.ratios["decisions_vs_yardstick"] is found.scenarios[found.worst]
    assert report.to_dict()["beside"]["worst"] == found.worst


def test_the_largest_scenario_is_cloned_and_its_lines_are_looked_for(report: bench.Report) -> None:
    assert report.figures["clone_units"] == 215
    assert report.figures["clone_largest_us"] > 0
    assert report.figures["lines_of_a_side_ms"] > 0


def test_a_game_without_a_yardstick_is_measured_alone() -> None:
    found = bench.Report("nobunaga")
    bench.yardstick(found, "nobunaga", 0.2)
    assert found.beside is None
    assert not found.figures


def test_the_worst_scenario_is_the_slowest() -> None:
    slow, fast = Spread.of([0.5, 0.7, 0.6]), Spread.of([0.9, 0.8, 2.0])
    found = Beside("kanto one", {"a": fast, "b": slow})
    assert found.worst == "b"
    assert found.to_dict() == {"yardstick": "kanto one", "worst": "b", "scenarios": {"a": 0.9, "b": 0.6}}


@pytest.mark.parametrize(
    ("name", "good", "bad"), [("decisions_vs_yardstick", 0.75, 0.74), ("clone_largest_us", 4.9, 5.0)]
)
def test_floors(name: str, good: float, bad: float) -> None:
    for value, missed in ((good, []), (bad, [name])):
        found = bench.Report("hideyoshi", figures={name: value})
        assert found.missed == missed


def test_the_lines_are_judged_with_the_compiled_kernel_only(monkeypatch: pytest.MonkeyPatch) -> None:
    found = bench.Report("hideyoshi", figures={"lines_of_a_side_ms": 1.5})
    monkeypatch.setattr(bench, "compiled", lambda: True)
    assert found.missed == ["lines_of_a_side_ms"]
    monkeypatch.setattr(bench, "compiled", lambda: False)
    assert found.missed == []


def test_a_chore_changes_nothing() -> None:
    position: Any = gunki.new("hideyoshi", scenario="shizugatake", seed=3).position
    before = position.digest()
    for do in gunki.game("hideyoshi").chores(position).values():
        do()
    assert position.digest() == before
