"""Timing: slices of play, single calls, and the spread of several rounds."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

#: SLICE: the length of a slice of play is at most this many seconds. ROUNDS: the least number of rounds.
SLICE = 0.25
ROUNDS = 7
#: A call is repeated until it has taken at least this many CPU seconds. On some machines the CPU clock advances in
#: steps of milliseconds.
SHORTEST = 0.002


def split_seconds(seconds: float, engines: int) -> tuple[int, float]:
    """Divide `seconds` among `engines` engines. Return the number of rounds and the length of a slice."""
    rounds = max(ROUNDS, round(seconds / (SLICE * engines)))
    return rounds, min(SLICE, seconds / (rounds * engines))


@dataclass
class Spread:
    """The median and the range of a value over several rounds."""

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

    Each round makes `times` calls. Rounds are repeated until the clock has measured at least `SHORTEST` seconds.
    """
    begin, calls, spent = time.process_time(), 0, 0.0
    while spent < SHORTEST:
        for _ in range(times):
            function()
        calls, spent = calls + times, time.process_time() - begin
    return spent / calls * 1e6


def share_of(seconds: float, enough: float) -> float:
    """Return `seconds` as a share of the `enough` seconds that a full run takes, at most 1."""
    return min(1.0, seconds / enough)
