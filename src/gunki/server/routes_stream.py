"""Routes that stay open: Server-Sent Events for pages, NDJSON for bots."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import orjson
from fastapi import APIRouter, Header
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gunki.server.hall import Hall
from gunki.server.live import Live
from gunki.server.problems import Problem
from gunki.server.requests import Bearer, MatchId, Server, ServerHere, chair_of
from gunki.server.schemas import PROBLEMS
from gunki.server.security import address_of
from gunki.server.snapshot import info, snapshot
from gunki.server.streams import Listener, StreamResponse, message

router = APIRouter(prefix="/api", tags=["streams"])

_open: Counter[str] = Counter()


@router.get(
    "/games/{id}/stream", responses={200: {"content": {"text/event-stream": {}}}, **PROBLEMS}, response_class=Response
)
async def stream(
    request: Request,
    server: ServerHere,
    token: Bearer,
    ident: MatchId,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> Response:
    """Everything that happens, as the bearer may know it; goes on after `Last-Event-ID`."""
    last_event_id = last_event_id or None
    if last_event_id is not None and not (last_event_id.isascii() and last_event_id.isdigit()):
        raise Problem(400, "bad_request", "Last-Event-ID: expected a whole number", field="last-event-id")
    seq = None if last_event_id is None else int(last_event_id)
    return await listen(server, token, ident, address_of(request.scope), lines=False, seq=seq)


@router.get(
    "/bot/games/{id}/stream",
    responses={200: {"content": {"application/x-ndjson": {}}}, **PROBLEMS},
    response_class=Response,
)
async def lines(request: Request, server: ServerHere, token: Bearer, ident: MatchId) -> Response:
    """The same for programs that play: one JSON document on each line, the whole match first."""
    return await listen(server, token, ident, address_of(request.scope), lines=True)


async def listen(
    server: Server, token: str | None, ident: str, address: str, *, lines: bool, seq: int | None = None
) -> Response:
    """`seq`: the last state the reader knows."""
    while True:
        live = await server.hall.get(ident)
        listener = Listener(chair_of(live, token), lines=lines, seq=seq)
        async with live.lock:
            if not live.dead:  # else it is read anew
                listener.put(_missed(live, listener))
                return Stream(server, live, listener, address)


def _missed(live: Live, listener: Listener) -> bytes:
    """Where things stand, and in one all that this listener has not been told."""
    match, since = orjson.dumps(info(live)), listener.seq
    listener.caught_up(live.seq)
    if listener.lines and since is None:
        return b'{"type":"gameFull","match":%s,"snapshot":%s}\n' % (match, snapshot(live, listener.chair))
    told = message("match", match, listener.lines)
    if since != live.seq:
        ply = None if since is None else live.common_ply(since)
        state = snapshot(live, listener.chair, ply, with_view=listener.lines)
        told += message("state", state, listener.lines, live.seq)
    return told


class Stream(Response):
    """Listens from now on; the match knows of it until the reader has gone."""

    def __init__(self, server: Server, live: Live, listener: Listener, address: str) -> None:
        super().__init__()
        most = server.settings.most_streams
        if server.settings.limits > 0 and _open[address] >= most * server.settings.limits:
            raise Problem(429, "too_many", "Too many open streams from your address", {"retry-after": "10"})
        self._hall: Hall = server.hall
        self._live = live
        self._listener = listener
        self._address = address
        keep_alive, patience = server.settings.keep_alive, server.settings.patience
        self._response = StreamResponse(listener, self._catch_up, keep_alive, patience)
        _open[address] += 1
        self._hall.enter(live, listener)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._response(scope, receive, send)
        finally:
            self._hall.leave(self._live, self._listener)
            _open[self._address] -= 1
            if not _open[self._address]:
                del _open[self._address]

    async def _catch_up(self) -> bytes:
        async with self._live.lock:
            return b"" if self._live.dead else _missed(self._live, self._listener)
