"""What all denial-of-service scenarios share: their target, their connections, and what came of them."""

from __future__ import annotations

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import gunki
from gunki.lab.loadtest.http_client import HttpConnection
from gunki.lab.loadtest.server_process import BenchError

#: Connections of one address that ask at the same time.
LINES = 8
#: Whoever is refused asks again after so many seconds.
RETRY_SECONDS = 0.05
CONNECTION_ERRORS = (OSError, asyncio.IncompleteReadError, TimeoutError)

Request = tuple[str, str, Any, str | None, str]


@dataclass(frozen=True)
class Target:
    """Where it goes, and from which of our own addresses."""

    port: int
    addresses: Sequence[str]
    #: Stored matches that are on the public list.
    stored: Sequence[str]
    #: Of everything that is counted, where there is no time for all of it.
    share: float

    def scale(self, most: int) -> int:
        return max(1, round(most * self.share))


@dataclass
class Attack(ABC):
    target: Target
    #: Set when it is over.
    over: threading.Event
    outcome: dict[str, Any] = field(default_factory=dict)
    answers: Counter[int] = field(default_factory=Counter)

    name: ClassVar[str]
    what: ClassVar[str]

    async def prepare(self) -> None:  # noqa: B027 - most need nothing
        """Whatever has to be there before."""

    @abstractmethod
    async def run(self) -> None:
        """Go on until it is over."""

    def figures(self) -> dict[str, Any]:
        """What came of it, for whoever reads."""
        answers = {"answers": {str(status): times for status, times in sorted(self.answers.items())}}
        return {**self.outcome, **(answers if self.answers else {})}

    def game(self) -> str:
        return gunki.game_ids()[0]

    async def connect(self, number: int = 0) -> HttpConnection:
        addresses = self.target.addresses
        return await HttpConnection.to(self.target.port, addresses[number % len(addresses)])

    async def hammer(self, requests: Iterator[Request], lines: int = LINES, times: list[float] | None = None) -> None:
        """Ask without a break, over so many connections; who is refused waits a moment."""

        async def one(number: int) -> None:
            line: HttpConnection | None = None
            while not self.over.is_set():
                try:
                    line = line or await self.connect(number)
                    begin = time.perf_counter()
                    status, _ = await line.answer(*next(requests))
                    self.answers[status] += 1
                    if times is not None:
                        times.append(time.perf_counter() - begin)
                    if status in (429, 503):
                        await asyncio.sleep(RETRY_SECONDS)
                except CONNECTION_ERRORS:
                    self.answers[0] += 1
                    line = None
                    await asyncio.sleep(RETRY_SECONDS)
                except StopIteration:
                    break
            if line is not None:
                line.writer.close()

        await asyncio.gather(*(one(number) for number in range(lines)))

    async def run_until_cut_off(self, work: Awaitable[None]) -> None:
        """Whoever is cut off has nothing more to do."""
        try:
            await work
        except (*CONNECTION_ERRORS, BenchError) as error:
            self.outcome["cut_off"] = str(error) or type(error).__name__

    async def until_over(self) -> None:
        while not self.over.is_set():
            await asyncio.sleep(0.1)


def repeat_forever(request: Request) -> Iterator[Request]:
    """Ask for the same again and again."""
    while True:
        yield request
