"""How fast a game runs here, beside other engines in the same process. No figure is ever taken from elsewhere."""

from __future__ import annotations

import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import gunki
from gunki.core.chance import Chance, quick
from gunki.core.position import Position
from gunki.core.procedure import Deal, Roll
from gunki.lab.growth import Curve, curve
from gunki.lab.peers import PEERS, Engine
from gunki.lab.timing import Spread, divided, pace, ratios, timed
from gunki.lab.yardstick import Beside, beside, chores

SEED = 7
#: What must hold: name -> (text, test).
FLOORS: dict[str, tuple[str, Callable[[float], bool]]] = {
    "decisions_vs_catanatron": ("floor 1.0", lambda x: x >= 1),
    "decisions_vs_chess": ("floor 1.0", lambda x: x >= 1),
    "clone_vs_catanatron": ("floor 8.0", lambda x: x >= 8),
    "clone_us": ("floor < 10", lambda x: x < 10),
    "start_ms": ("floor < 300", lambda x: x < 300),
    "growth": ("floor < 1", lambda x: x < 1),
    "decisions_vs_yardstick": ("floor 0.75", lambda x: x >= 0.75),
    "clone_largest_us": ("floor < 5", lambda x: x < 5),
    "lines_of_a_side_ms": ("floor < 1", lambda x: x < 1),
    "supply_of_a_side_ms": ("floor < 1", lambda x: x < 1),
    "lab_two_vs_one": ("floor 1.8", lambda x: x >= 1.8),
    "lab_ray_vs_pool": ("floor 0.9", lambda x: x >= 0.9),
}
#: What is only asked of the compiled kernel.
COMPILED_ONLY = ("lines_of_a_side_ms", "supply_of_a_side_ms")


@dataclass
class Report:
    game: str
    header: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)
    peers: dict[str, dict[str, Any] | None] = field(default_factory=dict)
    ratios: dict[str, Spread] = field(default_factory=dict)
    growth: Curve | None = None
    beside: Beside | None = None
    rounds: int = 0
    seconds: float = 0.0

    def floor(self, name: str) -> tuple[str, bool] | None:
        """The floor of a figure or ratio and whether it holds; None without floor or figure."""
        value = self.ratios[name].median if name in self.ratios else self.figures.get(name)
        if name not in FLOORS or value is None or (name in COMPILED_ONLY and not compiled()):
            return None
        text, holds = FLOORS[name]
        return text, holds(value)

    @property
    def missed(self) -> list[str]:
        return [name for name in FLOORS if (floor := self.floor(name)) is not None and not floor[1]]

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            **self.header,
            "warnings": self.warnings,
            **{name: round(value, 3) for name, value in self.figures.items() if name != "growth"},
            "peers": {name: peer or "not installed" for name, peer in self.peers.items()},
            "ratios": {name: round(ratio.median, 3) for name, ratio in self.ratios.items()},
            "ratio_ranges": {name: [round(r.low, 3), round(r.high, 3)] for name, r in self.ratios.items()},
            "beside": None if self.beside is None else self.beside.to_dict(),
            "growth": None if self.growth is None else self.growth.to_dict(),
            "rounds": self.rounds,
            "floors_missed": self.missed,
            "seconds": round(self.seconds, 1),
        }


def bench(ident: str, seconds: float = 12.0, peers: bool = True) -> Report:
    """Measure a game. `seconds` go to random play; the rest takes about ten more."""
    begin = time.perf_counter()
    report = Report(ident)
    before = calibrate()
    match = gunki.new(ident, seed=SEED)
    ours = own_engine(match, random.Random(SEED))
    others = {name: make(random.Random(SEED)) if peers else None for name, make in PEERS.items()}
    races(report, ours, {name: engine for name, engine in others.items() if engine is not None}, seconds)
    if peers:
        report.peers |= {name: None for name, engine in others.items() if engine is None}
    random_play(report, match)
    verbs(report, match)
    yardstick(report, ident, seconds)
    files(report, ident)
    report.growth = curve(ident)
    if report.growth is not None:
        report.figures["growth"] = report.growth.exponent
    report.figures["start_ms"], report.figures["bare_interpreter_ms"] = starts(ident)
    after = calibrate()
    report.header = header(before, after)
    report.warnings += [*unsteady(before, after), *crowded(report.header)]
    report.seconds = time.perf_counter() - begin
    return report


# -- the machine ------------------------------------------------------------------------------------------------------


def calibrate() -> float:
    """Million turns of a fixed loop per second: the best of five, so that only a slower machine shows."""
    best = 0.0
    for _ in range(5):
        begin, total = time.perf_counter(), 0
        for i in range(400_000):
            total += i & 7
        best = max(best, 0.4 / (time.perf_counter() - begin))
    return best


def header(before: float, after: float) -> dict[str, Any]:
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count() or 1,
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "gunki": gunki.__version__,
        "build": "hex kernel compiled" if compiled() else "pure python",
        "calibration_mops": [round(before, 2), round(after, 2)],
    }


def compiled() -> bool:
    """Whether the compiled hex kernel is in use."""
    return "gunki.board._kernel" in sys.modules


def unsteady(before: float, after: float) -> Iterator[str]:
    """A warning, if the machine was not as fast in the end as in the beginning."""
    if abs(after - before) > 0.2 * before:
        yield f"the machine's speed moved by more than 20 %: {before:.1f} -> {after:.1f} Mops/s"


def crowded(header: Mapping[str, Any]) -> Iterator[str]:
    """A warning, if more ran than the machine has cores for."""
    load, cores = header["load"], header["cores"]
    if load > cores:
        yield f"the load ({load:.1f}) is above the number of cores ({cores})"


def cpu_model() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


# -- random play, side by side ----------------------------------------------------------------------------------------


def own_engine(match: gunki.Match, rng: random.Random) -> Engine:
    """Ours as the peers are played: no log, the full list of options at every decision of a seat."""
    start, chance, rnd = match.position, quick(rng), rng.random

    def play() -> Iterator[int]:
        while True:
            position = start.clone()
            while position.wait is not None:
                options = position.options()
                position.apply(options[int(rnd() * len(options))], chance)
                yield len(options)

    return Engine("gunki", gunki.__version__, play(), [p.clone for p in middle_positions(match, rng)], "random play")


def races(report: Report, ours: Engine, others: dict[str, Engine], seconds: float) -> None:
    """Slices of ours and theirs in turn, so that a slow moment of the machine hits all alike."""
    engines = {"gunki": ours, **others}
    rounds, length = divided(seconds, len(engines))
    rates: dict[str, list[float]] = {name: [] for name in engines}
    copies: dict[str, list[float]] = {name: [] for name in engines}
    for engine in engines.values():
        pace(engine.play, 0.05)  # warm up
    for _ in range(rounds):
        for name, engine in engines.items():
            rates[name].append(pace(engine.play, length))
            copies[name].append(statistics.median(timed(copy, 40) for copy in engine.copies))
    report.rounds = rounds
    report.figures["decisions_per_s"] = statistics.median(rates["gunki"])
    report.figures["clone_us"] = statistics.median(copies["gunki"])
    for name, engine in others.items():
        report.peers[name] = {
            "version": engine.version,
            "decisions_per_s": round(statistics.median(rates[name]), 1),
            "copy_us": round(statistics.median(copies[name]), 2),
            "how": engine.how,
        }
        report.ratios[f"decisions_vs_{name}"] = Spread.of(ratios(rates["gunki"], rates[name]))
        report.ratios[f"clone_vs_{name}"] = Spread.of(ratios(copies[name], copies["gunki"]))


# -- the parts --------------------------------------------------------------------------------------------------------


def random_play(report: Report, match: gunki.Match, games: int = 12) -> None:
    """How long games are, how wide decisions are, how often chance is asked."""
    rng = random.Random(SEED)
    inner, asked = quick(rng), [0]
    widths: list[int] = []

    def chance(g: Any, wait: Roll | Deal) -> tuple[int, ...] | None:
        asked[0] += 1
        return inner(g, wait)

    for _ in range(games):
        widths += [len(p.options()) for p in walk(match.position, rng, chance)]
    per_game = len(widths) / games
    report.figures |= {
        "games_per_s": report.figures["decisions_per_s"] / per_game,
        "decisions_per_game": per_game,
        "chance_per_decision": asked[0] / len(widths),
        "options_mean": statistics.mean(widths),
        "options_p95": float(sorted(widths)[int(len(widths) * 0.95)]),
    }


def yardstick(report: Report, ident: str, seconds: float) -> None:
    """Every scenario beside the game's yardstick, if it names one; there also the clone and the chores of the scenario
    with the most units."""
    game = gunki.game(ident)
    if game.yardstick is None:
        return
    other, scenario = game.yardstick
    matches = {name: gunki.new(ident, scenario=name, seed=SEED) for name in game.scenarios}
    theirs = own_engine(gunki.new(other, scenario=scenario, seed=SEED), random.Random(SEED))
    ours = {name: own_engine(match, random.Random(SEED)) for name, match in matches.items()}
    found = report.beside = beside(f"{other} {scenario}", theirs, ours, seconds)
    report.ratios["decisions_vs_yardstick"] = found.scenarios[found.worst]
    units = {name: len(match.setup.lexicon.domains.get("unit", ())) for name, match in matches.items()}
    largest = matches[max(units, key=units.__getitem__)]
    middle = middle_positions(largest, random.Random(SEED))
    report.figures["clone_units"] = float(max(units.values()))
    report.figures["clone_largest_us"] = statistics.median(timed(p.clone, 200) for p in middle for _ in range(9))
    report.figures |= chores(middle, game.chores)


def walk(start: Position, rng: random.Random, chance: Chance) -> Iterator[Position]:
    """The positions of a random game, each before its decision; the same object goes on."""
    position = start.clone()
    while position.wait is not None:
        yield position
        options = position.options()
        position.apply(options[int(rng.random() * len(options))], chance)


def middle_positions(match: gunki.Match, rng: random.Random, count: int = 5) -> list[Position]:
    """Positions from the middle half of a random game."""
    line = [p.clone() for p in walk(match.position, rng, quick(rng))]
    quarter = len(line) // 4
    return [line[quarter + i * 2 * quarter // count] for i in range(count)]


def verbs(report: Report, match: gunki.Match) -> None:
    """What the single operations cost, in microseconds."""
    rng = random.Random(SEED)
    line = [p.clone() for p in walk(match.position, rng, quick(rng))]
    middle = line[len(line) // 4 : 3 * len(line) // 4 : 7]
    deepest = max(line, key=lambda p: len(p.stack))
    median = statistics.median
    saved = [(p.clone(), json.loads(json.dumps(p.to_dict()))) for p in middle]
    report.figures |= {
        "clone_opening_us": median(timed(match.position.clone, 200) for _ in range(9)),
        "clone_deepest_us": median(timed(deepest.clone, 200) for _ in range(9)),
        "deepest_frames": float(len(deepest.stack)),
        "digest_us": median(timed(p.digest, 5) for p in middle),
        "to_dict_us": median(timed(p.to_dict, 20) for p in middle),
        "restore_us": median(timed(partial(p.restore, data), 5) for p, data in saved),
        "state_bytes": median(len(json.dumps(p.to_dict(), separators=(",", ":"))) for p in middle),
    }
    legal, applied = [], []
    for position in middle:
        legal.append(timed(partial(ask_again, position.clone()), 10))
        applied.append(apply_time(position, rng))
    report.figures |= {
        "legal_us": median(legal),
        "apply_us": median(applied),
        "apply_mean_us": statistics.mean(applied),
    }


def ask_again(position: Position) -> None:
    position.reawait()
    position.options()


def apply_time(position: Position, rng: random.Random, times: int = 10) -> float:
    clones = [position.clone() for _ in range(times)]
    options, chance, todo = position.options(), quick(rng), iter(clones)
    return timed(lambda: next(todo).apply(rng.choice(options), chance), times)


def files(report: Report, ident: str) -> None:
    """Saving and loading a whole game."""
    match, rng = gunki.new(ident, seed=SEED), random.Random(SEED)
    while match.position.wait is not None:
        match.act(match.setup.lexicon.action(rng.choice(match.position.options())))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.gunki"
        report.figures |= {
            "save_ms": statistics.median(timed(lambda: match.save(path), 1) for _ in range(3)) / 1000,
            "load_ms": statistics.median(timed(lambda: gunki.load(path), 1) for _ in range(3)) / 1000,
            "save_bytes": float(path.stat().st_size),
            "save_decisions": float(match.ply),
        }


def starts(ident: str, times: int = 7) -> tuple[float, float]:
    """A fresh interpreter that imports gunki and makes a match, and one that does nothing; milliseconds, medians.

    Modules are compiled beforehand, as an installation leaves them: a first start, not counted, fills a cache of its
    own, whatever the environment says about writing bytecode."""
    ours: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(1 + times):
            for code, found in ((f"import gunki; gunki.new({ident!r}, seed=1)", ours), ("pass", bare)):
                begin = time.perf_counter()
                subprocess.run([sys.executable, "-c", code], check=True, env=env)
                found.append((time.perf_counter() - begin) * 1000)
    return statistics.median(ours[1:]), statistics.median(bare[1:])
