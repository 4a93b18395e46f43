"""SIGKILL at any moment: what was acknowledged is there, once; what was not is there at most once; all goes on."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from tests.server.process import PATIENCE, Server
from tests.server.streams import Stream
from tests.server.table import Json, Table, options, sit
from tests.support import often

#: Times a server is killed, and how many servers there are at a time. Most of it is waiting.
TIMES, SERVERS = often(6, 30), 2
#: At most so many actions of all players together before the next kill, and then so many seconds more.
BURST = 20
LATER = 0.02


@dataclass
class Driver:
    """Plays one match after another as fast as it can, and remembers what it was told."""

    server: Server
    seats: tuple[str, str]
    rng: random.Random
    #: Told of every action that was answered.
    acted: threading.Semaphore
    #: Told when a bot has answered.
    answered: threading.Semaphore
    table: Table | None = None
    #: Own actions that were answered, by ply, and the one that was sent last without an answer.
    acked: dict[int, str] = field(default_factory=dict)
    doubt: tuple[int, str] | None = None
    #: Everything that happened so far, as the first seat was told.
    steps: list[Json] = field(default_factory=list)
    seq: int = 0
    actions: int = 0
    waits: bool = False
    finished: int = 0

    def run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                self.step()
            except httpx.TransportError:
                return  # killed

    def step(self) -> None:
        if self.table is None:
            self.acked, self.doubt, self.steps, self.seq = {}, None, [], 0
            self.table = sit(self.server, seats=self.seats)
            return
        me = self.table.first
        snapshot = me.view()
        self.seq = snapshot["seq"]
        if snapshot["state"] == "over":
            self.finished += 1
            self.table = None
            return
        who = snapshot["who"]
        if who not in self.table.players:
            self.steps += me.events(self.steps[-1]["ply"] if self.steps else 0)
            self.waits = True
            return
        if self.waits:
            self.waits = False
            self.answered.release()
        snapshot = self.table.ask(snapshot)
        ply, text = snapshot["ply"], self.rng.choice(options(snapshot))
        self.doubt = (ply + 1, text)
        after = self.table.players[who].act(ply, text)
        self.acked[ply + 1] = text
        self.doubt = None
        self.seq = after["seq"]
        self.actions += 1
        self.acted.release()

    def check(self) -> None:
        """After a restart: the record has all that was acknowledged, and at most the one action in doubt besides."""
        if self.table is None:
            return
        found: dict[int, str] = {}
        for player in self.table.players.values():
            for step in player.events(0):
                if "act" in step:
                    assert step["ply"] not in found, "one ply, two actions"
                    found[step["ply"]] = step["act"]
        expected = dict(self.acked)
        if self.doubt is not None and found.get(self.doubt[0]) == self.doubt[1]:
            expected[self.doubt[0]] = self.doubt[1]
        assert dict(sorted(found.items())) == dict(sorted(expected.items()))
        self.acked, self.doubt = expected, None
        told = self.table.first.events(0)
        assert [step["ply"] for step in told] == list(range(1, len(told) + 1)), "no ply is missing, none is there twice"
        assert told[: len(self.steps)] == self.steps, "what was told once stays so"
        info = self.table.first.info()
        assert info["ply"] == len(told) or (info["ply"] > len(told) and len(self.table.players) == 1), "a bot goes on"
        assert info["seq"] >= self.seq
        assert info["state"] in ("playing", "over")

    def go_on(self) -> None:
        """A few more decisions, whoever has to make them."""
        if self.table is None:
            return
        snapshot = self.table.first.view()
        goal = snapshot["ply"] + 5
        with Stream(self.table.first) as stream:
            while snapshot["state"] == "playing" and snapshot["ply"] < goal:
                if snapshot["who"] in self.table.players:
                    asked = self.table.ask(snapshot)
                    text = self.rng.choice(options(asked))
                    snapshot = self.table.play(asked, text)
                    self.acked[snapshot["ply"]] = text
                else:
                    stream.ply(snapshot["ply"] + 1)
                    snapshot = self.table.first.view()


def test_killed_again_and_again_under_load(tmp_path: Path) -> None:
    with ThreadPoolExecutor(SERVERS) as pool:
        for killed in [pool.submit(kill_again_and_again, tmp_path / str(part), part) for part in range(SERVERS)]:
            killed.result()


def kill_again_and_again(folder: Path, part: int) -> None:
    rng = random.Random(part)
    folder.mkdir()
    server = Server(folder / "data")
    kinds = (("open", "open"), ("mine", "mine"), ("open", "bot:random"), ("bot:random", "mine"))
    acted, answered = threading.Semaphore(0), threading.Semaphore(0)
    drivers = [
        Driver(server, seats, random.Random(10 * part + number), acted, answered) for number, seats in enumerate(kinds)
    ]
    sessions: list[int] = []
    with server:
        for number in range(TIMES):
            stop = threading.Event()
            threads = [threading.Thread(target=driver.run, args=(stop,)) for driver in drivers]
            for thread in threads:
                thread.start()
            for _ in range(rng.randint(1, BURST)):
                assert acted.acquire(timeout=PATIENCE), "nobody can act any more"
            if number % 6 == 0:  # bots need a moment to wake; most kills do not grant it
                assert answered.acquire(timeout=PATIENCE), "no bot answers any more"
            stop.wait(rng.uniform(0, LATER))
            sessions.append(server.process.pid)
            server.kill()
            stop.set()
            for thread in threads:
                thread.join(PATIENCE)
                assert not thread.is_alive()
            server.start()
            for driver in drivers:
                driver.check()
        for driver in drivers:
            driver.go_on()
            driver.check()
        people, others = drivers[:2], drivers[2:]
        assert all(driver.actions > TIMES for driver in people), [driver.actions for driver in drivers]
        assert any(driver.steps for driver in others)
    gone(sessions)
    assert "Traceback" not in server.output(), server.output()[-3000:]


def gone(sessions: list[int]) -> None:
    """Nothing a killed server had started goes on without it."""
    if not Path("/proc").is_dir():
        pytest.skip("needs /proc")
    end = time.monotonic() + PATIENCE
    while left := [name for session in sessions for name in _of_session(session)]:
        assert time.monotonic() < end, f"still running: {left}"
        time.sleep(0.1)


def _of_session(session: int) -> list[str]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z" and int(fields[3]) == session:
            found.append(stat.parent.name)
    return found


def test_a_polite_end_loses_nothing(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        table = sit(server)
        snapshot = table.ask(table.first.view())
        for _ in range(5):
            snapshot = table.ask(table.play(snapshot, options(snapshot)[0]))
        with Stream(table.first) as stream:
            stream.state()
            assert server.stop() == 0, "an open stream does not hold it up"
        server.start()
        again = table.players[snapshot["who"]].view()
        assert again["view"] == snapshot["view"]
        assert table.play(again, options(again)[0])["ply"] == 6
