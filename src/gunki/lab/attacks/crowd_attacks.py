"""Denial-of-service scenarios that use many addresses or many streams.

They hold all places for connections, make many public matches, or make the server send new states without end. This
module also measures which honest clients are turned away meanwhile: visitors, seats and probes.
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
from gunki.lab.attacks.attack_base import CONNECTION_ERRORS, RETRY_SECONDS, Attack
from gunki.lab.loadtest.http_client import HttpConnection
from gunki.lab.loadtest.match_setup import start_match
from gunki.lab.loadtest.server_process import BenchError

#: PACE: seconds between two rounds of honest visits. GIVES_UP: seconds after which a visit gives up.
PACE, GIVES_UP = 0.2, 20.0
_doors = count()


class Streams(Attack):
    """An attack that opens streams and reads them until it is over."""

    async def open_stream(self, address: str, match: str, token: str | None, extent: str) -> HttpConnection | None:
        """Open the stream of a match from `address` and return its connection.

        Return None if the server refuses the stream.
        """
        line: HttpConnection | None = None
        with suppress(*CONNECTION_ERRORS):
            async with asyncio.timeout(GIVES_UP):
                line = await HttpConnection.to(self.target.port, address)
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
        line = await self.connect()
        self.match, tokens = await start_match(line, self.game(), "mine")
        self.token = next(iter(tokens.values()))
        await line.close()
        self.streams_held = self.streams_cut = 0
        numbers = iter(range(self.ADDRESSES * self.target.scale(self.EACH)))
        self.lines: list[tuple[int, HttpConnection]] = []

        async def fill() -> None:
            for number in numbers:
                if (stream := await self._open(number)) is not None:
                    self.lines.append((number, stream))

        await asyncio.gather(*(fill() for _ in range(self.AT_ONCE)))
        self.outcome["opened"] = len(self.lines)

    async def _open(self, number: int) -> HttpConnection | None:
        token = self.token if number % 2 else None
        return await self.open_stream(self.addresses[number % self.ADDRESSES], self.match, token, "brief")

    async def run(self) -> None:
        await asyncio.gather(*(self._hold(number, line) for number, line in self.lines))
        self.outcome |= {"held": self.streams_held, "cut": self.streams_cut}

    async def _hold(self, number: int, line: HttpConnection | None) -> None:
        """Keep a stream open; if the server cuts it, open it again."""
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
                self.streams_cut += 1
                line.writer.close()
                line = None
        if line is not None:
            self.streams_held += 1
            line.writer.close()


class Prefixes(Attack):
    name, what = "prefixes", "public matches from 40 addresses of one network, as many as allowed"
    ADDRESSES = 40

    async def prepare(self) -> None:
        self.match_ids: set[str] = set()

    async def run(self) -> None:
        network = self.target.addresses[0].rpartition(".")[0]
        await asyncio.gather(*(self._make(f"{network}.{100 + number}") for number in range(self.ADDRESSES)))
        matches: list[Any] = []
        with suppress(*CONNECTION_ERRORS, BenchError):
            line = await self.connect()
            matches = orjson.loads(await line.ask("GET", "/api/matches?limit=100"))
            await line.close()
        theirs = sum(match["id"] in self.match_ids for match in matches)
        self.outcome |= {"matches": len(self.match_ids), "in_first_100": theirs, "listed": len(matches)}

    async def _make(self, address: str) -> None:
        seats = dict.fromkeys(gunki.game(self.game()).seats_in(gunki.game(self.game()).scenarios[0]), "open")
        body, line = {"game": self.game(), "seats": seats, "public": True}, None
        while not self.over.is_set():
            try:
                line = line or await HttpConnection.to(self.target.port, address)
                status, content = await line.answer("POST", "/api/matches", body)
                self.answers[status] += 1
                if status == 201:
                    self.match_ids.add(orjson.loads(content)["id"])
                else:
                    await asyncio.sleep(RETRY_SECONDS)
            except CONNECTION_ERRORS:
                self.answers[0] += 1
                line = None
                await asyncio.sleep(RETRY_SECONDS)
        if line is not None:
            line.writer.close()


class TakeBacks(Streams):
    name, what = "take_backs", "one address that acts and takes back while 60 of its streams are told of it"
    STREAMS = 60

    async def prepare(self) -> None:
        line = await self.connect()
        self.match, self.tokens = await start_match(line, gunki.game_ids()[-1], "mine")
        await line.close()
        self.bytes_read = self.loops = 0
        spectators = [None] * len(self.tokens)
        tokens = [*self.tokens.values(), *spectators]
        self.lines = [
            stream
            for number in range(self.target.scale(self.STREAMS))
            if (stream := await self._open(tokens[number % len(tokens)])) is not None
        ]
        self.outcome["streams"] = len(self.lines)

    async def _open(self, token: str | None) -> HttpConnection | None:
        return await self.open_stream(self.target.addresses[0], self.match, token, "scene")

    async def run(self) -> None:
        begin = time.perf_counter()
        reading = [asyncio.create_task(self._read(line)) for line in self.lines]
        while not self.over.is_set():
            with suppress(*CONNECTION_ERRORS):  # if the server cuts the connection, go on with a new one
                await self._back_and_forth()
            await asyncio.sleep(RETRY_SECONDS)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        for line in self.lines:
            line.writer.close()
        rate = self.bytes_read / 2**20 / (time.perf_counter() - begin)
        self.outcome |= {"taken_back": self.loops, "megabytes_a_second": round(rate, 1)}

    async def _read(self, line: HttpConnection) -> None:
        with suppress(OSError):
            while chunk := await line.reader.read(2**20):
                self.bytes_read += len(chunk)

    async def _back_and_forth(self) -> None:
        line, path = await self.connect(), f"/api/matches/{self.match}"
        token = next(iter(self.tokens.values()))
        while not self.over.is_set():
            status, content = await line.answer("GET", f"{path}/view", token=token)
            view = orjson.loads(content)
            if status == 200 and view["seat"] != view["who"]:
                token = self.tokens[view["who"]]
                continue
            while status == 200 and not self.over.is_set():
                body = {"ply": view["ply"], "action": view["decision"]["options"][0]["text"], "extent": "brief"}
                status, _ = await line.answer("POST", f"{path}/actions", body, token)
                self.answers[status] += 1
                if status == 200:
                    status, content = await line.answer("POST", f"{path}/undo", {"ply": view["ply"] + 1}, token)
                    self.answers[status] += 1
                    self.loops += status == 200
            await asyncio.sleep(RETRY_SECONDS)
        await line.close()


# -- honest visits ----------------------------------------------------------------------------------------------------


@dataclass
class Door:
    """How many honest visits were made, and how many of them were turned away by an error or a missing answer."""

    came: int = 0
    turned_away: int = 0
    #: The error of the first visit that was turned away.
    why: str = ""


async def knock(door: Door, port: int, match: str | None, token: str | None, over: asyncio.Event) -> None:
    """Visit the server again and again, each time from another address, and count the visits in `door`.

    The visits are those of a visitor, of a probe and, if `match` is given, of a seat with its `token`.
    """
    while not over.is_set():
        paths: list[tuple[str, str | None]] = [("/", None), ("/api/about", None), ("/healthz", None), ("/readyz", None)]
        if match is not None:
            paths.append((f"/api/matches/{match}/view", token))
        for path, bearer in paths:
            number = next(_doors)
            door.came += 1
            try:
                async with asyncio.timeout(GIVES_UP):
                    line = await HttpConnection.to(port, f"127.{200 + number // 250 % 50}.{number % 250}.1")
                    await line.ask("GET", path, token=bearer)
                    await line.close()
            except (*CONNECTION_ERRORS, BenchError) as error:
                door.turned_away += 1
                door.why = door.why or f"{path}: {str(error) or type(error).__name__}"
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), PACE)
