"""Processor time of the server's own process, charged to the address that caused it.

One process answers all. An address that keeps it busy is refused (429) until the others have had their share.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from types import coroutine
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:  # it needs the web server, which `gunki admin` has no use for
    from gunki.server.http.limits import Limits

#: The class of limits that it is charged to.
SERVING = "serving"
#: Heavy work in this process is done one after the other: threads that compete for the interpreter would slow down
#: everybody's requests, each of them as much.
HEAVY_THREAD = ThreadPoolExecutor(1, "heavy")
#: Seconds that are charged at once, where a request goes on for hours; what is left is charged at its end.
CHARGE_SECONDS = 0.005

T = TypeVar("T")


class CpuAccount:
    """Counts what is done for one request."""

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
        """Charge what has been counted."""
        seconds, self._seconds = self._seconds, 0.0
        self._limits.spend(self._address, SERVING, seconds)


#: What the request at hand is counted by; None: nobody is charged.
CPU_ACCOUNT: ContextVar[CpuAccount | None] = ContextVar("METER", default=None)


@coroutine
def charge_steps(work: Awaitable[T], meter: CpuAccount | None) -> Generator[Any, Any, T]:
    """Do some work and count the time of this thread that its own steps take, not what others do while it waits."""
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
        except BaseException as thrown:  # cancelled, or thrown away
            error = thrown


async def run_in_heavy_thread(work: Callable[..., T], *arguments: Any) -> T:
    """Do some heavy work in another thread of this process, and count its time for the request at hand."""
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
