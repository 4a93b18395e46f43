"""How fast the server plays here, beside a bare endpoint that durably stores the same bytes in the same run.

This process drives; both servers are processes of their own, on the same HTTP parser and event loop. Slices of ours and
theirs take turns, so that a slow moment of the machine hits both alike. The driver speaks HTTP itself and reads of an
answer only what a player needs for the next action: a comfortable client would cost more than what it measures.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
import uvicorn
from fastapi import FastAPI, Request
from uvicorn.loops.auto import auto_loop_factory

import gunki
from gunki.core.errors import GunkiError
from gunki.lab.bench import FLOORS, Report, calibrate, header, unsteady
from gunki.lab.timing import Spread

#: Matches that are played at the same time, and connections of the bare endpoint.
TABLES = 8
#: Matches that are only kept, to see what one costs in memory.
HELD = 100
SLICE = 0.5
ROUNDS = 5
SEED = 7
LARGEST_LINE = 2**24
#: Half of what the bare endpoint does, though the rules are played and everybody is told.
FLOORS["actions_vs_bare"] = ("floor 0.5", lambda x: x >= 0.5)


class BenchError(GunkiError):
    """A server did not do what was asked."""


def bench(ident: str, seconds: float = 12.0) -> Report:
    """Measure the server with a game. `seconds` go to both servers together."""
    begin = time.perf_counter()
    report = Report(ident)
    before = calibrate()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        serve = ("-m", "gunki", "serve", "--limits", "0", "--data")  # one driver asks for many
        with (
            process("serve", data / "serve", *serve) as ours,
            process("bare", data / "bare.sqlite3", "-m", __name__) as bare,
            asyncio.Runner(loop_factory=auto_loop_factory()) as runner,
        ):
            runner.run(race(report, ident, ours, bare, seconds))
    after = calibrate()
    report.header = header(before, after)
    report.warnings += unsteady(before, after)
    report.seconds = time.perf_counter() - begin
    return report


# -- the bare endpoint ------------------------------------------------------------------------------------------------


def serve_bare(port: int, database: str) -> None:
    """The least that stores a request before it answers: one insert and one commit in WAL with synchronous=FULL."""
    store = sqlite3.connect(database, isolation_level=None)
    store.execute("pragma journal_mode = wal")
    store.execute("pragma synchronous = full")
    store.execute("create table stored (id integer primary key, body blob not null)")
    app = FastAPI()

    async def keep(request: Request) -> dict[str, int | None]:
        body = await request.body()
        store.execute("begin immediate")
        number = store.execute("insert into stored (body) values (?)", (body,)).lastrowid
        store.execute("commit")
        return {"id": number}

    app.post("/store")(keep)
    uvicorn.run(app, host="127.0.0.1", port=port, http="httptools", log_level="warning", access_log=False)


# -- processes --------------------------------------------------------------------------------------------------------


@dataclass
class Process:
    name: str
    port: int
    pid: int

    def cpu(self) -> float | None:
        """Processor seconds so far, or None where the system does not say."""
        with suppress(OSError, ValueError, IndexError):
            fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return None

    def memory(self) -> float | None:
        """Kilobytes in memory."""
        with suppress(OSError, ValueError, IndexError):
            pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="utf-8").split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE") / 1024
        return None


@contextmanager
def process(name: str, data: Path, *command: str) -> Iterator[Process]:
    """A server in its own process; `command` ends where the data go, the port follows."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = data.parent / f"{name}.log"
    with log.open("wb") as output:
        running = subprocess.Popen(
            [sys.executable, *command, str(data), "--port", str(port)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        end = time.monotonic() + 60
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if running.poll() is not None or time.monotonic() > end:
                raise BenchError(f"{name} does not start: {log.read_text(encoding='utf-8', errors='replace')[-500:]}")
            time.sleep(0.02)
        yield Process(name, port, running.pid)
    finally:
        running.terminate()
        try:
            running.wait(20)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait(20)


# -- a driver that costs little ---------------------------------------------------------------------------------------


class Line:
    """One kept-open HTTP/1.1 connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        self.reader = reader
        self.writer = writer
        self._host = host

    @classmethod
    async def to(cls, port: int) -> Line:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LARGEST_LINE)
        return cls(reader, writer, f"127.0.0.1:{port}")

    def send(self, method: str, path: str, body: bytes = b"", token: str | None = None) -> None:
        bearer = "" if token is None else f"Authorization: Bearer {token}\r\n"
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if method == "POST" else ""
        self.writer.write(f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\n{bearer}{kind}\r\n".encode() + body)

    async def head(self) -> tuple[int, dict[bytes, bytes]]:
        lines = (await self.reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        fields = dict(line.lower().split(b": ", 1) for line in lines[1:] if b": " in line)
        return int(lines[0].split()[1]), fields

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> bytes:
        """The body of an answer; any but a good one ends the measurement."""
        self.send(method, path, orjson.dumps(body) if method == "POST" else b"", token)
        status, fields = await self.head()
        if b"content-length" not in fields:
            raise BenchError(f"{method} {path}: an answer without a length")
        content = await self.reader.readexactly(int(fields[b"content-length"]))
        if status >= 300:
            raise BenchError(f"{method} {path}: {status} {content[:300].decode(errors='replace')}")
        return content

    async def close(self) -> None:
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()


def question(snapshot: bytes) -> Any:
    """What is asked, of whom: a snapshot up to its scene."""
    return orjson.loads(snapshot[: snapshot.index(b',"scene":')] + b"}")


class Listener:
    """The stream of a seat: when each seq came, and the newest snapshot."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.came: dict[int, float] = {}
        self.seq = -1
        self._data = b""
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._read())

    @classmethod
    async def of(cls, port: int, match: str, token: str) -> Listener:
        line = await Line.to(port)
        line.send("GET", f"/api/games/{match}/stream", token=token)
        status, _ = await line.head()
        if status != 200:
            raise BenchError(f"stream: {status}")
        return cls(line)

    async def _read(self) -> None:
        """Events as they come; lines that only frame the chunks mean nothing here."""
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                lines = (await self._line.reader.readuntil(b"\n\n")).split(b"\n")
                fields = {name: value for name, _, value in (line.partition(b": ") for line in lines)}
                if fields.get(b"event") == b"state":
                    self.seq, self._data = int(fields[b"id"]), fields[b"data"]
                    self.came[self.seq] = time.perf_counter()
                    self._news.set()
        self._news.set()

    async def question(self, seq: int) -> Any:
        """The newest question, once it is as new as `seq`."""
        while self.seq < seq:
            self._news.clear()
            if self._task.done():
                raise BenchError("a stream ended")
            await asyncio.wait_for(self._news.wait(), 30)
        return question(self._data)

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._line.close()


# -- matches ----------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    actions: int = 0
    #: Seconds from the sending of an action to its event at every other seat.
    delays: list[float] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)


class Table:
    """A match of people, all of them ours: each acts on its own connection and listens at its own stream."""

    def __init__(self, line: Line, match: str, tokens: dict[str, str], listeners: dict[str, Listener]) -> None:
        self._line = line
        self.match = match
        self.tokens = tokens
        self.listeners = listeners
        self.asked: Any = None

    @classmethod
    async def made(cls, port: int, ident: str, listen: bool = True) -> Table:
        line = await Line.to(port)
        seats = dict.fromkeys(gunki.new(ident, seed=0).seats, "open")
        made = orjson.loads(await line.ask("POST", "/api/games", {"game": ident, "seats": seats}))
        tokens = {}
        for entry in made["seats"]:
            body = {"nonce": secrets.token_hex(16), "invite": entry["invite"]}
            joined = await line.ask("POST", f"/api/games/{made['id']}/seats/{entry['seat']}", body)
            tokens[entry["seat"]] = orjson.loads(joined)["token"]
        listeners = {}
        if listen:
            listeners = {seat: await Listener.of(port, made["id"], token) for seat, token in tokens.items()}
        table = cls(line, made["id"], tokens, listeners)
        view = await line.ask("GET", f"/api/games/{made['id']}/view", token=next(iter(tokens.values())))
        table.asked = question(view)
        return table

    async def play(self, end: float, rng: random.Random, tally: Tally) -> bool:
        """Act until the time is up; False when the match is over."""
        path, clock = f"/api/games/{self.match}/actions", time.perf_counter
        sent: list[tuple[str, int, float]] = []
        while clock() < end and self.asked["who"] is not None:
            asked, who = self.asked, self.asked["who"]
            if asked["seat"] != who:
                asked = await self.listeners[who].question(asked["seq"])
            body = {"ply": asked["ply"], "action": rng.choice(asked["decision"]["options"])["text"]}
            begin = clock()
            self.asked = question(await self._line.ask("POST", path, body, self.tokens[who]))
            sent.append((who, self.asked["seq"], begin))
            tally.actions += 1
            if len(tally.bodies) < 1000:
                tally.bodies.append(orjson.dumps(body))
        for seat, listener in self.listeners.items():
            await listener.question(self.asked["seq"])
            tally.delays += [
                listener.came[seq] - begin for who, seq, begin in sent if who != seat and seq in listener.came
            ]
            listener.came.clear()
        return self.asked["who"] is not None

    async def close(self) -> None:
        for listener in self.listeners.values():
            await listener.close()
        await self._line.close()


@asynccontextmanager
async def tables(port: int, ident: str, count: int) -> AsyncIterator[list[Table]]:
    made = [await Table.made(port, ident) for _ in range(count)]
    try:
        yield made
    finally:
        for table in made:
            await table.close()


async def our_slice(
    port: int, ident: str, playing: list[Table], length: float, rng: random.Random, tally: Tally
) -> float:
    """Actions per second over a slice; matches that ended are replaced between slices."""
    before, begin = tally.actions, time.perf_counter()
    going = await asyncio.gather(*(table.play(begin + length, rng, tally) for table in playing))
    rate = (tally.actions - before) / (time.perf_counter() - begin)
    for number, goes_on in enumerate(going):
        if not goes_on:
            await playing[number].close()
            playing[number] = await Table.made(port, ident)
    return rate


async def bare_slice(lines: list[Line], bodies: list[bytes], length: float) -> float:
    begin, count = time.perf_counter(), 0

    async def post(line: Line, start: int) -> int:
        done = 0
        while time.perf_counter() < begin + length:
            line.send("POST", "/store", bodies[(start + done) % len(bodies)])
            status, fields = await line.head()
            await line.reader.readexactly(int(fields[b"content-length"]))
            if status != 200:
                raise BenchError(f"the bare endpoint answered {status}")
            done += 1
        return done

    count = sum(await asyncio.gather(*(post(line, number * 97) for number, line in enumerate(lines))))
    return count / (time.perf_counter() - begin)


async def race(report: Report, ident: str, ours: Process, bare: Process, seconds: float) -> None:
    rng = random.Random(SEED)
    rounds = max(ROUNDS, round(seconds / (2 * SLICE)))
    length = seconds / (2 * rounds)
    tally, quiet = Tally(), Tally()
    rates: list[float] = []
    bare_rates: list[float] = []
    cpu = bare_cpu = 0.0
    async with tables(ours.port, ident, TABLES) as playing:
        lines = [await Line.to(bare.port) for _ in range(TABLES)]
        await our_slice(ours.port, ident, playing, 0.3, rng, quiet)  # warm up
        await bare_slice(lines, quiet.bodies, 0.2)
        for _ in range(rounds):
            before = ours.cpu()
            rates.append(await our_slice(ours.port, ident, playing, length, rng, tally))
            cpu += (ours.cpu() or 0.0) - (before or 0.0)
            before = bare.cpu()
            bare_rates.append(await bare_slice(lines, tally.bodies, length))
            bare_cpu += (bare.cpu() or 0.0) - (before or 0.0)
        for line in lines:
            await line.close()
    async with tables(ours.port, ident, 1) as alone:
        quiet = Tally()
        await our_slice(ours.port, ident, alone, max(0.5, length), rng, quiet)
    figures = report.figures
    figures["actions_per_s"] = statistics.median(rates)
    figures["event_ms"], figures["event_p99_ms"] = percentiles(tally.delays)
    figures["quiet_event_ms"], figures["quiet_event_p99_ms"] = percentiles(quiet.delays)
    figures["actions"] = float(tally.actions)
    figures["tables"] = float(TABLES)
    if ours.cpu() is not None:
        figures["cpu_per_action_ms"] = cpu / tally.actions * 1000
    figures |= await held(ours, ident)
    stored = sum(bare_rates) * length
    report.peers["bare"] = {
        "stored_per_s": round(statistics.median(bare_rates), 1),
        "cpu_per_request_ms": round(bare_cpu / stored * 1000, 3),
        "how": "FastAPI, the same bytes, SQLite WAL, synchronous=FULL, one commit per request",
    }
    report.ratios["actions_vs_bare"] = Spread.of([a / b for a, b in zip(rates, bare_rates, strict=True)])
    report.rounds = rounds


def percentiles(delays: list[float]) -> tuple[float, float]:
    """Median and 99th percentile, in milliseconds."""
    ordered = sorted(delays)
    return statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.99)] * 1000


async def held(ours: Process, ident: str) -> dict[str, float]:
    """How many matches are there in the end, and what each of the idle ones costs in memory."""
    before = ours.memory()
    for _ in range(HELD):
        table = await Table.made(ours.port, ident, listen=False)
        await table.close()
    after = ours.memory()
    found = {"matches_held": float(HELD + TABLES + 1)}
    if before is not None and after is not None:
        found["match_kb"] = (after - before) / HELD
    return found


if __name__ == "__main__":
    serve_bare(int(sys.argv[sys.argv.index("--port") + 1]), sys.argv[1])
