"""The story of a match that is over: found out once, beside the requests, and kept with the match."""

from __future__ import annotations

import asyncio

import orjson

from gunki.core.match import Match
from gunki.lab.story import story
from gunki.server.aside import TooLong, in_time
from gunki.server.live import Live
from gunki.server.problems import Problem

#: Seconds of the processor's time that it may take; the longest games take two.
TELLING = 30.0
AT_ONCE = asyncio.Semaphore(2)


async def tale(live: Live) -> bytes:
    """As JSON; whoever asks meanwhile waits for the same."""
    if live.match is None or live.match.result is None:
        raise Problem(409, "not_yet", "The story is told when the match is over")
    if live.tale is None or (live.tale.done() and live.tale.exception() is not None):
        live.tale = asyncio.ensure_future(_found(live.match.fork()))
    try:
        return await asyncio.shield(live.tale)
    except TooLong:
        raise Problem(422, "too_large", "This match is too long for its story to be told") from None


async def _found(match: Match) -> bytes:
    async with AT_ONCE:
        return await asyncio.to_thread(_told, match)


def _told(match: Match) -> bytes:
    return orjson.dumps(story(match, in_time(TELLING)))
