"""The story of a match that is over. A worker makes it once, and it is kept with the match."""

from __future__ import annotations

import asyncio

from gunki.server.http.http_errors import Problem
from gunki.server.matches import unplayable
from gunki.server.matches.session import MatchSession
from gunki.server.workers import history
from gunki.server.workers.messages import SLOW, Job, Workforce

#: Statuses of refusals that need not concern other clients: the client is over its limits, or too many jobs wait.
REFUSED = (429, 503)


async def finished_story(workers: Workforce, live: MatchSession) -> bytes:
    """Return the story as JSON.

    Concurrent requests share the job of the first request. That job is refused if its client is over a limit or too
    many jobs wait. Then the other requests start a new job.
    """
    if live.match is None or live.match.result is None:
        raise Problem(409, "not_yet", "The story is told when the match is over")
    while True:
        first = live.story is None or (
            live.story.done() and (live.story.cancelled() or live.story.exception() is not None)
        )
        if first:
            job = history.match_job("story", live, {"seconds": unplayable.STORY_SECONDS}, lane=SLOW)
            live.story = asyncio.ensure_future(_story_body(workers, job))
        assert live.story is not None
        try:
            return await asyncio.shield(live.story)
        except Problem as problem:
            if first or problem.status_code not in REFUSED:
                raise


async def _story_body(workers: Workforce, job: Job) -> bytes:
    return (await history.run_job(workers, job)).blob
