"""The effect of attacks on other clients of a server that runs with its usual limits.

A quiet client plays a match at a steady pace. Another client opens the page, uploads a game and waits for a bot. Both
are measured before each attack, during each attack alone, and during all attacks at once. Each client has a loopback
address of its own.
"""

from __future__ import annotations

import asyncio
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import orjson

import gunki
from gunki.core.matches import saves
from gunki.lab.attacks.attack_base import CONNECTION_ERRORS
from gunki.lab.attacks.attack_scenarios import ATTACKS
from gunki.lab.attacks.crowd_attacks import Door, knock
from gunki.lab.attacks.nonce_steering import MATCHES, TRIES, measure_steering
from gunki.lab.attacks.worker_replacement import MAX_SECONDS, measure_replacement
from gunki.lab.bench.machine import calibrate, header, speed_warnings
from gunki.lab.bench.timing import share_of
from gunki.lab.loadtest.http_client import FILE, PAGE, HttpConnection, StreamClient, snapshot_head
from gunki.lab.loadtest.match_setup import start_match
from gunki.lab.loadtest.played_match import PlayedMatch, percentiles
from gunki.lab.loadtest.server_process import BenchError, Process, process
from gunki.lab.loadtest.stored_matches import fill_store

NONCES, WORKERS, PLACES, ALL = "nonces", "workers", "places", "all at once"
#: PACE: seconds between two actions of the quiet client. GIVES_UP: seconds after which it no longer waits for an
#: answer.
PACE, GIVES_UP = 0.04, 20.0
#: On a slow machine the quiet client plays longer, until it has made MIN_ACTIONS actions, but at most MAX_PLAY_SECONDS
#: seconds.
MIN_ACTIONS, MAX_PLAY_SECONDS = 10, 60.0
#: Seconds to wait for the outcome of an attack after it was told to stop. The machine may be busy.
OUTCOME_TIMEOUT = 600.0
#: The limit during all attacks at once: an action must take less than this many times its usual time.
FLOOR = 3.0
#: For each attack that runs alone, the measures that must then take less than `FLOOR` times their usual time.
ALONE: dict[str, tuple[str, ...]] = {
    "why": ("action",), "opens": ("action", "bot"), PLACES: ("action",), "prefixes": ("action",),
    "take_backs": ("action",),
}  # fmt: skip
#: Files and connections that a process usually may have open on Linux.
FILES = 1024
#: How many matches are stored (more than a server keeps in memory), and how many plies each of them has.
STORED, PLIES = 600, 300
#: A run of this many seconds makes all its attempts. A shorter run makes a smaller share of them.
SECONDS_FOR_ALL = 5.0
SEED = 5


@dataclass
class ServiceTimes:
    """Times that the two honest clients measured, in milliseconds. A time is None if there was no answer in time."""

    action: float | None = None
    action_p99: float | None = None
    actions: int = 0
    failed: int = 0
    #: The error of the first action that failed.
    why: str = ""
    page: float | None = None
    upload: float | None = None
    bot: float | None = None
    #: The server's memory, and the size of its stored data, before and after the measurement. Both are in megabytes.
    memory: tuple[float, float] = (0.0, 0.0)
    stored: tuple[float, float] = (0.0, 0.0)
    door: Door = field(default_factory=Door)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        figures = {name: value for name, value in vars(self).items() if name != "door"}
        rounded = {name: round(value, 2) if isinstance(value, float) else value for name, value in figures.items()}
        return {**rounded, "door": vars(self.door)}


@dataclass
class AttackRow:
    """The measured times before and during one attack, or during all attacks at once."""

    name: str
    before: ServiceTimes
    during: ServiceTimes
    #: The outcome of each attack, as the attacker reports it.
    outcomes: dict[str, dict[str, Any]]
    #: The times before all attacks. The bot's usual time is the slower one of the bot's times here and in `before`,
    #: because a bot answers too rarely for one short measurement.
    quiet: ServiceTimes = field(default_factory=ServiceTimes)

    @property
    def ratio(self) -> float | None:
        """How many times as long an action takes during the attack. None if no action was answered."""
        return self.times("action")

    def times(self, measure: str) -> float | None:
        """Return how many times as long a measured wait is during the attack. Return None if there was no answer."""
        before, during = getattr(self.before, measure), getattr(self.during, measure)
        if measure == "bot" and self.quiet.bot is not None:
            before = max(before or 0.0, self.quiet.bot)
        return None if before is None or during is None else during / before

    @property
    def floors_missed(self) -> list[str]:
        """A sentence for each measure that takes too long during this attack."""
        late = ("action",) if self.name == ALL else ALONE.get(self.name, ())
        slow_measures = [measure for measure in late if (times := self.times(measure)) is None or times >= FLOOR]
        words = {"action": "an action takes", "bot": "a bot's answer takes"}
        return [f"{self.name}: {words[measure]} {FLOOR:.0f} times as long or more" for measure in slow_measures]


@dataclass
class AttackReport:
    """The result of one run of attacks."""

    header: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    quiet: ServiceTimes = field(default_factory=ServiceTimes)
    rows: list[AttackRow] = field(default_factory=list)
    nonces: dict[str, float] = field(default_factory=dict)
    #: The seconds until a worker that was "killed" or "stuck" was replaced.
    workers: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def floors_missed(self) -> list[str]:
        """A sentence for each limit that the server missed."""
        late = [how for how, seconds in self.workers.items() if seconds >= MAX_SECONDS[how]]
        words = [f"{WORKERS}: one that is {how} is replaced after {MAX_SECONDS[how]:.0f} s or more" for how in late]
        shut = [row for row in self.rows if row.name in (PLACES, ALL) and row.during.door.turned_away]
        words += [f"{row.name}: visitors, seats or probes were turned away" for row in shut]
        return [*words, *(missed for row in self.rows for missed in row.floors_missed)]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        rows = {
            row.name: {
                "before": row.before.to_dict(),
                "during": row.during.to_dict(),
                "ratio": None if row.ratio is None else round(row.ratio, 2),
                "attack": row.outcomes,
            }
            for row in self.rows
        }
        return {
            **self.header,
            "warnings": self.warnings,
            "quiet": self.quiet.to_dict(),
            "attacks": rows,
            WORKERS: {how: round(seconds, 2) for how, seconds in self.workers.items()},
            NONCES: {name: round(value, 3) for name, value in self.nonces.items()},
            "floor": FLOOR,
            "floors_missed": self.floors_missed,
            "seconds": round(self.seconds, 1),
        }


def attack(seconds: float = 12.0, only: Sequence[str] = ()) -> AttackReport:
    """Attack a server of our own and report the effect on its other clients.

    Each attack lasts `seconds`, and goes on while other clients wait for answers. `only` names the attacks to run.
    Without it all attacks run, first one by one, then all at once.
    """
    if not {*ATTACKS, WORKERS, NONCES}.issuperset(only):
        raise BenchError(f"--only: expected one of {', '.join((*ATTACKS, WORKERS, NONCES))}")
    begin, report, share = time.perf_counter(), AttackReport(), share_of(seconds, SECONDS_FOR_ALL)
    before = calibrate()
    if not only or NONCES in only:
        report.nonces = measure_steering(max(50, round(TRIES * share)), max(4, round(MATCHES * share)))
    names = [name for name in ATTACKS if not only or name in only]
    if not only or WORKERS in only:
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            with process("serve", data, "-m", "gunki", "serve", "--data", files=FILES) as server:
                report.workers = asyncio.run(measure_replacement(server))
    if names:
        _require_addresses()
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            stored = fill_store(data, round(STORED * share), plies=round(PLIES * share))
            with process("serve", data, "-m", "gunki", "serve", "--data", files=FILES) as server:
                asyncio.run(AttackRun(server, data, stored, seconds, share).measure(report, names))
    after = calibrate()
    report.header = header(before, after)
    report.warnings += speed_warnings(before, after)
    report.seconds = time.perf_counter() - begin
    return report


def _require_addresses() -> None:
    """Raise BenchError unless this system accepts connections from 127.0.0.2.

    Linux accepts all addresses of 127.0.0.0/8 without configuration. Other systems must be configured for it.
    """
    try:
        with socket.socket() as probe:
            probe.bind(("127.0.0.2", 0))
    except OSError:
        raise BenchError("attacks come from loopback addresses such as 127.0.0.2, which this system lacks") from None


class AttackRun:
    """Attacks on a running server, and the measurements of its honest clients."""

    def __init__(self, server: Process, data: Path, stored: list[str], seconds: float, share: float) -> None:
        self._server = server
        self._data = data
        self._stored = stored
        self._seconds = seconds
        self._share = share
        self._game = gunki.game_ids()[0]
        self._rng = random.Random(SEED)
        self._quiet: PlayedMatch | None = None
        self._others = 0
        self._save = saves.save_bytes(gunki.new(self._game, seed=1))

    async def measure(self, report: AttackReport, names: list[str]) -> None:
        """Run the named attacks one by one, then all at once if there are several. Add the results to `report`."""
        report.quiet = await self._observe(self._seconds)
        for number, name in enumerate(names, 1):
            report.rows.append(replace(await self._row(name, {name: number}), quiet=report.quiet))
        if len(names) > 1:
            report.rows.append(await self._row(ALL, {name: 20 + number for number, name in enumerate(names)}))
        await self._leave_match()

    async def _row(self, name: str, attackers: dict[str, int]) -> AttackRow:
        """Measure before and during the given attacks.

        `attackers` gives each attack a number. The attack comes from addresses 127.0.NUMBER.x.
        """
        before = await self._observe(max(1.0, self._seconds / 2), others="bot" in ALONE.get(name, ()))
        processes = {kind: await self._start_attacker(kind, number) for kind, number in attackers.items()}
        try:
            for running in processes.values():
                _send_line(running, b"go\n")
            during = await self._observe(self._seconds)
            for running in processes.values():
                _send_line(running, b"stop\n")
            outcomes = {kind: await _read_outcome(kind, running) for kind, running in processes.items()}
        finally:
            for running in processes.values():
                if running.returncode is None:
                    running.kill()
                await running.wait()
        return AttackRow(name, before, during, outcomes)

    async def _start_attacker(self, name: str, number: int) -> asyncio.subprocess.Process:
        """Start an attack in its own process and return when it is ready to begin."""
        running = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gunki.lab.attacks.attack_scenarios", stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        fields = {
            "name": name,
            "port": self._server.port,
            "addresses": [f"127.0.{number}.{host}" for host in (2, 3, 4, 5)],
            "stored": self._stored,
            "share": self._share,
        }
        _send_line(running, orjson.dumps(fields) + b"\n")
        assert running.stdout is not None
        if (await running.stdout.readline()).strip() != b"ready":
            raise BenchError(f"{name}: cannot begin")
        return running

    # -- honest clients -----------------------------------------------------------------------------------------------

    async def _observe(self, seconds: float, *, others: bool = True) -> ServiceTimes:
        service = ServiceTimes()
        memory, stored = self._server.memory() or 0.0, _size(self._data)
        them = self._other(service) if others else _do_nothing()
        over = asyncio.Event()
        await asyncio.gather(
            self._play(service, seconds, over), them, self._knock(service, over) if others else _do_nothing()
        )
        service.memory = (memory / 1024, (self._server.memory() or 0.0) / 1024)
        service.stored = (stored, _size(self._data))
        return service

    async def _knock(self, service: ServiceTimes, over: asyncio.Event) -> None:
        """Visit the server from other addresses while the quiet client plays."""
        while self._quiet is None and not over.is_set():
            await asyncio.sleep(PACE)
        quiet = self._quiet
        match, token = (None, None) if quiet is None else (quiet.match, next(iter(quiet.tokens.values())))
        await knock(service.door, self._server.port, match, token, over)

    async def _play(self, service: ServiceTimes, seconds: float, over: asyncio.Event) -> None:
        """Play as the quiet client: one action every `PACE` seconds. After a failure it starts a new match."""
        times: list[float] = []
        start = time.perf_counter()
        while (now := time.perf_counter()) < start + seconds or (
            len(times) + service.failed < MIN_ACTIONS and now < start + max(seconds, MAX_PLAY_SECONDS)
        ):
            try:
                async with asyncio.timeout(GIVES_UP):
                    if self._quiet is not None and self._quiet.snapshot["who"] is None:
                        await self._leave_match()
                    self._quiet = self._quiet or await PlayedMatch.create(self._server.port, self._game, extent=PAGE)
                    _, _, begin, answer_time = await self._quiet.act(self._rng)
                times.append(answer_time - begin)
            except (*CONNECTION_ERRORS, BenchError) as error:
                service.failed += 1
                service.why = service.why or str(error) or type(error).__name__
                await self._leave_match()
            await asyncio.sleep(max(0.0, PACE - (time.perf_counter() - now)))
        over.set()
        service.actions = len(times)
        if times:
            service.action, service.action_p99 = percentiles(times)

    async def _leave_match(self) -> None:
        before, self._quiet = self._quiet, None
        if before is not None:
            await before.close()

    async def _other(self, service: ServiceTimes) -> None:
        """Act as a client that has just arrived: open the page, upload a game, play against a bot."""
        self._others += 1
        address = f"127.1.0.{self._others + 1}"
        service.page = await _measure_ms(self._page(address))
        service.upload = await _measure_ms(self._upload(address))
        service.bot = await _measure_ms(self._bot(address))

    async def _page(self, address: str) -> float:
        """Load the page, the files that it names and its first API requests. Return the seconds that this takes."""
        begin = time.perf_counter()
        line = await HttpConnection.to(self._server.port, address)
        html = (await line.ask("GET", "/")).decode()
        parts = re.findall(r'(?:src|href)="(/[^"]+)"', html)
        for path in (*parts, "/api/about", "/api/catalogue", "/api/matches", f"/api/catalogue/{self._game}"):
            await line.ask("GET", path)
        seconds = time.perf_counter() - begin
        await line.close()
        return seconds

    async def _upload(self, address: str) -> float:
        begin = time.perf_counter()
        line = await HttpConnection.to(self._server.port, address)
        await line.ask("POST", "/api/uploads", self._save, kind=FILE)
        seconds = time.perf_counter() - begin
        await line.close()
        return seconds

    async def _bot(self, address: str) -> float:
        """Return the median of the seconds that the bots take until it is the client's turn again."""
        line = await HttpConnection.to(self._server.port, address)
        seats = gunki.game(self._game).seats_in(gunki.game(self._game).scenarios[0])
        kinds = {seat: "bot:greedy" if number else "mine" for number, seat in enumerate(seats)}
        match, tokens = await start_match(line, self._game, kinds)
        [(me, token)] = tokens.items()
        listener = await StreamClient.of(self._server.port, match, token, address)
        snapshot = await listener.wait_for_snapshot(0)
        times: list[float] = []
        for _ in range(40):
            while snapshot["who"] not in (me, None):
                snapshot = await listener.wait_for_snapshot(snapshot["seq"] + 1)
            if snapshot["who"] is None or len(times) == 3:
                break
            body = {"ply": snapshot["ply"], "action": self._rng.choice(snapshot["decision"]["options"])["text"]}
            begin = time.perf_counter()
            snapshot = snapshot_head(await line.ask("POST", f"/api/matches/{match}/actions", body, token))
            if snapshot["who"] not in (me, None):
                while snapshot["who"] not in (me, None):
                    snapshot = await listener.wait_for_snapshot(snapshot["seq"] + 1)
                times.append(time.perf_counter() - begin)
        await listener.close()
        await line.close()
        if not times:
            raise BenchError("the bot was never asked")
        return statistics.median(times)


async def _measure_ms(work: Awaitable[float]) -> float | None:
    """Return the milliseconds that `work` takes. Return None if it was refused or took too long."""
    with suppress(*CONNECTION_ERRORS, BenchError):
        async with asyncio.timeout(GIVES_UP):
            return await work * 1000
    return None


async def _do_nothing() -> None:
    pass


def _send_line(running: asyncio.subprocess.Process, line: bytes) -> None:
    assert running.stdin is not None
    with suppress(OSError):
        running.stdin.write(line)


async def _read_outcome(name: str, running: asyncio.subprocess.Process) -> dict[str, Any]:
    assert running.stdout is not None
    line = await asyncio.wait_for(running.stdout.readline(), OUTCOME_TIMEOUT)
    if not line:
        raise BenchError(f"{name}: ended without a word")
    outcome: dict[str, Any] = orjson.loads(line)
    return outcome


def _size(folder: Path) -> float:
    """Return the megabytes of all stored files."""
    total = 0
    for path in _files(folder):
        with suppress(OSError):  # the file was deleted meanwhile
            total += path.stat().st_size
    return total / 2**20


def _files(folder: Path) -> Iterable[Path]:
    return (path for path in folder.rglob("*") if path.is_file())
