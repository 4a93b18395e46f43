"""A server that is killed again and again under load: what was acknowledged is there, once, and every match goes on.

`python -m tests.server.crash --kills 200` does for long what a test does every day.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.server.process import PATIENCE, Server, faults
from tests.server.streams import Stream
from tests.server.table import Json, Player, Table, create, join, nonce, options, reveal, sit

#: Before the next kill all players together act at least as often as is wanted, up to so many times more, and go on for
#: so many seconds at most.
BURST = 20
LATER = 0.02
#: Actions before each kill, where it is done for long; a test kills sooner, too.
LEAST = 20
#: How often somebody who may takes back instead of acting.
BACK = 0.15
#: How many servers there are at a time. Most of it is waiting.
SERVERS = 2


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
    #: One person holds all seats here, and now and then takes back what he has done.
    takes_back: bool = False
    #: A take-back was sent, and not answered.
    doubts_back: bool = False
    taken_back: int = 0

    def run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                self.step()
            except httpx.TransportError:
                return  # killed

    def step(self) -> None:
        if self.table is None:
            self.acked, self.doubt, self.doubts_back, self.steps, self.seq = {}, None, False, [], 0
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
        if self.takes_back and self.acked and self.rng.random() < BACK:
            self.back(snapshot["ply"])
            return
        ply, text = snapshot["ply"], self.rng.choice(options(snapshot))
        self.doubt = (ply + 1, text)
        after = self.table.players[who].act(ply, text)
        self.acked[ply + 1] = text
        self.doubt = None
        self.seq = after["seq"]
        self.actions += 1
        self.acted.release()

    def back(self, ply: int) -> None:
        assert self.table is not None
        self.doubts_back = True
        answer = self.table.first.undo(ply)
        assert answer.status_code == 200, answer.text
        self.doubts_back = False
        self.seq = answer.json()["seq"]
        assert answer.json()["ply"] == ply - 1
        del self.acked[ply]
        self.taken_back += 1

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
        if self.doubts_back and found.keys() < expected.keys():
            del expected[max(expected)]
        assert dict(sorted(found.items())) == dict(sorted(expected.items()))
        self.acked, self.doubt, self.doubts_back = expected, None, False
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


@dataclass
class Gatherer:
    """Two sit down at one match after another: hashes first, then the numbers; a kill may come between any of it."""

    server: Server
    rng: random.Random
    players: list[Player] = field(default_factory=list)
    invites: dict[str, str] = field(default_factory=dict)
    nonces: dict[str, str] = field(default_factory=dict)
    #: The tokens that they have made: with them they come back where the answer was lost.
    tokens: dict[str, str] = field(default_factory=dict)
    #: Of these seats it is acknowledged that they have committed, or revealed.
    joined: set[str] = field(default_factory=set)
    revealed: set[str] = field(default_factory=set)
    gathered: int = 0
    #: Kills after the first had committed and before the last had revealed.
    interrupted: int = 0

    def run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                self.step()
                stop.wait(self.rng.uniform(0, LATER))
            except httpx.TransportError:
                return  # killed

    def step(self) -> None:
        """The next thing that is not acknowledged; what was sent without an answer is sent again, just as it was."""
        if not self.players:
            made = create(self.server, seats={"oda": "open", "anti_oda": "open"})
            self.invites = {entry["seat"]: entry["invite"] for entry in made["seats"]}
            self.nonces = {seat: nonce() for seat in self.invites}
            self.tokens = {seat: secrets.token_urlsafe(32) for seat in self.invites}
            self.joined, self.revealed = set(), set()
            self.players = [Player(self.server, made["id"], None, seat) for seat in self.invites]
            return
        for player in self.players:
            assert player.seat is not None
            if player.seat not in self.joined:
                join(player, self.nonces[player.seat], self.invites[player.seat], token=self.tokens[player.seat])
                self.joined.add(player.seat)
                return
        for player in self.players:
            assert player.seat is not None
            if player.seat not in self.revealed:
                reveal(player, self.nonces[player.seat])
                self.revealed.add(player.seat)
                return
        assert self.players[0].info()["state"] == "playing"
        self.players = []
        self.gathered += 1

    def check(self) -> None:
        if not self.players:
            return
        self.interrupted += bool(self.joined) and len(self.revealed) < len(self.players)
        info = self.players[0].info()
        there = {seat["seat"]: seat for seat in info["seats"]}
        assert all(there[seat]["joined"] and seat in info["commits"] for seat in self.joined), info
        assert all(there[seat]["revealed"] for seat in self.revealed), info
        everybody = all(seat["revealed"] for seat in there.values())
        assert info["state"] == ("playing" if everybody else "gathering"), info

    def go_on(self) -> None:
        """Those who had begun to sit down can do so to the end."""
        goal = self.gathered + 1
        while self.gathered < goal:
            self.step()


def kill_again_and_again(
    folder: Path, part: int, times: int, say: Callable[[str], None] = lambda _: None, least: int = 1
) -> Counter[str]:
    """Kill a server so many times while everybody plays; what was done meanwhile.

    `least`: so many actions at least are answered before each kill.
    """
    rng = random.Random(part)
    folder.mkdir()
    server = Server(folder / "data")
    kinds = (("open", "open"), ("mine", "mine"), ("open", "bot:random"), ("bot:random", "mine"))
    acted, answered = threading.Semaphore(0), threading.Semaphore(0)
    drivers = [
        Driver(server, seats, random.Random(10 * part + number), acted, answered, takes_back=seats == ("mine", "mine"))
        for number, seats in enumerate(kinds)
    ]
    gatherer = Gatherer(server, random.Random(100 + part))
    everybody: list[Driver | Gatherer] = [*drivers, gatherer]
    sessions: list[int] = []
    with server:
        for number in range(times):
            before, stop = sum(driver.actions for driver in drivers), threading.Event()
            while acted.acquire(blocking=False):  # those that were answered just before the last kill
                pass
            wrong: list[Exception] = []
            threads = [threading.Thread(target=_run, args=(one, stop, wrong)) for one in everybody]
            for thread in threads:
                thread.start()
            for _ in range(least + rng.randrange(BURST)):
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
            if wrong:
                raise wrong[0]
            assert sum(driver.actions for driver in drivers) >= before + least
            server.start()
            for one in everybody:
                one.check()
            if (number + 1) % 10 == 0:
                say(f"server {part}: killed {number + 1} times, {sum(driver.actions for driver in drivers)} actions")
        for one in everybody:
            one.go_on()
            one.check()
        people, others = drivers[:2], drivers[2:]
        assert all(driver.actions > times for driver in people), [driver.actions for driver in drivers]
        assert any(driver.steps for driver in others)
    gone(sessions)
    assert not faults(server.output()), server.output()[-3000:]
    return Counter(
        kills=times,
        actions=sum(driver.actions for driver in drivers),
        taken_back=sum(driver.taken_back for driver in drivers),
        finished=sum(driver.finished for driver in drivers),
        bots_steps=sum(len(driver.steps) for driver in others),
        gathered=gatherer.gathered,
        killed_while_gathering=gatherer.interrupted,
    )


def _run(one: Driver | Gatherer, stop: threading.Event, wrong: list[Exception]) -> None:
    """What somebody was told and could not be is no reason to stop without a word."""
    try:
        one.run(stop)
    except Exception as error:
        wrong.append(error)


def gone(sessions: list[int]) -> None:
    """Nothing a killed server had started goes on without it."""
    if not Path("/proc").is_dir():
        return  # only Linux tells
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


def crash(folder: Path, kills: int, say: Callable[[str], None] = lambda _: None, least: int = 1) -> Counter[str]:
    """So many kills of every server, each after so many actions at least; what was done meanwhile by all."""
    done: Counter[str] = Counter()
    with ThreadPoolExecutor(SERVERS) as pool:
        parts = [pool.submit(kill_again_and_again, folder / str(n), n, kills, say, least) for n in range(SERVERS)]
        for part in parts:
            done += part.result()
    return done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="in all, shared among the servers")
    parser.add_argument("--least", type=int, default=LEAST, help="actions that are answered before each kill, at least")
    given, begin = parser.parse_args(), time.monotonic()
    each = max(1, -(-given.kills // SERVERS))
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = crash(Path(folder), each, lambda line: print(line, flush=True), given.least)
        except AssertionError as error:
            print(f"crash: {error}", file=sys.stderr)
            return 1
    print(", ".join(f"{name.replace('_', ' ')} {count}" for name, count in done.items()))
    print(
        f"{given.least} actions or more were answered before each kill; nothing was lost, nothing was there twice; "
        f"{time.monotonic() - begin:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
