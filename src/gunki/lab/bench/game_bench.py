"""The benchmark of a game.

It compares the speed of the game's rules with that of its plain (uncompiled) rules and of other engines. All are
measured in the same run.
"""

from __future__ import annotations

import time
from contextlib import ExitStack

import gunki
from gunki.lab.bench import operation_costs as parts
from gunki.lab.bench.bench_report import BenchReport
from gunki.lab.bench.cost_growth import measure_growth
from gunki.lab.bench.game_races import Progress, Race, plan_rounds
from gunki.lab.bench.machine import calibrate, describe_build, header, overload_warnings, speed_warnings
from gunki.lab.bench_engines import worker_processes as workers
from gunki.lab.bench_engines.engine_worker import SEED
from gunki.lab.bench_engines.worker_processes import Worker


def bench(game_id: str, seconds: float = 20.0, peers: bool = True, progress: Progress = lambda _: None) -> BenchReport:
    """Measure a game and return the report.

    The rounds of all its scenarios take `seconds` of CPU time, and the rest about twenty seconds more. Without `peers`,
    other engines are left out. `progress` is called with a text at each step.
    """
    begin = time.perf_counter()
    report = BenchReport(game_id)
    before = calibrate()
    game = gunki.game(game_id)
    scenarios = list(game.scenarios)
    with ExitStack() as stack:
        race = _line_up(report, stack, peers)
        report.rounds = race.run(scenarios, seconds, progress)
        _, share = plan_rounds(seconds, len(scenarios))
        for scenario in scenarios:
            progress(f"{game_id} {scenario}: digests and scenes")
            scenario_figures = report.scenarios[scenario] = race.judge(scenario)
            scenario_figures.digest = race.compare_digests(scenario)
            scenario_figures.figures |= race.measure_scenes(scenario, share)
        for name in race.installed:
            peer = report.peers[name]
            assert peer is not None
            report.peers[name] = peer | race.describe_peer(name)
    report.relative_speed = race.relative_speed()
    if report.relative_speed is not None:
        for scenario, spread in report.relative_speed.scenarios.items():
            report.scenarios[scenario].ratios["decisions_vs_yardstick"] = spread
    _measure_parts(report, scenarios, progress)
    after = calibrate()
    report.header |= header(before, after) | {"build": report.header["build"]}
    report.warnings += [*speed_warnings(before, after), *overload_warnings(report.header)]
    report.seconds = time.perf_counter() - begin
    return report


def _line_up(report: BenchReport, stack: ExitStack, peers: bool) -> Race:
    """Start the processes and note what they run."""
    game_id = report.game
    ours = stack.enter_context(Worker("gunki"))
    description = ours.describe(game_id)
    kinds = set(description["kinds"].values())
    report.kind = kinds.pop() if len(kinds) == 1 else ""
    report.compiled = description["compiled"]
    report.header["build"] = describe_build(description["compiled"], description["kernel"])
    race = Race(game_id, ours, yardstick=gunki.game(game_id).benchmark_reference, has_pick=description["has_pick"])
    if report.compiled:
        race.plain = stack.enter_context(Worker("gunki, plain", extra=workers.PLAIN))
        if race.plain.describe(game_id)["compiled"]:
            raise workers.WorkerError("bench: the plain rules are not plain: GUNKI_PLAIN=1 has no effect")
    if peers:
        race.peers = stack.enter_context(Worker("the peers", workers.PEERS))
        report.peers |= race.peers.do("describe")["peers"]
        race.installed = tuple(name for name, peer in report.peers.items() if peer is not None)
    return race


def _measure_parts(report: BenchReport, scenarios: list[str], progress: Progress) -> None:
    """Add the figures that are measured in this process, then take every figure from its worst scenario."""
    game_id = report.game
    progress(f"{game_id}: starts")
    starts, bare = parts.measure_starts(game_id, scenarios)
    for scenario, start in starts.items():
        report.scenarios[scenario].figures["start_ms"] = start
    report.take_worst()
    report.figures["bare_interpreter_ms"] = bare
    progress(f"{game_id}: single operations and files")
    match = gunki.new(game_id, seed=SEED)
    pace = report.scenarios[scenarios[0]].figures["long_run_per_s"]
    report.figures |= parts.measure_games(match, pace)
    report.figures |= parts.measure_operations(match)
    report.figures |= parts.measure_largest(game_id)
    report.figures |= parts.measure_files(game_id)
    progress(f"{game_id}: growth")
    report.growth = measure_growth(game_id)
    if report.growth is not None:
        report.figures["growth"] = report.growth.exponent
