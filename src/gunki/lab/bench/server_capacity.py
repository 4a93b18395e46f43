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

#: How many streams without events are opened, and over how many matches one half of them is spread. The other half is
#: at one match.
SILENT_LISTENERS, SILENT_MATCHES = 1000, 20
STORED_MATCHES = 10_000
#: How many starts of each kind are measured; their median is the result.
STARTS = 5
#: How many matches are opened and dropped before the measurement, because some costs occur only once, and during it.
BEFORE, IDLE = 400, 900
#: Matches that the server keeps in memory: few, so that it drops idle matches as soon as others are opened.
MAX_MATCHES_KEPT = 8
AT_ONCE = 4

FLOORS["listeners_vs_none"] = below(2)
FLOORS["start_vs_empty"] = below(1.5)
FLOORS["idle_match_kb"] = below(5)


# -- silent listeners -------------------------------------------------------------------------------------------------


async def measure_silent_listeners(ours: Process, game_id: str, seconds: float, share: float = 1.0) -> dict[str, float]:
    """Measure an action with no other listener, and with silent listeners at other matches, in turn.

    `share` is the share of the listeners that a short run opens.
    """
    count = round(SILENT_LISTENERS * share)
    rng = random.Random(count)
    actor = await PlayedMatch.create(ours.port, game_id)
    others = [await PlayedMatch.create(ours.port, game_id, listen=False) for _ in range(min(SILENT_MATCHES, count))]
    alone: list[float] = []
    among: list[float] = []
    lines: list[HttpConnection] = []
    for number in range(4):  # in turn: without silent listeners, with them, without, with
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
    """Act for `seconds`, in a new match if this one ends; return the match still under way."""
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
    """Return the memory of a match that was opened and is idle now."""
    sizes = []
    with process("idle", folder, *serve_with(most_live=MAX_MATCHES_KEPT)) as server:
        # Requests leave garbage for a while too. So the cost of as many requests to matches that stay in memory is
        # subtracted.
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
