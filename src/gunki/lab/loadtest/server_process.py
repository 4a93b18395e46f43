"""Servers that are measured, each in a process of its own, and what the system says of them."""

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

#: The usual server with settings that the command has no options for: JSON, then data and port as `process` gives them.
WITH_SETTINGS = """
import json, sys
from pathlib import Path
from gunki.server.run import serve
from gunki.server.settings import Settings
more, data, _, port = sys.argv[1:]
serve(Settings(data=Path(data), port=int(port), **json.loads(more)), print)
"""
#: The command, for `process`; one driver asks for many, so nothing is limited unless somebody says so.
SERVE = ("-m", "gunki", "serve", "--limits", "0", "--keep-free", "0", "--data")


def serve_with(**settings: float) -> tuple[str, ...]:
    return "-c", WITH_SETTINGS, json.dumps({"limits": 0, "keep_free": 0, **settings})


#: Seconds in which a server takes requests, however busy the machine is.
STARTS = 180.0


class BenchError(GunkiError):
    """A server did not do what was asked."""


@dataclass
class Process:
    name: str
    port: int
    pid: int
    #: Seconds until it took requests.
    start: float

    def cpu(self) -> float | None:
        """Processor seconds so far, or None where the system does not say."""
        with suppress(OSError, ValueError, IndexError):
            fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return None

    def memory(self) -> float | None:
        """Kilobytes in memory."""
        with suppress(OSError, ValueError, IndexError):
            pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="utf-8").split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE") / 1024
        return None


def _at_most(files: int) -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


@contextmanager
def process(name: str, data: Path, *command: str, files: int | None = None) -> Iterator[Process]:
    """A server in its own process; `command` ends where the data go, the port follows.

    `files`: how many files and connections it may have open, unless it asks the system for more.
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
