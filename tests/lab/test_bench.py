"""The figures that the benchmark measures of a game, and its refusals; no test asserts a speed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gunki
from gunki.cli.main import main
from gunki.lab.bench import bench_report, game_bench, machine, operation_costs, tree_comparison
from gunki.lab.bench.bench_report import DIFFERENT, EQUAL, NOT_COMPARED, BenchReport, ScenarioFigures
from gunki.lab.bench.game_races import Race, plan_rounds
from gunki.lab.bench.relative_speed import RelativeSpeed
from gunki.lab.bench.speed_floors import FLOORS
from gunki.lab.bench.timing import Spread
from gunki.lab.bench_engines import worker_processes
from gunki.lab.bench_engines.worker_processes import OWN_SOURCE, Worker, WorkerError
from tests.support import ROOT

#: A worker that plays a build: what it says of itself and what its digests are is given.
STAND_IN = """
import json, sys
for line in sys.stdin:
    work, *arguments = json.loads(line)
    if work == "fail":
        answer = {{"error": "KeyError: 'fail'"}}
    elif work == "stop":
        break
    else:
        answer = {answers}[work]
    print(json.dumps(answer), flush=True)
"""


def write_stand_in(folder: Path, **answers: Any) -> Path:
    script = folder / f"worker{len(list(folder.iterdir()))}.py"
    script.write_text(STAND_IN.format(answers=repr(answers)), encoding="utf-8")
    return script


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker("this tree", extra=worker_processes.PLAIN) as found:
        yield found


# -- the worker -------------------------------------------------------------------------------------------------------


def test_a_worker_reports_its_measurements(worker: Worker) -> None:
    told = worker.describe("kanto")
    assert Path(told["source"]) == OWN_SOURCE / "gunki" / "__init__.py"
    assert told["compiled"] is False
    assert told["scenarios"] == {"kanto": list(gunki.game("kanto").scenarios)}
    assert set(told["kinds"].values()) == {"hexes"}
    assert set(worker.describe("honganji")["kinds"].values()) == {"areas"}
    assert told["has_pick"]


@pytest.mark.parametrize("work", ["opening", "mcts", "mcts_pick"])
def test_seeded_work_takes_cpu_time(worker: Worker, work: str) -> None:
    assert worker.rate(work, "nobunaga", "campaign", 3, 2) > 0


def test_play_continues_where_it_stopped_over_several_games(worker: Worker) -> None:
    answers = [worker.do("play", "honganji", "three_players", 400) for _ in range(3)]
    assert all(answer["done"] == 400 for answer in answers)
    assert sum(answer["games"] for answer in answers) >= 2


def test_scenes_are_timed_one_by_one(worker: Worker) -> None:
    told = worker.do("scenes", "nobunaga", "campaign", 3, 4, 5)
    assert len(told["scene"]) == len(told["view"]) == 2, "looks time the scene and the view in turn"
    assert len(told["action"]) == 4


def test_equal_seeds_have_equal_digests(worker: Worker) -> None:
    digests = [worker.do("digest", "nobunaga", "campaign", seed, 500)["digest"] for seed in (1, 1, 2)]
    assert digests[0] == digests[1] != digests[2]


def test_a_failure_in_a_worker_is_reported(worker: Worker, tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match="this tree: opening nobunaga nowhere 1 1: OptionError"):
        worker.do("opening", "nobunaga", "nowhere", 1, 1)
    with (
        Worker("a stand-in", write_stand_in(tmp_path)) as other,
        pytest.raises(WorkerError, match="ended during 'stop'"),
    ):
        other.do("stop")


def test_stale_compiled_modules_are_an_error(tmp_path: Path) -> None:
    told = {"compiled": True, "problems": ["gunki.core.state.position"]}
    with (
        Worker("a stand-in", write_stand_in(tmp_path, describe=told)) as other,
        pytest.raises(WorkerError, match=r"not the compiled modules of this source: gunki\.core\.state\.position"),
    ):
        other.describe()


# -- the races --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def race(worker: Worker) -> Race:
    found = Race("hideyoshi", worker, plain=worker, yardstick=gunki.game("hideyoshi").benchmark_reference)
    found.run(list(gunki.game("hideyoshi").scenarios), 0.1, lambda text: None)
    return found


def test_every_scenario_is_raced_and_judged(race: Race) -> None:
    found = {scenario: race.judge(scenario) for scenario in race.rates}
    assert set(found) == set(gunki.game("hideyoshi").scenarios)
    for figures in found.values():
        assert figures.figures["decisions_per_s"] == min(
            figures.figures["opening_per_s"], figures.figures["long_run_per_s"]
        )
        assert all(figures.figures[name] > 0 for name in ("clone_us", "mcts_per_s", "mcts_pick_per_s"))
        assert set(figures.ratios) == {"decisions_vs_plain", "clone_vs_plain", "mcts_vs_plain"}


def test_a_game_is_measured_beside_its_yardstick(race: Race) -> None:
    beside = race.relative_speed()
    assert beside is not None
    assert beside.yardstick == "kanto conquest_of_kanto"
    assert set(beside.scenarios) == set(gunki.game("hideyoshi").scenarios)
    assert Race("nobunaga", race.ours).relative_speed() is None


def test_digests_are_compared_with_those_of_plain_rules(worker: Worker, tmp_path: Path) -> None:
    assert Race("nobunaga", worker).compare_digests("campaign", 20) == NOT_COMPARED
    assert Race("nobunaga", worker, plain=worker).compare_digests("campaign", 20) == EQUAL
    with Worker("a stand-in", write_stand_in(tmp_path, digest={"digest": "other"})) as other:
        assert Race("nobunaga", other, plain=worker).compare_digests("campaign", 20) == DIFFERENT


def test_less_time_means_less_work_in_as_many_rounds() -> None:
    assert plan_rounds(0.5, 4)[0] == plan_rounds(10, 4)[0] == 7
    assert plan_rounds(0.5, 4)[1] < 0.1
    assert plan_rounds(100, 1) == (15, 1.0)


# -- the report -------------------------------------------------------------------------------------------------------


def make_report(kind: str, compiled: bool, **ratios: float) -> BenchReport:
    figures = ScenarioFigures(ratios={name: Spread.of([ratio]) for name, ratio in ratios.items()})
    found = BenchReport("game", kind=kind, compiled=compiled, scenarios={"one": figures})
    found.take_worst()
    return found


@pytest.mark.parametrize(
    ("kind", "compiled", "ratios", "missed"),
    [
        ("areas", True, {"decisions_vs_catanatron": 3.2, "mcts_vs_plain": 2.3, "clone_vs_catanatron": 30}, 0),
        ("areas", True, {"decisions_vs_catanatron": 3.1, "mcts_vs_plain": 2.2, "clone_vs_catanatron": 29}, 3),
        ("hexes", True, {"decisions_vs_catanatron": 1.8, "mcts_vs_plain": 1.5, "decisions_vs_chess": 1.0}, 0),
        ("hexes", True, {"decisions_vs_catanatron": 1.7, "mcts_vs_plain": 1.4, "decisions_vs_chess": 0.9}, 3),
        ("areas", False, {"decisions_vs_catanatron": 1.0, "clone_vs_catanatron": 8, "decisions_vs_yardstick": 0.6}, 0),
        ("areas", False, {"decisions_vs_catanatron": 0.9, "clone_vs_catanatron": 7, "decisions_vs_yardstick": 0.5}, 3),
        ("hexes", False, {"decisions_vs_catanatron": 0.9, "decisions_vs_chess": 0.8}, 0),
    ],
)
def test_floors_depend_on_the_kind_of_game_and_the_build(
    kind: str, compiled: bool, ratios: dict[str, float], missed: int
) -> None:
    assert len(make_report(kind, compiled, **ratios).floors_missed) == missed


def test_floors_of_compiled_rules_are_not_checked_with_plain_rules() -> None:
    assert make_report("hexes", True).not_measured == []
    found = make_report("hexes", False)
    assert {"decisions_vs_catanatron", "mcts_vs_plain", "clone_vs_catanatron"} <= set(found.not_measured)
    assert "clone_us" not in found.not_measured
    assert found.to_dict()["floors_not_measured"]["mcts_vs_plain"] == "not measured: plain"


def test_the_worst_scenario_of_each_figure_is_named() -> None:
    fast = ScenarioFigures({"decisions_per_s": 9.0, "clone_us": 2.0}, {"mcts_vs_plain": Spread(3, 2, 4)}, EQUAL)
    slow = ScenarioFigures({"decisions_per_s": 5.0, "clone_us": 1.0}, {"mcts_vs_plain": Spread(2, 1, 9)}, EQUAL)
    found = BenchReport("game", scenarios={"fast": fast, "slow": slow})
    found.take_worst()
    data = found.to_dict()
    assert (data["decisions_per_s"], data["clone_us"], data["ratios"]["mcts_vs_plain"]) == (5.0, 2.0, 2)
    assert data["worst"] == {"decisions_per_s": "slow", "clone_us": "fast", "mcts_vs_plain": "slow"}
    assert data["scenarios"]["fast"]["ratios"] == {"mcts_vs_plain": 3}
    assert data["digest"] == EQUAL
    slow.digest = DIFFERENT
    assert (found.digest, found.different) == (DIFFERENT, ["slow"])


def test_the_worst_scenario_beside_the_yardstick_is_the_slowest() -> None:
    slow, fast = Spread.of([0.5, 0.7, 0.6]), Spread.of([0.9, 0.8, 2.0])
    found = RelativeSpeed("kanto one", {"a": fast, "b": slow})
    assert found.worst == "b"
    assert found.to_dict() == {"yardstick": "kanto one", "worst": "b", "scenarios": {"a": 0.9, "b": 0.6}}


@pytest.mark.parametrize(
    ("name", "good", "bad"), [("decisions_vs_yardstick", 0.6, 0.59), ("clone_largest_us", 4.9, 5.0)]
)
def test_a_figure_below_its_floor_is_missed(name: str, good: float, bad: float) -> None:
    for value, missed in ((good, []), (bad, [name])):
        assert BenchReport("hideyoshi", figures={name: value}).floors_missed == missed


def test_the_floor_of_lines_is_checked_only_with_the_compiled_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    found = BenchReport("hideyoshi", figures={"lines_of_a_side_ms": 1.5})
    monkeypatch.setattr(bench_report, "has_compiled_kernel", lambda: True)
    assert found.floors_missed == ["lines_of_a_side_ms"]
    monkeypatch.setattr(bench_report, "has_compiled_kernel", lambda: False)
    assert found.floors_missed == []
    assert FLOORS["lines_of_a_side_ms"].needs_kernel


def test_a_build_is_described_in_words() -> None:
    assert machine.describe_build(True, False) == "compiled rules, plain hex kernel"
    assert machine.describe_build(False, True) == "plain rules, compiled hex kernel"
    assert machine.describe_build(True, None) == "compiled rules"


# -- the parts --------------------------------------------------------------------------------------------------------


def test_the_largest_scenario_is_used_for_clones_and_lines() -> None:
    figures = operation_costs.measure_largest("hideyoshi")
    assert figures["clone_units"] == 215
    assert figures["clone_largest_us"] > 0
    assert figures["lines_of_a_side_ms"] > 0
    assert operation_costs.measure_largest("nobunaga") == {}


def test_a_benchmark_task_does_not_change_the_position() -> None:
    position: Any = gunki.new("hideyoshi", scenario="shizugatake", seed=3).position
    before = position.digest()
    for do in gunki.game("hideyoshi").benchmark_tasks(position).values():
        do()
    assert position.digest() == before


# -- the command ------------------------------------------------------------------------------------------------------


def test_different_digests_fail_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    header = {"calibration_mops": [1, 1], "gunki": "0", "build": "b", "python": "p", "cpu": "c", "cores": 2, "load": 0}
    found = BenchReport("nobunaga", header, scenarios={"campaign": ScenarioFigures(digest=DIFFERENT)}, compiled=True)
    monkeypatch.setattr(game_bench, "bench", lambda *_: found)
    assert main(["bench", "nobunaga"]) == 1
    out, err = capsys.readouterr()
    assert "compiled and plain rules play differently: campaign" in out
    assert "gunki: compiled and plain rules play differently: nobunaga campaign" in err


def test_a_tree_compared_with_itself_has_equal_digests(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", "nobunaga", "--against", str(ROOT), "--seconds", "0.5", "--check"]
    assert main([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    [scenario] = data["games"]["nobunaga"].values()
    assert scenario["digest"] == EQUAL
    assert set(scenario["ratios"]) == set(tree_comparison.WORK)
    assert data["rounds"] >= 5


def test_a_folder_without_the_package_is_refused_as_a_tree(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["bench", "--against", str(tmp_path)]) == 2
    assert "no checkout of gunki" in capsys.readouterr().err
