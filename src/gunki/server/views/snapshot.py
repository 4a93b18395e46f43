"""Documents about a match for a participant: snapshots, steps, the summary.

They hold only what the participant's seat may see.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any

import orjson

from gunki.core.dice.fairness import commitment
from gunki.core.matches.match import Match
from gunki.core.show.views import SharedView
from gunki.server.http.api_models import Extent
from gunki.server.matches import undo
from gunki.server.matches.dice_commitment import dice_commits, fairness_of
from gunki.server.matches.session import MatchSession, SnapshotParts
from gunki.server.store.match_store import LogRow, MatchRow, ParticipantRow
from gunki.server.views import snapshot_format

NULL = (b"null",)
#: The end of a match that an older server closed. Such servers did not store how the match was closed.
CLOSED_BY_OWNER: dict[str, Any] = {"how": "owner", "seat": None, "winners": []}


def snapshot(
    live: MatchSession,
    participant: str | None,
    since: int | None = None,
    *,
    extent: Extent = "whole",
    steps_json: bytes | None = None,
) -> bytes:
    """Return the present snapshot of a participant as JSON.

    Its steps are those after the ply `since` (None: no steps), or `steps_json` if given. `extent`: "whole" is
    everything, "scene" leaves out the view, and "brief" leaves out the view and the scene.
    """
    parts, scene, view = _parts(live, participant), None, None
    if steps_json is None:
        steps_json = _steps_json(live, participant, live.match.ply if since is None and live.match else since or 0)
    if extent != "brief":
        scene = _scene(live, participant, parts)
    if extent == "whole":
        view = _view(live, participant, parts)
    return snapshot_format.join_snapshot(parts.first, scene, parts.last, steps_json, view)


def _steps_json(live: MatchSession, participant: str | None, since: int) -> bytes:
    if live.match is None or since != live.match.ply - 1:
        return orjson.dumps(steps(live, participant, since))
    cache = live.cache.at(live.seq)
    steps_json = cache.steps.get(participant)  # made once, for the answer to an action and for the streams
    if steps_json is None:
        steps_json = cache.steps[participant] = orjson.dumps(steps(live, participant, since))
    return steps_json


def prepare_views(live: MatchSession, audience: Collection[tuple[str | None, Extent]]) -> None:
    """Make the snapshot parts and scenes for these participants.

    Views are made only on demand, because few clients want them.
    """
    for participant, extent in audience:
        parts = _parts(live, participant)
        if extent != "brief":
            _scene(live, participant, parts)


def _parts(live: MatchSession, participant: str | None) -> SnapshotParts:
    """Return the parts of a participant's snapshot. They are made once for each seq, and the scene later, on demand."""
    parts = live.parts.get(participant)
    if parts is None or parts.seq != live.seq:
        seat, match = live.seat_of(participant), live.match
        stands = {} if match is None else match.status_fields(seat)
        decision = stands.get("decision")
        if decision is not None and "options" in decision:  # write the options once, for the snapshot and the view
            decision["options"] = orjson.Fragment(orjson.dumps(decision["options"]))
        first, last = snapshot_format.snapshot_head(
            server_fields(live), match, seat, stands or None, undo.undo_state(live, participant)
        )
        parts = live.parts[participant] = SnapshotParts(live.seq, first, last, stands)
    return parts


def _scene(live: MatchSession, participant: str | None, parts: SnapshotParts) -> tuple[bytes, ...]:
    if parts.scene is None:
        seat, match = live.seat_of(participant), live.match
        parts.scene = NULL if match is None else live.cache.pieces("scene", seat, match.split_scene(seat))
    return parts.scene


def _view(live: MatchSession, participant: str | None, parts: SnapshotParts) -> tuple[bytes, ...]:
    if live.match is None:
        return NULL
    seat = live.seat_of(participant)
    public, own = live.match.split_view(seat)
    return live.cache.pieces("view", seat, SharedView(public, {**own, **parts.status_fields}))


def steps(live: MatchSession, participant: str | None, since: int) -> list[dict[str, Any]]:
    """Return the steps after the ply `since`, as the participant may know them."""
    match = live.match
    if match is None:
        return []
    return [
        snapshot_format.step_fields(
            match, ply, live.seat_of(participant, ply), participant is not None and live.by[ply] == participant
        )
        for ply in range(max(since, -1) + 1, match.ply + 1)
    ]


def server_fields(live: MatchSession) -> dict[str, Any]:
    """Return the members of a snapshot that the server adds, because the engine's match does not know them."""
    ended = live.unplayable or live.row.state == "closed"
    return {"seq": live.seq, "state": live.state, "notice": live.notice, "ended": ended}


# -- the summary of a match ---------------------------------------------------------------------------------------


def match_info(live: MatchSession) -> dict[str, Any]:
    match = live.match
    body: dict[str, Any] = {}
    if live.row.state == "closed":  # older servers stored only the state
        body = {"fairness": fairness_of(live), **(live.closed or {})}
    elif match is not None and match.result is not None:
        body = ending_fields(match)
    last = LogRow(
        live.id,
        live.seq,
        live.changed,
        "",
        0 if match is None else match.ply,
        "" if match is None else match.who or "",
        orjson.dumps(body).decode(),
    )
    out = stored_match_info(live.row, list(live.participants.values()), last, live.participants_online)
    for seat in out["seats"]:
        seat["plays"] = live.seat_of(seat["seat"])
    if live.unplayable:  # no seat has to decide
        out["who"] = None
    if live.closing is not None:
        out["closing"] = {"waits_for": live.closing}
    return {**out, "state": live.state, "notice": live.notice}


def ending_fields(match: Match) -> dict[str, Any]:
    """Return the result of a match that is over, and the secrets of its dice."""
    return {"result": None if match.result is None else asdict(match.result), "fairness": match.header.fairness}


def stored_match_info(
    row: MatchRow, participants: Sequence[ParticipantRow], last: LogRow | None, online: Collection[str] = ()
) -> dict[str, Any]:
    """Return the summary of a match for lists, made from its rows alone. `last`: the last line of its log."""
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
        "seats": [
            _seat(participant, participant.seat in online, participant.seat == resigned) for participant in participants
        ],
        "ply": 0 if last is None else last.ply,
        "seq": -1 if last is None else last.seq,
        "who": (last.who or None) if last is not None and row.state == "playing" else None,
        "commitment": commitment(bytes.fromhex(row.secret)),
        "commits": dice_commits(participants),
        "fairness": body.get("fairness"),
        "result": body.get("result"),
        "closing": None,
        "closed": closed,
        "created": row.created,
        "changed": row.created if last is None else last.at,
    }


def _seat(participant: ParticipantRow, online: bool, resigned: bool) -> dict[str, Any]:
    kind = participant.kind if participant.joined or participant.mine or participant.kind == "bot" else "open"
    return {
        "seat": participant.seat,
        "kind": kind,
        "name": participant.name,
        "bot": participant.bot or None,
        "joined": participant.joined,
        "online": online or participant.kind == "bot",
        "revealed": participant.nonce != "",
        "resigned": resigned or participant.has_resigned,
        "plays": participant.seat,
    }
