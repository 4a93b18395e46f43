"""The time for stored rows and for ages: the machine's clock, checked against the time that has surely passed.

A clock may be ahead or behind by years, and be corrected later. So the server starts from the time that it wrote to a
file beside the store, or from the newest stored time. To this it adds the seconds that the monotonic clock has counted
since. Ages of matches are counted by the sum, so no match becomes old because the clock jumps ahead.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from math import isfinite
from pathlib import Path

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

CLOCK_FILE = "clock"
#: At a start the newest stored time is trusted if it is at most this many seconds ahead of the time in the file. The
#: machine's clock is trusted if it is behind by fewer seconds than this.
BELIEVED_SPAN = 7 * 86400.0
#: The newest time is looked for in this many of the latest lines of the log.
LAST_LINES = 1000
#: LONG_AGO: the time that is used for an unreadable store. EARLIEST: the earliest time that the file may hold, because
#: no version of gunki is older.
LONG_AGO, EARLIEST = 0.0, 1577836800.0
_LINES = text("SELECT at FROM log ORDER BY rowid DESC LIMIT :count")

#: The time that was trusted at the start, and the monotonic time at that moment.
_start_times: tuple[float, float] | None = None
#: The time that the file held when this process last read or wrote it.
_recorded_time: float | None = None


def begin(engine: Engine, data: Path) -> None:
    """Start the time of this process from the file and the newest stored time of a data folder."""
    global _start_times, _recorded_time
    try:
        with engine.connect() as connection:
            newest_time = newest_stored_time(connection)
    except DBAPIError:
        newest_time = LONG_AGO
    _recorded_time = read_recorded_time(data)
    _start_times = _believable_time(_recorded_time, newest_time), time.monotonic()


def _believable_time(recorded_time: float | None, newest_time: float | None) -> float:
    """Return the time to go on from, given the time in the file and the newest stored time.

    A stored time that is far ahead of the file is ignored: it was written under a wrong clock.
    """
    wall = time.time()
    if recorded_time is None:
        return wall if newest_time is None else newest_time
    if newest_time is not None and recorded_time < newest_time <= recorded_time + BELIEVED_SPAN:
        recorded_time = newest_time
    return wall if recorded_time - BELIEVED_SPAN < wall < recorded_time else recorded_time


def time_since_start() -> float:
    """Return the time that was trusted at the start, plus the seconds since then."""
    if _start_times is None:
        return time.time()
    return _start_times[0] + time.monotonic() - _start_times[1]


def now() -> float:
    """Return the time for stored rows: the machine's clock, unless it is far behind `time_since_start`."""
    wall, least = time.time(), time_since_start()
    return wall if wall > least - BELIEVED_SPAN else least


def time_for_ages(connection: Connection, data: Path) -> float:
    """Return the present time for counting the ages of matches, in a process that no server has told the time.

    It is the time in the file. If the file has none, it is the newest stored time, or else the machine's clock.
    """
    recorded_time = read_recorded_time(data)
    if recorded_time is None:
        recorded_time = newest_stored_time(connection)
    return time.time() if recorded_time is None else recorded_time


def newest_stored_time(connection: Connection) -> float | None:
    """Return the newest time in the latest lines of the log, without times that are ahead of the clock.

    If all times are ahead, return the earliest of them. Return None if nothing is stored. If the store cannot be read,
    return `LONG_AGO`, so that none of its matches counts as old.
    """
    try:
        times = list(connection.scalars(_LINES, {"count": LAST_LINES}))
    except DBAPIError:
        return LONG_AGO
    wall = time.time()
    return max((at for at in times if at <= wall), default=min(times, default=None))


def read_recorded_time(data: Path) -> float | None:
    """Return the time in the file. Return None if the file holds no valid time."""
    try:
        seconds = float((data / CLOCK_FILE).read_text(encoding="ascii")[:40])
    except (OSError, ValueError):
        return None
    return seconds if isfinite(seconds) and seconds >= EARLIEST else None


def write_time(data: Path) -> None:
    """Write the time to the file for the next start.

    If the operator has changed the file meanwhile (`--trust-clock`), go on from the operator's time.
    """
    global _start_times, _recorded_time
    recorded_time = read_recorded_time(data)
    if recorded_time is not None and recorded_time != _recorded_time:
        _start_times = recorded_time, time.monotonic()
    if time_since_start() >= EARLIEST:
        vouch(data, time_since_start())
        _recorded_time = read_recorded_time(data)


def vouch(data: Path, at: float) -> None:
    """Write a time to the clock file of a data folder. The server trusts this time."""
    part = data / f"{CLOCK_FILE}.part"
    with suppress(OSError):  # if the disk is full, the file keeps an older time
        with part.open("w", encoding="ascii") as file:
            file.write(f"{at:.0f}\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(data / CLOCK_FILE)
