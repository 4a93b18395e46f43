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
from gunki.server.streams import Listener, StreamResponse, event

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
    live = await server.hall.get(ident)
    chair = chair_of(live, token)
    async with live.lock:
        listener = Listener(chair, lines=False)
        listener.put(event("match", orjson.dumps(info(live))))
        if last_event_id is None:
            listener.put(event("state", snapshot(live, chair, with_view=False), live.seq))
        elif int(last_event_id) != live.seq:
            since = live.common_ply(int(last_event_id))
            listener.put(event("state", snapshot(live, chair, since, with_view=False), live.seq))
        return Stream(server, live, listener, address_of(request.scope))


@router.get(
    "/bot/games/{id}/stream",
    responses={200: {"content": {"application/x-ndjson": {}}}, **PROBLEMS},
    response_class=Response,
)
async def lines(request: Request, server: ServerHere, token: Bearer, ident: MatchId) -> Response:
    """The same for programs that play: one JSON document on each line, the whole match first."""
    live = await server.hall.get(ident)
    chair = chair_of(live, token)
    async with live.lock:
        listener = Listener(chair, lines=True)
        match = orjson.dumps(info(live))
        listener.put(b'{"type":"gameFull","match":%s,"snapshot":%s}\n' % (match, snapshot(live, chair)))
        return Stream(server, live, listener, address_of(request.scope))


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
        self._response = StreamResponse(listener, server.settings.keep_alive, server.settings.patience)
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
