"""What a chair is shown: snapshots, steps and the match in short. Made of the seat's own view alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any

import orjson

from gunki.core.dice.fairness import commitment
from gunki.core.matches.match import Match
from gunki.core.show.views import Layers
from gunki.server.http.api_models import Extent
from gunki.server.matches import undo
from gunki.server.matches.dice_commitment import commits_of, fairness_of
from gunki.server.matches.session import Live, Parts
from gunki.server.store.match_store import ChairRow, LogRow, MatchRow
from gunki.server.views import snapshot_format

NULL = (b"null",)
#: How older servers closed matches, without writing it down.
CLOSED_BY_OWNER: dict[str, Any] = {"how": "owner", "seat": None, "winners": []}


def snapshot(
    live: Live, chair: str | None, since: int | None = None, *, extent: Extent = "whole", told: bytes | None = None
) -> bytes:
    """The match as it stands; `steps` are those of the plies after `since`, or `told` where they are known already.

    `extent`: with everything, without the view, or without the scene too.
    """
    parts, scene, view = _parts(live, chair), None, None
    if told is None:
        told = _told(live, chair, live.match.ply if since is None and live.match else since or 0)
    if extent != "brief":
        scene = _scene(live, chair, parts)
    if extent == "whole":
        view = _view(live, chair, parts)
    return snapshot_format.whole(parts.first, scene, parts.last, told, view)


def _told(live: Live, chair: str | None, since: int) -> bytes:
    if live.match is None or since != live.match.ply - 1:
        return orjson.dumps(steps(live, chair, since))
    cache = live.cache.at(live.seq)
    told = cache.steps.get(chair)  # the answer to an action and the stream tell the same
    if told is None:
        told = cache.steps[chair] = orjson.dumps(steps(live, chair, since))
    return told


def prepare(live: Live, shown: Collection[tuple[str | None, Extent]]) -> None:
    """Make what these chairs will be shown, but for the view, which few are."""
    for chair, extent in shown:
        parts = _parts(live, chair)
        if extent != "brief":
            _scene(live, chair, parts)


def _parts(live: Live, chair: str | None) -> Parts:
    """What is the same for everyone who sits there, made once for each seq; scene and view only where they go."""
    known = live.parts.get(chair)
    if known is None or known.seq != live.seq:
        seat, match = live.seat_of(chair), live.match
        stands = {} if match is None else match.stands(seat)
        decision = stands.get("decision")
        if decision is not None and "options" in decision:  # it stands in the snapshot and in its view
            decision["options"] = orjson.Fragment(orjson.dumps(decision["options"]))
        first, last = snapshot_format.head(about(live), match, seat, stands or None, undo.state(live, chair))
        known = live.parts[chair] = Parts(live.seq, first, last, stands)
    return known


def _scene(live: Live, chair: str | None, parts: Parts) -> tuple[bytes, ...]:
    if parts.scene is None:
        seat, match = live.seat_of(chair), live.match
        parts.scene = NULL if match is None else live.cache.pieces("scene", seat, match.scene_layers(seat))
    return parts.scene


def _view(live: Live, chair: str | None, parts: Parts) -> tuple[bytes, ...]:
    if live.match is None:
        return NULL
    seat = live.seat_of(chair)
    public, own = live.match.view_layers(seat)
    return live.cache.pieces("view", seat, Layers(public, {**own, **parts.stands}))


def steps(live: Live, chair: str | None, since: int) -> list[dict[str, Any]]:
    """What this chair may know of the plies after `since`."""
    match = live.match
    if match is None:
        return []
    return [
        snapshot_format.step(match, ply, live.seat_of(chair, ply), chair is not None and live.by[ply] == chair)
        for ply in range(max(since, -1) + 1, match.ply + 1)
    ]


def about(live: Live) -> dict[str, Any]:
    """What stands in a snapshot besides what the match tells."""
    ended = live.aside or live.row.state == "closed"
    return {"seq": live.seq, "state": live.state, "notice": live.notice, "ended": ended}


# -- the match in short -------------------------------------------------------------------------------------------


def info(live: Live) -> dict[str, Any]:
    match = live.match
    body: dict[str, Any] = {}
    if live.row.state == "closed":  # older servers wrote down only that it was
        body = {"fairness": fairness_of(live), **(live.closed or {})}
    elif match is not None and match.result is not None:
        body = ending(match)
    last = LogRow(
        live.id,
        live.seq,
        live.changed,
        "",
        0 if match is None else match.ply,
        "" if match is None else match.who or "",
        orjson.dumps(body).decode(),
    )
    out = info_of(live.row, list(live.chairs.values()), last, live.online)
    for seat in out["seats"]:
        seat["plays"] = live.seat_of(seat["seat"])
    if live.aside:  # nobody decides any more
        out["who"] = None
    if live.closing is not None:
        out["closing"] = {"waits_for": live.closing}
    return {**out, "state": live.state, "notice": live.notice}


def ending(match: Match) -> dict[str, Any]:
    """What is told when a match is over: how it ended, and what the dice were made of."""
    return {"result": None if match.result is None else asdict(match.result), "fairness": match.header.fairness}


def info_of(
    row: MatchRow, chairs: Sequence[ChairRow], last: LogRow | None, online: Collection[str] = ()
) -> dict[str, Any]:
    """From what is stored alone, for lists."""
    body = orjson.loads(last.body) if last is not None and last.body else {}
    closed = body.get("closed", CLOSED_BY_OWNER) if row.state == "closed" else None
    resigned = closed["seat"] if closed is not None and closed["how"] == "resigned" else None
    return {
        "id": row.id,
        "game": row.game,
        "scenario": row.scenario,
        "options": orjson.loads(row.options),
        "name": row.name,
        "public": row.public,
        "state": row.state,
        "notice": None,
        "dice": row.dice,
        "seats": [_seat(chair, chair.seat in online, chair.seat == resigned) for chair in chairs],
        "ply": 0 if last is None else last.ply,
        "seq": -1 if last is None else last.seq,
        "who": (last.who or None) if last is not None and row.state == "playing" else None,
        "commitment": commitment(bytes.fromhex(row.secret)),
        "commits": commits_of(chairs),
        "fairness": body.get("fairness"),
        "result": body.get("result"),
        "closing": None,
        "closed": closed,
        "created": row.created,
        "changed": row.created if last is None else last.at,
    }


def _seat(chair: ChairRow, online: bool, resigned: bool) -> dict[str, Any]:
    kind = chair.kind if chair.joined or chair.mine or chair.kind == "bot" else "open"
    return {
        "seat": chair.seat,
        "kind": kind,
        "name": chair.name,
        "bot": chair.bot or None,
        "joined": chair.joined,
        "online": online or chair.kind == "bot",
        "revealed": chair.nonce != "",
        "resigned": resigned or chair.resigned,
        "plays": chair.seat,
    }
