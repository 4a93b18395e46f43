"""The story of a match that is over: found out once, by a worker, and kept with the match."""

from __future__ import annotations

import asyncio

from gunki.server.http.http_errors import Problem
from gunki.server.matches import unplayable
from gunki.server.matches.session import MatchSession
from gunki.server.workers import history
from gunki.server.workers.messages import SLOW, Job, Workforce

#: An asker is told so who has used too much, or has too much waiting: no matter of the others.
REFUSED = (429, 503)


async def finished_story(workers: Workforce, live: MatchSession) -> bytes:
    """As JSON; whoever asks meanwhile waits for the same, and asks himself where it was refused to the first."""
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
