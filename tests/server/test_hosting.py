"""docs/hosting.md, run from its first command to its last; with another folder, port and certificate."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.server import nginx
from tests.server.process import PATIENCE, Server, free_port
from tests.server.table import sit
from tests.support import ROOT

PAGE = ROOT / "docs" / "hosting.md"
NAME = "play.example.org"


@dataclass(frozen=True)
class Block:
    kind: str
    text: str

    @property
    def lines(self) -> list[str]:
        return [line for line in self.text.splitlines() if line and not line.startswith("#")]


def blocks() -> list[Block]:
    found = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [Block(*block) for block in found]


class Host:
    """A machine as the page imagines it: its folders below one of ours, its ports others that are free."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.plain, self.tls = free_port(), free_port(), free_port()
        self.server: subprocess.Popen[bytes] | None = None
        home = folder / "home"
        for path in (home, folder / "srv", folder / "backups"):
            path.mkdir()
        (home / ".curlrc").write_text(
            f'connect-to = "{NAME}:443:127.0.0.1:{self.tls}"\ncacert = "{folder / "fullchain.pem"}"\n', encoding="utf-8"
        )
        commands = Path(sys.executable).parent
        self._env = {**os.environ, "HOME": str(home), "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"}

    def here(self, text: str) -> str:
        for there, ours in (
            ("/srv/gunki", str(self.folder / "srv" / "gunki")),
            ("/var/backups/gunki", str(self.folder / "backups")),
            (f"/etc/letsencrypt/live/{NAME}", str(self.folder)),
            ("/opt/gunki/bin/gunki", "gunki"),
            ("/opt/gunki-next/bin/gunki", "gunki"),
            ("0.0.0.0", "127.0.0.1"),
            ("8080", str(self.port)),
            ("listen 443", f"listen 127.0.0.1:{self.tls}"),
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
        ):
            text = text.replace(there, ours)
        return text

    def match(self) -> str:
        """A match that people have begun here."""
        assert self.server is not None, "the page speaks of a match while no server runs"
        other = Server(self.folder / "srv" / "gunki")
        other.port = self.port
        with httpx.Client(base_url=other.base, timeout=PATIENCE, trust_env=False) as other.http:
            return sit(other).id

    def run(self, line: str) -> str:
        """A command, to its end; one that serves is left running."""
        if line.startswith("gunki serve"):
            self.serve(line)
            return ""
        if line.startswith("systemctl stop"):
            self.stop()
            return ""
        done = subprocess.run(
            ["bash", "-c", self.here(line)], env=self._env, cwd=self.folder, capture_output=True, text=True,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        return done.stdout

    def serve(self, line: str) -> None:
        self.stop()
        log = self.folder / "serve.log"
        with log.open("ab") as output:
            self.server = subprocess.Popen(
                ["bash", "-c", f"exec {self.here(line)}"], env=self._env, stdin=subprocess.DEVNULL, stdout=output,
                stderr=output,
            )  # fmt: skip
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.server.poll() is None, f"{line}\n{log.read_text(encoding='utf-8')}"
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(f"{line}: does not listen")

    def stop(self) -> None:
        if self.server is not None:
            self.server.send_signal(signal.SIGTERM)
            assert self.server.wait(PATIENCE) == 0, (self.folder / "serve.log").read_text(encoding="utf-8")
            self.server = None

    def certificate(self) -> None:
        self.run(
            "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout privkey.pem -out fullchain.pem "
            f"-subj /CN={NAME} -addext subjectAltName=DNS:{NAME}"
        )


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path)
    yield made
    made.stop()


def test_every_command_of_the_page_runs(host: Host) -> None:
    if nginx.found() is None:
        pytest.skip("no nginx here: python -m tests.server.nginx installs one or says what to do")
    host.certificate()
    site = next(host.here(block.text) for block in blocks() if block.kind == "nginx")
    proxy = nginx.Nginx(host.folder / "nginx", site, host.tls)
    proxy.check()
    with proxy:
        for block in blocks():
            if block.kind == "sh":
                ident = host.match() if " ID " in block.text else ""
                for line in block.lines:
                    host.run(line.replace(" ID ", f" {ident} "))


def test_the_service_starts_the_server(host: Host) -> None:
    unit = next(block for block in blocks() if block.kind == "ini")
    (start,) = [line.partition("=")[2] for line in unit.lines if line.startswith("ExecStart=")]
    host.serve(start.replace("/opt/gunki/bin/", ""))
    assert "ok" in host.run("curl --fail --silent http://127.0.0.1:8080/healthz")


def test_every_option_of_the_server_is_explained() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "gunki", "serve", "--help"], env={**os.environ, "COLUMNS": "200"}, capture_output=True,
        text=True, timeout=PATIENCE, check=True,
    ).stdout  # fmt: skip
    text = PAGE.read_text(encoding="utf-8")
    options = set(re.findall(r"--[a-z][a-z-]+", shown)) - {"--help"}
    assert len(options) > 8
    assert not [option for option in sorted(options) if f"`{option}" not in text]


def test_every_admin_command_is_explained() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "gunki", "admin", "--help"], env={**os.environ, "COLUMNS": "200"}, capture_output=True,
        text=True, timeout=PATIENCE, check=True,
    ).stdout  # fmt: skip
    commands = re.findall(r"^\s{2,}([a-z]+)\s{2,}", shown.partition("Commands")[2], re.MULTILINE)
    assert len(commands) >= 11, shown
    run = "\n".join(line for block in blocks() if block.kind == "sh" for line in block.lines)
    assert not [name for name in commands if f"gunki admin {name}" not in run]
