"""HTTP as it comes in: requests whose head never ends are cut off, before they fill the memory."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: Bytes that may come before anything is understood: a head, the frame around a chunk, or what follows the last one.
LARGEST_HEAD = 32 * 1024


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

    def on_body(self, body: bytes) -> None:
        self._waiting = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._waiting = 0
        super().on_message_complete()
