"""Servers to be measured, each in its own process. The system tells their memory and processor time."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gunki.core.errors import GunkiError

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

#: A program that runs the usual server with settings for which the command has no options. Its arguments are the
#: settings as JSON, then those that `process` adds.
WITH_SETTINGS = """
import json, sys
from pathlib import Path
from gunki.server.run import serve
from gunki.server.settings import Settings
more, data, _, port = sys.argv[1:]
serve(Settings(data=Path(data), port=int(port), **json.loads(more)), print)
"""
#: The arguments of `process` for the usual command. The limits are off, because one load generator acts for many
#: clients.
SERVE = ("-m", "gunki", "serve", "--limits", "0", "--keep-free", "0", "--data")


def serve_with(**settings: float) -> tuple[str, ...]:
    """Return the arguments of `process` for a server with the given settings.

    Limits are off unless the settings contain them.
    """
    return "-c", WITH_SETTINGS, json.dumps({"limits": 0, "keep_free": 0, **settings})


#: A server must accept requests within this many seconds, even on a busy machine.
STARTS = 180.0


class BenchError(GunkiError):
    """A server under measurement failed, or an argument of the measurement is wrong."""


@dataclass
class Process:
    """A running server."""

    name: str
    port: int
    pid: int
    #: Seconds until the server accepted requests.
    start: float

    def cpu(self) -> float | None:
        """Return the processor seconds that the server has used so far. Return None if the system does not tell."""
        with suppress(OSError, ValueError, IndexError):
            fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return None

    def memory(self) -> float | None:
        """Return the kilobytes that the server takes in memory. Return None if the system does not tell."""
        with suppress(OSError, ValueError, IndexError):
            pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="utf-8").split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE") / 1024
        return None


def _at_most(files: int) -> None:
    if resource is None:
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


@contextmanager
def process(name: str, data: Path, *command: str, files: int | None = None) -> Iterator[Process]:
    """Run a server in its own process until the end of the context.

    `command` holds the arguments for Python. The folder `data` and the port are added at the end. `files` limits the
    files and connections that the server may have open, unless it raises the limit itself.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = data.parent / f"{name}.log"
    begin = time.monotonic()
    with log.open("wb") as output:
        running = subprocess.Popen(
            [sys.executable, *command, str(data), "--port", str(port)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=None if files is None else partial(_at_most, files),
        )
    try:
        end = begin + STARTS
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if running.poll() is not None or time.monotonic() > end:
                raise BenchError(f"{name} does not start: {log.read_text(encoding='utf-8', errors='replace')[-500:]}")
            time.sleep(0.01)
        yield Process(name, port, running.pid, time.monotonic() - begin)
    finally:
        running.terminate()
        try:
            running.wait(20)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait(20)
