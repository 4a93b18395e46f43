"""`gunki fuzz` and `gunki bench` as commands."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.cli.main import main
from gunki.core.rules.procedure import Ask
from gunki.lab.bench import cost_growth, game_bench
from gunki.lab.bench.bench_report import BenchReport
from gunki.lab.bench.timing import Spread
from gunki.lab.bench_engines import worker_processes
from gunki.lab.fuzz import fuzzer
from tests.core.duel import Fight, duel

__all__ = ["duel"]


@pytest.mark.usefixtures("duel")
def test_fuzz_reports_its_games_and_checks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["fuzz", "duel", "--games", "3", "--seed", "5", "--jobs", "1", "--out", str(tmp_path / "out")]
    assert main([*command, "--all-options"]) == 0
    text = capsys.readouterr().out
    for part in ("3 games, seeds 5 to 7", "more_points 3", "3 different sets", "1 in 2, at random", "no failures"):
        assert part in text
    assert main([*command, "--json", "--deep", "--option", "polite=true"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["games"], data["failures"], data["endings"]) == (3, [], {"more_points": 3})
    assert {check["every"] for check in data["checks"].values()} == {1}
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("duel")
def test_a_failure_is_saved_and_its_acts_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Fight, "confirm", lambda self, g: Ask(self.seat, "again", "3", [], "confirmed"))
    command = ["fuzz", "duel", "--games", "1", "--seed", "6", "--jobs", "1", "--out", str(tmp_path)]
    assert main([*command, "--option", "loud=high"]) == 1
    [path] = tmp_path.iterdir()
    assert path.name.startswith("duel-only-seed6-ply")
    assert path.name.endswith("-dead_end.gunki")
    text = capsys.readouterr().out
    assert f"gunki play --load {path}" in text
    assert "gunki fuzz duel --games 1 --seed 6 --option loud=high" in text


def test_the_command_printed_for_a_failure_can_be_typed_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Choices of an option may have several words."""
    played: list[fuzzer.FuzzPlan] = []

    def run(todo: list[fuzzer.FuzzPlan], jobs: int) -> fuzzer.Summary:
        played.extend(todo)
        wrong = [fuzzer.Failure("views", "seen", plan.seed, 1, plan.options) for plan in todo]
        return fuzzer.Summary("hideyoshi", "tennozan", 6, games=1, failures=wrong)

    monkeypatch.setattr(fuzzer, "run", run)
    options = ["--option", "communication_range=first edition", "--option", "ambush=false"]
    assert main(["fuzz", "hideyoshi", "--games", "1", "--seed", "6", *options]) == 1
    [again] = [line.partition("again:")[2] for line in capsys.readouterr().out.splitlines() if "again:" in line]
    assert main(shlex.split(again)[1:]) == 1
    assert played[0].options == played[1].options == {"communication_range": "first edition", "ambush": False}
    assert played[0].seed == played[1].seed == 6


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize(
    "arguments",
    [
        ["fuzz", "duel", "--option", "rude=true"],
        ["fuzz", "duel", "--option", "rude"],
        ["fuzz", "duel", "--scenario", "other"],
        ["fuzz", "duel", "--games", "0"],
        ["fuzz", "duel", "--seed", "-1"],
        ["fuzz", "duel", "--seed", str(2**256 - 1)],
        ["fuzz", "--scenario", "only"],
        ["fuzz", "--option", "polite=true"],
        ["fuzz", "--seed", str(2**256 - 1)],
    ],
    ids=" ".join,
)
def test_wrong_calls_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("gunki: ")


def test_without_a_game_every_scenario_of_every_game_is_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make fuzz` calls it so; the playing itself is left out here."""
    every = [(ident, scenario) for ident in gunki.game_ids() for scenario in gunki.game(ident).scenarios]
    assert len(every) > len(gunki.game_ids())

    def run(todo: list[fuzzer.FuzzPlan], jobs: int) -> fuzzer.Summary:
        assert [plan.seed for plan in todo] == [5, 6, 7]
        [(game, scenario)] = {(plan.game, plan.scenario) for plan in todo}
        wrong = [fuzzer.Failure("views", "seen", 6, 1, {})] if (game, scenario) == every[-1] and broken else []
        return fuzzer.Summary(game, scenario, 5, games=3, failures=wrong)

    monkeypatch.setattr(fuzzer, "run", run)
    broken = False
    assert main(["fuzz", "--games", "3", "--seed", "5"]) == 0
    told = capsys.readouterr().out
    assert [tuple(line.split(":")[0].split()) for line in told.splitlines() if "3 games" in line] == every
    assert told.count("no failures") == len(every)
    broken = True
    assert main(["fuzz", "--games", "3", "--seed", "5", "--json"]) == 1
    listed = json.loads(capsys.readouterr().out)
    assert [(one["game"], one["scenario"]) for one in listed] == every
    assert [len(one["failures"]) for one in listed] == [0] * (len(every) - 1) + [1]


def test_without_a_game_every_game_is_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make bench` calls it so; the measuring itself is left out here."""
    header = {"calibration_mops": [1, 1], "gunki": "0", "build": "b", "python": "p", "cpu": "c"}

    def measured(ident: str, *_: Any) -> BenchReport:
        report = BenchReport(ident, {**header, "cores": 2, "load": 0.1})
        report.figures["clone_us"] = 4.0 if ident == gunki.game_ids()[0] else 40.0
        return report

    monkeypatch.setattr(game_bench, "bench", measured)
    assert main(["bench"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told if "gunki 0 (b)" in line] == gunki.game_ids()
    assert main(["bench", "--json", "--check"]) == 1
    out, err = capsys.readouterr()
    assert [one["game"] for one in json.loads(out)] == gunki.game_ids()
    assert err == f"gunki: below the floor: {', '.join(f'{ident} clone_us' for ident in gunki.game_ids()[1:])}\n"


def test_bench_measures_beside_the_peers_that_are_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    without = tmp_path / "peers.py"
    code = "import sys\nsys.modules['catanatron'] = None\n" + worker_processes.PEERS.read_text(encoding="utf-8")
    without.write_text(code.replace("from __future__ import annotations", ""), encoding="utf-8")
    monkeypatch.setattr(worker_processes, "PEERS", without)
    assert main(["bench", "nobunaga", "--seconds", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    for name in ("decisions_per_s", "clone_us", "start_ms", "digest_us", "save_bytes", "load_ms", "options_p95"):
        assert data[name] > 0
    for name in ("mcts_per_s", "mcts_pick_per_s", "scene_ms", "scene_ms_p95", "view_ms", "start_ms"):
        assert data[name] == data["scenarios"][data["worst"][name]][name] > 0
    assert data["peers"]["catanatron"] == "not installed"
    assert "decisions_vs_catanatron" not in data["ratios"]
    assert data["ratios"]["decisions_vs_chess"] > 0
    assert data["rounds"] >= 7
    assert data["growth"] is None, "armies have no places one by one"


def test_bench_prints_the_cost_by_number_of_units() -> None:
    found = cost_growth.measure_growth("kanto", decisions=60)
    assert found is not None
    units = [point.units for point in found.points]
    assert units == sorted(set(units)), "ever more units"
    assert units[-1] == max(
        sum(isinstance(entry, dict) for entry in gunki.new("kanto", scenario, seed=1).describe()["units"].values())
        for scenario in gunki.game("kanto").scenarios
    )
    assert all(point.microseconds > 0 for point in found.points)
    linear = [cost_growth.Point(n, 1, 3.0 * n) for n in units]
    assert cost_growth.exponent(linear) == pytest.approx(1)
    assert cost_growth.exponent([cost_growth.Point(n, 1, 3.0) for n in units]) == pytest.approx(0)


def test_floors_are_shown_and_checked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    report = BenchReport(
        "nobunaga", {"calibration_mops": [1, 1], "gunki": "0", "build": "b", "python": "p", "cpu": "c"}, kind="areas"
    )
    report.header |= {"cores": 2, "load": 0.1}
    report.growth = cost_growth.Curve("campaign", (cost_growth.Point(10, 5, 2.0), cost_growth.Point(20, 5, 8.0)), 2.0)
    report.figures = {"clone_us": 4.0, "start_ms": 400.0, "growth": 2.0}
    report.ratios = {"decisions_vs_chess": Spread(1.5, 1.1, 1.9)}
    report.warnings = ["the load is high"]
    report.peers = {"catanatron": None}
    monkeypatch.setattr(game_bench, "bench", lambda *_: report)
    assert report.floors_missed == ["start_ms", "growth"]
    assert main(["bench", "nobunaga"]) == 0
    text = capsys.readouterr().out
    for part in (
        "floor < 10 ✓",
        "floor < 300 ✗",
        "floor < 1 ✗",
        "20 units       8.0 µs",
        "floor 1.0 ✓",
        "1.10..1.90",
        "WARN the load is high",
        "not installed",
    ):
        assert part in text
    assert main(["bench", "nobunaga", "--check"]) == 1
    assert "start_ms" in capsys.readouterr().err


@pytest.mark.usefixtures("duel")
def test_fuzz_checks_every_nth_decision(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The games stay the same; the report says how many decisions were checked."""
    done: list[dict[str, Any]] = []
    for every in ("1", "5"):
        command = ["fuzz", "duel", "--games", "20", "--seed", "5", "--jobs", "1", "--out", str(tmp_path), "--json"]
        assert main([*command, "--every", every]) == 0
        done.append(json.loads(capsys.readouterr().out))
    assert done[0]["decisions"] == done[1]["decisions"]
    assert done[0]["endings"] == done[1]["endings"]
    often, seldom = (one["checks"]["conservation"] for one in done)
    assert (often["every"], seldom["every"]) == (1, 5)
    assert 0 < seldom["done"] < often["done"] == done[0]["decisions"]
    for one in done:
        assert (one["checks"]["ending"]["every"], one["checks"]["ending"]["done"]) == (1, 20)
