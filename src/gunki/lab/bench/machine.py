"""The machine that runs a benchmark: its description, its speed, and whether its speed was steady during the run."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import gunki
from gunki import compiled


def calibrate() -> float:
    """Return the speed of a fixed loop: the best of five runs, in millions of turns per second.

    The best of several runs gets worse only if the machine itself has become slower.
    """
    best = 0.0
    for _ in range(5):
        begin, total = time.perf_counter(), 0
        for i in range(400_000):
            total += i & 7
        best = max(best, 0.4 / (time.perf_counter() - begin))
    return best


def header(before: float, after: float) -> dict[str, Any]:
    """Return a description of the machine, the interpreter and the build.

    `before` and `after` are results of `calibrate`.
    """
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count() or 1,
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "gunki": gunki.__version__,
        "build": describe_build(
            compiled.is_used(), has_compiled_kernel() if "gunki.board.kernel" in sys.modules else None
        ),
        "calibration_mops": [round(before, 2), round(after, 2)],
    }


def describe_build(rules: bool, kernel: bool | None) -> str:
    """Return in words which parts of the engine are compiled.

    `kernel` is None if no hex kernel is loaded, for example in games with areas.
    """
    text = "compiled rules" if rules else "plain rules"
    return text if kernel is None else f"{text}, {'compiled' if kernel else 'plain'} hex kernel"


def has_compiled_kernel() -> bool:
    """Return whether the compiled hex kernel is in use."""
    return "gunki.board._kernel" in sys.modules


def speed_warnings(before: float, after: float) -> Iterator[str]:
    """Yield a warning if the machine's speed differs by more than 20 % between the beginning and the end of the run."""
    if abs(after - before) > 0.2 * before:
        yield f"the machine's speed moved by more than 20 %: {before:.1f} -> {after:.1f} Mops/s"


def overload_warnings(header: Mapping[str, Any]) -> Iterator[str]:
    """Yield a warning if the machine's load exceeds its number of cores."""
    load, cores = header["load"], header["cores"]
    if load > cores:
        yield f"the load ({load:.1f}) is above the number of cores ({cores})"


def cpu_model() -> str:
    """Return the processor's name."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
