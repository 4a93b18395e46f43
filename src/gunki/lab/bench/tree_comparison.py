"""A comparison of two source trees: their speed at equal pieces of work, done in turn, and how they play."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gunki.core.errors import OptionError
from gunki.lab.bench.bench_report import DIFFERENT, EQUAL
from gunki.lab.bench.game_races import CLONES, COMPARED_DECISIONS, DECISIONS, ITERATIONS, Progress
from gunki.lab.bench.machine import describe_build
from gunki.lab.bench.timing import Spread
from gunki.lab.bench_engines.engine_worker import SEED
from gunki.lab.bench_engines.worker_processes import OWN_SOURCE, Worker

#: ROUND_SECONDS: the CPU time that a round of one scenario takes with both trees. LEAST_ROUNDS,
#: MOST_ROUNDS: the limits of the number of rounds.
ROUND_SECONDS = 0.6
LEAST_ROUNDS, MOST_ROUNDS = 5, 25
#: For each kind of work: how much of it is done, and whether it takes a seed.
WORK = {
    "opening": (DECISIONS, True),
    "play": (DECISIONS, False),
    "clones": (CLONES, False),
    "mcts": (ITERATIONS, True),
    "mcts_pick": (ITERATIONS, True),
}


@dataclass
class TreeComparison:
    """This tree compared with another one.

    `ratios` holds the ratios of the speeds for each scenario and kind of work. They are above 1 where this tree is
    faster.
    """

    ours: dict[str, Any]
    theirs: dict[str, Any]
    ratios: dict[tuple[str, str], dict[str, Spread]] = field(default_factory=dict)
    digests: dict[tuple[str, str], str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    rounds: int = 0
    seconds: float = 0.0

    @property
    def different(self) -> list[str]:
        """The scenarios that the two trees play differently."""
        return [" ".join(where) for where, digest in self.digests.items() if digest == DIFFERENT]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        games: dict[str, Any] = {}
        for (game, scenario), ratios in self.ratios.items():
            games.setdefault(game, {})[scenario] = {
                "ratios": {work: round(spread.median, 3) for work, spread in ratios.items()},
                "ratio_ranges": {work: [round(s.low, 3), round(s.high, 3)] for work, s in ratios.items()},
                "digest": self.digests[game, scenario],
            }
        return {
            "ours": self.ours,
            "theirs": self.theirs,
            "warnings": self.warnings,
            "games": games,
            "rounds": self.rounds,
            "seconds": round(self.seconds, 1),
        }


def source_of(folder: Path) -> Path:
    """Return the folder in a checkout that contains the package. Raise OptionError if there is none."""
    for source in (folder / "src", folder):
        if (source / "gunki" / "__init__.py").is_file():
            return source.resolve()
    raise OptionError(f"{folder}: no checkout of gunki: neither src/gunki nor gunki is in it")


def compare(folder: Path, game: str, seconds: float, progress: Progress = lambda _: None) -> TreeComparison:
    """Compare this tree with a checkout in the scenarios that both have.

    The comparison of each game takes `seconds` of CPU time.
    """
    begin, source = time.perf_counter(), source_of(folder)
    with ExitStack() as stack:
        ours, theirs = (stack.enter_context(Worker(str(tree), source=tree)) for tree in (OWN_SOURCE, source))
        description, other = ours.describe(game), theirs.describe(game)
        comparison = TreeComparison(_describe(OWN_SOURCE, description), _describe(source, other))
        if comparison.ours["build"] != comparison.theirs["build"]:
            comparison.warnings.append(
                f"not the same build: {comparison.ours['build']} here, {comparison.theirs['build']} there"
            )
        works = [work for work in WORK if work != "mcts_pick" or (description["has_pick"] and other["has_pick"])]
        for game_id, scenarios in description["scenarios"].items():
            shared = [name for name in scenarios if name in other["scenarios"].get(game_id, ())]
            cost = ROUND_SECONDS * max(1, len(shared))
            comparison.rounds = min(MOST_ROUNDS, max(LEAST_ROUNDS, int(seconds / cost)))
            share = min(1.0, seconds / (comparison.rounds * cost))
            for scenario in shared:
                where = game_id, scenario
                progress(f"{game_id} {scenario}")
                digests = [worker.do("digest", *where, SEED, COMPARED_DECISIONS)["digest"] for worker in (ours, theirs)]
                comparison.digests[where] = EQUAL if digests[0] == digests[1] else DIFFERENT
                comparison.ratios[where] = _race(ours, theirs, where, works, comparison.rounds, share)
    comparison.seconds = time.perf_counter() - begin
    return comparison


def _describe(source: Path, description: dict[str, Any]) -> dict[str, Any]:
    return {"source": str(source), "build": describe_build(description["compiled"], description["kernel"])}


def _race(
    ours: Worker, theirs: Worker, where: tuple[str, str], works: list[str], rounds: int, share: float
) -> dict[str, Spread]:
    """Let both trees do each piece of work in every round. Return the ratios of their rates."""
    ratios: dict[str, list[float]] = {work: [] for work in works}
    for number in range(rounds + 1):
        for work in works:
            size, has_seed = WORK[work]
            arguments = [*([SEED + number] if has_seed else []), max(2, round(size * share))]
            rates = [worker.rate(work, *where, *arguments) for worker in (ours, theirs)]
            if number:  # the first round warms up
                ratios[work].append(rates[0] / rates[1])
    return {work: Spread.of(values) for work, values in ratios.items()}
