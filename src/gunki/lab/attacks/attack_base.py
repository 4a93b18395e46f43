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
from gunki.lab.loadtest.http_client import Line
from gunki.lab.loadtest.server_process import BenchError

#: Connections of one address that ask at the same time.
LINES = 8
#: Whoever is refused asks again after so many seconds.
PAUSE = 0.05
GONE = (OSError, asyncio.IncompleteReadError, TimeoutError)

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

    def of(self, most: int) -> int:
        return max(1, round(most * self.share))


@dataclass
class Attack(ABC):
    target: Target
    #: Set when it is over.
    over: threading.Event
    told: dict[str, Any] = field(default_factory=dict)
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
        return {**self.told, **(answers if self.answers else {})}

    def game(self) -> str:
        return gunki.game_ids()[0]

    async def line(self, number: int = 0) -> Line:
        addresses = self.target.addresses
        return await Line.to(self.target.port, addresses[number % len(addresses)])

    async def hammer(self, requests: Iterator[Request], lines: int = LINES, times: list[float] | None = None) -> None:
        """Ask without a break, over so many connections; who is refused waits a moment."""

        async def one(number: int) -> None:
            line: Line | None = None
            while not self.over.is_set():
                try:
                    line = line or await self.line(number)
                    begin = time.perf_counter()
                    status, _ = await line.answer(*next(requests))
                    self.answers[status] += 1
                    if times is not None:
                        times.append(time.perf_counter() - begin)
                    if status in (429, 503):
                        await asyncio.sleep(PAUSE)
                except GONE:
                    self.answers[0] += 1
                    line = None
                    await asyncio.sleep(PAUSE)
                except StopIteration:
                    break
            if line is not None:
                line.writer.close()

        await asyncio.gather(*(one(number) for number in range(lines)))

    async def as_far_as_it_goes(self, work: Awaitable[None]) -> None:
        """Whoever is cut off has nothing more to do."""
        try:
            await work
        except (*GONE, BenchError) as error:
            self.told["cut_off"] = str(error) or type(error).__name__

    async def until_over(self) -> None:
        while not self.over.is_set():
            await asyncio.sleep(0.1)


def always(request: Request) -> Iterator[Request]:
    """Ask for the same again and again."""
    while True:
        yield request
