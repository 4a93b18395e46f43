"""Denial-of-service scenarios that make the server work for one client: explanations of refusals, and long saves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle

import orjson

import gunki
from gunki.lab.attacks.attack_base import CONNECTION_ERRORS, RETRY_SECONDS, Attack, Request
from gunki.lab.attacks.hostile_saves import make_long_save, widest_scenario
from gunki.lab.loadtest.http_client import FILE, HttpConnection
from gunki.lab.loadtest.match_setup import join_all, start_match
from gunki.lab.loadtest.server_process import BenchError


class Why(Attack):
    name, what = "why", "why a place is not lit, asked of one place after the other over 20 connections"
    LINES = 20

    async def prepare(self) -> None:
        (game, scenario), line = widest_scenario(), await self.connect()
        self.match, tokens = await start_match(line, game, "mine", scenario)
        view = orjson.loads(await line.ask("GET", f"/api/matches/{self.match}/view", token=next(iter(tokens.values()))))
        self.token = tokens[view["who"]]
        board = orjson.loads(await line.ask("GET", f"/api/catalogue/{game}/board?scenario={scenario}"))
        self.things = [f"{board['domain']}:{place['id']}" for place in board["places"]]
        await line.close()

    async def run(self) -> None:
        times: list[float] = []
        await self.hammer(self._questions(), self.LINES, times)
        self.outcome["asked"] = len(times)

    def _questions(self) -> Iterator[Request]:
        for thing in cycle(self.things):
            yield "GET", f"/api/matches/{self.match}/why?thing={thing}", None, self.token, ""

    async def connect(self, number: int = 0) -> HttpConnection:
        """Return a new connection. All connections of this attack come from one address."""
        return await super().connect(0)


class Opens(Attack):
    name, what = "opens", "matches that go on from the longest saves, each begun and asked for its stakes"
    LINES, PLIES = 8, 8_000

    async def prepare(self) -> None:
        save, line = make_long_save(self.target.scale(self.PLIES), *widest_scenario()), await self.connect()
        upload = orjson.loads(await line.ask("POST", "/api/uploads", save, kind=FILE))
        await line.close()
        seats = dict.fromkeys(gunki.game(upload["game"]).seats_in(upload["scenario"]), "mine")
        self.body = {"game": upload["game"], "seats": seats, "upload": upload["upload"]}
        self.outcome |= {"upload_bytes": len(save), "plies": upload["ply"], "matches": 0}

    async def run(self) -> None:
        await asyncio.gather(*(self.run_until_cut_off(self._open(number)) for number in range(self.LINES)))

    async def _open(self, number: int) -> None:
        """Create matches from the save, and begin them as fast as the server allows."""
        line = await self.connect(number)
        while not self.over.is_set():
            status, answer = await line.answer("POST", "/api/matches", self.body)
            self.answers[status] += 1
            if status != 201:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            with suppress(*CONNECTION_ERRORS, BenchError):
                match = orjson.loads(answer)
                tokens = await join_all(line, match)
                self.outcome["matches"] += 1
                for token in tokens.values():
                    await line.answer("GET", f"/api/matches/{match['id']}/stakes", token=token)
        await line.close()
