"""Denial-of-service scenarios of many addresses or many streams: all places, many matches, states without end.

With them goes the measure of who is turned away meanwhile: visitors, seats and probes that come to the door.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

import orjson

import gunki
from gunki.lab.attacks.attack_base import GONE, PAUSE, Attack
from gunki.lab.loadtest.http_client import Line
from gunki.lab.loadtest.match_setup import begun
from gunki.lab.loadtest.server_process import BenchError

#: Seconds between two who come to the door, and after which one of them gives up.
PACE, GIVES_UP = 0.2, 20.0
_doors = count()


class Streams(Attack):
    """Opens streams and reads them as long as it lasts."""

    async def opened(self, address: str, match: str, token: str | None, extent: str) -> Line | None:
        """Return a stream from an address; None if it is refused."""
        line: Line | None = None
        with suppress(*GONE):
            async with asyncio.timeout(GIVES_UP):
                line = await Line.to(self.target.port, address)
                line.send("GET", f"/api/matches/{match}/stream?extent={extent}", token=token)
                status, _ = await line.head()
                self.answers[status] += 1
                if status == 200:
                    return line
        if line is None:
            self.answers[0] += 1
        else:
            line.writer.close()
        return None


class Places(Streams):
    name, what = "places", "64 addresses of 64 networks that hold all places with streams of spectators and seats"
    ADDRESSES, EACH, AT_ONCE = 64, 64, 32

    async def prepare(self) -> None:
        part = self.target.addresses[0].split(".")[2]
        self.addresses = [f"127.{100 + int(part)}.{number}.2" for number in range(self.ADDRESSES)]
        line = await self.line()
        self.match, tokens = await begun(line, self.game(), "mine")
        self.token = next(iter(tokens.values()))
        await line.close()
        self.held = self.cut = 0
        numbers = iter(range(self.ADDRESSES * self.target.of(self.EACH)))
        self.lines: list[tuple[int, Line]] = []

        async def fill() -> None:
            for number in numbers:
                if (found := await self._open(number)) is not None:
                    self.lines.append((number, found))

        await asyncio.gather(*(fill() for _ in range(self.AT_ONCE)))
        self.told["opened"] = len(self.lines)

    async def _open(self, number: int) -> Line | None:
        token = self.token if number % 2 else None
        return await self.opened(self.addresses[number % self.ADDRESSES], self.match, token, "brief")

    async def run(self) -> None:
        await asyncio.gather(*(self._hold(number, line) for number, line in self.lines))
        self.told |= {"held": self.held, "cut": self.cut}

    async def _hold(self, number: int, line: Line | None) -> None:
        """Keep a stream open; where it is cut, open it again."""
        while not self.over.is_set():
            if line is None:
                line = await self._open(number)
                if line is None:
                    await asyncio.sleep(1)
                    continue
            with suppress(TimeoutError, OSError):
                async with asyncio.timeout(1):
                    while await line.reader.read(65536):
                        pass
                self.cut += 1
                line.writer.close()
                line = None
        if line is not None:
            self.held += 1
            line.writer.close()


class Prefixes(Attack):
    name, what = "prefixes", "public matches from 40 addresses of one network, as many as may be made"
    ADDRESSES = 40

    async def prepare(self) -> None:
        self.made: set[str] = set()

    async def run(self) -> None:
        network = self.target.addresses[0].rpartition(".")[0]
        await asyncio.gather(*(self._make(f"{network}.{100 + number}") for number in range(self.ADDRESSES)))
        listed: list[Any] = []
        with suppress(*GONE, BenchError):
            line = await self.line()
            listed = orjson.loads(await line.ask("GET", "/api/matches?limit=100"))
            await line.close()
        theirs = sum(match["id"] in self.made for match in listed)
        self.told |= {"matches": len(self.made), "in_first_100": theirs, "listed": len(listed)}

    async def _make(self, address: str) -> None:
        seats = dict.fromkeys(gunki.game(self.game()).seats_in(gunki.game(self.game()).scenarios[0]), "open")
        body, line = {"game": self.game(), "seats": seats, "public": True}, None
        while not self.over.is_set():
            try:
                line = line or await Line.to(self.target.port, address)
                status, told = await line.answer("POST", "/api/matches", body)
                self.answers[status] += 1
                if status == 201:
                    self.made.add(orjson.loads(told)["id"])
                else:
                    await asyncio.sleep(PAUSE)
            except GONE:
                self.answers[0] += 1
                line = None
                await asyncio.sleep(PAUSE)
        if line is not None:
            line.writer.close()


class TakeBacks(Streams):
    name, what = "take_backs", "one address that acts and takes back while 60 of its streams are told of it"
    STREAMS = 60

    async def prepare(self) -> None:
        line = await self.line()
        self.match, self.tokens = await begun(line, gunki.game_ids()[-1], "mine")
        await line.close()
        self.bytes = self.loops = 0
        spectators = [None] * len(self.tokens)
        tokens = [*self.tokens.values(), *spectators]
        self.lines = [
            found
            for number in range(self.target.of(self.STREAMS))
            if (found := await self._open(tokens[number % len(tokens)])) is not None
        ]
        self.told["streams"] = len(self.lines)

    async def _open(self, token: str | None) -> Line | None:
        return await self.opened(self.target.addresses[0], self.match, token, "scene")

    async def run(self) -> None:
        begin = time.perf_counter()
        reading = [asyncio.create_task(self._read(line)) for line in self.lines]
        while not self.over.is_set():
            with suppress(*GONE):  # where its connection is cut, it takes another
                await self._back_and_forth()
            await asyncio.sleep(PAUSE)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        for line in self.lines:
            line.writer.close()
        rate = self.bytes / 2**20 / (time.perf_counter() - begin)
        self.told |= {"taken_back": self.loops, "megabytes_a_second": round(rate, 1)}

    async def _read(self, line: Line) -> None:
        with suppress(OSError):
            while came := await line.reader.read(2**20):
                self.bytes += len(came)

    async def _back_and_forth(self) -> None:
        line, path = await self.line(), f"/api/matches/{self.match}"
        token = next(iter(self.tokens.values()))
        while not self.over.is_set():
            status, told = await line.answer("GET", f"{path}/view", token=token)
            seen = orjson.loads(told)
            if status == 200 and seen["seat"] != seen["who"]:
                token = self.tokens[seen["who"]]
                continue
            while status == 200 and not self.over.is_set():
                body = {"ply": seen["ply"], "action": seen["decision"]["options"][0]["text"], "extent": "brief"}
                status, _ = await line.answer("POST", f"{path}/actions", body, token)
                self.answers[status] += 1
                if status == 200:
                    status, told = await line.answer("POST", f"{path}/undo", {"ply": seen["ply"] + 1}, token)
                    self.answers[status] += 1
                    self.loops += status == 200
            await asyncio.sleep(PAUSE)
        await line.close()


# -- those who come to the door ---------------------------------------------------------------------------------------


@dataclass
class Door:
    """Who came and was turned away: no answer in time, or another than a good one."""

    came: int = 0
    turned_away: int = 0
    #: What the first of them was told.
    why: str = ""


async def knock(door: Door, port: int, match: str | None, token: str | None, over: asyncio.Event) -> None:
    """Come to the door again and again, each time from another address: a visitor, a probe, and a seat of a match."""
    while not over.is_set():
        paths: list[tuple[str, str | None]] = [("/", None), ("/api/about", None), ("/healthz", None), ("/readyz", None)]
        if match is not None:
            paths.append((f"/api/matches/{match}/view", token))
        for path, bearer in paths:
            number = next(_doors)
            door.came += 1
            try:
                async with asyncio.timeout(GIVES_UP):
                    line = await Line.to(port, f"127.{200 + number // 250 % 50}.{number % 250}.1")
                    await line.ask("GET", path, token=bearer)
                    await line.close()
            except (*GONE, BenchError) as error:
                door.turned_away += 1
                door.why = door.why or f"{path}: {str(error) or type(error).__name__}"
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), PACE)
