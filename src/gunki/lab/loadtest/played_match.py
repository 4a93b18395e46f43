"""Matches of people on a server that is measured, all of them ours."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson

from gunki.lab.loadtest.http_client import PROGRAM, Line, Listener, question
from gunki.lab.loadtest.match_setup import begun


def percentiles(delays: list[float]) -> tuple[float, float]:
    """Median and 99th percentile, in milliseconds."""
    ordered = sorted(delays)
    return statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.99)] * 1000


@dataclass
class Tally:
    actions: int = 0
    #: When the last of them was answered.
    last: float = 0.0
    #: Seconds from the sending of an action to its event at every other seat.
    delays: list[float] = field(default_factory=list)
    #: Seconds until each action was answered.
    times: list[float] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)


class Table:
    """A match of people, all of them ours: each acts on its own connection and listens at its own stream.

    `extent`: how much they are told of every state: as much as a program asks for, or as a page does.
    """

    def __init__(
        self, line: Line, match: str, tokens: dict[str, str], listeners: dict[str, Listener], extent: str
    ) -> None:
        self._line = line
        self.extent = extent
        self.match = match
        self.tokens = tokens
        self.listeners = listeners
        self.asked: Any = None

    @classmethod
    async def made(
        cls, port: int, ident: str, listen: bool = True, address: str | None = None, extent: str = PROGRAM
    ) -> Table:
        line = await Line.to(port, address)
        match, tokens = await begun(line, ident)
        listeners = {}
        if listen:
            listeners = {seat: await Listener.of(port, match, token, address, extent) for seat, token in tokens.items()}
        table = cls(line, match, tokens, listeners, extent)
        view = await line.ask("GET", f"/api/matches/{match}/view", token=next(iter(tokens.values())))
        table.asked = question(view)
        return table

    async def act(self, rng: random.Random) -> tuple[str, dict[str, Any], float, float]:
        """Somebody acts at random: who, what was sent, and when it was sent and answered."""
        asked, who = self.asked, self.asked["who"]
        if asked["seat"] != who:
            asked = await self.listeners[who].question(asked["seq"])
        action = rng.choice(asked["decision"]["options"])["text"]
        body = {"ply": asked["ply"], "action": action, "extent": self.extent}
        begin = time.perf_counter()
        answer = await self._line.ask("POST", f"/api/matches/{self.match}/actions", body, self.tokens[who])
        self.asked = question(answer)
        return who, body, begin, time.perf_counter()

    async def play(self, end: float, rng: random.Random, tally: Tally) -> bool:
        """Act until the time is up; False when the match is over."""
        sent: list[tuple[str, int, float]] = []
        while time.perf_counter() < end and self.asked["who"] is not None:
            who, body, begin, answered = await self.act(rng)
            tally.times.append(answered - begin)
            tally.last = answered
            sent.append((who, self.asked["seq"], begin))
            tally.actions += 1
            if len(tally.bodies) < 1000:
                tally.bodies.append(orjson.dumps(body))
        for seat, listener in self.listeners.items():
            await listener.question(self.asked["seq"])
            tally.delays += [listener.told(seq) - begin for who, seq, begin in sent if who != seat]
            listener.forget()
        return self.asked["who"] is not None

    async def close(self) -> None:
        for listener in self.listeners.values():
            await listener.close()
        await self._line.close()


@asynccontextmanager
async def tables(port: int, ident: str, count: int, extent: str = PROGRAM) -> AsyncIterator[list[Table]]:
    made = [await Table.made(port, ident, extent=extent) for _ in range(count)]
    try:
        yield made
    finally:
        for table in made:
            await table.close()
