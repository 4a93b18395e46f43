"""Denial-of-service scenarios that make the server work for one client: questions about things, and long saves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle

import orjson

import gunki
from gunki.lab.attacks.attack_base import GONE, PAUSE, Attack, Request
from gunki.lab.attacks.hostile_saves import long_save, widest_scenario
from gunki.lab.loadtest.http_client import FILE, Line
from gunki.lab.loadtest.match_setup import begun, seated
from gunki.lab.loadtest.server_process import BenchError


class Why(Attack):
    name, what = "why", "why things are not lit, asked of one place after the other over 20 connections"
    LINES = 20

    async def prepare(self) -> None:
        (game, scenario), line = widest_scenario(), await self.line()
        self.match, tokens = await begun(line, game, "mine", scenario)
        seen = orjson.loads(await line.ask("GET", f"/api/matches/{self.match}/view", token=next(iter(tokens.values()))))
        self.token = tokens[seen["who"]]
        board = orjson.loads(await line.ask("GET", f"/api/catalogue/{game}/board?scenario={scenario}"))
        self.things = [f"{board['domain']}:{place['id']}" for place in board["places"]]
        await line.close()

    async def run(self) -> None:
        times: list[float] = []
        await self.hammer(self._questions(), self.LINES, times)
        self.told["asked"] = len(times)

    def _questions(self) -> Iterator[Request]:
        for thing in cycle(self.things):
            yield "GET", f"/api/matches/{self.match}/why?thing={thing}", None, self.token, ""

    async def line(self, number: int = 0) -> Line:
        """All connections come from one address."""
        return await super().line(0)


class Opens(Attack):
    name, what = "opens", "matches that go on from the longest of saves, each begun and asked what is at stake"
    LINES, PLIES = 8, 8_000

    async def prepare(self) -> None:
        save, line = long_save(self.target.of(self.PLIES), *widest_scenario()), await self.line()
        told = orjson.loads(await line.ask("POST", "/api/uploads", save, kind=FILE))
        await line.close()
        seats = dict.fromkeys(gunki.game(told["game"]).seats_in(told["scenario"]), "mine")
        self.body = {"game": told["game"], "seats": seats, "upload": told["upload"]}
        self.told |= {"upload_bytes": len(save), "plies": told["ply"], "matches": 0}

    async def run(self) -> None:
        await asyncio.gather(*(self.as_far_as_it_goes(self._open(number)) for number in range(self.LINES)))

    async def _open(self, number: int) -> None:
        """Make matches of the save as fast as may be, and have them begin."""
        line = await self.line(number)
        while not self.over.is_set():
            status, answer = await line.answer("POST", "/api/matches", self.body)
            self.answers[status] += 1
            if status != 201:
                await asyncio.sleep(PAUSE)
                continue
            with suppress(*GONE, BenchError):
                made = orjson.loads(answer)
                tokens = await seated(line, made)
                self.told["matches"] += 1
                for token in tokens.values():
                    await line.answer("GET", f"/api/matches/{made['id']}/stakes", token=token)
        await line.close()
