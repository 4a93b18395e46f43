"""A real `gunki serve` in its own process, on a free port and with a folder of its own."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

import httpx

#: How long a server may take to answer its first request on a busy machine.
START = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Server:
    """Started by `start`, ended by `stop` (politely) or `kill` (SIGKILL); the data stays for the next start."""

    def __init__(self, data: Path, limits: float = 0) -> None:
        """`limits`: 1 for the usual rates; 0 for none, so that a test may ask as often as it likes."""
        self.data = data
        self.log = data.parent / f"{data.name}.log"
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.http = self._connections()
        self._arguments = ["--port", str(self.port), "--data", str(data), "--limits", str(limits)]
        self._process: subprocess.Popen[bytes] | None = None

    def _connections(self) -> httpx.Client:
        return httpx.Client(base_url=self.base, verify=False, timeout=60, trust_env=False)

    def start(self) -> Server:
        self.http.close()  # those to a server that is gone
        self.http = self._connections()
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "gunki", "serve", *self._arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._wait()
        return self

    def _wait(self) -> None:
        """Until it listens; a start has no other sign that holds for every version of its output."""
        end = time.monotonic() + START
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}:\n{self.output()}")
            with socket.socket() as probe:
                probe.settimeout(1)
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(f"the server does not listen after {START} s:\n{self.output()}")

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
        self.process.wait(30)

    def stop(self) -> int:
        """SIGTERM, as a service manager does; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(20)
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
