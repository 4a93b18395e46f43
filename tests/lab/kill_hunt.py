"""Studies whose processes, command or nodes are killed at random moments: no game may be lost, doubled or changed.

`python -m tests.lab.kill_hunt --games 200` is the long form of what tests/lab does every day. Exit code 1 if anything
is not as in an undisturbed run.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gunki.lab.studies import study, study_plan
from gunki.lab.studies.process_pool import Pool
from gunki.lab.studies.ray_cluster import Cluster, cluster
from gunki.lab.studies.runner import InlineRunner
from gunki.lab.studies.study_plan import Plan

GAME, SCENARIO, PLAYER = "honganji", "three_players", "random"
Rows = dict[int, dict[str, Any]]


def make_plan(games: int, seed: int) -> Plan:
    return study_plan.make_plan(GAME, [PLAYER], games, seed, SCENARIO)


def make_command(folder: Path, plan: Plan, *more: str) -> list[str]:
    what = ["lab", "play", f"{GAME}/{SCENARIO}", "--players", PLAYER, "--games", str(plan.games)]
    return [sys.executable, "-m", "gunki", *what, "--seed", str(plan.seed), "--out", str(folder), *more]


def rows_of(folder: Path) -> Rows:
    """Return the rows of a whole study; a game recorded twice or a line that is no row is an error."""
    return {row.number: row.comparable_fields() for row in study.open(folder).rows()}


def play_undisturbed(plan: Plan, folder: Path) -> Rows:
    """Play the study without kills and return its rows."""
    found = study.begin(folder, plan)
    found.play(InlineRunner())
    return rows_of(folder)


@contextmanager
def keep_killing(
    kill: Callable[[random.Random], bool], folder: Path, rng: random.Random, pause: tuple[float, float], every: int = 1
) -> Iterator[list[int]]:
    """Kill again and again while this lasts: some time after every `every` more games are over.

    It waits for games, not for a time, so that a slow machine makes progress too. The list grows by one for each kill.
    """
    kills: list[int] = []
    over = threading.Event()

    def hunt() -> None:
        known = 0
        while not over.wait(0.02):
            if count_lines(folder) >= known + every:
                over.wait(rng.uniform(*pause))
                if kill(rng):  # else nothing was there to kill just now: the next look tries again
                    known = count_lines(folder)
                    kills.append(1)

    hunter = threading.Thread(target=hunt, daemon=True)
    hunter.start()
    try:
        yield kills
    finally:
        over.set()
        hunter.join()


def send_signal(pid: int, number: int = signal.SIGKILL) -> bool:
    """Send a signal to a process; return whether it still existed."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
        return True
    return False


def kill_pool(folder: Path, plan: Plan, rng: random.Random, pause: tuple[float, float]) -> int:
    """Play a study in a pool while its processes are killed; return the number of kills."""
    pool = Pool(2, deaths=10**6)  # it is we who kill, not the games

    def kill(rng: random.Random) -> bool:
        pids = pool.pids()
        return bool(pids) and send_signal(rng.choice(pids))

    with keep_killing(kill, folder, rng, pause) as kills:
        study.begin(folder, plan).play(pool)
    return len(kills)


def kill_command(folder: Path, plan: Plan, rng: random.Random, pause: tuple[float, float], most: int) -> int:
    """Play a study by the command, killed or interrupted at most `most` times; return the number of kills.

    Each command is let go until one more game is over, and is killed some time after that.
    """
    kills = 0
    while True:
        before = count_lines(folder)
        process = subprocess.Popen(make_command(folder, plan), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and count_lines(folder) == before:
            time.sleep(0.02)
        try:
            code = process.wait(rng.uniform(*pause) if kills < most else None)
        except subprocess.TimeoutExpired:
            process.send_signal(rng.choice((signal.SIGKILL, signal.SIGINT)))
            process.wait()
            kills += 1
            continue
        if code != 0:
            raise AssertionError(f"the command ended with {code}")
        return kills


def descendants(pid: int) -> dict[int, str]:
    """Return the process ids below a process, with their command lines."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
    found: dict[int, str] = {}
    todo = [pid]
    while todo:
        parent = todo.pop()
        for child, above in parents.items():
            if above == parent and child not in found:
                with suppress(OSError):
                    found[child] = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
                    todo.append(child)
    return found


def kill_on_ray(
    nodes: Cluster, folder: Path, plan: Plan, rng: random.Random, pause: tuple[float, float], most: int
) -> tuple[int, bool]:
    """Play a study on a cluster of two nodes while at most `most` processes and one node are killed."""
    left = most

    def kill(rng: random.Random) -> bool:
        nonlocal left
        players = [pid for pid, name in descendants(nodes.process.pid).items() if name.startswith("ray::_play")]
        if not players or not left:
            return False
        left -= 1
        return send_signal(rng.choice(players))

    process = subprocess.Popen(
        make_command(folder, plan, "--ray", nodes.address), env=nodes.environment, stdout=subprocess.DEVNULL
    )
    try:
        with keep_killing(kill, folder, rng, pause, every=4) as kills:  # no game is to be killed three times
            node_killed = False
            while process.poll() is None:
                if not node_killed and count_lines(folder) >= plan.games // 3:
                    nodes.kill_node()
                    node_killed = True
                time.sleep(0.05)
    finally:
        process.kill()
        process.wait()
    if process.returncode != 0:
        raise AssertionError(f"the command ended with {process.returncode}")
    return len(kills), node_killed


def count_lines(folder: Path) -> int:
    with suppress(OSError):
        return (folder / study.GAMES).read_bytes().count(b"\n")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--no-ray", action="store_true", help="leave out the cluster")
    given = parser.parse_args()
    seed = secrets.randbelow(10**6) if given.seed is None else given.seed
    rng, wrong = random.Random(seed), 0
    print(f"seed {seed}", flush=True)
    with TemporaryDirectory(prefix="gunki-kills-") as place:
        plan = make_plan(given.games, seed)
        wanted = play_undisturbed(plan, Path(place) / "undisturbed")

        def told(how: str, kills: str, found: Rows) -> None:
            nonlocal wrong
            same = found == wanted
            wrong += not same
            print(f"{how}: {kills}, {len(found)} of {plan.games} games, {'equal' if same else 'NOT EQUAL'}", flush=True)

        kills = kill_pool(Path(place) / "pool", plan, rng, (0.0, 1.0))
        told("pool", f"{kills} processes killed", rows_of(Path(place) / "pool"))
        kills = kill_command(Path(place) / "command", plan, rng, (0.0, 2.0), 10 + plan.games // 20)
        told("command", f"{kills} times killed or interrupted", rows_of(Path(place) / "command"))
        if not given.no_ray:
            with cluster() as nodes:
                kills, node = kill_on_ray(nodes, Path(place) / "ray", plan, rng, (0.0, 2.0), plan.games // 10)
            told("ray", f"{kills} processes and {int(node)} of 2 nodes killed", rows_of(Path(place) / "ray"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
