"""Races between gunki, its plain (uncompiled) rules and other engines in every scenario of a game.

In every round each engine does each piece of work once, in its own process, so that a slow moment of the machine
affects all alike. CPU time is measured. The results are the medians of the ratios of all rounds.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from gunki.lab.bench.bench_report import DIFFERENT, EQUAL, NOT_COMPARED, ScenarioFigures
from gunki.lab.bench.relative_speed import RelativeSpeed
from gunki.lab.bench.timing import Spread, ratios
from gunki.lab.bench_engines.engine_worker import SEED
from gunki.lab.bench_engines.worker_processes import Worker

#: Seconds of CPU time that a round of one scenario takes if the uncompiled rules and all peers are measured too.
ROUND_SECONDS = 0.65
LEAST_ROUNDS, MOST_ROUNDS = 7, 15
#: How much work of each kind is done in a round.
DECISIONS, CLONES, ITERATIONS = 2500, 4000, 25
PEER_COPIES = 400
#: Compiled and plain rules are compared over this many decisions. They must play alike.
COMPARED_DECISIONS = 4000
#: How many scenes are made, and how many actions are played between two scenes.
LOOKS, ACTIONS_BETWEEN = 100, 12
SCENE_SEEDS = 2
#: The keys of our engine and of its plain rules in the table of rates.
OURS, PLAIN = "gunki", "plain"

#: The rates of each engine at each kind of work, one for each round. The keys are (engine, work).
Rates = dict[tuple[str, str], list[float]]
Progress = Callable[[str], None]


@dataclass
class Race:
    """The engines that are compared for one game, and their rates by scenario."""

    game: str
    ours: Worker
    plain: Worker | None = None
    peers: Worker | None = None
    #: The names of the peers that are installed.
    installed: tuple[str, ...] = ()
    yardstick: tuple[str, str] | None = None
    has_pick: bool = True
    rates: dict[str, Rates] = field(default_factory=dict)

    def run(self, scenarios: list[str], seconds: float, progress: Progress) -> int:
        """Run the rounds for all scenarios and return their number."""
        rounds, share = plan_rounds(seconds, len(scenarios))
        for number in range(rounds + 1):
            for scenario in scenarios:
                progress(f"{self.game} {scenario}: " + (f"round {number} of {rounds}" if number else "warming up"))
                for key, rate in self._round(scenario, SEED + number, share).items():
                    if number:  # the first round warms up
                        self.rates.setdefault(scenario, {}).setdefault(key, []).append(rate)
        return rounds

    def _round(self, scenario: str, seed: int, share: float) -> dict[tuple[str, str], float]:
        where = self.game, scenario
        rates: dict[tuple[str, str], float] = {}
        engines = {OURS: self.ours} | ({} if self.plain is None else {PLAIN: self.plain})
        decisions, iterations = max(50, round(DECISIONS * share)), max(2, round(ITERATIONS * share))
        for work, arguments in (
            ("opening", (seed, decisions)),
            ("play", (decisions,)),
            ("clones", (max(50, round(CLONES * share)),)),
            ("mcts", (seed, iterations)),
            *([("mcts_pick", (seed, iterations))] if self.has_pick else []),
        ):
            for name, worker in engines.items():
                rates[name, work] = worker.rate(work, *where, *arguments)
        if self.yardstick is not None:
            rates["yardstick", "play"] = self.ours.rate("play", *self.yardstick, decisions)
        if self.peers is not None:
            for name in self.installed:
                rates[name, "play"] = self.peers.rate("play", name, decisions)
                rates[name, "clones"] = self.peers.rate("clones", name, max(10, round(PEER_COPIES * share)))
                rates[name, "mcts"] = self.peers.rate("mcts", name, seed, iterations)
        return rates

    def compare_digests(self, scenario: str, decisions: int = COMPARED_DECISIONS) -> str:
        """Return whether compiled and plain rules of our engine play alike: EQUAL, DIFFERENT or NOT_COMPARED."""
        if self.plain is None:
            return NOT_COMPARED
        ours, plain = (worker.do("digest", self.game, scenario, SEED, decisions) for worker in (self.ours, self.plain))
        return EQUAL if ours["digest"] == plain["digest"] else DIFFERENT

    def measure_scenes(self, scenario: str, share: float) -> dict[str, float]:
        """Return the milliseconds that an action takes, and those that one seat's scene or view takes after it."""
        scenes: list[float] = []
        views: list[float] = []
        actions: list[float] = []
        looks = max(5, round(LOOKS * share))
        for seed in range(SEED, SEED + SCENE_SEEDS):
            times = self.ours.do("scenes", self.game, scenario, seed, looks, ACTIONS_BETWEEN)
            scenes += times["scene"]
            views += times["view"]
            actions += times["action"]
        scenes.sort()
        return {
            "action_ms": statistics.median(actions) * 1000,
            "scene_ms": statistics.median(scenes) * 1000,
            "scene_ms_p95": scenes[int(len(scenes) * 0.95)] * 1000,
            "view_ms": statistics.median(views) * 1000,
        }

    def judge(self, scenario: str) -> ScenarioFigures:
        """Return the figures and ratios of a scenario, computed from its rates."""
        rates = self.rates[scenario]
        median = {work: statistics.median(rates[OURS, work]) for name, work in rates if name == OURS}
        figures = {
            "decisions_per_s": min(median["opening"], median["play"]),
            "opening_per_s": median["opening"],
            "long_run_per_s": median["play"],
            "clone_us": 1e6 / median["clones"],
            "mcts_per_s": median["mcts"],
            **({"mcts_pick_per_s": median["mcts_pick"]} if "mcts_pick" in median else {}),
        }
        result = ScenarioFigures(figures)
        for name in self.installed:
            play = rates[name, "play"]
            result.ratios[f"decisions_vs_{name}"] = _worse(
                Spread.of(ratios(rates[OURS, work], play)) for work in ("opening", "play")
            )
            for work, label in (("clones", "clone"), ("mcts", "mcts")):
                result.ratios[f"{label}_vs_{name}"] = Spread.of(ratios(rates[OURS, work], rates[name, work]))
        if self.plain is not None:
            result.ratios["decisions_vs_plain"] = _worse(
                Spread.of(ratios(rates[OURS, work], rates[PLAIN, work])) for work in ("opening", "play")
            )
            for work, label in (("clones", "clone"), ("mcts", "mcts")):
                result.ratios[f"{label}_vs_plain"] = Spread.of(ratios(rates[OURS, work], rates[PLAIN, work]))
        return result

    def describe_peer(self, name: str) -> dict[str, float]:
        """Return the decisions per second of a peer, and the microseconds of a copy, as medians over all rounds."""
        play, clones = (
            statistics.median(rate for rates in self.rates.values() for rate in rates[name, work])
            for work in ("play", "clones")
        )
        return {"decisions_per_s": round(play, 1), "copy_us": round(1e6 / clones, 2)}

    def relative_speed(self) -> RelativeSpeed | None:
        """Return the speed of each scenario, divided by the speed of the scenario in `benchmark_reference`.

        Return None if the game names no such scenario.
        """
        if self.yardstick is None:
            return None
        spreads = {
            scenario: Spread.of(ratios(rates[OURS, "play"], rates["yardstick", "play"]))
            for scenario, rates in self.rates.items()
        }
        return RelativeSpeed(" ".join(self.yardstick), spreads)


def plan_rounds(seconds: float, scenarios: int) -> tuple[int, float]:
    """Return the number of rounds, and the share of the usual work that each round does.

    The share is below 1 if there are few seconds.
    """
    one = ROUND_SECONDS * scenarios
    rounds = min(MOST_ROUNDS, max(LEAST_ROUNDS, int(seconds / one)))
    return rounds, min(1.0, seconds / (rounds * one))


def _worse(spreads: Iterable[Spread]) -> Spread:
    return min(spreads, key=lambda spread: spread.median)
