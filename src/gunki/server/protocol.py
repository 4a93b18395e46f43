"""HTTP as it comes in and goes out: heads that never end are cut off; an answer in one piece goes out in one."""

from __future__ import annotations

from typing import cast

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

#: Bytes that may come before anything is understood: a head, the frame around a chunk, or what follows the last one.
LARGEST_HEAD = 32 * 1024


#: In a scope: the exchange it belongs to. Not there under another server.
EXCHANGE = "gunki.exchange"


class Protocol(HttpToolsProtocol):
    """The parser itself has no limits; bodies are counted by the guard."""

    _waiting = 0

    def data_received(self, data: bytes) -> None:
        self._waiting += len(data)
        super().data_received(data)
        if self._waiting > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        self._waiting = 0
        super().on_headers_complete()
        if self.cycle is not None and self.cycle.scope is self.scope:
            cast(Scope, self.scope)[EXCHANGE] = self.cycle

    def on_body(self, body: bytes) -> None:
        self._waiting = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._waiting = 0
        super().on_message_complete()


def exchange_of(scope: Scope) -> RequestResponseCycle | None:
    """The way around the layers before it, for those who need none of them any more."""
    found: RequestResponseCycle | None = scope.get(EXCHANGE)
    return found


async def answer_at_once(exchange: RequestResponseCycle, head: bytes, body: bytes) -> None:
    """A whole answer, as `RequestResponseCycle.send` gives it piece by piece. `head`: its lines as they are sent."""
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
    """Whether a piece of an answer that has begun can be sent now: its reader is there, and keeps up."""
    return not (exchange.flow.write_paused or exchange.disconnected or exchange.response_complete)


def write_chunk(exchange: RequestResponseCycle, data: bytes) -> None:
    exchange.transport.write(b"%x\r\n%b\r\n" % (len(data), data))
