"""What goes on the wire, and readers that are too slow."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from gunki.server.stream.listeners import MOST_WAITING, Listener, StreamResponse, message
from tests.server.process import PATIENCE
from tests.server.unit.support import until


def test_events_and_lines() -> None:
    assert message("state", b'{"a":1}', False, 7) == b'id: 7\nevent: state\ndata: {"a":1}\n\n'
    assert message("chat", b'{"a":1}', False) == b'event: chat\ndata: {"a":1}\n\n'
    assert json.loads(message("state", b'{"a":1}', True, 7)) == {"type": "gameState", "snapshot": {"a": 1}}
    assert json.loads(message("match", b'{"a":1}', True)) == {"type": "match", "match": {"a": 1}}
    assert json.loads(message("chat", b'{"a":1}', True)) == {"type": "chat", "a": 1}


def test_what_waits_comes_together() -> None:
    async def work() -> None:
        listener = Listener(None, ndjson=False)
        listener.put(b"a", 1)
        listener.put(b"b")
        listener.put(b"c", 2)
        assert listener.seq is None
        assert await listener.next() == b"abc"
        assert listener.seq == 2
        listener.close()
        listener.put(b"d", 3)
        assert await listener.next() is None

    asyncio.run(work())


def test_a_listener_that_does_not_keep_up_is_behind_and_can_catch_up() -> None:
    async def work() -> None:
        listener = Listener(None, ndjson=False, seq=4)
        for seq in range(5, 5 + MOST_WAITING):
            listener.put(b"x", seq)
        assert not listener.behind
        listener.put(b"x", 5 + MOST_WAITING)
        assert listener.behind
        assert listener.seq == 4, "what was dropped has not been told"
        assert await listener.next() == b""
        listener.mark_caught_up(200)
        listener.put(b"y", 201)
        assert await listener.next() == b"y"
        assert listener.seq == 201

    asyncio.run(work())


async def nothing() -> bytes:
    return b""


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
        listener = Listener(None, ndjson=False)
        wire = Wire(100)
        task = asyncio.create_task(StreamResponse(listener, nothing, 0.01, 3600)({}, wire.receive, wire.send))
        await until(lambda: len(wire.sent) > 3)
        listener.close()
        await asyncio.wait_for(task, PATIENCE)
        bodies = [message["body"] for message in wire.sent[1:]]
        assert bodies[0] == b": \n\n"
        assert len(bodies) > 2
        assert wire.sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}

    asyncio.run(work())


def test_a_reader_that_stops_reading_holds_nobody_up() -> None:
    async def work() -> None:
        listener = Listener(None, ndjson=True)
        wire = Wire(2)
        task = asyncio.create_task(StreamResponse(listener, nothing, 3600, 0.05)({}, wire.receive, wire.send))
        listener.put(b"x\n")
        await until(lambda: len(wire.sent) == 2)
        for _ in range(5):
            listener.put(b"x\n")
        await asyncio.wait_for(task, PATIENCE)
        assert len(wire.sent) == 2

    asyncio.run(work())


def test_one_who_fell_behind_is_told_in_one_what_he_missed() -> None:
    async def work() -> None:
        listener, wire = Listener(None, ndjson=True), Wire(100)

        async def missed() -> bytes:
            listener.mark_caught_up(300)
            return b"all of it\n"

        task = asyncio.create_task(StreamResponse(listener, missed, 3600, 3600)({}, wire.receive, wire.send))
        for seq in range(MOST_WAITING + 10):
            listener.put(b"x\n", seq)
        await until(lambda: len(wire.sent) == 2)
        listener.put(b"and on\n", 301)
        await until(lambda: len(wire.sent) == 3)
        listener.close()
        await asyncio.wait_for(task, PATIENCE)
        assert [message["body"] for message in wire.sent[1:-1]] == [b"all of it\n", b"and on\n"]

    asyncio.run(work())
