"""Workers that die or stand still are replaced, also while nobody asks for anything."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from gunki.server.workers import worker_process
from gunki.server.workers.messages import QUICK, SLOW, Failed, LimitExceeded
from gunki.server.workers.worker_pool import Workers
from gunki.server.workers.worker_process import WorkerProcess
from tests.server.unit.support import until
from tests.server.unit.test_workers import bot, played, with_workers

#: Seconds, each with one look at every process.
STUCK = 2.0


@pytest.mark.parametrize("lane", [QUICK, SLOW])
def test_an_idle_process_that_is_killed_is_replaced_by_itself(tmp_path: Path, lane: str) -> None:
    async def work(workers: Workers) -> None:
        process = workers.lanes[lane].processes[0]
        pid = process.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await until(lambda: not workers.is_answering())
        await until(workers.is_answering)
        assert process.pid not in (None, pid)
        await until(lambda: len(workers.lanes[lane].idle) == 1)
        assert (await workers.do(bot(played(), lane=lane))).fields["action"]

    with_workers(tmp_path, work)


def test_a_process_that_cannot_be_replaced_now_is_replaced_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(workers: Workers) -> None:
        tries = 0

        async def no_room(_: WorkerProcess) -> None:
            nonlocal tries
            tries += 1
            raise OSError("no room for another process")

        process = workers.lanes[QUICK].processes[0]
        assert process.pid is not None
        with monkeypatch.context() as patch:
            patch.setattr(WorkerProcess, "start", no_room)
            os.kill(process.pid, signal.SIGKILL)
            await until(lambda: tries > 1)
            assert not workers.is_answering()
        await until(workers.is_answering)

    with_workers(tmp_path, work)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the time of other processes")
def test_a_process_that_stands_still_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it has a job or none. One that nobody has stopped may have no turn for as long on a busy machine."""
    stopped: list[int] = []

    def stop(pid: int) -> None:
        stopped.append(pid)
        os.kill(pid, signal.SIGSTOP)

    cpu_of = worker_process.cpu_of
    monkeypatch.setattr(worker_process, "cpu_of", lambda pid: cpu_of(pid) if pid in stopped else None)

    async def work(workers: Workers) -> None:
        match, process = played(), workers.lanes[QUICK].processes[0]
        await workers.do(bot(match))
        pid = process.pid
        assert pid is not None
        stop(pid)
        job = asyncio.create_task(workers.do(bot(match)))
        with pytest.raises(Failed) as caught:
            await job
        assert not isinstance(caught.value, LimitExceeded), "no fault of its own"
        assert (await workers.do(bot(match))).fields["action"]
        second = process.pid
        assert second not in (None, pid)
        assert second is not None
        stop(second)
        await until(lambda: process.pid not in (None, second))
        await until(workers.is_answering)
        assert (await workers.do(bot(match))).fields["action"]
        assert "ping" not in workers.figures()["done"], "nobody has asked for that"

    with_workers(tmp_path, work, stuck_seconds=STUCK)


def test_progress_is_what_the_processor_does_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a job takes: one that works is not stuck. Where the system does not tell, none is."""
    process, times = WorkerProcess(5, 80), [1.0, 1.5, 1.5, 1.5, 1.6, 1.6, None, None, None]
    monkeypatch.setattr(WorkerProcess, "pid", 1)
    still = []
    for seconds in times:
        monkeypatch.setattr(worker_process, "cpu_of", lambda _, seconds=seconds: seconds)
        process.look()
        still.append(process.still)
    assert still == [0, 0, 1, 2, 0, 1, 0, 0, 0]
