"""Matches of people on the measured server. This process plays all their seats."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson

from gunki.lab.loadtest.http_client import PROGRAM, HttpConnection, StreamClient, snapshot_head
from gunki.lab.loadtest.match_setup import start_match


def percentiles(delays: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile of delays. The delays are in seconds, the result is in milliseconds."""
    ordered = sorted(delays)
    return statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.99)] * 1000


@dataclass
class ActionTally:
    """The times of the actions in one or several matches."""

    actions: int = 0
    #: The time at which the last action was answered.
    last: float = 0.0
    #: Seconds from sending an action until its event has come at every other seat.
    delays: list[float] = field(default_factory=list)
    #: Seconds until each action was answered.
    times: list[float] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)


class PlayedMatch:
    """A match of people in which this process plays all seats. Each seat listens at its own stream.

    `extent` says how much of a state the seats request: as much as a program (`PROGRAM`), or as much as a page
    (`PAGE`).
    """

    def __init__(
        self, line: HttpConnection, match: str, tokens: dict[str, str], listeners: dict[str, StreamClient], extent: str
    ) -> None:
        self._line = line
        self.extent = extent
        self.match = match
        self.tokens = tokens
        self.listeners = listeners
        self.snapshot: Any = None

    @classmethod
    async def create(
        cls, port: int, game_id: str, listen: bool = True, address: str | None = None, extent: str = PROGRAM
    ) -> PlayedMatch:
        """Create and start a match of `game_id`. Without `listen` the seats open no streams."""
        line = await HttpConnection.to(port, address)
        match, tokens = await start_match(line, game_id)
        listeners = {}
        if listen:
            listeners = {
                seat: await StreamClient.of(port, match, token, address, extent) for seat, token in tokens.items()
            }
        new_match = cls(line, match, tokens, listeners, extent)
        view = await line.ask("GET", f"/api/matches/{match}/view", token=next(iter(tokens.values())))
        new_match.snapshot = snapshot_head(view)
        return new_match

    async def act(self, rng: random.Random) -> tuple[str, dict[str, Any], float, float]:
        """Play a random option. Return the seat, the body that was sent, and the times of sending and of the answer."""
        snapshot, who = self.snapshot, self.snapshot["who"]
        if snapshot["seat"] != who:
            snapshot = await self.listeners[who].wait_for_snapshot(snapshot["seq"])
        action = rng.choice(snapshot["decision"]["options"])["text"]
        body = {"ply": snapshot["ply"], "action": action, "extent": self.extent}
        begin = time.perf_counter()
        answer = await self._line.ask("POST", f"/api/matches/{self.match}/actions", body, self.tokens[who])
        self.snapshot = snapshot_head(answer)
        return who, body, begin, time.perf_counter()

    async def plays_on(self, end: float, rng: random.Random, tally: ActionTally) -> bool:
        """Act until the time `end`, and count the actions in `tally`. Return False when the match is over."""
        sent: list[tuple[str, int, float]] = []
        while time.perf_counter() < end and self.snapshot["who"] is not None:
            who, body, begin, answer_time = await self.act(rng)
            tally.times.append(answer_time - begin)
            tally.last = answer_time
            sent.append((who, self.snapshot["seq"], begin))
            tally.actions += 1
            if len(tally.bodies) < 1000:
                tally.bodies.append(orjson.dumps(body))
        for seat, listener in self.listeners.items():
            await listener.wait_for_snapshot(self.snapshot["seq"])
            tally.delays += [listener.time_of(seq) - begin for who, seq, begin in sent if who != seat]
            listener.forget()
        return self.snapshot["who"] is not None

    async def close(self) -> None:
        for listener in self.listeners.values():
            await listener.close()
        await self._line.close()


@asynccontextmanager
async def create_matches(
    port: int, game_id: str, count: int, extent: str = PROGRAM
) -> AsyncIterator[list[PlayedMatch]]:
    """Create `count` matches of `game_id`. Close them at the end of the context."""
    matches = [await PlayedMatch.create(port, game_id, extent=extent) for _ in range(count)]
    try:
        yield matches
    finally:
        for match in matches:
            await match.close()
