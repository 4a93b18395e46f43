"""The past of matches: the server holds the present position, and asks workers for earlier ones."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import orjson

import gunki
from gunki.core.matches.match import Match, MatchHeader
from gunki.server.http.http_errors import Problem
from gunki.server.matches import unplayable
from gunki.server.matches.session import MatchSession, lock_for_reading
from gunki.server.matches.unplayable import Checkpoint, OpenedMatch
from gunki.server.operation.cpu_accounting import run_in_heavy_thread
from gunki.server.store.match_store import MatchRow
from gunki.server.store.record_codec import entry_in, header_in, record_out
from gunki.server.views.snapshot import server_fields, steps
from gunki.server.workers.messages import ASKER, PAST, Failed, Job, JobReply, LimitExceeded, TookTooLong, Workforce

logger = logging.getLogger("gunki.server")

#: The server writes the steps of at most this many plies itself. For more plies it asks a worker.
RECENT_PLIES = 64


async def run_job(workers: Workforce, job: Job) -> JobReply:
    """Return a worker's answer. If the worker fails, raise a Problem for the client."""
    try:
        return await workers.do(job)
    except Failed:
        raise _busy_problem() from None
    except TookTooLong as error:
        raise Problem(422, "too_large", f"This takes longer than is allowed: {error}") from None


def _busy_problem() -> Problem:
    return Problem(
        503, "busy", "The server could not do this just now; nothing has changed. Please try again.",
        {"retry-after": "5"},
    )  # fmt: skip


def match_job(kind: str, live: MatchSession, request: dict[str, Any], **more: Any) -> Job:
    """Return a job about a match as it is now. The caller holds the match's lock.

    The job is charged to the origin of the present request.
    """
    asker = ASKER.get()
    origin = live.row.origin if asker is None else asker
    return Job(kind, origin, request, match_id=live.id, match=live.match, base=live.base, **more)


async def open_in_worker(
    workers: Workforce,
    row: MatchRow,
    header: MatchHeader,
    entries: list[gunki.RecordEntry],
    base: Checkpoint | None = None,
    checkpoint: Checkpoint | None = None,
    who: str | None = None,
) -> OpenedMatch:
    """Let a worker open a record (`open_stored`), and return the result.

    Try twice. If the second try exceeds its limits, the match is unplayable. If it fails for another reason, raise a
    503 Problem, because the next request may succeed.
    """
    asker, blob = ASKER.get(), await run_in_heavy_thread(record_out, header, entries, base, checkpoint, who)
    request = {"open": row.id, "seconds": unplayable.OPEN_SECONDS}
    for _ in range(2):  # a second try: the process may have died for a reason other than this job
        origin = row.origin if asker is None else asker
        job = Job("open", origin, dict(request), blob, lane=PAST, refusable=asker is not None)
        try:
            answer = await workers.do(job)
            break
        except Failed as error:
            failed = error
    else:
        if not isinstance(failed, LimitExceeded):
            logger.error("match %s could not be opened: %s", row.id, failed)
            raise _busy_problem()
        why = f"it takes more time or memory than is allowed: {failed}"
        return OpenedMatch(None, unplayable.notice_unopenable(header, len(entries), why))
    if not answer.blob:
        return OpenedMatch(None, answer.fields["notice"])
    match, taken_up = await run_in_heavy_thread(_read_opened, answer.blob, entries)
    answer.learn(match)
    return OpenedMatch(match, answer.fields["notice"], taken_up)


def _read_opened(blob: bytes, entries: list[gunki.RecordEntry]) -> tuple[Match, Checkpoint | None]:
    reply = orjson.loads(blob)
    changed = {ply: entry_in(entry) for ply, entry in reply["changed"]}
    record = [changed[ply] if ply in changed else entries[ply] for ply in range(reply["plies"])]
    return gunki.resume(header_in(reply["header"]), record, reply["state"]), reply["stand"]


async def match_at(workers: Workforce, live: MatchSession, ply: int) -> Match:
    """Return the match at an earlier ply. The returned match can go on from there."""
    match = live.match
    assert match is not None
    if match.has_snapshot(ply):
        return match.at(ply)
    answer = await run_job(workers, match_job("state", live, {"ply": ply}, lane=PAST, refusable=False))
    return gunki.resume(match.header, match.entries[: ply + 1], orjson.loads(answer.blob))


def view_job(live: MatchSession, participant: str | None, ply: int) -> Job:
    """Return a job for the snapshot of a participant at an earlier ply."""
    own = participant is not None and live.by[ply] == participant
    request = {"ply": ply, "about": server_fields(live), "seat": live.seat_of(participant, ply), "own": own}
    return match_job("view", live, request, lane=PAST)


def _steps_job(live: MatchSession, participant: str | None, since: int, *, refusable: bool) -> Job:
    """Return a job for the steps after the ply `since`, as a participant may know them."""
    seats = [
        (0, participant),
        *((ply, plays[participant]) for ply, plays in live.seat_changes if participant is not None),
    ]
    own = [ply for ply, by in enumerate(live.by) if by == participant]
    request = {"since": since, "seats": seats, "own": own}
    return match_job("steps", live, request, lane=PAST, refusable=refusable)


def has_steps_since(live: MatchSession, since: int) -> bool:
    """Return whether the server itself holds the events after a ply."""
    return live.match is None or since + 1 >= live.match.first_held_ply


def _is_recent(live: MatchSession, since: int) -> bool:
    return live.match is None or live.match.ply - since <= RECENT_PLIES


async def steps_since(workers: Workforce, live: MatchSession, participant: str | None, since: int) -> bytes:
    """Return the steps after the ply `since`, as a participant may know them, as JSON.

    The match can go on while a worker looks up the steps.
    """
    async with lock_for_reading(live):
        if has_steps_since(live, since) and _is_recent(live, since):
            return orjson.dumps(steps(live, participant, since))
        job = _steps_job(live, participant, since, refusable=True)
    return (await run_job(workers, job)).blob


@dataclass(frozen=True, slots=True)
class CatchUp:
    """The steps that a listener has missed, up to the ply `ply`. They show the match as it was at the seq `seq`."""

    seq: int
    ply: int
    steps: bytes

    def extend_to_now(self, live: MatchSession, participant: str | None) -> bytes | None:
        """Return these steps and the steps made since.

        Return None if some of these steps were taken back, or if the server lacks events of the later ones.
        """
        if live.common_ply(self.seq) < self.ply or not has_steps_since(live, self.ply):
            return None
        more = orjson.dumps(steps(live, participant, self.ply))
        return self.steps if more == b"[]" else more if self.steps == b"[]" else self.steps[:-1] + b"," + more[1:]


async def catch_up(workers: Workforce, live: MatchSession, participant: str | None, seq: int) -> CatchUp | None:
    """Let a worker look up the steps since `seq`, and return them. Return None if the server can write them itself.

    The match can go on while the worker looks them up.
    """
    async with live.lock:
        since = live.common_ply(seq)
        if live.match is None or (has_steps_since(live, since) and _is_recent(live, since)):
            return None
        job, at = _steps_job(live, participant, since, refusable=False), (live.seq, live.match.ply)
    return CatchUp(*at, (await run_job(workers, job)).blob)
