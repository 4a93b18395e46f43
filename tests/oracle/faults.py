"""How many seeded faults the oracles notice: `python -m tests.oracle.faults`.

Each fault of `faults.toml` is made in a copy of the tree. Games of its scenario are compared with the oracle of the
game until the first difference. The unchanged tree is compared first, and must show none. Exit code 1 if the oracles
notice fewer than NOTICED faults.
"""

from __future__ import annotations

import argparse
import queue
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from gunki.lab.fuzz import fuzzer
from tests.mutate import Change, Copy
from tests.support import ROOT, SRC

FAULTS = Path(__file__).with_name("faults.toml")
#: The faults that the oracles must notice, of all that are listed.
NOTICED = 25
#: The games that are compared for each fault, the first seed, and one decision in how many.
GAMES, SEED, EVERY = 10, 500, 2
#: Seconds after which a fault counts as not noticed.
LONGEST = 900.0


@dataclass(frozen=True)
class Fault:
    """A wrong line of a rule, and the scenario in which it should show."""

    id: str
    clause: str
    subject: str
    game: str
    scenario: str
    file: str
    old: str
    new: str

    def change(self) -> Change:
        """Return the change of the source, whose old text must stand there exactly once."""
        path = SRC / self.file
        source = path.read_text(encoding="utf-8")
        if source.count(self.old) != 1:
            raise SystemExit(f"{self.id}: {self.file} has the old text {source.count(self.old)} times, not once")
        start = source.index(self.old)
        return Change(path, start, start + len(self.old), self.old, self.new, source.count("\n", 0, start) + 1)


def read_faults() -> list[Fault]:
    """Return all faults of the list."""
    return [Fault(**entry) for entry in tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]]


def first_difference(game: str, scenario: str, games: int, out: str) -> str:
    """Play games with the oracle until it differs from the engine; return the difference, or nothing.

    Those that begin at rare states come first: they are short.
    """
    plans = fuzzer.plan_games(game, games=games, seed=SEED, scenario=scenario, every=EVERY, oracle=True, out=out)
    for plan in sorted(plans, key=lambda plan: not fuzzer.is_rare(plan.seed)):
        for failure in fuzzer.play(replace(plan, once=True)).failures:
            if failure.check.startswith("oracle_"):
                return f"seed {failure.seed} ply {failure.ply}: {failure.message}"
    return ""


def compare(copy: Copy, game: str, scenario: str, games: int) -> str | None:
    """Return the first difference in a copy of the tree, or None if there is none."""
    code, printed = copy.run(["tests.oracle.faults", "--play", game, scenario, "--games", str(games)], LONGEST)
    return printed.strip() if code == 1 and printed.strip() else None


def seed_faults(faults: Sequence[Fault], games: int, jobs: int) -> Iterator[tuple[Fault, str | None]]:
    """Yield each fault with the difference that an oracle noticed, or None."""
    with tempfile.TemporaryDirectory(prefix="gunki-faults-") as scratch:
        copies: queue.Queue[Copy] = queue.Queue()
        for number in range(jobs):
            copies.put(Copy(ROOT, Path(scratch) / str(number)))

        def compare_unchanged(scenario: tuple[str, str]) -> str | None:
            copy = copies.get()
            try:
                return compare(copy, *scenario, games)
            finally:
                copies.put(copy)

        def compare_changed(fault: Fault) -> tuple[Fault, str | None]:
            copy = copies.get()
            try:
                with copy.changed(fault.change()):
                    return fault, compare(copy, fault.game, fault.scenario, games)
            finally:
                copies.put(copy)

        scenarios = list(dict.fromkeys((fault.game, fault.scenario) for fault in faults))
        with ThreadPoolExecutor(jobs) as pool:
            for scenario, difference in zip(scenarios, pool.map(compare_unchanged, scenarios), strict=True):
                if difference is not None:
                    raise SystemExit(f"{' '.join(scenario)} differs without any fault: {difference}")
            yield from pool.map(compare_changed, faults)


def main(arguments: Sequence[str] | None = None) -> int:
    """Seed the faults, or with --play compare games of one scenario in this tree."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.faults", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("--games", type=int, default=GAMES, help=f"games for each fault ({GAMES})")
    parser.add_argument("--jobs", type=int, default=2, help="faults tried at a time (2)")
    parser.add_argument("--only", nargs="+", metavar="ID", help="these faults alone")
    parser.add_argument("--play", nargs=2, metavar=("GAME", "SCENARIO"), help="compare games of a scenario, no fault")
    given = parser.parse_args(arguments)
    if given.play:
        with tempfile.TemporaryDirectory() as out:
            game, scenario = given.play
            first = first_difference(game, scenario, given.games, out)
        print(first)
        return 1 if first else 0
    faults = [fault for fault in read_faults() if not given.only or fault.id in given.only]
    noticed = 0
    for fault, difference in seed_faults(faults, given.games, max(1, given.jobs)):
        noticed += difference is not None
        said = difference.splitlines()[0] if difference else "not noticed"
        print(f"{fault.subject:9} {fault.game:9} {fault.id} ({fault.clause}): {said}", flush=True)
    print(f"noticed {noticed} of {len(faults)} faults")
    return 0 if given.only or noticed >= NOTICED else 1


if __name__ == "__main__":
    sys.exit(main())
