"""What a chair is shown: snapshots, steps and the match in short. Made of the seat's own view alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any

import orjson

from gunki.core.fairness import commitment
from gunki.core.hints import hints
from gunki.core.match import Match
from gunki.server import undo
from gunki.server.live import Live
from gunki.server.store import ChairRow, LogRow, MatchRow
from gunki.server.written import Written


def snapshot(live: Live, chair: str | None, since: int | None = None, *, with_view: bool = True) -> bytes:
    """The match as it stands; `steps` are those of the plies after `since`."""
    head, view = _parts(live, chair)
    written = live.written.at(live.seq)
    told = _told(live, written, chair, live.match.ply if since is None and live.match else since or 0)
    if not with_view:
        return b"".join((head, b',"steps":', told, b"}"))
    seen = orjson.dumps(view and written.document(view))
    return b"".join((head, b',"steps":', told, b',"view":', seen, b"}"))


def _told(live: Live, written: Written, chair: str | None, since: int) -> bytes:
    if live.match is None or since != live.match.ply - 1:
        return orjson.dumps(steps(live, chair, since))
    told = written.steps.get(chair)  # the answer to an action and the stream tell the same
    if told is None:
        told = written.steps[chair] = orjson.dumps(steps(live, chair, since))
    return told


def prepare(live: Live, chairs: Collection[str | None]) -> None:
    """Make what these chairs will be shown."""
    for chair in chairs:
        _parts(live, chair)


def _parts(live: Live, chair: str | None) -> tuple[bytes, Any]:
    """What is the same for everyone who sits there, made once for each seq; the view is written only where it goes."""
    known = live.parts.get(chair)
    if known is None or known[0] != live.seq:
        seat = live.seat_of(chair)
        scene: dict[str, Any] | None = None
        view: dict[str, Any] | None = None
        if live.match is not None:
            written = live.written.at(live.seq)
            scene, view = _seen(live.match, seat)
            scene = written.document(scene)
            if view["decision"] is not None:  # it stands in the snapshot and in its view
                view["decision"] = written.document(view["decision"])
        head = _head(live, live.match, seat, scene, view, undo.state(live, chair))
        known = live.parts[chair] = (live.seq, head, view)
    return known[1], known[2]


def snapshot_at(live: Live, chair: str | None, ply: int) -> bytes:
    """The match as it stood at a ply, as the chair saw it then."""
    assert live.match is not None
    then = live.match.at(ply)
    seat = live.seat_of(chair, ply)
    scene, view = _seen(then, seat)
    taken_back = {"decision": "no", "order": 0, "asked": None}
    head = _head(live, then, seat, scene, view, taken_back)
    told = orjson.dumps([_step(live, chair, ply)])
    return b"".join((head, b',"steps":', told, b',"view":', orjson.dumps(view), b"}"))


def _seen(match: Match, seat: str | None) -> tuple[dict[str, Any], dict[str, Any]]:
    return match.scene(seat, shared=True), match.view(seat, shared=True)


def _head(
    live: Live,
    match: Match | None,
    seat: str | None,
    scene: dict[str, Any] | None,
    view: dict[str, Any] | None,
    undoing: dict[str, Any],
) -> bytes:
    decision = None if view is None or live.aside else view["decision"]
    if match is not None and decision is not None and "options" in decision:
        decision = {**decision, "opens": match.opens, "closes": match.closes, **hints(match)}
    return orjson.dumps(
        {
            "seq": live.seq,
            "ply": 0 if match is None else match.ply,
            "state": live.state,
            **({} if live.notice is None else {"notice": live.notice}),
            "seat": seat,
            "who": None if match is None or live.aside else match.who,
            "decision": decision,
            "scene": scene,
            "undo": undoing,
            "result": None if view is None else view["result"],
        }
    )[:-1]


def steps(live: Live, chair: str | None, since: int) -> list[dict[str, Any]]:
    """What this chair may know of the plies after `since`."""
    if live.match is None:
        return []
    return [_step(live, chair, ply) for ply in range(max(since, -1) + 1, live.match.ply + 1)]


def _step(live: Live, chair: str | None, ply: int) -> dict[str, Any]:
    assert live.match is not None
    seat = live.seat_of(chair, ply)
    entry = live.match.entries[ply]
    events = [
        {"kind": event.kind, "data": event.data, "clauses": event.clauses} | ({"fight": True} if event.fight else {})
        for event in live.match.events_at(ply)
        if event.visible_to(seat)
    ]
    step: dict[str, Any] = {"ply": ply, "who": entry.who, "opens": live.match.opened(ply), "events": events}
    if chair is not None and live.by[ply] == chair:
        step["act"] = entry.act
    return step


# -- the match in short -------------------------------------------------------------------------------------------


def info(live: Live) -> dict[str, Any]:
    match = live.match
    body: dict[str, Any] = {}
    if match is not None and match.result is not None:
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
    return {**out, "state": live.state, "notice": live.notice}


def ending(match: Match) -> dict[str, Any]:
    """What is told when a match is over: how it ended, and what the dice were made of."""
    return {"result": None if match.result is None else asdict(match.result), "fairness": match.header.fairness}


def info_of(
    row: MatchRow, chairs: Sequence[ChairRow], last: LogRow | None, online: Collection[str] = ()
) -> dict[str, Any]:
    """From what is stored alone, for lists."""
    body = orjson.loads(last.body) if last is not None and last.body else {}
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
        "seats": [_seat(chair, chair.seat in online) for chair in chairs],
        "ply": 0 if last is None else last.ply,
        "seq": -1 if last is None else last.seq,
        "who": (last.who or None) if last is not None and row.state == "playing" else None,
        "commitment": commitment(bytes.fromhex(row.secret)),
        "fairness": body.get("fairness"),
        "result": body.get("result"),
        "created": row.created,
        "changed": row.created if last is None else last.at,
    }


def _seat(chair: ChairRow, online: bool) -> dict[str, Any]:
    kind = chair.kind if chair.joined or chair.mine or chair.kind == "bot" else "open"
    return {
        "seat": chair.seat,
        "kind": kind,
        "name": chair.name,
        "bot": chair.bot or None,
        "joined": chair.joined,
        "online": online or chair.kind == "bot",
        "plays": chair.seat,
    }
