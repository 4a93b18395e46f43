"""How long a server needs to replace a worker that was killed, and a worker that is stuck."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

from gunki.lab.attacks.attack_base import CONNECTION_ERRORS
from gunki.lab.loadtest.http_client import HttpConnection
from gunki.lab.loadtest.server_process import BenchError, Process

#: MAX_SECONDS: a replacement may take at most this many seconds. GIVES_UP: the seconds after which the measurement
#: gives up.
MAX_SECONDS = {"killed": 5.0, "stuck": 15.0}
GIVES_UP = 60.0
SIGNALS = {"killed": signal.SIGKILL, "stuck": signal.SIGSTOP}


async def measure_replacement(server: Process) -> dict[str, float]:
    """Return the seconds until the server was ready again, for a killed worker and for a stuck one.

    By then another worker has taken its place. The result is empty on systems other than Linux, because they do not
    tell which processes belong to the server.
    """
    if sys.platform != "linux":
        return {}
    await _wait_until_ready(server)
    return {how: await _time_replacement(server, number) for how, number in SIGNALS.items()}


async def _time_replacement(server: Process, number: signal.Signals) -> float:
    before = workers(server.pid)
    if not before:
        raise BenchError("the server has no workers")
    begin = time.perf_counter()
    os.kill(before[0], number)
    while before[0] in workers(server.pid) or len(workers(server.pid)) < len(before):
        if time.perf_counter() - begin > GIVES_UP:
            return GIVES_UP
        await asyncio.sleep(0.05)
    await _wait_until_ready(server)
    return time.perf_counter() - begin


async def _wait_until_ready(server: Process) -> None:
    end = time.perf_counter() + GIVES_UP
    while time.perf_counter() < end:
        try:
            line = await HttpConnection.to(server.port)
            status, _ = await line.answer("GET", "/readyz")
            await line.close()
            if status == 200:
                return
        except CONNECTION_ERRORS:
            pass
        await asyncio.sleep(0.05)


def workers(pid: int) -> list[int]:
    """Return the ids of the running child processes of the process `pid`. Empty if the system has no list in /proc."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    except OSError:
        return []
    return [child for child in map(int, text.split()) if _is_running(child)]


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
