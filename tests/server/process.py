"""A real `gunki serve` in its own process, on a free port and with a folder of its own."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

#: Seconds that anything may take on a slow and busy machine: a start, an answer, an end. Nobody waits for it in vain
#: unless something is wrong.
PATIENCE = 180.0
#: What `gunki serve` does, with settings that it has no options for.
WITH_SETTINGS = """
import json, sys
from pathlib import Path
from gunki.server.run import serve
from gunki.server.settings import Settings
port, data, limits, more = sys.argv[1:]
serve(Settings(data=Path(data), port=int(port), limits=float(limits), **json.loads(more)), print)
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def faults(output: str) -> list[str]:
    """What a server has printed about mistakes of its own: errors of its log, and what came past it."""
    signs = ("Traceback", '"level":"error"', '"level":"critical"')
    return [line for line in output.splitlines() if any(sign in line for sign in signs)]


class Server:
    """Started by `start`, ended by `stop` (politely) or `kill` (SIGKILL); the data stays for the next start."""

    def __init__(
        self, data: Path, limits: float = 0, options: Sequence[str] = (), files: int = 0, **settings: Any
    ) -> None:
        """`limits`: 1 for the usual rates; 0 for none, so that a test may ask as often as it likes.

        `options`: more of the command's own. `files`: how many the process may open. `settings`: those of
        gunki.server.settings that the command has no option for.
        """
        self.data = data
        self.log = data.parent / f"{data.name}.log"
        self.port = free_port()
        self.http = self._connections()
        self._limits = limits
        self._settings = settings
        self._options = options
        self._files = files
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _connections(self) -> httpx.Client:
        return httpx.Client(base_url=self.base, verify=False, timeout=PATIENCE, trust_env=False)

    def _command(self) -> list[str]:
        limited = ["sh", "-c", f'ulimit -n {self._files}; exec "$@"', "sh"] if self._files else []
        return [*limited, *self._server()]

    def _server(self) -> list[str]:
        port, data, limits = str(self.port), str(self.data), str(self._limits)
        if self._settings:  # and tests need no more of the disk than there is
            more = json.dumps({"keep_free": 0, **self._settings})
            return [sys.executable, "-c", WITH_SETTINGS, port, data, limits, more]
        options = ["--port", port, "--data", data, "--limits", limits, "--workers-for-bots", "1", "--keep-free", "0"]
        return [sys.executable, "-m", "gunki", "serve", *options, *self._options]

    def start(self) -> Server:
        """Between looking for a free port and taking it, somebody else may be quicker: then another is tried.

        A server that comes back has to have the port it had, and waits until it is free again.
        """
        first, end = self._process is None, time.monotonic() + PATIENCE
        while not self._listens(end):
            assert time.monotonic() < end, f"port {self.port} stays in use"
            if first:
                self.port = free_port()
            time.sleep(0.1)
        self.http.close()  # those to a server that is gone
        self.http = self._connections()
        return self

    def _listens(self, end: float) -> bool:
        """Start it, and wait until it listens; False if its port is in use."""
        said = len(self.output()) if self.log.exists() else 0
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        while time.monotonic() < end:
            if self.process.poll() is not None:
                if "is in use" in self.output()[said:]:
                    return False
                raise AssertionError(f"the server ended with {self.process.returncode}:\n{self.output()}")
            with socket.socket() as probe:
                probe.settimeout(1)
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return True
            time.sleep(0.02)
        raise AssertionError(f"the server does not listen after {PATIENCE} s:\n{self.output()}")

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "not started"
        return self._process

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def output(self) -> str:
        """All it has printed so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """SIGKILL, to the server alone: what it started must notice by itself."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """SIGTERM, as a service manager does; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(PATIENCE)
            raise AssertionError(f"the server does not end on SIGTERM:\n{self.output()}") from None
        return code

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None and self.alive:
            self.stop()
        self.http.close()
