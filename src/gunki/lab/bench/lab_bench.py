"""The benchmark of the laboratory: games per second with one process, two processes, and a local Ray cluster.

The three take turns with games of the same plan. The clock starts when every process has finished a game. The time
until then is a figure of its own.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec

from gunki.lab.bench.bench_report import BenchReport
from gunki.lab.bench.machine import calibrate, header, overload_warnings, speed_warnings
from gunki.lab.bench.timing import Spread, ratios
from gunki.lab.bench_engines.engine_worker import SEED
from gunki.lab.studies import study_plan
from gunki.lab.studies.process_pool import Pool
from gunki.lab.studies.ray_cluster import cluster
from gunki.lab.studies.ray_runner import RayRunner
from gunki.lab.studies.runner import GameRunner, Runner
from gunki.lab.studies.study_plan import Plan

ROUNDS = 3
#: A game must last at least this many seconds, so that playing takes longer than communication between processes.
SHORTEST = 0.1
PLAYERS = ("random", "greedy:2", "greedy:10")
ONE, TWO, RAY = "pool_1", "pool_2", "ray_2"


def bench(game_id: str, seconds: float = 12.0) -> BenchReport:
    """Measure the laboratory with a game and return the report.

    One process, two processes and the Ray cluster each play for `seconds` in all rounds together. The time to start
    their processes is added to that.
    """
    begin = time.perf_counter()
    report = BenchReport(game_id)
    before = calibrate()
    plan, cpu = _plan_games(game_id, seconds / ROUNDS)
    report.figures["game_ms"] = 1000 * cpu
    rates: dict[str, list[float]] = {}
    starts: dict[str, list[float]] = {}
    with ExitStack() as stack:
        ways: dict[str, tuple[Runner, int, int]] = {ONE: (Pool(1), 1, plan.games // 2), TWO: (Pool(2), 2, plan.games)}
        if find_spec("ray") is None:
            report.peers["ray"] = None
        else:
            nodes = stack.enter_context(cluster(2))
            os.environ.update({name: nodes.environment[name] for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN")})
            ways[RAY] = (RayRunner(nodes.address), 2, plan.games)
        for _ in range(ROUNDS):
            for name, (runner, jobs, games) in ways.items():
                start, rate = _measure(plan, runner, jobs, games)
                rates.setdefault(name, []).append(rate)
                starts.setdefault(name, []).append(start)
    for name in ways:
        report.figures[f"{name}_games_per_s"] = Spread.of(rates[name]).median
        report.figures[f"{name}_start_s"] = Spread.of(starts[name]).median
    report.rounds = ROUNDS
    if (os.cpu_count() or 1) >= 2:  # only then, because two processes on one core are no faster
        report.ratios["lab_two_vs_one"] = Spread.of(ratios(rates[TWO], rates[ONE]))
    if RAY in rates:
        report.ratios["lab_ray_vs_pool"] = Spread.of(ratios(rates[RAY], rates[TWO]))
    after = calibrate()
    report.header = header(before, after)
    report.warnings += [*speed_warnings(before, after), *overload_warnings(report.header)]
    report.seconds = time.perf_counter() - begin
    return report


def _plan_games(game_id: str, seconds: float) -> tuple[Plan, float]:
    """Return a plan that keeps two processes busy for `seconds`, and the seconds of one of its games.

    It is played by the first of `PLAYERS` whose games last at least `SHORTEST` seconds, or else by the last of them.
    """
    for player in PLAYERS:
        make = partial(study_plan.make_plan, game_id, [player], seed=SEED)
        game_runner = GameRunner(make(games=4))
        cpu = sum(game_runner.play(number)[0].cpu for number in range(3)) / 3
        if cpu >= SHORTEST:
            break
    return make(games=max(8, round(2 * seconds / cpu))), cpu


def _measure(plan: Plan, runner: Runner, jobs: int, games: int) -> tuple[float, float]:
    """Return the seconds until every process had played a game, and the games per second after that."""
    begin = time.perf_counter()
    ends = [time.perf_counter() for _ in runner.run(plan, None, range(games))]
    return ends[jobs - 1] - begin, (games - jobs) / (ends[-1] - ends[jobs - 1])
