"""The absolute figures of the benchmark of games: the course of games, costs of operations, files and starts."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gunki
from gunki.core.dice.chance import Chance, searcher_chance
from gunki.core.rules.procedure import Deal, Roll
from gunki.core.state.position import Position
from gunki.lab.bench.relative_speed import benchmark_task_times
from gunki.lab.bench.timing import SHORTEST, time_call
from gunki.lab.bench_engines.engine_worker import SEED

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

STARTS = 3


def play_for_ever(match: gunki.Match, rng: random.Random) -> Iterator[int]:
    """Play random games without end and without a log. Yield the number of options of every decision."""
    while True:
        for position in walk(match.position, rng, searcher_chance(rng)):
            yield len(position.options())


def walk(start: Position, rng: random.Random, chance: Chance) -> Iterator[Position]:
    """Yield the position before each decision of a random game. It is the same object each time, changed in between."""
    position, rnd = start.clone(), rng.random
    while position.wait is not None:
        yield position
        options = position.options()
        position.apply(options[int(rnd() * len(options))], chance)


def middle_positions(match: gunki.Match, rng: random.Random, count: int = 5) -> list[Position]:
    """Return `count` positions from the middle half of a random game."""
    line = [p.clone() for p in walk(match.position, rng, searcher_chance(rng))]
    quarter = len(line) // 4
    return [line[quarter + i * 2 * quarter // count] for i in range(count)]


def measure_games(match: gunki.Match, decisions_per_s: float, games: int = 12) -> dict[str, float]:
    """Return the length of games, the number of options, and how often a decision needs chance."""
    rng = random.Random(SEED)
    inner, chance_calls = searcher_chance(rng), [0]
    widths: list[int] = []

    def chance(g: Any, wait: Roll | Deal) -> tuple[int, ...] | None:
        chance_calls[0] += 1
        return inner(g, wait)

    for _ in range(games):
        widths += [len(p.options()) for p in walk(match.position, rng, chance)]
    per_game = len(widths) / games
    return {
        "games_per_s": decisions_per_s / per_game,
        "decisions_per_game": per_game,
        "chance_per_decision": chance_calls[0] / len(widths),
        "options_mean": statistics.mean(widths),
        "options_p95": float(sorted(widths)[int(len(widths) * 0.95)]),
    }


def measure_largest(game_id: str) -> dict[str, float]:
    """Measure a clone and the game's own benchmark tasks in the scenario with the most units. Return their times."""
    game = gunki.game(game_id)
    if game.benchmark_reference is None:
        return {}
    matches = {name: gunki.new(game_id, scenario=name, seed=SEED) for name in game.scenarios}
    units = {name: len(match.setup.lexicon.domains.get("unit", ())) for name, match in matches.items()}
    largest = matches[max(units, key=units.__getitem__)]
    middle = middle_positions(largest, random.Random(SEED))
    return {
        "clone_units": float(max(units.values())),
        "clone_largest_us": statistics.median(time_call(p.clone, 200) for p in middle for _ in range(9)),
        **benchmark_task_times(middle, game.benchmark_tasks),
    }


def measure_operations(match: gunki.Match) -> dict[str, float]:
    """Return the microseconds that each single operation takes."""
    rng = random.Random(SEED)
    line = [p.clone() for p in walk(match.position, rng, searcher_chance(rng))]
    middle = line[len(line) // 4 : 3 * len(line) // 4 : 7]
    deepest = max(line, key=lambda p: len(p.stack))
    median = statistics.median
    saved = [(p.clone(), json.loads(json.dumps(p.to_dict()))) for p in middle]
    figures = {
        "clone_opening_us": median(time_call(match.position.clone, 200) for _ in range(9)),
        "clone_deepest_us": median(time_call(deepest.clone, 200) for _ in range(9)),
        "deepest_frames": float(len(deepest.stack)),
        "digest_us": median(time_call(p.digest, 5) for p in middle),
        "to_dict_us": median(time_call(p.to_dict, 20) for p in middle),
        "restore_us": median(time_call(partial(p.restore, data), 5) for p, data in saved),
        "state_bytes": median(len(json.dumps(p.to_dict(), separators=(",", ":"))) for p in middle),
    }
    legal, applied = [], []
    for position in middle:
        legal.append(time_call(partial(ask_again, position.clone()), 10))
        applied.append(apply_time(position, rng))
    return figures | {
        "legal_us": median(legal),
        "apply_us": median(applied),
        "apply_mean_us": statistics.mean(applied),
    }


def ask_again(position: Position) -> None:
    """Restore the open decision of the position and list its options."""
    position.restore_wait()
    position.options()


def apply_time(position: Position, rng: random.Random, times: int = 10) -> float:
    """Return the microseconds of CPU time that it takes to apply an option.

    Each option is applied to a clone of its own.
    """
    options, chance, calls, spent = position.options(), searcher_chance(rng), 0, 0.0
    while spent < SHORTEST:
        clones = [position.clone() for _ in range(times)]
        begin = time.process_time()
        for clone in clones:
            clone.apply(rng.choice(options), chance)
        calls, spent = calls + times, spent + time.process_time() - begin
    return spent / calls * 1e6


def measure_files(game_id: str) -> dict[str, float]:
    """Return the milliseconds to save a whole game and to load it, and the size of the save."""
    match, rng = gunki.new(game_id, seed=SEED), random.Random(SEED)
    while match.position.wait is not None:
        match.act(match.setup.lexicon.action(rng.choice(match.position.options())))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.gunki"
        return {
            "save_ms": statistics.median(time_call(lambda: match.save(path), 1) for _ in range(3)) / 1000,
            "load_ms": statistics.median(time_call(lambda: gunki.load(path), 1) for _ in range(3)) / 1000,
            "save_bytes": float(path.stat().st_size),
            "save_decisions": float(match.ply),
        }


def measure_starts(game_id: str, scenarios: list[str]) -> tuple[dict[str, float], float]:
    """Return the median milliseconds of a start, for each scenario and for an interpreter that does nothing else.

    A start is a fresh interpreter that imports gunki and makes a match. The first start of each kind is not counted. It
    compiles the modules into a temporary cache of bytecode, so that the later starts find compiled modules, as after an
    installation.
    """
    codes = {name: f"import gunki; gunki.new({game_id!r}, {name!r}, seed=1)" for name in scenarios} | {"": "pass"}
    times: dict[str, list[float]] = {name: [] for name in codes}
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(1 + STARTS):
            for name, code in codes.items():
                begin = _children_clock()
                subprocess.run([sys.executable, "-c", code], check=True, env=env)
                times[name].append((_children_clock() - begin) * 1000)
    medians = {name: statistics.median(durations[1:]) for name, durations in times.items()}
    bare = medians.pop("")
    return medians, bare


def _children_clock() -> float:
    """Return the CPU seconds of all ended child processes.

    If the system does not tell them, return seconds by the clock.
    """
    if resource is None:
        return time.perf_counter()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
