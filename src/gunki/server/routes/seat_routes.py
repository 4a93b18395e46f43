"""Routes of the seats of a match: join, reveal, invite, close, resign."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from gunki.server.http import api_models
from gunki.server.http.http_errors import Problem
from gunki.server.http.requests import (
    Bearer,
    MatchId,
    ServerDep,
    body_docs,
    json_response,
    read_body,
    require_participant,
    require_playing,
    response_docs,
)
from gunki.server.http.security import is_same_token
from gunki.server.matches import closing, lobby
from gunki.server.matches.dice_commitment import receipt_of
from gunki.server.matches.session import lock_for_change
from gunki.server.views.snapshot import match_info

router = APIRouter(prefix="/api/matches/{id}", tags=["seats"])

Seat = Annotated[str, Path(min_length=1, max_length=64)]


@router.post("/seats/{seat}", responses=response_docs(api_models.Joined), openapi_extra=body_docs(api_models.Join))
async def join(request: Request, server: ServerDep, token: Bearer, match_id: MatchId, seat: Seat) -> Response:
    """Take a seat: with its invitation, or with its token if the seat is the bearer's own."""
    wanted = await read_body(request, api_models.Join)
    live = await server.registry.get(match_id)
    async with lock_for_change(live):
        seat_token = await lobby.join(server.registry, live, seat, wanted, token)
        return json_response({"token": seat_token, "receipt": receipt_of(live, seat), "match": match_info(live)})


@router.post(
    "/seats/{seat}/reveal", responses=response_docs(api_models.Revealed), openapi_extra=body_docs(api_models.Reveal)
)
async def reveal(request: Request, server: ServerDep, token: Bearer, match_id: MatchId, seat: Seat) -> Response:
    """Reveal the number that the seat has committed to, once all have committed. The last number begins the match."""
    wanted = await read_body(request, api_models.Reveal)
    live = await server.registry.get(match_id)
    async with lock_for_change(live):
        await lobby.reveal(server.registry, live, seat, wanted.nonce, token)
        return json_response({"receipt": receipt_of(live, seat), "match": match_info(live)})


@router.post("/invites", responses=response_docs(api_models.Invites))
async def invites(server: ServerDep, token: Bearer, match_id: MatchId) -> Response:
    """For the owner: make new invitations to the open seats. Older ones become void."""
    live = await server.registry.get(match_id)
    async with lock_for_change(live):
        _require_owner(token, live.row.owner)
        return json_response({"seats": await lobby.invite_again(server.registry, live)})


@router.post(
    "/close",
    responses={
        **response_docs(api_models.MatchInfo, "closed"),
        202: {"model": api_models.ClosingOut, "description": "asked"},
    },
)
async def close(server: ServerDep, token: Bearer, match_id: MatchId) -> Response:
    """For the owner: close a match. If other persons play it, all of them must agree first."""
    live = await server.registry.get(match_id)
    async with lock_for_change(live):
        _require_owner(token, live.row.owner)
        await closing.close_by_owner(server.registry, live)
        if live.closing is not None:
            return json_response({"closing": {"waits_for": live.closing}}, 202)
        return json_response(match_info(live))


@router.post(
    "/close/answer", responses=response_docs(api_models.MatchInfo), openapi_extra=body_docs(api_models.CloseAnswer)
)
async def answer(request: Request, server: ServerDep, token: Bearer, match_id: MatchId) -> Response:
    """Agree that the owner closes the match, or refuse it."""
    wanted = await read_body(request, api_models.CloseAnswer)
    live = await server.registry.get(match_id)
    async with lock_for_change(live):
        participant = require_participant(live, token)
        await closing.answer(server.registry, live, participant, agree=wanted.agree)
        return json_response(match_info(live))


@router.post("/resign", responses=response_docs(api_models.MatchInfo), openapi_extra=body_docs(api_models.Resign))
async def resign(request: Request, server: ServerDep, token: Bearer, match_id: MatchId) -> Response:
    """Resign. With two participants the other one wins; with more, a bot takes over the seat."""
    await read_body(request, api_models.Resign)
    live = await server.registry.get(match_id)
    async with lock_for_change(live):
        participant = require_participant(live, token)
        require_playing(live)
        await closing.resign(server.registry, live, participant)
        return json_response(match_info(live))


def _require_owner(token: str | None, owner: str) -> None:
    if token is None or not is_same_token(token, owner):
        raise Problem(401, "unauthorized", "Authorization: the owner's token is needed")
