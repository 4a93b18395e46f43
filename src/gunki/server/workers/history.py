"""What lies behind a match: the server holds where it stands; its workers know how it came there."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import orjson

import gunki
from gunki.core.matches.match import Header, Match
from gunki.server.http.http_errors import Problem
from gunki.server.matches import unplayable
from gunki.server.matches.session import Live, looking
from gunki.server.matches.unplayable import Opened, Stand
from gunki.server.operation.cpu_accounting import in_thread
from gunki.server.store.match_store import MatchRow
from gunki.server.store.record_codec import entry_in, header_in, record_out
from gunki.server.views.snapshot import about, steps
from gunki.server.workers.messages import ASKER, PAST, Answer, Failed, Job, Overran, TookTooLong, Workforce

logger = logging.getLogger("gunki.server")

#: So many steps are told at once; more are left to a worker.
FEW = 64


async def asked(workers: Workforce, job: Job) -> Answer:
    """What a worker answers to a request."""
    try:
        return await workers.do(job)
    except Failed:
        raise _not_now() from None
    except TookTooLong as error:
        raise Problem(422, "too_large", f"This takes more time than it may: {error}") from None


def _not_now() -> Problem:
    return Problem(
        503, "busy", "The server could not do this just now; nothing has changed. Please try again.",
        {"retry-after": "5"},
    )  # fmt: skip


def about_match(kind: str, live: Live, told: dict[str, Any], **more: Any) -> Job:
    """A job about a match as it stands; the caller holds its lock."""
    asker = ASKER.get()
    origin = live.row.origin if asker is None else asker
    return Job(kind, origin, told, ident=live.id, match=live.match, base=live.base, **more)


async def opened(
    workers: Workforce,
    row: MatchRow,
    header: Header,
    entries: list[gunki.Entry],
    base: Stand | None = None,
    stand: Stand | None = None,
    who: str | None = None,
) -> Opened:
    """A record that a worker has opened (gunki.server.matches.unplayable).

    Only a match that takes more than it may is set aside: where a process dies of anything else, the next who asks may
    have more luck.
    """
    asker, blob = ASKER.get(), await in_thread(record_out, header, entries, base, stand, who)
    told = {"open": row.id, "seconds": unplayable.OPENING}
    for _ in range(2):  # a process may have died of something else
        origin = row.origin if asker is None else asker
        job = Job("open", origin, dict(told), blob, lane=PAST, refusable=asker is not None)
        try:
            answer = await workers.do(job)
            break
        except Failed as error:
            failed = error
    else:
        if not isinstance(failed, Overran):
            logger.error("match %s could not be opened: %s", row.id, failed)
            raise _not_now()
        why = f"it takes more time or memory than it may: {failed}"
        return Opened(None, unplayable.unopened(header, len(entries), why))
    if not answer.blob:
        return Opened(None, answer.told["notice"])
    match, taken_up = await in_thread(_read, answer.blob, entries)
    answer.learned(match)
    return Opened(match, answer.told["notice"], taken_up)


def _read(blob: bytes, entries: list[gunki.Entry]) -> tuple[Match, Stand | None]:
    found = orjson.loads(blob)
    changed = {ply: entry_in(entry) for ply, entry in found["changed"]}
    record = [changed[ply] if ply in changed else entries[ply] for ply in range(found["plies"])]
    return gunki.resume(header_in(found["header"]), record, found["state"]), found["stand"]


async def at(workers: Workforce, live: Live, ply: int) -> Match:
    """The match as it stood at a ply, to go on from there."""
    match = live.match
    assert match is not None
    if match.holds(ply):
        return match.at(ply)
    answer = await asked(workers, about_match("state", live, {"ply": ply}, lane=PAST, refusable=False))
    return gunki.resume(match.header, match.entries[: ply + 1], orjson.loads(answer.blob))


def view_at(live: Live, chair: str | None, ply: int) -> Job:
    """The snapshot of a chair as it stood at a ply."""
    own = chair is not None and live.by[ply] == chair
    told = {"ply": ply, "about": about(live), "seat": live.seat_of(chair, ply), "own": own}
    return about_match("view", live, told, lane=PAST)


def _steps(live: Live, chair: str | None, since: int, *, refusable: bool) -> Job:
    """All that a chair may know of the plies after `since`."""
    seats = [(0, chair), *((ply, plays[chair]) for ply, plays in live.seated if chair is not None)]
    own = [ply for ply, by in enumerate(live.by) if by == chair]
    told = {"since": since, "seats": seats, "own": own}
    return about_match("steps", live, told, lane=PAST, refusable=refusable)


def holds(live: Live, since: int) -> bool:
    """Whether the server itself knows what happened after a ply."""
    return live.match is None or since + 1 >= live.match.held_from


def _few(live: Live, since: int) -> bool:
    return live.match is None or live.match.ply - since <= FEW


async def steps_since(workers: Workforce, live: Live, chair: str | None, since: int) -> bytes:
    """What a chair may know of the plies after `since`, as JSON. The match goes on while a worker looks it up."""
    async with looking(live):
        if holds(live, since) and _few(live, since):
            return orjson.dumps(steps(live, chair, since))
        job = _steps(live, chair, since, refusable=True)
    return (await asked(workers, job)).blob


@dataclass(frozen=True, slots=True)
class Missed:
    """The steps up to a ply, as they were at a seq."""

    seq: int
    ply: int
    steps: bytes

    def up_to_now(self, live: Live, chair: str | None) -> bytes | None:
        """With those since then; None if some of it has been taken back."""
        if live.common_ply(self.seq) < self.ply or not holds(live, self.ply):
            return None
        more = orjson.dumps(steps(live, chair, self.ply))
        return self.steps if more == b"[]" else more if self.steps == b"[]" else self.steps[:-1] + b"," + more[1:]


async def missed(workers: Workforce, live: Live, chair: str | None, seq: int) -> Missed | None:
    """What happened since a seq, where that is long ago; the match goes on meanwhile."""
    async with live.lock:
        since = live.common_ply(seq)
        if live.match is None or (holds(live, since) and _few(live, since)):
            return None
        job, at = _steps(live, chair, since, refusable=False), (live.seq, live.match.ply)
    return Missed(*at, (await asked(workers, job)).blob)
