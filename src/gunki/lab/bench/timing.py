"""Taking times: slices of play, single calls, and what several rounds of them come to."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

#: Seconds of one slice of play at most, and rounds of slices at least.
SLICE = 0.25
ROUNDS = 7
#: Seconds of CPU time that single calls are repeated for: on some machines its clock moves in steps of milliseconds.
SHORTEST = 0.002


def split_seconds(seconds: float, engines: int) -> tuple[int, float]:
    """How many rounds of slices there are, and how long a slice is, if so many engines share the time."""
    rounds = max(ROUNDS, round(seconds / (SLICE * engines)))
    return rounds, min(SLICE, seconds / (rounds * engines))


@dataclass
class Spread:
    """Median and range of the rounds."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: list[float]) -> Spread:
        return cls(statistics.median(values), min(values), max(values))


def ratios(above: list[float], below: list[float]) -> list[float]:
    return [a / b for a, b in zip(above, below, strict=True)]


def pace(play: Iterator[int], seconds: float) -> float:
    """Decisions per second over a slice of play."""
    clock = time.perf_counter
    begin = clock()
    end, count = begin + seconds, 0
    while clock() < end:
        next(play)
        count += 1
    return count / (clock() - begin)


def time_call(function: Callable[[], Any], times: int) -> float:
    """Return the microseconds of CPU time per call, of as many calls as the clock can tell from none."""
    begin, calls, spent = time.process_time(), 0, 0.0
    while spent < SHORTEST:
        for _ in range(times):
            function()
        calls, spent = calls + times, time.process_time() - begin
    return spent / calls * 1e6


def share_of(seconds: float, enough: float) -> float:
    """Of everything that is counted, where there are fewer seconds than are enough for all of it."""
    return min(1.0, seconds / enough)
