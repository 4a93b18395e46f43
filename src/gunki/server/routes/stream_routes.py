"""Routes of streams: Server-Sent Events for pages, NDJSON for bots."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import orjson
from fastapi import APIRouter, Header, Query
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gunki.server.http.api_models import EXTENTS, PROBLEMS, Extent
from gunki.server.http.connections import PLACE_KEY, Phase, Place
from gunki.server.http.http_errors import Problem
from gunki.server.http.limits import NETWORK_FACTOR, address_of, network_of
from gunki.server.http.requests import Bearer, MatchId, Server, ServerDep, participant_of
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.stream.listeners import Listener, StreamResponse, message
from gunki.server.views.snapshot import match_info, snapshot
from gunki.server.workers import history

router = APIRouter(prefix="/api", tags=["streams"])

Wanted = Annotated[Extent | None, Query(description=f"of all states after the first: {EXTENTS}")]

#: Number of open streams by address, and by network.
_open: Counter[str] = Counter()
_open_in: Counter[str] = Counter()


def open_streams() -> int:
    return _open.total()


@router.get(
    "/matches/{id}/stream", responses={200: {"content": {"text/event-stream": {}}}, **PROBLEMS}, response_class=Response
)
async def stream(
    request: Request,
    server: ServerDep,
    token: Bearer,
    match_id: MatchId,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
    extent: Wanted = None,
) -> Response:
    """A stream of all states and events, as the bearer may know them. Goes on after `Last-Event-ID`."""
    last_event_id = last_event_id or None
    if last_event_id is not None and not (last_event_id.isascii() and last_event_id.isdigit()):
        raise Problem(400, "bad_request", "Last-Event-ID: expected a whole number", field="last-event-id")
    seq = None if last_event_id is None else int(last_event_id)
    return await listen(server, token, match_id, address_of(request.scope), ndjson=False, extent=extent, seq=seq)


@router.get(
    "/bot/matches/{id}/stream",
    responses={200: {"content": {"application/x-ndjson": {}}}, **PROBLEMS},
    response_class=Response,
)
async def lines(
    request: Request, server: ServerDep, token: Bearer, match_id: MatchId, extent: Wanted = None
) -> Response:
    """The stream for programs that play: one JSON document on each line, the whole match first."""
    return await listen(server, token, match_id, address_of(request.scope), ndjson=True, extent=extent)


async def listen(
    server: Server,
    token: str | None,
    match_id: str,
    address: str,
    *,
    ndjson: bool,
    extent: Extent | None = None,
    seq: int | None = None,
) -> Response:
    """Return the stream of a match. `seq`: the seq of the last state that the client knows."""
    while True:
        live = await server.registry.get(match_id)
        listener = Listener(participant_of(live, token), ndjson=ndjson, extent=extent, seq=seq)
        missed = await _look_up_missed(server.registry, live, listener)
        async with live.lock:
            # the match has changed meanwhile: try again
            if live.dead or participant_of(live, token) != listener.participant:
                continue
            data = _catch_up_data(live, listener, missed)
            if data is not None:
                listener.put(data)
                return Stream(server, live, listener, address)


async def _look_up_missed(registry: Registry, live: MatchSession, listener: Listener) -> history.CatchUp | None:
    """Let a worker look up the steps that a listener missed while it was away for long, and return them.

    Return None if no worker is needed.
    """
    if listener.seq is None or listener.seq == live.seq:
        return None
    return await history.catch_up(registry.workers, live, listener.participant, listener.seq)


def _catch_up_data(live: MatchSession, listener: Listener, missed: history.CatchUp | None) -> bytes | None:
    """Return the messages that bring a listener up to date. The caller holds the lock.

    Return None if the missed steps can be made neither from `missed` nor from the events that the server holds.
    """
    since, steps = listener.seq, None
    ply = None if since is None else live.common_ply(since)
    if missed is not None:
        steps = missed.extend_to_now(live, listener.participant)
    if ply is not None and steps is None and not history.has_steps_since(live, ply):
        return None
    match = orjson.dumps(match_info(live))
    listener.mark_caught_up(live.seq)
    if listener.ndjson and since is None:
        return b'{"type":"gameFull","match":%s,"snapshot":%s}\n' % (match, snapshot(live, listener.participant))
    data = message("match", match, listener.ndjson)
    if since != live.seq:
        comes = since is None or not live.has_sent(since)  # a client needs the scene if its last seq is unknown
        first = comes and listener.extent == "brief"
        state = snapshot(
            live, listener.participant, ply, extent="scene" if first else listener.extent, steps_json=steps
        )
        data += message("state", state, listener.ndjson, live.seq)
    return data


class Stream(Response):
    """The answer of a stream route: registers its listener at once, and removes it when the client has gone."""

    def __init__(self, server: Server, live: MatchSession, listener: Listener, address: str) -> None:
        super().__init__()
        most, network = server.settings.most_streams * server.settings.limits, network_of(address)
        if most > 0 and (_open[address] >= most or _open_in[network] >= most * NETWORK_FACTOR):
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
        place: Place | None = scope.get(PLACE_KEY)
        if place is not None:
            place.stream = Phase.WATCHING if self._listener.participant is None else Phase.SEATED
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
            missed = await _look_up_missed(self._registry, self._live, self._listener)
            async with self._live.lock:
                data = b"" if self._live.dead else _catch_up_data(self._live, self._listener, missed)
                if data is not None:
                    return data
