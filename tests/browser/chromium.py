"""A Chromium for the page's tests: the system's own, else Debian's package, else Playwright's download.

Run as a script it finds or installs one and says where it is, or what to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
#: Names a Chromium or Chrome of one's own.
VARIABLE = "GUNKI_CHROMIUM"
#: Nothing but the page's own server is to be talked to.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def found() -> str | None:
    """Where a Chromium is."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    for place in PLACES:
        if Path(place).exists():
            return place
    return _downloaded()


def _downloaded() -> str | None:
    """Playwright's own, if it is there."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _run(*command: str) -> bool:
    print("==", " ".join(command), flush=True)
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def install() -> None:
    """Debian's package where we may install one, otherwise Playwright's download."""
    if shutil.which("apt-get"):
        sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
        if not sudo or shutil.which("sudo"):
            os.environ["DEBIAN_FRONTEND"] = "noninteractive"
            if _run(*sudo, "apt-get", "-qq", "update"):
                _run(*sudo, "apt-get", "-qq", "install", "-y", "--no-install-recommends", "chromium")
    if found() is None:
        _run(sys.executable, "-m", "playwright", "install", "chromium")


def main() -> int:
    if found() is None:
        install()
    path = found()
    if path is None:
        print(
            "The tests of the page need Chromium or Chrome, and none could be installed. Install one (Debian, Ubuntu: "
            f"sudo apt install chromium; macOS: brew install --cask chromium) or name one: {VARIABLE}=/path make test",
            file=sys.stderr,
        )
        return 1
    print(f"== browser for the tests: {path}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
