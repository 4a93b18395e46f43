"""Streams to clients: listeners, their messages, and the ASGI response that sends them.

Only few messages wait for a slow client. If it misses some, it gets one combined state when it reads on. A client that
stops reading is dropped. It may reconnect with the last id that it saw.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from itertools import count
from math import inf
from typing import TYPE_CHECKING, cast

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from gunki.server.http.protocol import exchange_of, may_write, write_chunk

if TYPE_CHECKING:
    from gunki.server.http.api_models import Extent

#: At most this many messages may wait for a listener. If there are more, the listener falls behind.
MOST_WAITING = 64
_numbers = count()


class Listener:
    """One open stream.

    `participant`: None for a spectator. `ndjson`: the stream is NDJSON instead of Server-Sent Events. `extent`: how
    much of each state the listener gets. A page draws the scene and does not need the view.
    """

    def __init__(
        self, participant: str | None, *, ndjson: bool, extent: Extent | None = None, seq: int | None = None
    ) -> None:
        self.participant = participant
        #: Serial number: newer listeners have higher ones.
        self.number = next(_numbers)
        self.ndjson = ndjson
        self.extent: Extent = extent or ("whole" if ndjson else "scene")
        #: The seq of the last state that the listener got. None if it got none yet.
        self.seq = seq
        #: Whether too many messages waited and were dropped. The listener must catch up then.
        self.behind = False
        self.closed = False
        #: `address`: the client's address. `pace`: the least time between two states is multiplied by this number.
        self.address, self.pace = "", 1
        #: `sent_at`: the time of its last state. `pending_since`: while a combined state waits for the listener, the
        #: last ply that it knows; else None.
        self.sent_at = -inf
        self.pending_since: int | None = None
        #: The last message of the stream.
        self.farewell = b""
        #: A function that tries to send a message at once, and returns whether it was sent. If it was not, the message
        #: waits.
        self.try_send_now: Callable[[bytes], bool] | None = None
        self._waiting: list[bytes] = []
        self._newest = seq
        self._news = asyncio.Event()

    def put(self, data: bytes, seq: int | None = None) -> None:
        """Send a message or let it wait. `seq`: the seq of its state, if it is a state."""
        if self.closed or self.behind:
            return
        if not self._waiting and self.try_send_now is not None and self.try_send_now(data):
            if seq is not None:
                self.seq = self._newest = seq
            return
        self._news.set()
        if len(self._waiting) == MOST_WAITING:
            self.fall_behind()
            return
        self._waiting.append(data)
        if seq is not None:
            self._newest = seq

    def fall_behind(self) -> None:
        """Drop the waiting messages, because one combined state will bring the listener up to date."""
        if not self.closed:
            self.behind = True
            self._waiting.clear()
            self._news.set()

    def mark_caught_up(self, seq: int) -> None:
        """Note that the listener is getting everything up to a seq."""
        self.behind = False
        self.pending_since = None
        self.seq = self._newest = seq

    def restart(self) -> None:
        """End the stream because the server stops. Tell the client to reconnect soon."""
        self.farewell = ndjson_line("restart", b"{}") if self.ndjson else b"retry: 1000\n" + sse_event("restart", b"{}")
        self.close()

    def close(self) -> None:
        """End the stream after the message that is being sent. Drop the waiting ones."""
        self.closed = True
        self._waiting.clear()
        self._news.set()

    async def next(self) -> bytes | None:
        """Wait for messages, and return all of them.

        Return b"" if the listener is behind. Return None if the stream has ended.
        """
        await self._news.wait()
        if self.closed:
            return None
        self._news.clear()
        if self.behind:
            return b""
        data = b"".join(self._waiting)
        self._waiting.clear()
        self.seq = self._newest
        return data


def sse_event(kind: str, data: bytes, seq: int | None = None) -> bytes:
    """Return one Server-Sent Event. `data` is JSON without line breaks."""
    id_line = b"" if seq is None else b"id: %d\n" % seq
    return b"%sevent: %s\ndata: %s\n\n" % (id_line, kind.encode(), data)


def ndjson_line(kind: str, data: bytes, member: str | None = None) -> bytes:
    """Return one line of NDJSON.

    `member`: the name of the member that holds the data. If it is None, the members of the data are put beside `type`.
    """
    if member is not None:
        return b'{"type":"%s","%s":%s}\n' % (kind.encode(), member.encode(), data)
    return b'{"type":"%s",%s\n' % (kind.encode(), data[1:]) if data != b"{}" else b'{"type":"%s"}\n' % kind.encode()


def message(kind: str, data: bytes, ndjson: bool, seq: int | None = None) -> bytes:
    """Return the message of an event (`state`, `match`, `chat`, `undo`), in the form of the stream."""
    if not ndjson:
        return sse_event(kind, data, seq)
    if kind == "state":
        return ndjson_line("gameState", data, "snapshot")
    return ndjson_line(kind, data, "match" if kind == "match" else None)


class StreamResponse:
    """An ASGI response that ends when its client leaves or stops reading, or when the server stops.

    `catch_up` returns the messages for a listener that is behind.
    """

    def __init__(
        self, listener: Listener, catch_up: Callable[[], Awaitable[bytes]], keep_alive: float, patience: float
    ) -> None:
        self._listener = listener
        self._catch_up = catch_up
        self._keep_alive = keep_alive
        self._patience = patience
        self._clock = asyncio.get_running_loop().time
        #: Whether the response is sending now; and the time from which a send or a pause between sends is timed.
        self._sending = False
        self._since = self._clock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = b"application/x-ndjson" if self._listener.ndjson else b"text/event-stream; charset=utf-8"
        headers = [(b"content-type", kind), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        exchange = exchange_of(scope)
        if exchange is not None:  # the messages are sent directly, without the layers in between
            send = cast(Send, exchange.send)
            self._listener.try_send_now = partial(self._try_send_now, exchange)
        works = (self._wait_until_gone(receive), self._send(send), self._watch())
        tasks = [asyncio.create_task(work) for work in works]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait_until_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async def _send(self, send: Send) -> None:
        while (data := await self._listener.next()) is not None:
            await self._out(send, data or await self._catch_up(), more=True)
        await self._out(send, self._listener.farewell, more=False)

    def _try_send_now(self, exchange: RequestResponseCycle, data: bytes) -> bool:
        if self._sending or not may_write(exchange):
            return False
        write_chunk(exchange, data)
        self._since = self._clock()
        return True

    async def _out(self, send: Send, data: bytes, *, more: bool) -> None:
        self._sending, self._since = True, self._clock()
        await send({"type": "http.response.body", "body": data, "more_body": more})
        self._sending, self._since = False, self._clock()

    async def _watch(self) -> None:
        """Send keep-alive messages on a silent stream. Return if the client stops reading. One timer serves both."""
        while True:
            left = self._since + (self._patience if self._sending else self._keep_alive) - self._clock()
            if left > 0:
                await asyncio.sleep(min(left, self._patience))
            elif self._sending:
                return
            else:
                self._since = self._clock()
                self._listener.put(b"\n" if self._listener.ndjson else b": \n\n")
