"""An nginx for the tests of what docs/hosting.md says: the system's own, else Debian's package.

Run as a module it finds or installs one and says where it is, or what to do.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from tests import packages
from tests.server.process import PATIENCE

#: Names an nginx of one's own.
VARIABLE = "GUNKI_NGINX"
PLACES = ("/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx")
#: Around a site: everything it writes stays in one folder, and nobody has to be root.
AROUND = """
pid {folder}/nginx.pid;
error_log {folder}/error.log;
daemon off;
worker_processes 1;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def found() -> str | None:
    named = os.environ.get(VARIABLE)
    if named:
        return named
    return shutil.which("nginx") or next((place for place in PLACES if Path(place).exists()), None)


class Nginx:
    """One that serves a site, with a certificate that was made for it alone."""

    def __init__(self, folder: Path, site: str, port: int) -> None:
        self.folder = folder
        self.port = port
        folder.mkdir()
        (folder / "site.conf").write_text(site, encoding="utf-8")
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder), encoding="utf-8")
        program = found()
        assert program is not None
        self._command = [program, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
        self._process: subprocess.Popen[bytes] | None = None

    def check(self) -> None:
        """`nginx -t`: whether it understands the site."""
        done = subprocess.run([*self._command, "-t"], capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stderr

    def __enter__(self) -> Nginx:
        self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self._process.poll() is None, (self.folder / "error.log").read_text(encoding="utf-8")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.02)
        raise AssertionError("nginx does not listen")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(PATIENCE)


def main() -> int:
    if found() is None:
        packages.install("nginx-light", "openssl", "curl")
    path = found()
    if path is None:
        print(f"== no nginx: what docs/hosting.md says of it is not tried here ({VARIABLE} names one)", file=sys.stderr)
    else:
        print(f"== nginx for the tests: {path}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
