"""The benchmark of the server. A bare endpoint that durably stores the same bytes is measured in the same run.

This process generates the load. Both servers run in processes of their own, on the same HTTP parser and event loop.
They are measured in turns, in short slices, so that a slow moment of the machine affects both alike. Programs and pages
play on our server. Programs receive decisions and events. Pages receive the scene too.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path

from uvicorn.loops.auto import auto_loop_factory

from gunki.lab.bench import server_capacity
from gunki.lab.bench.bench_report import BenchReport
from gunki.lab.bench.machine import calibrate, header, speed_warnings
from gunki.lab.bench.speed_floors import FLOORS, at_least
from gunki.lab.bench.timing import Spread, share_of
from gunki.lab.loadtest import bare_endpoint
from gunki.lab.loadtest.http_client import PAGE, HttpConnection
from gunki.lab.loadtest.played_match import ActionTally, PlayedMatch, create_matches, percentiles
from gunki.lab.loadtest.server_process import SERVE, BenchError, Process, process

#: The number of matches played at the same time. The bare endpoint gets the same number of connections.
MATCHES = 32
#: The number of idle matches that are created to measure the memory of one match.
MATCHES_HELD = 100
SLICE = 0.5
ROUNDS = 5
SEED = 7
#: Seconds of play before the measurement. The server loads all games after its first second, so they are loaded then.
WARM_UP = 3.0
#: A run of this many seconds has all its matches and listeners. A shorter run has a smaller share of them.
SECONDS_FOR_ALL = 10.0
#: The server must nearly reach the bare endpoint, although it also plays the rules and notifies all seats.
FLOORS["actions_vs_bare"] = at_least(0.8)


def bench(game_id: str, seconds: float = 12.0) -> BenchReport:
    """Measure the server with a game and return the report.

    Both servers together play for `seconds`. The measurement of listeners takes a third of these seconds in addition.
    """
    begin = time.perf_counter()
    report = BenchReport(game_id)
    before, share = calibrate(), share_of(seconds, SECONDS_FOR_ALL)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with (
            process("serve", data / "serve", *SERVE) as ours,
            process("bare", data / "bare.sqlite3", "-m", bare_endpoint.__name__) as bare,
            asyncio.Runner(loop_factory=auto_loop_factory()) as runner,
        ):
            runner.run(race(report, game_id, ours, bare, seconds))
            report.figures |= runner.run(
                server_capacity.measure_silent_listeners(ours, game_id, max(1.0, seconds / 3), share)
            )
        report.figures |= server_capacity.measure_stored_matches(data / "full", share)
    after = calibrate()
    report.header = header(before, after)
    report.warnings += speed_warnings(before, after)
    report.seconds = time.perf_counter() - begin
    return report


async def our_slice(
    port: int, game_id: str, playing: list[PlayedMatch], length: float, rng: random.Random, tally: ActionTally
) -> float:
    """Return the actions per second over a slice. Matches that ended are replaced between slices.

    The slice ends with the last answer. The time until the other seats get their states is not counted.
    """
    before, begin = tally.actions, time.perf_counter()
    going = await asyncio.gather(*(match.plays_on(begin + length, rng, tally) for match in playing))
    rate = (tally.actions - before) / (tally.last - begin)
    for number, (match, goes_on) in enumerate(zip(playing, going, strict=True)):
        if not goes_on:
            await match.close()
            playing[number] = await PlayedMatch.create(port, game_id, extent=match.extent)
    return rate


async def bare_slice(lines: list[HttpConnection], bodies: list[bytes], length: float) -> float:
    """Return the requests per second that the bare endpoint stores over a slice."""
    begin, count = time.perf_counter(), 0

    async def post(line: HttpConnection, start: int) -> int:
        done = 0
        await line.renew_if_idle()
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


async def race(report: BenchReport, game_id: str, ours: Process, bare: Process, seconds: float) -> None:
    """Measure both servers in turn and add the figures and ratios to the report."""
    rng = random.Random(SEED)
    rounds = max(ROUNDS, round(seconds / (3 * SLICE)))
    length = seconds / (3 * rounds)
    tally, quiet, drawn = ActionTally(), ActionTally(), ActionTally()
    rates: list[float] = []
    page_rates: list[float] = []
    bare_rates: list[float] = []
    cpu = bare_cpu = 0.0
    async with (
        create_matches(ours.port, game_id, MATCHES) as playing,
        create_matches(ours.port, game_id, MATCHES, PAGE) as pages,
    ):
        lines = [await HttpConnection.to(bare.port) for _ in range(MATCHES)]
        await our_slice(ours.port, game_id, playing, WARM_UP, rng, quiet)
        await bare_slice(lines, quiet.bodies, 0.2)
        for _ in range(rounds):
            before = ours.cpu()
            rates.append(await our_slice(ours.port, game_id, playing, length, rng, tally))
            cpu += (ours.cpu() or 0.0) - (before or 0.0)
            before = bare.cpu()
            bare_rates.append(await bare_slice(lines, tally.bodies, length))
            bare_cpu += (bare.cpu() or 0.0) - (before or 0.0)
            page_rates.append(await our_slice(ours.port, game_id, pages, length, rng, drawn))
        for line in lines:
            await line.close()
    async with create_matches(ours.port, game_id, 1) as alone:
        quiet = ActionTally()
        await our_slice(ours.port, game_id, alone, max(0.5, length), rng, quiet)
    figures = report.figures
    figures["actions_per_s"] = statistics.median(rates)
    figures["page_actions_per_s"] = statistics.median(page_rates)
    figures["event_ms"], figures["event_p99_ms"] = percentiles(tally.delays)
    figures["quiet_event_ms"], figures["quiet_event_p99_ms"] = percentiles(quiet.delays)
    figures["actions"] = float(tally.actions)
    figures["tables"] = float(MATCHES)
    if ours.cpu() is not None:
        figures["cpu_per_action_ms"] = cpu / tally.actions * 1000
    figures |= await measure_held_matches(
        ours, game_id, max(10, round(MATCHES_HELD * share_of(seconds, SECONDS_FOR_ALL)))
    )
    stored = sum(bare_rates) * length
    report.peers["bare"] = {
        "stored_per_s": round(statistics.median(bare_rates), 1),
        "cpu_per_request_ms": round(bare_cpu / stored * 1000, 3),
        "how": "FastAPI, the same bytes, SQLite WAL, synchronous=FULL, one commit per request",
    }
    for name, our_rates in (("actions_vs_bare", rates), ("page_actions_vs_bare", page_rates)):
        report.ratios[name] = Spread.of([a / b for a, b in zip(our_rates, bare_rates, strict=True)])
    report.rounds = rounds


async def measure_held_matches(ours: Process, game_id: str, count: int) -> dict[str, float]:
    """Create `count` idle matches.

    Return the number of all matches held, and the kilobytes that each idle match takes.
    """
    before = ours.memory()
    for _ in range(count):
        match = await PlayedMatch.create(ours.port, game_id, listen=False)
        await match.close()
    after = ours.memory()
    figures = {"matches_held": float(count + 2 * MATCHES + 1)}
    if before is not None and after is not None:
        figures["match_kb"] = (after - before) / count
    return figures
