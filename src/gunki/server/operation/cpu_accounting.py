"""Processor time of the server's own process, charged to the address that caused it.

One process serves all clients. An address that uses too much of its time is refused (429) for a while.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from types import coroutine
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:  # the import needs the web server, which `gunki admin` does not load
    from gunki.server.http.limits import Limits

#: The class of limit (key of `RATES`) that the time is charged to.
SERVING = "serving"
#: The single thread for heavy work of this process. Several threads would compete with requests for the interpreter.
HEAVY_THREAD = ThreadPoolExecutor(1, "heavy")
#: When a request has used this many processor seconds, they are charged before it ends. A stream may last for hours.
CHARGE_SECONDS = 0.005

T = TypeVar("T")


class CpuAccount:
    """Counts the processor time of one request, and charges it to the address."""

    __slots__ = ("_address", "_limits", "_seconds")

    def __init__(self, limits: Limits, address: str) -> None:
        self._limits = limits
        self._address = address
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        self._seconds += seconds
        if self._seconds >= CHARGE_SECONDS:
            self.settle()

    def settle(self) -> None:
        """Charge the time counted so far."""
        seconds, self._seconds = self._seconds, 0.0
        self._limits.spend(self._address, SERVING, seconds)


#: The account of the present request. If it is None, the time is not charged.
CPU_ACCOUNT: ContextVar[CpuAccount | None] = ContextVar("METER", default=None)


@coroutine
def charge_steps(work: Awaitable[T], meter: CpuAccount | None) -> Generator[Any, Any, T]:
    """Await `work`, and add the processor time of its own steps to `meter`.

    The time that other tasks take in between is not added.
    """
    steps = work.__await__()
    if meter is None:
        return (yield from steps)
    error: BaseException | None = None
    while True:
        began = time.thread_time()
        try:
            waits_for = next(steps) if error is None else steps.throw(error)
        except StopIteration as done:
            result: T = done.value
            return result
        finally:
            meter.add(time.thread_time() - began)
        error = None
        try:
            yield waits_for
        except BaseException as thrown:  # the work was cancelled, or its coroutine was closed
            error = thrown


async def run_in_heavy_thread(work: Callable[..., T], *arguments: Any) -> T:
    """Run `work` in the heavy thread and charge its time to the present request. Return its result."""
    meter, seconds = CPU_ACCOUNT.get(), 0.0

    def timed_work() -> T:
        nonlocal seconds
        began = time.thread_time()
        try:
            return work(*arguments)
        finally:
            seconds = time.thread_time() - began

    try:
        return await asyncio.get_running_loop().run_in_executor(HEAVY_THREAD, timed_work)
    finally:
        if meter is not None:
            meter.add(seconds)
