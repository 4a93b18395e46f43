"""The base of all denial-of-service scenarios: their target, their connections and their outcome."""

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

#: Connections that send requests at the same time.
LINES = 8
#: Seconds between a refused request and the next one.
RETRY_SECONDS = 0.05
CONNECTION_ERRORS = (OSError, asyncio.IncompleteReadError, TimeoutError)

Request = tuple[str, str, Any, str | None, str]


@dataclass(frozen=True)
class Target:
    """The server under attack, and the local addresses from which it is attacked."""

    port: int
    addresses: Sequence[str]
    #: Ids of stored matches that are on the public list.
    stored: Sequence[str]
    #: A short run makes this share of all attempts, such as connections or requests. It is at most 1.
    share: float

    def scale(self, most: int) -> int:
        """Return how many of `most` attempts this run makes, at least 1."""
        return max(1, round(most * self.share))


@dataclass
class Attack(ABC):
    """A denial-of-service scenario.

    `prepare` sets it up, `run` attacks until `over` is set, `figures` returns its outcome.
    """

    target: Target
    #: Set when the attack must end.
    over: threading.Event
    outcome: dict[str, Any] = field(default_factory=dict)
    answers: Counter[int] = field(default_factory=Counter)

    name: ClassVar[str]
    what: ClassVar[str]

    async def prepare(self) -> None:  # noqa: B027 - most need nothing
        """Create what the attack needs before it starts."""

    @abstractmethod
    async def run(self) -> None:
        """Attack until `over` is set."""

    def figures(self) -> dict[str, Any]:
        """Return the outcome as plain data. It holds the number of answers of each HTTP status (0: no answer)."""
        answers = {"answers": {str(status): times for status, times in sorted(self.answers.items())}}
        return {**self.outcome, **(answers if self.answers else {})}

    def game(self) -> str:
        """Return the id of the game that the attack plays."""
        return gunki.game_ids()[0]

    async def connect(self, number: int = 0) -> HttpConnection:
        """Return a new connection from one of the target's addresses.

        `number` chooses the address. After the last address the first one follows again.
        """
        addresses = self.target.addresses
        return await HttpConnection.to(self.target.port, addresses[number % len(addresses)])

    async def hammer(self, requests: Iterator[Request], lines: int = LINES, times: list[float] | None = None) -> None:
        """Send requests without a break over `lines` connections until the attack is over.

        After a refusal a connection waits for `RETRY_SECONDS`. The seconds until each answer are added to `times`.
        """

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
        """Await `work`. If the server cuts the attack off, note the reason in the outcome and return."""
        try:
            await work
        except (*CONNECTION_ERRORS, BenchError) as error:
            self.outcome["cut_off"] = str(error) or type(error).__name__

    async def until_over(self) -> None:
        """Wait until the attack is over."""
        while not self.over.is_set():
            await asyncio.sleep(0.1)


def repeat_forever(request: Request) -> Iterator[Request]:
    """Yield the same request again and again."""
    while True:
        yield request
