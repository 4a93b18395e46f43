"""The benchmark of the hex kernel. SciPy and NetworkX answer the same questions in the same run.

All answers are compared before anything is timed.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gunki.core.errors import GunkiError
from gunki.lab.bench.machine import calibrate, header, overload_warnings, speed_warnings
from gunki.lab.bench.timing import Spread
from gunki.lab.bench_engines.kernel_peers import BARRED, LENGTH, LIMITS, Distances, Ground, NetworkX, Scene, SciPy

#: Seconds of one slice. A slice is long enough to time, and so short that a slow moment of the machine affects all
#: alike.
SLICE = 0.02
ROUNDS = 9
FORCES = 40
BUDGET = 8
#: By (job, ours, theirs): the ratio that must be reached on every map (floor), and the ratio that is aimed at (target).
FLOORS: dict[tuple[str, str, str], tuple[float, float]] = {
    ("reach", "compiled", "scipy"): (15, 25),
    ("reach after a zone change", "compiled", "scipy"): (75, 200),
    ("supply", "compiled", "scipy"): (5, 8),
    ("reach", "pure", "scipy"): (1, 1),
    ("reach", "pure", "networkx"): (1, 1),
    ("reach after a zone change", "pure", "scipy"): (1, 1),
    ("reach after a zone change", "pure", "networkx"): (1, 1),
}


class Differs(GunkiError):
    """Two programs give different answers to the same question."""


@dataclass
class Job:
    """One kind of question. `runs` holds a function for each contender, which answers question number n."""

    name: str
    runs: dict[str, Callable[[int], Any]]


@dataclass
class BoardReport:
    """The report of the hex kernel's benchmark."""

    header: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    peers: dict[str, str] = field(default_factory=dict)
    #: Microseconds per question, by map, job and contender.
    times: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)
    #: How many times as fast our build is as theirs, by map, job and (ours, theirs).
    ratios: dict[str, dict[str, dict[tuple[str, str], Spread]]] = field(default_factory=dict)
    sizes: dict[str, dict[str, float]] = field(default_factory=dict)
    rounds: int = ROUNDS
    seconds: float = 0.0

    def floor(self, job: str, pair: tuple[str, str], ratio: Spread) -> tuple[float, float, bool] | None:
        """Return the floor, the target, and whether the floor is reached. Return None if the pair has no floor."""
        if (job, *pair) not in FLOORS:
            return None
        floor, target = FLOORS[(job, *pair)]
        return floor, target, ratio.median >= floor

    @property
    def floors_missed(self) -> list[str]:
        """A sentence for each floor that is not reached."""
        texts = []
        for name, jobs in self.ratios.items():
            for job, pairs in jobs.items():
                for pair, ratio in pairs.items():
                    floor = self.floor(job, pair, ratio)
                    if floor is not None and not floor[2]:
                        ours, theirs = pair
                        texts.append(f"{name}: {job}, {ours}: {ratio.median:.1f} times {theirs}, floor {floor[0]:g}")
        return texts

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **self.header,
            "warnings": self.warnings,
            "peers": self.peers,
            "rounds": self.rounds,
            "maps": {
                name: {
                    **self.sizes[name],
                    "us": {job: {who: round(us, 2) for who, us in runs.items()} for job, runs in jobs.items()},
                    "ratios": {
                        job: {
                            f"{ours}_vs_{theirs}": [round(r.median, 2), round(r.low, 2), round(r.high, 2)]
                            for (ours, theirs), r in pairs.items()
                        }
                        for job, pairs in self.ratios[name].items()
                    },
                }
                for name, jobs in self.times.items()
            },
            "floors_missed": self.floors_missed,
            "seconds": round(self.seconds, 1),
        }


def bench(grounds: Sequence[Ground], kernels: Mapping[str, Any], peers: bool = True) -> BoardReport:
    """Measure the kernel on each map and return the report.

    `kernels` maps "compiled" and "pure" to the module of the kernel in that build. Without `peers` only our own builds
    are compared.
    """
    begin, before = time.perf_counter(), calibrate()
    report = BoardReport()
    for name, peer in (("scipy", SciPy), ("networkx", NetworkX)):
        report.peers[name] = (peer.version() or "not installed") if peers else "not asked"
    for ground in grounds:
        scene = Scene.of(ground, random.Random(7), FORCES)
        others: dict[str, Any] = {}
        if peers and SciPy.version():
            others["scipy"] = SciPy(ground, scene)
        if peers and NetworkX.version():
            others["networkx"] = NetworkX(ground, scene)
        todo, reached = make_jobs(ground, scene, kernels, others)
        report.sizes[ground.name] = {"hexes": ground.size, "reached": reached, "relays": len(scene.at)}
        report.times[ground.name], report.ratios[ground.name] = {}, {}
        for job in todo:
            agree(ground.name, job)
            race(report, ground.name, job)
    after = calibrate()
    report.header = header(before, after) | {
        "build": ", ".join(f"{how}: {module.__name__}" for how, module in kernels.items())
    }
    report.warnings += [*speed_warnings(before, after), *overload_warnings(report.header)]
    report.seconds = time.perf_counter() - begin
    return report


def make_jobs(
    ground: Ground, scene: Scene, kernels: Mapping[str, Any], others: Mapping[str, Any]
) -> tuple[list[Job], float]:
    """Return the jobs, and the mean number of hexes that a force reaches.

    Question n is about force n, or about a move of enemy n by one hex. `others` holds the peers by name.
    """
    reach: dict[str, Callable[[int], Any]] = {}
    points: dict[str, Callable[[int], Any]] = {}
    change: dict[str, Callable[[int], Any]] = {}
    supply: dict[str, Callable[[int], Any]] = {}
    update: dict[str, Callable[[int], Any]] = {}
    retreat: dict[str, Callable[[int], Any]] = {}
    for how, kernel in kernels.items():
        ours = OwnKernel(kernel, ground, scene)
        reach[how], points[how], change[how] = ours.reach, ours.points, ours.change
        supply[how], update[how], retreat[how] = ours.supply, ours.update, ours.retreat
    for name, peer in others.items():
        reach[name], points[name], change[name] = peer.reach, peer.reach, peer.change
        supply[name], retreat[name] = peer.supply, peer.retreat
    all_jobs = [
        Job("reach", reach),
        Job("reach with points", points),
        Job("reach after a zone change", change),
        Job("supply", supply),
        Job("zone update", update),
        Job("retreat", retreat),
    ]
    if "scipy" in others:  # the fastest way in SciPy: replace the weights of the matrix
        all_jobs[2].runs["scipy in place"] = others["scipy"].change_in_place
    first = next(iter(reach.values()))
    return all_jobs, statistics.mean(len(first(n)) for n in range(FORCES))


class OwnKernel:
    """Calls the kernel as a game calls it."""

    def __init__(self, kernel: Any, ground: Ground, scene: Scene) -> None:
        self.kernel, self.scene = kernel, scene
        grid = kernel.Grid(ground.neighbours, ground.xs, ground.ys)
        self.control = kernel.Control(grid, ground.control)
        self.move = kernel.Travel(grid, ground.move, (1, 1))
        self.line = kernel.Travel(grid, ground.line, (BARRED, 0))
        self.back = kernel.Travel(grid, ground.back, (1, 0))
        self.strong = bytearray(ground.size)
        for h in scene.foes:
            self.control.put(self.strong, self.strong, h)
        if self.strong != scene.strong:
            raise Differs(f"{ground.name}: the zones of {kernel.__name__} are not those of the scene")
        self.kinds = bytes(scene.kinds)

    def points(self, n: int) -> dict[int, int]:
        s = self.scene
        return self.kernel.reach_points(self.move, s.own[n], BUDGET, s.closed, self.strong, None, s.waive)  # type: ignore[no-any-return]

    def reach(self, n: int) -> list[int]:
        s = self.scene
        return self.kernel.reach(self.move, s.own[n], BUDGET, s.closed, self.strong, None, s.waive)  # type: ignore[no-any-return]

    def change(self, n: int) -> list[int]:
        s, strong = self.scene, self.strong[:]
        self.control.take(strong, strong, s.foes[n])
        self.control.put(strong, strong, s.aside[n])
        return self.kernel.reach(self.move, s.own[n], BUDGET, s.closed, strong, None, s.waive)  # type: ignore[no-any-return]

    def supply(self, n: int) -> list[bool]:
        s = self.scene
        via = self.kernel.trace(
            self.line, s.at, self.kinds, (s.source(n),), LIMITS, s.closed, self.strong, None, s.occupied
        )
        return [to >= 0 for to in via]

    def update(self, n: int) -> bytearray:
        """Move an enemy one hex.

        Copy the zones of the position, remove the zone around the old hex, and add one around the new hex.
        """
        s, strong = self.scene, self.strong[:]
        self.control.take(strong, strong, s.foes[n])
        self.control.put(strong, strong, s.aside[n])
        return strong

    def retreat(self, n: int) -> dict[int, int]:
        s = self.scene
        away, here = (s.foe_beside[n],), s.own[n]
        return self.kernel.retreat(self.back, here, away, LENGTH, 1, s.closed, self.strong, None, s.waive)  # type: ignore[no-any-return]


def agree(where: str, job: Job) -> None:
    """Raise Differs unless all contenders give the same answers to a job's questions."""
    (first, ask), *others = job.runs.items()
    for n in range(FORCES):
        expected = ask(n)
        for name, other in others:
            if not is_same_answer(expected, other(n)):
                raise Differs(f"{where}: {job.name}, question {n}: {name} and {first} do not agree")


def is_same_answer(ours: Any, theirs: Any) -> bool:
    """Return whether two answers agree.

    If one is a list of hexes and the other a table of points, compare the hexes.
    """
    if isinstance(theirs, Distances):
        theirs = theirs.table()
    if isinstance(ours, list) and isinstance(theirs, dict):
        return sorted(ours) == sorted(theirs)
    return bool(ours == theirs)


def race(report: BoardReport, where: str, job: Job) -> None:
    """Time all contenders of a job in turn, slice by slice. Slow contenders answer fewer questions in a slice."""
    counts = {}
    for name, run in job.runs.items():
        counts[name] = max(1, min(2000, int(SLICE * 1e6 / slice_time(run, 2))))
    rounds: dict[str, list[float]] = {name: [] for name in job.runs}
    for turn in range(ROUNDS):
        for name, run in job.runs.items():
            rounds[name].append(slice_time(run, counts[name], turn * counts[name]))
    report.times[where][job.name] = {name: statistics.median(values) for name, values in rounds.items()}
    report.ratios[where][job.name] = {
        (ours, theirs): Spread.of([b / a for a, b in zip(rounds[ours], rounds[theirs], strict=True)])
        for ours in ("compiled", "pure")
        for theirs in rounds
        if ours in rounds and theirs not in ("compiled", ours)
    }


def slice_time(run: Callable[[int], Any], count: int, first: int = 0) -> float:
    """Return the microseconds of CPU time per question. `count` questions are answered, from number `first` on."""
    numbers = [(first + i) % FORCES for i in range(count)]
    begin = time.process_time()
    for n in numbers:
        run(n)
    return (time.process_time() - begin) / count * 1e6
