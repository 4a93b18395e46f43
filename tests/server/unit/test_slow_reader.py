"""A reader that cannot follow misses nothing: neither a step nor the end."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from gunki.server.http.limits import Limits
from gunki.server.http.requests import Server
from gunki.server.matches.registry import Registry
from gunki.server.routes.stream_routes import listen
from gunki.server.stream.listeners import MOST_WAITING
from gunki.server.workers.uploads import Uploads
from tests.server.process import PATIENCE
from tests.server.unit.support import begun, in_registry, play, until


class SlowWire:
    """Takes what is sent only while the gate is open."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.body = b""

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(3600)
        return {}

    async def send(self, message: Any) -> None:
        await self.gate.wait()
        self.body += message.get("body", b"")

    def states(self, lines: bool) -> list[dict[str, Any]]:
        if lines:
            heard = [json.loads(line) for line in self.body.splitlines()]
            return [line["snapshot"] for line in heard if "snapshot" in line]
        blocks = [dict(line.split(": ", 1) for line in b.splitlines()) for b in self.body.decode().split("\n\n") if b]
        return [json.loads(block["data"]) for block in blocks if block["event"] == "state"]


@pytest.mark.parametrize("lines", [False, True])
def test_what_a_slow_reader_missed_is_told_in_one(tmp_path: Path, lines: bool) -> None:
    async def work(registry: Registry) -> None:
        live, tokens, _ = await begun(registry)
        settings = registry.settings
        uploads, limits = Uploads(registry.store, registry.workers, 2**20), Limits(settings.rates, settings.limits)
        server = Server(settings, registry, uploads, limits, b"key")
        wire = SlowWire()
        response = await listen(server, tokens["oda"], live.id, "127.0.0.1", ndjson=lines)
        task = asyncio.create_task(response({}, wire.receive, wire.send))
        for _ in range(MOST_WAITING + 20):
            await play(registry, live)
        wire.gate.set()
        for _ in range(3):
            await until(lambda: told_so_far(wire, lines) == live.seq)
            await play(registry, live)
        await until(lambda: told_so_far(wire, lines) == live.seq)
        assert live.match is not None
        states = wire.states(lines)
        told = [step["ply"] for state in states for step in state["steps"]]
        assert told == list(range(1, live.match.ply + 1)), "every ply once, in order"
        assert (states[-1]["ply"], states[-1]["seq"]) == (live.match.ply, live.seq)
        assert len(states) < 10, "in one, not one by one"
        assert [state["seq"] for state in states] == sorted({state["seq"] for state in states})
        registry.close()
        await asyncio.wait_for(task, PATIENCE)

    in_registry(tmp_path, work, patience=3600, keep_alive=3600, frame=0)


def told_so_far(wire: SlowWire, lines: bool) -> int:
    states = wire.states(lines)
    return int(states[-1]["seq"]) if states else -1
