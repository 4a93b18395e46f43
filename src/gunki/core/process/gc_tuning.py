"""Settings of the garbage collector for processes that play or serve for a long time."""

from __future__ import annotations

import gc


def freeze() -> None:
    """Freeze the objects loaded so far, and let the garbage collector run rarely.

    Objects made later form few cycles, so frequent full collections would take much time and free little memory.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
