"""Timing: slices of play, single calls, and the spread of several rounds."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

#: The most seconds of a slice of play, and the least number of rounds.
SLICE = 0.25
ROUNDS = 7
#: The least CPU seconds for which a call is repeated. On some machines the CPU clock advances in steps of milliseconds.
SHORTEST = 0.002


def split_seconds(seconds: float, engines: int) -> tuple[int, float]:
    """Return the number of rounds and the length of a slice if `engines` engines share `seconds`."""
    rounds = max(ROUNDS, round(seconds / (SLICE * engines)))
    return rounds, min(SLICE, seconds / (rounds * engines))


@dataclass
class Spread:
    """Median and range of the values of several rounds."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: list[float]) -> Spread:
        """Return the spread of these values."""
        return cls(statistics.median(values), min(values), max(values))


def ratios(above: list[float], below: list[float]) -> list[float]:
    """Return the quotients of two lists of equal length, round by round."""
    return [a / b for a, b in zip(above, below, strict=True)]


def pace(play: Iterator[int], seconds: float) -> float:
    """Return the decisions per second over a slice of play; `play` yields once per decision."""
    clock = time.perf_counter
    begin = clock()
    end, count = begin + seconds, 0
    while clock() < end:
        next(play)
        count += 1
    return count / (clock() - begin)


def time_call(function: Callable[[], Any], times: int) -> float:
    """Return the microseconds of CPU time per call.

    The calls are repeated, `times` at once, until the clock has measured at least `SHORTEST` seconds.
    """
    begin, calls, spent = time.process_time(), 0, 0.0
    while spent < SHORTEST:
        for _ in range(times):
            function()
        calls, spent = calls + times, time.process_time() - begin
    return spent / calls * 1e6


def share_of(seconds: float, enough: float) -> float:
    """Return the share of a full run that fits into `seconds`, at most 1. A full run takes `enough` seconds."""
    return min(1.0, seconds / enough)
