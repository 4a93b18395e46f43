"""Routes of a match under way: views, actions, reasons of refusals, odds, take-backs."""

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
    ServerDep,
    body_docs,
    json_bytes,
    json_response,
    participant_of,
    read_body,
    require_participant,
    require_playing,
    response_docs,
)
from gunki.server.http.security import bearer, is_same_hash
from gunki.server.matches import undo
from gunki.server.matches.session import MatchSession, lock_for_change, lock_for_reading
from gunki.server.store.record_codec import bars_out
from gunki.server.views.snapshot import snapshot
from gunki.server.workers import history
from gunki.server.workers.messages import Refused

router = APIRouter(prefix="/api/matches/{id}", tags=["play"])

Ply = Annotated[int | None, Query(ge=0, le=2**31 - 1)]
Thing = Annotated[str | None, Query(min_length=1, max_length=100)]
ActionText = Annotated[str | None, Query(min_length=1, max_length=200)]

#: LOG_LINE_BYTES: the bytes that a line of the log takes in the store. LOG_LINES_CHARGED: lines are charged each time
#: that this many were written.
LOG_LINE_BYTES, LOG_LINES_CHARGED = 200, 16


# -- acting -------------------------------------------------------------------------------------------------------


@router.post("/actions", responses=response_docs(api_models.Snapshot), openapi_extra=body_docs(api_models.Act, "id"))
async def act(request: Request, server: ServerDep) -> Response:
    """Play an action: one option of the present decision, with the ply at which the client saw it."""
    return json_bytes(
        await act_and_snapshot(
            server, request.scope, request.path_params["id"], await read_body(request, api_models.Act)
        )
    )


async def act_and_snapshot(server: Server, scope: Scope, match_id: str, wanted: api_models.Act) -> bytes:
    """Play an action; return the participant's snapshot after it."""
    token = bearer(scope)
    live = await server.registry.get(match_id)
    participant = require_participant(live, token)
    async with live.lock:
        require_playing(live)
        _require_fresh(live, participant, wanted.ply, wanted.seq)
        _require_decider(live, participant)
        try:
            before = await server.registry.act(live, participant, wanted.action, extent=wanted.extent)
        except gunki.IllegalAction as error:
            bars = bars_out(error.bars)
            clause = bars[0]["clause"] if bars else ""
            raise Problem(422, "illegal", str(error), bars=bars, clause=clause, field="action") from None
        except gunki.GunkiError as error:
            raise Problem(422, "illegal", str(error), bars=[], field="action") from None
        if live.seq % LOG_LINES_CHARGED == 0:
            server.limits.spend(address_of(scope), "bytes", LOG_LINES_CHARGED * LOG_LINE_BYTES)
        return snapshot(live, participant, before, extent=wanted.extent)


def _require_fresh(live: MatchSession, participant: str, ply: int, seq: int | None = None) -> None:
    """Raise a 409 Problem if the request was meant for another position."""
    assert live.match is not None
    if live.dead:
        raise Problem(409, "stale", "The match was changed from elsewhere; look again")
    if ply != live.match.ply or (seq is not None and not live.moved <= seq <= live.seq):
        raise Problem(409, "stale", "The match has gone on meanwhile; look again", snapshot=snapshot(live, participant))


def _require_decider(live: MatchSession, participant: str) -> None:
    if not live.may_decide(participant):
        raise Problem(403, "forbidden", "It is for another seat to decide now")


# -- reading ------------------------------------------------------------------------------------------------------


@router.get("/view", responses=response_docs(api_models.Snapshot))
async def view(server: ServerDep, token: Bearer, match_id: MatchId, ply: Ply = None) -> Response:
    """The match as the bearer may see it, now or at an earlier ply."""
    live = await server.registry.get(match_id)
    participant = participant_of(live, token)
    async with lock_for_reading(live):
        if ply is None:
            return json_bytes(snapshot(live, participant))
        if live.match is None or ply > live.match.ply:
            raise Problem(404, "not_found", "ply: the match has not reached it", field="ply")
        if ply < live.first_shown_ply:
            why = f"ply: played under other rules, and cannot be shown; plies from {live.first_shown_ply} on can"
            raise Problem(404, "not_found", why, field="ply")
        job = history.view_job(live, participant, ply)
    return json_bytes((await history.run_job(server.registry.workers, job)).blob)


@router.get("/events", responses=response_docs(api_models.Steps))
async def events(
    server: ServerDep, token: Bearer, match_id: MatchId, since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1
) -> Response:
    """The steps after the ply `since`, as the bearer may know them; -1: from the setup on."""
    live = await server.registry.get(match_id)
    participant = participant_of(live, token)
    steps = await history.steps_since(server.registry.workers, live, participant, since)
    return json_bytes(b'{"steps":%s}' % steps)


@router.get("/why", responses=response_docs(api_models.Refusals))
async def why(
    server: ServerDep, token: Bearer, match_id: MatchId, thing: Thing = None, action: ActionText = None
) -> Response:
    """The reasons why a thing is not among the options of the present decision, or why an action is refused."""
    live = await server.registry.get(match_id)
    participant = require_participant(live, token)
    async with lock_for_change(live):
        require_playing(live)
        _require_decider(live, participant)
        if (action is None) == (thing is None):
            raise Problem(400, "bad_request", "Either thing or action must be given", field="thing")
        moved, question = live.moved, ("why", thing, action)
        cached = live.answers.at(moved, question)
        if cached is not None:
            return json_bytes(cached)
        job = history.match_job("why", live, {"thing": thing, "action": action})
    try:
        reply = (await history.run_job(server.registry.workers, job)).blob
    except Refused as error:
        field = "action" if thing is None else "thing"
        raise Problem(422, "illegal", f"{field}: {error}", field=field, bars=[]) from None
    live.answers.keep(moved, question, reply)
    return json_bytes(reply)


@router.get("/query/{overlay}", responses=response_docs(dict[str, Any]))
async def query(
    server: ServerDep,
    token: Bearer,
    match_id: MatchId,
    overlay: Annotated[str, Path(min_length=1, max_length=32)],
    thing: Thing = None,
    action: ActionText = None,
) -> Response:
    """An overlay for the board, made from what the bearer may know."""
    live = await server.registry.get(match_id)
    participant = participant_of(live, token)
    async with lock_for_change(live):
        if live.match is None:
            raise Problem(409, "not_yet", "The match has not begun: not everyone is here")
        if overlay not in live.match.game.overlays:
            names = ", ".join(live.match.game.overlays) or "none"
            raise Problem(404, "not_found", f"overlay: this game has {names}", field="overlay")
        wanted = {"overlay": overlay, "seat": live.seat_of(participant), "thing": thing, "action": action}
        job = history.match_job("overlay", live, wanted)
    try:
        return json_bytes((await history.run_job(server.registry.workers, job)).blob)
    except Refused as error:
        raise Problem(422, "illegal", str(error), field="action" if thing is None else "thing", bars=[]) from None


@router.get("/stakes", responses=response_docs(api_models.Stakes))
async def stakes(server: ServerDep, token: Bearer, match_id: MatchId) -> Response:
    """The options of the present decision after which dice fall at once: for these there are odds."""
    live = await server.registry.get(match_id)
    participant = require_participant(live, token)
    async with lock_for_change(live):
        require_playing(live)
        assert live.match is not None
        if not live.may_decide(participant):  # the match may have gone on meanwhile; this is no error of the client
            return json_response({"ply": live.match.ply, "stakes": []})
        moved = live.moved
        cached = live.answers.at(moved, ("stakes",))
        if cached is not None:
            return json_bytes(cached)
        job = history.match_job("stakes", live, {})
    try:
        reply = (await history.run_job(server.registry.workers, job)).blob
    except Refused as error:  # a composed position may contradict itself
        raise Problem(422, "illegal", str(error), bars=[]) from None
    live.answers.keep(moved, ("stakes",), reply)
    return json_bytes(reply)


# -- taking back --------------------------------------------------------------------------------------------------


@router.post(
    "/undo",
    responses={
        **response_docs(api_models.Snapshot, "taken back"),
        202: {"model": api_models.UndoRequestOut, "description": "asked"},
    },
    openapi_extra=body_docs(api_models.Undo),
)
async def take_back(request: Request, server: ServerDep, token: Bearer, match_id: MatchId) -> Response:
    """Take back the bearer's latest decision or unfinished order. If it is not free, ask the others for consent."""
    wanted = await read_body(request, api_models.Undo)
    live = await server.registry.get(match_id)
    participant = require_participant(live, token)
    async with lock_for_change(live):
        require_playing(live)
        _require_fresh(live, participant, wanted.ply)
        if wanted.to == "order":
            ply, count = undo.open_order(live, participant)
            if not count:
                raise Problem(422, "illegal", "There is no unfinished order that could be cancelled freely", bars=[])
        else:
            own_ply = undo.last_own_decision_ply(live, participant)
            if own_ply is None:
                raise Problem(422, "illegal", "There is nothing of yours to take back", bars=[])
            ply = own_ply
        if undo.is_undo_free(live, participant, ply):
            await server.registry.take_back(live, participant, ply)
            return json_bytes(snapshot(live, participant))
        if live.pending_undo is not None and live.pending_undo.by != participant:
            raise Problem(
                409, "stale", "Another asks to take back: answer that first", snapshot=snapshot(live, participant)
            )
        if live.pending_undo is None:
            await server.registry.note(live, "ask", {"by": participant, "ply": ply, **_commit(live, wanted.commit)})
        return json_response({"asked": undo.pending_undo_fields(live)}, 202)


def _commit(live: MatchSession, commit: str | None) -> dict[str, str]:
    """Return the member `commit` for a line of the log.

    It is empty if there is no fresh number, or if the match uses none.
    """
    return {} if commit is None or not undo.may_renew_dice(live) else {"commit": commit}


@router.post(
    "/undo/answer", responses=response_docs(api_models.Snapshot), openapi_extra=body_docs(api_models.UndoAnswer)
)
async def answer(request: Request, server: ServerDep, token: Bearer, match_id: MatchId) -> Response:
    """Agree to another participant's take-back, or refuse it."""
    wanted = await read_body(request, api_models.UndoAnswer)
    live = await server.registry.get(match_id)
    participant = require_participant(live, token)
    async with lock_for_change(live):
        require_playing(live)
        pending = live.pending_undo
        if pending is None:
            raise Problem(409, "stale", "Nobody asks to take back (any more)", snapshot=snapshot(live, participant))
        called_off = not wanted.agree and participant in pending.nonces_due
        if participant not in pending.waits_for and not called_off:
            raise Problem(403, "forbidden", "You are not asked to answer this")
        commit = _commit(live, wanted.commit)
        if not wanted.agree:
            await server.registry.note(live, "refuse", {"by": participant})
        elif len(pending.waits_for) > 1 or pending.commits or commit:
            await server.registry.note(live, "agree", {"by": participant, **commit})
        else:
            await server.registry.take_back(live, pending.by, pending.ply)
        return json_bytes(snapshot(live, participant))


@router.post("/undo/show", responses=response_docs(api_models.Snapshot), openapi_extra=body_docs(api_models.UndoShow))
async def show(request: Request, server: ServerDep, token: Bearer, match_id: MatchId) -> Response:
    """Reveal the fresh number for the dice after a take-back, once all have agreed. The last number completes it."""
    wanted = await read_body(request, api_models.UndoShow)
    live = await server.registry.get(match_id)
    participant = require_participant(live, token)
    async with lock_for_change(live):
        require_playing(live)
        pending = live.pending_undo
        if pending is None:
            raise Problem(409, "stale", "Nobody asks to take back (any more)", snapshot=snapshot(live, participant))
        if participant not in pending.commits:
            raise Problem(403, "forbidden", "You have committed to no fresh number")
        if pending.waits_for:
            missing = ", ".join(pending.waits_for)
            raise Problem(409, "not_yet", f"Show your number when all have agreed; wait for {missing}")
        hashed = renewal_commit_of(live.id, live.dice_take_backs + 1, participant, wanted.nonce)
        if not is_same_hash(hashed, pending.commits[participant]):
            raise Problem(422, "illegal", "nonce: not the number that you have committed to", field="nonce", bars=[])
        if pending.nonces_due == [participant]:
            nonces = {**pending.nonces, participant: wanted.nonce}
            await server.registry.take_back(live, pending.by, pending.ply, Renewal(pending.commits, nonces))
        elif participant in pending.nonces_due:
            await server.registry.note(live, "renew", {"by": participant, "nonce": wanted.nonce})
        return json_bytes(snapshot(live, participant))
