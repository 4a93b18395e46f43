"""The benchmarks' worker processes: starting them with a source tree, and giving them pieces of work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from gunki.core.errors import GunkiError

#: The folder with the package that this process runs.
OWN_SOURCE = Path(__file__).parents[3]
#: The environment variable that switches off the compiled rules of a process.
PLAIN = {"GUNKI_PLAIN": "1"}
ENGINE = Path(__file__).with_name("engine_worker.py")
PEERS = Path(__file__).with_name("peer_worker.py")


class WorkerError(GunkiError):
    """A worker failed at a piece of work, or measures another build than it should."""


class Worker:
    """A process that does one piece of work after the other and measures its own CPU time.

    The process runs `script` with the package in `source`. `extra` holds further environment variables.
    """

    def __init__(
        self, name: str, script: Path = ENGINE, source: Path = OWN_SOURCE, extra: Mapping[str, str] | None = None
    ) -> None:
        self.name = name
        env = {**os.environ, "PYTHONPATH": str(source), "PYTHONHASHSEED": "0", **(extra or {})}
        command = [sys.executable, "-P", str(script)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def do(self, work: str, *arguments: Any) -> dict[str, Any]:
        """Let the worker do a piece of work, and return its answer. Raise WorkerError if the work fails."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):  # if the process has ended, the empty answer below reports it
            self._process.stdin.write(json.dumps([work, *arguments]) + "\n")
            self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise WorkerError(f"bench: the process of {self.name} ended during {work!r}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise WorkerError(f"bench: {self.name}: {work} {' '.join(map(str, arguments))}: {answer['error']}")
        return answer

    def rate(self, work: str, *arguments: Any) -> float:
        """Let the worker do a piece of work. Return how many units of work it did per second of CPU time."""
        answer = self.do(work, *arguments)
        return float(answer["done"] / max(answer["cpu"], 1e-9))

    def describe(self, game: str = "") -> dict[str, Any]:
        """Return what the process has loaded.

        Raise WorkerError if the compiled modules do not belong to the measured source tree.
        """
        description = self.do("describe", game)
        if description["compiled"] and description["problems"]:
            problems = ", ".join(description["problems"])
            raise WorkerError(f"bench: {self.name}: not the compiled modules of this source: {problems}")
        return description

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            assert self._process.stdin is not None
            with suppress(BrokenPipeError):
                self._process.stdin.close()
