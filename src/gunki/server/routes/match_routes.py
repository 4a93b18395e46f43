"""Routes around matches: create, list, chat, story, save, upload."""

from __future__ import annotations

import secrets
from typing import Annotated
from urllib.parse import urlencode

import orjson
from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from gunki.server.http import api_models
from gunki.server.http.http_errors import Problem
from gunki.server.http.requests import (
    Bearer,
    MatchId,
    ServerDep,
    body_docs,
    json_bytes,
    json_response,
    participant_of,
    read_body,
    require_participant,
    response_docs,
)
from gunki.server.http.security import clean
from gunki.server.matches import lobby
from gunki.server.matches.session import lock_for_change, lock_for_reading
from gunki.server.views.snapshot import match_info
from gunki.server.views.stories import finished_story
from gunki.server.workers import history
from gunki.server.workers.messages import SLOW

router = APIRouter(prefix="/api", tags=["matches"])

#: Bytes that a chat line takes in the store besides its text.
CHAT_LINE_BYTES = 150


@router.post(
    "/matches",
    status_code=201,
    responses=response_docs(api_models.Created, status=201),
    openapi_extra=body_docs(api_models.NewMatch),
)
async def create(request: Request, server: ServerDep, token: Bearer) -> Response:
    """Create a match. To branch from a match that is not over, send one of its tokens."""
    wanted = await read_body(request, api_models.NewMatch)
    server.require_disk_reserve()
    origin, charge = server.origin(request.scope), server.byte_charger(request.scope)
    further = wanted.public and server.is_crowding(request.scope)
    created = await lobby.create(server.registry, wanted, token, origin, charge, further=further)
    return json_response(created, 201)


@router.get("/matches", responses=response_docs(list[api_models.MatchInfo]))
async def games(
    server: ServerDep,
    game: Annotated[str | None, Query(min_length=1, max_length=64)] = None,
    state: Annotated[api_models.State | None, Query()] = None,
    after: Annotated[str | None, Query(min_length=1, max_length=32, description="the last of the page before")] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """Public matches, newest first. If one network has made many, its further ones come last. `link`: the next page."""
    try:
        page = await server.registry.lists.page(game, state, after, limit)
    except LookupError:
        raise Problem(404, "not_found", "after: that match is not in the list; begin again", field="after") from None
    response = json_bytes(page.body)
    if page.last is not None:
        parameters = {"game": game, "state": state, "after": page.last, "limit": limit}
        query = urlencode({name: value for name, value in parameters.items() if value is not None})
        response.headers["link"] = f'</api/matches?{query}>; rel="next"'
    return response


@router.get("/matches/{id}", responses=response_docs(api_models.MatchInfo))
async def one(server: ServerDep, match_id: MatchId) -> Response:
    """A summary of a match: seats, state, progress, commitments, result."""
    live = await server.registry.get(match_id)
    async with lock_for_reading(live):
        return json_response(match_info(live))


# -- chat ---------------------------------------------------------------------------------------------------------


@router.get("/matches/{id}/chat", responses=response_docs(list[api_models.ChatLine]))
async def chat(server: ServerDep, match_id: MatchId) -> Response:
    """The latest 500 chat lines of a match."""
    live = await server.registry.get(match_id)
    return json_response(await server.registry.store.chat_of(live.id))


@router.post(
    "/matches/{id}/chat", status_code=201, responses=response_docs(api_models.ChatLine, status=201),
    openapi_extra=body_docs(api_models.Say),
)  # fmt: skip
async def say(request: Request, server: ServerDep, token: Bearer, match_id: MatchId) -> Response:
    """Add a chat line, as a participant."""
    wanted = await read_body(request, api_models.Say)
    live = await server.registry.get(match_id)
    participant = require_participant(live, token)
    text = clean(wanted.text)
    if not text:
        raise Problem(400, "bad_request", "text: nothing in it can be read", field="text")
    server.byte_charger(request.scope)(len(text.encode()) + CHAT_LINE_BYTES)
    line = await server.registry.store.say(live.id, participant, live.participants[participant].name, text)
    server.registry.broadcaster.send_event(live, "chat", orjson.dumps(line))
    return json_response(line, 201)


# -- the end ------------------------------------------------------------------------------------------------------


@router.get("/matches/{id}/story", responses=response_docs(api_models.Story))
async def story(server: ServerDep, token: Bearer, match_id: MatchId) -> Response:
    """The story of a match that is over: the standings of the seats, the turning points, and the luck of the dice."""
    live = await server.registry.get(match_id)
    participant_of(live, token)
    return json_bytes(await finished_story(server.registry.workers, live))


# -- saves --------------------------------------------------------------------------------------------------------


@router.get(
    "/matches/{id}/save",
    responses={200: {"content": {"application/octet-stream": {}}}, **api_models.PROBLEMS},
)
async def save(server: ServerDep, token: Bearer, match_id: MatchId) -> Response:
    """The whole record of a match as a `.gunki` file."""
    live = await server.registry.get(match_id)
    async with lock_for_change(live):
        if live.match is None and live.state == "closed":
            raise Problem(404, "not_found", "This match was closed before it began: there is nothing to save")
        if live.match is None or not lobby.may_save(live, token):
            raise Problem(403, "not_yet", "When the match is over; before that only for a player who plays it alone")
        # A match that is set aside may go on under later rules, with its own dice. So its save gets another seed, and
        # the match's own seed stays secret.
        request = {"seed": secrets.randbits(62)} if live.state == "aside" else {}
        job = history.match_job("save", live, request, lane=SLOW)
    body = (await history.run_job(server.registry.workers, job)).blob
    headers = {
        "content-disposition": f'attachment; filename="{live.row.game}-{live.id}.gunki"',
        "cache-control": "no-store",
    }
    return Response(body, 200, headers, "application/octet-stream")


@router.post(
    "/uploads",
    status_code=201,
    responses=response_docs(api_models.Uploaded, status=201),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
)
async def upload(request: Request, server: ServerDep) -> Response:
    """Upload a `.gunki` file, from which new matches can go on for a day."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/octet-stream":
        raise Problem(415, "bad_request", "Content-Type: expected application/octet-stream")
    server.require_disk_reserve()
    data, origin = await request.body(), server.origin(request.scope)
    return json_response(await server.uploads.take(data, origin, server.byte_charger(request.scope)), 201)
