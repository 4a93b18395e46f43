"""Programs that the tests need and Python's packages do not bring: found here, or installed as Debian's packages."""

from __future__ import annotations

import os
import shutil
import subprocess


def run(*command: str) -> bool:
    print("==", " ".join(command), flush=True)
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def install(*names: str) -> None:
    """Where we may; elsewhere nothing happens."""
    if not shutil.which("apt-get"):
        return
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if sudo and not shutil.which("sudo"):
        return
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    if run(*sudo, "apt-get", "-qq", "update"):
        run(*sudo, "apt-get", "-qq", "install", "-y", "--no-install-recommends", *names)
