"""A Chromium for the page's tests: the system's own, else Debian's package, else Playwright's download.

One without windows is preferred: it draws the same pages with a third less work.

Run as a script it finds or installs one and says where it is, or what to do.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from tests import packages

SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
NAMES = (*SHELLS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
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


def install() -> None:
    """Debian's package where we may install one, otherwise Playwright's download."""
    for name in (SHELLS[0], "chromium"):
        if found() is None:
            packages.install(name)
    if found() is None:
        packages.run(sys.executable, "-m", "playwright", "install", "chromium")


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
