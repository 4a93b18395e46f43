"""Routes that stay open: Server-Sent Events for pages, NDJSON for bots."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import orjson
from fastapi import APIRouter, Header, Query
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gunki.server.http.api_models import EXTENTS, PROBLEMS, Extent
from gunki.server.http.connections import PLACE, Phase, Place
from gunki.server.http.http_errors import Problem
from gunki.server.http.limits import NETWORK, address_of, neighbourhood
from gunki.server.http.requests import Bearer, MatchId, Server, ServerHere, chair_of
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import Live
from gunki.server.stream.listeners import Listener, StreamResponse, message
from gunki.server.views.snapshot import info, snapshot
from gunki.server.workers import history

router = APIRouter(prefix="/api", tags=["streams"])

Wanted = Annotated[Extent | None, Query(description=f"of all states after the first: {EXTENTS}")]

#: By address, and by the network that an address is counted with besides.
_open: Counter[str] = Counter()
_open_in: Counter[str] = Counter()


def open_streams() -> int:
    return _open.total()


@router.get(
    "/matches/{id}/stream", responses={200: {"content": {"text/event-stream": {}}}, **PROBLEMS}, response_class=Response
)
async def stream(
    request: Request,
    server: ServerHere,
    token: Bearer,
    ident: MatchId,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
    extent: Wanted = None,
) -> Response:
    """Everything that happens, as the bearer may know it; goes on after `Last-Event-ID`."""
    last_event_id = last_event_id or None
    if last_event_id is not None and not (last_event_id.isascii() and last_event_id.isdigit()):
        raise Problem(400, "bad_request", "Last-Event-ID: expected a whole number", field="last-event-id")
    seq = None if last_event_id is None else int(last_event_id)
    return await listen(server, token, ident, address_of(request.scope), lines=False, extent=extent, seq=seq)


@router.get(
    "/bot/matches/{id}/stream",
    responses={200: {"content": {"application/x-ndjson": {}}}, **PROBLEMS},
    response_class=Response,
)
async def lines(request: Request, server: ServerHere, token: Bearer, ident: MatchId, extent: Wanted = None) -> Response:
    """The same for programs that play: one JSON document on each line, the whole match first."""
    return await listen(server, token, ident, address_of(request.scope), lines=True, extent=extent)


async def listen(
    server: Server,
    token: str | None,
    ident: str,
    address: str,
    *,
    lines: bool,
    extent: Extent | None = None,
    seq: int | None = None,
) -> Response:
    """`seq`: the last state the reader knows."""
    while True:
        live = await server.registry.get(ident)
        listener = Listener(chair_of(live, token), lines=lines, extent=extent, seq=seq)
        missed = await _long_missed(server.registry, live, listener)
        async with live.lock:
            if live.dead or chair_of(live, token) != listener.chair:  # it is read anew; he has resigned meanwhile
                continue
            told = _missed(live, listener, missed)
            if told is not None:
                listener.put(told)
                return Stream(server, live, listener, address)


async def _long_missed(registry: Registry, live: Live, listener: Listener) -> history.Missed | None:
    """What a worker has to look up for a listener who was away for long."""
    if listener.seq is None or listener.seq == live.seq:
        return None
    return await history.missed(registry.workers, live, listener.chair, listener.seq)


def _missed(live: Live, listener: Listener, missed: history.Missed | None) -> bytes | None:
    """Where things stand, and in one all that this listener has not been told; None if `missed` does not fit any more.

    The caller holds the lock.
    """
    since, steps = listener.seq, None
    ply = None if since is None else live.common_ply(since)
    if missed is not None:
        steps = missed.up_to_now(live, listener.chair)
    if ply is not None and steps is None and not history.holds(live, ply):
        return None
    match = orjson.dumps(info(live))
    listener.caught_up(live.seq)
    if listener.lines and since is None:
        return b'{"type":"gameFull","match":%s,"snapshot":%s}\n' % (match, snapshot(live, listener.chair))
    told = message("match", match, listener.lines)
    if since != live.seq:
        comes = since is None or not live.has_told(since)  # who comes to the table looks at it first
        first = comes and listener.extent == "brief"
        state = snapshot(live, listener.chair, ply, extent="scene" if first else listener.extent, told=steps)
        told += message("state", state, listener.lines, live.seq)
    return told


class Stream(Response):
    """Listens from now on; the match knows of it until the reader has gone."""

    def __init__(self, server: Server, live: Live, listener: Listener, address: str) -> None:
        super().__init__()
        most, network = server.settings.most_streams * server.settings.limits, neighbourhood(address)
        if most > 0 and (_open[address] >= most or _open_in[network] >= most * NETWORK):
            raise Problem(429, "too_many", "Too many open streams from your address", {"retry-after": "10"})
        self._registry: Registry = server.registry
        self._live = live
        self._listener = listener
        self._address = listener.address = address
        self._network = network
        keep_alive, patience = server.settings.keep_alive, server.settings.patience
        self._response = StreamResponse(listener, self._catch_up, keep_alive, patience)
        _open[address] += 1
        _open_in[network] += 1
        self._registry.enter(live, listener)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        place: Place | None = scope.get(PLACE)
        if place is not None:
            place.stream = Phase.WATCHING if self._listener.chair is None else Phase.SEATED
        try:
            await self._response(scope, receive, send)
        finally:
            self._registry.leave(self._live, self._listener)
            for counter, name in ((_open, self._address), (_open_in, self._network)):
                counter[name] -= 1
                if not counter[name]:
                    del counter[name]

    async def _catch_up(self) -> bytes:
        while True:
            missed = await _long_missed(self._registry, self._live, self._listener)
            async with self._live.lock:
                told = b"" if self._live.dead else _missed(self._live, self._listener, missed)
                if told is not None:
                    return told
