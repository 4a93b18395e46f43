"""Python's collector of cycles, for processes that play or serve for long."""

from __future__ import annotations

import gc


def freeze() -> None:
    """What is loaded by now stays; what is made from now on has few cycles. Looking through all of it costs much."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
