"""What is shown of a match to a seat, out of the match alone: by the server of now, by its workers of the past."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from gunki.core.hints import hints
from gunki.core.match import Match


def head(
    about: Mapping[str, Any],
    match: Match | None,
    seat: str | None,
    scene: bytes,
    view: Mapping[str, Any] | None,
    undoing: dict[str, Any],
) -> bytes:
    """A snapshot up to its steps. `about`: what the server knows besides; `ended`: nobody decides any more.

    `scene` as JSON; of the view the decision and the result.
    """
    ended = about["ended"]
    decision = None if view is None or ended else view["decision"]
    if match is not None and decision is not None and "options" in decision:
        decision = {**decision, "opens": match.opens, "closes": match.closes, **hints(match)}
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
    last = {"undo": undoing, "result": None if view is None else view["result"]}
    return b"".join((orjson.dumps(first)[:-1], b',"scene":', scene, b",", orjson.dumps(last)[1:-1]))


def snapshot_at(match: Match, about: Mapping[str, Any], ply: int, seat: str | None, own: bool) -> bytes:
    """The match as it stood at a ply, as the seat saw it then. `own`: who looks has decided what led there."""
    then = match.at(ply)
    scene, view = orjson.dumps(then.scene(seat, shared=True)), then.view(seat, shared=True)
    told = head(about, then, seat, scene, view, {"decision": "no", "order": 0, "asked": None})
    steps = orjson.dumps([step(match, ply, seat, own)])
    return b"".join((told, b',"steps":', steps, b',"view":', orjson.dumps(view), b"}"))


def step(match: Match, ply: int, seat: str | None, own: bool) -> dict[str, Any]:
    """What a seat may know of what happened at a ply."""
    entry = match.entries[ply]
    events = [
        {"kind": event.kind, "data": event.data, "clauses": event.clauses} | ({"fight": True} if event.fight else {})
        for event in match.events_at(ply)
        if event.visible_to(seat)
    ]
    told: dict[str, Any] = {"ply": ply, "who": entry.who, "opens": match.opened(ply), "events": events}
    if own:
        told["act"] = entry.act
    return told
