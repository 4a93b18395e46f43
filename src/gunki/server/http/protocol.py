"""The HTTP protocol of connections: it limits heads and waiting requests, and sends an answer in a single write."""

from __future__ import annotations

import asyncio
from typing import cast

from starlette.types import Scope
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from gunki.server.http.connections import PLACE_KEY, PROBES, Connections, Phase, Place
from gunki.server.http.http_errors import document
from gunki.server.http.security import HEADERS
from gunki.server.operation.logs import request_id

#: The largest size of a head, in bytes. The same limit applies to other bytes that are not content, such as the frames
#: of chunks, and trailers.
LARGEST_HEAD = 32 * 1024
UPLOADS = "/api/uploads"
#: At most this many requests may wait on one connection for earlier ones (pipelining).
MOST_WAITING = 32


#: Key in a scope: its `RequestResponseCycle`. Absent if uvicorn runs another protocol than `Protocol`.
EXCHANGE = "gunki.exchange"

_TOO_LONG = "The head of the request is too long."
_REFUSED = {
    408: ("bad_request", "The request took too long to arrive"),
    429: ("too_many", "Too many open connections from your address"),
    431: ("too_large", f"The head of a request may have {LARGEST_HEAD} bytes"),
    503: ("busy", "Too many open connections; please try again"),
}


class TooMuch(Exception):
    """The head is too long, too many requests wait, or the place is reserved. Nothing more is read."""


class Protocol(HttpToolsProtocol, Place):
    """Uvicorn's protocol, with limits that uvicorn lacks, and with a place in `Connections`.

    `Guard` limits the size of bodies.
    """

    places: Connections
    body_time: float
    upload_time: float

    _waiting = 0
    #: Whether the request was refused because its place is reserved.
    _no_place = False
    #: `_came`: number of bytes of the last read. `_head`: upper bound for the size of the head that is being read, in
    #: bytes.
    _came = _head = 0
    #: The exchange that is being answered, or was answered last.
    _answered: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        refused = self.places.enter(self, self.client[0] if self.client else "")
        if refused:
            self._refuse(refused)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the exchange that is being answered that the client has gone.

        If several requests wait on one connection, uvicorn itself tells only the newest one.
        """
        self.places.leave(self)
        self.pipeline.clear()
        if self._answered is not None:
            cast(Scope, self._answered.scope).pop(PLACE_KEY, None)
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    # -- reading --------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._came = came = len(data)
        self._waiting += came
        self._head += came
        super().data_received(data)
        if self._waiting > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response(_TOO_LONG)

    def on_message_begin(self) -> None:
        self._head = self._came
        if self.reading is Phase.IDLE:
            self.reading, self.since = Phase.HEAD, self.places.now
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        if self._head > LARGEST_HEAD and self._head_size() > LARGEST_HEAD:
            self._waiting = LARGEST_HEAD + 1
            raise TooMuch
        self._waiting = 0
        if len(self.pipeline) == MOST_WAITING:
            raise TooMuch
        if self.is_reserved and not self._may_use_kept():
            self._no_place = True
            raise TooMuch
        super().on_headers_complete()
        self.reading, self.since, self.received, self.has_sent_head = Phase.BODY, self.places.now, 0, True
        if self.cycle is not None and self.cycle.scope is self.scope:
            scope = cast(Scope, self.scope)
            scope[EXCHANGE] = self.cycle
            self.places.meet(self, scope)
            if self.is_reserved:  # frees the reserved place after this answer
                self.cycle.keep_alive = False
            self.body_seconds = self.upload_time if scope["path"] == UPLOADS else self.body_time

    def _may_use_kept(self) -> bool:
        """Return whether a request may use a reserved place: it is a probe, or it has an Authorization header."""
        path = self.url.partition(b"?")[0].decode("latin-1")
        if path in PROBES:
            return True
        return self.places.keeps_for_seats and any(name == b"authorization" for name, _ in self.headers)

    def _head_size(self) -> int:
        """Return the size of the head in bytes, with its request line and line ends."""
        line = len(self.parser.get_method()) + len(self.url) + len("  HTTP/1.1\r\n\r\n")
        return line + sum(len(name) + len(value) + len(": \r\n") for name, value in self.headers)

    def on_body(self, body: bytes) -> None:
        self._waiting = 0
        self.received += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._waiting = 0
        self.reading = Phase.IDLE
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Do what uvicorn does, but set no timer: `Connections.sweep` ends idle connections."""
        self.server_state.total_requests += 1
        self._release_cycle()
        if self.transport.is_closing():
            return
        if self.reading is not Phase.BODY:
            self.since = self.places.now
        self.flow.resume_reading()
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())

    def _release_cycle(self) -> None:
        """Remove the references from an answered request to its connection, because they form a reference cycle."""
        self.stream = None
        if self._answered is not None:
            scope = cast(Scope, self._answered.scope)
            scope.pop(EXCHANGE, None)
            scope.pop(PLACE_KEY, None)

    # -- the place of the connection ------------------------------------------------------------------------------

    @property
    def is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def is_held_up(self) -> bool:
        return self.flow.read_paused

    def end_too_slow(self) -> None:
        if self.reading is Phase.BODY and self.is_answering and not self.cycle.response_started:
            self._refuse(408)
        else:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        if self._waiting > LARGEST_HEAD:
            self._refuse(431)
        elif self._no_place:
            self._refuse(503)
        else:
            self._refuse(400, "bad_request", msg)

    def _refuse(self, status: int, code: str = "", detail: str = "") -> None:
        """Send an error answer that belongs to no request, then close. If another answer is being sent, only close."""
        if self._answered is not None and self._answered.response_started and not self._answered.response_complete:
            self.transport.close()
        if self.transport.is_closing():
            return
        if not code:
            code, detail = _REFUSED[status]
        body = document(status, code, detail)
        headers = [
            (b"content-type", b"application/problem+json"),
            (b"content-length", b"%d" % len(body)),
            (b"cache-control", b"no-store"),
            (b"x-request-id", request_id()),
            *([(b"retry-after", b"2")] if status in (429, 503) else ()),
            *HEADERS,
            *self.server_state.default_headers,
            (b"connection", b"close"),
        ]
        head = b"".join(b"%s: %s\r\n" % header for header in headers)
        self.transport.write(b"%s%s\r\n%s" % (STATUS_LINE[status], head, body))
        self.transport.close()


def protocol_in(connections: Connections, body_time: float, upload_time: float) -> type[Protocol]:
    """Return the protocol class for one server's connections."""
    bound = {"places": connections, "body_time": body_time, "upload_time": upload_time}
    return type("Protocol", (Protocol,), bound)


def exchange_of(scope: Scope) -> RequestResponseCycle | None:
    """Return the exchange of a request, through which an answer can be sent directly.

    Return None if uvicorn runs another protocol than `Protocol`.
    """
    exchange: RequestResponseCycle | None = scope.get(EXCHANGE)
    return exchange


async def answer_at_once(exchange: RequestResponseCycle, head: bytes, body: bytes) -> None:
    """Send a whole answer in one write, like several calls of `RequestResponseCycle.send`.

    `head`: the status line and headers as bytes, without default headers and the empty line.
    """
    if exchange.flow.write_paused and not exchange.disconnected:
        await exchange.flow.drain()
    if exchange.disconnected:
        return
    more = [b"%s: %s\r\n" % header for header in exchange.default_headers]
    if not exchange.keep_alive:
        more.append(b"connection: close\r\n")
    exchange.transport.write(b"".join((head, *more, b"\r\n", body)))
    exchange.response_started = exchange.response_complete = True
    exchange.message_event.set()
    if not exchange.keep_alive:
        exchange.transport.close()
    exchange.on_response()


def may_write(exchange: RequestResponseCycle) -> bool:
    """Return whether a chunk of a begun answer can be sent now: the client is still there and takes its bytes."""
    return not (exchange.flow.write_paused or exchange.disconnected or exchange.response_complete)


def write_chunk(exchange: RequestResponseCycle, data: bytes) -> None:
    exchange.transport.write(b"%x\r\n%b\r\n" % (len(data), data))
