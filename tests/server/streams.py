"""Listening to a stream: a thread that reads, and a queue to wait at."""

from __future__ import annotations

import http.client
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import orjson

from tests.server.process import PATIENCE
from tests.server.table import Player


@dataclass
class Heard:
    """One event of a stream. For NDJSON `kind` is the line's type; "comment" is whatever only keeps the line open."""

    kind: str
    data: Any
    id: str | None
    raw: str
    at: float


class Stream:
    """`GET …/stream` of a player. `last` continues after that seq; `bot` reads the NDJSON twin."""

    def __init__(self, player: Player, last: str | None = None, bot: bool = False, extent: str | None = None) -> None:
        self.player = player
        self.bot = bot
        self.events: queue.Queue[Heard | None] = queue.Queue()
        self.seen: list[Heard] = []
        self._connection = http.client.HTTPConnection("127.0.0.1", player.server.port, timeout=PATIENCE)
        self._connection.connect()
        sock = self._connection.sock
        assert isinstance(sock, socket.socket)
        self._socket = sock
        headers = {} if player.token is None else {"Authorization": f"Bearer {player.token}"}
        if last is not None:
            headers["Last-Event-ID"] = last
        path = f"/api/bot/matches/{player.match}/stream" if bot else player.path("stream")
        self._connection.request("GET", path if extent is None else f"{path}?extent={extent}", headers=headers)
        self.response = self._connection.getresponse()
        self.status = self.response.status
        self.type = self.response.headers.get_content_type()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            for heard in self._lines() if self.bot else self._blocks():
                if self.player.heard is not None:
                    self.player.heard.append(heard.raw)
                self.events.put(heard)
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass  # cut, by us or by a killed server
        self.events.put(None)

    def _lines(self) -> Iterator[Heard]:
        while line := self.response.readline().decode():
            text = line.strip()
            data = orjson.loads(text) if text else {"type": "comment"}
            yield Heard(data["type"], data, None, line, time.perf_counter())

    def _blocks(self) -> Iterator[Heard]:
        """Server-Sent Events as the standard reads them."""
        kind, ident, raw = "message", None, ""
        data: list[str] = []
        while line := self.response.readline().decode():
            raw += line
            text = line.rstrip("\r\n")
            name, _, value = text.partition(":")
            value = value.removeprefix(" ")
            if not text:
                if data:
                    yield Heard(kind, orjson.loads("\n".join(data)), ident, raw, time.perf_counter())
                kind, ident, data, raw = "message", None, [], ""
            elif not name:
                yield Heard("comment", value, None, line, time.perf_counter())
            elif name == "event":
                kind = value
            elif name == "id":
                ident = value
            elif name == "data":
                data.append(value)

    def next(self, timeout: float = PATIENCE) -> Heard | None:
        """The next event, or None when the stream has ended."""
        try:
            heard = self.events.get(timeout=timeout)
        except queue.Empty:
            raise AssertionError(f"nothing heard for {timeout} s; before: {[h.kind for h in self.seen]}") from None
        if heard is not None:
            self.seen.append(heard)
        return heard

    def until(self, wanted: Callable[[Heard], bool], timeout: float = PATIENCE) -> Heard:
        """The first event from here on that is as wanted; as long as there is news, it may take its time."""
        end = time.monotonic() + timeout
        while True:
            heard = self.next(max(0.01, end - time.monotonic()))
            assert heard is not None, f"the stream ended; before: {[h.kind for h in self.seen]}"
            if wanted(heard):
                return heard
            if heard.kind != "comment":
                end = time.monotonic() + timeout

    def state(self, wanted: Callable[[dict[str, Any]], bool] = lambda _: True, timeout: float = PATIENCE) -> Heard:
        """The first snapshot from here on that is as wanted."""
        return self.until(lambda h: h.kind == "state" and wanted(h.data), timeout)

    def ply(self, least: int, seat: str | None = None) -> Heard:
        """The first snapshot from here on that is as far; with a seat, one that asks it (or nobody any more)."""
        return self.state(lambda s: s["ply"] >= least and (seat is None or s["who"] in (seat, None)))

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self.response.close()
        self._connection.close()
        self._socket.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
