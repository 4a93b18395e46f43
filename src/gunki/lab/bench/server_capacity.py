"""The cost of silent listeners, stored matches and idle matches on a server."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from gunki.lab.bench.speed_floors import FLOORS, below
from gunki.lab.loadtest.http_client import HttpConnection
from gunki.lab.loadtest.played_match import ActionTally, PlayedMatch, percentiles
from gunki.lab.loadtest.server_process import SERVE, BenchError, Process, process, serve_with
from gunki.lab.loadtest.stored_matches import fill_store

#: SILENT_LISTENERS streams without events are opened. One half of them is at one match, the other half is spread over
#: SILENT_MATCHES matches.
SILENT_LISTENERS, SILENT_MATCHES = 1000, 20
STORED_MATCHES = 10_000
#: How many starts of each kind are measured. The result is their median.
STARTS = 5
#: BEFORE: how many matches are opened and dropped before the measurement, because some costs occur only once. IDLE: how
#: many matches are opened and dropped during the measurement.
BEFORE, IDLE = 400, 900
#: Matches that the server keeps in memory. The number is small, so that idle matches are dropped as soon as others are
#: opened.
MAX_MATCHES_KEPT = 8
AT_ONCE = 4

FLOORS["listeners_vs_none"] = below(2)
FLOORS["start_vs_empty"] = below(1.5)
FLOORS["idle_match_kb"] = below(5)


# -- silent listeners -------------------------------------------------------------------------------------------------


async def measure_silent_listeners(ours: Process, game_id: str, seconds: float, share: float = 1.0) -> dict[str, float]:
    """Measure an action in turns: with no other listener, and with silent listeners at other matches.

    A short run opens only the share `share` of the listeners.
    """
    count = round(SILENT_LISTENERS * share)
    rng = random.Random(count)
    actor = await PlayedMatch.create(ours.port, game_id)
    others = [await PlayedMatch.create(ours.port, game_id, listen=False) for _ in range(min(SILENT_MATCHES, count))]
    alone: list[float] = []
    among: list[float] = []
    lines: list[HttpConnection] = []
    for number in range(4):  # in turn: without silent listeners, with them, without them, with them
        times = among if number % 2 else alone
        if number % 2:
            lines = [
                await _open_silent_stream(ours.port, others[_place(n, count, len(others))].match) for n in range(count)
            ]
        actor = await _act_for(actor, ours.port, game_id, seconds / 4, rng, times)
        for line in lines:
            await line.close()
        lines = []
    for match in (actor, *others):
        await match.close()
    quiet, busy = percentiles(alone), percentiles(among)
    return {
        "silent_listeners": float(count),
        "action_alone_ms": quiet[0],
        "action_among_listeners_ms": busy[0],
        "action_among_listeners_p99_ms": busy[1],
        "listeners_vs_none": busy[0] / quiet[0],
    }


def _place(number: int, count: int, matches: int) -> int:
    return 0 if number < count // 2 else number % matches


async def _open_silent_stream(port: int, match: str) -> HttpConnection:
    line = await HttpConnection.to(port)
    line.send("GET", f"/api/matches/{match}/stream")
    status, _ = await line.head()
    if status != 200:
        raise BenchError(f"stream: {status}")
    return line


async def _act_for(
    match: PlayedMatch, port: int, game_id: str, seconds: float, rng: random.Random, times: list[float]
) -> PlayedMatch:
    """Act for `seconds`. If the match ends, act in a new one. Return the match that is under way at the end."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        tally = ActionTally()
        if not await match.plays_on(end, rng, tally):
            await match.close()
            match = await PlayedMatch.create(port, game_id)
        times += tally.times
    return match


# -- stored matches ---------------------------------------------------------------------------------------------------


def measure_stored_matches(folder: Path, share: float = 1.0) -> dict[str, float]:
    """Compare the start of a server that has many stored matches with the start of an empty one.

    Also measure the memory of idle matches.
    """
    idents = fill_store(folder, round(STORED_MATCHES * share))
    starts: dict[str, list[float]] = {"full": [], "empty": []}
    for _ in range(max(1, round(STARTS * share))):
        for name, data in (("full", folder), ("empty", folder.parent / "empty")):
            with process(name, data, *SERVE) as server:
                starts[name].append(server.start)
    full, empty = (statistics.median(starts[name]) for name in ("full", "empty"))
    return {
        "stored_matches": float(len(idents)),
        "start_full_ms": full * 1000,
        "start_empty_ms": empty * 1000,
        "start_vs_empty": full / empty,
        **_measure_idle(folder, idents, round(BEFORE * share), round(IDLE * share)),
    }


def _measure_idle(folder: Path, idents: Sequence[str], before: int, count: int) -> dict[str, float]:
    """Return the memory that a match takes after it was opened and became idle."""
    sizes = []
    with process("idle", folder, *serve_with(most_live=MAX_MATCHES_KEPT)) as server:
        # Requests leave garbage for a while too. So the memory is also measured for the same number of requests to
        # matches that stay in memory, and subtracted.
        recent_ids = [idents[number % AT_ONCE] for number in range(count)]
        for match_ids in (idents[:before], recent_ids, idents[before : before + count]):
            asyncio.run(_open(server.port, match_ids))
            sizes.append(server.memory())
    first, same, last = sizes
    if first is None or same is None or last is None:
        return {}
    return {
        "idle_matches": float(count),
        "request_kb": (same - first) / count,
        "idle_match_kb": max(0.0, (last - same) - (same - first)) / count,
    }


async def _open(port: int, idents: Sequence[str]) -> None:
    async def one(mine: Sequence[str]) -> None:
        line = await HttpConnection.to(port)
        for match_id in mine:
            await line.ask("GET", f"/api/matches/{match_id}")
        await line.close()

    await asyncio.gather(*(one(idents[number::AT_ONCE]) for number in range(AT_ONCE)))
