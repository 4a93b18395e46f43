"""Routes around a match: make, list, join, chat, save, close."""

from __future__ import annotations

import asyncio
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from gunki.core import record
from gunki.server import gathering, schemas
from gunki.server.problems import Problem
from gunki.server.requests import Bearer, MatchId, ServerHere, answers, body_of, json_response, player, raw, read
from gunki.server.security import clean, same_token
from gunki.server.snapshot import info, info_of
from gunki.server.tales import tale

router = APIRouter(prefix="/api", tags=["matches"])


@router.post(
    "/games", status_code=201, responses=answers(schemas.Created, status=201), openapi_extra=body_of(schemas.NewMatch)
)
async def create(request: Request, server: ServerHere, token: Bearer) -> Response:
    """Make a match. To branch from one that is not over yet, send one of its tokens."""
    wanted = await read(request, schemas.NewMatch)
    return json_response(await gathering.create(server.hall, wanted, token), 201)


@router.get("/games", responses=answers(list[schemas.MatchInfo]))
async def games(
    server: ServerHere,
    game: Annotated[str | None, Query(min_length=1, max_length=64)] = None,
    state: Annotated[schemas.State | None, Query()] = None,
) -> Response:
    """Public matches, newest first."""
    return json_response([info_of(*found) for found in await server.hall.store.listed(game, state)])


@router.get("/games/{id}", responses=answers(schemas.MatchInfo))
async def one(server: ServerHere, ident: MatchId) -> Response:
    """A match in short."""
    live = await server.hall.get(ident)
    async with live.lock:
        return json_response(info(live))


@router.post("/games/{id}/seats/{seat}", responses=answers(schemas.Joined), openapi_extra=body_of(schemas.Join))
async def join(
    request: Request,
    server: ServerHere,
    token: Bearer,
    ident: MatchId,
    seat: Annotated[str, Path(min_length=1, max_length=64)],
) -> Response:
    """Take a seat: with its invitation, or with its own token where it is one's own."""
    wanted = await read(request, schemas.Join)
    live = await server.hall.get(ident)
    async with live.lock:
        seat_token = await gathering.join(server.hall, live, seat, wanted, token)
        receipt = gathering.receipt_of(live, seat)
        return json_response({"token": seat_token, "receipt": receipt, "match": info(live)})


@router.post("/games/{id}/invites", responses=answers(schemas.Invites))
async def invites(server: ServerHere, token: Bearer, ident: MatchId) -> Response:
    """By the owner: fresh invitations to the seats that are still open; older ones are void."""
    live = await server.hall.get(ident)
    async with live.lock:
        _owner(token, live.row.owner)
        return json_response({"seats": await gathering.invite_again(server.hall, live)})


@router.post("/games/{id}/close", responses=answers(schemas.MatchInfo))
async def close(server: ServerHere, token: Bearer, ident: MatchId) -> Response:
    """By the owner: end a match that nobody goes on with."""
    live = await server.hall.get(ident)
    async with live.lock:
        _owner(token, live.row.owner)
        if live.row.state == "over":
            raise Problem(409, "over", "The match is over")
        if live.row.state != "closed":
            await server.hall.write(live, live.line("close", {}), {}, "closed")
            server.hall.tell_state(live, live.match.ply if live.match else 0)
            server.hall.tell_match(live)
        return json_response(info(live))


def _owner(token: str | None, owner: str) -> None:
    if token is None or not same_token(token, owner):
        raise Problem(401, "unauthorized", "Authorization: the owner's token is needed")


# -- chat ---------------------------------------------------------------------------------------------------------


@router.get("/games/{id}/chat", responses=answers(list[schemas.ChatLine]))
async def chat(server: ServerHere, ident: MatchId) -> Response:
    """What was said, the latest 500."""
    live = await server.hall.get(ident)
    return json_response(await server.hall.store.chat_of(live.id))


@router.post(
    "/games/{id}/chat", status_code=201, responses=answers(schemas.ChatLine, status=201),
    openapi_extra=body_of(schemas.Say),
)  # fmt: skip
async def say(request: Request, server: ServerHere, token: Bearer, ident: MatchId) -> Response:
    """Say something, as one who sits at the table."""
    wanted = await read(request, schemas.Say)
    live = await server.hall.get(ident)
    chair = player(live, token)
    text = clean(wanted.text)
    if not text:
        raise Problem(400, "bad_request", "text: nothing in it can be read", field="text")
    line = await server.hall.store.say(live.id, chair, live.chairs[chair].name, text)
    server.hall.tell(live, "chat", orjson.dumps(line))
    return json_response(line, 201)


# -- the end ------------------------------------------------------------------------------------------------------


@router.get("/games/{id}/story", responses=answers(schemas.Story))
async def story(server: ServerHere, ident: MatchId) -> Response:
    """How everybody stood, what turned the match, and how the dice fell; when it is over."""
    return raw(await tale(await server.hall.get(ident)))


# -- saves --------------------------------------------------------------------------------------------------------


@router.get(
    "/games/{id}/save",
    responses={200: {"content": {"application/octet-stream": {}}}, **schemas.PROBLEMS},
)
async def save(server: ServerHere, token: Bearer, ident: MatchId) -> Response:
    """The whole record as a file."""
    live = await server.hall.get(ident)
    async with live.lock:
        if live.match is None or not gathering.may_save(live, token):
            raise Problem(403, "not_yet", "When the match is over; before that only for one who plays it alone")
        match = live.match.fork()
    body = await asyncio.to_thread(record.dumps, match)
    headers = {
        "content-disposition": f'attachment; filename="{live.row.game}-{live.id}.gunki"',
        "cache-control": "no-store",
    }
    return Response(body, 200, headers, "application/octet-stream")


@router.post(
    "/uploads",
    status_code=201,
    responses=answers(schemas.Uploaded, status=201),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
)
async def upload(request: Request, server: ServerHere) -> Response:
    """A `.gunki` file to go on from; kept for a day."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/octet-stream":
        raise Problem(415, "bad_request", "Content-Type: expected application/octet-stream")
    return json_response(await server.uploads.take(await request.body()), 201)
