"""Streams: what happens is put on the wire once and handed to everyone who listens.

A reader that is too slow is let go, never buffered without end; it comes back with the last id it saw.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.types import Message, Receive, Scope, Send

MOST_WAITING = 64


class Listener:
    """One open stream. `chair` is None for a spectator; `lines`: NDJSON instead of Server-Sent Events."""

    def __init__(self, chair: str | None, *, lines: bool) -> None:
        self.chair = chair
        self.lines = lines
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.closed = False

    def put(self, data: bytes) -> None:
        if self.closed:
            return
        try:
            self._queue.put_nowait(data)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """End the stream once what is being sent has gone; what still waits is dropped."""
        self.closed = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def next(self, patience: float) -> bytes | None:
        """What comes next; nothing (b"") if it takes too long; None at the end."""
        try:
            return await asyncio.wait_for(self._queue.get(), patience)
        except TimeoutError:
            return b""


def event(kind: str, data: bytes, seq: int | None = None) -> bytes:
    """One Server-Sent Event; JSON holds no line breaks."""
    ident = b"" if seq is None else b"id: %d\n" % seq
    return b"%sevent: %s\ndata: %s\n\n" % (ident, kind.encode(), data)


def line(kind: str, data: bytes, member: str | None = None) -> bytes:
    """One line of NDJSON. `member`: the data is put under this name; else its members stand beside the type."""
    if member is not None:
        return b'{"type":"%s","%s":%s}\n' % (kind.encode(), member.encode(), data)
    return b'{"type":"%s",%s\n' % (kind.encode(), data[1:]) if data != b"{}" else b'{"type":"%s"}\n' % kind.encode()


def message(kind: str, data: bytes, lines: bool, seq: int | None = None) -> bytes:
    """`state`, `match`, `chat` or `undo` on either kind of stream."""
    if not lines:
        return event(kind, data, seq)
    if kind == "state":
        return line("gameState", data, "snapshot")
    return line(kind, data, "match" if kind == "match" else None)


class StreamResponse:
    """An ASGI answer that ends when its reader goes, is too slow, or the server stops."""

    def __init__(self, listener: Listener, keep_alive: float, patience: float) -> None:
        self._listener = listener
        self._keep_alive = keep_alive
        self._patience = patience

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        kind = b"application/x-ndjson" if self._listener.lines else b"text/event-stream; charset=utf-8"
        headers = [(b"content-type", kind), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        gone = asyncio.create_task(self._wait_until_gone(receive))
        sending = asyncio.create_task(self._send(send))
        try:
            await asyncio.wait((gone, sending), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, sending):
                task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(gone, sending, return_exceptions=True)

    async def _wait_until_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async def _send(self, send: Send) -> None:
        sign_of_life = b"\n" if self._listener.lines else b": \n\n"
        while (data := await self._listener.next(self._keep_alive)) is not None:
            out: Message = {"type": "http.response.body", "body": data or sign_of_life, "more_body": True}
            await asyncio.wait_for(send(out), self._patience)
        await asyncio.wait_for(send({"type": "http.response.body", "body": b""}), self._patience)
