"""What goes on the wire, and readers that are too slow."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from gunki.server.streams import MOST_WAITING, Listener, StreamResponse, message


def test_events_and_lines() -> None:
    assert message("state", b'{"a":1}', False, 7) == b'id: 7\nevent: state\ndata: {"a":1}\n\n'
    assert message("chat", b'{"a":1}', False) == b'event: chat\ndata: {"a":1}\n\n'
    assert json.loads(message("state", b'{"a":1}', True, 7)) == {"type": "gameState", "snapshot": {"a": 1}}
    assert json.loads(message("match", b'{"a":1}', True)) == {"type": "match", "match": {"a": 1}}
    assert json.loads(message("chat", b'{"a":1}', True)) == {"type": "chat", "a": 1}


def test_a_listener_that_does_not_keep_up_is_let_go() -> None:
    async def work() -> None:
        listener = Listener(None, lines=False)
        for _ in range(MOST_WAITING):
            listener.put(b"x")
        assert not listener.closed
        listener.put(b"x")
        assert listener.closed
        assert await listener.next(1) is None

    asyncio.run(work())


class Wire:
    """An ASGI server whose reader stops reading after some messages."""

    def __init__(self, takes: int) -> None:
        self.takes = takes
        self.sent: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(3600)
        return {}

    async def send(self, message: Any) -> None:
        if len(self.sent) >= self.takes:
            await asyncio.sleep(3600)
        self.sent.append(message)


def test_signs_of_life_and_the_end() -> None:
    async def work() -> None:
        listener = Listener(None, lines=False)
        wire = Wire(100)
        task = asyncio.create_task(StreamResponse(listener, 0.02, 5)({}, wire.receive, wire.send))
        await asyncio.sleep(0.1)
        listener.close()
        await asyncio.wait_for(task, 5)
        bodies = [message["body"] for message in wire.sent[1:]]
        assert bodies[0] == b": \n\n"
        assert wire.sent[-1] == {"type": "http.response.body", "body": b""}

    asyncio.run(work())


def test_a_reader_that_stops_reading_holds_nobody_up() -> None:
    async def work() -> None:
        listener = Listener(None, lines=True)
        wire = Wire(2)
        for _ in range(5):
            listener.put(b"x\n")
        response = StreamResponse(listener, 5, 0.05)
        await asyncio.wait_for(response({}, wire.receive, wire.send), 5)
        assert len(wire.sent) == 2

    asyncio.run(work())
