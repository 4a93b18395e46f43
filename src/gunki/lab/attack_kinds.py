"""What somebody does who wants a server to serve nobody else. Each in a process of its own that steps back behind it.

Only for a server of one's own on this machine: they know no other address, and all of them are bounded.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from typing import Any, ClassVar
from urllib.parse import quote

import orjson

import gunki
from gunki.lab.attack_saves import long_save, unpacks_to
from gunki.lab.client import FILE, Line
from gunki.lab.joining import begun
from gunki.lab.processes import BenchError

#: How far such a process steps back: on a small machine it would starve the server by itself.
NICE = 10
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
                    return

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


class Disk(Attack):
    name, what = "disk", "a small upload that unpacks to much, matches from it, taking back, long lists"
    SIZE, CREATIONS = 4_000_000, 40

    async def prepare(self) -> None:
        self.save = unpacks_to(self.game(), self.SIZE)
        self.told["upload_bytes"] = len(self.save)
        line = await self.line(1)
        self.match, self.tokens = await begun(line, self.game(), "mine")
        await line.close()

    async def run(self) -> None:
        times: list[float] = []
        listing: Request = ("GET", "/api/games", None, None, "")
        await asyncio.gather(
            self.as_far_as_it_goes(self._create()),
            self.as_far_as_it_goes(self._back_and_forth()),
            self.hammer(_always(listing), lines=2, times=times),
        )
        self.told["list_ms"] = round(statistics.median(times) * 1000, 1) if times else None

    async def _create(self) -> None:
        line = await self.line()
        status, told = await line.answer("POST", "/api/uploads", self.save, kind=FILE)
        self.told["upload"] = status
        made = 0
        if status == 201:
            seats = dict.fromkeys(gunki.game(self.game()).seats_in(gunki.game(self.game()).scenarios[0]), "mine")
            body = {"game": self.game(), "seats": seats, "public": True, "upload": orjson.loads(told)["upload"]}
            for _ in range(self.target.of(self.CREATIONS)):
                if self.over.is_set():
                    break
                status, _ = await line.answer("POST", "/api/games", body)
                self.answers[status] += 1
                made += status == 201
        self.told["created"] = made
        await line.close()

    async def _back_and_forth(self) -> None:
        """Act and take back: the position is always the same, but is it all kept?"""
        line, loops = await self.line(1), 0
        path, token = f"/api/games/{self.match}", next(iter(self.tokens.values()))
        while not self.over.is_set():
            seen = orjson.loads(await line.ask("GET", f"{path}/view", token=token))
            token = self.tokens[seen["who"]]
            seen = orjson.loads(await line.ask("GET", f"{path}/view", token=token))
            body = {"ply": seen["ply"], "action": seen["decision"]["options"][0]["text"]}
            for way, sent in (("actions", body), ("undo", {"ply": seen["ply"] + 1})):
                status, _ = await line.answer("POST", f"{path}/{way}", sent, token)
                self.answers[status] += 1
                if status >= 400:
                    await asyncio.sleep(PAUSE)
            loops += 1
        self.told["taken_back"] = loops
        await line.close()


class Heads(Attack):
    name, what = "heads", "half-sent heads, and bodies that never come"
    HEADS, BODIES = 1100, 100

    async def run(self) -> None:
        self.opened = self.ended = 0
        heads, bodies = self.target.of(self.HEADS), self.target.of(self.BODIES)
        half = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: "
        body = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        body += b"Content-Length: 60000\r\n\r\n{"
        await asyncio.gather(
            *(self._hold(number, body if number < bodies else half) for number in range(heads + bodies))
        )
        self.told |= {"opened": self.opened, "ended_by_the_server": self.ended}

    async def _hold(self, number: int, begin: bytes) -> None:
        """Open a connection, and send a byte of it now and then."""
        while not self.over.is_set():
            try:
                line = await asyncio.wait_for(self.line(number), 5)
            except GONE:
                await asyncio.sleep(1)
                continue
            self.opened += 1
            try:
                line.writer.write(begin)
                while not self.over.is_set():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(1):
                            if not await line.reader.read(4096):
                                raise ConnectionResetError
                    line.writer.write(b" ")
            except GONE:
                self.ended += 1
                await asyncio.sleep(1)
            finally:
                line.writer.close()


class Odds(Attack):
    name, what = "odds", "odds of fights, as often as may be"

    async def prepare(self) -> None:
        line, rng = await self.line(), random.Random(1)
        for _ in range(20):
            self.match, tokens = await begun(line, self.game(), "mine")
            path, token = f"/api/games/{self.match}", next(iter(tokens.values()))
            while True:
                seen = orjson.loads(await line.ask("GET", f"{path}/view", token=token))
                if seen["who"] is None:
                    break
                if seen["seat"] != seen["who"]:
                    token = tokens[seen["who"]]
                    continue
                if stakes := orjson.loads(await line.ask("GET", f"{path}/stakes", token=token))["stakes"]:
                    self.action, self.token = stakes[0], token
                    await line.close()
                    return
                text = rng.choice(seen["decision"]["options"])["text"]
                await line.ask("POST", f"{path}/actions", {"ply": seen["ply"], "action": text}, token)
        raise BenchError("no fight in twenty matches")

    async def run(self) -> None:
        path = f"/api/games/{self.match}/query/odds?action={quote(self.action)}"
        await self.hammer(_always(("GET", path, None, self.token, "")))


class Views(Attack):
    name, what = "views", "long stored matches opened again and again, looked at as they stood long ago"

    async def run(self) -> None:
        idents = cycle(self.target.stored)
        ways = (("view?ply=%d", count(1)), ("events", None), ("view", None))
        rng = random.Random(2)

        def requests() -> Iterator[Request]:
            while True:
                way, plies = rng.choice(ways)
                yield "GET", f"/api/games/{next(idents)}/{way % (next(plies) % 100) if plies else way}", None, None, ""

        await self.hammer(requests())


class Uploads(Attack):
    name, what = "uploads", "long saves to be replayed, and large ones that come a little at a time"
    PLIES, SLOW = 3000, 24

    async def prepare(self) -> None:
        self.save = long_save(self.target.of(self.PLIES))

    async def run(self) -> None:
        post: Request = ("POST", "/api/uploads", self.save, None, FILE)
        slow = (self._slowly(number) for number in range(self.target.of(self.SLOW)))
        await asyncio.gather(self.hammer(_always(post)), *slow)

    async def _slowly(self, number: int) -> None:
        with suppress(*GONE):
            line = await self.line(number)
            line.writer.write(
                b"POST /api/uploads HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                b"Content-Type: application/octet-stream\r\nContent-Length: 2000000\r\n\r\n"
            )
            while not self.over.is_set():
                line.writer.write(b"a" * 1000)
                await line.writer.drain()
                await asyncio.sleep(0.2)
            line.writer.close()


class Bots(Attack):
    name, what = "bots", "29 matches of bots against bots"
    MATCHES, BOT = 29, "bot:greedy"

    async def run(self) -> None:
        line, made, refused = await self.line(), [], ""
        seats = dict.fromkeys(gunki.game(self.game()).seats_in(gunki.game(self.game()).scenarios[0]), self.BOT)
        for _ in range(self.target.of(self.MATCHES)):
            status, told = await line.answer("POST", "/api/games", {"game": self.game(), "seats": seats})
            self.answers[status] += 1
            if status == 201:
                made.append(orjson.loads(told)["id"])
            else:
                refused = orjson.loads(told)["detail"]
        self.told["matches"] = len(made)
        if refused:
            self.told["refused"] = refused
        await self.until_over()
        plies = 0
        for ident in made:
            with suppress(*GONE, BenchError):
                plies += orjson.loads(await asyncio.wait_for(line.ask("GET", f"/api/games/{ident}"), 20))["ply"]
        self.told["plies"] = plies
        await line.close()


class Effort(Bots):
    name, what = "effort", "bots that are told to think a million times as hard"
    MATCHES, BOT = 8, "bot:greedy:1000000"


ATTACKS: dict[str, type[Attack]] = {kind.name: kind for kind in (Disk, Heads, Odds, Views, Uploads, Bots, Effort)}


def _always(request: Request) -> Iterator[Request]:
    while True:
        yield request


# -- the process ------------------------------------------------------------------------------------------------------


def main() -> None:
    """Lines of its input: the target; "go"; "stop". Lines of its output: "ready"; what came of it."""
    _step_back()
    given = orjson.loads(sys.stdin.readline())
    over = threading.Event()
    attack = ATTACKS[given.pop("name")](Target(**given), over)
    asyncio.run(_attack(attack))
    print(orjson.dumps(attack.figures()).decode(), flush=True)


async def _attack(attack: Attack) -> None:
    await attack.as_far_as_it_goes(attack.prepare())
    print("ready", flush=True)
    if not await asyncio.to_thread(sys.stdin.readline):
        return

    def wait() -> None:
        sys.stdin.readline()  # or whoever started us has gone
        attack.over.set()

    threading.Thread(target=wait, daemon=True).start()
    if "cut_off" not in attack.told:  # else it is not even prepared
        await attack.as_far_as_it_goes(attack.run())
    await attack.until_over()


def _step_back() -> None:
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(ImportError, ValueError, OSError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
