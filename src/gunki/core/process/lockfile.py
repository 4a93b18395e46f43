"""A lock on a folder (a server's data, a study), so that only one process at a time uses the folder."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gunki.core.errors import GunkiError

try:
    import fcntl
except ImportError:  # this system has no such locks, so two processes could use one folder
    fcntl = None  # type: ignore[assignment]

LOCK = "lock"


class FolderInUse(GunkiError):
    """Another process uses this folder; the message names the process."""


@contextmanager
def exclusive(folder: Path, message: str) -> Iterator[None]:
    """Hold the lock of a folder while the context lasts; raise `FolderInUse` if another process holds it.

    The folder is made if it is missing. The system releases the lock when the process ends, however it ends.
    `message` is the text of the error; `{who}` in it becomes the id of the process that holds the lock.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # an existing folder keeps its mode
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if fcntl is not None:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                    raise
                who = os.read(handle, 20).decode("ascii", "replace").strip() or "unknown"
                raise FolderInUse(f"{folder}: {message.format(who=who)}") from None
        os.ftruncate(handle, 0)
        os.pwrite(handle, b"%d\n" % os.getpid(), 0)
        yield
    finally:
        os.close(handle)
