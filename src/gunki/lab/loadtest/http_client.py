"""A client of the server that costs little processor time.

It speaks HTTP itself, and parses only the parts of an answer that a player needs for the next action. A full client
would take more processor time than the server that it measures.
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from contextlib import suppress
from typing import Any

import orjson

from gunki.lab.loadtest.server_process import BenchError

LARGEST_LINE = 2**24
#: Seconds after which an unused connection is replaced, because servers close idle connections.
MAX_IDLE_SECONDS = 2.0
#: Extents of a state to request. PROGRAM: what a program needs, which is the decision and the events. PAGE: what a page
#: needs, which includes the scene.
PROGRAM, PAGE = "brief", "scene"
JSON, FILE = "application/json", "application/octet-stream"


class HttpConnection:
    """An HTTP/1.1 connection that is kept open."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int, address: str | None
    ) -> None:
        self.reader = reader
        self.writer = writer
        self._port = port
        self._address = address
        self._host = f"127.0.0.1:{port}"
        self._last_used = time.monotonic()

    @classmethod
    async def to(cls, port: int, address: str | None = None) -> HttpConnection:
        """Connect to the server on `port`.

        `address` is the local address to connect from. Servers that limit clients by address need it.
        """
        return cls(*await _connect(port, address), port, address)

    async def renew_if_idle(self) -> None:
        """Replace the connection if it has been idle for `MAX_IDLE_SECONDS`."""
        if time.monotonic() - self._last_used > MAX_IDLE_SECONDS:
            self.writer.close()
            self.reader, self.writer = await _connect(self._port, self._address)
            self._last_used = time.monotonic()

    def send(self, method: str, path: str, body: bytes = b"", token: str | None = None, kind: str = JSON) -> None:
        """Send a request without waiting for its answer."""
        bearer = "" if token is None else f"Authorization: Bearer {token}\r\n"
        about = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n" if method == "POST" else ""
        self.writer.write(f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\n{bearer}{about}\r\n".encode() + body)

    async def head(self) -> tuple[int, dict[bytes, bytes]]:
        """Read the head of an answer. Return its status, and its header fields with names in lower case."""
        try:
            lines = (await self.reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        except asyncio.IncompleteReadError:
            raise ConnectionResetError("the server has hung up") from None
        self._last_used = time.monotonic()
        fields = dict(line.lower().split(b": ", 1) for line in lines[1:] if b": " in line)
        return int(lines[0].split()[1]), fields

    async def answer(
        self, method: str, path: str, body: Any = None, token: str | None = None, kind: str = JSON
    ) -> tuple[int, bytes]:
        """Send a request. Return the status and the body of its answer, even if the answer is an error.

        `body` is sent unchanged if it is bytes. Otherwise it is sent as JSON.
        """
        content = body if isinstance(body, bytes) else orjson.dumps(body)
        await self.renew_if_idle()
        self.send(method, path, content if method == "POST" else b"", token, kind)
        status, fields = await self.head()
        if b"content-length" not in fields:
            raise BenchError(f"{method} {path}: an answer without a length")
        return status, await self.reader.readexactly(int(fields[b"content-length"]))

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None, kind: str = JSON) -> bytes:
        """Send a request and return the body of its answer. Raise BenchError unless the request succeeded."""
        status, content = await self.answer(method, path, body, token, kind)
        if status >= 300:
            raise BenchError(f"{method} {path}: {status} {content[:300].decode(errors='replace')}")
        return content

    async def close(self) -> None:
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()


async def _connect(port: int, address: str | None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    ours = None if address is None else (address, 0)
    return await asyncio.open_connection("127.0.0.1", port, limit=LARGEST_LINE, local_addr=ours)


def snapshot_head(snapshot: bytes) -> Any:
    """Return the parsed snapshot without its scene."""
    head, scene, _ = snapshot.partition(b',"scene":')
    return orjson.loads(head + b"}" if scene else head)


class StreamClient:
    """The stream of a seat. It notes the time at which each state came, and keeps the newest snapshot."""

    def __init__(self, line: HttpConnection) -> None:
        self._line = line
        #: `_seqs`: the seqs that came, in rising order. `_times`: the time at which each of them came.
        self._seqs: list[int] = []
        self._times: list[float] = []
        self.seq = -1
        self._data = b""
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._read())

    @classmethod
    async def of(
        cls, port: int, match: str, token: str | None, address: str | None = None, extent: str = PAGE
    ) -> StreamClient:
        """Open the stream of a match for the seat of `token`. Without a token, open it for a spectator."""
        line = await HttpConnection.to(port, address)
        line.send("GET", f"/api/matches/{match}/stream?extent={extent}", token=token)
        status, _ = await line.head()
        if status != 200:
            raise BenchError(f"stream: {status}")
        return cls(line)

    async def _read(self) -> None:
        """Read events as they come. Ignore the lines that frame chunks."""
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                lines = (await self._line.reader.readuntil(b"\n\n")).split(b"\n")
                fields = {name: value for name, _, value in (line.partition(b": ") for line in lines)}
                if fields.get(b"event") == b"state":
                    self.seq, self._data = int(fields[b"id"]), fields[b"data"]
                    self._seqs.append(self.seq)
                    self._times.append(time.perf_counter())
                    self._news.set()
        self._news.set()

    def time_of(self, seq: int) -> float:
        """Return the time at which `seq` was reported.

        This is the time of the first state with this seq or a later one. Such a state must have come already.
        """
        return self._times[bisect_left(self._seqs, seq)]

    def forget(self) -> None:
        """Forget the times of all states so far."""
        self._seqs.clear()
        self._times.clear()

    async def wait_for_snapshot(self, seq: int) -> Any:
        """Wait until the stream has reported `seq` or a later one. Return the newest snapshot without its scene."""
        while self.seq < seq:
            self._news.clear()
            if self._task.done():
                raise BenchError("a stream ended")
            await asyncio.wait_for(self._news.wait(), 30)
        return snapshot_head(self._data)

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._line.close()
