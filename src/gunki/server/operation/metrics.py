"""Metrics of the server: counts and times, in the text format of Prometheus."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

#: Upper bounds of the buckets, in seconds.
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
ACTION = "/api/matches/{id}/actions"
TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Histogram:
    """A histogram of seconds."""

    __slots__ = ("counts", "sum")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self.sum:.6f}"
        yield f"{name}_count {total}"


class Metrics:
    def __init__(self) -> None:
        self._began = time.time()
        #: Number of requests by route, method and status.
        self.requests: dict[tuple[str, str, int], int] = {}
        self.latency = Histogram()
        self.action_latency = Histogram()
        self.write_latency = Histogram()
        #: Gauges by name. Each is a tuple: help text, function that returns the present value.
        self._gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        #: Counters that other modules keep, by name. Each is a tuple: help text, label, function that returns the
        #: values by label.
        self._labelled: dict[str, tuple[str, str, Callable[[], Mapping[str, float]]]] = {}

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count an answered request, and the seconds until its answer began."""
        key = (route, method, status)
        self.requests[key] = self.requests.get(key, 0) + 1
        self.latency.observe(seconds)
        if route is ACTION:
            self.action_latency.observe(seconds)

    def gauge(self, name: str, what: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is read when the metrics are requested."""
        self._gauges[name] = (what, value)

    def gauge_by_label(self, name: str, what: str, label: str, values: Callable[[], Mapping[str, float]]) -> None:
        """Add a counter with a label. Another module keeps its values, and `values` returns them by label."""
        self._labelled[name] = (what, label, values)

    def text(self, refusals: Mapping[str, int]) -> str:
        return "".join(f"{line}\n" for line in self._lines(refusals))

    def _lines(self, refusals: Mapping[str, int]) -> Iterator[str]:
        by_class: Counter[tuple[str, str, str]] = Counter()
        for (route, method, status), count in self.requests.items():
            by_class[route, method, f"{status // 100}xx"] += count
        yield from _head("gunki_requests_total", "counter", "requests that were answered")
        for (route, method, status_class), count in sorted(by_class.items()):
            yield f'gunki_requests_total{{route="{route}",method="{method}",status="{status_class}"}} {count}'
        yield from _head("gunki_actions_total", "counter", "actions that were played by requests")
        yield f"gunki_actions_total {self.requests.get((ACTION, 'POST', 200), 0)}"
        yield from _head("gunki_refusals_total", "counter", "answers that were problems, by their code")
        for code, count in sorted(refusals.items()):
            yield f'gunki_refusals_total{{code="{code}"}} {count}'
        for name, what, histogram in (
            ("gunki_request_seconds", "from a request to the beginning of its answer", self.latency),
            ("gunki_action_seconds", "the same for actions alone", self.action_latency),
            ("gunki_store_write_seconds", "one commit of the store", self.write_latency),
        ):
            yield from _head(name, "histogram", what)
            yield from histogram.lines(name)
        for name, (what, value) in self._gauges.items():
            yield from _head(name, "gauge", what)
            yield f"{name} {value():g}"
        for name, (what, label, values) in self._labelled.items():
            yield from _head(name, "counter", what)
            for key, number in sorted(values().items()):
                yield f'{name}{{{label}="{key}"}} {number:g}'
        yield from _head("process_cpu_seconds_total", "counter", "processor time of the server, without its workers")
        yield f"process_cpu_seconds_total {sum(os.times()[:2]):.2f}"
        yield from _head("process_resident_memory_bytes", "gauge", "memory of the server, without its workers")
        yield f"process_resident_memory_bytes {resident()}"
        yield from _head("process_start_time_seconds", "gauge", "when it was started")
        yield f"process_start_time_seconds {self._began:.2f}"


def _head(name: str, kind: str, what: str) -> tuple[str, str]:
    return f"# HELP {name} {what}", f"# TYPE {name} {kind}"


def resident() -> int:
    """Return the resident memory of this process in bytes.

    If the system does not tell it, return the largest amount so far.
    """
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        pass
    if resource is None:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if os.uname().sysname == "Darwin" else most * 1024
