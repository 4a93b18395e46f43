"""Saves that take long wait for each other, and nobody else waits for them."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from gunki.core.matches import saves
from gunki.server.store.match_store import Store
from gunki.server.workers import worker_pool as pool
from gunki.server.workers.messages import ALONE, LONG, Job, JobReply
from gunki.server.workers.uploads import Uploads
from gunki.server.workers.worker_pool import Workers
from tests.server.unit.support import until
from tests.server.unit.test_workers import played, with_workers


def test_a_save_that_takes_long_is_read_apart_from_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, match = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}"), played()

    async def work(workers: Workers) -> None:
        uploads, data = Uploads(store, workers, 2**20), saves.save_bytes(match)
        long = workers.lanes[LONG].processes[0]
        with monkeypatch.context() as patch:
            patch.setattr(pool, "FIRST_TRY_SECONDS", 0.001)  # too short for any
            many = [asyncio.create_task(uploads.take(data, origin)) for origin in ("a", "b", "c")]
            await until(lambda: long.pid is not None and len(workers.lanes[LONG].queue) == 2)
        assert long.pid is not None
        os.kill(long.pid, signal.SIGSTOP)  # it takes for ever
        assert workers.lanes[ALONE].running == {}
        assert (await uploads.take(data, "newcomer"))["ply"] == match.ply
        assert not any(task.done() for task in many)
        os.kill(long.pid, signal.SIGCONT)
        assert [told["ply"] for told in await asyncio.gather(*many)] == [match.ply] * 3

    try:
        with_workers(tmp_path, work)
    finally:
        store.close()


def test_those_who_have_sent_much_leave_a_process_to_newcomers(tmp_path: Path) -> None:
    async def work(workers: Workers) -> None:
        def upload(origin: str) -> asyncio.Task[JobReply]:
            return asyncio.create_task(workers.do(Job("upload", origin, blob=data, lane=ALONE)))

        lane, data = workers.lanes[ALONE], saves.save_bytes(played())
        for origin in "abc":
            lane.queue.use(origin, 10 * pool.NEWCOMER_SECONDS)
        many = [upload(origin) for origin in "abc"]
        await until(lambda: any(process.pid for process in lane.processes))
        [pid] = [process.pid for process in lane.processes if process.pid is not None]
        os.kill(pid, signal.SIGSTOP)
        assert (await upload("newcomer")).fields["game"] == "nobunaga"
        await until(lambda: (lane.running.total(), len(lane.queue), len(lane.idle)) == (1, 2, 1))
        os.kill(pid, signal.SIGCONT)
        assert [answer.fields["game"] for answer in await asyncio.gather(*many)] == ["nobunaga"] * 3

    with_workers(tmp_path, work)
