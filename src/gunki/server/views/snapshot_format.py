"""What is shown of a match to a seat, out of the match alone: by the server of now, by its workers of the past."""

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
    """What stands in a snapshot before its scene, and what between scene and steps.

    `about`: what the server knows besides; `ended`: nobody decides any more. `stands`: of the view what is asked and
    how it ended.
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
    """A snapshot from its parts; without scene and view if they are left out, which come in pieces."""
    scene_parts = () if scene is None else (b',"scene":', *scene)
    view_parts = () if view is None else (b',"view":', *view)
    return b"".join((b"{", first, *scene_parts, b",", last, b',"steps":', steps, *view_parts, b"}"))


def snapshot_at(match: Match, about: Mapping[str, Any], ply: int, seat: str | None, own: bool) -> bytes:
    """The match as it stood at a ply, as the seat saw it then. `own`: who looks has decided what led there."""
    then = match.at(ply)
    scene, view = [orjson.dumps(then.scene(seat, shared=True))], then.view(seat, shared=True)
    first, last = snapshot_head(about, then, seat, view, {"decision": "no", "order": 0, "asked": None})
    steps = orjson.dumps([step_fields(match, ply, seat, own)])
    return join_snapshot(first, scene, last, steps, [orjson.dumps(view)])


def step_fields(match: Match, ply: int, seat: str | None, own: bool, has_events: bool = True) -> dict[str, Any]:
    """What a seat may know of what happened at a ply; `held`: the events are there (gunki.core.matches.resume)."""
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
