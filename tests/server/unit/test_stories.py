"""A story is found out once, and whoever asks is held to his own limits alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gunki.server.http.http_errors import Problem
from gunki.server.matches.registry import Registry
from gunki.server.matches.session import MatchSession
from gunki.server.views.stories import finished_story
from gunki.server.workers.messages import ASKER, Job, JobReply
from tests.server.unit.support import in_registry, stored
from tests.server.unit.test_aside import played


async def ask(registry: Registry, live: MatchSession, who: str) -> bytes:
    ASKER.set(who)
    return await finished_story(registry.workers, live)


def test_nobody_is_refused_for_what_another_has_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(registry: Registry) -> None:
        match, entries = played(5000)
        live = await registry.get(await stored(registry, match.header, entries, state="over"))
        do, asked = registry.workers.do, []

        async def limited(job: Job) -> JobReply:
            asked.append(job.origin)
            await asyncio.sleep(0)  # the others ask meanwhile
            if job.origin == "greedy":
                raise Problem(429, "too_many", "Please wait a little and try again")
            return await do(job)

        monkeypatch.setattr(registry.workers, "do", limited)
        people = [asyncio.create_task(ask(registry, live, who)) for who in ("greedy", "greedy", "a", "b", "c")]
        told = await asyncio.gather(*people, return_exceptions=True)
        assert [getattr(one, "status_code", None) for one in told[:2]] == [429, 429]
        assert all(isinstance(one, bytes) and one == told[2] for one in told[2:])
        assert asked == ["greedy", "greedy", "a"]
        assert await ask(registry, live, "greedy") == told[2], "it is known now"

    in_registry(tmp_path, work)
