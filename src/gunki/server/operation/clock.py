"""The time that is stored and by which ages are counted: what the machine's clock says, as far as that can be believed.

A clock may be wrong by years, ahead or behind, and come right again. What was stored last is known, and so is how long
this process has lived: the machine counts that without its clock. So the server knows the time that has passed at
least, and ages are counted by the lesser of that and the clock. The time is kept in a file beside the store.
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
#: Seconds that what was stored may be ahead of the file at a start and is believed: no server ran meanwhile. So far
#: behind the clock may be and is still believed.
BELIEVED_SPAN = 7 * 86400.0
#: Lines that are looked at for the newest time: they stand in the order in which they were written.
LAST_LINES = 1000
#: The time of a store that cannot be read. One before the first version of gunki is never kept in the file.
LONG_AGO, EARLIEST = 0.0, 1577836800.0
_LINES = text("SELECT at FROM log ORDER BY rowid DESC LIMIT :count")

#: The time that was believed at some moment, and what the machine's own count was then.
_start_times: tuple[float, float] | None = None
#: What the file said when this process last read or wrote it.
_recorded_time: float | None = None


def begin(engine: Engine, data: Path) -> None:
    """Let the time go on from what was believed last in a data folder."""
    global _start_times, _recorded_time
    try:
        with engine.connect() as connection:
            newest_time = newest_stored_time(connection)
    except DBAPIError:
        newest_time = LONG_AGO
    _recorded_time = read_recorded_time(data)
    _start_times = _believable_time(_recorded_time, newest_time), time.monotonic()


def _believable_time(recorded_time: float | None, newest_time: float | None) -> float:
    """The time to go on from, by the file and by the newest that is stored.

    What was stored under a clock that is far ahead of the file is no witness for that clock.
    """
    wall = time.time()
    if recorded_time is None:
        return wall if newest_time is None else newest_time
    if newest_time is not None and recorded_time < newest_time <= recorded_time + BELIEVED_SPAN:
        recorded_time = newest_time
    return wall if recorded_time - BELIEVED_SPAN < wall < recorded_time else recorded_time


def time_since_start() -> float:
    """The time by the newest that was stored at the start, and how long this process has lived since."""
    if _start_times is None:
        return time.time()
    return _start_times[0] + time.monotonic() - _start_times[1]


def now() -> float:
    """The time to store: that of the machine, unless it is far behind what has been already."""
    wall, least = time.time(), time_since_start()
    return wall if wall > least - BELIEVED_SPAN else least


def time_for_ages(connection: Connection, data: Path) -> float:
    """The time by which ages are counted where no server has told it."""
    recorded_time = read_recorded_time(data)
    if recorded_time is None:
        recorded_time = newest_stored_time(connection)
    return time.time() if recorded_time is None else recorded_time


def newest_stored_time(connection: Connection) -> float | None:
    """The newest time that is stored and not ahead of the clock; the oldest of the last ones if all are.

    None if nothing is stored. Of a store that cannot be read the time is long ago, so that nothing in it is old.
    """
    try:
        times = list(connection.scalars(_LINES, {"count": LAST_LINES}))
    except DBAPIError:
        return LONG_AGO
    wall = time.time()
    return max((at for at in times if at <= wall), default=min(times, default=None))


def read_recorded_time(data: Path) -> float | None:
    """The time in the file; None if there is none that can be read."""
    try:
        seconds = float((data / CLOCK_FILE).read_text(encoding="ascii")[:40])
    except (OSError, ValueError):
        return None
    return seconds if isfinite(seconds) and seconds >= EARLIEST else None


def write_time(data: Path) -> None:
    """Keep the time for the next start. If the operator has vouched for another meanwhile, it goes on from that."""
    global _start_times, _recorded_time
    recorded_time = read_recorded_time(data)
    if recorded_time is not None and recorded_time != _recorded_time:
        _start_times = recorded_time, time.monotonic()
    if time_since_start() >= EARLIEST:
        vouch(data, time_since_start())
        _recorded_time = read_recorded_time(data)


def vouch(data: Path, at: float) -> None:
    """Let a time be the one that is believed in a data folder."""
    part = data / f"{CLOCK_FILE}.part"
    with suppress(OSError):  # a full disk; then it is a little older the next time
        with part.open("w", encoding="ascii") as file:
            file.write(f"{at:.0f}\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(data / CLOCK_FILE)
