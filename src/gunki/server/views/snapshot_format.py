"""Builds snapshots from the engine's match alone. The server uses it for the present, workers for earlier plies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from gunki.core.matches.match import Match
from gunki.core.show.hints import decision_hints


def snapshot_head(
    about: Mapping[str, Any],
    match: Match | None,
    seat: str | None,
    stands: Mapping[str, Any] | None,
    undoing: dict[str, Any],
) -> tuple[bytes, bytes]:
    """Return the members of a snapshot before its scene, and the members between scene and steps.

    Both are JSON without braces. `about`: the `server_fields` of the match. If its member `ended` is true, no seat has
    to decide. `stands`: the decision and the result in the seat's view.
    """
    ended = about["ended"]
    decision = None if stands is None or ended else stands["decision"]
    if match is not None and decision is not None and "options" in decision:
        decision = {**decision, "opens": match.starts_order, "closes": match.end_option, **decision_hints(match)}
    first = {
        "seq": about["seq"],
        "ply": 0 if match is None else match.ply,
        "state": about["state"],
        "seat": seat,
        "who": None if match is None or ended else match.who,
        "decision": decision,
    }
    if about["notice"] is not None:
        first["notice"] = about["notice"]
    last = {"undo": undoing, "result": None if stands is None else stands["result"]}
    return orjson.dumps(first)[1:-1], orjson.dumps(last)[1:-1]


def join_snapshot(
    first: bytes, scene: Sequence[bytes] | None, last: bytes, steps: bytes, view: Sequence[bytes] | None
) -> bytes:
    """Return a snapshot as JSON, joined from its parts.

    Scene and view come in pieces. If one of them is None, it is left out.
    """
    scene_parts = () if scene is None else (b',"scene":', *scene)
    view_parts = () if view is None else (b',"view":', *view)
    return b"".join((b"{", first, *scene_parts, b",", last, b',"steps":', steps, *view_parts, b"}"))


def snapshot_at(match: Match, about: Mapping[str, Any], ply: int, seat: str | None, own: bool) -> bytes:
    """Return the snapshot of a seat at an earlier ply.

    `own`: whether the participant made the decision that led there.
    """
    then = match.at(ply)
    scene, view = [orjson.dumps(then.scene(seat, shared=True))], then.view(seat, shared=True)
    first, last = snapshot_head(about, then, seat, view, {"decision": "no", "order": 0, "asked": None})
    steps = orjson.dumps([step_fields(match, ply, seat, own)])
    return join_snapshot(first, scene, last, steps, [orjson.dumps(view)])


def step_fields(match: Match, ply: int, seat: str | None, own: bool, has_events: bool = True) -> dict[str, Any]:
    """Return the step of a ply, as a seat may know it.

    `own`: whether the participant made the decision of this ply. `has_events`: whether the match holds the events of
    this ply (gunki.core.matches.resume).
    """
    entry = match.entries[ply]
    events = [
        {"kind": event.kind, "data": event.data, "clauses": event.clauses} | ({"fight": True} if event.fight else {})
        for event in (match.events_at(ply) if has_events else ())
        if event.is_visible_to(seat)
    ]
    fields: dict[str, Any] = {"ply": ply, "who": entry.who, "opens": match.has_started_order(ply), "events": events}
    if own:
        fields["act"] = entry.act
    return fields
