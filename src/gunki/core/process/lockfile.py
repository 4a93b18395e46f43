"""A folder of one process at a time (a server's data, a study): whoever uses it holds the lock of a file in it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gunki.core.errors import GunkiError

try:
    import fcntl
except ImportError:  # no such locks on this system: two processes are not kept apart there
    fcntl = None  # type: ignore[assignment]

LOCK = "lock"


class FolderInUse(GunkiError):
    """Another process works with this folder; says which."""


@contextmanager
def exclusive(folder: Path, message: str) -> Iterator[None]:
    """Have the folder for oneself. The system lets go of the lock when the process ends, however it does.

    `told`: to whoever comes second; `{who}` in it is the process of the first.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # one that is there already stays as it is
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
