"""The user's folder, which keeps matches saved without a name."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from gunki.core.errors import SaveError
from gunki.core.matches.match import Match


def home() -> Path:
    """Return GUNKI_HOME, or the platform's usual folder for user data."""
    named = os.environ.get("GUNKI_HOME")
    if named:
        return Path(named).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "gunki"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "gunki"
    named = os.environ.get("XDG_DATA_HOME")
    return (Path(named) if named and Path(named).is_absolute() else Path.home() / ".local" / "share") / "gunki"


def autosave_path(game: str) -> Path:
    """Return an unused path in the user's folder."""
    stem = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    folder = home() / "autosave"
    path = folder / f"{stem}.gunki"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}.gunki"
        number += 1
    return path


def check_writable(path: Path) -> None:
    """Raise SaveError if a save cannot be written to `path`.

    It is called before the match, so that the player learns of the problem in time.
    """
    if path.is_dir():
        raise SaveError(f"{path}: is a folder, not a file")
    problem = write_problem(path.absolute().parent)
    if problem:
        raise SaveError(f"{path}: cannot be written: {problem}")


def write_problem(folder: Path) -> str:
    """Return why nothing can be written into a folder. Return an empty text if the folder is writable.

    If there is no such folder, it is created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
        os.close(handle)
        os.unlink(name)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def save_somewhere(match: Match, places: list[Path], show_problem: Callable[[str], None]) -> Path | None:
    """Save the match at the first of the places that can be written, else among temporary files. Return the path.

    Return None if no file could be written.
    """
    last = Path(tempfile.gettempdir()) / f"gunki-{os.getpid()}-{match.game.id}.gunki"
    for path in (*places, last):
        try:
            return match.save(path)
        except SaveError as error:
            show_problem(str(error))
    return None
