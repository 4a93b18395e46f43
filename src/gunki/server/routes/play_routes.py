"""Routes of a match under way: look, act, ask why not, take back."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

import gunki
from gunki.core.dice.dice_after_undo import Renewal, renewal_commit_of
from gunki.server.http import api_models
from gunki.server.http.http_errors import Problem
from gunki.server.http.limits import address_of
from gunki.server.http.requests import (
    Bearer,
    MatchId,
    Server,
    ServerHere,
    answers,
    body_of,
    chair_of,
    json_response,
    must_play,
    player,
    raw,
    read,
)
from gunki.server.http.security import bearer, same_hash
from gunki.server.matches import undo
from gunki.server.matches.session import Live, changing, looking
from gunki.server.store.record_codec import bars_out
from gunki.server.views.snapshot import snapshot
from gunki.server.workers import history
from gunki.server.workers.messages import Refused

router = APIRouter(prefix="/api/matches/{id}", tags=["play"])

Ply = Annotated[int | None, Query(ge=0, le=2**31 - 1)]
Thing = Annotated[str | None, Query(min_length=1, max_length=100)]
ActionText = Annotated[str | None, Query(min_length=1, max_length=200)]

#: Bytes of the store that a line of a log takes; they are counted once for so many lines.
LINE, LINES = 200, 16


# -- acting -------------------------------------------------------------------------------------------------------


@router.post("/actions", responses=answers(api_models.Snapshot), openapi_extra=body_of(api_models.Act, "id"))
async def act(request: Request, server: ServerHere) -> Response:
    """Answer the question, with the ply it was seen at."""
    return raw(await acted(server, request.scope, request.path_params["id"], await read(request, api_models.Act)))


async def acted(server: Server, scope: Scope, ident: str, wanted: api_models.Act) -> bytes:
    """The snapshot after an action."""
    token = bearer(scope)
    live = await server.registry.get(ident)
    chair = player(live, token)
    async with live.lock:
        must_play(live)
        _fresh(live, chair, wanted.ply, wanted.seq)
        _must_decide(live, chair)
        try:
            before = await server.registry.act(live, chair, wanted.action, extent=wanted.extent)
        except gunki.IllegalAction as error:
            bars = bars_out(error.bars)
            clause = bars[0]["clause"] if bars else ""
            raise Problem(422, "illegal", str(error), bars=bars, clause=clause, field="action") from None
        except gunki.GunkiError as error:
            raise Problem(422, "illegal", str(error), bars=[], field="action") from None
        if live.seq % LINES == 0:
            server.limits.spend(address_of(scope), "bytes", LINES * LINE)
        return snapshot(live, chair, before, extent=wanted.extent)


def _fresh(live: Live, chair: str, ply: int, seq: int | None = None) -> None:
    """Refuse what was meant for another position."""
    assert live.match is not None
    if live.dead:
        raise Problem(409, "stale", "The match was changed from elsewhere; look again")
    if ply != live.match.ply or (seq is not None and not live.moved <= seq <= live.seq):
        raise Problem(409, "stale", "The match has gone on meanwhile; look again", snapshot=snapshot(live, chair))


def _must_decide(live: Live, chair: str) -> None:
    if not live.may_decide(chair):
        raise Problem(403, "forbidden", "It is for another seat to decide now")


# -- looking ------------------------------------------------------------------------------------------------------


@router.get("/view", responses=answers(api_models.Snapshot))
async def view(server: ServerHere, token: Bearer, ident: MatchId, ply: Ply = None) -> Response:
    """The match as the bearer may see it, now or as it stood at a ply."""
    live = await server.registry.get(ident)
    chair = chair_of(live, token)
    async with looking(live):
        if ply is None:
            return raw(snapshot(live, chair))
        if live.match is None or ply > live.match.ply:
            raise Problem(404, "not_found", "ply: the match has not come so far", field="ply")
        if ply < live.shown_from:
            why = f"ply: played under other rules, and cannot be shown again; from {live.shown_from} on it can"
            raise Problem(404, "not_found", why, field="ply")
        job = history.view_at(live, chair, ply)
    return raw((await history.asked(server.registry.workers, job)).blob)


@router.get("/events", responses=answers(api_models.Steps))
async def events(
    server: ServerHere, token: Bearer, ident: MatchId, since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1
) -> Response:
    """What the bearer may know of all plies after `since`; -1: also how the match was set up."""
    live = await server.registry.get(ident)
    chair = chair_of(live, token)
    found = await history.steps_since(server.registry.workers, live, chair, since)
    return raw(b'{"steps":%s}' % found)


@router.get("/why", responses=answers(api_models.Refusals))
async def why(
    server: ServerHere, token: Bearer, ident: MatchId, thing: Thing = None, action: ActionText = None
) -> Response:
    """Why a thing is not lit, or why an action is refused."""
    live = await server.registry.get(ident)
    chair = player(live, token)
    async with changing(live):
        must_play(live)
        _must_decide(live, chair)
        if (action is None) == (thing is None):
            raise Problem(400, "bad_request", "Either thing or action must be given", field="thing")
        moved, question = live.moved, ("why", thing, action)
        kept = live.answers.at(moved, question)
        if kept is not None:
            return raw(kept)
        job = history.about_match("why", live, {"thing": thing, "action": action})
    try:
        found = (await history.asked(server.registry.workers, job)).blob
    except Refused as error:
        field = "action" if thing is None else "thing"
        raise Problem(422, "illegal", f"{field}: {error}", field=field, bars=[]) from None
    live.answers.keep(moved, question, found)
    return raw(found)


@router.get("/query/{overlay}", responses=answers(dict[str, Any]))
async def query(
    server: ServerHere,
    token: Bearer,
    ident: MatchId,
    overlay: Annotated[str, Path(min_length=1, max_length=32)],
    thing: Thing = None,
    action: ActionText = None,
) -> Response:
    """Something to lay over the board, from what the bearer may know."""
    live = await server.registry.get(ident)
    chair = chair_of(live, token)
    async with changing(live):
        if live.match is None:
            raise Problem(409, "not_yet", "The match has not begun: not everyone is here")
        if overlay not in live.match.game.overlays:
            known = ", ".join(live.match.game.overlays) or "none"
            raise Problem(404, "not_found", f"overlay: this game has {known}", field="overlay")
        wanted = {"overlay": overlay, "seat": live.seat_of(chair), "thing": thing, "action": action}
        job = history.about_match("overlay", live, wanted)
    try:
        return raw((await history.asked(server.registry.workers, job)).blob)
    except Refused as error:
        raise Problem(422, "illegal", str(error), field="action" if thing is None else "thing", bars=[]) from None


@router.get("/stakes", responses=answers(api_models.Stakes))
async def stakes(server: ServerHere, token: Bearer, ident: MatchId) -> Response:
    """Which answers to the question have their dice fall at once: of these there are odds."""
    live = await server.registry.get(ident)
    chair = player(live, token)
    async with changing(live):
        must_play(live)
        assert live.match is not None
        if not live.may_decide(chair):  # the match may have gone on since the chair saw its question: no fault of its
            return json_response({"ply": live.match.ply, "stakes": []})
        moved = live.moved
        kept = live.answers.at(moved, ("stakes",))
        if kept is not None:
            return raw(kept)
        job = history.about_match("stakes", live, {})
    try:
        found = (await history.asked(server.registry.workers, job)).blob
    except Refused as error:  # a written position may contradict itself
        raise Problem(422, "illegal", str(error), bars=[]) from None
    live.answers.keep(moved, ("stakes",), found)
    return raw(found)


# -- taking back --------------------------------------------------------------------------------------------------


@router.post(
    "/undo",
    responses={
        **answers(api_models.Snapshot, "taken back"),
        202: {"model": api_models.AskedOut, "description": "asked"},
    },
    openapi_extra=body_of(api_models.Undo),
)
async def take_back(request: Request, server: ServerHere, token: Bearer, ident: MatchId) -> Response:
    """Take back one's latest decision, or the half-made order; what others have seen needs their consent."""
    wanted = await read(request, api_models.Undo)
    live = await server.registry.get(ident)
    chair = player(live, token)
    async with changing(live):
        must_play(live)
        _fresh(live, chair, wanted.ply)
        if wanted.to == "order":
            ply, count = undo.order(live, chair)
            if not count:
                raise Problem(422, "illegal", "No order is half-made that could be cancelled freely", bars=[])
        else:
            found = undo.decision(live, chair)
            if found is None:
                raise Problem(422, "illegal", "There is nothing of yours to take back", bars=[])
            ply = found
        if undo.free(live, chair, ply):
            await server.registry.take_back(live, chair, ply)
            return raw(snapshot(live, chair))
        if live.asked is not None and live.asked.by != chair:
            raise Problem(409, "stale", "Another asks to take back: answer that first", snapshot=snapshot(live, chair))
        if live.asked is None:
            await server.registry.note(live, "ask", {"by": chair, "ply": ply, **_commit(live, wanted.commit)})
        return json_response({"asked": undo.asked(live)}, 202)


def _commit(live: Live, commit: str | None) -> dict[str, str]:
    """What a line of the log tells of a fresh number, where there is one and it counts."""
    return {} if commit is None or not undo.may_commit(live) else {"commit": commit}


@router.post("/undo/answer", responses=answers(api_models.Snapshot), openapi_extra=body_of(api_models.UndoAnswer))
async def answer(request: Request, server: ServerHere, token: Bearer, ident: MatchId) -> Response:
    """Agree that another takes back, or refuse."""
    wanted = await read(request, api_models.UndoAnswer)
    live = await server.registry.get(ident)
    chair = player(live, token)
    async with changing(live):
        must_play(live)
        pending = live.asked
        if pending is None:
            raise Problem(409, "stale", "Nobody asks to take back (any more)", snapshot=snapshot(live, chair))
        called_off = not wanted.agree and chair in pending.to_show
        if chair not in pending.waits_for and not called_off:
            raise Problem(403, "forbidden", "It is not for you to answer this")
        commit = _commit(live, wanted.commit)
        if not wanted.agree:
            await server.registry.note(live, "refuse", {"by": chair})
        elif len(pending.waits_for) > 1 or pending.commits or commit:
            await server.registry.note(live, "agree", {"by": chair, **commit})
        else:
            await server.registry.take_back(live, pending.by, pending.ply)
        return raw(snapshot(live, chair))


@router.post("/undo/show", responses=answers(api_models.Snapshot), openapi_extra=body_of(api_models.UndoShow))
async def show(request: Request, server: ServerHere, token: Bearer, ident: MatchId) -> Response:
    """Show the fresh number for the dice after a take-back, once all have agreed. The last one takes it back."""
    wanted = await read(request, api_models.UndoShow)
    live = await server.registry.get(ident)
    chair = player(live, token)
    async with changing(live):
        must_play(live)
        pending = live.asked
        if pending is None:
            raise Problem(409, "stale", "Nobody asks to take back (any more)", snapshot=snapshot(live, chair))
        if chair not in pending.commits:
            raise Problem(403, "forbidden", "You have committed to no fresh number")
        if pending.waits_for:
            missing = ", ".join(pending.waits_for)
            raise Problem(409, "not_yet", f"Show your number when all have agreed; wait for {missing}")
        hashed = renewal_commit_of(live.id, live.taken_back + 1, chair, wanted.nonce)
        if not same_hash(hashed, pending.commits[chair]):
            raise Problem(422, "illegal", "nonce: not the number that you have committed to", field="nonce", bars=[])
        if pending.to_show == [chair]:
            nonces = {**pending.nonces, chair: wanted.nonce}
            await server.registry.take_back(live, pending.by, pending.ply, Renewal(pending.commits, nonces))
        elif chair in pending.to_show:
            await server.registry.note(live, "renew", {"by": chair, "nonce": wanted.nonce})
        return raw(snapshot(live, chair))
